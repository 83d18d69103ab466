//! A store of files in a private folder, bounded by bytes, number and age.
//! Only handles that it gave out are looked up, so that none can name a file outside.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, io};

use super::store::{SpillError, SpillStore};

/// Keeps texts in files. What is too old makes room; where there is still none, the store is full.
#[derive(Debug)]
pub struct SpillFiles {
    max_bytes: usize,
    max_count: usize,
    max_age: Duration,
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    folder: PathBuf,
    kept: Mutex<HashMap<String, Kept>>,
}

#[derive(Debug)]
struct Kept {
    bytes: usize,
    since: Instant,
}

impl SpillFiles {
    /// A new folder among the system's temporary files, which only this user can read. It holds at most 256 MiB
    /// in 1,000 files for an hour each, and is removed with the store.
    ///
    /// # Errors
    ///
    /// That of the system, if the folder cannot be made.
    pub fn temporary() -> io::Result<Self> {
        let folder = std::env::temp_dir().join(format!("dsh-tools-spill-{}", random_name()));
        private_folder(&folder)?;
        let inner = Arc::new(Inner { folder, kept: Mutex::default() });
        let max_age = Duration::from_hours(1);
        Ok(Self { max_bytes: 256 << 20, max_count: 1_000, max_age, inner })
    }

    /// At most so many bytes in all.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// At most so many texts.
    #[must_use]
    pub fn max_count(mut self, count: usize) -> Self {
        self.max_count = count;
        self
    }

    /// Nothing is kept for longer.
    #[must_use]
    pub fn max_age(mut self, age: Duration) -> Self {
        self.max_age = age;
        self
    }

    /// Takes the room for a text, once what is too old is gone.
    fn reserve(&self, handle: &str, bytes: usize) -> Result<(), SpillError> {
        let mut kept = self.inner.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let old = kept.extract_if(|_, text| text.since.elapsed() > self.max_age);
        old.for_each(|(handle, _)| self.inner.remove(&handle));
        let held: usize = kept.values().map(|text| text.bytes).sum();
        if kept.len() >= self.max_count || held.saturating_add(bytes) > self.max_bytes {
            return Err(SpillError::Full);
        }
        kept.insert(handle.to_owned(), Kept { bytes, since: Instant::now() });
        Ok(())
    }
}

impl SpillStore for SpillFiles {
    async fn put(&self, text: Arc<str>) -> Result<String, SpillError> {
        let handle = random_name();
        self.reserve(&handle, text.len())?;
        let (inner, name) = (self.inner.clone(), handle.clone());
        // On its own thread to the end, so that a caller that gives up leaves nothing half done.
        let written = tokio::task::spawn_blocking(move || {
            fs::write(inner.folder.join(&name), text.as_bytes()).inspect_err(|_| {
                inner.kept.lock().unwrap_or_else(PoisonError::into_inner).remove(&name);
                inner.remove(&name);
            })
        });
        written.await.map_err(failed)?.map_err(failed)?;
        Ok(handle)
    }

    async fn get(&self, handle: String) -> Result<Arc<str>, SpillError> {
        {
            let kept = self.inner.kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.get(&handle)
                .filter(|text| text.since.elapsed() <= self.max_age)
                .ok_or(SpillError::Unknown)?;
        }
        let inner = self.inner.clone();
        let read =
            tokio::task::spawn_blocking(move || fs::read_to_string(inner.folder.join(handle)));
        Ok(read.await.map_err(failed)?.map_err(failed)?.into())
    }
}

impl Inner {
    /// A file that cannot be removed goes with its folder.
    fn remove(&self, handle: &str) {
        let _ = fs::remove_file(self.folder.join(handle));
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn failed(error: impl std::fmt::Display) -> SpillError {
    SpillError::Failed(error.to_string())
}

/// 128 bits that nobody can guess: the keys of a `RandomState` come from the system.
fn random_name() -> String {
    format!("{:016x}{:016x}", RandomState::new().hash_one(0), RandomState::new().hash_one(1))
}

/// Fails if there is something of that name.
fn private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
