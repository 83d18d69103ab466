//! Where long content goes: the seam that hosts implement, and its boxed twin.

use std::future::Future;
use std::sync::Arc;

use crate::hook::BoxFuture;

/// Why a store did not keep or find something.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpillError {
    /// There is no room.
    #[error("the store is full")]
    Full,
    /// Nothing of that handle is kept, or not any more.
    #[error(
        "nothing is kept under that handle (any more); copy the handle exactly, or call the tool again"
    )]
    Unknown,
    /// The store itself failed.
    #[error("the store failed: {0}")]
    Failed(String),
}

/// Keeps texts under handles. One that fails, panics or hangs costs a call its full text, never its result.
pub trait SpillStore: Send + Sync + 'static {
    /// Keeps a text; the handle must not be guessable.
    fn put(&self, text: Arc<str>) -> impl Future<Output = Result<String, SpillError>> + Send;

    /// The text under a handle. The handle comes from a model: check it.
    fn get(&self, handle: String) -> impl Future<Output = Result<Arc<str>, SpillError>> + Send;
}

/// A store whose type is forgotten.
pub(super) trait SharedStore: Send + Sync {
    fn put(self: Arc<Self>, text: Arc<str>) -> BoxFuture<Result<String, SpillError>>;
    fn get(self: Arc<Self>, handle: String) -> BoxFuture<Result<Arc<str>, SpillError>>;
}

impl<T: SpillStore> SharedStore for T {
    fn put(self: Arc<Self>, text: Arc<str>) -> BoxFuture<Result<String, SpillError>> {
        Box::pin(async move { SpillStore::put(&*self, text).await })
    }

    fn get(self: Arc<Self>, handle: String) -> BoxFuture<Result<Arc<str>, SpillError>> {
        Box::pin(async move { SpillStore::get(&*self, handle).await })
    }
}
