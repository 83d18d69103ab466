//! Hooks of one kind in a row: the first is outermost, each decides whether and how often to go on.
//! The row is fixed when a call starts; going on twice runs the inner hooks twice (rule PIPE-4).

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::call::{IntoToolError, ToolError};

pub(crate) type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// One hook, whatever its type.
pub(crate) trait Link<C, R>: Send + Sync {
    fn run(self: Arc<Self>, call: C, rest: Chain<C, R>) -> BoxFuture<Result<R, ToolError>>;
}

type End<C, R> = Arc<dyn Fn(C) -> BoxFuture<Result<R, ToolError>> + Send + Sync>;

/// What is left of a row of hooks, with the pipeline itself at its end.
pub struct Chain<C, R> {
    links: Arc<[Arc<dyn Link<C, R>>]>,
    at: usize,
    end: End<C, R>,
}

impl<C, R> Chain<C, R> {
    pub(crate) fn new<F>(links: Arc<[Arc<dyn Link<C, R>>]>, end: F) -> Self
    where
        F: Fn(C) -> BoxFuture<Result<R, ToolError>> + Send + Sync + 'static,
    {
        Self { links, at: 0, end: Arc::new(end) }
    }

    /// Goes on with the inner hooks and whatever they wrap.
    ///
    /// # Errors
    ///
    /// The error of an inner hook. A tool's own failure is no error here but an outcome.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future drops whatever runs inside, a body included.
    pub async fn run(&self, call: C) -> Result<R, ToolError> {
        match self.links.get(self.at) {
            Some(link) => {
                let rest = Self { at: self.at + 1, ..self.clone() };
                link.clone().run(call, rest).await
            }
            None => (self.end)(call).await,
        }
    }
}

impl<C, R> Clone for Chain<C, R> {
    fn clone(&self) -> Self {
        Self { links: self.links.clone(), at: self.at, end: self.end.clone() }
    }
}

impl<C, R> fmt::Debug for Chain<C, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chain").field("left", &(self.links.len() - self.at)).finish()
    }
}

/// What a hook written as a function may return: the answer itself, or a result with any error.
pub trait IntoHookResult<R> {
    /// The answer.
    ///
    /// # Errors
    ///
    /// The hook's own failure.
    fn into_hook_result(self) -> Result<R, ToolError>;
}

impl<R> IntoHookResult<R> for R {
    fn into_hook_result(self) -> Result<R, ToolError> {
        Ok(self)
    }
}

impl<R, E: IntoToolError> IntoHookResult<R> for Result<R, E> {
    fn into_hook_result(self) -> Result<R, ToolError> {
        self.map_err(IntoToolError::into_tool_error)
    }
}
