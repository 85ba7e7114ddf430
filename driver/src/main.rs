//! The command `hipify-rs`: ports CUDA source trees to HIP.

mod build;
mod cc;
mod cli;
mod command;
mod compat;
mod cuda_symbols;
mod diff;
mod doctor;
mod engine;
mod explain;
mod fc;
mod finding;
mod fortran;
mod generated;
mod in_place;
mod incremental;
mod inspect;
mod lint;
mod lsp;
mod mirror;
mod outcome;
mod plan;
mod platform;
mod port;
mod progress;
mod query;
mod read;
mod rename;
mod render;
mod report;
mod resolve;
mod run;
mod say;
mod scan;
mod setup;
mod single_source;
mod stdin;
mod stream;
mod summary;
mod toolchain;
mod tree;
mod unfinished;
mod write;

use hipify_error as error;

use crate::error::Error;
use crate::say::say_line;
use std::process::ExitCode;

fn main() -> ExitCode {
    match command::run(std::env::args_os().collect()) {
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
