//! `tools!`: many tools of functions at once.
//! A path is a function marked `#[tool]`; `..` spreads tools that are there already (rule MAC-9).

/// Collects tools: `tools![add, fs::read_file, ..server_tools]`.
///
/// A path names a function marked `#[tool]`; `..` takes anything that gives tools one by one. The result
/// is a [`Tools`](crate::tool::Tools), over the state of the registry that takes it. Two paths whose
/// tools have the same name are a compile error.
///
/// ```edition2021
/// use dsh_tools::prelude::*;
///
/// /// Add two integers.
/// #[tool]
/// async fn add(a: i64, b: i64) -> i64 { a + b }
///
/// mod text {
///     use dsh_tools::prelude::*;
///
///     /// Turn a text around.
///     #[tool]
///     pub fn reverse(text: String) -> String { text.chars().rev().collect() }
/// }
///
/// let found: Vec<ToolDefinition<()>> = Vec::new();
/// let tools: Tools<()> = tools![add, text::reverse, ..found];
/// assert_eq!(tools.into_iter().count(), 2);
/// ```
#[macro_export]
macro_rules! tools {
    ($($items:tt)*) => {
        // A closure, so that a state that is known by now reaches the tools.
        $crate::__private::collect(|_tools| { $crate::__tools!(_tools [] $($items)*); })
    };
}

/// One step per `..`: the paths before it, then what it spreads.
#[doc(hidden)]
#[macro_export]
macro_rules! __tools {
    ($tools:ident [$($seen:path)*] $($tool:path,)* ..$spread:expr $(, $($rest:tt)*)?) => {
        $($tools.add(<$tool>::tool());)*
        $tools.add_all($spread);
        $crate::__tools!($tools [$($seen)* $($tool)*] $($($rest)*)?);
    };
    ($tools:ident [$($seen:path)*] $($tool:path),* $(,)?) => {
        $($tools.add(<$tool>::tool());)*
        const _: () = $crate::__private::assert_names_differ(&[
            $(<$seen as $crate::__private::NamedTool>::NAME,)*
            $(<$tool as $crate::__private::NamedTool>::NAME,)*
        ]);
    };
}
