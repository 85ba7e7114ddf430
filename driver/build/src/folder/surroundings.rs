//! What a project's build reads outside its folder: `include ../common.mk`, `-I../../include`, `add_subdirectory(../x)`. It comes
//! into the copy that is built, at the same place beside the folder, so that nothing is written to the user's tree.

use super::{Folder, MAKEFILES, OUTPUT};
use hipify_diagnostics::Language;
use hipify_error::Error;
use hipify_syntax::includes::includes;
use hipify_tree::scan::{FoundFile, Selection, resolved, scan};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Bytes up to which a file is read for paths: build files and sources are shorter, data may be long.
const LONGEST: u64 = 1 << 20;

/// Endings of scripts that build files call, beside what the port knows as build files.
const SCRIPTS: &[&str] = &["sh", "py", "inc", "def", "common", "config"];

/// A folder, and what belongs to its build around it.
pub(super) struct Surroundings {
    /// The deepest folder that holds all of it, as the user would name it: the folder itself where it stands alone.
    pub(super) root: PathBuf,
    /// The folder's path in `root`; empty where it stands alone.
    pub(super) inner: PathBuf,
    /// Paths in `root` that belong to the build, the folder among them; none where it stands alone.
    pub(super) only: Vec<PathBuf>,
}

impl Surroundings {
    /// Those of a folder that stands alone.
    pub(super) fn none(folder: &Path) -> Self {
        Self { root: folder.to_path_buf(), inner: PathBuf::new(), only: Vec::new() }
    }

    /// Follows the paths that build files and sources name, through what they lead to.
    pub(super) fn of(folder: &Folder<'_>) -> Result<Self, Error> {
        let real = fs::canonicalize(folder.path).map_err(Error::io("find", folder.path))?;
        let mut search = Search { folder: &real, obey_ignore_files: !folder.args.no_ignore, ..Search::new(&real) };
        search.follow()?;
        let mut outside = search.outside;
        // What an earlier run made.
        let made = resolved(folder.output.as_deref().unwrap_or(Path::new(OUTPUT)));
        outside.retain(|path| !path.starts_with(&made));
        if outside.is_empty() && search.passed.is_empty() {
            return Ok(Self::none(folder.path));
        }
        let root = outside.iter().chain(&search.passed).fold(real.clone(), |root, path| common(&root, path));
        let relative = |path: &Path| path.strip_prefix(&root).unwrap_or(path).to_path_buf();
        let only = outside.iter().map(|path| relative(path)).chain([relative(&real)]).collect();
        Ok(Self { root: named(folder.path, &real, &root), inner: relative(&real), only })
    }

    /// Below which of a copy's folders all of `files` are: the folder's own copy, or the whole.
    pub(super) fn base(&self, tree: &Path, files: &[PathBuf]) -> PathBuf {
        let inner = tree.join(&self.inner);
        if files.iter().all(|file| file.starts_with(&inner)) { inner } else { tree.to_path_buf() }
    }

    /// A sentence that names what comes from outside, if anything does.
    pub(super) fn note(&self) -> Option<String> {
        let outside = self.only.iter().filter(|path| **path != self.inner);
        let names: Vec<String> = outside.map(|path| format!("`{}`", self.root.join(path).display())).collect();
        (!names.is_empty())
            .then(|| format!("the build reads files outside the folder, which its copy has too: {}", names.join(", ")))
    }
}

struct Search<'a> {
    folder: &'a Path,
    obey_ignore_files: bool,
    /// The folder that nothing above is taken of: the git work tree's, or the file system's second level.
    bound: PathBuf,
    is_work_tree: bool,
    /// Files and folders outside the folder.
    outside: BTreeSet<PathBuf>,
    /// Folders above the folder that are named as such, so that paths may start there.
    above: BTreeSet<PathBuf>,
    /// Folders above the folder that a path passes on its way back into the folder: `../program/a.h`.
    passed: BTreeSet<PathBuf>,
    /// Words that may be paths from one of these.
    words: BTreeSet<String>,
    /// Files and folders that are to be read.
    waiting: Vec<PathBuf>,
}

impl<'a> Search<'a> {
    fn new(folder: &'a Path) -> Self {
        let work_tree = folder.ancestors().find(|above| above.join(".git").exists());
        let second = folder.ancestors().nth(folder.components().count().saturating_sub(2));
        let bound = work_tree.or(second).unwrap_or(folder).to_path_buf();
        Self {
            folder,
            obey_ignore_files: true,
            bound,
            is_work_tree: work_tree.is_some(),
            outside: BTreeSet::new(),
            above: BTreeSet::new(),
            passed: BTreeSet::new(),
            words: BTreeSet::new(),
            waiting: vec![folder.to_path_buf()],
        }
    }

    fn follow(&mut self) -> Result<(), Error> {
        loop {
            while let Some(path) = self.waiting.pop() {
                self.read_all(&path)?;
            }
            for path in self.above.clone() {
                for word in self.words.clone() {
                    self.take(&path.join(word));
                }
            }
            if self.waiting.is_empty() {
                return Ok(());
            }
        }
    }

    /// Reads a file, or what an ordinary build would read of a folder.
    fn read_all(&mut self, path: &Path) -> Result<(), Error> {
        if path.is_file() {
            self.read(path);
            return Ok(());
        }
        let roots = [path.to_path_buf()];
        let selection = Selection {
            roots: &roots,
            exclude: &[],
            obey_ignore_files: self.obey_ignore_files,
            only: &[],
            output: None,
            follow_named_links: false,
        };
        let found = scan(&selection)?;
        found.entries.iter().filter(|entry| entry.size <= LONGEST && entry.link_root.is_none()).for_each(|entry: &FoundFile| {
            self.read(&entry.path);
        });
        Ok(())
    }

    fn read(&mut self, path: &Path) {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let beside = path.parent().unwrap_or(self.folder).to_path_buf();
        match Language::of(&path.to_string_lossy()) {
            Language::Cuda | Language::Cpp => {
                let Ok(bytes) = fs::read(path) else { return };
                // A header beside one that comes alone from a folder above comes too.
                let alone = self.outside.contains(path);
                for include in includes(&bytes, &hipify_syntax::lex(&bytes)).found {
                    if alone || include.name.contains("..") {
                        self.take(&beside.join(&include.name));
                    }
                    self.words.insert(include.name);
                }
            }
            Language::Make | Language::CMake | Language::SetupPy => self.read_build_file(path, &beside),
            Language::Fortran => self.read_includes(path, &beside),
            _ if SCRIPTS.contains(&ending) || path.ends_with("configure") => self.read_build_file(path, &beside),
            _ => {}
        }
    }

    /// The files that a Fortran source includes.
    fn read_includes(&mut self, path: &Path, beside: &Path) {
        let Ok(bytes) = fs::read(path) else { return };
        for line in String::from_utf8_lossy(&bytes).lines() {
            let line = line.trim_start().trim_start_matches('#');
            let name = line.get(.."include".len()).filter(|word| word.eq_ignore_ascii_case("include"));
            if let Some(name) = name.and_then(|_| line.split(['\'', '"']).nth(1)).filter(|name| name.contains("..")) {
                self.take(&beside.join(name));
            }
        }
    }

    fn read_build_file(&mut self, path: &Path, beside: &Path) {
        let Ok(bytes) = fs::read(path) else { return };
        let alone = self.outside.contains(path);
        // A file that make or CMake starts in its own folder; others may be read from where the build starts.
        let starts = path.file_name().and_then(|name| name.to_str()).is_some_and(|name| {
            name == "CMakeLists.txt" || name.ends_with(".in") || name.ends_with(".am") || MAKEFILES.contains(&name)
        });
        let bases = if starts { vec![beside] } else { vec![beside, self.folder] };
        for (word, is_pattern) in path_words(&String::from_utf8_lossy(&bytes)) {
            for base in &bases {
                if word.split('/').any(|part| part == "..") {
                    self.take(&base.join(word));
                    // Deep in the folder, a pattern is seldom one of the build.
                    let is_pattern = is_pattern && *base == self.folder;
                    self.take_above(&base.join(word), is_pattern);
                }
            }
            if alone {
                self.take(&beside.join(word));
            }
            self.words.insert(word.to_owned());
        }
    }

    /// Takes what `path` leads to, if that is outside the folder and no folder above it.
    fn take(&mut self, path: &Path) {
        let (path, top) = normal(path);
        let passes = self.folder.starts_with(&top) && top != self.folder && top.starts_with(&self.bound);
        if passes && path.starts_with(self.folder) && path.exists() {
            self.passed.insert(top);
        }
        let is_outside = !path.starts_with(self.folder) && !self.folder.starts_with(&path);
        let is_history = path.components().any(|part| part.as_os_str() == ".git");
        let is_known = self.outside.iter().any(|known| path.starts_with(known));
        if is_outside && !is_known && !is_history && path.starts_with(&self.bound) && path.exists() {
            self.outside.insert(path.clone());
            self.waiting.push(path);
        }
    }

    /// Remembers a folder above the folder; with a pattern after its name, takes all that is in it.
    fn take_above(&mut self, path: &Path, is_pattern: bool) {
        let (path, _) = normal(path);
        if path == self.folder || !self.folder.starts_with(&path) || !path.starts_with(&self.bound) {
            return;
        }
        if is_pattern && self.is_work_tree {
            for entry in fs::read_dir(&path).into_iter().flatten().flatten() {
                self.take(&entry.path());
            }
        }
        self.above.insert(path);
    }
}

/// Words of a build file that may be relative paths, without an option's `-I` or a variable in front, and whether a pattern's `*`
/// follows.
fn path_words(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let is_part = |c: char| c.is_alphanumeric() || "_./+-@".contains(c);
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = rest.find(is_part)?;
        let after_variable = rest[..start].ends_with([')', '}']);
        let end = rest[start..].find(|c| !is_part(c)).map_or(rest.len(), |length| start + length);
        let (word, is_pattern) = (&rest[start..end], rest[end..].starts_with('*'));
        rest = &rest[end..];
        let word = word.strip_prefix("-I").or(word.strip_prefix("-L")).unwrap_or(word);
        let word = if after_variable { word.trim_start_matches('/') } else { word };
        Some((word, is_pattern))
    })
    .filter(|(word, _)| !word.is_empty() && !word.starts_with(['/', '-']) && *word != ".")
}

/// The path without `.` and `..`, by its text alone, and the topmost folder that a `..` leads to.
fn normal(path: &Path) -> (PathBuf, PathBuf) {
    let mut normal = PathBuf::new();
    let mut top = path.to_path_buf();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                normal.pop();
                if normal.components().count() < top.components().count() {
                    top.clone_from(&normal);
                }
            }
            Component::CurDir => {}
            part => normal.push(part),
        }
    }
    (normal, top)
}

fn common(one: &Path, other: &Path) -> PathBuf {
    let parts = one.components().zip(other.components()).take_while(|(one, other)| one == other);
    parts.map(|(part, _)| part).collect()
}

/// `root`, which is above `real`, named from `typed`, as which the user knows `real`.
pub(super) fn named(typed: &Path, real: &Path, root: &Path) -> PathBuf {
    let up = real.components().count() - root.components().count();
    let mut path = typed.to_path_buf();
    for _ in 0..up {
        match path.components().next_back() {
            Some(Component::Normal(_)) => drop(path.pop()),
            Some(Component::CurDir) => path = PathBuf::from(".."),
            None if typed.is_relative() => path = PathBuf::from(".."),
            _ => path.push(".."),
        }
    }
    let path = if path.as_os_str().is_empty() { PathBuf::from(".") } else { path };
    // A link on the way leads elsewhere.
    if fs::canonicalize(&path).is_ok_and(|there| there == root) { path } else { root.to_path_buf() }
}

#[cfg(test)]
mod tests;
