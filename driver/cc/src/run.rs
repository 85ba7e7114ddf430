//! Carries out a parsed command line: inputs that are not files yet, targets nobody named, the build, the program's run.

use crate::answers;
use hipify_build::{BuildOptions, devices, has_device_code, jobs, make, relocatable, wanted_by_objects};
use hipify_command_line::request::{Fortran, Language, LinkWord, Request};
use hipify_command_line::runtime::RuntimeOptions;
use hipify_command_line::target::Target;
use hipify_command_line::{Note, Parsed, Style, Variables, parse, words};
use hipify_diagnostics::Level;
use hipify_engine::options::{Engine, FortranOptions};
use hipify_error::Error;
use hipify_port::Options;
use hipify_rules::Choice;
use hipify_run::{RunOptions, run_program};
use hipify_toolchain::{Toolchain, ToolchainOptions, Wanted};
use hipify_tree::say::say_line;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The bits of a file's mode by which it may be executed.
const EXECUTABLE: u32 = 0o111;

/// The target that stands for this machine's GPUs.
const NATIVE: &str = "native";

/// Runs `args` as nvcc or hipcc would and says the exit code.
pub fn run(args: &[OsString], style: Option<Style>) -> Result<u8, Error> {
    carry_out(parse(args, style, &variables(), &|path| std::fs::read_to_string(path))?)
}

/// The environment's variables, as far as they are text.
pub(crate) fn variables() -> Variables {
    std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))).collect()
}

/// Does what a command line asks for and says the exit code.
pub(crate) fn carry_out(mut parsed: Parsed) -> Result<u8, Error> {
    let places = places(&parsed);
    if let Some(query) = parsed.query {
        let wanted = wanted(&parsed.request.targets, &parsed.request.runtime)?;
        return answers::answer(query, parsed.style, &places, wanted);
    }
    if let Some((words, program)) = parsed.run.as_ref().zip(made_before(&parsed.request)) {
        return run_program(&program, words, &RunOptions::default());
    }
    if parsed.style == Style::Nvcc && (parsed.verbose || parsed.dry_run) {
        let toolchain = Toolchain::find(&places, wanted(&parsed.request.targets, &parsed.request.runtime)?)?;
        hipify_tree::say::say(answers::settings(&toolchain)?);
    }
    check_inputs(&parsed.request)?;
    let _stdin = read_stdin(&mut parsed.request)?;
    relocatable::named_by_flags(&mut parsed.request)?;
    let has_device_code = has_device_code(&parsed.request)?;
    let names = named(&parsed.request, has_device_code)?;
    let wanted = wanted(&names, &parsed.request.runtime)?;
    let wanted = if names.is_empty() { wanted_by_objects(&parsed.request, wanted) } else { wanted };
    let mut toolchain = Toolchain::find(&places, wanted)?;
    if let (Some(libraries), Some(folder)) = (&mut toolchain.device_libraries, parsed.device_libraries.take()) {
        libraries.path = folder;
    }
    let targets = if has_device_code { targets(names, &toolchain, &mut parsed.notes)? } else { Vec::new() };
    parsed.notes.iter().filter(|note| note.level > Level::Note || parsed.verbose).for_each(say);
    let code = make(&parsed.request, &targets, &toolchain, &options(&parsed))?;
    match &parsed.run {
        Some(words) if code == 0 && !parsed.dry_run => {
            run_program(parsed.request.output.as_deref().unwrap_or(Path::new("a.out")), words, &RunOptions::default())
        }
        _ => Ok(code),
    }
}

fn say(note: &Note) {
    let level = if note.level > Level::Note { "warning" } else { "note" };
    say_line(format_args!("{level}: {}", note.message));
    if let Some(help) = note.help {
        say_line(format_args!("  help: {help}"));
    }
}

fn fortran(request: &Request) -> gpufort::Options {
    let Fortran { real, integer, defines, .. } = &request.fortran;
    let options = FortranOptions { r8: *real == 8, i8: *integer == 8, defines: defines.clone(), ..FortranOptions::default() };
    options.port_options(Choice::default())
}

/// Where the toolchain is, as far as the command line says.
pub(crate) fn places(parsed: &Parsed) -> ToolchainOptions {
    ToolchainOptions { clang: parsed.clang.clone(), rocm_path: parsed.rocm_path.clone(), fc: None }
}

pub(crate) fn options(parsed: &Parsed) -> BuildOptions {
    BuildOptions {
        engine: Engine { fortran: fortran(&parsed.request), mode: parsed.mode, ..Engine::safe(Options::default()) },
        jobs: jobs(parsed.jobs.unwrap_or(0)),
        launcher: parsed.launcher.as_deref().map(words::split).unwrap_or_default(),
        keep: parsed.keep.clone(),
        show_plan: parsed.dry_run,
        ninja: None,
        timings: None,
        verbose: parsed.verbose,
        // nvcc links what its command line names.
        libraries_of_headers: false,
        // One of many commands of a build: it has no line of its own.
        progress: parsed.verbose,
    }
}

/// The program that is the only input: `-run` runs it, and makes nothing. Meson writes quotes around its name, which nvcc leaves to a
/// shell.
fn made_before(request: &Request) -> Option<PathBuf> {
    let mut files = request.link.iter().filter_map(|word| match word {
        LinkWord::File(path) => Some(path.to_string_lossy()),
        _ => None,
    });
    let name = files.next().filter(|_| files.next().is_none() && request.sources.is_empty())?;
    let program = PathBuf::from(name.trim_matches('"'));
    let is_part = program.extension().is_some_and(|ending| ["o", "a", "so"].iter().any(|part| ending == *part));
    (!is_part && program.metadata().is_ok_and(|there| there.is_file() && hipify_tree::platform::mode(&there) & EXECUTABLE != 0))
        .then_some(program)
}

/// Files that are not there are named at once, with the words they stand for: nvcc takes them for sources, objects or typing
/// errors by their ending.
fn check_inputs(request: &Request) -> Result<(), Error> {
    let sources = request.sources.iter().map(|source| source.path.as_path()).filter(|path| *path != Path::new("-"));
    let files = request.link.iter().filter_map(|word| match word {
        LinkWord::File(path) => Some(path.as_path()),
        _ => None,
    });
    for path in sources.chain(files) {
        if !path.exists() {
            return Err(Error::path(path, "is not there", "check the name, and the options before it"));
        }
        if path.is_dir() {
            return Err(Error::path(path, "is a folder", "name its files, or build it with `hipify-rs build`"));
        }
    }
    Ok(())
}

/// Standard input as a file that compilers can read more than once.
fn read_stdin(request: &mut Request) -> Result<Option<tempfile::TempDir>, Error> {
    let mut of_stdin = request.sources.iter_mut().filter(|source| source.path == Path::new("-"));
    let Some(source) = of_stdin.next() else { return Ok(None) };
    if of_stdin.next().is_some() {
        return Err(Error::usage("standard input is named twice", "it can be read once: name files"));
    }
    let temp = std::env::temp_dir();
    let folder = tempfile::Builder::new().prefix("hipify-rs-").tempdir().map_err(Error::io("make a folder in", &temp))?;
    let path = folder.path().join(match source.language {
        Language::Hip => "stdin.cu",
        Language::Cxx => "stdin.cpp",
        Language::C => "stdin.c",
        Language::Fortran => "stdin.f90",
        Language::Other => "stdin.s",
    });
    let mut file = std::fs::File::create(&path).map_err(Error::io("write", &path))?;
    std::io::copy(&mut std::io::stdin().lock(), &mut file).map_err(Error::io("read standard input into", &path))?;
    source.path = path;
    Ok(Some(folder))
}

/// The targets named, as typed; where there is only device code compiled before, those it was compiled for. None where there is
/// no device code.
fn named(request: &Request, has_device_code: bool) -> Result<Vec<String>, Error> {
    if request.targets.is_empty() && has_device_code && !request.compiles_device_code() {
        relocatable::targets(request)
    } else {
        Ok(request.targets.clone())
    }
}

/// What targets of these names take of a toolchain.
pub(crate) fn wanted(named: &[String], options: &RuntimeOptions) -> Result<Wanted, Error> {
    let others = named.iter().filter(|target| *target != NATIVE);
    let wanted = Wanted::of(&Target::parse_list(others)?, options)?;
    Ok(Wanted { gpu: wanted.gpu || named.iter().any(|target| target == NATIVE), ..wanted })
}

/// The targets named, else this machine's, or the default.
fn targets(mut targets: Vec<String>, toolchain: &Toolchain, notes: &mut Vec<Note>) -> Result<Vec<Target>, Error> {
    if let Some(at) = targets.iter().position(|target| target == NATIVE) {
        targets.splice(at..=at, named_native(toolchain)?);
    }
    if targets.is_empty() {
        targets = devices(toolchain);
    }
    if targets.is_empty() {
        let name = hipify_rules::default_target().name;
        targets.push(name.to_owned());
        let message = format!("no target is named and no AMD GPU is found: building for {name}");
        let help = Some("name targets with --offload-arch=gfx942,gfx1201 or HIPIFY_OFFLOAD_ARCH");
        notes.push(Note { level: Level::Warning, message, help });
    }
    Target::parse_list(targets)
}

/// What `--offload-arch=native` stands for.
fn named_native(toolchain: &Toolchain) -> Result<Vec<String>, Error> {
    let found = devices(toolchain);
    if found.is_empty() {
        let remedy = "name the targets, as in --offload-arch=gfx942,gfx1201";
        return Err(Error::usage("`native` stands for the GPUs of this machine, but none is found", remedy));
    }
    Ok(found)
}
