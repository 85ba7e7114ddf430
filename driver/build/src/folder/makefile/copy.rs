//! The copy of a tree for make: times are kept, so that make builds what changed; makefiles name the stand-in toolkit.

use super::product::is_stale;
use crate::folder::Folder;
use crate::folder::project::Project;
use crate::folder::sources::plan_with;
use crate::folder::surroundings::Surroundings;
use crate::toolkit::Toolkit;
use hipify_diagnostics::Language;
use hipify_error::Error;
use hipify_port_command::Sink;
use hipify_tree::scan::{FoundFile, scan};
use hipify_tree::{platform, write};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Where toolkits are installed by default, up to a version.
const INSTALLED: &[&str] = &["/usr/local/cuda", "/opt/cuda", "/usr/lib/nvidia-cuda-toolkit", "/usr/lib/cuda"];

/// Names of the files that the last run copied, in the project's folder.
const LIST: &str = "copied";

/// What is to be copied.
pub(super) struct Copied {
    entries: Vec<FoundFile>,
    folders: Vec<PathBuf>,
    /// Texts of makefiles as make is to see them, by their path in the tree.
    makefiles: BTreeMap<PathBuf, Vec<u8>>,
    /// Programs and objects that another build left in the tree.
    left_out: usize,
    /// What ignore rules leave out.
    ignored: Vec<String>,
}

impl Copied {
    pub(super) fn plan(folder: &Folder<'_>, around: &Surroundings, project: &Project, toolkit: &Toolkit) -> Result<Self, Error> {
        let found = scan(&plan_with(folder, around, Sink::Mirror(project.tree.clone())).selection())?;
        if let Some(failure) = found.failures.first() {
            return Err(Error::path(Path::new(&failure.path), failure.error.to_string(), "check the permissions"));
        }
        let mut entries = Vec::new();
        let mut makefiles = BTreeMap::new();
        let mut left_out = 0;
        for entry in found.entries {
            if entry.link_root.is_none() && is_stale(&entry.path)? {
                left_out += 1;
                continue;
            }
            if Language::of(&entry.slashed()) == Language::Make {
                let text = fs::read(&entry.path).map_err(Error::io("read", &entry.path))?;
                makefiles.insert(entry.relative.clone(), with_toolkit(&text, &toolkit.root));
            }
            entries.push(entry);
        }
        Ok(Self { entries, folders: found.folders, makefiles, left_out, ignored: found.ignored })
    }

    /// Whether a makefile has `name` as a word.
    pub(super) fn mentions(&self, name: &str) -> bool {
        let is_word = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        self.makefiles.values().any(|text| {
            memchr::memmem::find_iter(text, name)
                .any(|at| !is_word(at.checked_sub(1).and_then(|before| text.get(before))) && !is_word(text.get(at + name.len())))
        })
    }

    /// The entry of a path in the tree.
    pub(super) fn entry(&self, relative: &Path) -> Option<&FoundFile> {
        let at = self.entries.binary_search_by(|entry| entry.relative.as_path().cmp(relative)).ok()?;
        Some(&self.entries[at])
    }

    /// Brings the copy up to date.
    pub(super) fn write(&self, folder: &Folder<'_>, project: &Project) -> Result<(), Error> {
        if self.left_out > 0 {
            folder.note(&format!("{} programs and objects of another build are left out of the copy", self.left_out));
        }
        folder.note_left_out(&self.ignored);
        let list = project.build.join(LIST);
        let before = fs::read_to_string(&list).unwrap_or_default();
        let now: BTreeSet<String> = self.entries.iter().map(FoundFile::slashed).collect();
        let gone = |path: &Path| path.to_str().is_some_and(|path| !now.contains(path) && before.lines().any(|line| line == path));
        project.remove(&gone)?;
        for folder in &self.folders {
            let folder = project.tree.join(folder);
            fs::create_dir_all(&folder).map_err(Error::io("make", &folder))?;
        }
        for entry in &self.entries {
            self.put(entry, &project.tree.join(&entry.relative))?;
        }
        let names: String = now.iter().map(|name| format!("{name}\n")).collect();
        write::write(&list, 0o644, names.as_bytes())
    }

    fn put(&self, entry: &FoundFile, to: &Path) -> Result<(), Error> {
        if let Some(root) = &entry.link_root {
            return link(entry, root, to);
        }
        if let Some(text) = self.makefiles.get(&entry.relative) {
            write::write(to, entry.mode, text)?;
            return take_time(&entry.path, to);
        }
        let there = fs::symlink_metadata(to);
        if there.is_ok_and(|there| there.len() == entry.size && platform::modified(&there) == entry.modified) {
            return Ok(());
        }
        write::copy(&entry.path, to)?;
        take_time(&entry.path, to)
    }
}

fn take_time(from: &Path, to: &Path) -> Result<(), Error> {
    let time = fs::metadata(from).and_then(|from| from.modified()).map_err(Error::io("read", from))?;
    let set = fs::File::options().append(true).open(to).and_then(|file| file.set_modified(time));
    // A read-only copy keeps the time of its making, which is newer: make builds once too often.
    match set {
        Err(error) if error.kind() != std::io::ErrorKind::PermissionDenied => Err(Error::io("set the time of", to)(error)),
        _ => Ok(()),
    }
}

/// A link within the tree stays one; one that leads out of it leads to the same place.
fn link(entry: &FoundFile, root: &Path, to: &Path) -> Result<(), Error> {
    let text = fs::read_link(&entry.path).map_err(Error::io("read link", &entry.path))?;
    let text = match fs::canonicalize(&entry.path) {
        Ok(real) if !real.starts_with(root) && text.is_relative() => real,
        _ => text,
    };
    if fs::read_link(to).is_ok_and(|there| there == text) {
        return Ok(());
    }
    if to.symlink_metadata().is_ok() {
        fs::remove_file(to).map_err(Error::io("replace", to))?;
    }
    platform::symlink(&text, to).map_err(Error::io("make link", to))
}

/// A makefile's text with `root` where it names an installed toolkit, or nvcc by an absolute path.
fn with_toolkit(text: &[u8], root: &Path) -> Vec<u8> {
    let root = root.display().to_string();
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, length)) = next_toolkit(rest) {
        out.extend(&rest[..at]);
        out.extend(root.as_bytes());
        rest = &rest[at + length..];
    }
    out.extend(rest);
    out
}

/// The first place of an installed toolkit: `/usr/local/cuda`, `/usr/local/cuda-12.4`, or what stands before `/bin/nvcc`.
fn next_toolkit(text: &[u8]) -> Option<(usize, usize)> {
    let installed = INSTALLED.iter().filter_map(|path| {
        memchr::memmem::find_iter(text, path).find_map(|at| Some((at, path.len() + version(&text[at + path.len()..])?)))
    });
    let by_compiler = memchr::memmem::find_iter(text, "/bin/nvcc").find_map(|at| {
        let is_part = |b: &u8| b.is_ascii_alphanumeric() || b"-_./+".contains(b);
        let start = text[..at].iter().rposition(|b| !is_part(b)).map_or(0, |before| before + 1);
        (text[start..at].first() == Some(&b'/')).then_some((start, at - start))
    });
    installed.chain(by_compiler).min()
}

/// The length of `-12.4` at the start of `text`; `None` when the name goes on otherwise.
fn version(text: &[u8]) -> Option<usize> {
    let length = match text {
        [b'-', digit, ..] if digit.is_ascii_digit() => {
            1 + text[1..].iter().take_while(|b| b.is_ascii_digit() || **b == b'.').count()
        }
        _ => 0,
    };
    let ends = text.get(length).is_none_or(|b| !b.is_ascii_alphanumeric() && !b"-_.".contains(b));
    ends.then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn installed_toolkits_give_way_to_the_stand_in() {
        let of = |text: &str| String::from_utf8(with_toolkit(text.as_bytes(), Path::new("/T"))).unwrap();
        assert_eq!(of("CUDA ?= /usr/local/cuda\nL = -L/usr/local/cuda-12.4/lib64 -lm"), "CUDA ?= /T\nL = -L/T/lib64 -lm");
        assert_eq!(of("NVCC = /opt/nvidia/hpc_sdk/22.1/cuda/bin/nvcc -O3"), "NVCC = /T/bin/nvcc -O3");
        assert_eq!(
            of("NVCC = $(CUDA)/bin/nvcc\nX = /usr/local/cudax /usr/local/cuda-x"),
            "NVCC = $(CUDA)/bin/nvcc\nX = /usr/local/cudax /usr/local/cuda-x"
        );
    }
}
