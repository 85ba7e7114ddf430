//! The sources of a request and the project headers they reach, ported into a scratch tree that mirrors absolute paths.

mod depfile;
mod layout;
mod read;
mod scratch;
mod search;
mod step;

pub use depfile::rewrite_depfile;
pub(crate) use depfile::{prerequisites, without_prerequisite};
pub(crate) use layout::OriginalLocator;
pub(crate) use read::File;
pub use read::port_one;
pub use scratch::default_scratch;

use hipify_command_line::request::Source;
use hipify_engine::options::Engine;
use hipify_engine::outcome::Outcome;
use hipify_engine::pool::in_pool;
use hipify_engine::resolve::resolve;
use hipify_error::Error;
use read::Reader;
use search::Options;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
pub use step::Step;

/// A source or header, ported, with what it takes to say where a place of the ported text stood in the original.
pub struct PortedTree {
    scratch: PathBuf,
    cwd: PathBuf,
    /// By the original's real path.
    files: BTreeMap<PathBuf, File>,
    /// Symbolic links of the original tree by which a file was reached, and what they lead to.
    links: BTreeMap<PathBuf, PathBuf>,
    /// Folders that an include walks through (`sub/../a.h`).
    folders: BTreeSet<PathBuf>,
    /// Where a header was looked for and is not: an earlier build may have left one in the scratch tree.
    absent: BTreeSet<PathBuf>,
    /// Each source as typed, by its path in the original tree with links left in; `None` for one that is not ported.
    sources: BTreeMap<PathBuf, Option<PathBuf>>,
    notes: Vec<String>,
    /// An include names its file by a macro, so that folders of the originals must stay in reach.
    computed: BTreeSet<PathBuf>,
    include_next: bool,
}

impl PortedTree {
    /// Reads and ports `sources` and all that they include from the project. `flags` are clang's, for all sources; nothing is
    /// written. Headers of the system, of ROCm and of a CUDA toolkit are not followed.
    pub fn read(sources: &[Source], flags: &[String], engine: &Engine, scratch: &Path) -> Result<Self, Error> {
        let here = Path::new(".");
        let cwd = std::fs::canonicalize(here).map_err(Error::io("find", here))?;
        let scratch = std::path::absolute(scratch).map_err(Error::io("find", scratch))?;
        // The texts hold names as seen from here, so that builds started elsewhere have texts of their own.
        let absolute = sources.first().is_some_and(|source| source.path.is_absolute());
        let scratch = scratch.join(scratch::place_name(&cwd, absolute));
        let mut reader = Reader::new(engine, &scratch, &cwd, absolute);
        in_pool(0, || reader.run(sources, flags))??;
        Ok(reader.finish())
    }

    /// Where the ported text of a source goes; `None` for one that clang gets as it is.
    pub(crate) fn source(&self, path: &Path) -> Option<PathBuf> {
        self.sources.get(path)?.as_deref().map(|real| self.counterpart(real))
    }

    /// Include flags with the scratch folders in front of the originals; other flags as they are. Folders of a CUDA toolkit
    /// are left out.
    pub(crate) fn flags(&self, flags: &[String]) -> Vec<String> {
        let options = Options::read(flags);
        let mut words = Vec::with_capacity(flags.len() + 8);
        for word in options.words {
            search::scratch_words(self, word, &mut words);
        }
        words
    }

    /// Flags after all others: folders in which a file named by a macro may lie, and the names that debug information and
    /// `__BASE_FILE__` give.
    pub(crate) fn trailing_flags(&self) -> Vec<String> {
        let mut words = vec![format!("-ffile-prefix-map={}=", self.scratch.display())];
        for folder in &self.computed {
            words.extend(["-idirafter".to_owned(), folder.display().to_string()]);
        }
        words
    }

    /// Writes what is not there yet; files whose text is right keep their time. Other processes may do the same meanwhile.
    pub(crate) fn write(&self) -> Result<(), Error> {
        scratch::write(self)
    }

    /// What `port_one` needs to write each file by itself.
    pub(crate) fn steps(&self) -> impl Iterator<Item = &Step> {
        self.files.values().map(|file| &file.step)
    }

    /// What became of each file, with names that another reached file declares settled.
    pub fn outcomes(&self) -> Vec<Outcome> {
        let mut outcomes: Vec<Outcome> = self.files.values().map(|file| file.outcome.clone()).collect();
        resolve(&mut outcomes);
        outcomes
    }

    /// The original of a file of the scratch tree, as the user would name it.
    pub(crate) fn original(&self, path: &Path) -> Option<&Path> {
        let inside = Path::new("/").join(path.strip_prefix(&self.scratch).ok()?);
        let real = self.links.get(&inside).unwrap_or(&inside);
        self.files.get(real).map(|file| file.step.name.as_path())
    }

    /// The scratch tree's root: the folder that stands for `/`.
    pub(crate) fn scratch(&self) -> &Path {
        &self.scratch
    }

    /// What the user may want to know, such as a toolkit's folder left out.
    pub(crate) fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The file that clang names `name`.
    pub(crate) fn file(&self, name: &Path) -> Option<&File> {
        let direct = self.files.values().find(|file| file.step.name == name);
        direct.or_else(|| {
            let path = self.cwd.join(name);
            let path = path.strip_prefix(&self.scratch).map(|inside| Path::new("/").join(inside)).unwrap_or(path);
            self.files.get(&std::fs::canonicalize(path).ok()?)
        })
    }

    /// All files, ordered by path.
    pub(crate) fn files(&self) -> impl Iterator<Item = &File> {
        self.files.values()
    }

    /// The place in the scratch tree of an absolute original path.
    fn counterpart(&self, path: &Path) -> PathBuf {
        scratch::counterpart(&self.scratch, path)
    }
}

#[cfg(test)]
mod tests;
