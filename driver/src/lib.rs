//! The command `hipify-rs`: its command lines, and what each does.

mod build;
mod cc;
mod cli;
mod command;
mod compat;
mod diff;
mod doctor;
mod engine;
mod explain;
mod fc;
mod fortran;
mod generated;
mod in_place;
mod incremental;
mod lint;
mod located_diagnostic;
mod lsp;
mod mirror;
mod outcome;
mod plan;
mod port;
mod printing;
mod query;
mod rename;
mod render;
mod report;
mod resolve;
mod setup;
mod single_source;
mod stdin;
mod step;
mod stream;
mod summary;
mod tree;
mod version;

// Crates below, by the names that modules here import them under.
use hipify_error as error;
use hipify_tree::{platform, progress, read, say, scan, write};

use crate::error::Error;
use crate::say::say_line;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs a command line and says the exit code of the process; what went wrong is said on standard error.
pub fn run_command_line(args: Vec<OsString>) -> ExitCode {
    match command::run(args) {
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
