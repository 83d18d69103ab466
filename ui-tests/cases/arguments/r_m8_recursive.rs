//! A type that contains itself, as argument and output.
use dsh_tools::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct Node {
    kids: Vec<Node>,
}

/// Give the tree back.
#[tool(render = |args, tree| vec![format!("{} {}", args.tree.kids.len(), tree.kids.len()).into()])]
async fn echo(tree: Node) -> Node {
    tree
}

fn main() {
    let _: Tools<()> = tools![echo];
}
