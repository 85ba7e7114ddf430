//! `headers.toml` + the header folders -> which rows name a header that exists, and which CUDA headers have no row.

use std::collections::BTreeSet;
use std::path::Path;

use hipify_rules::{Choice, Flavor, Header, header, headers};

use crate::layout::{Set, Sets};

/// What the folders say about the header table.
#[derive(Default)]
pub(crate) struct Headers {
    pub(crate) rows: usize,
    /// Rows with a HIP header, which stands in a folder.
    pub(crate) proven: usize,
    /// Rows whose HIP header no package has.
    pub(crate) no_header: BTreeSet<&'static str>,
    /// CUDA headers that no row covers.
    pub(crate) unknown: BTreeSet<String>,
}

/// Looks every row up in the folders, and every CUDA header up in the rows.
pub(crate) fn check(sets: &Sets) -> Headers {
    let mut found = Headers { rows: headers().count(), ..Headers::default() };
    for row in headers() {
        match target(row) {
            Some(name) if sets.hip.iter().any(|set| stands(set, name)) => found.proven += 1,
            Some(name) => {
                found.no_header.insert(name);
            }
            None => {}
        }
    }
    for set in &sets.cuda {
        for folder in &set.folders {
            walk(folder, folder, &mut found.unknown);
        }
    }
    found
}

fn target(row: Header) -> Option<&'static str> {
    row.hip(&Choice { flavor: Flavor::Hip, ..Choice::default() })
}

fn stands(set: &Set, name: &str) -> bool {
    set.folders.iter().any(|folder| folder.join(name).is_file())
}

/// Adds the headers below `folder` that the table does not know.
fn walk(root: &Path, folder: &Path, unknown: &mut BTreeSet<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            // `cccl` is a root of its own.
            if path.file_name().is_some_and(|name| name != "cccl") {
                walk(root, &path, unknown);
            }
            continue;
        }
        let name = path.strip_prefix(root).map(|p| p.display().to_string()).unwrap_or_default();
        let is_header = [".h", ".hpp", ".cuh"].iter().any(|end| name.ends_with(end));
        if is_header && header(&name).is_none() {
            unknown.insert(name);
        }
    }
}
