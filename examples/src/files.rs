//! Tools that read the files of one directory.
//! Paths are relative to it, and nothing outside it is read.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dsh_tools::data;
use dsh_tools::prelude::*;

/// The directory that the tools work in.
#[derive(Clone, Debug)]
pub struct Root(Arc<Path>);

impl Root {
    /// Works in that directory.
    ///
    /// # Errors
    ///
    /// When there is no such directory.
    pub fn new(dir: &Path) -> io::Result<Self> {
        Ok(Self(dir.canonicalize()?.into()))
    }

    /// The file of that relative path.
    fn file(&self, path: &str) -> io::Result<PathBuf> {
        let file = self.0.join(path).canonicalize()?;
        if file.starts_with(&self.0) {
            return Ok(file);
        }
        Err(io::Error::other(format!("{path} is outside the directory")))
    }

    async fn read(&self, path: &str) -> io::Result<String> {
        let bytes = tokio::fs::read(self.file(path)?).await?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// A file of the directory.
#[data]
#[derive(Debug)]
pub struct FileEntry {
    /// Relative to the directory.
    pub path: String,
    /// Its size.
    pub bytes: u64,
}

/// List the files of the directory and of those below it, without hidden ones and `target`.
///
/// # Errors
///
/// When a directory cannot be read.
#[tool(read_only, concurrency_safe, blocking)]
pub fn list_files(
    /// Only files with this extension, such as `rs`.
    extension: Option<&str>,
    ctx: &ToolContext<Root>,
) -> io::Result<Vec<FileEntry>> {
    let root = &ctx.state().0;
    let mut found = Vec::new();
    let mut pending = vec![root.to_path_buf()];
    while let Some(dir) = pending.pop() {
        for entry in std::fs::read_dir(dir)? {
            let entry = entry?;
            let name = entry.file_name();
            if name.to_string_lossy().starts_with('.') || name == "target" || name == "node_modules"
            {
                continue;
            }
            let (path, kind) = (entry.path(), entry.file_type()?);
            let wanted =
                extension.is_none_or(|wanted| path.extension().is_some_and(|has| has == wanted));
            if kind.is_dir() {
                pending.push(path);
            } else if kind.is_file() && wanted {
                let relative = path.strip_prefix(root).unwrap_or(&path);
                let bytes = entry.metadata()?.len();
                found.push(FileEntry { path: relative.to_string_lossy().into_owned(), bytes });
            }
        }
    }
    found.sort_by(|left, right| left.path.cmp(&right.path));
    Ok(found)
}

/// Read a text file.
///
/// # Errors
///
/// When the file cannot be read or lies outside the directory.
#[tool(read_only, concurrency_safe, timeout_ms = 5_000)]
pub async fn read_file(
    /// Relative to the directory.
    path: String,
    ctx: &ToolContext<Root>,
) -> io::Result<String> {
    ctx.state().read(&path).await
}

/// A line that was found.
#[data]
#[derive(Debug)]
pub struct Line {
    /// Counted from 1.
    pub number: u32,
    /// Without its line end.
    pub text: String,
}

/// Find the lines of a file that start with a text.
///
/// # Errors
///
/// When the file cannot be read or lies outside the directory.
#[tool(read_only, concurrency_safe, timeout_ms = 5_000)]
pub async fn search_text(
    /// Relative to the directory.
    path: &str,
    /// What the lines start with.
    starts_with: &str,
    ctx: &ToolContext<Root>,
) -> io::Result<Vec<Line>> {
    let text = ctx.state().read(path).await?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| line.starts_with(starts_with));
    Ok(lines.map(|(number, line)| Line { number, text: line.to_owned() }).collect())
}
