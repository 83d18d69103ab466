//! A registry in which every stage notes that it ran, and the one fault that a row puts into it.

use dsh_tools::hook::{
    Approval, ApprovalRequest, ApprovalService, AroundNext, FinishedCall, PostNext,
};
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::registry::RegistryBuilder;
use dsh_tools::tool::CallContext;
use dsh_tools_tests::kit::{Log, builder, code};
use tokio_util::sync::CancellationToken;

/// The tool of every row.
pub(crate) const TOOL: &str = "work";

/// What came of a row.
pub(crate) struct Seen {
    pub(crate) code: String,
    pub(crate) is_error: bool,
    stages: Vec<String>,
}

impl Seen {
    pub(crate) fn count(&self, stage: &str) -> usize {
        self.stages.iter().filter(|seen| *seen == stage).count()
    }

    pub(crate) fn ran(&self, stage: &str) -> bool {
        self.count(stage) > 0
    }

    /// Every stage, in the order in which they were entered.
    pub(crate) fn into_stages(self) -> Vec<String> {
        self.stages
    }
}

/// What the body does.
pub(crate) type Body = fn() -> Result<Json, ToolError>;

/// A registry that is still being put together.
pub(crate) struct Stand {
    pub(crate) log: Log,
    pub(crate) cancel: CancellationToken,
    body: Body,
    render: fn() -> Result<Vec<Content>, ToolError>,
    finalize: fn() -> Option<Vec<Content>>,
    builder: RegistryBuilder<()>,
    arguments: &'static str,
    name: &'static str,
}

impl Stand {
    pub(crate) fn new() -> Self {
        Self {
            log: Log::default(),
            cancel: CancellationToken::new(),
            body: || Ok(1.into()),
            render: || Ok(vec!["one".into()]),
            finalize: || None,
            builder: ToolRegistry::builder(),
            arguments: r#"{"n":1}"#,
            name: TOOL,
        }
    }

    pub(crate) fn body(mut self, body: Body) -> Self {
        self.body = body;
        self
    }

    pub(crate) fn render(mut self, render: fn() -> Result<Vec<Content>, ToolError>) -> Self {
        self.render = render;
        self
    }

    pub(crate) fn finalize(mut self, finalize: fn() -> Option<Vec<Content>>) -> Self {
        self.finalize = finalize;
        self
    }

    pub(crate) fn arguments(mut self, arguments: &'static str) -> Self {
        self.arguments = arguments;
        self
    }

    pub(crate) fn named(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    /// Cancels the call before it is made.
    pub(crate) fn cancelled(self) -> Self {
        self.cancel.cancel();
        self
    }

    /// Adds to the registry, inside of the hooks that note what runs.
    pub(crate) fn with(
        mut self,
        add: impl FnOnce(RegistryBuilder<()>, &CancellationToken) -> RegistryBuilder<()>,
    ) -> Self {
        self.builder = add(self.builder, &self.cancel);
        self
    }

    /// Asks about the call, and answers so.
    pub(crate) fn asked(
        self,
        answer: fn(&CancellationToken) -> Result<Approval, ToolError>,
    ) -> Self {
        let service = Answers { log: self.log.clone(), cancel: self.cancel.clone(), answer };
        let ask = |_: CallHandle<()>, _: Next<()>| async { Decision::ask("is it so?") };
        self.with(|builder, _| builder.approval(service).pre_execute(ask))
    }

    /// Makes the call.
    pub(crate) async fn call(self) -> Seen {
        let Self { log, cancel, body, render, finalize, builder, arguments, name } = self;
        let tool = tool(&log, body, render, finalize);
        // Added last and put first: these run outside of what a row adds.
        let registry = builder.tools(vec![tool]).build().unwrap();
        note_stages(&registry, &log);
        let call = ToolCall::new(name, arguments).with_cancel(cancel);
        let outcome = registry.scope().execute(call).await;
        let code = code(&outcome);
        let code = if code == "none" { "its own, or none".to_owned() } else { format!("`{code}`") };
        Seen { code, is_error: outcome.is_error(), stages: log.entries() }
    }
}

fn tool(
    log: &Log,
    body: Body,
    render: fn() -> Result<Vec<Content>, ToolError>,
    finalize: fn() -> Option<Vec<Content>>,
) -> ToolDefinition<()> {
    let (run, rendered, meta, finalized) = (log.clone(), log.clone(), log.clone(), log.clone());
    builder(TOOL)
        .parameters_json(json!({
            "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"]
        }))
        .output_json(json!({ "type": "integer" }))
        .render(move |_, _| {
            rendered.add("render");
            render()
        })
        .presentation_meta(move |_, _| {
            meta.add("presentation_meta");
            Ok(Json::Null)
        })
        .finalize_content(move |_| {
            finalized.add("finalize_content");
            finalize()
        })
        .body(move |_: Json, _: CallContext<()>| {
            run.add("body");
            std::future::ready(body())
        })
        .build()
        .unwrap()
}

/// The outermost hook of each kind notes that its stage begins.
fn note_stages(registry: &ToolRegistry, log: &Log) {
    let note = |log: &Log, stage: &'static str| {
        let log = log.clone();
        move || log.add(stage)
    };
    let gate = note(log, "pre-execute");
    let gate = move |call: CallHandle<()>, next: Next<()>| {
        gate();
        async move { next.run(call).await }
    };
    registry.pre_execute_first(gate).keep();
    let guard = note(log, "guards");
    registry
        .guard(move |_: &CallHandle<()>| {
            guard();
            None
        })
        .keep();
    let around = note(log, "around-execute");
    let around = move |call: CallHandle<()>, next: AroundNext<()>| {
        around();
        async move { next.run(call).await }
    };
    registry.around_first(around).keep();
    let post = note(log, "post-execute");
    let post = move |call: FinishedCall<()>, next: PostNext<()>| {
        post();
        async move { next.run(call).await }
    };
    registry.post_execute_first(post).keep();
    let observer = note(log, "observer");
    registry.observe(move |_: &CallHandle<()>, _: &Outcome| observer()).keep();
}

struct Answers {
    log: Log,
    cancel: CancellationToken,
    answer: fn(&CancellationToken) -> Result<Approval, ToolError>,
}

impl ApprovalService<()> for Answers {
    async fn request(&self, _: ApprovalRequest<()>) -> Result<Approval, ToolError> {
        self.log.add("approval");
        (self.answer)(&self.cancel)
    }
}
