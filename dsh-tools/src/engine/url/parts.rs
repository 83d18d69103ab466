//! The parts of a URL: how each is read, and how it is changed.
//! A change that makes no sense changes nothing, as the URL standard says.

use std::borrow::Cow;

use url_parser::{Position, Url, quirks};

use super::climb;

/// A part that is text.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) name: &'static str,
    /// Whether the query belongs to it.
    pub(super) whole: bool,
    pub(super) read: fn(&Url) -> Cow<'_, str>,
    /// `None` for `origin`, which cannot be changed, and `href`, which throws where others ignore.
    pub(super) change: Option<fn(&mut Url, &str)>,
}

const fn part(name: &'static str, read: fn(&Url) -> Cow<'_, str>) -> Part {
    Part { name, whole: false, read, change: None }
}

impl Part {
    const fn changed_by(self, change: fn(&mut Url, &str)) -> Self {
        Self { change: Some(change), ..self }
    }

    const fn with_query(self) -> Self {
        Self { whole: true, ..self }
    }
}

/// The whole of it.
pub(super) const HREF: Part = part("href", |url| quirks::href(url).into()).with_query();

/// The others, in the order in which the console shows them, with `searchParams` before the last.
pub(super) const PARTS: [Part; 10] = [
    part("origin", |url| quirks::origin(url).into()),
    part("protocol", |url| quirks::protocol(url).into())
        .changed_by(|url, text| _ = quirks::set_protocol(url, text)),
    part("username", |url| quirks::username(url).into())
        .changed_by(|url, text| _ = quirks::set_username(url, text)),
    part("password", |url| quirks::password(url).into())
        .changed_by(|url, text| _ = quirks::set_password(url, text)),
    part("host", |url| quirks::host(url).into())
        .changed_by(|url, text| _ = quirks::set_host(url, text)),
    part("hostname", |url| quirks::hostname(url).into())
        .changed_by(|url, text| _ = quirks::set_hostname(url, text)),
    part("port", |url| quirks::port(url).into())
        .changed_by(|url, text| _ = quirks::set_port(url, text)),
    part("pathname", |url| quirks::pathname(url).into()).changed_by(set_pathname),
    part("search", |url| quirks::search(url).into()).changed_by(quirks::set_search).with_query(),
    part("hash", |url| quirks::hash(url).into()).changed_by(quirks::set_hash),
];

fn set_pathname(url: &mut Url, text: &str) {
    if climb::is_affordable(text, url[..Position::BeforePath].len()) {
        quirks::set_pathname(url, text);
    }
}
