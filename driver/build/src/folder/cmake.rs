//! CMakeLists.txt: the ported tree is configured with CMake's language HIP and our compiler, and built by what CMake writes.

mod compiler;
mod reply;

use super::origin::Origin;
use super::project::{Project, deliver};
use super::sources::plan_with;
use super::surroundings::Surroundings;
use super::tool::{Shown, Tool, failed, print, program, version};
use super::{Built, Folder, included, loaded};
use crate::beside;
use crate::plan::quoted;
use crate::toolkit::write_left_out;
use anstream::{AutoStream, ColorChoice};
use compiler::Compiler;
use hipify_buildfile::BOTH_OPTION;
use hipify_command_line::request::{LinkWord, Request};
use hipify_command_line::runtime::Mode;
use hipify_command_line::target::{Target, gpus};
use hipify_command_line::{clang, words};
use hipify_engine::outcome::Outcome;
use hipify_engine::render::{self, Format, Style};
use hipify_error::Error;
use hipify_port::SINGLE_SOURCE_HEADER;
use hipify_port_command::Sink;
use hipify_toolchain::environment::Environment;
use hipify_toolchain::{Linked, Toolchain, packages};
use hipify_tree::say::say_line;
use hipify_tree::scan::{MANIFEST, scan};
use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The first CMake with the language HIP.
const OLDEST: (u32, u32) = (3, 21);

/// The exit code of a project that makes nothing.
const NOTHING: u8 = 1;

const HIPFLAGS: &str = "HIPFLAGS";

/// HIP's headers mark results as not to be ignored, and CUDA's do not. The compilers of C and C++ are the project's own.
const UNLIKE_CUDA: &str = "-Wno-unused-result";

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
    let around = Surroundings::of(folder)?;
    let source = project.tree.join(&around.inner);
    let configure = configure(folder, &cmake, &source, &project, &targets, &toolchain)?;
    let make = make(folder, cmake, &project);
    if folder.args.dry_run {
        let port = ["hipify-rs", "port", &folder.path.display().to_string(), "-o", &source.display().to_string()];
        let port = port.map(quoted).join(" ");
        return print(&[port, configure.line(), make.line()]);
    }
    around.note().iter().for_each(|note| folder.note(note));
    port_tree(folder, &around, &project)?;
    reply::ask(&project.build)?;
    let mut origin = Origin::new(&project.tree, folder.path, &around);
    let configured = configure.run(folder, &mut origin, Shown::OnFailure)?;
    if !configured.well {
        return Ok(failed("configuring", folder, configured));
    }
    write_left_out(&project.build.join(LEFT_OUT))?;
    let ran = make.run(folder, &mut origin, Shown::Compilers)?;
    if !ran.well && !folder.args.keep_going {
        return Ok(failed("building", folder, ran));
    }
    let results = reply::results(&project.build)?;
    if ran.well && results.is_empty() {
        return Ok(without_results(folder));
    }
    let files: Vec<PathBuf> = results.iter().map(|result| result.path.clone()).collect();
    let delivered = deliver(&files, &project.build, &output)?;
    if let Some(library) = toolchain.bundled_library.as_ref().filter(|_| toolchain.linked == Linked::Beside) {
        deliver(std::slice::from_ref(library), &output, &output)?;
        deliver(&beside::needed_by(&delivered, library)?, &output, &output)?;
    }
    folder.list(&delivered);
    deliver(&loaded::files_of_cmake(&project.build)?, &project.build, &output)?;
    deliver_data(&project, delivered.iter().zip(&results))?;
    let programs = delivered.into_iter().zip(&results).filter(|(_, result)| result.is_program).map(|(path, _)| path);
    let built = Built::of(0, programs.collect());
    Ok(if ran.well { built } else { Built { programs: built.programs, ..failed("building", folder, ran) } })
}

/// Copies the data that lies beside programs to where these are now.
fn deliver_data<'a>(project: &Project, programs: impl Iterator<Item = (&'a PathBuf, &'a reply::Made)>) -> Result<(), Error> {
    let folder_of = |path: &Path| path.parent().unwrap_or(Path::new(".")).to_path_buf();
    let folders: BTreeSet<(PathBuf, PathBuf)> = programs
        .filter(|(_, made)| made.is_program && made.path.starts_with(&project.build))
        .map(|(now, made)| (folder_of(&made.path), folder_of(now)))
        .collect();
    let data = loaded::Data::of(&project.tree)?;
    for (from, to) in folders {
        for inner in data.beside(&from)? {
            let (from, to) = (from.join(&inner), to.join(&inner));
            let folder = folder_of(&to);
            fs::create_dir_all(&folder).map_err(Error::io("make", &folder))?;
            hipify_tree::write::copy(&from, &to)?;
        }
    }
    Ok(())
}

/// A project that makes nothing is no success.
fn without_results(folder: &Folder<'_>) -> Built {
    let why = "the CMake project makes no program and no library";
    say_line(format_args!("error: `{}`: {why}", folder.path.display()));
    say_line(
        "  help: an option of the project may be needed, such as `-- -DBUILD_CUDA=ON`; `cmake -LH` on the folder lists them",
    );
    Built { code: NOTHING, programs: Vec::new(), why: Some(why.to_owned()) }
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
fn port_tree(folder: &Folder<'_>, around: &Surroundings, project: &Project) -> Result<(), Error> {
    let plan = plan_with(folder, around, Sink::Mirror(project.tree.clone()));
    let mut run = hipify_port_command::run(&plan)?;
    folder.note_left_out(&run.ignored);
    let is_alone = around.only.is_empty() || folder.args.verbose;
    let held_back = if is_alone { 0 } else { included::hold_back(&mut run.outcomes, &around.root.join(&around.inner)) };
    findings(folder, &run.outcomes);
    if held_back > 0 {
        folder.note(&format!("{held_back} findings in files outside the folder that it does not include: --verbose shows them"));
    }
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
    source: &Path,
    project: &Project,
    targets: &[Target],
    toolchain: &Toolchain,
) -> Result<Tool, Error> {
    let options = clang::options(folder.options.iter())?;
    let rest = &folder.args.rest;
    let mut args = vec!["-S".into(), source.display().to_string(), "-B".into(), project.build.display().to_string()];
    let chosen = rest.iter().any(|word| word.starts_with("-G")) || std::env::var_os("CMAKE_GENERATOR").is_some();
    if !chosen && uses_ninja(folder) {
        args.extend(["-G".into(), "Ninja".into()]);
    }
    args.push("-DCMAKE_BUILD_TYPE=Release".into());
    // Programs find libraries of the project beside them, wherever both are copied to.
    args.push("-DCMAKE_BUILD_RPATH=$ORIGIN".into());
    let compiler = Compiler::at(project, folder, targets, toolchain);
    let arguments = toolchain.cmake_arguments(targets, Some(&compiler.path))?;
    if !folder.args.dry_run {
        compiler.write()?;
        compiler.forget_another(&project.build, source)?;
    }
    args.extend(arguments.into_iter().map(|arg| with_flags(arg, &options)));
    args.push(format!("-DCMAKE_PROJECT_INCLUDE={}", compiler.sources().display()));
    if stays_cuda(folder) {
        args.push(format!("-D{BOTH_OPTION}=ON"));
    }
    if let Some(launcher) = &folder.args.launcher {
        let launcher = words::split(launcher).join(";");
        // What stands in for clang calls the launcher itself.
        args.extend(["CXX", "C"].iter().map(|language| format!("-DCMAKE_{language}_COMPILER_LAUNCHER={launcher}")));
    }
    args.extend(rest.iter().cloned());
    Ok(Tool {
        program: cmake.to_path_buf(),
        args,
        variables: variables(&options, toolchain)?,
        folder: project.build.clone(),
        without: &[HIPFLAGS],
    })
}

/// Whether the folder is of a tree whose CUDA builds for HIP by an option.
fn stays_cuda(folder: &Folder<'_>) -> bool {
    let real = fs::canonicalize(folder.path).unwrap_or_else(|_| folder.path.to_path_buf());
    real.ancestors().any(|folder| folder.join(SINGLE_SOURCE_HEADER).is_file())
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
fn variables(options: &Request, toolchain: &Toolchain) -> Result<Vec<(String, String)>, Error> {
    let compile =
        [vec![UNLIKE_CUDA.to_owned()], toolchain.supplement_of_plain()?, toolchain.include_flags(), options.flags.clone()]
            .concat();
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
    Ok(set.filter(|(_, value)| !value.is_empty()).collect())
}

fn make(folder: &Folder<'_>, cmake: PathBuf, project: &Project) -> Tool {
    let jobs = folder.jobs().to_string();
    let ninja = uses_ninja(folder);
    // CMake's makefiles build a part in its folder, ninja by a target of that name.
    let part = folder.part.as_deref();
    let start = part.filter(|_| !ninja).map_or_else(|| project.build.clone(), |part| project.build.join(part));
    let mut args = vec!["--build".into(), start.display().to_string(), "--parallel".into(), jobs];
    if let Some(part) = part.filter(|_| ninja) {
        args.extend(["--target".into(), format!("{}/all", part.display())]);
    }
    if folder.args.verbose {
        args.push("--verbose".into());
    }
    if folder.args.keep_going {
        let words: &[&str] = if ninja { &["--", "-k", "0"] } else { &["--", "-k"] };
        args.extend(words.iter().map(|word| (*word).to_owned()));
    }
    let folders = [project.build.join(LEFT_OUT).display().to_string(), std::env::var(LIBRARY_PATH).unwrap_or_default()];
    let variables = vec![(LIBRARY_PATH.to_owned(), folders.join(":").trim_end_matches(':').to_owned())];
    Tool { program: cmake, args, variables, folder: project.build.clone(), without: &[] }
}

/// Folders in which compilers look for libraries after those of `-L`.
const LIBRARY_PATH: &str = "LIBRARY_PATH";

/// The folder of libraries of CUDA that nothing stands in for, below that of the build.
const LEFT_OUT: &str = "left-out-libraries";

/// Whether CMake writes files for ninja: where it is there, unless another generator is asked for.
fn uses_ninja(folder: &Folder<'_>) -> bool {
    let rest = folder.args.rest.iter();
    let named = rest.clone().zip(rest.clone().skip(1)).find(|(word, _)| *word == "-G").map(|(_, name)| name.clone());
    let joined = || rest.clone().find_map(|word| word.strip_prefix("-G").filter(|name| !name.is_empty()).map(str::to_owned));
    let generator = named.or_else(joined).or_else(|| std::env::var("CMAKE_GENERATOR").ok());
    generator.map_or_else(|| program("ninja").is_some(), |name| name.contains("Ninja"))
}
