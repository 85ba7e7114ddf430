//! The folder in which a project's copy is built, kept between runs so that only what changed is built again.

use super::Folder;
use hipify_command_line::target::Target;
use hipify_error::Error;
use hipify_toolchain::Toolchain;
use hipify_tree::platform;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// The file that is locked; it also tells a folder of ours from others.
const LOCK: &str = "lock";

/// A project's folder and what is in it.
pub(super) struct Project {
    /// The copy of the user's tree.
    pub(super) tree: PathBuf,
    /// For what is built outside of the tree.
    pub(super) build: PathBuf,
    /// Held while the project is worked on: another run of the same waits.
    _lock: Option<File>,
}

impl Project {
    /// That of `--keep`, else one of the cache: another one for other targets, options, compilers or releases of this program.
    pub(super) fn open(folder: &Folder<'_>, system: &str, targets: &[Target], toolchain: &Toolchain) -> Result<Self, Error> {
        let root = match &folder.args.keep {
            Some(folder) => std::path::absolute(folder).map_err(Error::io("find", folder))?,
            None => toolchain.cache.join("projects").join(name(folder, system, targets, toolchain)?),
        };
        let (tree, build) = (root.join("tree"), root.join("build"));
        refuse_foreign(&root, &[&tree, &build])?;
        folder.make_folder(&tree)?;
        folder.make_folder(&build)?;
        let lock = if folder.args.dry_run { None } else { Some(lock(&root.join(LOCK))?) };
        Ok(Self { tree, build, _lock: lock })
    }

    /// Removes files of the tree for which `gone` holds, and nothing below a folder for which it does not.
    pub(super) fn remove(&self, gone: &dyn Fn(&Path) -> bool) -> Result<(), Error> {
        for path in files(&self.tree)? {
            let relative = path.strip_prefix(&self.tree).unwrap_or(&path);
            if gone(relative) {
                fs::remove_file(&path).map_err(Error::io("remove", &path))?;
            }
        }
        Ok(())
    }
}

/// Files of the tree that the project has not are removed: it must not be somebody's own.
fn refuse_foreign(root: &Path, folders: &[&Path]) -> Result<(), Error> {
    let has_files = |folder: &&&Path| fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    match folders.iter().find(has_files) {
        Some(folder) if !root.join(LOCK).is_file() => {
            Err(Error::path(folder, "the folder was not made by this tool", "name another one with --keep"))
        }
        _ => Ok(()),
    }
}

fn lock(path: &Path) -> Result<File, Error> {
    let file = File::create(path).map_err(Error::io("make", path))?;
    fs4::FileExt::lock(&file).map_err(Error::io("lock", path))?;
    Ok(file)
}

fn name(folder: &Folder<'_>, system: &str, targets: &[Target], toolchain: &Toolchain) -> Result<String, Error> {
    let real = fs::canonicalize(folder.path).map_err(Error::io("find", folder.path))?;
    let mut words = vec![system.to_owned(), real.display().to_string(), format!("{:?}", toolchain.hip)];
    words.push(format!("{} {}", toolchain.clang.path.display(), toolchain.clang.version));
    // What another release built is not up to date, whatever make takes it for.
    words.push(format!("{:?}", platform::own_stamp()));
    words.extend(targets.iter().map(ToString::to_string));
    words.extend(folder.args.engine.clone().words());
    words.push(format!("{:?} {:?} {:?}", folder.options, folder.args.launcher, folder.args.rest));
    Ok(format!("{}-{:016x}", folder.name, xxh3_64(words.join("\0").as_bytes())))
}

/// All files below a folder; links are not followed.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).map_err(Error::io("read folder", &folder))? {
            let entry = entry.map_err(Error::io("read folder", &folder))?;
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                waiting.push(entry.path());
            } else {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Copies results, which lie below `base`, to the folder for them and says where they are now: under their names alone where
/// these differ. Links beside a library that lead to it come along.
pub(super) fn deliver(results: &[PathBuf], base: &Path, output: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut counts: HashMap<&OsStr, usize> = HashMap::new();
    for name in results.iter().filter_map(|path| path.file_name()) {
        *counts.entry(name).or_default() += 1;
    }
    let mut delivered = Vec::new();
    for from in results {
        let name = from.file_name().unwrap_or(OsStr::new("a.out"));
        let relative = if counts.get(name) > Some(&1) { from.strip_prefix(base).unwrap_or(from) } else { Path::new(name) };
        let to = output.join(relative);
        let folder = to.parent().unwrap_or(output);
        fs::create_dir_all(folder).map_err(Error::io("make", folder))?;
        hipify_tree::write::copy(from, &to)?;
        links_to(from, folder)?;
        delivered.push(to);
    }
    Ok(delivered)
}

fn links_to(library: &Path, output: &Path) -> Result<(), Error> {
    let Some((folder, name)) = library.parent().zip(library.file_name()) else { return Ok(()) };
    for entry in fs::read_dir(folder).map_err(Error::io("read folder", folder))?.flatten() {
        let leads_here = entry.file_type().is_ok_and(|kind| kind.is_symlink())
            && fs::canonicalize(entry.path()).ok() == fs::canonicalize(library).ok();
        let link = output.join(entry.file_name());
        if leads_here && entry.file_name() != name {
            if link.is_symlink() {
                fs::remove_file(&link).map_err(Error::io("replace link", &link))?;
            }
            hipify_tree::platform::symlink(Path::new(name), &link).map_err(Error::io("make link", &link))?;
        }
    }
    Ok(())
}
