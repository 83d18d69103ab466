//! Reading JSON from a file or from standard input, with one clear line when that fails.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use dsh_tools::json::{Json, parse};

use crate::console::Failure;

/// More bytes than this are not read: nobody writes such a file by hand or by plan.
const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// Whether the path stands for standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What messages call it.
pub(crate) fn name(path: &Path) -> String {
    if is_standard_input(path) {
        return "standard input".to_owned();
    }
    path.display().to_string()
}

/// Reads one JSON value.
pub(crate) fn read(path: &Path) -> Result<Json, Failure> {
    let fail = |why: String| Failure::one(format!("{}: {why}", name(path)));
    let text = text(path, "no JSON")?;
    // Some editors begin files with this mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if text.trim().is_empty() {
        return Err(fail("is no JSON: it is empty".to_owned()));
    }
    parse(text).map_err(|error| fail(format!("is no JSON that can be used: {error}")))
}

/// Reads a text; `otherwise` is what bytes are that are none.
pub(crate) fn text(path: &Path, otherwise: &str) -> Result<String, Failure> {
    let fail = |why: String| Failure::one(format!("{}: {why}", name(path)));
    let bytes = bytes(path).map_err(|error| fail(format!("cannot be read: {error}")))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(fail(format!("has more than {MOST_BYTES} bytes, which is too much")));
    }
    String::from_utf8(bytes)
        .map_err(|error| fail(format!("is {otherwise}: not UTF-8 ({})", error.utf8_error())))
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if is_standard_input(path) {
        io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
