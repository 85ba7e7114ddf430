//! A header that is made once for a tree, to where the plan wants its results.

use crate::plan::{Plan, Sink};
use hipify_diagnostics::Edit;
use hipify_engine::diff;
use hipify_engine::outcome::{Outcome, Status};
use hipify_error::Error;
use hipify_tree::{say, write};
use std::path::Path;

/// Writes the header, prints it as a patch, or says that it would be written; `old` is what stands there now.
pub(crate) fn put(plan: &Plan, path: &Path, old: Option<&[u8]>, text: &str) -> Result<Outcome, Error> {
    let is_new = old != Some(text.as_bytes());
    let mut outcome = Outcome::new(hipify_tree::scan::slashed(path), if is_new { Status::Changed } else { Status::Unchanged });
    outcome.edits = u32::from(is_new);
    match plan.sink {
        _ if !is_new => {}
        Sink::Check { .. } | Sink::Stdout => {}
        Sink::Diff => print(path, old, text)?,
        Sink::Mirror(_) | Sink::File(_) | Sink::InPlace { .. } => write::write(path, 0o644, text.as_bytes())?,
    }
    Ok(outcome)
}

fn print(path: &Path, old: Option<&[u8]>, text: &str) -> Result<(), Error> {
    let name = diff::name_in_patch(path, path.file_name().map_or(path, Path::new));
    let patch = match old {
        Some(old) => diff::patch(&name, None, old, text.as_bytes(), &[Edit::replace(0..old.len(), text.to_owned())]),
        None => diff::new_file(&name, text.as_bytes()),
    };
    say::print(&patch)
}
