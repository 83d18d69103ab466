use dsh_tools::prelude::*;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
/// Add.
#[tool(concurrency_safe)]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}
fn main() {
    let registry: ToolRegistry = ToolRegistry::builder().tools(tools![add]).build().unwrap();
    let arguments = dsh_tools::json::parse(r#"{"a":1,"b":2}"#).unwrap();
    let t = std::time::Instant::now();
    for _ in 0..60_000 {
        let mut f = pin!(registry.call("add", arguments.clone()));
        let Poll::Ready(o) = f.as_mut().poll(&mut Context::from_waker(Waker::noop())) else {
            panic!()
        };
        std::hint::black_box(o);
    }
    println!("{:?}", t.elapsed() / 60_000);
}
