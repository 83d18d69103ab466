//! Expansions of typical tools, kept as snapshots: what the macro writes can be read, and no change of it goes unseen.
//! A snapshot is renewed with `INSTA_UPDATE=always cargo test -p dsh-tools-macros`.

mod paths;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{ItemFn, Meta};

use crate::expand;

/// The expansion of a function below `#[tool]`, laid out.
fn expansion(source: &str) -> String {
    let mut function: ItemFn = syn::parse_str(source).expect("a function");
    let is_tool = |attribute: &syn::Attribute| attribute.path().is_ident("tool");
    let place = function.attrs.iter().position(is_tool).expect("`#[tool]`");
    let attributes = match function.attrs.remove(place).meta {
        Meta::List(list) => list.tokens,
        _ => TokenStream::new(),
    };
    let expanded = expand::tool(attributes, function.into_token_stream());
    prettyplease::unparse(&syn::parse2(expanded).expect("items"))
}

fn assert_snapshot(name: &str, source: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, expansion(source)));
}

#[test]
fn mac_1_a_minimal_tool() {
    let source = "
        /// Add two integers.
        #[tool]
        fn add(left: i64, right: i64) -> i64 {
            left + right
        }
    ";
    assert_snapshot("minimal", source);
}

#[test]
fn mac_3_documented_and_constrained_arguments() {
    let source = r#"
        /// Read lines of a text file.
        ///
        /// Lines are counted from 1.
        #[tool(read_only, concurrency_safe, timeout_ms = 5_000)]
        pub async fn read_lines(
            /// Absolute path of the file.
            #[arg(example = "/etc/hosts", length(min = 1), pattern = "^/")]
            path: &str,
            /// The first line.
            #[arg(default = 1, range(min = 1))]
            first: u32,
            /// How many lines at most.
            #[arg(name = "count", range(max = user::MOST_LINES))]
            most: Option<u32>,
            /// Words whose lines are left out.
            #[arg(default = user::nothing())]
            without: Vec<String>,
        ) -> Vec<String> {
            lines(path, first, most, without).await
        }
    "#;
    assert_snapshot("arguments", source);
}

#[test]
fn mac_3_one_struct_of_all_arguments() {
    let source = "
        /// Search notes.
        #[tool]
        pub(crate) async fn search(#[args] query: Query) -> Vec<Note> {
            find(query).await
        }
    ";
    assert_snapshot("whole", source);
}

#[test]
fn mac_4_a_context_and_a_result() {
    let source = "
        /// Write a note.
        #[tool]
        async fn write_note(text: String, ctx: &ToolContext<Notes>) -> Result<(), ToolError> {
            ctx.state().write(text).await
        }
    ";
    assert_snapshot("context", source);
}

#[test]
fn mac_5_every_attribute_and_callback() {
    let source = r#"
        #[tool(
            name = "plus",
            description = "Add two integers.",
            type = Plus,
            crate = ::library::tools,
            concurrency_safe = |args| args.left < user::LIMIT,
            timeout_ms = 1_000,
            destructive,
            idempotent,
            open_world,
            closed,
            blocking,
            render = user::render,
            presentation_meta = |args, sum| user::meta(args, sum),
            finalize_content = user::finalize,
        )]
        pub fn add(left: i64, right: i64) -> i64 {
            left + right
        }
    "#;
    assert_snapshot("attributes", source);
}

#[test]
fn mac_7_a_stand_in_beside_an_error() {
    let source = "
        /// Count down.
        #[tool(timeout_ms = 0)]
        async fn count(from: u8) -> u8 {
            from - 1
        }
    ";
    assert_snapshot("stand_in", source);
}
