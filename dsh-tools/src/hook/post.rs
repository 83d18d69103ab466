//! Post-execute hooks: they see what a call came to and accept or block it (rule PIPE-5).
//! Replacing content is no way to keep a value secret: the value stays as it is.

use std::fmt;
use std::future::Future;
use std::ops::Deref;
use std::sync::Arc;

use super::chain::{BoxFuture, Chain, IntoHookResult, Link};
use super::handle::CallHandle;
use crate::call::{Content, DeferredContext, Outcome, ToolError};
use crate::json::Json;

/// A call whose dispatch is over, with its outcome so far.
pub struct FinishedCall<S> {
    call: CallHandle<S>,
    outcome: Arc<Outcome>,
}

impl<S> FinishedCall<S> {
    pub(crate) fn new(call: CallHandle<S>, outcome: Arc<Outcome>) -> Self {
        Self { call, outcome }
    }

    /// What the call came to.
    #[must_use]
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }
}

impl<S> Deref for FinishedCall<S> {
    type Target = CallHandle<S>;

    fn deref(&self) -> &Self::Target {
        &self.call
    }
}

impl<S> Clone for FinishedCall<S> {
    fn clone(&self) -> Self {
        Self { call: self.call.clone(), outcome: self.outcome.clone() }
    }
}

impl<S> fmt::Debug for FinishedCall<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FinishedCall").field("call", &self.call).finish_non_exhaustive()
    }
}

/// What takes the place of a part of an outcome. Never both parts.
#[derive(Clone, Debug, PartialEq)]
pub enum Replacement {
    /// Other blocks; value and metadata stay.
    Content(Vec<Content>),
    /// Another value, which is validated and rendered. Only a success can take one.
    Value(Json),
}

/// What a post-execute hook says of an outcome.
#[derive(Clone, Debug, PartialEq)]
pub enum PostDecision {
    /// It goes on.
    Accept {
        /// With this in place of a part of it.
        replace: Option<Replacement>,
        /// With these contexts after the tool's own.
        contexts: Vec<DeferredContext>,
    },
    /// It becomes a failure without value; the tool's own contexts are dropped.
    Block {
        /// What the model reads in its place.
        feedback: Vec<Content>,
        /// The only contexts that remain.
        contexts: Vec<DeferredContext>,
    },
}

impl PostDecision {
    /// Accepts the outcome as it is.
    #[must_use]
    pub fn accept() -> Self {
        Self::Accept { replace: None, contexts: Vec::new() }
    }

    /// Accepts the outcome with another value, which is validated and rendered. A failure cannot take one.
    pub fn replace_value(value: impl Into<Json>) -> Self {
        let replace = Some(Replacement::Value(value.into()));
        Self::Accept { replace, contexts: Vec::new() }
    }

    /// Accepts the outcome with other blocks. Value and metadata stay, so this keeps nothing secret.
    #[must_use]
    pub fn replace_content(content: Vec<Content>) -> Self {
        Self::Accept { replace: Some(Replacement::Content(content)), contexts: Vec::new() }
    }

    /// The same decision with one more context for the conversation.
    ///
    /// ```
    /// use dsh_tools::call::DeferredContext;
    /// use dsh_tools::hook::PostDecision;
    ///
    /// let noted = DeferredContext::new("policy", vec!["shortened".into()]);
    /// let decision = PostDecision::replace_content(vec!["…".into()]).with_context(noted);
    /// assert!(matches!(decision, PostDecision::Accept { contexts, .. } if contexts.len() == 1));
    /// ```
    #[must_use]
    pub fn with_context(mut self, context: DeferredContext) -> Self {
        let (Self::Accept { contexts, .. } | Self::Block { contexts, .. }) = &mut self;
        contexts.push(context);
        self
    }

    /// Blocks the outcome with that feedback for the model.
    pub fn block(feedback: impl Into<Content>) -> Self {
        Self::Block { feedback: vec![feedback.into()], contexts: Vec::new() }
    }
}

/// The rest of the post-execute hooks; at the end of the row stands "accept".
pub type PostNext<S> = Chain<FinishedCall<S>, PostDecision>;

/// A post-execute hook. Async functions and closures of this shape are hooks too.
///
/// ```
/// use dsh_tools::call::ToolError;
/// use dsh_tools::hook::{FinishedCall, PostDecision, PostNext};
///
/// async fn no_keys(call: FinishedCall<()>, next: PostNext<()>) -> Result<PostDecision, ToolError> {
///     if call.outcome().text().contains("PRIVATE KEY") {
///         return Ok(PostDecision::block("the result held a private key"));
///     }
///     next.run(call).await
/// }
/// # fn is_hook<S>(_: impl dsh_tools::hook::PostExecute<S>) {}
/// # is_hook(no_keys);
/// ```
pub trait PostExecute<S>: Send + Sync + 'static {
    /// Decides, or goes on with `next` and keeps or replaces its answer.
    fn post_execute(
        &self,
        call: FinishedCall<S>,
        next: PostNext<S>,
    ) -> impl Future<Output = Result<PostDecision, ToolError>> + Send;
}

impl<S, F, Fut, D> PostExecute<S> for F
where
    S: Send + Sync + 'static,
    F: Fn(FinishedCall<S>, PostNext<S>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = D> + Send,
    D: IntoHookResult<PostDecision>,
{
    async fn post_execute(
        &self,
        call: FinishedCall<S>,
        next: PostNext<S>,
    ) -> Result<PostDecision, ToolError> {
        self(call, next).await.into_hook_result()
    }
}

struct Post<H>(H);

impl<S, H> Link<FinishedCall<S>, PostDecision> for Post<H>
where
    S: Send + Sync + 'static,
    H: PostExecute<S>,
{
    fn run(
        self: Arc<Self>,
        call: FinishedCall<S>,
        rest: PostNext<S>,
    ) -> BoxFuture<Result<PostDecision, ToolError>> {
        Box::pin(async move { self.0.post_execute(call, rest).await })
    }
}

pub(crate) fn share_post<S: Send + Sync + 'static>(
    hook: impl PostExecute<S>,
) -> Arc<dyn Link<FinishedCall<S>, PostDecision>> {
    Arc::new(Post(hook))
}
