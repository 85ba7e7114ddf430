//! The build driver: CUDA and HIP sources, or a whole project, to programs, libraries, objects and code objects for GPUs and CPUs.
//! A request becomes a plan, and one module runs it.
//!
//! | module | what it does |
//! |---|---|
//! | `options`, `arguments`, `input` | what was typed to a request; what a file is by its name and bytes |
//! | `folder` | a project: by CMake, make, a compilation database, or all its sources |
//! | `make` | carries out a request: ports, plans, runs the plan, says what happened |
//! | `ported` | a compilable copy of what the sources include, ported, in a cache |
//! | `fortran` | the same for CUDA Fortran, whose files are ported together |
//! | `plan`, `steps`, `targets` | commands with their inputs and outputs; request and toolchain to these; the GPUs named or found |
//! | `execute` | runs a plan: the only module that starts compilers |
//! | `ninja`, `timings` | a plan as build files; how long its steps took |
//! | `embed`, `relocatable` | fat binaries into objects; device code compiled before, in objects and archives |
//! | `leftovers`, `beside`, `permute` | CUDA that compiled inputs use; what lies beside a program; lane permutes that a target lacks |
//! | `diagnostics` | what compilers print, at its place in the original, with what is known of the cause |
//! | `absolute` | a request that holds in any folder |

#![warn(missing_docs)]

mod absolute;
mod arguments;
mod beside;
mod diagnostics;
mod embed;
mod execute;
mod folder;
mod fortran;
mod input;
mod leftovers;
mod make;
mod ninja;
mod options;
mod permute;
mod plan;
mod ported;
pub mod relocatable;
mod steps;
mod targets;
mod timings;

pub use embed::embed;
pub use input::{language_of, source_language};
pub use make::{BuildOptions, has_device_code, jobs, make};
pub use options::{BuildSystem, CommandOptions, Emit};
pub use ported::{PortedTree, Step as PortStep, default_scratch, port_one, rewrite_depfile};
pub use targets::devices;

use hipify_command_line::clang::Word;
use hipify_command_line::request::Produce;
use hipify_command_line::words;
use hipify_error::Error;
use hipify_run::run_program;
use std::ffi::OsString;

/// Runs `build`: `words` are those that are not its own options, `line` is the whole command line.
pub fn run(args: &CommandOptions, words: &[Word], line: &[OsString]) -> Result<u8, Error> {
    if let Some((path, system)) = folder::only_input(words) {
        return folder::run(&path, system, args, words, line);
    }
    let mut request = arguments::request(args, words)?;
    relocatable::named_by_flags(&mut request)?;
    let (toolchain, targets) = targets::toolchain_and_targets(&request, &args.toolchain)?;
    let code = make(&request, &targets, &toolchain, &options(args, line)?)?;
    if code != 0 || !args.run || args.dry_run {
        return Ok(code);
    }
    if request.produce != Produce::Executable {
        return Err(Error::usage("only an executable can be run", "leave --run out"));
    }
    run_program(&request.output.unwrap_or_else(|| "a.out".into()), &args.rest, &args.device)
}

fn options(args: &CommandOptions, line: &[OsString]) -> Result<BuildOptions, Error> {
    let ninja = match (args.emit, &args.output) {
        (Some(Emit::Ninja), None) => return Err(Error::usage("--emit ninja wants a folder", "name one with -o")),
        (Some(Emit::Ninja), Some(folder)) => {
            Some((folder.clone(), line.iter().map(|word| word.to_string_lossy().into_owned()).collect()))
        }
        _ => None,
    };
    Ok(BuildOptions {
        engine: args.engine.clone(),
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
