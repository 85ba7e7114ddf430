//! What a precompiled header was made of, to be compared with what is there.

use super::prefix::Prefix;
use crate::ported::prerequisites;
use hipify_tree::platform;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A header is included by so many words of its path at most: `thrust/system/hip/detail/execution_policy.h`.
const WORDS: usize = 6;

/// The files of a precompiled header, and those that headers of their names would be found in now.
#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
pub(super) struct Inputs {
    files: Vec<InputFile>,
    /// Files of include folders that have the name of one of them: more of these, and clang would read others.
    named_alike: BTreeSet<PathBuf>,
}

#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
struct InputFile {
    path: PathBuf,
    /// In nanoseconds since 1970.
    modified: i64,
    /// In bytes.
    size: u64,
}

impl Inputs {
    /// Of the dependency file that clang wrote with the header; empty where it made none.
    pub(super) fn of(rules: &str, prefix: &Prefix) -> Self {
        let files: Vec<InputFile> = prerequisites(rules).into_iter().filter_map(InputFile::now).collect();
        let named_alike = named_alike(&files, prefix);
        Self { files, named_alike }
    }

    pub(super) fn read(from: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(from).ok()?).ok()
    }

    pub(super) fn write(&self, to: &Path) -> Option<()> {
        hipify_tree::write::write(to, 0o644, &serde_json::to_vec(self).ok()?).ok()
    }

    /// Whether clang made no header.
    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Whether clang would read the same now.
    pub(super) fn is_current(&self, prefix: &Prefix) -> bool {
        let is_same = |file: &InputFile| InputFile::now(file.path.clone()).as_ref() == Some(file);
        self.files.iter().all(is_same) && named_alike(&self.files, prefix) == self.named_alike
    }
}

impl InputFile {
    fn now(path: PathBuf) -> Option<Self> {
        let there = path.metadata().ok()?;
        Some(Self { modified: platform::modified(&there), size: there.len(), path })
    }
}

fn named_alike(files: &[InputFile], prefix: &Prefix) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for folder in &prefix.folders {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        let names: HashSet<_> = entries.flatten().map(|entry| entry.file_name()).collect();
        for file in files {
            let words: Vec<_> = file.path.components().map(|word| word.as_os_str()).collect();
            let begins = words.len().saturating_sub(WORDS)..words.len();
            let candidates =
                begins.filter(|&at| names.contains(words[at])).map(|at| folder.join(words[at..].iter().collect::<PathBuf>()));
            found.extend(candidates.filter(|path| path.is_file()));
        }
    }
    found
}
