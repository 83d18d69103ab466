// fail: `#[data]` on what JSON cannot tell apart

/// One of two.
#[dsh_tools::data]
pub union Either {
    number: u32,
    bits: [u8; 4],
}

fn main() {}
