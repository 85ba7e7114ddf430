//! One file's port as a command line, for a build that another program runs.

use std::path::{Path, PathBuf};

/// How one file is ported by itself: `port_one` with these gives the bytes that the whole tree's run gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The original, without links.
    pub from: PathBuf,
    /// Its ported copy.
    pub to: PathBuf,
    /// What clang shall call it.
    pub name: PathBuf,
    /// Compiled as CUDA, whatever its name ends in.
    pub cuda: bool,
    /// Names of CUDA headers that mean files of the project here.
    pub local: Vec<String>,
    /// Includes by absolute path, which go to the scratch tree.
    pub absolute: Vec<String>,
    /// Bytes of an `#embed`.
    pub embedded: bool,
    /// The folder that stands for `/`.
    pub scratch: PathBuf,
}

impl Step {
    /// The words of `hipify-rs step port` that say this.
    pub fn words(&self) -> Vec<String> {
        let path = |path: &Path| path.display().to_string();
        let mut words = vec![path(&self.from), "-o".into(), path(&self.to), "--name".into(), path(&self.name)];
        words.extend(["--scratch".to_owned(), path(&self.scratch)]);
        words.extend(self.cuda.then(|| "--as-cuda".to_owned()));
        words.extend(self.embedded.then(|| "--embedded".to_owned()));
        words.extend(self.local.iter().flat_map(|name| ["--local".to_owned(), name.clone()]));
        words.extend(self.absolute.iter().flat_map(|name| ["--absolute".to_owned(), name.clone()]));
        words
    }
}
