//! The command `hipify-rs`: what was typed becomes the options of a job, and each job is a crate below. Nothing below knows how command
//! lines are parsed.
//!
//! | module | what it does |
//! |---|---|
//! | `cli` | the command lines, help texts included, and the options that each stands for |
//! | `command` | which command was called, by name or by argument, and its exit code |
//! | `step` | single steps of a build, which build files call |
//! | `version` | what `--version` prints |

mod cli;
mod command;
mod step;
mod version;

use hipify_error::Error;
use hipify_tree::say::say_line;
use std::process::ExitCode;

/// What went wrong is said on standard error.
fn main() -> ExitCode {
    match command::run(wild::args_os().collect()) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            let known = error.downcast_ref::<Error>();
            if known.is_some_and(Error::is_broken_pipe) {
                return ExitCode::SUCCESS;
            }
            say_line(format_args!("error: {error}"));
            if let Some(remedy) = known.and_then(Error::remedy) {
                say_line(format_args!("  help: {remedy}"));
            }
            ExitCode::from(2)
        }
    }
}
