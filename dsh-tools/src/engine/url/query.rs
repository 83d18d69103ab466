//! What a `URL` and its `searchParams` share: the URL, and the pairs of its query.
//! Whichever changed last is right, and the other follows when it is asked for: a loop of changes stays linear.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::JsResult;
use url_parser::Url;

use super::pairs::Pairs;

/// The pairs of a URL, or of no URL. No borrow lasts over a call into the engine.
pub(super) struct Query {
    url: Option<RefCell<Url>>,
    pairs: RefCell<Pairs>,
    ahead: Cell<Ahead>,
}

/// Which of the two has what the other has not got yet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ahead {
    Neither,
    Url,
    Pairs,
}

impl Query {
    /// The query of a URL.
    pub(super) fn of(url: Url) -> Rc<Self> {
        Rc::new(Self {
            url: Some(RefCell::new(url)),
            pairs: RefCell::default(),
            ahead: Cell::new(Ahead::Url),
        })
    }

    /// Pairs that belong to no URL.
    pub(super) fn alone(pairs: Pairs) -> Rc<Self> {
        let pairs = RefCell::new(pairs);
        Rc::new(Self { url: None, pairs, ahead: Cell::new(Ahead::Neither) })
    }

    /// Looks at the pairs.
    ///
    /// # Errors
    ///
    /// When the query of the URL has too many of them.
    pub(super) fn read<T>(&self, look: impl FnOnce(&Pairs) -> T) -> JsResult<T> {
        if let Some(url) = &self.url
            && self.ahead.get() == Ahead::Url
        {
            let pairs = Pairs::parse(url.borrow().query().unwrap_or(""))?;
            *self.pairs.borrow_mut() = pairs;
            self.ahead.set(Ahead::Neither);
        }
        Ok(look(&self.pairs.borrow()))
    }

    /// Changes the pairs.
    ///
    /// # Errors
    ///
    /// As [`Query::read`], and what the change says.
    pub(super) fn change(&self, change: impl FnOnce(&mut Pairs) -> JsResult<()>) -> JsResult<()> {
        self.read(|_| ())?;
        change(&mut self.pairs.borrow_mut())?;
        if self.url.is_some() {
            self.ahead.set(Ahead::Pairs);
        }
        Ok(())
    }

    /// Looks at the URL; `None` if there is none. Its query may be behind unless `whole`.
    pub(super) fn read_url<T>(&self, whole: bool, look: impl FnOnce(&Url) -> T) -> Option<T> {
        let url = self.url.as_ref()?;
        if whole && self.ahead.get() == Ahead::Pairs {
            let query = self.pairs.borrow().write();
            url.borrow_mut().set_query((!query.is_empty()).then_some(&*query));
            self.ahead.set(Ahead::Neither);
        }
        Some(look(&url.borrow()))
    }

    /// Changes the URL; what its query was before does not matter any more if the change is `whole`.
    pub(super) fn change_url(&self, whole: bool, change: impl FnOnce(&mut Url)) {
        let Some(url) = &self.url else { return };
        change(&mut url.borrow_mut());
        if whole {
            self.ahead.set(Ahead::Url);
        }
    }
}
