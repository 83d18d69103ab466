// fail: `#[data]` beside a derive that it stands for

#[dsh_tools::data]
#[derive(serde::Serialize)]
struct Point {
    x: i64,
}

fn main() {}
