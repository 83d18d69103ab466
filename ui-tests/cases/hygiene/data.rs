//! Types of arguments and outputs by `#[data]`, with the library behind another name.
#![deny(warnings)]

mod facade {
    pub use ::dsh_tools as agents;
}
mod serde {}
mod schemars {}

#[::dsh_tools::data]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Query {
    /// What to look for.
    search_text: String,
    limit: Option<u32>,
}

#[facade::agents::data(crate = crate::facade::agents)]
enum Found {
    Nothing,
    Text(String),
}

#[facade::agents::tool(crate = facade::agents, description = "Search.")]
async fn search(#[args] query: Query) -> Found {
    if query.limit == Some(0) { Found::Nothing } else { Found::Text(query.search_text) }
}

fn main() {
    let _: ::dsh_tools::tool::Tools<()> = ::dsh_tools::tools![search];
}
