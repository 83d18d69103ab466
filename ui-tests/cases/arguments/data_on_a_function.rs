// fail: `#[data]` where no data is
#[dsh_tools::data(crates = x)]
fn point() {}

fn main() {
    point();
}
