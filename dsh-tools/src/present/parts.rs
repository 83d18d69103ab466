//! What an application puts into prompts: sections, variables, an order of tools, listeners and providers.
//! Each belongs to the layer on which it is registered and is taken back by its handle (rule REG-2).

use std::sync::Arc;

use super::error::PartError;
use super::listener::{Listener, PromptListener};
use super::order::ToolOrder;
use super::template::{Template, TemplateError, is_name};
use super::text::{IntoText, Source, Text, TextSource};
use super::tool_provider::{Provider, ToolProvider};
use crate::registry::{Place, Registration, RegistryBuilder, ScopeHandle};

/// The start of the names of this library's own sections.
const RESERVED: &str = "tools:";

/// A text that was read for variables.
#[derive(Clone)]
pub(super) enum Body {
    /// There are none in it, or none are meant.
    Plain(Arc<str>),
    Template(Arc<Template>),
}

impl Body {
    pub(super) fn read(text: Text) -> Result<Self, TemplateError> {
        if text.verbatim || !text.text.contains("{{") {
            return Ok(Self::Plain(text.text));
        }
        Template::parse(&text.text).map(|template| Self::Template(Arc::new(template)))
    }
}

/// A section in a layer.
pub(super) struct SectionPart<S> {
    pub(super) name: Arc<str>,
    pub(super) order: i32,
    pub(super) text: Source<S, Body>,
}

/// A variable in a layer.
pub(super) struct VariablePart<S> {
    pub(super) name: Arc<str>,
    pub(super) value: Source<S>,
}

/// Registering what goes into prompts.
impl<S: Send + Sync + 'static> ScopeHandle<S> {
    /// Adds a section of the system prompt for this scope and those below it. In a scope it shadows an
    /// inherited section of that name; without text it leaves it out.
    ///
    /// Sections stand in the order of their numbers, then of their names. `{{name}}` in the text stands for a
    /// [variable](Self::variable), `{{{{` for a literal `{{`; see [`Verbatim`](super::Verbatim) for text that
    /// is taken as it is.
    ///
    /// # Errors
    ///
    /// [`PartError`] for a name that this layer has already or that starts with `tools:`, and for text with
    /// braces that are no variable.
    pub fn section<K>(
        &self,
        name: impl Into<Arc<str>>,
        order: i32,
        text: impl IntoText<S, K>,
    ) -> Result<Registration, PartError> {
        self.add_section(&name.into(), order, text.into_text())
    }

    /// Gives a variable of section texts a value, for this scope and those below it. In a scope it shadows an
    /// inherited variable of that name.
    ///
    /// The value is put in as it is. A function is asked once for each assembly that uses the variable.
    ///
    /// # Errors
    ///
    /// [`PartError`] for a name that this layer has already, and for one that could not be written in a text.
    pub fn variable<K>(
        &self,
        name: impl Into<Arc<str>>,
        value: impl IntoText<S, K>,
    ) -> Result<Registration, PartError> {
        self.add_variable(&name.into(), value.into_text())
    }

    /// Sets the order in which tools are listed to the model, in place of an inherited one.
    ///
    /// [`UNLISTED_TOOLS`](super::UNLISTED_TOOLS) stands for all others, which keep their order by name; without
    /// it they come last. The names are checked when a prompt is assembled, since scopes differ in their tools
    /// and modes.
    ///
    /// # Errors
    ///
    /// [`PartError`] for a second order in the same layer.
    pub fn tool_order<N: Into<String>>(
        &self,
        names: impl IntoIterator<Item = N>,
    ) -> Result<Registration, PartError> {
        let part = ToolOrder(names.into_iter().map(Into::into).collect());
        self.add_part(part, |_| true)
            .ok_or_else(|| PartError::AlreadyOrdered { layer: self.place() })
    }

    /// Adds a listener for prompts inside those that are there.
    pub fn prompt_listener(&self, listener: impl PromptListener<S>) -> Registration {
        self.add_freely(Place::Last, Listener::new(listener))
    }

    /// Adds a listener for prompts around those of this layer.
    pub fn prompt_listener_first(&self, listener: impl PromptListener<S>) -> Registration {
        self.add_freely(Place::First, Listener::new(listener))
    }

    /// Adds a provider of tools that lie outside the registry, for this scope and those below it.
    pub fn tool_provider(&self, provider: impl ToolProvider<S>) -> Registration {
        self.add_freely(Place::Last, Provider::new(provider))
    }

    fn add_section(
        &self,
        name: &Arc<str>,
        order: i32,
        TextSource(text): TextSource<S>,
    ) -> Result<Registration, PartError> {
        if name.starts_with(RESERVED) {
            return Err(PartError::Reserved { name: name.to_string() });
        }
        let no_template = |problem| PartError::Template { section: name.to_string(), problem };
        let text = match text {
            Source::Given(function) => Source::Given(function),
            Source::Fixed(text) => Source::Fixed(Body::read(text).map_err(no_template)?),
        };
        let part = SectionPart { name: name.clone(), order, text };
        self.add_part(part, |other| other.name == *name)
            .ok_or_else(|| self.duplicate("section", name))
    }

    fn add_variable(
        &self,
        name: &Arc<str>,
        TextSource(value): TextSource<S>,
    ) -> Result<Registration, PartError> {
        if !is_name(name) {
            return Err(PartError::VariableName { name: name.to_string() });
        }
        let part = VariablePart { name: name.clone(), value };
        self.add_part(part, |other| other.name == *name)
            .ok_or_else(|| self.duplicate("variable", name))
    }

    fn duplicate(&self, kind: &'static str, name: &str) -> PartError {
        PartError::Duplicate { kind, name: name.to_owned(), layer: self.place() }
    }
}

/// What goes into prompts.
impl<S: Send + Sync + 'static> RegistryBuilder<S> {
    /// Adds a section of the system prompt; see [`ScopeHandle::section`]. What is wrong with it is told by
    /// [`build`](Self::build).
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use dsh_tools::prelude::*;
    ///
    /// let registry = ToolRegistry::builder()
    ///     .section("intro", 10, "You are {{name}}.")
    ///     .variable("name", "Ada")
    ///     .build()?;
    /// let agent = registry.scope();
    /// agent.variable("name", "Grace")?.keep();
    /// assert_eq!(registry.prompt().await?.text(), "You are Ada.");
    /// assert_eq!(agent.prompt().await?.text(), "You are Grace.");
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn section<K>(
        self,
        name: impl Into<Arc<str>>,
        order: i32,
        text: impl IntoText<S, K>,
    ) -> Self {
        let (name, text) = (name.into(), text.into_text());
        self.set_up(move |registry| Ok(registry.add_section(&name, order, text)?))
    }

    /// Gives a variable of section texts a value; see [`ScopeHandle::variable`].
    #[must_use]
    pub fn variable<K>(self, name: impl Into<Arc<str>>, value: impl IntoText<S, K>) -> Self {
        let (name, value) = (name.into(), value.into_text());
        self.set_up(move |registry| Ok(registry.add_variable(&name, value)?))
    }

    /// Sets the order in which tools are listed to the model; see [`ScopeHandle::tool_order`].
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use dsh_tools::prelude::*;
    ///
    /// let tool = |name: &str| ToolDefinition::builder(name, "A tool.")
    ///     .body(|arguments: dsh_tools::json::Json, _: dsh_tools::tool::CallContext<()>| async { Ok(arguments) })
    ///     .build();
    /// let registry = ToolRegistry::builder()
    ///     .tools(vec![tool("find")?, tool("drop_table")?, tool("read_file")?])
    ///     .tool_order(["read_file", "<unlisted-tools>", "drop_table"])
    ///     .build()?;
    /// let names: Vec<_> = registry.prompt().await?.tools.iter().map(|tool| tool.name.clone()).collect();
    /// assert_eq!(names, ["read_file".into(), "find".into(), "drop_table".into()]);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn tool_order<N: Into<String>>(self, names: impl IntoIterator<Item = N>) -> Self {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        self.set_up(move |registry| Ok(registry.tool_order(names)?))
    }

    /// Adds a listener for prompts; the first one added is outermost.
    #[must_use]
    pub fn prompt_listener(self, listener: impl PromptListener<S>) -> Self {
        self.set_up(move |registry| Ok(registry.prompt_listener(listener)))
    }

    /// Adds a provider of tools that lie outside the registry.
    #[must_use]
    pub fn tool_provider(self, provider: impl ToolProvider<S>) -> Self {
        self.set_up(move |registry| Ok(registry.tool_provider(provider)))
    }
}
