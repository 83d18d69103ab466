//! Tools over types of all shapes, whose SDK the TypeScript compiler has to accept (rules SDK-1 to SDK-3).
//! Most give back what they get, so that a type stands in an argument and in an output.

/// Tools that give back what they get.
macro_rules! echo {
    ($($(#[$attribute:meta])* $name:ident: $type:ty;)*) => {
        $(
            $(#[$attribute])*
            #[tool]
            fn $name(value: $type) -> $type {
                value
            }
        )*

        pub(super) fn tools() -> Tools<()> {
            tools![$($name),*]
        }
    };
}

mod collections;
mod enums;
mod generics;
mod names;
mod recursion;
mod scalars;
mod structs;
mod texts;

use dsh_tools::prelude::*;

/// All of them.
#[must_use]
pub fn tools() -> Tools<()> {
    let rooms = [
        collections::tools(),
        enums::tools(),
        generics::tools(),
        names::tools(),
        names::more_tools(),
        recursion::tools(),
        scalars::tools(),
        structs::tools(),
        texts::tools(),
    ];
    let mut all = Tools::new();
    for room in rooms {
        for tool in room {
            all.add(tool);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sdk_3_at_least_60_types_have_schemas() {
        let mut names = std::collections::BTreeSet::new();
        let mut refused = Vec::new();
        for tool in tools() {
            match tool {
                Ok(tool) => assert!(names.insert(tool.spec().name().clone()), "{tool:?} twice"),
                Err(error) => refused.push(error.to_string()),
            }
        }
        assert!(refused.is_empty(), "{refused:#?}");
        assert!(names.len() >= 60, "{} tools", names.len());
    }
}
