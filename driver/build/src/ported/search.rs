//! Include names to files, as clang searches for them, and include flags to those of the scratch tree.

use super::PortedTree;
use super::scratch::counterpart;
use hipify_syntax::includes::Form;
use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;

/// Folders whose headers are not the project's.
const SYSTEM: &[&str] = &["/usr/include", "/usr/local/include", "/usr/lib", "/opt/rocm"];

/// A flag of the command line, as far as includes go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Word<'a> {
    /// `-I`, `-iquote`, `-isystem` or `-idirafter` and a folder.
    Folder(&'static str, &'a str),
    /// `-include` or `-imacros` and a file.
    File(&'static str, &'a str),
    Other(&'a str),
}

/// A command line's flags in order.
pub(crate) struct Options<'a> {
    pub(crate) words: Vec<Word<'a>>,
}

/// Spellings of clang, longest first where one begins another; a value joins the option or follows it.
const OPTIONS: &[(&str, &str, bool)] = &[
    ("--include-directory=", "-I", true),
    ("--include-directory", "-I", true),
    ("--include=", "-include", false),
    ("--imacros=", "-imacros", false),
    ("-iquote", "-iquote", true),
    ("-isystem", "-isystem", true),
    ("-idirafter", "-idirafter", true),
    ("-include", "-include", false),
    ("-imacros", "-imacros", false),
    ("-I", "-I", true),
];

impl<'a> Options<'a> {
    pub(crate) fn read(flags: &'a [String]) -> Self {
        let mut words = Vec::new();
        let mut rest = flags.iter();
        while let Some(flag) = rest.next() {
            words.push(word(flag, &mut rest));
        }
        Self { words }
    }
}

fn word<'a>(flag: &'a str, rest: &mut std::slice::Iter<'a, String>) -> Word<'a> {
    if flag.starts_with("-include-pch") || flag == "-I-" {
        return Word::Other(flag);
    }
    // What follows these is theirs, however it is spelt.
    if matches!(flag, "-Xclang" | "-Xarch_device" | "-Xarch_host" | "-D" | "-U" | "-o" | "-mllvm" | "-MF" | "-MT" | "-MQ") {
        return Word::Other(flag);
    }
    for (spelling, option, folder) in OPTIONS {
        let Some(joined) = flag.strip_prefix(spelling) else { continue };
        let value = if joined.is_empty() { rest.next().map(String::as_str) } else { Some(joined) };
        return match (value, folder) {
            (Some(value), true) => Word::Folder(option, value),
            (Some(value), false) => Word::File(option, value),
            (None, _) => Word::Other(flag),
        };
    }
    Word::Other(flag)
}

/// A file that an include leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    /// The file itself, without links.
    pub(crate) real: PathBuf,
    /// Where its own quoted includes are looked for: the folder it was found in, without links.
    pub(crate) folder: PathBuf,
    /// The path with its folders' links resolved, the file's own left in.
    pub(crate) place: PathBuf,
    /// Links on the way, with what they lead to.
    pub(crate) links: Vec<(PathBuf, PathBuf)>,
    /// Folders on the way that a `..` leaves again.
    pub(crate) folders: Vec<PathBuf>,
}

/// Follows `name` from `folder`, which has no links, as the operating system does. `None` when no file is there.
pub(crate) fn walk(folder: &Path, name: &Path) -> Option<Found> {
    if !fs::metadata(folder.join(name)).ok()?.is_file() {
        return None;
    }
    let leaves = name.components().any(|part| part == Component::ParentDir);
    let (mut at, mut links, mut folders) = (folder.to_path_buf(), Vec::new(), Vec::new());
    let mut place = PathBuf::new();
    let mut parent = at.clone();
    for part in name.components() {
        match part {
            Component::ParentDir => drop(at.pop()),
            Component::Normal(part) => {
                if leaves && at != folder {
                    folders.push(at.clone());
                }
                parent = at.clone();
                at.push(part);
                place = at.clone();
                if fs::symlink_metadata(&at).ok()?.is_symlink() {
                    let target = fs::canonicalize(&at).ok()?;
                    links.push((std::mem::replace(&mut at, target.clone()), target));
                }
            }
            Component::RootDir | Component::Prefix(_) => at = PathBuf::from("/"),
            Component::CurDir => {}
        }
    }
    Some(Found { folder: parent, real: at, place, links, folders })
}

type Cached = (Option<Found>, Vec<PathBuf>);

/// The include folders of a command line.
#[derive(Default)]
pub(crate) struct Search {
    quotes: Vec<PathBuf>,
    angles: Vec<PathBuf>,
    /// Files of `-include` and `-imacros`.
    pub(crate) forced: Vec<String>,
    known: Mutex<HashMap<(Form, String), Cached>>,
}

impl Search {
    pub(crate) fn new(options: &[Options<'_>], cwd: &Path) -> Self {
        let (mut search, mut systems) = (Self::default(), Vec::new());
        for word in options.iter().flat_map(|options| &options.words) {
            match *word {
                Word::Folder("-I", folder) => search.angles.extend(project_folder(folder, cwd)),
                Word::Folder("-iquote", folder) => search.quotes.extend(project_folder(folder, cwd)),
                // Projects name what they bring along in this way, to quieten it.
                Word::Folder("-isystem", folder) => systems.extend(project_folder(folder, cwd)),
                Word::File(_, file) => search.forced.push(file.to_owned()),
                _ => {}
            }
        }
        search.angles.extend(systems);
        search
    }

    /// What tells this search from another.
    pub(crate) fn key(&self) -> (Vec<PathBuf>, Vec<PathBuf>, Vec<String>) {
        (self.quotes.clone(), self.angles.clone(), self.forced.clone())
    }

    /// The file that `name` means in a file of `folder`, and the paths at which none was found before it.
    pub(crate) fn find(&self, name: &str, form: Form, folder: &Path) -> Cached {
        let path = Path::new(name);
        if path.is_absolute() {
            return (walk(folder, path), Vec::new());
        }
        let mut absent = Vec::new();
        if form == Form::Quoted {
            if let Some(found) = walk(folder, path) {
                return (Some(found), absent);
            }
            absent.push(folder.join(path));
        }
        let (found, more) = self.in_folders(name, form);
        absent.extend(more);
        (found, absent)
    }

    /// The files of that name in all folders, of which `#include_next` means one.
    pub(crate) fn find_all(&self, name: &str) -> Vec<Found> {
        self.quotes.iter().chain(&self.angles).filter_map(|folder| walk(folder, Path::new(name))).collect()
    }

    fn in_folders(&self, name: &str, form: Form) -> Cached {
        let key = (form, name.to_owned());
        if let Some(known) = self.known.lock().ok().and_then(|known| known.get(&key).cloned()) {
            return known;
        }
        let quotes: &[PathBuf] = if form == Form::Quoted { &self.quotes } else { &[] };
        let mut absent = Vec::new();
        let mut found = None;
        for folder in quotes.iter().chain(&self.angles) {
            found = walk(folder, Path::new(name));
            if found.is_some() {
                break;
            }
            absent.push(folder.join(name));
        }
        if let Ok(mut known) = self.known.lock() {
            known.insert(key, (found.clone(), absent.clone()));
        }
        (found, absent)
    }
}

/// The folder, if it is there and its headers are the project's.
fn project_folder(folder: &str, cwd: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(cwd.join(folder)).ok().filter(|real| real.is_dir())?;
    (!is_system(&real) && !is_toolkit(&real)).then_some(real)
}

fn is_system(real: &Path) -> bool {
    // `hip` is that of a HIP, `hipify` that of a toolkit folder's headers of CUDA's names.
    is_system_file(real) || ["hip/hip_runtime.h", "hipify/prelude.h"].iter().any(|name| real.join(name).is_file())
}

/// Whether a file or folder is part of the system and not of a project.
pub(crate) fn is_system_file(real: &Path) -> bool {
    // ROCm's folder may carry its version: `/opt/rocm-6.4.0`.
    SYSTEM.iter().any(|folder| real.starts_with(folder)) || real.to_string_lossy().starts_with("/opt/rocm-")
}

/// Whether a folder holds NVIDIA's own headers. A project may have a `cuda_runtime.h` of its own.
pub(crate) fn is_toolkit(real: &Path) -> bool {
    ["cuda_runtime_api.h", "cuda.h"].iter().any(|name| {
        let Ok(text) = fs::read(real.join(name)) else { return false };
        memchr::memmem::find(&text[..text.len().min(4096)], b"NVIDIA Corporation").is_some()
    })
}

/// The words that stand for `word` when the scratch tree is compiled.
pub(crate) fn scratch_words(tree: &PortedTree, word: Word<'_>, words: &mut Vec<String>) {
    let mut put = |option: &str, value: &str| words.extend([option.to_owned(), value.to_owned()]);
    match word {
        Word::Other(flag) => words.push(flag.to_owned()),
        Word::Folder(option, folder) => {
            if fs::canonicalize(tree.cwd.join(folder)).is_ok_and(|real| is_toolkit(&real)) {
                return;
            }
            match project_folder(folder, &tree.cwd).filter(|_| matches!(option, "-I" | "-iquote" | "-isystem")) {
                Some(real) => {
                    put(option, &counterpart(&tree.scratch, &real).to_string_lossy());
                    // `#include_next` must not come from a ported header to its own original.
                    put(if tree.include_next { "-idirafter" } else { option }, folder);
                }
                None => put(option, folder),
            }
        }
        Word::File(option, file) => match walk(&tree.cwd, Path::new(file)).filter(|found| tree.files.contains_key(&found.real)) {
            Some(found) => put(option, &counterpart(&tree.scratch, &found.place).to_string_lossy()),
            None => put(option, file),
        },
    }
}

/// Folders of a CUDA toolkit among the flags, as typed.
pub(crate) fn toolkits(options: &[Options<'_>], cwd: &Path) -> Vec<String> {
    let words = options.iter().flat_map(|options| &options.words);
    let folders = words.filter_map(|word| match word {
        Word::Folder(_, folder) => Some(*folder),
        _ => None,
    });
    folders.filter(|folder| fs::canonicalize(cwd.join(folder)).is_ok_and(|real| is_toolkit(&real))).map(str::to_owned).collect()
}
