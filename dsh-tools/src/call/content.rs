//! What a model reads: a list of blocks, and contexts that travel beside a result.
//! Blocks share their text, so passing them on copies pointers.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::json::Json;

/// One block of content.
///
/// Serialises as `{"type":"text","text":…}` or `{"type":"image","mime_type":…,"data":…}`.
///
/// ```
/// use dsh_tools::call::Content;
///
/// let block = Content::text("hello");
/// assert_eq!(serde_json::to_string(&block)?, r#"{"type":"text","text":"hello"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Content {
    /// Plain text.
    Text {
        /// The text.
        text: Arc<str>,
    },
    /// An image.
    Image {
        /// Such as `image/png`.
        mime_type: Arc<str>,
        /// The bytes in base64.
        data: Arc<str>,
    },
}

impl Content {
    /// A text block.
    pub fn text(text: impl Into<Arc<str>>) -> Self {
        Self::Text { text: text.into() }
    }

    /// An image block; `data` is base64.
    pub fn image(mime_type: impl Into<Arc<str>>, data: impl Into<Arc<str>>) -> Self {
        Self::Image { mime_type: mime_type.into(), data: data.into() }
    }

    /// The text, if it is a text block.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text { text } => Some(text),
            Self::Image { .. } => None,
        }
    }

    /// Whether it is an image block.
    #[must_use]
    pub fn is_image(&self) -> bool {
        matches!(self, Self::Image { .. })
    }

    /// The blocks as one text; a block that is no text shows as `[image content]`.
    #[must_use]
    pub fn join(blocks: &[Self]) -> String {
        let lines: Vec<Cow<'_, str>> = blocks
            .iter()
            .map(|block| match block {
                Self::Text { text } => Cow::from(&**text),
                Self::Image { .. } => Cow::from("[image content]"),
            })
            .collect();
        lines.join("\n")
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

/// Blocks that a call hands to the conversation beside its result (rule PIPE-11).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DeferredContext {
    /// What is handed over.
    pub content: Vec<Content>,
    /// Who hands it over, such as a tool's name.
    pub source: Arc<str>,
    /// Anything the source wants to keep with it.
    #[serde(default, skip_serializing_if = "Json::is_null")]
    pub metadata: Json,
}

impl DeferredContext {
    /// A context from that source.
    ///
    /// ```
    /// use dsh_tools::call::{Content, DeferredContext};
    ///
    /// let context = DeferredContext::new("read_file", vec![Content::text("the file changed")]);
    /// assert_eq!(&*context.source, "read_file");
    /// ```
    pub fn new(source: impl Into<Arc<str>>, content: Vec<Content>) -> Self {
        Self { content, source: source.into(), metadata: Json::Null }
    }

    /// The same context with metadata.
    #[must_use]
    pub fn with_metadata(mut self, metadata: Json) -> Self {
        self.metadata = metadata;
        self
    }
}
