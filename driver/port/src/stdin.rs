//! `port -`: standard input to standard output.

use crate::cli::PortArgs;
use crate::diff;
use crate::engine::port_bytes;
use crate::error::Error;
use crate::plan::{Plan, Sink};
use crate::port::{self, Run};
use crate::printing;
use crate::report;
use crate::resolve::resolve_files;
use crate::tree::Tree;
use std::io::{Read, Write};
use std::path::Path;
use std::time::Instant;

/// Ports standard input; the findings go to standard error.
pub(crate) fn run(args: PortArgs) -> Result<u8, Error> {
    let name = args.files.stdin_filename.clone();
    if args.paths.len() > 1 {
        return Err(Error::usage("`-` stands for all input", "give `-` alone, or files and folders"));
    }
    let mut plan = Plan::new(args)?;
    plan.sink = match plan.sink {
        Sink::Check { asked: false } | Sink::Stdout => Sink::Stdout,
        Sink::Check { asked: true } => Sink::Check { asked: true },
        Sink::Diff => Sink::Diff,
        _ => return Err(Error::usage("standard input can only be written to standard output", "leave out -o and --in-place")),
    };
    let begun = Instant::now();
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).map_err(Error::io("read", Path::new("-")))?;
    let tree = Tree::new([name.clone()]);
    let done = port::in_pool(1, || port_bytes(&name, name.clone(), &bytes, &tree, &plan.engine))?;
    let text = done.text.as_deref().unwrap_or(&bytes);
    let printed = match plan.sink {
        Sink::Stdout => text.to_vec(),
        Sink::Diff => diff::patch(Path::new(&name), None, &bytes, text, &done.edits),
        _ => Vec::new(),
    };
    let mut out = std::io::stdout().lock();
    out.write_all(&printed).and_then(|()| out.flush()).map_err(Error::Stdout)?;
    drop(out);
    let mut outcomes = vec![done.outcome];
    port::in_pool(1, || resolve_files(&mut outcomes, &plan.engine))?;
    let run = Run { outcomes, ignored: 0, notes: Vec::new(), elapsed: begun.elapsed() };
    printing::print(&plan, &run)?;
    if let Some(path) = &plan.printing.report {
        report::save(path, &plan, &run)?;
    }
    Ok(run.exit_code(&plan.sink))
}
