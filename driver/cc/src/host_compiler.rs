//! In the place of a host compiler: sources that use CUDA, or whose headers do, are ported and compiled by clang; everything
//! else is the host compiler's.

use crate::real_compiler::exit_code_of;
use crate::run::{carry_out, variables};
use hipify_build::{PortedTree, default_scratch, source_language};
use hipify_command_line::request::{Language, Produce};
use hipify_command_line::{Parsed, Style, parse};
use hipify_engine::options::Engine;
use hipify_engine::outcome::Status;
use hipify_error::Error;
use hipify_port::Options;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// Runs `args` of the compiler `real`, with `link_flags` in its links, and says the exit code.
pub fn run(real: &Path, link_flags: &[String], args: &[OsString]) -> Result<u8, Error> {
    // What cannot be understood is for the real compiler to judge.
    let parsed = parse(args, Some(Style::Hipcc), &variables(), &|path| std::fs::read_to_string(path)).ok();
    let Some(mut parsed) = parsed.filter(|parsed| parsed.query.is_none()) else {
        return pass_on(real, &[], args);
    };
    for source in parsed.request.sources.iter_mut().filter(|source| source.language == Language::Hip) {
        source.language = source_language(&source.path)?.unwrap_or(Language::Cxx);
    }
    if uses_cuda(&parsed)? {
        return carry_out(parsed);
    }
    let links = matches!(parsed.request.produce, Produce::Executable | Produce::SharedLibrary);
    pass_on(real, if links { link_flags } else { &[] }, args)
}

/// Whether the port changes any file that the sources are made of.
fn uses_cuda(parsed: &Parsed) -> Result<bool, Error> {
    let request = &parsed.request;
    if request.sources.is_empty() || request.sources.iter().any(|source| !source.path.is_file()) {
        return Ok(false);
    }
    let engine = Engine::safe(Options::default());
    let tree = PortedTree::read(&request.sources, &request.flags, &engine, &default_scratch(&engine))?;
    Ok(tree.outcomes().iter().any(|outcome| outcome.status == Status::Changed))
}

fn pass_on(real: &Path, link_flags: &[String], args: &[OsString]) -> Result<u8, Error> {
    exit_code_of(real, Command::new(real).args(args).args(link_flags))
}
