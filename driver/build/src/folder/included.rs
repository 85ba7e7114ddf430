//! Which of the files beside a folder its own files include, directly or not: what the port says of the others is seldom about the build.

use hipify_diagnostics::is_header;
use hipify_engine::outcome::Outcome;
use hipify_syntax::includes::includes;
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;

/// Takes findings from outcomes of headers outside `inside` that no file in it includes by their name, and says how many it took.
/// Headers are matched by their file names alone, since which folders a build searches is not known here.
pub(super) fn hold_back(outcomes: &mut [Outcome], inside: &Path) -> usize {
    let read = names_read(outcomes, inside);
    // Sources are named by build files.
    let is_unread =
        |outcome: &Outcome| !is_inside(outcome, inside) && is_header(&outcome.path) && !read.contains(name_of(&outcome.path));
    let unread = outcomes.iter_mut().filter(|outcome| is_unread(outcome));
    unread.map(|outcome| std::mem::take(&mut outcome.findings).iter().filter(|finding| finding.counts()).count()).sum()
}

fn is_inside(outcome: &Outcome, inside: &Path) -> bool {
    Path::new(&outcome.path).starts_with(inside)
}

/// The names of files that are in the folder, or included by one that is read.
fn names_read(outcomes: &[Outcome], inside: &Path) -> BTreeSet<String> {
    let mut by_name: HashMap<&str, Vec<&str>> = HashMap::new();
    for outcome in outcomes.iter().filter(|outcome| !is_inside(outcome, inside)) {
        by_name.entry(name_of(&outcome.path)).or_default().push(&outcome.path);
    }
    let mut waiting: Vec<&str> =
        outcomes.iter().filter(|outcome| is_inside(outcome, inside)).map(|outcome| outcome.path.as_str()).collect();
    let mut read = BTreeSet::new();
    while let Some(path) = waiting.pop() {
        let Ok(bytes) = fs::read(path) else { continue };
        for include in includes(&bytes, &hipify_syntax::lex(&bytes)).found {
            let name = name_of(&include.name);
            if let Some(paths) = by_name.get(name).filter(|_| read.insert(name.to_owned())) {
                waiting.extend(paths);
            }
        }
    }
    read
}

/// What follows the last slash.
fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
