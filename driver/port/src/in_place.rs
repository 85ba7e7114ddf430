//! `--in-place`: each file is replaced at one stroke, or left whole.

use crate::plan::Plan;
use crate::rename::renamed;
use hipify_engine::one_file::{Done, port_bytes};
use hipify_engine::outcome::{Outcome, Status};
use hipify_engine::tree::Tree;
use hipify_error::Error;
use hipify_tree::platform;
use hipify_tree::read::with_bytes;
use hipify_tree::scan::FoundFile;
use hipify_tree::write;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

/// Ports one file where it stands.
pub(crate) fn port(plan: &Plan, tree: &Tree, entry: &FoundFile, backup: Option<&OsStr>) -> Outcome {
    let done = with_bytes(entry, |bytes| {
        let mut done = port_bytes(&entry.slashed(), entry.shown(), bytes, tree, &plan.engine);
        let target = renamed(&entry.path).filter(|_| plan.engine.options.rename);
        match target {
            Some(target) => {
                move_to(plan, entry, &target, done.text.as_deref().unwrap_or(bytes), backup)?;
                done.outcome.status = Status::Changed;
            }
            None => put(plan, entry, &done, backup)?,
        }
        Ok(done.outcome)
    });
    done.and_then(|done| done).unwrap_or_else(|error| Outcome::failed(entry.shown(), error))
}

fn put(plan: &Plan, entry: &FoundFile, done: &Done, backup: Option<&OsStr>) -> Result<(), Error> {
    let Some(text) = &done.text else { return Ok(()) };
    refuse_read_only(plan, entry)?;
    if let Some(suffix) = backup {
        write::back_up(&entry.path, suffix, plan.force)?;
    }
    let old = fs::metadata(&entry.path).map_err(Error::io("read", &entry.path))?;
    write::replace(&entry.path, text, |file| platform::take_over(file, &old))
}

/// Writes the text under the new name first; the old file goes only when the new one is whole.
fn move_to(plan: &Plan, entry: &FoundFile, target: &Path, text: &[u8], backup: Option<&OsStr>) -> Result<(), Error> {
    refuse_read_only(plan, entry)?;
    if let Some(suffix) = backup {
        write::back_up(&entry.path, suffix, plan.force)?;
    }
    if !write::create(target, entry.mode, text)? {
        return Err(Error::path(target, "the new name is taken", "move that file away, or port without --rename"));
    }
    fs::remove_file(&entry.path).map_err(Error::io("remove", &entry.path))
}

/// Replacing a file needs a writable folder only; its own mode is obeyed all the same.
fn refuse_read_only(plan: &Plan, entry: &FoundFile) -> Result<(), Error> {
    if entry.mode & 0o222 == 0 && !plan.force {
        return Err(Error::path(&entry.path, "the file is read-only: left as it is", "make it writable, or pass --force"));
    }
    Ok(())
}
