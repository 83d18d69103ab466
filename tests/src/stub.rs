//! A runtime whose programs are Rust: it stands in for an engine wherever only the seam matters.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;

use dsh_tools::code::{BindingCall, BindingReply, CodeReport, CodeRun, CodeRuntime, Isolation};
use dsh_tools::json::Json;

type Running = Pin<Box<dyn Future<Output = CodeReport> + Send>>;

/// Runs the same script for every program.
#[derive(Clone)]
pub struct Scripted {
    language: &'static str,
    script: Arc<dyn Fn(CodeRun) -> Running + Send + Sync>,
}

impl Scripted {
    /// A runtime for that script.
    pub fn new<F>(script: impl Fn(CodeRun) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = CodeReport> + Send + 'static,
    {
        Self { language: "typescript", script: Arc::new(move |run| Box::pin(script(run))) }
    }

    /// A runtime whose programs all end with that report.
    #[must_use]
    pub fn reporting(report: CodeReport) -> Self {
        Self::new(move |_| std::future::ready(report.clone()))
    }

    /// A runtime whose programs all return that text.
    #[must_use]
    pub fn returning(text: &str) -> Self {
        Self::reporting(CodeReport::new(Ok(Some(Json::from(text))), Vec::new()))
    }

    /// The same runtime for programs in another language.
    #[must_use]
    pub fn in_language(mut self, language: &'static str) -> Self {
        self.language = language;
        self
    }
}

impl CodeRuntime for Scripted {
    fn language(&self) -> &str {
        self.language
    }

    fn isolation(&self) -> Isolation {
        Isolation::Thread
    }

    fn run(&self, run: CodeRun) -> Running {
        (self.script)(run)
    }
}

impl fmt::Debug for Scripted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scripted").field("language", &self.language).finish_non_exhaustive()
    }
}

/// Starts a call of the first group, as a program does with `tools.name(args)`.
pub fn start(run: &mut CodeRun, id: u64, name: &str, arguments: impl Into<Json>) {
    run.host.start(BindingCall::new(id, 0, name.into(), arguments.into()));
}

/// Waits for the next answer, as a program does with `await`.
pub async fn reply(run: &mut CodeRun) -> BindingReply {
    poll_fn(|context| run.host.poll_reply(context)).await
}

/// Lets calls that were made start, without waiting for an answer.
pub async fn advance(run: &mut CodeRun) {
    poll_fn(|context| {
        // An answer that is ready by now would be lost; tests use this for bodies that wait.
        let _ = run.host.poll_reply(context);
        Poll::Ready(())
    })
    .await;
}
