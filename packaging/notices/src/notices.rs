//! Parts -> the texts of their licences, each text once.

use crate::parts::{Part, Parts};
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

/// How the files with the words of a licence begin, in small letters.
const FILES: [&str; 6] = ["licen", "copying", "copyright", "notice", "unlicense", "authors"];

/// The notices.
///
/// # Errors
/// When a package's folder cannot be read.
pub(crate) fn text(parts: &Parts) -> Result<String> {
    let mut users: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut out = format!(
        "hipify-rs {} is licensed under MIT OR Apache-2.0, at your choice. Its programs contain Rust's standard library, which is\n\
         licensed under MIT OR Apache-2.0 (https://github.com/rust-lang/rust), and code of these packages:\n\n",
        parts.version
    );
    for part in &parts.others {
        let texts = texts(part)?;
        let from = part.repository.as_deref().unwrap_or("https://crates.io");
        write!(out, "  {} {}  {}  {from}", part.name, part.version, part.licence)?;
        // Some packages leave the texts in their repository.
        if texts.is_empty() {
            write!(out, "  (by {}; its package has no text of its licence)", by(part))?;
        }
        out.push('\n');
        for text in texts {
            users.entry(text).or_default().push(part.reference());
        }
    }
    for (text, names) in users {
        writeln!(out, "\n{}\n{}\n\n{}", "-".repeat(80), names.join(", "), text.trim_end())?;
    }
    Ok(out)
}

fn by(part: &Part) -> String {
    if part.authors.is_empty() { format!("the authors of {}", part.name) } else { part.authors.join(", ") }
}

fn texts(part: &Part) -> Result<Vec<String>> {
    let entries = fs::read_dir(&part.folder).with_context(|| format!("cannot read `{}`", part.folder.display()))?;
    let mut paths: Vec<_> = entries.map(|entry| entry.map(|entry| entry.path())).collect::<std::io::Result<_>>()?;
    paths.sort();
    let is_text = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        path.is_file() && FILES.iter().any(|beginning| name.starts_with(beginning))
    };
    paths.retain(is_text);
    let read = |path: &std::path::PathBuf| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).replace("\r\n", "\n"));
    paths.iter().map(|path| read(path).with_context(|| format!("cannot read `{}`", path.display()))).collect()
}
