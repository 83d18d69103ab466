//! A `tracing` span around each call, with the names that OpenTelemetry has for generative AI (rule POL-2).
//! What the rest of the chain and the body log stands inside of it.

use tracing::field::{Empty, display};
use tracing::{Instrument, Span};

use crate::call::{Outcome, ToolError};
use crate::hook::{AroundExecute, AroundNext, CallHandle};

/// Opens a span `execute_tool` for each call: an around-execute hook.
///
/// Its fields: `otel.name`, `otel.kind`, `gen_ai.operation.name`, `gen_ai.tool.name`, `gen_ai.tool.type`,
/// `gen_ai.tool.call.id`, `call.root_id`, for the calls of programs `call.parent_id` and `call.sub_id`, and for
/// failures `error.type` (the code, or `_OTHER`) and `otel.status_code`. No arguments, unless they are asked for.
///
/// ```
/// use dsh_tools::policy;
/// use dsh_tools::prelude::*;
///
/// let registry = ToolRegistry::builder().around(policy::Trace::default().with_arguments()).build()?;
/// # let _: ToolRegistry = registry;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "a policy does nothing until a registry has it"]
pub struct Trace {
    arguments: bool,
}

impl Trace {
    /// Adds `gen_ai.tool.call.arguments`, without what the tool's schema calls secret. Those of unknown tools
    /// stay out, since nothing says what in them is secret.
    pub fn with_arguments(mut self) -> Self {
        self.arguments = true;
        self
    }

    fn span<S>(&self, call: &CallHandle<S>) -> Span {
        let span = tracing::info_span!(
            "execute_tool",
            otel.name = %format_args!("execute_tool {}", call.name()),
            otel.kind = "internal",
            otel.status_code = Empty,
            gen_ai.operation.name = "execute_tool",
            gen_ai.tool.name = call.name(),
            gen_ai.tool.type = "function",
            gen_ai.tool.call.id = %call.call_id(),
            gen_ai.tool.call.arguments = Empty,
            call.root_id = %call.root_call_id(),
            call.parent_id = Empty,
            call.sub_id = Empty,
            error.type = Empty,
        );
        if span.is_disabled() {
            return span;
        }
        if call.parent().is_some() {
            span.record("call.sub_id", display(call.call_id()));
            if let Some(parent) = parent_of(call.call_id().as_str()) {
                span.record("call.parent_id", parent);
            }
        }
        if let Some(tool) = call.tool().filter(|_| self.arguments) {
            let arguments = tool.parameters().redact(call.arguments());
            span.record("gen_ai.tool.call.arguments", display(arguments));
        }
        span
    }
}

impl<S: Send + Sync + 'static> AroundExecute<S> for Trace {
    async fn around_execute(
        &self,
        call: CallHandle<S>,
        next: AroundNext<S>,
    ) -> Result<Outcome, ToolError> {
        let span = self.span(&call);
        let result = next.run(call).instrument(span.clone()).await;
        let failed = match &result {
            Ok(outcome) if !outcome.is_error() => return result,
            Ok(outcome) => outcome.code(),
            Err(error) => error.code(),
        };
        span.record("error.type", failed.map_or("_OTHER", |code| code.as_str()));
        span.record("otel.status_code", "ERROR");
        result
    }
}

/// The id of the call that made this one: sub call ids are `<parent>:code:<n>` (rule CODE-5).
fn parent_of(id: &str) -> Option<&str> {
    let (parent, number) = id.rsplit_once(":code:")?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some(parent)
}
