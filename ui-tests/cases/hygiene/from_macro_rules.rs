//! Tools that another macro writes, and types that come out of it.
use dsh_tools::prelude::*;

macro_rules! adders {
    ($($name:ident: $number:ty, $text:literal, $default:expr;)*) => {
        $(
            #[doc = $text]
            #[tool(concurrency_safe = |args| args.a == args.b)]
            async fn $name(a: $number, #[arg(default = $default)] b: $number, c: Option<&$number>) -> $number {
                a + b + c.copied().unwrap_or_default()
            }
        )*
    };
}

adders! {
    add_bytes: u8, "Add two bytes.", 5;
    add_floats: f64, "Add two numbers.", 1.5 + 2.0;
}

fn main() {
    let _: Tools<()> = tools![add_bytes, add_floats];
}
