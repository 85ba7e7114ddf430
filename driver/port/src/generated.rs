//! Files that porting Fortran makes beside its sources: kernels, interfaces, the header that kernels include.

use crate::plan::{Plan, Sink};
use gpufort::Generated;
use hipify_engine::diff;
use hipify_engine::fortran::{Fortran, MARK};
use hipify_engine::outcome::Outcome;
use hipify_error::Error;
use hipify_tree::scan::FoundFile;
use hipify_tree::write;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes or prints what was generated; what could not be written comes back as outcomes.
pub(crate) fn put(plan: &Plan, fortran: &Fortran, entries: &[FoundFile]) -> Result<Vec<Outcome>, Error> {
    let files = files(plan, fortran, entries);
    match plan.sink {
        Sink::Mirror(_) | Sink::File(_) | Sink::InPlace { .. } => Ok(files.iter().filter_map(|file| write(plan, file)).collect()),
        Sink::Diff => {
            let mut out = std::io::stdout().lock();
            let patches = files.iter().map(|(path, text)| diff::new_file(path, text.as_bytes()));
            patches.into_iter().try_for_each(|patch| out.write_all(&patch)).map_err(Error::Stdout)?;
            Ok(Vec::new())
        }
        Sink::Check { .. } | Sink::Stdout => Ok(Vec::new()),
    }
}

/// Where each goes, and its text.
fn files<'a>(plan: &Plan, fortran: &'a Fortran, entries: &[FoundFile]) -> Vec<(PathBuf, &'a str)> {
    let mut files = Vec::new();
    for entry in entries {
        let beside = |generated: &'a Generated| (folder(plan, entry).join(name(&generated.path)), generated.text.as_str());
        files.extend(fortran.generated(&entry.slashed()).iter().map(beside));
    }
    if !files.is_empty() || matches!(plan.sink, Sink::Mirror(_) | Sink::InPlace { .. }) {
        files.extend(fortran.shared.iter().map(|generated| (plan.result_root().join(&generated.path), generated.text.as_str())));
    }
    files
}

fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The folder that a source's ported text goes to.
fn folder(plan: &Plan, entry: &FoundFile) -> PathBuf {
    let (target, below) = match &plan.sink {
        Sink::Mirror(output) => (output.join(&entry.relative), output.as_path()),
        Sink::File(output) => (output.clone(), Path::new("")),
        Sink::Diff => (diff::path_in_patch(entry), Path::new("")),
        _ => (entry.path.clone(), Path::new("")),
    };
    target.parent().unwrap_or(below).to_path_buf()
}

fn write(plan: &Plan, (path, text): &(PathBuf, &str)) -> Option<Outcome> {
    let written = match fs::read(path) {
        Ok(there) if !plan.force && !is_ours(&there) => {
            Err(Error::path(path, "a generated file would replace it", "move it away, or pass --force"))
        }
        _ => write::write(path, 0o644, text.as_bytes()),
    };
    written.err().map(|error| Outcome::failed(hipify_tree::scan::slashed(path), error))
}

fn is_ours(bytes: &[u8]) -> bool {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    memchr::memmem::find(first, MARK.as_bytes()).is_some()
}
