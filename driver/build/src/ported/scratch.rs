//! The scratch tree on disk: several builds may write it at once, and files that are right keep their time.

use super::PortedTree;
use hipify_engine::hash::{fingerprint, hash};
use hipify_engine::options::Engine;
use hipify_error::Error;
use hipify_toolchain::environment::Environment;
use hipify_tree::{platform, write};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The scratch folder of this tool and these options: `ported/<number>` in the cache.
pub fn default_scratch(engine: &Engine) -> PathBuf {
    Environment::of_process().cache().join("ported").join(format!("{:016x}", fingerprint(engine, &[])))
}

/// A folder name for the current folder and the options in which sources are named.
pub(super) fn place_name(cwd: &Path, absolute: bool) -> String {
    let number = hash(cwd.as_os_str().as_encoded_bytes());
    format!("{number:016x}{}", if absolute { "-absolute" } else { "" })
}

/// Where an absolute path lies in the scratch tree.
pub(super) fn counterpart(scratch: &Path, path: &Path) -> PathBuf {
    scratch.join(path.strip_prefix("/").unwrap_or(path))
}

pub(super) fn write(tree: &PortedTree) -> Result<(), Error> {
    remove_stale(tree);
    let files = tree.files.values().map(|file| file.step.to.parent().unwrap_or(&tree.scratch).to_path_buf());
    let links = tree.links.keys().filter_map(|link| Some(tree.counterpart(link.parent()?)));
    let folders = tree.folders.iter().map(|folder| tree.counterpart(folder));
    let folders: BTreeSet<PathBuf> = files.chain(links).chain(folders).collect();
    for folder in &folders {
        make_folder(&tree.scratch, folder)?;
    }
    for (link, target) in &tree.links {
        make_link(&tree.counterpart(target), &tree.counterpart(link))?;
    }
    tree.files.values().par_bridge().try_for_each(|file| put(&file.step.to, &file.text))
}

/// Removes what an earlier build left where the originals have nothing any more: clang would find it first.
fn remove_stale(tree: &PortedTree) {
    for path in &tree.absent {
        let there = tree.counterpart(path);
        if there.symlink_metadata().is_ok_and(|it| !it.is_dir()) {
            let _ = fs::remove_file(there);
        }
    }
}

/// Makes a folder and those around it; a link that an earlier build left in its place goes.
fn make_folder(scratch: &Path, folder: &Path) -> Result<(), Error> {
    let failed = || unwritable(folder);
    let mut at = scratch.to_path_buf();
    fs::create_dir_all(&at).map_err(failed())?;
    for part in folder.strip_prefix(scratch).unwrap_or(folder).components() {
        at.push(part);
        match at.symlink_metadata() {
            Ok(there) if there.is_dir() => continue,
            Ok(_) => fs::remove_file(&at).map_err(failed())?,
            Err(_) => {}
        }
        match fs::create_dir(&at) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(failed()(error)),
            _ => {}
        }
    }
    Ok(())
}

fn make_link(target: &Path, link: &Path) -> Result<(), Error> {
    if fs::read_link(link).is_ok_and(|there| there == target) {
        return Ok(());
    }
    let failed = || unwritable(link);
    if link.symlink_metadata().is_ok_and(|there| there.is_dir()) {
        fs::remove_dir_all(link).map_err(failed())?;
    }
    let folder = link.parent().unwrap_or(link);
    let make = |path: &Path| platform::symlink(target, path);
    let made = tempfile::Builder::new().prefix(write::TEMPORARY).make_in(folder, make).map_err(failed())?;
    made.persist(link).map(drop).map_err(|error| failed()(error.error))
}

/// Writes a file at one stroke unless it holds `text` already.
pub(super) fn put(path: &Path, text: &[u8]) -> Result<(), Error> {
    let is_link = path.symlink_metadata().is_ok_and(|there| there.is_symlink());
    if !is_link && fs::read(path).is_ok_and(|there| there == text) {
        return Ok(());
    }
    let written = write::replace(path, text, |file| platform::set_mode(file, 0o644));
    written.map_err(|error| match error {
        Error::Io { path, source, .. } => unwritable(&path)(source),
        other => other,
    })
}

/// What is wrong with the folder of ported sources, which the user has not named and may not know.
fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_path_buf();
    move |error| {
        let reason = format!("ported sources cannot be written there: {error}");
        Error::path(&path, reason, "name a folder that can be written to with HIPIFY_CACHE_DIR")
    }
}
