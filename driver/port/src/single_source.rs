//! The header of a tree that stays CUDA: the names that its files use, with their meaning in HIP.

use crate::plan::{Plan, Sink};
use hipify_engine::diff;
use hipify_engine::outcome::{Outcome, Status};
use hipify_error::Error;
use hipify_port::{SINGLE_SOURCE_HEADER, SINGLE_SOURCE_MACRO};
use hipify_tree::{say, write};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Writes the header, or says that it would be: where the plan wants it. `None` where no file uses CUDA, or it is there already.
pub(crate) fn write(plan: &Plan, outcomes: &[Outcome]) -> Result<Option<Outcome>, Error> {
    let used: BTreeSet<&str> = outcomes.iter().flat_map(|outcome| outcome.converted.keys().map(String::as_str)).collect();
    if used.is_empty() {
        return Ok(None);
    }
    let text = hipify_names::single_source_header(SINGLE_SOURCE_MACRO, &used);
    let path = plan.result_root().join(SINGLE_SOURCE_HEADER);
    let old = std::fs::read(&path).ok();
    let is_new = old.as_deref() != Some(text.as_bytes());
    let mut outcome = Outcome::new(path.display().to_string(), if is_new { Status::Changed } else { Status::Unchanged });
    outcome.edits = u32::from(is_new);
    match plan.sink {
        _ if !is_new => {}
        Sink::Check { .. } | Sink::Stdout => {}
        Sink::Diff => print(&path, old.as_deref(), text.as_bytes())?,
        Sink::Mirror(_) | Sink::File(_) | Sink::InPlace { .. } => write::write(&path, 0o644, text.as_bytes())?,
    }
    Ok(Some(outcome))
}

fn print(path: &Path, old: Option<&[u8]>, text: &[u8]) -> Result<(), Error> {
    let name: PathBuf = path.components().filter(|part| *part != std::path::Component::CurDir).collect();
    let patch = match old {
        Some(old) => diff::patch(
            &name,
            None,
            old,
            text,
            &[hipify_diagnostics::Edit::replace(0..old.len(), String::from_utf8_lossy(text).into_owned())],
        ),
        None => diff::new_file(&name, text),
    };
    say::print(&patch)
}
