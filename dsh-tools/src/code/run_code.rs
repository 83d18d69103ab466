//! The tool `run_code`: an ordinary participant of the pipeline whose body runs a program.
//! Its definition sits in a slot of the registry and reaches the caller's view through the call.

use std::num::NonZeroUsize;
use std::sync::Arc;

use super::bridge::{self, Bridge, Remains, Shared};
use super::catalogue::{Catalogue, DESCRIBE, SEARCH};
use super::failure;
use super::preflight::{Inspection, Preflight};
use super::render::render_result;
use super::runtime::{BindingGroup, CodeReport, CodeRun, CodeRuntime, ErrorClass, WallClock};
use crate::call::{CallCard, CallKind, Content, ErrorCode, GenericCall, ToolError};
use crate::json::{Json, parse};
use crate::registry::{RegistryBuilder, ScopeHandle, View};
use crate::schema::Schema;
use crate::tool::{
    BodyFuture, CallContext, Callbacks, DefinitionError, ToolDefinition, ToolHandler, ToolSpec,
};

const DESCRIPTION: &str = "\
Run one TypeScript program that calls the tools of the SDK. Only what it returns or logs comes back.";

const PARAMETERS: &str = r#"{
  "type": "object",
  "properties": {
    "code": {"type": "string", "description": "The program: the body of an async function, in TypeScript."},
    "description": {"type": "string", "description": "One line that says what the program does, for people."}
  },
  "required": ["code", "description"]
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "properties": {"logs": {"type": "array", "items": {"type": "string"}}, "result": {}},
  "required": ["logs"],
  "additionalProperties": false
}"#;

/// How programs call tools.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CodeOptions {
    /// How many bodies of nested calls overlap at most; more calls wait. Ten by default.
    pub max_parallel_sub_calls: NonZeroUsize,
    /// What is done about a program that does not fit the tools that it calls: it runs, by default, and what was found
    /// joins the message if it fails.
    pub preflight: Preflight,
}

impl Default for CodeOptions {
    fn default() -> Self {
        Self {
            max_parallel_sub_calls: NonZeroUsize::MIN.saturating_add(9),
            preflight: Preflight::Report,
        }
    }
}

impl CodeOptions {
    /// At most that many bodies of nested calls overlap.
    #[must_use]
    pub fn max_parallel_sub_calls(mut self, most: NonZeroUsize) -> Self {
        self.max_parallel_sub_calls = most;
        self
    }

    /// What is done about a program that does not fit the tools that it calls.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use dsh_tools::code::{CodeOptions, Preflight};
    /// use dsh_tools::prelude::*;
    ///
    /// /// Add two integers.
    /// #[tool]
    /// async fn add(a: i64, b: i64) -> i64 { a + b }
    ///
    /// let registry = ToolRegistry::builder()
    ///     .tools(tools![add])
    ///     .mode(Mode::Code)
    ///     .runtime_with(InProcess::new(), CodeOptions::default().preflight(Preflight::Refuse))
    ///     .build()?;
    /// let program = json!({ "code": "await tools.add({ a: 1, b: 2 });\nawait tools.ad({})", "description": "sums" });
    /// let outcome = registry.call("run_code", program).await;
    /// assert!(outcome.text().ends_with("- 2:7: tools.ad: there is no such tool; did you mean `add`?"));
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn preflight(mut self, preflight: Preflight) -> Self {
        self.preflight = preflight;
        self
    }
}

impl<S: Send + Sync + 'static> RegistryBuilder<S> {
    /// Gives the registry a runtime for programs, which modes `code` and `both` need.
    #[must_use]
    pub fn runtime(self, runtime: impl CodeRuntime) -> Self {
        self.runtime_with(runtime, CodeOptions::default())
    }

    /// Gives the registry a runtime for programs, with options.
    #[must_use]
    pub fn runtime_with(mut self, runtime: impl CodeRuntime, options: CodeOptions) -> Self {
        self.language = Some(runtime.language().into());
        match definition(Arc::new(runtime), options) {
            Ok(definition) => self.run_code = Some(definition),
            Err(error) => self.problems.push(error.into()),
        }
        self
    }
}

fn definition<S: Send + Sync + 'static>(
    runtime: Arc<dyn CodeRuntime>,
    options: CodeOptions,
) -> Result<ToolDefinition<S>, DefinitionError> {
    let callbacks = Callbacks {
        render: Some(Arc::new(render)),
        present_call: Some(Arc::new(present)),
        ..Callbacks::default()
    };
    let spec = ToolSpec::run_code(DESCRIPTION.into(), schema(PARAMETERS)?, schema(OUTPUT)?)?
        .with_callbacks(callbacks);
    Ok(ToolDefinition::new(spec, Arc::new(RunCode { runtime, options })))
}

fn schema(text: &str) -> Result<Schema, DefinitionError> {
    Schema::from_json(&parse(text).unwrap_or_default()).map_err(|source| {
        DefinitionError::Parameters { tool: crate::tool::RUN_CODE.to_owned(), source }
    })
}

/// Both arguments of a render callback are a contract of [`Callbacks`].
#[allow(clippy::unnecessary_wraps)]
fn render(_: &Json, value: &Json) -> Result<Vec<Content>, ToolError> {
    let logs: Vec<&str> = match value["logs"].as_array() {
        Some(lines) => lines.iter().filter_map(Json::as_str).collect(),
        None => Vec::new(),
    };
    Ok(vec![Content::text(render_result(&logs, value.get("result")))])
}

/// A program is shown by what it is for.
fn present(arguments: &Json) -> Option<CallCard> {
    let title = arguments["description"].as_str()?;
    let card = GenericCall::new(title).kind(CallKind::Execute).raw_input(arguments["code"].clone());
    Some(card.into())
}

struct RunCode {
    runtime: Arc<dyn CodeRuntime>,
    options: CodeOptions,
}

impl<S: Send + Sync + 'static> ToolHandler<S> for RunCode {
    fn call(&self, arguments: &Json, context: CallContext<S>) -> BodyFuture {
        let runtime = self.runtime.clone();
        let options = self.options;
        let program = arguments["code"].as_str().unwrap_or_default().to_owned();
        let described =
            arguments["description"].as_str().is_some_and(|text| !text.trim().is_empty());
        Box::pin(async move {
            if !described {
                return Err(ToolError::new(
                    "`description` is blank: say in one line what the program does",
                )
                .with_code(ErrorCode::INVALID_ARGS));
            }
            let Some(scope) = context.caller::<ScopeHandle<S>>() else {
                return Err(ToolError::new("programs can only be run through a registry"));
            };
            run(&*runtime, options, program, &scope, &context).await
        })
    }
}

async fn run<S: Send + Sync + 'static>(
    runtime: &dyn CodeRuntime,
    options: CodeOptions,
    program: String,
    scope: &ScopeHandle<S>,
    context: &CallContext<S>,
) -> Result<Json, ToolError> {
    let cancel = context.cancel().child_token();
    // A run that is dropped ends its calls too.
    let on_drop = cancel.clone().drop_guard();
    let most = options.max_parallel_sub_calls.get();
    let view = scope.view();
    let catalogue = Catalogue::of(&view);
    let bindings = vec![tools_of(&view, catalogue.is_some())];
    let inspection = Inspection::new(options.preflight, view, catalogue.is_some());
    let call = context.call().clone();
    let clock = WallClock::start_within(call.token.clock().cloned());
    let bridge = Bridge::new(
        call,
        scope.clone(),
        most,
        cancel.clone(),
        clock.clone(),
        inspection,
        catalogue,
    );
    let shared = Shared::new(bridge);
    let run = CodeRun::new(program, bindings, Box::new(shared.clone()), cancel).with_clock(clock);
    let report = runtime.run(run).await;
    let Remains { finished, mut notes } = shared.drain().await;
    drop(on_drop);

    let CodeReport { result, logs, unhandled } = report;
    notes.extend(
        unhandled.iter().map(|line| format!("Note: nothing handled this rejection: {line}")),
    );
    match result {
        Ok(result) => {
            notes.into_iter().for_each(|note| context.call().note(note));
            Ok(bridge::value(&logs, result))
        }
        Err(failure) => Err(failure::error(&failure, &shared.findings(), &finished, &notes, &logs)),
    }
}

/// One function for each tool that the caller sees now, and those that look for tools (rule CODE-2).
fn tools_of<S: Send + Sync + 'static>(view: &View<S>, has_catalogue: bool) -> BindingGroup {
    let lookups: &[&str] = if has_catalogue { &[SEARCH, DESCRIBE] } else { &[] };
    BindingGroup {
        global: "tools".to_owned(),
        members: view.tools().map(|tool| tool.spec().name().shared()).collect(),
        hidden_members: lookups.iter().map(|name| Arc::from(*name)).collect(),
        error_class: Some(ErrorClass {
            name: "ToolCallError".to_owned(),
            member_property: "toolName".to_owned(),
        }),
    }
}
