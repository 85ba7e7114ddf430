//! What the passes may know of the files around the one they port.

use std::collections::HashMap;

/// The relative paths of all files of the tree, with forward slashes.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// Paths by file name.
    paths: HashMap<String, Vec<String>>,
}

impl Tree {
    pub fn new(paths: impl IntoIterator<Item = String>) -> Self {
        let mut by_name: HashMap<String, Vec<String>> = HashMap::new();
        for path in paths {
            by_name.entry(name(&path).to_owned()).or_default().push(path);
        }
        Self { paths: by_name }
    }

    /// The paths of all files, in no order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.paths.values().flatten().map(String::as_str)
    }

    /// The file of the tree that an `#include` of `header` in the file `from` means: the one beside it, else the only one whose
    /// path ends so.
    pub fn header(&self, from: &str, header: &str) -> Option<&str> {
        let paths = self.paths.get(name(header))?;
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let beside = normalize(folder, header);
        if let Some(path) = paths.iter().find(|path| **path == beside) {
            return Some(path);
        }
        let mut others = paths.iter().filter(|path| ends_with_path(path, header));
        others.next().filter(|_| others.next().is_none()).map(String::as_str)
    }

    /// Whether an `#include` of `header` in the file `from` can mean a file of the tree: beside the file, or anywhere under
    /// a folder that an `-I` may name.
    pub fn has_header(&self, from: &str, header: &str) -> bool {
        let Some(paths) = self.paths.get(name(header)) else { return false };
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let beside = normalize(folder, header);
        paths.iter().any(|path| *path == beside || ends_with_path(path, header))
    }

    /// The same where names have no case, as on Windows and macOS, whose trees may write `#include "Scan.cuh"` for `scan.cuh`.
    pub fn has_header_in_any_case(&self, from: &str, header: &str) -> bool {
        if self.has_header(from, header) {
            return true;
        }
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let (beside, header) = (normalize(folder, header).to_ascii_lowercase(), header.to_ascii_lowercase());
        self.paths().map(str::to_ascii_lowercase).any(|path| path == beside || ends_with_path(&path, &header))
    }
}

fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn ends_with_path(path: &str, tail: &str) -> bool {
    path.strip_suffix(tail).is_some_and(|head| head.is_empty() || head.ends_with('/'))
}

fn normalize(folder: &str, header: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|p| !p.is_empty()).collect();
    for part in header.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_found_beside_the_file_and_under_an_include_folder() {
        let tree = Tree::new(["src/a.cu", "src/util/b.cuh", "include/my/c.h"].map(str::to_owned));
        assert!(tree.has_header("src/a.cu", "util/b.cuh"));
        assert!(tree.has_header("src/util/b.cuh", "../a.cu"));
        assert!(tree.has_header("src/a.cu", "my/c.h"));
        assert!(!tree.has_header("src/a.cu", "y/c.h"));
        assert!(!tree.has_header("src/a.cu", "Util/B.cuh") && tree.has_header_in_any_case("src/a.cu", "Util/B.cuh"));
        assert!(!tree.has_header_in_any_case("src/a.cu", "Y/c.h"));
    }

    #[test]
    fn a_header_is_the_one_beside_the_file_else_the_only_one_of_its_name() {
        let tree = Tree::new(["a/x.h", "b/x.h", "b/k.cu", "c/k.cu", "inc/y.h"].map(str::to_owned));
        assert_eq!(tree.header("b/k.cu", "x.h"), Some("b/x.h"));
        assert_eq!(tree.header("c/k.cu", "x.h"), None);
        assert_eq!(tree.header("c/k.cu", "../a/x.h"), Some("a/x.h"));
        assert_eq!(tree.header("c/k.cu", "y.h"), Some("inc/y.h"));
    }
}
