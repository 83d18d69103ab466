//! Tool lists, calls and results in the formats of model providers and of MCP: values in, values out (rule PROMPT-7).
//! A [`Provider`] is made of the tools that a model sees; it holds what each is called there, and what was lost.
//!
//! What each provider refuses, and what is done about it, is in `docs/providers.md`.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use dsh_tools::json::parse;
//! use dsh_tools::prelude::*;
//! use dsh_tools::present::provider::anthropic;
//!
//! let registry = ToolRegistry::builder().build()?;
//! let provider = anthropic::messages(&registry.prompt().await?.tools);
//! let request = json!({ "model": "…", "tools": provider.tools() });
//! # let _ = request;
//!
//! // The provider answers; an unknown name stays a call, which fails with words that the model can read.
//! let response = parse(r#"{ "stop_reason": "tool_use", "content": [
//!     { "type": "tool_use", "id": "toolu_1", "name": "get_wether", "input": {} }
//! ] }"#)?;
//! let calls = provider.tool_calls(&response)?;
//! let outcomes = registry.execute_batch(calls.clone(), Batch::default()).await;
//! let messages = provider.results(&calls, &outcomes)?;
//! assert_eq!(messages[0]["content"][0]["tool_use_id"].as_str(), Some("toolu_1"));
//! assert_eq!(messages[0]["content"][0]["is_error"].as_bool(), Some(true));
//! # Ok(())
//! # }
//! ```

pub mod anthropic;
mod error;
pub mod gemini;
mod gemini_schema;
pub mod mcp;
mod names;
pub mod openai;
mod read;
mod root;
mod strict;

use std::fmt;
use std::sync::Arc;

pub use self::error::{ResponseError, UnevenResults};
use self::names::NameMap;
use crate::call::{Outcome, ToolCall};
use crate::json::{Json, Object};
use crate::registry::ToolSchema;

/// Something of a tool that the provider cannot be told.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProviderLoss {
    /// The tool's own name.
    pub tool: Arc<str>,
    /// Where: `description`, or a path such as `parameters.properties.when`.
    pub path: String,
    /// What is lost, and what stands there.
    pub reason: String,
}

impl fmt::Display for ProviderLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tool {}: {}: {}", self.tool, self.path, self.reason)
    }
}

/// Whether a tool is listed in the provider's strict form, and why not.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Strictness {
    /// The tool's own name.
    pub tool: Arc<str>,
    /// Why its schema does not allow it, place by place; empty for a strict tool. At most 20.
    pub reasons: Vec<String>,
}

impl Strictness {
    /// Whether the tool is listed as strict.
    #[must_use]
    pub fn is_strict(&self) -> bool {
        self.reasons.is_empty()
    }
}

/// What a provider takes: the row of `docs/providers.md`.
struct Limits {
    first: fn(char) -> bool,
    rest: fn(char) -> bool,
    longest_name: usize,
    longest_description: usize,
    most_tools: Option<usize>,
}

/// One tool, as the provider will be told of it.
struct Told<'a> {
    name: &'a str,
    description: &'a str,
    parameters: &'a Json,
    strict: bool,
}

/// What the vendors differ in.
trait Vendor: Send + Sync {
    fn limits(&self) -> &'static Limits;
    /// The schema in the provider's subset; each loss as a path below `parameters` and a reason.
    fn schema(&self, schema: &Json, losses: &mut Vec<(String, String)>) -> Json;
    /// Rules of the strict form; none where the provider has no such form.
    fn strict(&self) -> Option<&'static strict::Rules>;
    fn tool(&self, told: &Told<'_>) -> Json;
    fn list(&self, tools: Vec<Json>) -> Json {
        tools.into()
    }
    fn calls(&self, response: &Json) -> Result<Vec<ToolCall>, ResponseError>;
    fn results(&self, results: &[(&str, &ToolCall, &Outcome)]) -> Vec<Json>;
}

/// The tools that a model sees, in the format of its provider, and the way back.
///
/// Made by [`openai::chat`], [`openai::responses`], [`anthropic::messages`], [`gemini::generate_content`] and
/// [`mcp::tools`]. The same tools give the same bytes.
pub struct Provider {
    vendor: &'static dyn Vendor,
    names: NameMap,
    tools: Json,
    losses: Vec<ProviderLoss>,
    strictness: Vec<Strictness>,
}

impl Provider {
    fn new(vendor: &'static dyn Vendor, schemas: &[ToolSchema]) -> Self {
        let limits = vendor.limits();
        let names = NameMap::new(schemas.iter().map(|tool| &tool.name), limits);
        let mut provider =
            Self { vendor, names, tools: Json::Null, losses: Vec::new(), strictness: Vec::new() };
        let mut listed = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut budget = strict::Budget::default();
        for tool in schemas {
            if !seen.insert(&tool.name) {
                provider.lose(
                    tool,
                    "name",
                    "left out: an earlier tool has the same name".to_owned(),
                );
            } else if limits.most_tools.is_some_and(|most| listed.len() >= most) {
                let reason = format!("left out: the provider takes {} tools", listed.len());
                provider.lose(tool, "name", reason);
            } else {
                listed.push(provider.told(tool, &mut budget));
            }
        }
        provider.tools = vendor.list(listed);
        provider
    }

    fn lose(&mut self, tool: &ToolSchema, path: impl Into<String>, reason: String) {
        self.losses.push(ProviderLoss { tool: tool.name.clone(), path: path.into(), reason });
    }

    fn told(&mut self, tool: &ToolSchema, budget: &mut strict::Budget) -> Json {
        let mut lost = Vec::new();
        let parameters = self.vendor.schema(tool.parameters.to_json(), &mut lost);
        for (path, reason) in lost {
            self.lose(tool, format!("parameters{path}"), reason);
        }
        let description = shortened(&tool.description, self.vendor.limits().longest_description);
        if description.len() < tool.description.len() {
            self.lose(
                tool,
                "description",
                format!("cut to {} characters", description.chars().count()),
            );
        }
        let reasons = match self.vendor.strict() {
            Some(rules) => rules.reasons(tool.parameters.to_json(), &parameters, budget),
            None => vec!["the provider has no strict form".to_owned()],
        };
        let strict = reasons.is_empty();
        self.strictness.push(Strictness { tool: tool.name.clone(), reasons });
        let name = self.names.theirs(&tool.name);
        self.vendor.tool(&Told { name, description, parameters: &parameters, strict })
    }

    /// The tool list, as the request's `tools`.
    #[must_use]
    pub fn tools(&self) -> &Json {
        &self.tools
    }

    /// What the provider could not be told, in the order of the tools.
    #[must_use]
    pub fn losses(&self) -> &[ProviderLoss] {
        &self.losses
    }

    /// Of each listed tool whether it is strict, and why not.
    #[must_use]
    pub fn strictness(&self) -> &[Strictness] {
        &self.strictness
    }

    /// What the provider calls the tool of that name.
    #[must_use]
    pub fn name_of<'a>(&'a self, tool: &'a str) -> &'a str {
        self.names.theirs(tool)
    }

    /// The calls in a response, in order, under our names; none if there are none.
    ///
    /// Unknown names and arguments that are no JSON stay calls, for the registry to answer.
    ///
    /// # Errors
    ///
    /// [`ResponseError`] where the response is not what the provider documents; it says where.
    pub fn tool_calls(&self, response: &Json) -> Result<Vec<ToolCall>, ResponseError> {
        let mut calls = self.vendor.calls(response)?;
        for call in &mut calls {
            if let Some(ours) = self.names.ours(&call.name) {
                call.name = ours.clone();
            }
        }
        Ok(calls)
    }

    /// The messages that carry the outcomes of these calls, to append to the conversation after the model's own.
    ///
    /// Contexts of a batch are the host's to append after them.
    ///
    /// # Errors
    ///
    /// [`UnevenResults`] unless there is one outcome for each call.
    pub fn results(
        &self,
        calls: &[ToolCall],
        outcomes: &[Outcome],
    ) -> Result<Vec<Json>, UnevenResults> {
        if calls.len() != outcomes.len() {
            return Err(UnevenResults { calls: calls.len(), outcomes: outcomes.len() });
        }
        let results: Vec<_> = calls
            .iter()
            .zip(outcomes)
            .map(|(call, outcome)| (self.names.theirs(&call.name), call, outcome))
            .collect();
        Ok(if results.is_empty() { Vec::new() } else { self.vendor.results(&results) })
    }
}

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Provider")
            .field("tools", &self.tools)
            .field("losses", &self.losses)
            .finish()
    }
}

/// The first characters of a text.
fn shortened(text: &str, longest: usize) -> &str {
    text.char_indices().nth(longest).map_or(text, |(end, _)| &text[..end])
}

/// An object of these members.
fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    members.into_iter().collect::<Object>().into()
}
