//! What a run of `port` prints: findings, and the summary.

use crate::plan::Plan;
use crate::report;
use crate::run::Run;
use crate::summary;
use anstream::ColorChoice;
use hipify_engine::render::{self, Format, Style};
use hipify_error::Error;
use hipify_tree::say;
use std::io::{self, BufWriter, IsTerminal, Write};

/// Findings go to standard output unless that carries the result; the summary goes to standard error.
pub(crate) fn print(plan: &Plan, run: &Run) -> Result<(), Error> {
    let held_back = if plan.printing.format == Format::Json {
        say::print(&report::json(plan, run))?;
        0
    } else if plan.printing.quiet {
        0
    } else if plan.sink.owns_stdout() {
        print_findings(plan, run, io::stderr().lock())?
    } else {
        print_findings(plan, run, io::stdout().lock())?
    };
    let mut err = BufWriter::new(io::stderr().lock());
    // Nowhere is left to say that standard error cannot be written to.
    let _ = summary::print(&mut err, plan, run, held_back).and_then(|()| err.flush());
    Ok(())
}

fn print_findings<S: anstream::stream::RawStream + IsTerminal + anstream::stream::AsLockedWrite>(
    plan: &Plan,
    run: &Run,
    stream: S,
) -> Result<usize, Error> {
    let stream = anstream::AutoStream::auto(stream);
    let colored = stream.current_choice() != ColorChoice::Never;
    let style = Style { format: plan.printing.format, verbose: plan.printing.verbose, colored };
    let mut out = BufWriter::new(stream);
    let held_back = render::findings(&mut out, &run.outcomes, style);
    held_back.and_then(|count| out.flush().map(|()| count)).map_err(Error::Stdout)
}
