//! Names that mean something to TypeScript or to the SDK, and names that several types share.

#![allow(
    non_snake_case,
    clippy::needless_pass_by_value,
    clippy::upper_case_acronyms,
    reason = "names of all sorts"
)]

use dsh_tools::data;
use dsh_tools::prelude::*;

/// The same twice, so that it gets a name.
#[data]
struct Both<T> {
    left: T,
    right: T,
}

/// Types of one field, whose names are those of globals or of the SDK itself.
macro_rules! named_like_globals {
    ($($name:ident),*) => {
        $(
            #[data]
            struct $name {
                field: u8,
            }
        )*

        /// Each of them twice.
        #[data]
        struct Globals {
            $($name: Both<$name>,)*
        }
    };
}

named_like_globals!(
    Any,
    Array,
    Awaited,
    Boolean,
    Date,
    Error,
    Exclude,
    Function,
    Infinity,
    JSON,
    JsonValue,
    Map,
    NaN,
    Name,
    Never,
    Null,
    Number,
    Object,
    Omit,
    Partial,
    Pick,
    Promise,
    PromiseLike,
    Readonly,
    Record,
    Required,
    Set,
    Symbol,
    ToolArgsMap,
    ToolCallError,
    ToolName,
    ToolOutputMap,
    Undefined,
    Unknown,
    Void
);

/// Fields that are keywords somewhere.
#[data]
struct Keywords {
    r#type: String,
    r#match: u8,
    r#fn: bool,
    class: u8,
    default: u8,
    delete: u8,
    function: u8,
    interface: u8,
    new: u8,
    null: u8,
    readonly: u8,
    this: u8,
    undefined: u8,
    var: u8,
    void: u8,
    constructor: u8,
    prototype: u8,
    toString: u8,
    get: Option<u8>,
    set: Option<u8>,
    async_: u8,
}

/// Fields that need quotes.
#[data]
struct Quoted {
    #[serde(rename = "content-type")]
    hyphen: String,
    #[serde(rename = "two words")]
    space: u8,
    #[serde(rename = "1st")]
    digit: u8,
    #[serde(rename = "42")]
    number: u8,
    #[serde(rename = "-1.5e3")]
    float: u8,
    #[serde(rename = "")]
    empty: u8,
    #[serde(rename = "$ref")]
    dollar: u8,
    #[serde(rename = "__proto__")]
    proto: u8,
    #[serde(rename = "日本")]
    letters: u8,
    größe: u8,
    #[serde(rename = "a\"b'c`d")]
    quotes: u8,
    #[serde(rename = "a\\u0041\n\u{2028}\u{7f}b")]
    lines: u8,
    #[serde(rename = "[key: string]")]
    index: u8,
    #[serde(rename = "x?: never; //")]
    code: u8,
    #[serde(rename = "a.b/c~d%e#f")]
    pointer: Both<Option<u8>>,
}

/// Names that have no ASCII letters in them, and names that differ only where letters are lost.
mod letters {
    use dsh_tools::data;

    #[data]
    pub(super) struct Größe {
        a: u8,
    }

    #[data]
    pub(super) struct Gräße {
        b: u8,
    }

    #[data]
    pub(super) struct Имя {
        c: u8,
    }

    #[data]
    pub(super) struct 日本 {
        d: u8,
    }

    #[data]
    #[schemars(rename = "1st/~part?")]
    pub(super) struct Odd {
        e: u8,
    }
}

/// Types of the same names, with other fields.
mod first {
    use dsh_tools::data;

    #[data]
    pub(super) struct Item {
        id: u32,
        of: Vec<Item>,
    }

    #[data]
    pub(super) struct Item2 {
        second: Option<u8>,
    }
}

mod second {
    use dsh_tools::data;

    #[data]
    pub(super) struct Item {
        name: String,
        of: Option<Box<Item>>,
    }

    #[data]
    pub(super) struct Item2 {
        other: bool,
    }

    /// Like that of the first, and yet not.
    pub(super) mod third {
        use dsh_tools::data;

        #[data]
        pub(in super::super) struct Item {
            id: String,
            of: Vec<Item>,
        }
    }
}

type Letters = (
    Both<letters::Größe>,
    Both<letters::Gräße>,
    Both<letters::Имя>,
    Both<letters::日本>,
    Both<letters::Odd>,
);
type Items =
    (first::Item, second::Item, second::third::Item, Both<first::Item2>, Both<second::Item2>);

echo! {
    /// Named like globals.
    globals: Globals;
    /// Named like keywords.
    keywords: Keywords;
    /// Named with more than letters.
    quoted_fields: Quoted;
    /// Named in other letters.
    letters_of_all_sorts: Letters;
    /// Items of one module.
    items_of_first: first::Item;
    /// Items of another.
    items_of_second: second::Item;
    /// Items of a third.
    items_of_third: second::third::Item;
    /// Items of all modules.
    items_of_all: Items;
    /// A tool named like a keyword.
    r#match: (first::Item2, first::Item2);
    /// Arguments named like the type that their tool's arguments might get.
    MatchArgs: Both<Both<second::Item2>>;
    /// A method of all objects.
    toString: u8;
    /// What all objects have.
    constructor: u8;
    /// What a promise has.
    then: u8;
}

/// Keywords as arguments.
#[tool]
fn r#type(r#fn: String, mut r#in: u32, _unused: u8, class: Option<bool>) -> String {
    r#in += u32::from(class.is_some());
    format!("{}{in}", r#fn, r#in = r#in)
}

/// No arguments.
#[tool]
fn no_arguments() -> u8 {
    0
}

/// No arguments whatsoever.
#[tool(closed)]
fn closed_and_no_arguments() {}

/// A name with a hyphen.
#[tool(name = "get-logs")]
fn get_logs(#[arg(name = "since-when")] since: Option<String>) -> Vec<String> {
    since.into_iter().collect()
}

/// A name with dots.
#[tool(name = "server.files.read")]
fn dotted(path: String) -> String {
    path
}

/// A number as a name.
#[tool(name = "42")]
fn number(n: u8) -> u8 {
    n
}

/// The parent of all objects.
#[tool(name = "__proto__")]
fn proto(n: u8) -> u8 {
    n
}

/// Every option of arguments.
#[tool(closed)]
fn arguments(
    /// How many */ there are.
    #[arg(default = 2, range(min = 1, max = 5))]
    step: u8,
    /// A code.
    #[arg(example = "abc", length(min = 1, max = 9), pattern = "^[a-z/*]+$")]
    code: &str,
    #[arg(default = vec!["*/".to_owned()])] words: Vec<String>,
    bytes: &[u8],
) -> usize {
    usize::from(step) + code.len() + words.len() + bytes.len()
}

pub(super) fn more_tools() -> Tools<()> {
    tools![
        arguments,
        closed_and_no_arguments,
        dotted,
        get_logs,
        no_arguments,
        number,
        proto,
        r#type
    ]
}
