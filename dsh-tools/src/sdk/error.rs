//! Why the SDK is not written, or why the one that is there will not do.
//! Written for whoever changed a tool and now sees a test or a build fail.

use std::path::PathBuf;
use std::{fmt, io};

use super::difference::Difference;
use crate::tool::DefinitionError;

/// Why [`emit`](super::emit) or [`check`](super::check) failed.
///
/// `Debug` shows the message too: that is what a test or a `main` prints that returns the error.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum SdkError {
    /// Tools cannot be built; these are the reasons of all of them.
    #[error("the SDK has tools that cannot be built:{}", list(.0))]
    Tools(Vec<DefinitionError>),
    /// Two tools have the same name, and would be one member of the SDK.
    #[error("two tools of the SDK are named `{name}`: give one another name, with `name = \"…\"`")]
    Duplicate {
        /// The name.
        name: String,
    },
    /// What is at the path cannot be read.
    #[error(
        "cannot read `{}`, where the SDK belongs: {source}; make way for a file there, or choose another path",
        path.display()
    )]
    Unreadable {
        /// The path of the SDK.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file or its folder cannot be written.
    #[error(
        "cannot write `{}`: {source}; let its folder be written to, or choose another path",
        path.display()
    )]
    Unwritable {
        /// The path of the SDK.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// There is no file to check.
    #[error("`{}` is missing; write it with: {regenerate}", path.display())]
    Missing {
        /// The path of the SDK.
        path: PathBuf,
        /// The command that writes it.
        regenerate: String,
    },
    /// The file is not the SDK of the tools as they are now.
    #[error(
        "`{}` is stale: the tools have changed since, or the file has\n{difference}\nwrite it again with: {regenerate}",
        path.display()
    )]
    Stale {
        /// The path of the SDK.
        path: PathBuf,
        /// Where it is another one.
        difference: Difference,
        /// The command that writes it again.
        regenerate: String,
    },
}

impl fmt::Debug for SdkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A line for each.
fn list(problems: &[DefinitionError]) -> String {
    problems.iter().fold(String::new(), |list, problem| format!("{list}\n- {problem}"))
}
