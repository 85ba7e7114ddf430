//! Source files that are too long to be read at once.

use crate::rooms::Rooms;
use anyhow::{Context, Result};
use std::path::Path;

/// Rust files with more lines than the plan allows, and exceptions that are none.
pub(crate) fn check(root: &Path, rooms: &Rooms) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    let mut exceptions: Vec<&String> = rooms.tables.keys().collect();
    for entry in ignore::Walk::new(root) {
        let path = entry?.into_path();
        let Ok(name) = path.strip_prefix(root).map(|path| path.display().to_string()) else { continue };
        if path.extension().is_none_or(|ending| ending != "rs") || name.starts_with("corpora/") {
            continue;
        }
        let lines = std::fs::read_to_string(&path).with_context(|| name.clone())?.lines().count();
        if lines <= rooms.longest {
            continue;
        }
        match rooms.tables.contains_key(&name) {
            true => exceptions.retain(|exception| **exception != name),
            false => findings.push(format!("{name}: {lines} lines; more than {} are for tables of facts alone", rooms.longest)),
        }
    }
    findings
        .extend(exceptions.iter().map(|name| format!("rooms.toml: `{name}` is no file of more than {} lines", rooms.longest)));
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::rooms::Rooms;

    #[test]
    fn long_files_are_found_unless_they_are_tables() {
        let root = tempfile::TempDir::new().unwrap();
        for (name, lines) in [("long.rs", 11), ("short.rs", 10), ("table.rs", 50), ("notes.md", 99)] {
            std::fs::write(root.path().join(name), "\n".repeat(lines)).unwrap();
        }
        let rooms = "crates = []\nlongest = 10\ndocuments = []\n[tables]\n\"table.rs\" = \"facts\"\n\"short.rs\" = \"facts\"\n";
        let rooms: Rooms = toml::from_str(rooms).unwrap();
        let found = check(root.path(), &rooms).unwrap();
        let want = [
            "long.rs: 11 lines; more than 10 are for tables of facts alone",
            "rooms.toml: `short.rs` is no file of more than 10 lines",
        ];
        assert_eq!(found, want);
    }
}
