//! Lifetimes with names and bounds, and without.
use dsh_tools::prelude::*;

use std::borrow::Cow;

/// Join.
#[tool]
async fn join<'a, 'b: 'a>(first: &'a str, second: Cow<'b, str>, third: Option<&'b str>) -> Cow<'static, str>
where
    'b: 'a,
{
    Cow::Owned(format!("{first}{second}{}", third.unwrap_or_default()))
}

/// Count.
#[tool]
fn count(texts: Vec<&str>, bytes: &[u8], paths: &Vec<std::path::PathBuf>) -> usize {
    texts.len() + bytes.len() + paths.len()
}

fn main() {
    let _: Tools<()> = tools![join, count];
}
