//! The signal that ends a call. Most calls end without anybody looking at it, so its token is made when it is asked
//! for: making, cloning and asking a token each take a lock.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use tokio_util::sync::CancellationToken;

use super::state::CallState;

/// A signal of a call's own: firing it does not fire that of whoever made the call.
#[derive(Debug, Default)]
pub(crate) struct Signal {
    /// Whoever made the call.
    caller: Option<CancellationToken>,
    own: OnceLock<CancellationToken>,
    fired: AtomicBool,
}

impl Signal {
    /// Fires when that of the caller does.
    pub(crate) fn under(caller: CancellationToken) -> Self {
        Self { caller: Some(caller), ..Self::default() }
    }

    /// That token itself.
    pub(crate) fn given(token: CancellationToken) -> Self {
        Self { own: OnceLock::from(token), ..Self::default() }
    }

    pub(crate) fn token(&self) -> &CancellationToken {
        let token = self.own.get_or_init(|| match &self.caller {
            Some(caller) => caller.child_token(),
            None => CancellationToken::new(),
        });
        if self.fired.load(Ordering::SeqCst) {
            token.cancel();
        }
        token
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        if self.fired.load(Ordering::SeqCst) {
            return true;
        }
        let asked = self.own.get().or(self.caller.as_ref());
        asked.is_some_and(CancellationToken::is_cancelled)
    }

    pub(crate) fn fire(&self) {
        // First the mark: a token that is made meanwhile is fired by whoever makes it.
        self.fired.store(true, Ordering::SeqCst);
        if let Some(token) = self.own.get() {
            token.cancel();
        }
    }
}

/// A call as one part of the pipeline sees it: with its own signal, or with one that a hook put in its place.
#[derive(Clone, Debug)]
pub(crate) struct Signalled {
    call: Arc<CallState>,
    replaced: Option<Arc<Signal>>,
}

impl Signalled {
    pub(crate) fn new(call: Arc<CallState>) -> Self {
        Self { call, replaced: None }
    }

    /// The same call with another signal.
    pub(crate) fn with_signal(&self, signal: Signal) -> Self {
        Self { call: self.call.clone(), replaced: Some(Arc::new(signal)) }
    }

    pub(crate) fn signal(&self) -> &Signal {
        self.replaced.as_deref().unwrap_or(&self.call.signal)
    }

    /// The signal that a hook put in place of the call's own.
    pub(crate) fn replaced_signal(&self) -> Option<&Arc<Signal>> {
        self.replaced.as_ref()
    }
}

impl Deref for Signalled {
    type Target = Arc<CallState>;

    fn deref(&self) -> &Self::Target {
        &self.call
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn can_3_a_signal_fires_before_and_after_its_token_is_made() {
        let caller = CancellationToken::new();
        let signal = Signal::under(caller.clone());
        let token = signal.token().clone();
        signal.fire();
        assert!(token.is_cancelled() && signal.is_cancelled() && !caller.is_cancelled());
        let late = Signal::under(caller.clone());
        late.fire();
        assert!(late.is_cancelled() && late.token().is_cancelled() && !caller.is_cancelled());
    }

    #[test]
    fn can_1_the_callers_signal_reaches_the_call() {
        let caller = CancellationToken::new();
        let (unasked, asked) = (Signal::under(caller.clone()), Signal::under(caller.clone()));
        assert!(!unasked.is_cancelled() && !asked.token().is_cancelled());
        caller.cancel();
        assert!(unasked.is_cancelled() && asked.is_cancelled());
        assert!(Signal::given(caller).is_cancelled() && !Signal::default().is_cancelled());
    }
}
