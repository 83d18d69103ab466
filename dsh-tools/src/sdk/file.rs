//! One file, read if it is there, and replaced as a whole.
//! Nobody sees half of it: the text goes to a temporary file beside it, which then takes its name.

use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::error::SdkError;

/// What the file holds; `None` where there is none.
pub(super) fn read(path: &Path) -> Result<Option<Vec<u8>>, SdkError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(SdkError::Unreadable { path: path.into(), source }),
    }
}

/// Puts the text there, in folders that are made where they are missing.
pub(super) fn replace(path: &Path, text: &str) -> Result<(), SdkError> {
    write(path, text).map_err(|source| SdkError::Unwritable { path: path.into(), source })
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let temporary = beside(path)?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = File::create_new(&temporary)?;
    let written = file.write_all(text.as_bytes());
    drop(file); // Windows renames no open file.
    let renamed = written.and_then(|()| fs::rename(&temporary, path));
    if renamed.is_err() {
        // What went wrong before is what the caller has to hear of.
        let _ = fs::remove_file(&temporary);
    }
    renamed
}

/// A path in the same folder, which no other process has.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"));
    };
    let random = RandomState::new().build_hasher().finish();
    Ok(path.with_file_name(format!(".{}.{random:016x}.tmp", name.display())))
}
