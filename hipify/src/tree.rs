//! What the passes may know of the files around the one they port.

use std::collections::HashSet;

/// The relative paths of all files of the tree, with forward slashes.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    paths: HashSet<String>,
    names: HashSet<String>,
}

impl Tree {
    pub fn new(paths: impl IntoIterator<Item = String>) -> Self {
        let paths: HashSet<String> = paths.into_iter().collect();
        let names = paths.iter().map(|p| p.rsplit('/').next().unwrap_or(p).to_owned()).collect();
        Self { paths, names }
    }

    /// Whether an `#include` of `header` in the file `from` can mean a file of the tree: beside the file, or anywhere under
    /// a folder that an `-I` may name.
    pub fn has_header(&self, from: &str, header: &str) -> bool {
        let name = header.rsplit('/').next().unwrap_or(header);
        if !self.names.contains(name) {
            return false;
        }
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let beside = normalize(folder, header);
        self.paths.contains(&beside) || self.paths.iter().any(|p| ends_with_path(p, header))
    }
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
    }
}
