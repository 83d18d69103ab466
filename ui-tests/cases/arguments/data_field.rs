// fail: `#[data]` over a type that is none itself

struct Inner;

#[dsh_tools::data]
struct Outer {
    inner: Inner,
}

fn main() {}
