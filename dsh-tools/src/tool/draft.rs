//! A spec on its way from `#[tool]`: what the expansion says of a function, in few words.
//! Callbacks arrive typed and leave erased.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::build::{DefinitionBuilder, MissingBody};
use super::function::{ArgsOf, OutputOf, Tool};
use super::param::{Parameter, WholeArguments};
use super::returns::ToolReturn;
use super::spec::{DefinitionError, Hints, ToolSpec};
use crate::call::{Content, ErrorCode, Outcome, ToolError};
use crate::json::{Json, from_json, to_json};
use crate::schema::{ParametersBuilder, PropertyOptions, Schema};

/// What the attributes of a parameter say of it.
#[derive(Debug)]
pub struct Argument {
    name: &'static str,
    options: PropertyOptions,
    mistake: Option<String>,
}

impl Argument {
    /// A required argument without description.
    #[must_use]
    pub fn new(name: &'static str) -> Self {
        let options = PropertyOptions { required: true, ..PropertyOptions::default() };
        Self { name, options, mistake: None }
    }

    /// What the argument means.
    #[must_use]
    pub fn description(mut self, description: &str) -> Self {
        self.options.description = Some(description.into());
        self
    }

    /// What it is when it is left out.
    #[must_use]
    pub fn default_value(mut self, default: &impl Serialize) -> Self {
        self.options.required = false;
        let _json = self.json("default", default);
        self
    }

    /// What it may look like.
    #[must_use]
    pub fn example(mut self, example: &impl Serialize) -> Self {
        let _json = self.json("example", example);
        self
    }

    fn json(&mut self, what: &str, value: &impl Serialize) -> Json {
        to_json(value).unwrap_or_else(|lossy| {
            self.mistake = Some(format!("its {what} is no JSON: {lossy}"));
            Json::Null
        })
    }
}

/// A tool that is still being described. Mistakes wait for `build`.
#[derive(Debug)]
pub struct SpecDraft {
    name: &'static str,
    builder: DefinitionBuilder<MissingBody>,
    parameters: ParametersBuilder,
    mistake: Option<DefinitionError>,
    hints: Hints,
}

impl SpecDraft {
    /// A tool without arguments.
    #[must_use]
    pub fn new(name: &'static str, description: &'static str) -> Self {
        Self {
            name,
            builder: DefinitionBuilder::new(name.into(), description.into()),
            parameters: ParametersBuilder::new(),
            mistake: None,
            hints: Hints::default(),
        }
    }

    /// Adds a parameter, which the context is none of.
    #[must_use]
    pub fn parameter<D, P: Parameter<D>>(mut self, argument: Argument) -> Self {
        if let Some(message) = argument.mistake {
            let (tool, argument) = (self.name.into(), argument.name.into());
            self.mistake.get_or_insert(DefinitionError::Attribute { tool, argument, message });
        }
        self.parameters = P::declare(self.parameters, argument.name, argument.options);
        self
    }

    /// The tool is built from `P` as all its arguments.
    ///
    /// # Errors
    ///
    /// [`DefinitionError`].
    pub fn build_whole<D, P: WholeArguments<D>, R, const FALLIBLE: bool>(
        mut self,
    ) -> Result<Arc<ToolSpec>, DefinitionError>
    where
        R: ToolReturn<D, FALLIBLE>,
    {
        self.builder = self.builder.parameters_or(Schema::of_input::<P>());
        self.finish::<R::Output>()
    }

    /// The tool is built from the parameters that were added.
    ///
    /// # Errors
    ///
    /// [`DefinitionError`].
    pub fn build<D, R, const FALLIBLE: bool>(mut self) -> Result<Arc<ToolSpec>, DefinitionError>
    where
        R: ToolReturn<D, FALLIBLE>,
    {
        let parameters = std::mem::take(&mut self.parameters);
        self.builder = self.builder.parameters_or(parameters.build());
        self.finish::<R::Output>()
    }

    fn finish<T: schemars::JsonSchema>(self) -> Result<Arc<ToolSpec>, DefinitionError> {
        if let Some(mistake) = self.mistake {
            return Err(mistake);
        }
        let builder = self.builder.output_or(Schema::of_output::<T>()).hints(self.hints);
        Ok(Arc::new(builder.spec()?))
    }

    /// Declares how long a call may take.
    #[must_use]
    pub fn timeout_ms(mut self, milliseconds: u64) -> Self {
        self.builder = self.builder.timeout(Duration::from_millis(milliseconds));
        self
    }

    /// It changes nothing.
    #[must_use]
    pub fn read_only(mut self) -> Self {
        self.hints.read_only = true;
        self
    }

    /// It may destroy something.
    #[must_use]
    pub fn destructive(mut self) -> Self {
        self.hints.destructive = true;
        self
    }

    /// Repeating it changes nothing more.
    #[must_use]
    pub fn idempotent(mut self) -> Self {
        self.hints.idempotent = true;
        self
    }

    /// It reaches beyond the application.
    #[must_use]
    pub fn open_world(mut self) -> Self {
        self.hints.open_world = true;
        self
    }

    /// Calls may always overlap.
    #[must_use]
    pub fn concurrency_safe(mut self) -> Self {
        self.builder = self.builder.concurrency_safe();
        self
    }

    /// Calls may overlap when this says so of their arguments.
    #[must_use]
    pub fn concurrency_safe_when<F: Tool>(
        mut self,
        classify: impl Fn(&ArgsOf<F>) -> bool + Send + Sync + 'static,
    ) -> Self {
        let classify = move |arguments: &Json| F::read(arguments).is_ok_and(|args| classify(&args));
        self.builder = self.builder.concurrency_safe_when(classify);
        self
    }

    /// Unknown arguments are refused.
    #[must_use]
    pub fn closed(self) -> Self {
        self
    }

    /// What the model reads.
    #[must_use]
    pub fn render<F: Tool<Output: DeserializeOwned>>(
        mut self,
        render: impl Fn(&ArgsOf<F>, &OutputOf<F>) -> Vec<Content> + Send + Sync + 'static,
    ) -> Self {
        self.builder = self.builder.render(move |arguments, value| {
            Ok(render(&F::read(arguments)?, &read_output::<OutputOf<F>>(value)?))
        });
        self
    }

    /// Metadata for people.
    #[must_use]
    pub fn presentation_meta<F: Tool<Output: DeserializeOwned>, M: Serialize>(
        mut self,
        meta: impl Fn(&ArgsOf<F>, &OutputOf<F>) -> M + Send + Sync + 'static,
    ) -> Self {
        self.builder = self.builder.presentation_meta(move |arguments, value| {
            let meta = meta(&F::read(arguments)?, &read_output::<OutputOf<F>>(value)?);
            Ok(to_json(&meta)?)
        });
        self
    }

    /// May replace the content of every outcome.
    #[must_use]
    pub fn finalize_content(
        mut self,
        finalize: impl Fn(&Outcome) -> Option<Vec<Content>> + Send + Sync + 'static,
    ) -> Self {
        self.builder = self.builder.finalize_content(finalize);
        self
    }
}

fn read_output<T: DeserializeOwned>(value: &Json) -> Result<T, ToolError> {
    from_json(value).map_err(|error| {
        ToolError::new(format!("the value does not fit the tool's type: {error}"))
            .with_code(ErrorCode::INVALID_TOOL_OUTPUT)
    })
}
