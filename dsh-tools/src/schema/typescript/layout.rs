//! How types are laid out: for people, for models, or on one line. The same types in each, but that the line leaves
//! out what is said of members and that others may be there, and cuts long lists of values.

/// How types are laid out.
///
/// ```
/// use dsh_tools::schema::{Schema, typescript::{Layout, TypePrinter}};
///
/// let schema = Schema::from_json(&serde_json::json!({
///     "type": "object", "properties": { "sort": { "enum": ["name", "date"], "description": "By what." } }
/// }).into())?;
/// let laid_out = |layout| {
///     let mut text = String::new();
///     TypePrinter::with_layout(layout).write_type(&mut text, &schema, 0, "value");
///     text
/// };
/// let wide = "{\n  /** By what. */\n  sort?: \"name\" | \"date\";\n} & Record<string, JsonValue>";
/// assert_eq!(laid_out(Layout::Wide), wide);
/// assert_eq!(laid_out(Layout::Compact), "{\n /** By what */\n sort?:\"name\"|\"date\";\n}&Open");
/// assert_eq!(laid_out(Layout::Line), "{sort?:\"name\"|\"date\"}");
/// # Ok::<(), dsh_tools::schema::SchemaError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// As people write it.
    #[default]
    Wide,
    /// The same in fewer tokens. `Open` stands for `Record<string, JsonValue>`, and text around it declares that.
    Compact,
    /// On one line, without descriptions.
    Line,
}

impl Layout {
    /// Between the parts of a union.
    pub(super) fn or(self) -> &'static str {
        if self == Self::Wide { " | " } else { "|" }
    }

    /// Between the parts of an intersection.
    pub(super) fn and(self) -> &'static str {
        if self == Self::Wide { " & " } else { "&" }
    }

    /// Between the name of a member and its type.
    pub(super) fn colon(self) -> &'static str {
        if self == Self::Wide { ": " } else { ":" }
    }

    /// What is said of a member: where tokens count, without the full stop at the end.
    pub(super) fn said(self, text: &str) -> &str {
        let stripped = text.strip_suffix('.').filter(|text| !text.ends_with('.'));
        stripped.filter(|_| self != Self::Wide).unwrap_or(text)
    }

    /// Any object.
    pub(super) fn any_object(self) -> &'static str {
        if self == Self::Wide { "Record<string, JsonValue>" } else { "Open" }
    }

    /// By how much members are indented. One space is part of the token of the word behind it.
    pub(super) fn step(self) -> usize {
        if self == Self::Wide { 2 } else { 1 }
    }
}
