//! Every attribute at once.
use dsh_tools::call::{Content, Outcome};
use dsh_tools::tool;
use dsh_tools::tool::{ArgsOf, OutputOf};

fn show(args: &ArgsOf<Plus>, sum: &OutputOf<Plus>) -> Vec<Content> {
    vec![format!("{} + {} = {sum}", args.a, args.b).into()]
}

fn small(args: &ArgsOf<Plus>) -> bool {
    args.a < 5
}

fn finalize(outcome: &Outcome) -> Option<Vec<Content>> {
    outcome.is_error().then(Vec::new)
}

#[tool(
    name = "plus",
    description = "Add two integers.",
    type = Plus,
    crate = ::dsh_tools,
    concurrency_safe = small,
    timeout_ms = 1_000,
    idempotent,
    open_world,
    destructive,
    closed,
    render = show,
    presentation_meta = |args, sum| (args.a, *sum),
    finalize_content = finalize,
)]
async fn add(
    /// The first.
    #[arg(name = "left", example = 5, range(min = -3, max = 100))]
    a: i64,
    #[arg(description = "The second.", default = 7)] b: i64,
    #[arg(default = "none", pattern = "^[a-z]+$", length(max = 9))] _note: &str,
) -> i64 {
    a + b
}

fn main() {
    let _future = add(1, 2, "");
    let _ = Plus::tool();
}
