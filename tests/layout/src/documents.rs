//! Files that the documents name.

use anyhow::{Context, Result};
use std::path::Path;

/// Paths in the documents that lead nowhere.
pub(crate) fn check(root: &Path, documents: &[String]) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    for document in documents {
        let text = std::fs::read_to_string(root.join(document)).with_context(|| document.clone())?;
        for (number, line) in text.lines().enumerate() {
            let missing = paths(line).filter(|path| !exists(root, path));
            findings.extend(missing.map(|path| format!("{document}:{}: there is no `{path}`", number + 1)));
        }
    }
    Ok(findings)
}

/// What stands between backquotes and is the path of a file in one of the top folders.
fn paths(line: &str) -> impl Iterator<Item = &str> {
    const FOLDERS: [&str; 11] =
        ["benches", "corpora", "docs", "driver", "fuzz", "gpufort", "hipify", "mk", "rules", "runtime-shim", "scripts"];
    let is_path = |text: &&str| {
        let first = text.split('/').next().unwrap_or_default();
        text.contains('/') && (FOLDERS.contains(&first) || matches!(first, "tests" | "snapshots" | ".github"))
    };
    line.split('`').skip(1).step_by(2).filter(is_path)
}

/// Whether the path is there; a part in angle brackets or with a star stands for any name.
fn exists(root: &Path, path: &str) -> bool {
    let path = path.split([' ', ':', '#']).next().unwrap_or_default().trim_end_matches('/');
    let Some((before, pattern)) = path.split_once(['<', '*', '{']) else { return root.join(path).exists() };
    let (folder, start) = before.rsplit_once('/').unwrap_or(("", before));
    let end = pattern.rsplit(['>', '*', '}']).next().unwrap_or_default();
    if end.contains('/') || start.contains('/') {
        return root.join(folder).is_dir();
    }
    let matches = |name: &str| name.starts_with(start) && name.ends_with(end);
    std::fs::read_dir(root.join(folder))
        .is_ok_and(|entries| entries.filter_map(Result::ok).any(|entry| entry.file_name().to_str().is_some_and(matches)))
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn a_path_that_leads_nowhere_is_found() {
        let root = tempfile::TempDir::new().unwrap();
        std::fs::create_dir_all(root.path().join("rules/api")).unwrap();
        std::fs::write(root.path().join("rules/api/blas.toml"), "").unwrap();
        let text = "`rules/api/blas.toml` `rules/api/<library>.toml` `rules/api/`\n`rules/old.toml`, `rules/api/*.json`, `a/b`\n";
        std::fs::write(root.path().join("MAP.md"), text).unwrap();
        let found = check(root.path(), &["MAP.md".to_owned()]).unwrap();
        assert_eq!(found, ["MAP.md:2: there is no `rules/old.toml`", "MAP.md:2: there is no `rules/api/*.json`"]);
    }
}
