//! The service that asks a person when a gate says `Ask` (rule PIPE-3).
//! Each answer counts for one call.

use std::future::Future;
use std::sync::Arc;

use super::chain::BoxFuture;
use super::handle::CallHandle;
pub use crate::call::Approval;
use crate::call::ToolError;

/// What is asked: a call, and why.
#[derive(Debug)]
#[non_exhaustive]
pub struct ApprovalRequest<S> {
    /// The call. Its signal fires when the question is no longer of interest.
    pub call: CallHandle<S>,
    /// What the gate gave as reason.
    pub reason: Option<String>,
}

/// Asks a person, or whoever decides.
///
/// ```
/// use dsh_tools::call::ToolError;
/// use dsh_tools::hook::{Approval, ApprovalRequest, ApprovalService};
///
/// struct Never;
///
/// impl<S: Send + Sync + 'static> ApprovalService<S> for Never {
///     async fn request(&self, _: ApprovalRequest<S>) -> Result<Approval, ToolError> {
///         Ok(Approval::Rejected)
///     }
/// }
/// ```
pub trait ApprovalService<S>: Send + Sync + 'static {
    /// Asks, and waits for the answer. The wall time of a program whose call is asked about stands still meanwhile.
    fn request(
        &self,
        request: ApprovalRequest<S>,
    ) -> impl Future<Output = Result<Approval, ToolError>> + Send;
}

/// The same service, whatever its type.
pub(crate) trait SharedApproval<S>: Send + Sync {
    fn ask(self: Arc<Self>, request: ApprovalRequest<S>) -> BoxFuture<Result<Approval, ToolError>>;
}

impl<S: Send + Sync + 'static, A: ApprovalService<S>> SharedApproval<S> for A {
    fn ask(self: Arc<Self>, request: ApprovalRequest<S>) -> BoxFuture<Result<Approval, ToolError>> {
        Box::pin(async move { self.request(request).await })
    }
}
