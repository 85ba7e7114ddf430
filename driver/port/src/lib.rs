//! The command `port`: a tree of CUDA sources to another tree, in place, as a patch or as a report. The crate `hipify-port` ports
//! one file; this one decides what becomes of it.
//!
//! | module | what it does |
//! |---|---|
//! | `plan` | what was typed to what to do |
//! | `run` | a scan, every file in parallel, what only the whole tree can tell |
//! | `mirror`, `incremental` | a copy of the tree with ported files; the manifest by which the next run skips what did not change |
//! | `in_place`, `stream` | files replaced by their ported text; patches and ported text on standard output |
//! | `stdin` | `port -` |
//! | `rename`, `generated` | HIP's file names; files made beside ported Fortran |
//! | `header`, `single_source`, `support` | headers made once for a tree: that of single-source mode, and that with CUDA's names that HIP lacks |
//! | `printing`, `summary`, `report` | what a run prints: findings, counts, JSON |

#![warn(missing_docs)]

mod generated;
mod header;
mod in_place;
mod incremental;
mod mirror;
mod plan;
mod printing;
mod rename;
mod report;
mod run;
mod single_source;
mod stdin;
mod stream;
mod summary;
mod support;

pub use plan::{Plan, PortOptions, Printing, Sink};
pub use run::{Run, run};
pub use summary::left_out;

use hipify_error::Error;

/// Carries out a command line of `port` and says the exit code.
///
/// # Errors
/// When nothing could be done; failures of single files are printed and counted.
pub fn port(options: PortOptions) -> Result<u8, Error> {
    if options.paths.iter().any(|path| path.as_os_str() == "-") {
        return stdin::run(options);
    }
    let plan = Plan::new(options)?;
    let run = run(&plan)?;
    conclude(&plan, &run)
}

/// Prints what a run has to say, writes its report, and says the exit code.
fn conclude(plan: &Plan, run: &Run) -> Result<u8, Error> {
    printing::print(plan, run)?;
    if let Some(path) = &plan.printing.report {
        report::save(path, plan, run)?;
    }
    Ok(run.exit_code(&plan.sink))
}
