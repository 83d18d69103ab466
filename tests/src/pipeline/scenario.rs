//! What a case of the family says, as it is written in the file.

use dsh_tools::call::{Content, DeferredContext};
use dsh_tools::prelude::*;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::render::present;

/// One case.
#[derive(Debug, Deserialize)]
pub(super) struct Case {
    pub(super) scenario: Scenario,
    pub(super) expected: Expected,
}

#[derive(Debug, Deserialize)]
pub(super) struct Scenario {
    #[serde(default)]
    pub(super) mode: Mode,
    #[serde(default)]
    pub(super) pre: Vec<Pre>,
    pub(super) approval: Option<Answer>,
    #[serde(default)]
    pub(super) guards: Vec<Option<GuardSays>>,
    #[serde(default)]
    pub(super) execute: Vec<Execute>,
    #[serde(default)]
    pub(super) post: Vec<Post>,
    #[serde(default = "one_observer")]
    pub(super) observers: Vec<String>,
    #[serde(default)]
    pub(super) tool: Told<Tool>,
    #[serde(default)]
    pub(super) call: Call,
    #[serde(default)]
    pub(super) abort: String,
}

fn one_observer() -> Vec<String> {
    vec!["ok".to_owned()]
}

/// Something that is there by default and that null takes away.
#[derive(Debug)]
pub(super) enum Told<T> {
    Said(T),
    None,
}

impl<T: Default> Default for Told<T> {
    fn default() -> Self {
        Self::Said(T::default())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Told<T> {
    fn deserialize<D: Deserializer<'de>>(member: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(member)?.map_or(Self::None, Self::Said))
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pre {
    pub(super) decide: Option<Gate>,
    #[serde(rename = "override")]
    pub(super) overriding: Option<Gate>,
    pub(super) throw: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Gate {
    Allow,
    Deny { reason: String },
    Ask { reason: Option<String> },
}

impl From<Gate> for Decision {
    fn from(gate: Gate) -> Self {
        match gate {
            Gate::Allow => Self::Allow,
            Gate::Deny { reason } => Self::Deny { reason },
            Gate::Ask { reason } => Self::Ask { reason },
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Answer {
    AllowedOnce,
    Rejected,
    Cancelled,
    Unavailable,
    Throw,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum GuardSays {
    Deny(String),
    Throw(String),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Execute {
    pub(super) signal: Option<Signal>,
    /// Whether the signal is put back; a handle is only lent, so there is nothing to put back.
    #[serde(rename = "restore")]
    _restore: Option<bool>,
    pub(super) throw_before: Option<String>,
    pub(super) throw_after: Option<String>,
    pub(super) throw_coded: Option<Coded>,
    pub(super) author: Option<Authored>,
    pub(super) tweak_content: Option<String>,
    #[serde(default, deserialize_with = "present")]
    pub(super) tweak_value: Option<Value>,
    pub(super) add_context: Option<String>,
    pub(super) to_error: Option<String>,
    #[serde(default)]
    pub(super) twice: bool,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Signal {
    Fresh,
    Aborted,
    AbortSoon,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Coded {
    pub(super) message: String,
    pub(super) code: Option<String>,
}

impl From<Coded> for ToolError {
    fn from(coded: Coded) -> Self {
        match coded.code {
            Some(code) => Self::new(coded.message).with_code(dsh_tools::call::ErrorCode::new(code)),
            None => Self::new(coded.message),
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Authored {
    #[serde(default, deserialize_with = "present")]
    pub(super) value: Option<Value>,
    pub(super) error: Option<AuthoredError>,
    #[serde(default)]
    pub(super) content: Vec<Block>,
    pub(super) meta: Option<Value>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct AuthoredError {
    pub(super) message: String,
    pub(super) info: Option<Info>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Info {
    pub(super) code: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Block {
    Text { text: String },
    Image {},
}

impl From<Block> for Content {
    fn from(block: Block) -> Self {
        match block {
            Block::Text { text } => Self::text(text),
            Block::Image {} => Self::image("image/png", "aW1n"),
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Post {
    pub(super) decide: Option<Verdict>,
    #[serde(default)]
    pub(super) contexts: Vec<String>,
    pub(super) throw: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Verdict {
    Accept {
        content: Option<Vec<Block>>,
        #[serde(default, deserialize_with = "present")]
        value: Option<Value>,
    },
    Block {
        feedback: Vec<Block>,
    },
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tool {
    #[serde(default)]
    pub(super) body: Body,
    pub(super) output: Option<Value>,
    pub(super) render: Option<String>,
    #[serde(default)]
    pub(super) meta: Option<Value>,
    pub(super) finalize: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Body {
    #[serde(default, rename = "return", deserialize_with = "present")]
    pub(super) returns: Option<Value>,
    pub(super) throw: Option<String>,
    pub(super) throw_coded: Option<Coded>,
    pub(super) throw_value: Option<Value>,
    #[serde(default)]
    pub(super) defer: Vec<String>,
    #[serde(default)]
    pub(super) conclude: bool,
    pub(super) wait_signal: Option<String>,
    #[serde(default)]
    pub(super) return_undefined: bool,
    #[serde(default)]
    pub(super) return_nan: bool,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Call {
    pub(super) name: Option<String>,
    pub(super) args: Option<Value>,
    #[serde(default)]
    pub(super) agent: bool,
    /// Anything says that the call is nested.
    #[serde(alias = "nested")]
    pub(super) parent: Option<Value>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Expected {
    pub(super) is_error: bool,
    #[serde(default, deserialize_with = "present")]
    pub(super) value: Option<Value>,
    pub(super) content: Option<Vec<String>>,
    pub(super) error: Option<ExpectedError>,
    pub(super) meta: Option<Value>,
    #[serde(default)]
    pub(super) contexts: Vec<String>,
    #[serde(default)]
    pub(super) concludes_turn: bool,
    pub(super) order: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ExpectedError {
    pub(super) message: Option<String>,
    pub(super) code: Option<String>,
}

/// A context that says that text.
pub(super) fn context(text: &str) -> DeferredContext {
    DeferredContext::new("fixture", vec![Content::text(text)])
}
