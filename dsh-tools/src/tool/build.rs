//! The builder of tools that are made at run time: names, schemas and closures instead of a function.
//! The body comes last, since it decides over which state the tool works.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::definition::{ToolDefinition, ToolHandler};
use super::name::NamePolicy;
use super::spec::{Callbacks, Concurrency, DefinitionError, Hints, ToolSpec};
use crate::call::{CallCard, Content, DurableResult, Outcome, ResultCard, ToolError};
use crate::json::{Json, Object, ObjectBuilder};
use crate::schema::{Schema, SchemaError};

/// A builder that has no body yet.
#[derive(Debug)]
pub struct MissingBody;

/// A builder that has its body, and so can build.
pub struct WithBody<S>(Arc<dyn ToolHandler<S>>);

impl<S> fmt::Debug for WithBody<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WithBody")
    }
}

/// Collects what [`ToolDefinition::builder`] was told. All mistakes are reported by `build`.
#[derive(Debug)]
pub struct DefinitionBuilder<B> {
    name: Arc<str>,
    policy: NamePolicy,
    description: Arc<str>,
    parameters: Option<Result<Schema, SchemaError>>,
    output: Option<Result<Schema, SchemaError>>,
    timeout: Option<Duration>,
    hints: Hints,
    concurrency: Concurrency,
    callbacks: Callbacks,
    body: B,
}

impl DefinitionBuilder<MissingBody> {
    pub(super) fn new(name: Arc<str>, description: Arc<str>) -> Self {
        Self {
            name,
            policy: NamePolicy::default(),
            description,
            parameters: None,
            output: None,
            timeout: None,
            hints: Hints::default(),
            concurrency: Concurrency::default(),
            callbacks: Callbacks::default(),
            body: MissingBody,
        }
    }

    /// What the tool does, given its arguments and its context.
    pub fn body<S, H: ToolHandler<S>>(self, body: H) -> DefinitionBuilder<WithBody<S>> {
        self.replace_body(WithBody(Arc::new(body))).0
    }

    /// What the tool says of itself, apart from its body.
    pub(super) fn spec(self) -> Result<ToolSpec, DefinitionError> {
        let tool = || self.name.as_ref().to_owned();
        let parameters = match self.parameters {
            None => Schema::from_json(&any_object()),
            Some(schema) => schema,
        };
        let parameters =
            parameters.map_err(|source| DefinitionError::Parameters { tool: tool(), source })?;
        let output = self
            .output
            .unwrap_or_else(|| Ok(Schema::any()))
            .map_err(|source| DefinitionError::Output { tool: tool(), source })?;
        let mut spec =
            ToolSpec::new(self.name.clone(), self.policy, self.description, parameters, output)?
                .with_hints(self.hints)
                .with_concurrency(self.concurrency)
                .with_callbacks(self.callbacks);
        if let Some(timeout) = self.timeout {
            spec = spec.with_timeout(timeout)?;
        }
        Ok(spec)
    }

    /// The schema of the arguments, or why there is none.
    pub(super) fn parameters_or(mut self, schema: Result<Schema, SchemaError>) -> Self {
        self.parameters = Some(schema);
        self
    }

    /// The schema of the value, or why there is none.
    pub(super) fn output_or(mut self, schema: Result<Schema, SchemaError>) -> Self {
        self.output = Some(schema);
        self
    }
}

impl<B> DefinitionBuilder<B> {
    fn replace_body<C>(self, body: C) -> (DefinitionBuilder<C>, B) {
        let Self { name, policy, description, parameters, output, timeout, .. } = self;
        let Self { hints, concurrency, callbacks, body: before, .. } = self;
        let builder = DefinitionBuilder {
            name,
            policy,
            description,
            parameters,
            output,
            timeout,
            hints,
            concurrency,
            callbacks,
            body,
        };
        (builder, before)
    }

    /// Allows names beyond the portable ones.
    #[must_use]
    pub fn name_policy(mut self, policy: NamePolicy) -> Self {
        self.policy = policy;
        self
    }

    /// The schema of the arguments; without it, an object with any members.
    #[must_use]
    pub fn parameters(mut self, schema: Schema) -> Self {
        self.parameters = Some(Ok(schema));
        self
    }

    /// The schema of the arguments as JSON Schema.
    #[must_use]
    pub fn parameters_json(mut self, schema: impl Into<Json>) -> Self {
        self.parameters = Some(Schema::from_json(&schema.into()));
        self
    }

    /// The schema of the value; without it, any JSON.
    #[must_use]
    pub fn output(mut self, schema: Schema) -> Self {
        self.output = Some(Ok(schema));
        self
    }

    /// The schema of the value as JSON Schema.
    #[must_use]
    pub fn output_json(mut self, schema: impl Into<Json>) -> Self {
        self.output = Some(Schema::from_json(&schema.into()));
        self
    }

    /// How long a call may take, for the timeout policy.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// How the tool behaves.
    #[must_use]
    pub fn hints(mut self, hints: Hints) -> Self {
        self.hints = hints;
        self
    }

    /// Calls may always overlap with others.
    #[must_use]
    pub fn concurrency_safe(mut self) -> Self {
        self.concurrency = Concurrency::Parallel;
        self
    }

    /// Calls may overlap with others when this returns true for their arguments.
    #[must_use]
    pub fn concurrency_safe_when(
        mut self,
        classify: impl Fn(&Json) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.concurrency = Concurrency::When(Arc::new(classify));
        self
    }

    /// What the model reads of arguments and value.
    #[must_use]
    pub fn render(
        mut self,
        render: impl Fn(&Json, &Json) -> Result<Vec<Content>, ToolError> + Send + Sync + 'static,
    ) -> Self {
        self.callbacks.render = Some(Arc::new(render));
        self
    }

    /// Metadata for people, of arguments and value (rule PIPE-10).
    #[must_use]
    pub fn presentation_meta(
        mut self,
        meta: impl Fn(&Json, &Json) -> Result<Json, ToolError> + Send + Sync + 'static,
    ) -> Self {
        self.callbacks.presentation_meta = Some(Arc::new(meta));
        self
    }

    /// May replace the content of every outcome (rule PIPE-6).
    #[must_use]
    pub fn finalize_content(
        mut self,
        finalize: impl Fn(&Outcome) -> Option<Vec<Content>> + Send + Sync + 'static,
    ) -> Self {
        self.callbacks.finalize_content = Some(Arc::new(finalize));
        self
    }

    /// Shows a call to people; nothing is the generic card (rule UI-1). It gets valid arguments without secrets.
    #[must_use]
    pub fn present_call(
        mut self,
        present: impl Fn(&Json) -> Option<CallCard> + Send + Sync + 'static,
    ) -> Self {
        self.callbacks.present_call = Some(Arc::new(present));
        self
    }

    /// Shows a result to people; nothing is the generic card (rule UI-1). It gets valid arguments without
    /// secrets.
    #[must_use]
    pub fn present_result(
        mut self,
        present: impl Fn(&Json, &DurableResult) -> Option<ResultCard> + Send + Sync + 'static,
    ) -> Self {
        self.callbacks.present_result = Some(Arc::new(present));
        self
    }
}

impl<S> DefinitionBuilder<WithBody<S>> {
    /// The finished tool.
    ///
    /// # Errors
    ///
    /// [`DefinitionError`] when the name, the description, a schema or the timeout is refused.
    pub fn build(self) -> Result<ToolDefinition<S>, DefinitionError> {
        let (builder, WithBody(body)) = self.replace_body(MissingBody);
        Ok(ToolDefinition::new(builder.spec()?, body))
    }
}

/// `{"type":"object","properties":{}}`
fn any_object() -> Json {
    let mut schema = ObjectBuilder::with_capacity(2);
    schema.insert("type", Json::from("object"));
    schema.insert("properties", Json::Object(Object::default()));
    schema.build().into()
}
