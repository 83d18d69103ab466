//! What the journal keeps: of calls that models make, of those that programs make (rule CODE-5), and of approvals.
//! Records never hold the canonical value and never become messages.

use std::sync::Arc;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::approval::Approval;
use super::card::DurableResult;
use super::content::Content;
use super::field::there;
use super::identity::CallId;
use crate::json::Json;

/// One line of the journal. Serialises with a `type`, and reads back what it wrote.
///
/// A start is `{"type":"tool/code-dispatch-start","root_call_id":…,"parent_call_id":…,"sub_call_id":…,
/// "name":…,"arguments":…,"time":…}`. An end is the same with the type `tool/code-dispatch`, followed by
/// `"is_error":…,"content":[…]`. Calls that a model makes itself are `{"type":"tool/call-start","call_id":…,"name":…,
/// "arguments":…,"time":…}` and, with the type `tool/call`, the same followed by `"is_error":…,"code"?:…,"content":[…],
/// "meta"?:…`.
/// The answer to a question is `{"type":"tool/approval","root_call_id":…,"call_id":…,"name":…,"arguments":…,"reason"?:…,
/// "answer":…,"time":…}`. Times are whole milliseconds since 1970.
///
/// ```
/// use dsh_tools::call::Record;
///
/// let line = r#"{"type":"tool/code-dispatch-start","root_call_id":"c","parent_call_id":"c",
///     "sub_call_id":"c:code:1","name":"add","arguments":{"a":1},"time":1500}"#;
/// let record: Record = serde_json::from_str(line)?;
/// assert_eq!(record.arguments()["a"].as_i64(), Some(1));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
#[non_exhaustive]
pub enum Record {
    /// A call that a model makes itself begins. `run_code` is not recorded: its calls are.
    #[serde(rename = "tool/call-start")]
    CallStart(CallStart),
    /// It is over. A call whose future is dropped has no end.
    #[serde(rename = "tool/call")]
    CallEnd(CallEnd),
    /// Somebody was asked whether a call may go on, and answered.
    #[serde(rename = "tool/approval")]
    Approval(ApprovalRecord),
    /// A nested call starts.
    #[serde(rename = "tool/code-dispatch-start")]
    CodeDispatchStart(CodeDispatchStart),
    /// A nested call that started is over.
    #[serde(rename = "tool/code-dispatch")]
    CodeDispatch(CodeDispatch),
}

impl Record {
    /// The nested call that the record is about, if it is one.
    #[must_use]
    pub fn nested_call(&self) -> Option<&CodeDispatchStart> {
        match self {
            Self::CodeDispatchStart(start) => Some(start),
            Self::CodeDispatch(end) => Some(&end.call),
            Self::CallStart(_) | Self::CallEnd(_) | Self::Approval(_) => None,
        }
    }

    /// The arguments of the call that the record is about, without what its tool calls secret.
    #[must_use]
    pub fn arguments(&self) -> &Json {
        match self {
            Self::CallStart(start) => &start.arguments,
            Self::CallEnd(end) => &end.call.arguments,
            Self::Approval(approval) => &approval.arguments,
            Self::CodeDispatchStart(start) => &start.arguments,
            Self::CodeDispatch(end) => &end.call.arguments,
        }
    }

    /// What `present_result` takes, if the record is about the end of a call: with [`arguments`](Self::arguments), all that
    /// it takes to show a call again (rule UI-1).
    #[must_use]
    pub fn result(&self) -> Option<DurableResult> {
        match self {
            Self::CallEnd(end) => Some(DurableResult {
                content: end.content.clone(),
                is_error: end.is_error,
                meta: end.meta.clone(),
            }),
            Self::CodeDispatch(end) => Some(DurableResult {
                content: end.content.clone(),
                is_error: end.is_error,
                meta: None,
            }),
            Self::CallStart(_) | Self::Approval(_) | Self::CodeDispatchStart(_) => None,
        }
    }

    /// When it was written.
    #[must_use]
    pub fn time(&self) -> SystemTime {
        match self {
            Self::CallStart(start) => start.time,
            Self::CallEnd(end) => end.call.time,
            Self::Approval(approval) => approval.time,
            Self::CodeDispatchStart(start) => start.time,
            Self::CodeDispatch(end) => end.call.time,
        }
    }

    pub(crate) fn arguments_mut(&mut self) -> &mut Json {
        match self {
            Self::CallStart(start) => &mut start.arguments,
            Self::CallEnd(end) => &mut end.call.arguments,
            Self::Approval(approval) => &mut approval.arguments,
            Self::CodeDispatchStart(start) => &mut start.arguments,
            Self::CodeDispatch(end) => &mut end.call.arguments,
        }
    }

    /// The metadata for people, if there is any.
    pub(crate) fn meta_mut(&mut self) -> Option<&mut Json> {
        match self {
            Self::CallEnd(end) => end.meta.as_mut(),
            Self::CallStart(_)
            | Self::Approval(_)
            | Self::CodeDispatchStart(_)
            | Self::CodeDispatch(_) => None,
        }
    }
}

/// Which call of a model it is, and with what arguments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CallStart {
    /// Its id.
    pub call_id: CallId,
    /// The tool, whether or not there is one.
    pub name: Arc<str>,
    /// As the model gave them, without what the tool calls secret; `null` if they could not be read.
    pub arguments: Json,
    /// When it began.
    #[serde(with = "milliseconds")]
    pub time: SystemTime,
}

impl CallStart {
    /// The same call, as if a program had made it: what hooks and replays of nested calls take.
    pub(crate) fn as_dispatch(&self) -> CodeDispatchStart {
        CodeDispatchStart {
            root_call_id: self.call_id.clone(),
            parent_call_id: self.call_id.clone(),
            sub_call_id: self.call_id.clone(),
            name: self.name.clone(),
            arguments: self.arguments.clone(),
            time: self.time,
        }
    }
}

/// What came of a call of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CallEnd {
    /// The start that it belongs to; its time is when the call ended.
    #[serde(flatten)]
    pub call: CallStart,
    /// Whether it failed.
    pub is_error: bool,
    /// The code of the failure, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// What the model read.
    pub content: Vec<Content>,
    /// What `presentation_meta` made of the value; not kept where a hook of the journal replaced the content.
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Json>,
}

/// A question whether a call may go on, and its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ApprovalRecord {
    /// The model's own call, which differs for nested calls.
    pub root_call_id: CallId,
    /// The call.
    pub call_id: CallId,
    /// The tool.
    pub name: Arc<str>,
    /// Without what the tool calls secret.
    pub arguments: Json,
    /// What the gate gave as reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What was answered.
    pub answer: Approval,
    /// When it was answered.
    #[serde(with = "milliseconds")]
    pub time: SystemTime,
}

/// Which nested call it is, and with what arguments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// When it started, in milliseconds since 1970; an earlier time is written as 0.
    #[serde(with = "milliseconds")]
    pub time: SystemTime,
}

/// What came of a nested call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

/// A time as whole milliseconds since 1970.
mod milliseconds {
    use std::time::{Duration, SystemTime};

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        time: &SystemTime,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        serializer.serialize_u64(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<SystemTime, D::Error> {
        let since = u64::deserialize(deserializer)?;
        let time = SystemTime::UNIX_EPOCH.checked_add(Duration::from_millis(since));
        time.ok_or_else(|| {
            D::Error::custom(format_args!("{since} ms is beyond the system's clock"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = concat!(
        r#"{"type":"tool/code-dispatch-start","root_call_id":"call","parent_call_id":"call","#,
        r#""sub_call_id":"call:code:1","name":"add","arguments":{"a":1,"b":[2.5,null]},"#,
        r#""time":1700000000123}"#,
    );
    const END: &str = concat!(
        r#"{"type":"tool/code-dispatch","root_call_id":"call","parent_call_id":"call","#,
        r#""sub_call_id":"call:code:1","name":"add","arguments":{},"time":0,"is_error":true,"#,
        r#""content":[{"type":"text","text":"Error: no"},"#,
        r#"{"type":"image","mime_type":"image/png","data":"AA=="}]}"#,
    );

    const CALL_START: &str =
        r#"{"type":"tool/call-start","call_id":"c","name":"add","arguments":{"a":1},"time":5}"#;
    const CALL_END: &str = concat!(
        r#"{"type":"tool/call","call_id":"c","name":"add","arguments":{"a":1},"time":7,"#,
        r#""is_error":true,"code":"DENIED","content":[{"type":"text","text":"Error: no"}],"meta":null}"#,
    );
    const APPROVAL: &str = concat!(
        r#"{"type":"tool/approval","root_call_id":"c","call_id":"c","name":"add","#,
        r#""arguments":{"a":1},"reason":"is it so?","answer":"allowed-once","time":6}"#,
    );

    #[test]
    fn ui_2_records_have_one_form_and_read_back() {
        for text in [START, END, CALL_START, CALL_END, APPROVAL] {
            let record: Record = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&record).unwrap(), text);
            let again = serde_json::from_str(&serde_json::to_string(&record).unwrap()).unwrap();
            assert_eq!(record, again);
        }
        let Record::CodeDispatch(end) = serde_json::from_str(END).unwrap() else {
            panic!("an end");
        };
        assert_eq!((end.is_error, end.content.len()), (true, 2));
        assert_eq!(end.call.time, SystemTime::UNIX_EPOCH);
    }

    #[test]
    fn ui_2_what_is_no_record_is_refused() {
        for (wrong, right) in [("call-start", "code-dispatch-start"), ("-1", "1700000000123")] {
            let text = START.replace(right, wrong);
            assert!(serde_json::from_str::<Record>(&text).is_err(), "{text}");
        }
        let beyond = START.replace("1700000000123", &u64::MAX.to_string());
        // Some systems hold times that far; none may panic.
        let _ = serde_json::from_str::<Record>(&beyond);
        assert!(serde_json::from_str::<Record>(r#"{"type":"tool/code-dispatch"}"#).is_err());
    }
}
