//! What came of a call: success with a value, or failure without one (rule PIPE-9).
//! An outcome is sealed by the pipeline that made it; one that a hook authored or changed is checked again.

use serde::de::Error as _;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::content::{Content, DeferredContext};
use super::error::{CallError, ErrorCode, ToolError};
use super::field::there;
use super::identity::{CallNumber, CallToken};
use crate::json::Json;

/// The final result of a call, or the one that an around-execute hook sees of the inner dispatch.
///
/// Serialises as `{"is_error":false,"value":…,"content":[…]}` or
/// `{"is_error":true,"error":{"message":…},"content":[…]}`, with `meta`, `contexts` and
/// `concludes_turn` where there is something to say. What is read back counts as authored: the pipeline would
/// validate and render it again.
///
/// ```
/// use dsh_tools::call::Outcome;
/// use dsh_tools::json::Json;
///
/// let authored = Outcome::success(Json::from(3));
/// assert_eq!(authored.value(), Some(&Json::from(3)));
/// assert!(!authored.is_error());
/// ```
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The failure is boxed: outcomes move from stage to stage, and most are none.
    result: Result<Success, Box<CallError>>,
    content: Vec<Content>,
    meta: Option<Json>,
    contexts: Vec<DeferredContext>,
    /// The call whose pipeline produced exactly this outcome.
    seal: Option<CallNumber>,
}

/// The part of an outcome that only a success has.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Success {
    /// The canonical value.
    pub value: Json,
    /// Whether the model's turn ends with this call (rule PIPE-12).
    pub concludes_turn: bool,
}

impl Outcome {
    /// A success that a hook authors. The pipeline validates and renders its value.
    #[must_use]
    pub fn success(value: Json) -> Self {
        Self {
            result: Ok(Success { value, concludes_turn: false }),
            content: Vec::new(),
            meta: None,
            contexts: Vec::new(),
            seal: None,
        }
    }

    /// A failure: content `Error: <message>`.
    #[must_use]
    pub fn failure(error: impl Into<CallError>) -> Self {
        let error = error.into();
        let content = vec![Content::text(format!("Error: {error}"))];
        Self { result: Err(Box::new(error)), content, meta: None, contexts: Vec::new(), seal: None }
    }

    /// Whether the call failed.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.result.is_err()
    }

    /// Success or failure, to match on.
    ///
    /// # Errors
    ///
    /// The failure, if it is one.
    pub fn result(&self) -> Result<&Success, &CallError> {
        self.result.as_ref().map_err(AsRef::as_ref)
    }

    /// The canonical value of a success.
    #[must_use]
    pub fn value(&self) -> Option<&Json> {
        self.result.as_ref().ok().map(|success| &success.value)
    }

    /// Why it failed, if it did.
    #[must_use]
    pub fn error(&self) -> Option<&CallError> {
        self.result.as_ref().err().map(AsRef::as_ref)
    }

    /// The code of the failure, if it has one.
    #[must_use]
    pub fn code(&self) -> Option<&ErrorCode> {
        self.error().and_then(CallError::code)
    }

    /// What the model reads.
    #[must_use]
    pub fn content(&self) -> &[Content] {
        &self.content
    }

    /// What the model reads, as one text.
    #[must_use]
    pub fn text(&self) -> String {
        Content::join(&self.content)
    }

    /// What `presentation_meta` made of the value, for top-level calls (rule PIPE-10).
    #[must_use]
    pub fn meta(&self) -> Option<&Json> {
        self.meta.as_ref()
    }

    /// Contexts that go to the conversation beside the result.
    #[must_use]
    pub fn contexts(&self) -> &[DeferredContext] {
        &self.contexts
    }

    /// Whether the model's turn ends with this call.
    #[must_use]
    pub fn concludes_turn(&self) -> bool {
        self.result.as_ref().is_ok_and(|success| success.concludes_turn)
    }

    /// The same outcome with another value; the pipeline validates and renders it again.
    #[must_use]
    pub fn with_value(self, value: Json) -> Self {
        Self { contexts: self.contexts, ..Self::success(value) }
    }

    /// The same outcome with one more context.
    #[must_use]
    pub fn with_context(mut self, context: DeferredContext) -> Self {
        self.contexts.push(context);
        self
    }

    /// The same outcome with other blocks. Those of a success are rendered again from its value, so only a
    /// failure keeps them (rule PIPE-4).
    #[must_use]
    pub fn with_content(mut self, content: Vec<Content>) -> Self {
        self.content = content;
        self.seal = None;
        self
    }

    /// The same outcome with other metadata. That of a success is made again from its value.
    #[must_use]
    pub fn with_meta(mut self, meta: Json) -> Self {
        self.meta = Some(meta);
        self.seal = None;
        self
    }

    /// A failure in place of this outcome; its contexts stay.
    #[must_use]
    pub fn into_failure(self, error: impl Into<CallError>) -> Self {
        Self { contexts: self.contexts, ..Self::failure(error) }
    }
}

/// What only the pipeline may do.
impl Outcome {
    pub(crate) fn rendered(
        value: Json,
        content: Vec<Content>,
        meta: Option<Json>,
        token: &CallToken,
    ) -> Self {
        let result = Ok(Success { value, concludes_turn: false });
        Self { result, content, meta, contexts: Vec::new(), seal: Some(token.number()) }
    }

    pub(crate) fn from_error(error: ToolError) -> Self {
        Self::failure(CallError::from(error))
    }

    pub(crate) fn blocked(content: Vec<Content>, error: CallError) -> Self {
        Self { content, ..Self::failure(error) }
    }

    pub(crate) fn is_sealed_by(&self, token: &CallToken) -> bool {
        self.seal == Some(token.number())
    }

    pub(crate) fn replace_content(&mut self, content: Vec<Content>) {
        self.content = content;
    }

    pub(crate) fn set_concludes_turn(&mut self, concludes: bool) {
        if let Ok(success) = &mut self.result {
            success.concludes_turn = concludes;
        }
    }

    pub(crate) fn contexts_mut(&mut self) -> &mut Vec<DeferredContext> {
        &mut self.contexts
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Outcome", 6)?;
        fields.serialize_field("is_error", &self.is_error())?;
        match &self.result {
            Ok(success) => fields.serialize_field("value", &success.value)?,
            Err(error) => fields.serialize_field("error", error)?,
        }
        fields.serialize_field("content", &self.content)?;
        if let Some(meta) = &self.meta {
            fields.serialize_field("meta", meta)?;
        }
        if !self.contexts.is_empty() {
            fields.serialize_field("contexts", &self.contexts)?;
        }
        if self.concludes_turn() {
            fields.serialize_field("concludes_turn", &true)?;
        }
        fields.end()
    }
}

/// The fields of an outcome, before they are known to agree.
#[derive(Deserialize)]
struct Form {
    is_error: bool,
    #[serde(default, deserialize_with = "there")]
    value: Option<Json>,
    error: Option<CallError>,
    content: Vec<Content>,
    #[serde(default, deserialize_with = "there")]
    meta: Option<Json>,
    #[serde(default)]
    contexts: Vec<DeferredContext>,
    #[serde(default)]
    concludes_turn: bool,
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = Form::deserialize(deserializer)?;
        let concludes_turn = form.concludes_turn;
        let result = match (form.is_error, form.value, form.error) {
            (false, Some(value), None) => Ok(Success { value, concludes_turn }),
            (true, None, Some(error)) => Err(Box::new(error)),
            (false, ..) => return Err(D::Error::custom("a success has a `value` and no `error`")),
            (true, ..) => return Err(D::Error::custom("a failure has an `error` and no `value`")),
        };
        let Form { content, meta, contexts, .. } = form;
        Ok(Self { result, content, meta, contexts, seal: None })
    }
}
