//! `port -`: standard input to standard output.

use crate::conclude;
use crate::plan::{Plan, PortOptions, Sink};
use crate::run::{NOTHING_TO_PORT, Run};
use crate::support;
use hipify_engine::content::name_to_read;
use hipify_engine::diff;
use hipify_engine::one_file::port_bytes;
use hipify_engine::pool::in_pool;
use hipify_engine::resolve::resolve_files;
use hipify_engine::tree::Tree;
use hipify_error::Error;
use hipify_tree::say::print;
use std::io::Read;
use std::path::Path;
use std::time::Instant;

/// Ports standard input; the findings go to standard error.
pub(crate) fn run(options: PortOptions) -> Result<u8, Error> {
    let shown = options.files.stdin_filename.clone();
    if options.paths.len() > 1 {
        return Err(Error::usage("`-` stands for all input", "give `-` alone, or files and folders"));
    }
    let mut plan = Plan::new(options)?;
    plan.sink = match plan.sink {
        Sink::Check { asked: false } | Sink::Stdout => Sink::Stdout,
        Sink::Check { asked: true } => Sink::Check { asked: true },
        Sink::Diff => Sink::Diff,
        _ => return Err(Error::usage("standard input can only be written to standard output", "leave out -o and --in-place")),
    };
    let begun = Instant::now();
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).map_err(Error::io("read", Path::new("-")))?;
    let Some(name) = name_to_read(&shown, &bytes) else {
        return Err(Error::path(Path::new(&shown), NOTHING_TO_PORT, "give --stdin-filename an ending such as .cu"));
    };
    let tree = Tree::new([name.clone()]);
    let done = in_pool(1, || port_bytes(&name, shown.clone(), &bytes, &tree, &plan.engine))?;
    let text = done.text.as_deref().unwrap_or(&bytes);
    let printed = match plan.sink {
        Sink::Stdout => text.to_vec(),
        Sink::Diff => diff::patch(Path::new(&shown), None, &bytes, text, &done.edits),
        _ => Vec::new(),
    };
    print(&printed)?;
    let mut outcomes = vec![done.outcome];
    in_pool(1, || resolve_files(&mut outcomes, &plan.engine))?;
    let notes = support::note(&plan, &outcomes).into_iter().collect();
    let run = Run { outcomes, ignored: Vec::new(), notes, elapsed: begun.elapsed() };
    conclude(&plan, &run)
}
