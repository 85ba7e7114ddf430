//! Roots to the sorted list of their files; reads folders and no files but ignore files.

mod ignored;
mod tracked;

use crate::platform;
use crate::scan::ignored::{Ignored, Rules};
use crate::scan::tracked::Tracked;
use crate::write;
use hipify_error::Error;
use std::fs::{self, DirEntry, Metadata};
use std::path::{Path, PathBuf};

/// Folders of version control systems: history, not source.
const VERSION_CONTROL: &[&str] = &[".git", ".hg", ".svn", ".jj"];

/// The name of the manifest that a run of `port` leaves in its output folder.
pub const MANIFEST: &str = ".hipify-rs.json";

/// Which files are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Selection<'a> {
    /// Files and folders, as typed.
    pub roots: &'a [PathBuf],
    /// What is left out, in the syntax of `.gitignore`.
    pub exclude: &'a [String],
    /// Whether ignore files leave out what they name; what git tracks stays.
    pub obey_ignore_files: bool,
    /// If there are any: of each root, these paths alone and what is in them.
    pub only: &'a [PathBuf],
    /// The folder that the result is written to, which is no part of the tree.
    pub output: Option<&'a Path>,
    /// Whether a link given by name means the file it leads to.
    pub follow_named_links: bool,
}

/// A file or folder that cannot be read or written.
#[derive(Debug)]
pub struct Failure {
    /// The path to show, as the user would type it.
    pub path: String,
    /// Why.
    pub error: Error,
}

/// A file or symbolic link found.
#[derive(Debug)]
pub struct FoundFile {
    /// Where it is.
    pub path: PathBuf,
    /// Where it is in the tree, and goes in a mirror of it.
    pub relative: PathBuf,
    /// Where it counts as being in the tree, where its own name does not say what it is.
    pub read_as: Option<PathBuf>,
    /// For a symbolic link, the real path of the root it was found under.
    pub link_root: Option<PathBuf>,
    /// Bytes.
    pub size: u64,
    /// Nanoseconds since 1970.
    pub modified: i64,
    /// Permissions, as Unix counts them.
    pub mode: u32,
}

impl FoundFile {
    fn new(path: PathBuf, relative: PathBuf, metadata: &Metadata) -> Self {
        Self {
            path,
            relative,
            read_as: None,
            link_root: None,
            size: metadata.len(),
            modified: platform::modified(metadata),
            mode: platform::mode(metadata),
        }
    }

    /// The path to show: as typed, without a leading `./`.
    pub fn shown(&self) -> String {
        shown(&self.path)
    }

    /// The path in the tree, with forward slashes; its ending says what the file is.
    pub fn slashed(&self) -> String {
        slashed(self.read_as.as_deref().unwrap_or(&self.relative))
    }
}

/// What a scan found.
#[derive(Debug, Default)]
pub struct Scan {
    /// Ordered by path in the tree.
    pub entries: Vec<FoundFile>,
    /// Folders relative to the tree, parents before children.
    pub folders: Vec<PathBuf>,
    /// Files and folders left out by ignore files or `--exclude`, as the user would type them.
    pub ignored: Vec<String>,
    /// Things that are left out and worth a word: earlier outputs, sockets, ...
    pub notes: Vec<String>,
    /// What could not be read.
    pub failures: Vec<Failure>,
}

/// Lists the files under the roots. A root or folder that cannot be read becomes a failure; the rest goes on.
///
/// # Errors
/// When `exclude` is no pattern, or the output is one of the roots.
pub fn scan(selection: &Selection<'_>) -> Result<Scan, Error> {
    let mut scan = Scan::default();
    let output = selection.output.map(resolved);
    let roots = distinct_roots(selection, &mut scan);
    let several = roots.len() > 1;
    for (typed, real) in roots {
        match fs::metadata(&real) {
            Ok(metadata) if metadata.is_dir() => {
                let prefix = if several { folder_name(&real) } else { PathBuf::new() };
                scan_root(&typed, &real, prefix, output.as_deref(), selection, &mut scan)?;
            }
            Ok(metadata) if metadata.is_file() => add_file(typed, &real, &metadata, selection, &mut scan),
            Ok(_) => scan.fail(&typed, Error::path(&typed, "not a file and not a folder", "give files or folders")),
            Err(source) => scan.fail(&typed, Error::io("read", &typed)(source)),
        }
    }
    scan.entries.sort_unstable_by(|a, b| a.relative.cmp(&b.relative));
    scan.folders.sort_unstable();
    Ok(scan)
}

impl Scan {
    fn fail(&mut self, path: &Path, error: Error) {
        self.failures.push(Failure { path: shown(path), error });
    }
}

/// A file given by name.
fn add_file(typed: PathBuf, real: &Path, metadata: &Metadata, selection: &Selection<'_>, scan: &mut Scan) {
    let relative = typed.file_name().map(PathBuf::from).unwrap_or_else(|| typed.clone());
    let path = if selection.follow_named_links && typed.is_symlink() { real.to_path_buf() } else { typed };
    scan.entries.push(FoundFile::new(path, relative, metadata));
}

/// The roots as typed and as they really are, without those that lie in another.
fn distinct_roots(selection: &Selection<'_>, scan: &mut Scan) -> Vec<(PathBuf, PathBuf)> {
    let mut roots: Vec<(PathBuf, PathBuf)> = Vec::new();
    for typed in selection.roots {
        match crate::platform::real(typed) {
            Ok(real) => roots.push((typed.clone(), real)),
            Err(source) => scan.fail(typed, Error::io("read", typed)(source)),
        }
    }
    let all: Vec<PathBuf> = roots.iter().map(|(_, real)| real.clone()).collect();
    let mut number = 0;
    roots.retain(|(_, real)| {
        let earlier = &all[..number];
        number += 1;
        !earlier.contains(real) && !all.iter().any(|other| other != real && real.starts_with(other))
    });
    roots
}

struct Walk<'a> {
    typed: &'a Path,
    real: &'a Path,
    prefix: PathBuf,
    output: Option<&'a Path>,
    only: &'a [PathBuf],
    rules: Rules,
    tracked: Tracked,
}

fn scan_root(
    typed: &Path,
    real: &Path,
    prefix: PathBuf,
    output: Option<&Path>,
    selection: &Selection<'_>,
    scan: &mut Scan,
) -> Result<(), Error> {
    if output == Some(real) {
        return Err(Error::path(typed, "the output folder is the input folder", "use --in-place, or another output folder"));
    }
    let rules = Rules::new(real, selection.exclude, selection.obey_ignore_files)?;
    let tracked = Tracked::of(rules.work_tree());
    let mut walk = Walk { typed, real, prefix, output, only: selection.only, rules, tracked };
    walk.folder(Path::new(""), false, scan);
    Ok(())
}

impl Walk<'_> {
    /// Takes what is in a folder; of one that an ignore file names, what git tracks.
    fn folder(&mut self, relative: &Path, tracked_alone: bool, scan: &mut Scan) {
        let folder = self.real.join(relative);
        let entries: Result<Vec<DirEntry>, _> = fs::read_dir(&folder).and_then(Iterator::collect);
        let mut entries = match entries {
            Ok(entries) => entries,
            Err(source) => return scan.fail(&self.shown(relative), Error::io("read folder", &self.shown(relative))(source)),
        };
        if !relative.as_os_str().is_empty() && entries.iter().any(|e| e.file_name() == MANIFEST) {
            scan.notes.push(format!("`{}` is the output of an earlier run: left out", shown(&self.shown(relative))));
            return;
        }
        scan.folders.push(self.prefix.join(relative));
        let pushed = self.rules.enter(&folder, &entries);
        entries.sort_unstable_by_key(DirEntry::file_name);
        for entry in entries {
            self.entry(relative, &folder, &entry, tracked_alone, scan);
        }
        self.rules.leave(pushed);
    }

    fn entry(&mut self, folder: &Path, real_folder: &Path, entry: &DirEntry, tracked_alone: bool, scan: &mut Scan) {
        let name = entry.file_name();
        let relative = folder.join(&name);
        let Ok(kind) = entry.file_type() else { return };
        let is_output = self.output.is_some_and(|output| output == real_folder.join(&name));
        let is_ours = name == MANIFEST || name.as_encoded_bytes().starts_with(write::TEMPORARY.as_bytes());
        let is_history = VERSION_CONTROL.iter().any(|folder| name == *folder);
        if is_ours || is_output || is_history || !self.is_wanted(&relative) {
            return;
        }
        let path = || real_folder.join(&name);
        // What is asked for by name is no matter of ignore files.
        let is_asked_for = self.only.iter().any(|only| only.starts_with(&relative));
        let by_git = match self.rules.decide(path, kind.is_dir()) {
            _ if is_asked_for => tracked_alone,
            Ignored::Yes => return scan.ignored.push(shown(&self.shown(&relative))),
            Ignored::ByGit => true,
            Ignored::No => tracked_alone,
        };
        if by_git && !self.tracked.has(&path(), kind.is_dir()) {
            scan.ignored.push(shown(&self.shown(&relative)));
        } else if kind.is_dir() {
            self.folder(&relative, by_git, scan);
        } else if kind.is_file() || kind.is_symlink() {
            match entry.metadata() {
                Ok(metadata) => {
                    let mut found = FoundFile::new(self.shown(&relative), self.prefix.join(&relative), &metadata);
                    found.link_root = kind.is_symlink().then(|| self.real.to_path_buf());
                    scan.entries.push(found);
                }
                Err(source) => scan.fail(&self.shown(&relative), Error::io("read", &self.shown(&relative))(source)),
            }
        } else {
            scan.notes.push(format!("`{}` is a device, pipe or socket: left out", shown(&self.shown(&relative))));
        }
    }

    /// Whether a path is among those that are asked for, in one of them, or a folder above one.
    fn is_wanted(&self, relative: &Path) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| relative.starts_with(only) || only.starts_with(relative))
    }

    fn shown(&self, relative: &Path) -> PathBuf {
        self.typed.join(relative)
    }
}

fn shown(path: &Path) -> String {
    let text = slashed(path);
    match text.strip_prefix("./") {
        Some(rest) if !rest.is_empty() => rest.to_owned(),
        _ => text,
    }
}

/// The path with forward slashes.
pub fn slashed(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

fn folder_name(real: &Path) -> PathBuf {
    real.file_name().map(PathBuf::from).unwrap_or_default()
}

/// The real path of something that may not exist yet: its nearest existing ancestor made real, and the rest.
pub fn resolved(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut rest = Vec::new();
    let mut head = absolute.as_path();
    loop {
        if let Ok(real) = crate::platform::real(head) {
            return rest.iter().rev().fold(real, |path, part| path.join(part));
        }
        match (head.parent(), head.components().next_back()) {
            (Some(parent), Some(last)) => {
                rest.push(PathBuf::from(last.as_os_str()));
                head = parent;
            }
            _ => return absolute,
        }
    }
}
