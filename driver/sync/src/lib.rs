//! `sync`: a ported tree with hand edits, brought up to a newer revision of its upstream. Both revisions are ported alike, and git
//! merges what upstream changed between them into the tree, as it merges a branch.
//!
//! # File by file
//!
//! | file | turns | into |
//! |---|---|---|
//! | `trees.rs` | a revision, a folder | trees of that repository: the ports of both revisions, and the tree with hand edits |
//! | `merge.rs` | the three trees | the merged one, and its conflicts |
//! | `hand_edits.rs` | the trees | hand edits that upstream has made needless |
//! | `apply.rs` | the merged tree | the files of the folder |

#![warn(missing_docs)]

mod apply;
mod hand_edits;
mod merge;
mod trees;

use apply::{Change, ChangeKind};
use hipify_error::Error;
use hipify_port_command::PortOptions;
use hipify_tree::say::{print, say_line};
use merge::Merged;
use std::fmt::Write as _;
use std::path::PathBuf;
use trees::Trees;

/// The options of `sync`, as typed.
#[derive(Clone, Debug)]
pub struct SyncOptions {
    /// A folder of the git repository with the CUDA sources.
    pub upstream: PathBuf,
    /// The revision that the tree was ported from.
    pub base: String,
    /// The revision to come up to.
    pub to: String,
    /// The ported tree.
    pub into: PathBuf,
    /// Nothing is written.
    pub check: bool,
    /// Changes of the tree that are not committed are merged too.
    pub force: bool,
    /// How both revisions are ported; its paths and its output are not looked at.
    pub port: PortOptions,
}

/// Carries out a command line of `sync` and says the exit code: 0, or 1 where something conflicts.
///
/// # Errors
/// When a revision or the tree cannot be read, git cannot merge, or a file cannot be written.
pub fn run(options: &SyncOptions) -> Result<u8, Error> {
    let trees = Trees::make(options)?;
    let merged = merge::merge(&trees)?;
    let changes = apply::changes(&trees, &merged)?;
    let needless = hand_edits::needless(&trees, &merged)?;
    if !options.check {
        apply::write(&trees, &merged, &changes, &options.into)?;
    }
    print(report(&trees, &merged, &changes, &needless).as_bytes())?;
    if merged.conflicts.is_empty() {
        let done = if options.check { "would merge cleanly" } else { "merged" };
        say_line(format_args!("{done}; the next time: --base {}", trees.to_revision));
        return Ok(0);
    }
    let what = if options.check { "would conflict" } else { "conflict: edit them, and look for `<<<<<<<`" };
    say_line(format_args!("{} of the files {what}; the next time: --base {}", merged.conflicts.len(), trees.to_revision));
    Ok(1)
}

fn report(trees: &Trees, merged: &Merged, changes: &[Change], needless: &[String]) -> String {
    let mut out = format!("{} to {}\n", &trees.base_revision[..12], &trees.to_revision[..12]);
    for change in changes.iter().filter(|change| !merged.conflicts.contains_key(&change.path)) {
        let word = match change.kind {
            ChangeKind::Added => "added",
            ChangeKind::Changed => "changed",
            ChangeKind::Deleted => "deleted",
        };
        writeln!(out, "  {word:<9}{}", change.path).expect("a string takes all");
    }
    for (path, why) in &merged.conflicts {
        writeln!(out, "  {:<9}{path}: {why}", "conflict").expect("a string takes all");
    }
    if changes.is_empty() && merged.conflicts.is_empty() {
        out.push_str("  nothing of the port changes\n");
    }
    if !needless.is_empty() {
        out.push_str("hand edits that upstream has made needless:\n");
        needless.iter().for_each(|edit| writeln!(out, "  {edit}").expect("a string takes all"));
    }
    out
}
