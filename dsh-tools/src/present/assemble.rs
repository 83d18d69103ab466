//! Assembling a prompt: the plan of the view, then the functions and providers of the application, then the
//! listeners. Sections are asked at once, as variables are, and a failure of several is always the same one.

use std::collections::BTreeSet;
use std::future::ready;
use std::sync::Arc;

use futures_util::future::join_all;

use super::error::PromptError;
use super::listener::Assembly;
use super::parts::{Body, SectionPart};
use super::plan::Plan;
use super::prompt::{Prompt, Section};
use super::text::Source;
use crate::call::CallError;
use crate::hook::{BoxFuture, Chain};
use crate::registry::{ScopeHandle, ToolSchema};
use crate::tool::{NamePolicy, RUN_CODE, ToolName};

impl<S: Send + Sync + 'static> ScopeHandle<S> {
    /// What a model gets of this scope, in its mode (rules PROMPT-2 and PROMPT-5).
    ///
    /// Only functions, providers and listeners of the application run anew each time; the rest is kept until
    /// something of the scope changes.
    ///
    /// # Errors
    ///
    /// [`PromptError`] when the mode runs programs and there is no runtime, or none with an SDK; when a text
    /// uses a variable that is not there; when the order of tools names one that the mode does not offer; and
    /// when a function, provider or listener fails or panics.
    ///
    /// # Cancel safety
    ///
    /// Nothing of the registry changes; dropping the future drops what the application was asked for.
    pub async fn prompt(&self) -> Result<Prompt, PromptError> {
        let plan = self.view().derived(|view| Plan::of(self.core(), view));
        let plan = plan.as_ref().as_ref().map_err(Clone::clone)?;
        let sections = plan.sections(self).await?;
        let tools = plan.tools(self).await?;
        plan.rewritten(self, Prompt { sections, tools }).await
    }
}

impl<S: Send + Sync + 'static> Plan<S> {
    async fn sections(&self, scope: &ScopeHandle<S>) -> Result<Vec<Section>, PromptError> {
        let bodies = join_all(self.sections.iter().map(|section| self.body(section, scope))).await;
        let bodies: Vec<Body> = bodies.into_iter().collect::<Result<_, _>>()?;
        let templates = bodies.iter().filter_map(|body| match body {
            Body::Template(template) => Some(&**template),
            Body::Plain(_) => None,
        });
        let values = self.variables.values(templates, scope).await?;
        let text = |body: &Body| match body {
            Body::Plain(text) => text.clone(),
            Body::Template(template) => self.variables.fill(template, &values),
        };
        let sections = self.sections.iter().zip(&bodies).map(|(section, body)| Section {
            name: section.name.clone(),
            order: section.order,
            text: text(body),
        });
        Ok(sections.filter(|section| !section.text.is_empty()).collect())
    }

    /// The text of a section, read for variables that are all there.
    async fn body(
        &self,
        section: &SectionPart<S>,
        scope: &ScopeHandle<S>,
    ) -> Result<Body, PromptError> {
        let name = &*section.name;
        let function = match &section.text {
            Source::Fixed(body) => return Ok(body.clone()),
            Source::Given(function) => function,
        };
        let failed = |error| PromptError::Section { section: name.to_owned(), error };
        let text = function.text(scope).await.map_err(failed)?;
        let no_template = |problem| PromptError::Template { section: name.to_owned(), problem };
        let body = Body::read(text).map_err(no_template)?;
        if let Body::Template(template) = &body {
            self.variables.check(name, template)?;
        }
        Ok(body)
    }

    async fn tools(&self, scope: &ScopeHandle<S>) -> Result<Arc<Vec<ToolSchema>>, PromptError> {
        if self.providers.is_empty() {
            return Ok(self.tools.clone());
        }
        let mut tools = self.tools.to_vec();
        let mut names: BTreeSet<Arc<str>> = tools.iter().map(|tool| tool.name.clone()).collect();
        let asked = self.providers.iter().map(|provider| provider.tools(scope));
        for provided in join_all(asked).await {
            for tool in provided.map_err(|error| PromptError::Provider(error.into()))? {
                ToolName::new(tool.name.clone(), NamePolicy::Any)
                    .map_err(PromptError::ProvidedName)?;
                if !names.insert(tool.name.clone()) {
                    return Err(PromptError::ProvidedTwice { name: tool.name.to_string() });
                }
                tools.push(tool);
            }
        }
        tools.sort_by(|left, right| place(left).cmp(&place(right)));
        self.arrange(Arc::new(tools), names)
    }

    async fn rewritten(
        &self,
        scope: &ScopeHandle<S>,
        prompt: Prompt,
    ) -> Result<Prompt, PromptError> {
        if self.listeners.is_empty() {
            return Ok(prompt);
        }
        let as_it_is = |assembly: Assembly<S>| Box::pin(ready(Ok(assembly.prompt))) as BoxFuture<_>;
        let listeners = Chain::new(self.listeners.clone(), as_it_is);
        let rewritten = listeners.run(Assembly::new(scope.clone(), prompt)).await;
        rewritten.map_err(|error| PromptError::Listener(CallError::from(error)))
    }
}

/// By name, and `run_code` last.
fn place(tool: &ToolSchema) -> (bool, &str) {
    (&*tool.name == RUN_CODE, &tool.name)
}
