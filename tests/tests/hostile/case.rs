//! One hostile program and how it has to end.

/// A row of a table.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) program: &'static str,
    pub(crate) ends: End,
}

/// How a program may end.
#[derive(Clone, Copy)]
pub(crate) enum End {
    /// It fails with one of these kinds; which one can depend on what is used up first.
    Kind(&'static [&'static str]),
    /// It waits, which costs nothing, until its wall time is over.
    Waits,
    /// It is harmless, and the model reads this.
    Text(&'static str),
}

pub(crate) const TIMEOUT: End = End::Kind(&["timeout"]);
pub(crate) const EXCEPTION: End = End::Kind(&["exception"]);
pub(crate) const INVALID: End = End::Kind(&["invalid-output"]);
pub(crate) const OUTPUT: End = End::Kind(&["output-limit"]);
/// Time or memory, whichever is used up first.
pub(crate) const USED_UP: End = End::Kind(&["timeout", "worker-exit"]);
/// The same, where the engine may also refuse by an exception of its own.
pub(crate) const USED_UP_OR_REFUSED: End = End::Kind(&["timeout", "worker-exit", "exception"]);
/// It recurses: refused as an exception, or the stack is used up, or the time.
pub(crate) const TOO_DEEP: End = End::Kind(&["exception", "worker-exit", "timeout"]);

/// Makes a table of rows.
macro_rules! cases {
    ($($name:literal, $program:expr => $ends:expr;)*) => {
        pub(crate) const CASES: &[crate::case::Case] =
            &[$(crate::case::Case { name: $name, program: $program, ends: $ends }),*];
    };
}
pub(crate) use cases;

/// What a program gives that does not fail.
const VALUE: &str = "a value";

/// The kind of a failure, of what the model reads; or that there is a value.
pub(crate) fn kind(text: &str) -> &str {
    let failure = text.strip_prefix("Error: code run failed (");
    failure.and_then(|failure| failure.split_once(')')).map_or(VALUE, |(kind, _)| kind)
}

impl Case {
    /// Whether it has to be over soon after its compute budget: not what waits, and not what is harmless.
    pub(crate) fn is_quick(&self) -> bool {
        matches!(self.ends, End::Kind(_))
    }

    /// What is wrong with how it ended.
    pub(crate) fn wrong(&self, text: &str) -> Option<String> {
        let start: String = text.chars().take(300).collect();
        match self.ends {
            End::Waits if kind(text) == "timeout" => None,
            End::Waits => {
                Some(format!("{}: the end of its wall time expected, came: {start}", self.name))
            }
            End::Kind(kinds) if kinds.contains(&kind(text)) => None,
            End::Kind(kinds) => Some(format!("{}: {kinds:?} expected, came: {start}", self.name)),
            End::Text(expected) if text == expected => None,
            End::Text(expected) => {
                Some(format!("{}: {expected:?} expected, came: {start}", self.name))
            }
        }
    }
}
