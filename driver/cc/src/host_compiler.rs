//! In the place of a host compiler: sources that use CUDA, or whose headers do, are ported for it, and compiled by clang where they
//! hold device code.

use crate::real_compiler::{code_of, exit_code_of};
use crate::run::{carry_out, options, places, variables, wanted};
use hipify_build::{ByItsCompiler, PortedTree, default_scratch, source_language};
use hipify_command_line::request::{Language, Produce};
use hipify_command_line::{Parsed, Style, parse};
use hipify_engine::options::Engine;
use hipify_engine::outcome::Status;
use hipify_error::Error;
use hipify_port::Options;
use hipify_toolchain::Toolchain;
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
        if let Some(code) = by_the_compiler(real, link_flags, args, &parsed)? {
            return Ok(code);
        }
        parsed.request.judged_as_by_gcc();
        return carry_out(parsed);
    }
    pass_on(real, if links(&parsed) { link_flags } else { &[] }, args)
}

fn links(parsed: &Parsed) -> bool {
    matches!(parsed.request.produce, Produce::Executable | Produce::SharedLibrary)
}

/// Compiles what the compiler itself can, and says the exit code; `None` where it cannot.
fn by_the_compiler(real: &Path, link_flags: &[String], args: &[OsString], parsed: &Parsed) -> Result<Option<u8>, Error> {
    let Some(args) = args.iter().map(|arg| arg.to_str().map(str::to_owned)).collect::<Option<Vec<String>>>() else {
        return Ok(None);
    };
    let toolchain = Toolchain::find(&places(parsed), wanted(&parsed.request.targets, &parsed.request.runtime)?)?;
    let options = options(parsed);
    let Some(compile) = ByItsCompiler::of(&parsed.request, &args, &toolchain, &options)? else { return Ok(None) };
    let more = if links(parsed) { link_flags } else { &[] };
    compile.run(real, more, &parsed.request, &options).map(|status| Some(code_of(status)))
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
