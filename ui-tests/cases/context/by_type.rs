//! The context is known by its type, whatever it is called.
use dsh_tools::prelude::*;

type Context = ToolContext<Db>;

#[derive(Clone)]
struct Db;
struct App {
    db: Db,
}

impl FromState<App> for Db {
    fn from_state(app: &App) -> Self {
        app.db.clone()
    }
}

/// Wait.
#[tool]
async fn wait(seconds: u32, anything: &Context) -> u32 {
    let _: &Db = anything.state();
    seconds
}

/// An argument that is called like the context.
#[tool]
async fn echo(ctx: String) -> String {
    ctx
}

fn main() {
    let _ = App { db: Db };
    let _: Tools<App> = tools![wait, echo];
    let _: Tools<Db> = tools![wait, echo];
}
