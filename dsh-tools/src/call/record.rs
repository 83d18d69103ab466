//! What the journal keeps of the calls that programs make (rule CODE-5).
//! Records never hold the canonical value and never become messages.

use std::sync::Arc;
use std::time::SystemTime;

use serde::Serialize;

use super::content::Content;
use super::identity::CallId;
use crate::json::Json;

/// One line of the journal. Serialises with a `type`, as `{"type":"tool/code-dispatch-start",…}`.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type")]
#[non_exhaustive]
pub enum Record {
    /// A nested call starts.
    #[serde(rename = "tool/code-dispatch-start")]
    CodeDispatchStart(CodeDispatchStart),
    /// A nested call that started is over.
    #[serde(rename = "tool/code-dispatch")]
    CodeDispatch(CodeDispatch),
}

/// Which nested call it is, and with what arguments.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CodeDispatchStart {
    /// The model's own call.
    pub root_call_id: CallId,
    /// The `run_code` call.
    pub parent_call_id: CallId,
    /// `<parent>:code:<n>`.
    pub sub_call_id: CallId,
    /// The tool.
    pub name: Arc<str>,
    /// As the program gave them, without what the tool calls secret.
    pub arguments: Json,
    /// When it started, in milliseconds since 1970.
    #[serde(serialize_with = "milliseconds")]
    pub time: SystemTime,
}

/// What came of a nested call.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CodeDispatch {
    /// The start that it belongs to; its time is when the call ended.
    #[serde(flatten)]
    pub call: CodeDispatchStart,
    /// Whether it failed.
    pub is_error: bool,
    /// What a native call would have shown the model.
    pub content: Vec<Content>,
}

fn milliseconds<S: serde::Serializer>(time: &SystemTime, serializer: S) -> Result<S::Ok, S::Error> {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    serializer.serialize_u64(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
