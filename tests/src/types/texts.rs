//! Descriptions that try to end their comment, to begin a line, or to be code.

#![allow(clippy::doc_markdown, clippy::empty_docs, reason = "descriptions of all sorts")]

use dsh_tools::data;
use dsh_tools::prelude::*;

/// Ends */ here, and there **/, and // goes on.
///
/// Second paragraph, with `code`, "quotes", 'quotes', \ backslashes, and ${templates}.
///
/// ```ts
/// declare const tools: any; // fenced
/// ```
///
/// @param value @returns {never} @ts-ignore <script>alert(1)</script>
#[data]
struct Hostile {
    /// */ never: string }; type Evil = never; /*
    ends_comment: u8,
    #[doc = "a\nb\r\nc\rd\u{2028}e\u{2029}f\u{85}g\u{b}h\u{c}i\u{0}j\u{1b}[31m\u{feff}k"]
    lines: u8,
    #[doc = "*"]
    star: u8,
    #[doc = "/"]
    slash: u8,
    #[doc = "*/*/*//*/**/"]
    stars_and_slashes: u8,
    #[doc = "\\"]
    backslash: u8,
    #[doc = "\\u002a/ \\x2a/ &#42;/ *\u{200b}/ *\u{2215}"]
    escapes: u8,
    #[doc = "\u{202e}*/ backwards \u{2066}"]
    bidirectional: u8,
    #[doc = "@ts-nocheck"]
    pragma: u8,
    #[doc = "/// <reference lib=\"dom\" />"]
    directive: u8,
    #[doc = "   \n\t "]
    blank: u8,
    #[doc = "日本語 😀 e\u{301}"]
    letters: u8,
    /// With a default.
    #[serde(default = "hostile_text")]
    #[schemars(regex(pattern = r"\*/\n"))]
    text: String,
    /// # A heading
    ///
    /// - a list
    /// - of */ things
    again: Option<Box<Hostile>>,
}

fn hostile_text() -> String {
    "*/ \" ' ` ${x} \n \\ // \u{2028}".to_owned()
}

/// What */ to do.
#[data]
#[serde(tag = "kind")]
enum Choice {
    /// The */ first.
    First {
        #[doc = "*/"]
        n: u8,
    },
    /**
     * The second, in a comment
     * of several lines.
     */
    Second,
}

/// One of */ these.
#[data]
enum Word {
    /// First */ of all.
    #[serde(rename = "*/")]
    Stars,
    /// Last of ` all.
    #[serde(rename = "`${x}`")]
    Ticks,
}

#[data]
struct Words {
    /// The first word. */
    first: Word,
    second: Word,
}

echo! {
    /// Ends */ here, and begins /* there.
    ///
    /// Second paragraph `with` ticks, ```fences```, and a last backslash \
    hostile_texts: Hostile;
    #[doc = "*/\n}\n\nexport const injected = 1;\n/*"]
    hostile_description: Choice;
    #[doc = "`tools` are ${described}\u{2028}here. @see {@link tools}"]
    hostile_enum: Words;
}
