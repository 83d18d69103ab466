//! What the journal keeps of the calls that programs make (rule CODE-5).
//! Records never hold the canonical value and never become messages.

use std::sync::Arc;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::content::Content;
use super::identity::CallId;
use crate::json::Json;

/// One line of the journal. Serialises with a `type`, and reads back what it wrote.
///
/// A start is `{"type":"tool/code-dispatch-start","root_call_id":…,"parent_call_id":…,"sub_call_id":…,
/// "name":…,"arguments":…,"time":…}`. An end is the same with the type `tool/code-dispatch`, followed by
/// `"is_error":…,"content":[…]`. Times are whole milliseconds since 1970.
///
/// ```
/// use dsh_tools::call::Record;
///
/// let line = r#"{"type":"tool/code-dispatch-start","root_call_id":"c","parent_call_id":"c",
///     "sub_call_id":"c:code:1","name":"add","arguments":{"a":1},"time":1500}"#;
/// let record: Record = serde_json::from_str(line)?;
/// assert_eq!(record.call().arguments["a"].as_i64(), Some(1));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

impl Record {
    /// The nested call that the record is about.
    #[must_use]
    pub fn call(&self) -> &CodeDispatchStart {
        match self {
            Self::CodeDispatchStart(start) => start,
            Self::CodeDispatch(end) => &end.call,
        }
    }

    pub(crate) fn call_mut(&mut self) -> &mut CodeDispatchStart {
        match self {
            Self::CodeDispatchStart(start) => start,
            Self::CodeDispatch(end) => &mut end.call,
        }
    }
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

    #[test]
    fn ui_2_records_have_one_form_and_read_back() {
        for text in [START, END] {
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
