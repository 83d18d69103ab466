//! Paths of every kind as callbacks.
use dsh_tools::prelude::*;

mod show {
    use dsh_tools::prelude::*;
    use dsh_tools::tool::{ArgsOf, OutputOf};

    pub(super) fn sum(args: &ArgsOf<super::add>, sum: &OutputOf<super::add>) -> Vec<Content> {
        vec![format!("{} {sum}", args.a).into()]
    }

    pub(super) fn any<A, V: ToString>(_args: &A, value: &V) -> String {
        value.to_string()
    }
}

struct Policy;

impl Policy {
    fn finalize(outcome: &Outcome) -> Option<Vec<Content>> {
        outcome.is_error().then(Vec::new)
    }
}

trait Small {
    fn small(&self) -> bool;
}

impl Small for dsh_tools::tool::ArgsOf<add> {
    fn small(&self) -> bool {
        self.a < 5
    }
}

/// Add two integers.
#[tool(
    concurrency_safe = Small::small,
    render = self::show::sum,
    presentation_meta = show::any::<_, i64>,
    finalize_content = <Policy>::finalize,
)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {
    let _: Tools<()> = tools![add];
}
