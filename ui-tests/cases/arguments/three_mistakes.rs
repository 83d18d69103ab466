// fail: three mistakes of types, three messages
use dsh_tools::prelude::*;

struct Point;
struct Colour;
struct Picture;

/// Draw a point.
#[tool]
async fn draw(point: Point, colour: &[Colour]) -> Result<Picture, ToolError> {
    let _ = (point, colour.len());
    Ok(Picture)
}

fn main() {}
