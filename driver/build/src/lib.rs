//! The build driver: CUDA and HIP sources, or a whole project, to programs, libraries, objects and code objects for GPUs and CPUs.
//!
//! ```text
//! command line -> Request -> (ported tree, toolchain) -> Plan -> execute -> compiler diagnostics, at the original source
//! ```
//!
//! | module | what it does |
//! |---|---|
//! | `options`, `arguments`, `input` | what was typed to a request; what an input is compiled as, by its name and what is in it |
//! | `folder` | a folder to a request (its sources, compile_commands.json), or a run of CMake or make on a copy in the cache |
//! | `make` | request, targets, toolchain and options through all of the below, in order; `build` and `cc` end here |
//! | `ported` | sources and include flags to all project files they reach, ported into a scratch tree of absolute paths, with `#line` |
//! | `fortran` | Fortran sources, ported together: texts, generated modules and kernels, which module comes from which, where messages belong |
//! | `targets` | targets named, of device code compiled before, or this machine's GPUs, and the toolchain that they take |
//! | `plan` | typed steps with the files they read and write; `-###` prints them |
//! | `steps` | request, ported tree and tools to a plan; pure, tested as text |
//! | `execute` | a plan to processes, in parallel; outputs appear whole or not at all. Nothing else here starts compilers |
//! | `ninja`, `timings`, `absolute` | build.ninja and compile_commands.json; a Gantt chart or JSON; a request that holds in any folder |
//! | `by_its_compiler` | plain C and C++ that calls CUDA, compiled by the compiler it was written for |
//! | `embed`, `host_source`, `relocatable` | the object, or the C++ source, that carries a fat binary; device code compiled before, in objects and archives |
//! | `leftovers`, `libraries`, `beside` | CUDA functions that no file of a link defines; libraries of the headers that sources include; the parts of the bundled runtime that lie beside a program |
//! | `toolkit` | a folder that looks like a CUDA toolkit, for build systems that look for one; stubs of libraries for it |
//! | `permute` | lane permutes that a target lacks, reported before clang fails on them |
//! | `diagnostics` | what compilers and linkers print, once for all targets, at the original place, with a porting cause where one is known |

#![warn(missing_docs)]

mod absolute;
mod arguments;
mod beside;
mod by_its_compiler;
mod diagnostics;
mod embed;
mod execute;
mod folder;
mod fortran;
mod host_source;
mod input;
mod leftovers;
mod libraries;
mod make;
mod ninja;
mod options;
mod permute;
mod plan;
mod ported;
mod precompiled;
pub mod relocatable;
mod steps;
mod targets;
mod timings;
pub mod toolkit;

pub use by_its_compiler::ByItsCompiler;
pub use embed::embed;
pub use host_source::host_source;
pub use input::{language_of, source_language};
pub use make::{BuildOptions, has_device_code, jobs, make};
pub use options::{BuildSystem, CommandOptions, Emit};
pub use ported::{PortedTree, Step as PortStep, default_scratch, port_one, rewrite_depfile};
pub use targets::{devices, wanted_by_objects};

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
    let words = [words, &arguments::after_dashes(args)?].concat();
    let mut request = arguments::request(args, &words)?;
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
        libraries_of_headers: true,
        progress: !args.quiet,
    })
}
