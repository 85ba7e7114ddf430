//! One-shot port-and-build: sources to an executable, a library or objects for AMD GPUs.

mod absolute;
mod arguments;
mod beside;
pub(crate) mod diagnostics;
pub(crate) mod embed;
pub(crate) mod execute;
mod folder;
pub(crate) mod fortran;
pub(crate) mod input;
mod leftovers;
pub(crate) mod make;
pub(crate) mod ninja;
mod permute;
pub(crate) mod plan;
pub(crate) mod ported;
pub(crate) mod relocatable;
pub(crate) mod steps;
pub(crate) mod targets;
pub(crate) mod timings;

use crate::cli::{BuildArgs, Emit};
use crate::error::Error;
use crate::plan::Engine;
use hipify_command_line::clang::Word;
use hipify_command_line::request::Produce;
use hipify_command_line::words;
use hipify_run::run_program;
use make::{BuildOptions, make};
use std::ffi::OsString;

/// Runs `build`: `words` are those that are not its own options, `line` is the whole command line.
pub(crate) fn run(args: &BuildArgs, words: &[Word], line: &[OsString]) -> Result<u8, Error> {
    if let Some((path, system)) = folder::only_input(words) {
        return folder::run(&path, system, args, words, line);
    }
    let mut request = arguments::request(args, words)?;
    relocatable::named_by_flags(&mut request)?;
    let (toolchain, targets) = targets::toolchain_and_targets(&request, &args.toolchain.options())?;
    let code = make(&request, &targets, &toolchain, &options(args, line)?)?;
    if code != 0 || !args.run || args.dry_run {
        return Ok(code);
    }
    if request.produce != Produce::Executable {
        return Err(Error::usage("only an executable can be run", "leave --run out"));
    }
    run_program(&request.output.unwrap_or_else(|| "a.out".into()), &args.rest, &args.device.options())
}

fn options(args: &BuildArgs, line: &[OsString]) -> Result<BuildOptions, Error> {
    let ninja = match (args.emit, &args.output) {
        (Some(Emit::Ninja), None) => return Err(Error::usage("--emit ninja wants a folder", "name one with -o")),
        (Some(Emit::Ninja), Some(folder)) => {
            Some((folder.clone(), line.iter().map(|word| word.to_string_lossy().into_owned()).collect()))
        }
        _ => None,
    };
    Ok(BuildOptions {
        engine: Engine::new(&args.engine),
        jobs: make::jobs(args.jobs),
        launcher: args.launcher.as_deref().map(words::split).unwrap_or_default(),
        keep: args.keep.clone(),
        show_plan: args.dry_run,
        ninja,
        timings: args.timings.clone(),
        verbose: args.verbose,
        progress: !args.quiet,
    })
}
