// fail: three mistakes of types: argument, output and state
use dsh_tools::prelude::*;

struct Point;
struct Picture;

#[derive(Clone)]
struct Db(std::cell::RefCell<u8>);

/// Draw a point.
#[tool]
async fn draw(point: Point, ctx: &ToolContext<Db>) -> Picture {
    let _ = (point, ctx.state().0.borrow());
    Picture
}

fn main() {}
