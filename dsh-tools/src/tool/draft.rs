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
use crate::call::{
    CallCard, Content, DurableResult, ErrorCode, IntoCard, Outcome, ResultCard, ToolError,
};
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
        self.options.default = Some(self.json("default", default));
        self
    }

    /// What it may look like.
    #[must_use]
    pub fn example(mut self, example: &impl Serialize) -> Self {
        let example = self.json("example", example);
        self.options.examples.push(example);
        self
    }

    /// The least number it may be.
    #[must_use]
    pub fn minimum(self, least: &impl Serialize) -> Self {
        self.constrained("minimum", least)
    }

    /// The greatest number it may be.
    #[must_use]
    pub fn maximum(self, greatest: &impl Serialize) -> Self {
        self.constrained("maximum", greatest)
    }

    /// The least number of characters of a text.
    #[must_use]
    pub fn min_length(self, least: &u64) -> Self {
        self.constrained("minLength", least)
    }

    /// The greatest number of characters of a text.
    #[must_use]
    pub fn max_length(self, greatest: &u64) -> Self {
        self.constrained("maxLength", greatest)
    }

    /// A regular expression that a text matches.
    #[must_use]
    pub fn pattern(self, pattern: &str) -> Self {
        self.constrained("pattern", pattern)
    }

    /// Its values are kept from journals and messages.
    #[must_use]
    pub fn secret(self) -> Self {
        self.constrained("writeOnly", &true)
    }

    fn constrained<T: Serialize + ?Sized>(mut self, keyword: &'static str, value: &T) -> Self {
        let value = self.json(keyword, value);
        self.options.constraints.push((keyword, value));
        self
    }

    fn json<T: Serialize + ?Sized>(&mut self, what: &str, value: &T) -> Json {
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
        self.builder = self.builder.parameters_or(P::schema());
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
    pub fn closed(mut self) -> Self {
        self.parameters = self.parameters.closed(true);
        self
    }

    /// What the model reads.
    #[must_use]
    pub fn render<F: Tool<Output: CallbackOutput>>(
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
    pub fn presentation_meta<F: Tool<Output: CallbackOutput>, M: Serialize>(
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

    /// Shows a call to people.
    #[must_use]
    pub fn present_call<F: Tool, C: IntoCard<CallCard>>(
        mut self,
        present: impl Fn(&ArgsOf<F>) -> C + Send + Sync + 'static,
    ) -> Self {
        let present = move |arguments: &Json| present(&F::read(arguments).ok()?).into_card();
        self.builder = self.builder.present_call(present);
        self
    }

    /// Shows a result to people.
    #[must_use]
    pub fn present_result<F: Tool, C: IntoCard<ResultCard>>(
        mut self,
        present: impl Fn(&ArgsOf<F>, &DurableResult) -> C + Send + Sync + 'static,
    ) -> Self {
        let present = move |arguments: &Json, result: &DurableResult| {
            present(&F::read(arguments).ok()?, result).into_card()
        };
        self.builder = self.builder.present_result(present);
        self
    }
}

/// Can be read back for a callback.
#[diagnostic::on_unimplemented(
    message = "a callback cannot get a `{Self}`: it is made from the call's JSON",
    label = "its output cannot be read from JSON",
    note = "add `serde::Deserialize` to what `{Self}` derives"
)]
pub trait CallbackOutput: DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned> CallbackOutput for T {}

fn read_output<T: DeserializeOwned>(value: &Json) -> Result<T, ToolError> {
    from_json(value).map_err(|error| {
        ToolError::new(format!("the value does not fit the tool's type: {error}"))
            .with_code(ErrorCode::INVALID_TOOL_OUTPUT)
    })
}
