//! Places in a project's copy, in lines that tools print, to places in the user's tree.

use super::surroundings::Surroundings;
use similar::TextDiff;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Which folder is a copy of which.
pub(super) struct Origin {
    copy: String,
    /// As the user named it; empty for the current folder.
    original: PathBuf,
    /// A folder of the copy that the user named otherwise, and how.
    inner: (PathBuf, PathBuf),
    /// By the path in the tree: the line of the original for each line of the copy, where they differ.
    lines: HashMap<String, Option<Vec<usize>>>,
    /// The file that the last message is about.
    current: Option<String>,
}

impl Origin {
    /// `copy` is one of what is around `folder`, which the user named so.
    pub(super) fn new(copy: &Path, folder: &Path, around: &Surroundings) -> Self {
        let named = |path: &Path| if path == Path::new(".") { PathBuf::new() } else { path.to_path_buf() };
        let inner = (around.inner.clone(), named(folder));
        Self { copy: copy.display().to_string(), original: named(&around.root), inner, lines: HashMap::new(), current: None }
    }

    /// `line` with paths of the copy, and the line numbers after them, as in the original.
    pub(super) fn line(&mut self, line: &str) -> String {
        if let Some((margin, number, after)) = excerpt(line) {
            let number = match self.current.clone() {
                Some(relative) => self.original_line(&relative, number),
                None => number,
            };
            return format!("{number:>margin$}{after}");
        }
        if !line.trim_start().starts_with('|') {
            self.current = None;
        }
        let mut text = String::with_capacity(line.len());
        let mut rest = line;
        while let Some(at) = rest.find(&self.copy) {
            text.push_str(&rest[..at]);
            rest = &rest[at + self.copy.len()..];
            // `/cache/tree-2` is no file of `/cache/tree`.
            if !rest.starts_with('/') && rest.starts_with(|c: char| c.is_alphanumeric() || "-_.+".contains(c)) {
                text.push_str(&self.copy);
                continue;
            }
            let end = rest.find(|c: char| c.is_whitespace() || "\"':,;()".contains(c)).unwrap_or(rest.len());
            let relative = rest[..end].trim_start_matches('/').to_owned();
            text.push_str(&self.named(&relative));
            rest = &rest[end..];
            if let Some((number, after)) = line_number(rest) {
                text.push_str(&format!(":{}", self.original_line(&relative, number)));
                self.current = Some(relative);
                rest = after;
            }
        }
        text.push_str(rest);
        text
    }

    fn named(&self, relative: &str) -> String {
        let path = self.original_path(relative);
        if path.as_os_str().is_empty() { ".".to_owned() } else { path.display().to_string() }
    }

    fn original_path(&self, relative: &str) -> PathBuf {
        let (inner, named) = &self.inner;
        match Path::new(relative).strip_prefix(inner) {
            Ok(rest) if rest.as_os_str().is_empty() => named.clone(),
            Ok(rest) => named.join(rest),
            Err(_) => self.original.join(relative),
        }
    }

    fn original_line(&mut self, relative: &str, number: usize) -> usize {
        let (copy, original) = (Path::new(&self.copy).join(relative), self.original_path(relative));
        let lines = self.lines.entry(relative.to_owned()).or_insert_with(|| {
            let (copy, original) = (fs::read(copy).ok()?, fs::read(original).ok()?);
            (copy != original).then(|| original_lines(&original, &copy))
        });
        lines.as_ref().and_then(|lines| lines.get(number.checked_sub(1)?)).copied().unwrap_or(number)
    }
}

/// `   12 | code` of an excerpt: the width up to the number's end, the number and the rest.
fn excerpt(line: &str) -> Option<(usize, usize, &str)> {
    let (margin, _) = line.split_once(" |")?;
    let digits = margin.trim_start_matches(' ');
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    is_number.then_some((margin.len(), digits.parse().ok()?, &line[margin.len()..]))
}

/// `:12` or CMake's `:12 (` at the start of `text`.
fn line_number(text: &str) -> Option<(usize, &str)> {
    let digits = text.strip_prefix(':')?;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    Some((digits[..end].parse().ok()?, &digits[end..]))
}

/// For each line of `copy`, counted from 0, the number from 1 of the line of `original` that it comes from.
fn original_lines(original: &[u8], copy: &[u8]) -> Vec<usize> {
    let (original, copy) = (String::from_utf8_lossy(original), String::from_utf8_lossy(copy));
    let diff = TextDiff::from_lines(&*original, &*copy);
    let mut lines = Vec::new();
    for operation in diff.ops() {
        let (old, new) = (operation.old_range(), operation.new_range());
        // A line that is new stands for the one it came in front of.
        let last = old.len().saturating_sub(1);
        lines.extend((0..new.len()).map(|offset| old.start + offset.min(last) + 1));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_the_copy_become_places_in_the_original() {
        let folder = tempfile::tempdir().unwrap();
        let (copy, original) = (folder.path().join("copy"), folder.path().join("mine"));
        for (path, text) in [(&original, "a\nb\nc\nd\n"), (&copy, "new\na\nB\nc\nd\n")] {
            fs::create_dir(path).unwrap();
            fs::write(path.join("a.cu"), text).unwrap();
        }
        let mut origin = Origin::new(&copy, &original, &Surroundings::none(&original));
        let of = |text: &str| text.replace("COPY", &copy.display().to_string()).replace("MINE", &original.display().to_string());
        let mut check = |said: &str, expected: &str| assert_eq!(origin.line(&of(said)), of(expected));
        check("COPY/a.cu:3:5: error: x", "MINE/a.cu:2:5: error: x");
        check("    3 | B", "    2 | B");
        check("      | ^", "      | ^");
        check("    5 | d", "    4 | d");
        check("/usr/include/x.h:3:1: note: x", "/usr/include/x.h:3:1: note: x");
        check("    3 | x", "    3 | x");
        check("In file included from COPY/a.cu:5:", "In file included from MINE/a.cu:4:");
        check("at COPY/none.cu:7 (f)", "at MINE/none.cu:7 (f)");
        check("cd \"COPY\" && x -ICOPY/inc -DA", "cd \"MINE\" && x -IMINE/inc -DA");
        check("COPY-2/a.cu:3", "COPY-2/a.cu:3");
    }

    #[test]
    fn what_is_around_a_folder_is_named_from_the_folder_above() {
        let around = Surroundings { root: "src".into(), inner: "prog".into(), only: Vec::new() };
        let mut origin = Origin::new(Path::new("/cache/tree"), Path::new("src/prog"), &around);
        assert_eq!(origin.line("/cache/tree/prog/a.cu of /cache/tree/common/b.h"), "src/prog/a.cu of src/common/b.h");
    }

    #[test]
    fn the_current_folder_needs_no_name() {
        let mut origin = Origin::new(Path::new("/cache/tree"), Path::new("."), &Surroundings::none(Path::new(".")));
        assert_eq!(origin.line("/cache/tree/a.cu: x in /cache/tree"), "a.cu: x in .");
    }
}
