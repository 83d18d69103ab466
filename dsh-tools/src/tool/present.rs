//! How calls of a tool are shown to people (rule UI-1): its own card where it makes one, the generic card else.
//! A card depends only on what a conversation keeps, so a log of calls can be shown again.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::spec::ToolSpec;
use crate::call::{CallCard, DurableResult, ResultCard, panic_message};
use crate::json::Json;

impl ToolSpec {
    /// The card of a call with those arguments. Arguments that the tool would refuse, and a callback that
    /// panics, give the generic card; secrets are in no card.
    ///
    /// ```
    /// use dsh_tools::call::{CallKind, GenericCall};
    /// use dsh_tools::prelude::*;
    ///
    /// /// Read a file.
    /// #[tool(present_call = |args| GenericCall::new(format!("Read {}", args.path)).kind(CallKind::Read))]
    /// async fn read_file(path: String) -> String { path }
    ///
    /// let registry = ToolRegistry::builder().tools(tools![read_file]).build()?;
    /// let tool = registry.get("read_file").ok_or("no such tool")?;
    /// assert_eq!(tool.spec().present_call(&json!({ "path": "a.txt" }).into()).title(), "Read a.txt");
    /// assert_eq!(tool.spec().present_call(&json!({ "path": 5 }).into()).title(), "read_file");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn present_call(&self, arguments: &Json) -> CallCard {
        let arguments = self.parameters().redact(arguments);
        let present = self.callbacks().present_call.as_deref();
        let own = present.and_then(|present| {
            self.presentable(&arguments, "present_call", || present(&arguments))
        });
        own.unwrap_or_else(|| CallCard::fallback(self.name().as_str(), arguments))
    }

    /// The card of a result of a call with those arguments, in the same way.
    #[must_use]
    pub fn present_result(&self, arguments: &Json, result: &DurableResult) -> ResultCard {
        let own = self.callbacks().present_result.as_deref().and_then(|present| {
            let arguments = self.parameters().redact(arguments);
            self.presentable(&arguments, "present_result", || present(&arguments, result))
        });
        own.unwrap_or_else(|| ResultCard::fallback(result))
    }

    /// What the callback gives for arguments that are valid.
    fn presentable<T>(
        &self,
        arguments: &Json,
        what: &str,
        present: impl FnOnce() -> Option<T>,
    ) -> Option<T> {
        if !self.parameters().is_valid(arguments) {
            return None;
        }
        catch_unwind(AssertUnwindSafe(present)).unwrap_or_else(|payload| {
            let (tool, message) = (self.name(), panic_message(&*payload));
            tracing::warn!("{what} of tool `{tool}` panicked: {message}");
            None
        })
    }
}
