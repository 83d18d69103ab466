//! Every path of the kept expansions starts at the root, so that no name of a user can change what it means.
//! The user's own paths stay as they were written, and what the language itself reserves cannot be shadowed.

use std::collections::HashSet;
use std::fs;
use std::path::Path as FilePath;

use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Expr, ExprClosure, File, Item, ItemFn, ItemUse, Macro, Pat, PatIdent, Path, Token,
    Visibility,
};

/// How the names begin that expansions give to what they declare.
const OURS: [&str; 4] = ["__dsh_tools", "__DshTools", "__DSH_TOOLS", "__ArgsOf_"];

/// The module of everything that the attributes of the snapshots name.
const USER: &str = "user";

/// Types of the language that expansions name: a program that shadows them breaks every derive, too.
const PRIMITIVES: [&str; 2] = ["bool", "str"];

/// Attributes of the language.
const ATTRIBUTES: [&str; 3] = ["allow", "doc", "must_use"];

#[test]
fn mac_8_generated_paths_start_at_the_root() {
    let folder = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("src/snapshots");
    let mut read = 0;
    for entry in fs::read_dir(folder).expect("the snapshots") {
        let file = entry.expect("a file").path();
        if file.extension().is_some_and(|extension| extension == "snap") {
            let text = fs::read_to_string(&file).expect("a snapshot");
            let (_, expansion) = text.split_once("\n---\n").expect("what follows the header");
            assert_eq!(relative(expansion), Vec::<String>::new(), "in {}", file.display());
            read += 1;
        }
    }
    assert!(read >= 6, "only {read} snapshots");
}

#[test]
fn mac_8_relative_paths_are_found() {
    let expansion = "
        fn f(n: Option<u8>) {}
        struct f {}
        const _: () = {
            use a::B;
            impl f {
                fn g(__dsh_tools_0: Option<u8>, n: Option<Option<u8>>) -> <u8 as C>::D {
                    ::e::assert!(n, <f>::G);
                    (|user| user)(None)
                }
            }
        };
    ";
    let found = ["a :: B", "Option < Option < u8 > >", "n", "u8", "C :: D", "n", "None"];
    let mut relative = relative(expansion);
    relative.sort_unstable();
    let mut expected = found.to_vec();
    expected.sort_unstable();
    assert_eq!(relative, expected);
}

/// The paths that expansion has of its own and that do not start at the root.
fn relative(expansion: &str) -> Vec<String> {
    let file: File = syn::parse_str(expansion).expect("items");
    let mut user = UserPaths::default();
    let mut search = Search::default();
    let (functions, others): (Vec<&Item>, Vec<&Item>) =
        file.items.iter().partition(|item| matches!(item, Item::Fn(_)));
    for function in functions {
        if let Item::Fn(ItemFn { sig, .. }) = function {
            user.visit_signature(sig);
            search.names.push(sig.ident.to_string());
        }
    }
    search.user = user.0;
    for item in others {
        if let Item::Struct(marker) = item {
            search.names.push(marker.ident.to_string());
        }
        search.visit_item(item);
    }
    search.found
}

/// The paths of the types in a signature, each as a whole.
#[derive(Default)]
struct UserPaths(HashSet<String>);

impl Visit<'_> for UserPaths {
    fn visit_path(&mut self, path: &Path) {
        self.0.insert(text(path));
    }
}

#[derive(Default)]
struct Search {
    user: HashSet<String>,
    /// The tool's function, its type, and what the user's closures bind.
    names: Vec<String>,
    found: Vec<String>,
}

impl Search {
    fn is_sound(&self, path: &Path) -> bool {
        if path.leading_colon.is_some() {
            return true;
        }
        let first = path.segments.first().map(|segment| segment.ident.to_string());
        let first = first.unwrap_or_default();
        if path.segments.len() > 1 {
            return first == USER;
        }
        first == "Self" || PRIMITIVES.contains(&&*first) || self.is_known(&first)
    }

    fn is_known(&self, name: &str) -> bool {
        OURS.iter().any(|start| name.starts_with(start)) || self.names.iter().any(|n| n == name)
    }
}

impl Visit<'_> for Search {
    fn visit_path(&mut self, path: &Path) {
        // What is inside of a path of the user is the user's as well.
        if self.user.contains(&text(path)) {
            return;
        }
        if !self.is_sound(path) {
            self.found.push(text(path));
        }
        visit::visit_path(self, path);
    }

    fn visit_item_use(&mut self, item: &ItemUse) {
        if item.leading_colon.is_none() {
            self.found.push(text(&item.tree));
        }
    }

    /// A name in a pattern may mean a constant.
    fn visit_pat_ident(&mut self, pattern: &PatIdent) {
        if !self.is_known(&pattern.ident.to_string()) {
            self.found.push(pattern.ident.to_string());
        }
        visit::visit_pat_ident(self, pattern);
    }

    /// Closures with parameters are the user's callbacks.
    fn visit_expr_closure(&mut self, closure: &ExprClosure) {
        let before = self.names.len();
        for input in &closure.inputs {
            if let Pat::Ident(bound) = input {
                self.names.push(bound.ident.to_string());
            }
        }
        self.visit_expr(&closure.body);
        self.names.truncate(before);
    }

    fn visit_macro(&mut self, called: &Macro) {
        self.visit_path(&called.path);
        let arguments = Punctuated::<Expr, Token![,]>::parse_terminated;
        match arguments.parse2(called.tokens.clone()) {
            Ok(arguments) => arguments.iter().for_each(|argument| self.visit_expr(argument)),
            Err(_) => self.found.push(text(&called.tokens)),
        }
    }

    fn visit_attribute(&mut self, attribute: &Attribute) {
        if !ATTRIBUTES.iter().any(|known| attribute.path().is_ident(known)) {
            self.found.push(text(attribute));
        }
    }

    /// The user's own, too.
    fn visit_visibility(&mut self, _: &Visibility) {}
}

/// The tokens, without the commas that the layout adds to long lists.
fn text(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string().replace(", >", ">").replace(" ,>", " >")
}
