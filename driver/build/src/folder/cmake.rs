//! CMakeLists.txt: the ported tree is configured with CMake's language HIP and our compiler, and built by what CMake writes.

mod compiler;
mod reply;

use super::origin::Origin;
use super::project::{Project, deliver};
use super::sources::plan;
use super::tool::{Shown, Tool, failed, print, program, version};
use super::{Built, Folder};
use crate::beside;
use crate::plan::quoted;
use anstream::{AutoStream, ColorChoice};
use compiler::Compiler;
use hipify_command_line::request::{LinkWord, Request};
use hipify_command_line::runtime::Mode;
use hipify_command_line::target::{Target, gpus};
use hipify_command_line::{clang, words};
use hipify_engine::outcome::Outcome;
use hipify_engine::render::{self, Format, Style};
use hipify_error::Error;
use hipify_port_command::Sink;
use hipify_toolchain::environment::Environment;
use hipify_toolchain::{Linked, Toolchain, packages};
use hipify_tree::scan::{MANIFEST, scan};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The first CMake with the language HIP.
const OLDEST: (u32, u32) = (3, 21);

/// CUDA's calls may be ignored, HIP's are marked so that compilers warn of each.
const QUIET: &str = "-Wno-unused-result";

const HIPFLAGS: &str = "HIPFLAGS";

pub(super) fn build(folder: &Folder<'_>) -> Result<Built, Error> {
    if folder.args.engine.mode == Mode::SingleSource {
        let remedy = "port the tree with `hipify-rs port --mode compat` and build the result";
        return Err(Error::usage("`--mode compat` cannot be handed through CMake to each compile", remedy));
    }
    folder.refuse_emit("CMakeLists.txt")?;
    let (toolchain, targets) = folder.toolchain_and_targets()?;
    for target in gpus(&targets) {
        toolchain.check(target)?;
    }
    let cmake = cmake()?;
    let output = folder.output_folder()?;
    let project = Project::open(folder, "cmake", &targets, &toolchain)?;
    let configure = configure(folder, &cmake, &project, &targets, &toolchain)?;
    let make = make(folder, cmake, &project);
    if folder.args.dry_run {
        let port = ["hipify-rs", "port", &folder.path.display().to_string(), "-o", &project.tree.display().to_string()];
        let port = port.map(quoted).join(" ");
        return print(&[port, configure.line(), make.line()]);
    }
    port_tree(folder, &project)?;
    reply::ask(&project.build)?;
    let mut origin = Origin::new(&project.tree, folder.path);
    if !configure.run(folder, &mut origin, Shown::OnFailure)? {
        return Ok(failed("configuring", folder));
    }
    if !make.run(folder, &mut origin, Shown::Compilers)? {
        return Ok(failed("building", folder));
    }
    let results = reply::results(&project.build)?;
    let files: Vec<PathBuf> = results.iter().map(|result| result.path.clone()).collect();
    let delivered = deliver(&files, &project.build, &output)?;
    if let Some(library) = toolchain.bundled_library.as_ref().filter(|_| toolchain.linked == Linked::Beside) {
        deliver(std::slice::from_ref(library), &output, &output)?;
        deliver(&beside::needed_by(&delivered, library)?, &output, &output)?;
    }
    folder.list(&delivered);
    let programs = delivered.into_iter().zip(&results).filter(|(_, result)| result.is_program).map(|(path, _)| path);
    Ok(Built { code: 0, programs: programs.collect() })
}

fn cmake() -> Result<PathBuf, Error> {
    let remedy = || packages::install(&Environment::of_process(), "apt-get install cmake", "install CMake 3.21 or later");
    let program = program("cmake").ok_or_else(|| Error::usage("CMake is not installed", remedy()))?;
    match version(&program) {
        Some(found) if found < OLDEST => {
            let ((major, minor), (first, second)) = (found, OLDEST);
            let reason = format!("CMake {major}.{minor} has no language HIP: {first}.{second} is the first that has");
            Err(Error::path(&program, reason, "install a newer CMake; `pip install cmake` brings one"))
        }
        _ => Ok(program),
    }
}

/// Ports what changed since the last run, and takes away what is gone, which a pattern of CMake's would find.
fn port_tree(folder: &Folder<'_>, project: &Project) -> Result<(), Error> {
    let plan = plan(folder, Sink::Mirror(project.tree.clone()));
    let run = hipify_port_command::run(&plan)?;
    findings(folder, &run.outcomes);
    if let Some(failure) = run.outcomes.iter().find_map(|outcome| outcome.failure.as_ref()) {
        let remedy = failure.help.clone().unwrap_or_else(|| "check the permissions".into());
        return Err(Error::path(folder.path, format!("the tree cannot be ported: {}", failure.message), remedy));
    }
    let there: HashSet<PathBuf> = scan(&plan.selection())?.entries.into_iter().map(|entry| entry.relative).collect();
    let kept = |path: &Path| there.contains(path) || path == Path::new(MANIFEST);
    project.remove(&|path| !kept(path))
}

/// Findings of the port: a line each, or frames and notes with --verbose.
fn findings(folder: &Folder<'_>, outcomes: &[Outcome]) {
    let mut out = AutoStream::auto(std::io::stderr().lock());
    let colored = out.current_choice() != ColorChoice::Never;
    let verbose = folder.args.verbose;
    let format = if verbose { Format::Text } else { Format::Concise };
    // A closed standard error is no reason to fail.
    let _ = render::findings(&mut out, outcomes, Style { format, verbose, colored });
}

fn configure(
    folder: &Folder<'_>,
    cmake: &Path,
    project: &Project,
    targets: &[Target],
    toolchain: &Toolchain,
) -> Result<Tool, Error> {
    let options = clang::options(folder.options.iter())?;
    let rest = &folder.args.rest;
    let mut args = vec!["-S".into(), project.tree.display().to_string(), "-B".into(), project.build.display().to_string()];
    let chosen = rest.iter().any(|word| word.starts_with("-G")) || std::env::var_os("CMAKE_GENERATOR").is_some();
    if !chosen && program("ninja").is_some() {
        args.extend(["-G".into(), "Ninja".into()]);
    }
    args.push("-DCMAKE_BUILD_TYPE=Release".into());
    // Programs find libraries of the project beside them, wherever both are copied to.
    args.push("-DCMAKE_BUILD_RPATH=$ORIGIN".into());
    let compiler = targets.contains(&Target::Cpu).then(|| Compiler::at(project, folder, toolchain));
    let arguments = toolchain.cmake_arguments(targets, compiler.as_ref().map(|compiler| compiler.path.as_path()))?;
    if let Some(compiler) = compiler.filter(|_| !folder.args.dry_run) {
        compiler.write()?;
    }
    args.extend(arguments.into_iter().map(|arg| with_flags(arg, &options)));
    if let Some(launcher) = &folder.args.launcher {
        let launcher = words::split(launcher).join(";");
        // What stands in for clang calls the launcher itself.
        let languages: &[&str] = if targets.contains(&Target::Cpu) { &["CXX", "C"] } else { &["HIP", "CXX", "C"] };
        args.extend(languages.iter().map(|language| format!("-DCMAKE_{language}_COMPILER_LAUNCHER={launcher}")));
    }
    args.extend(rest.iter().cloned());
    Ok(Tool {
        program: cmake.to_path_buf(),
        args,
        variables: variables(&options, toolchain),
        folder: project.build.clone(),
        without: &[HIPFLAGS],
    })
}

/// The argument with the flags of HIP sources, with more of them. `HIPFLAGS` would hide them when CMake asks for the compiler's
/// name: what it says goes here too.
fn with_flags(arg: String, options: &Request) -> String {
    if !arg.starts_with("-DCMAKE_HIP_FLAGS_INIT=") {
        return arg;
    }
    let rdc = options.rdc.then(|| "-fgpu-rdc".to_owned());
    let more = rdc.into_iter().chain(options.flags.iter().cloned());
    let more: Vec<String> = more.map(|flag| quoted(&flag)).collect();
    [arg, more.join(" "), std::env::var(HIPFLAGS).unwrap_or_default()].join(" ").trim_end().to_owned()
}

/// Flags of the other languages and of links, which projects seldom overwrite.
fn variables(options: &Request, toolchain: &Toolchain) -> Vec<(String, String)> {
    let compile = [vec![QUIET.to_owned()], toolchain.include_flags(), options.flags.clone()].concat();
    let link = options.link.iter().filter_map(|word| match word {
        LinkWord::Flag(flag) => Some(flag.clone()),
        _ => None,
    });
    let all = [("CXXFLAGS", compile.clone()), ("CFLAGS", compile), ("LDFLAGS", link.collect())];
    let set = all.into_iter().map(|(name, flags)| {
        let flags: Vec<String> = flags.iter().map(|flag| quoted(flag)).collect();
        let before = std::env::var(name).unwrap_or_default();
        (name.to_owned(), format!("{before} {}", flags.join(" ")).trim().to_owned())
    });
    set.filter(|(_, value)| !value.is_empty()).collect()
}

fn make(folder: &Folder<'_>, cmake: PathBuf, project: &Project) -> Tool {
    let jobs = folder.jobs().to_string();
    let mut args = vec!["--build".into(), project.build.display().to_string(), "--parallel".into(), jobs];
    if folder.args.verbose {
        args.push("--verbose".into());
    }
    Tool { program: cmake, args, variables: Vec::new(), folder: project.build.clone(), without: &[] }
}
