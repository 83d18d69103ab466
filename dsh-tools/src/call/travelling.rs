//! How a tool's error goes through boxed errors and `anyhow::Error` and comes out with its code (rule MAC-4).
//! Message and code are two errors of one chain, because a wrapper may hide its inner error's type.

use std::error::Error;
use std::fmt;

use super::error::{ErrorCode, ToolError};

/// What a [`ToolError`] travels as inside a boxed error.
struct Travelling {
    message: String,
    baggage: Baggage,
}

/// The rest of a travelling error, which stands behind it in its chain of sources: error types that
/// hide what they wrap, as `anyhow::Error` does, still pass its sources on.
struct Baggage {
    code: Option<ErrorCode>,
    source: Option<Box<dyn Error + Send + Sync>>,
}

impl Travelling {
    fn arrive(self) -> ToolError {
        let Self { message, baggage: Baggage { code, source } } = self;
        ToolError { message, code, source }
    }
}

impl fmt::Display for Travelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for Travelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for Travelling {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        if self.baggage.code.is_some() { Some(&self.baggage) } else { self.baggage.source() }
    }
}

impl fmt::Display for Baggage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.code {
            Some(code) => write!(f, "code {code}"),
            None => f.write_str("no code"),
        }
    }
}

impl fmt::Debug for Baggage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for Baggage {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as &(dyn Error + 'static))
    }
}

impl From<ToolError> for Box<dyn Error + Send + Sync> {
    fn from(error: ToolError) -> Self {
        let ToolError { message, code, source } = error;
        Box::new(Travelling { message, baggage: Baggage { code, source } })
    }
}

/// Takes a boxed error apart, recovering a [`ToolError`] and any code further down its chain.
pub(super) fn from_boxed(error: Box<dyn Error + Send + Sync>) -> ToolError {
    let error = match error.downcast::<Travelling>() {
        Ok(travelling) => return travelling.arrive(),
        Err(error) => error,
    };
    let mut message = error.to_string();
    let mut code = None;
    let mut cause = error.source();
    while let Some(inner) = cause {
        if let Some(baggage) = inner.downcast_ref::<Baggage>() {
            code = code.or_else(|| baggage.code.clone());
        } else {
            let text = inner.to_string();
            if !message.contains(&text) {
                message = format!("{message}: {text}");
            }
        }
        cause = inner.source();
    }
    ToolError { message, code, source: Some(error) }
}
