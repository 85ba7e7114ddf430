//! `hipify-rs fc`: nvfortran's command lines.

use crate::answers::fortran_help;
use crate::run::{carry_out, variables};
use hipify_build::language_of;
use hipify_command_line::{nvfortran, targets_of_the_environment};
use hipify_error::Error;
use hipify_rules::options::Query;
use hipify_tree::say::print;
use std::ffi::OsString;

/// Runs `args` as nvfortran would and says the exit code.
pub fn run(args: &[OsString]) -> Result<u8, Error> {
    let mut parsed = nvfortran::parse(args, &|path| std::fs::read_to_string(path), &language_of)?;
    if parsed.query == Some(Query::Help) {
        return print(fortran_help().as_bytes()).map(|()| 0);
    }
    targets_of_the_environment(&mut parsed.request, &variables());
    carry_out(parsed)
}
