//! `hipify-rs fc`: nvfortran's command lines.

use crate::build::input::language_of;
use crate::cc;
use crate::error::Error;
use hipify_command_line::{nvfortran, targets_of_the_environment};
use std::ffi::OsString;

/// Runs `args` as nvfortran would and says the exit code.
pub(crate) fn run(args: &[OsString]) -> Result<u8, Error> {
    let mut parsed = nvfortran::parse(args, &|path| std::fs::read_to_string(path), &language_of)?;
    targets_of_the_environment(&mut parsed.request, &cc::variables());
    cc::carry_out(parsed)
}
