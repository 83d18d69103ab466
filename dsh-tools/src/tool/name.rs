//! The names that tools may have (rule REG-1).
//! A [`ToolName`] was checked when it was made, so nobody checks it again.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

/// The name of the tool that runs programs; no other tool may have it.
pub const RUN_CODE: &str = "run_code";

/// Which names are allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NamePolicy {
    /// 1 to 64 characters of `A-Z`, `a-z`, `0-9`, `_`, `.` and `-`.
    #[default]
    Portable,
    /// Any text that does not start with `$`, such as the names of other servers' tools.
    Any,
}

/// Why a name is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// It is the name of the tool that runs programs.
    #[error("`run_code` is reserved for the tool that runs programs; choose another name")]
    Reserved,
    /// It starts with `$`.
    #[error("{name:?} starts with `$`, which is reserved for functions of the SDK")]
    Dollar {
        /// The refused name.
        name: String,
    },
    /// It has a character or a length that the policy does not allow.
    #[error(
        "{name:?} is no portable tool name: use 1 to 64 characters of A-Z, a-z, 0-9, `_`, `.` and `-`, \
         or allow any name with `NamePolicy::Any`"
    )]
    NotPortable {
        /// The refused name.
        name: String,
    },
}

/// The name of a tool.
///
/// ```
/// use dsh_tools::tool::{NamePolicy, ToolName};
///
/// assert!(ToolName::new("read_file", NamePolicy::Portable).is_ok());
/// assert!(ToolName::new("日本", NamePolicy::Portable).is_err());
/// assert!(ToolName::new("日本", NamePolicy::Any).is_ok());
/// assert!(ToolName::new("run_code", NamePolicy::Any).is_err());
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ToolName(Arc<str>);

impl ToolName {
    /// Checks a name.
    ///
    /// # Errors
    ///
    /// [`NameError`] for a reserved name and for one that the policy does not allow.
    pub fn new(name: impl Into<Arc<str>>, policy: NamePolicy) -> Result<Self, NameError> {
        let name = name.into();
        if &*name == RUN_CODE {
            return Err(NameError::Reserved);
        }
        if name.starts_with('$') {
            return Err(NameError::Dollar { name: name.as_ref().into() });
        }
        let portable = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
        let allowed = (1..=64).contains(&name.len()) && name.bytes().all(portable);
        if policy == NamePolicy::Portable && !allowed {
            return Err(NameError::NotPortable { name: name.as_ref().into() });
        }
        Ok(Self(name))
    }

    /// The name of the tool that runs programs, which only this library gives.
    pub(crate) fn run_code() -> Self {
        Self(RUN_CODE.into())
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name as shared text.
    #[must_use]
    pub fn shared(&self) -> Arc<str> {
        self.0.clone()
    }
}

impl Borrow<str> for ToolName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reg_1_names_are_checked() {
        let portable = |name: &str| ToolName::new(name, NamePolicy::Portable);
        assert!(portable("fs.read-file_2").is_ok());
        assert!(portable(&"a".repeat(64)).is_ok());
        for refused in ["", "a b", "日本", "$search", &"a".repeat(65), "run_code"] {
            assert!(portable(refused).is_err(), "{refused:?}");
        }
        let any = |name: &str| ToolName::new(name, NamePolicy::Any);
        assert!(any("").is_ok() && any("__proto__").is_ok());
        assert!(any("$describe").is_err() && any("run_code").is_err());
    }
}
