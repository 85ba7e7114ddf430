//! One-shot port-and-build: sources to an executable, a library or objects for AMD GPUs.

mod absolute;
mod causes;
pub(crate) mod embed;
pub(crate) mod execute;
mod folder;
pub(crate) mod make;
pub(crate) mod ninja;
mod permute;
pub(crate) mod plan;
pub(crate) mod ported;
pub(crate) mod relocatable;
pub(crate) mod request;
pub(crate) mod said;
pub(crate) mod step;
pub(crate) mod steps;
pub(crate) mod timings;
pub(crate) mod typed;
pub(crate) mod words;

use crate::cli::{BuildArgs, Emit};
use crate::error::Error;
use crate::plan::Engine;
use crate::target::TargetId;
use crate::toolchain::Toolchain;
use make::{Manner, has_device_code, make};
use request::{Produce, Request};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use words::Word;

/// Exit code of `--run` when the program that was built failed.
const PROGRAM_FAILED: u8 = 4;

/// Runs `build`: `words` are those that are not its own options, `line` is the whole command line.
pub(crate) fn run(args: &BuildArgs, words: &[Word], line: &[OsString]) -> Result<u8, Error> {
    if let Some((path, system)) = folder::only_input(words) {
        return folder::run(&path, system, args, words, line);
    }
    let mut request = typed::request(args, words)?;
    relocatable::named_by_flags(&mut request)?;
    let toolchain = Toolchain::find(&args.toolchain)?;
    let targets = if has_device_code(&request)? { targets_of(&request, &toolchain)? } else { Vec::new() };
    let code = make(&request, &targets, &toolchain, &manner(args, line)?)?;
    if code != 0 || !args.run || args.dry_run {
        return Ok(code);
    }
    if request.produce != Produce::Executable {
        return Err(Error::usage("only an executable can be run", "leave --run out"));
    }
    run_program(&request.output.unwrap_or_else(|| "a.out".into()), &args.rest)
}

/// The targets asked for; where there is only device code compiled before, those it was compiled for.
fn targets_of(request: &Request, toolchain: &Toolchain) -> Result<Vec<TargetId>, Error> {
    let compiles = request.sources.iter().any(|source| source.language == request::Language::Hip);
    if request.targets.is_empty() && !compiles {
        return some(TargetId::parse_list(relocatable::targets(request)?)?);
    }
    targets(&request.targets, toolchain)
}

fn manner(args: &BuildArgs, line: &[OsString]) -> Result<Manner, Error> {
    let ninja = match (args.emit, &args.output) {
        (Some(Emit::Ninja), None) => return Err(Error::usage("--emit ninja wants a folder", "name one with -o")),
        (Some(Emit::Ninja), Some(folder)) => {
            Some((folder.clone(), line.iter().map(|word| word.to_string_lossy().into_owned()).collect()))
        }
        _ => None,
    };
    Ok(Manner {
        engine: Engine::new(&args.engine),
        jobs: make::jobs(args.jobs),
        launcher: args.launcher.as_deref().map(words::shell_words).unwrap_or_default(),
        keep: args.keep.clone(),
        show_plan: args.dry_run,
        ninja,
        timings: args.timings.clone(),
        verbose: args.verbose,
        progress: !args.quiet,
    })
}

/// The targets asked for: by option, by `HIPIFY_OFFLOAD_ARCH`, or the GPUs of this machine.
pub(crate) fn targets(asked: &[String], toolchain: &Toolchain) -> Result<Vec<TargetId>, Error> {
    if !asked.is_empty() {
        return some(TargetId::parse_list(asked)?);
    }
    if let Some(list) = std::env::var("HIPIFY_OFFLOAD_ARCH").ok().filter(|list| !list.is_empty()) {
        return some(TargetId::parse_list([list])?);
    }
    some(TargetId::parse_list(devices(toolchain))?)
}

fn some(targets: Vec<TargetId>) -> Result<Vec<TargetId>, Error> {
    if targets.is_empty() {
        let remedy = "name targets, as in `--offload-arch gfx942,gfx1201`; `hipify-rs doctor` lists them";
        return Err(Error::usage("no target was named, and this machine has no AMD GPU", remedy));
    }
    Ok(targets)
}

/// Target ids of the GPUs of this machine; none when there is no driver for them.
pub(crate) fn devices(toolchain: &Toolchain) -> Vec<String> {
    let Ok(lister) = toolchain.tool("amdgpu-arch") else { return Vec::new() };
    let said = Command::new(lister).output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    said.unwrap_or_default().lines().filter(|line| line.starts_with("gfx")).map(str::to_owned).collect()
}

/// Runs the executable that was built; its failure is ours too.
pub(crate) fn run_program(program: &Path, words: &[String]) -> Result<u8, Error> {
    let program = std::path::absolute(program).map_err(Error::io("find", program))?;
    let status = Command::new(&program).args(words).status().map_err(Error::io("run", &program))?;
    if status.success() {
        return Ok(0);
    }
    crate::say::say_line(format_args!("error: `{}` ended with {status}", program.display()));
    // The dynamic loader's own status for a library that is not there.
    if status.code() == Some(127) {
        crate::say::say_line(
            "  help: the HIP runtime that it was linked with is not on this machine: run it where ROCm is installed",
        );
    }
    Ok(PROGRAM_FAILED)
}

/// `a.cu` is built to this, unless -o says otherwise.
pub(crate) fn default_output(first: &Path, produce: Produce) -> PathBuf {
    let stem = first.file_stem().map_or_else(|| "a".into(), |stem| stem.to_string_lossy().into_owned());
    match produce {
        Produce::SharedLibrary => format!("lib{stem}.so").into(),
        Produce::StaticLibrary => format!("lib{stem}.a").into(),
        _ => "a.out".into(),
    }
}
