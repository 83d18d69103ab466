//! The variables of a scope, and which of them a text uses. A variable that is not there is an error.
//! A function that gives a value is asked only where the value is used, and once for each assembly.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::future::join_all;

use super::error::PromptError;
use super::parts::VariablePart;
use super::template::Template;
use super::text::Source;
use crate::registry::{Names, ScopeHandle};

/// Variables by name; of those of the same name, the nearest.
pub(super) struct Variables<S>(BTreeMap<Arc<str>, Source<S>>);

/// What the functions of variables gave.
pub(super) type Values<'a> = BTreeMap<&'a str, Arc<str>>;

impl<S: Send + Sync + 'static> Variables<S> {
    /// Of these parts, the nearest last.
    pub(super) fn of<'a>(parts: impl Iterator<Item = &'a VariablePart<S>>) -> Self {
        Self(parts.map(|part| (part.name.clone(), part.value.clone())).collect())
    }

    /// Whether all variables of the section's text are there.
    pub(super) fn check(&self, section: &str, template: &Template) -> Result<(), PromptError> {
        match template.variables().find(|name| !self.0.contains_key(*name)) {
            None => Ok(()),
            Some(variable) => Err(PromptError::UnknownVariable {
                section: section.to_owned(),
                variable: variable.to_string(),
                known: Names(self.0.keys().map(ToString::to_string).collect()),
            }),
        }
    }

    /// Whether no function has to be asked to fill this in.
    pub(super) fn are_fixed(&self, template: &Template) -> bool {
        template.variables().all(|name| matches!(self.0.get(name), Some(Source::Fixed(_))))
    }

    /// Asks the functions of the variables that these texts use.
    pub(super) async fn values<'a>(
        &self,
        templates: impl Iterator<Item = &'a Template>,
        scope: &ScopeHandle<S>,
    ) -> Result<Values<'a>, PromptError> {
        let mut functions = BTreeMap::new();
        for name in templates.flat_map(Template::variables) {
            if let Some(Source::Given(function)) = self.0.get(name) {
                functions.insert(&**name, function);
            }
        }
        let values = functions.into_iter().map(|(name, function)| async move {
            match function.text(scope).await {
                Ok(text) => Ok((name, text.text)),
                Err(error) => Err(PromptError::Variable { variable: name.to_owned(), error }),
            }
        });
        // All are awaited, so that of several failures the first by name is told.
        join_all(values).await.into_iter().collect()
    }

    pub(super) fn fill(&self, template: &Template, values: &Values<'_>) -> Arc<str> {
        let value = |name: &str| match self.0.get(name) {
            Some(Source::Fixed(text)) => Some(&*text.text),
            _ => values.get(name).map(|text| &**text),
        };
        template.fill(value).into()
    }
}
