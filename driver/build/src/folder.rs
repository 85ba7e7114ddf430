//! A folder as input of `build`: which build system it is built by, and what all of them share.

mod cmake;
mod database;
mod entry;
mod failure;
mod included;
mod loaded;
mod makefile;
mod origin;
mod programs;
mod project;
mod sources;
mod surroundings;
mod system;
mod tool;

use crate::arguments;
use crate::options::{BuildSystem, CommandOptions, Emit};
use crate::targets;
use hipify_command_line::clang::Word;
use hipify_command_line::runtime::Mode;
use hipify_command_line::target::Target;
use hipify_error::Error;
use hipify_port_command::left_out;
use hipify_run::{PROGRAM_FAILED, run_program};
use hipify_toolchain::{Toolchain, Wanted};
use hipify_tree::say::say_line;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use system::{Way, way};

/// Where the results of a folder go without `-o`, in the current folder.
const OUTPUT: &str = "hip-build";

const MAKEFILES: &[&str] = &["GNUmakefile", "makefile", "Makefile"];
const DATABASE: &str = "compile_commands.json";

/// A folder to build, and the command line that asked for it.
struct Folder<'a> {
    /// As the user named it.
    path: &'a Path,
    /// Its own name, which a program made of it gets.
    name: String,
    args: &'a CommandOptions,
    /// The folder or file for results.
    output: Option<PathBuf>,
    /// Of a CMake project, the folder whose targets alone are built.
    part: Option<PathBuf>,
    /// Options for clang.
    options: Vec<Word>,
    line: &'a [OsString],
}

/// What came of a folder.
struct Built {
    code: u8,
    /// The programs among the results.
    programs: Vec<PathBuf>,
    /// Where it failed, what stopped it, in one line.
    why: Option<String>,
}

/// The folder among the words, which is then the only input; a build file stands for its folder.
pub(super) fn only_input(words: &[Word]) -> Option<(PathBuf, Option<BuildSystem>)> {
    let mut inputs = words.iter().filter_map(|word| match word {
        Word::Input { path, .. } => Some(path.as_path()),
        Word::Clang(_) => None,
    });
    let first = inputs.next().filter(|_| inputs.next().is_none())?;
    if first.is_dir() {
        return Some((first.to_path_buf(), None));
    }
    let system = match first.file_name()?.to_str()? {
        "CMakeLists.txt" => BuildSystem::Cmake,
        DATABASE => BuildSystem::Database,
        name if MAKEFILES.contains(&name) => BuildSystem::Make,
        _ => return None,
    };
    let folder = first.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    first.is_file().then(|| (folder.to_path_buf(), Some(system)))
}

/// Builds `path` and says the exit code.
pub(super) fn run(
    path: &Path,
    named: Option<BuildSystem>,
    args: &CommandOptions,
    words: &[Word],
    line: &[OsString],
) -> Result<u8, Error> {
    let real = std::fs::canonicalize(path).map_err(Error::io("find", path))?;
    let name = real.file_name().map_or_else(|| "program".into(), |name| name.to_string_lossy().into_owned());
    let asked = named.filter(|_| args.build_system == BuildSystem::Auto).unwrap_or(args.build_system);
    let options = words.iter().filter(|word| matches!(word, Word::Clang(_))).cloned().collect();
    let folder = Folder { path, name, args, output: args.output.clone(), part: None, options, line };
    let (built, takes_rest) = one(folder, asked)?;
    if built.code != 0 || !args.run || args.dry_run {
        return Ok(built.code);
    }
    // Words after `--` are the program's only where no other program takes them.
    let rest: &[String] = if takes_rest { &[] } else { &args.rest };
    match &built.programs[..] {
        [program] => run_program(program, rest, &args.device),
        [] => Err(Error::path(path, "no program was built", "leave --run out")),
        several => {
            let names: Vec<_> = several.iter().map(|program| format!("`{}`", program.display())).collect();
            say_line(format_args!("error: several programs were built, and --run runs one: {}", names.join(", ")));
            Ok(PROGRAM_FAILED)
        }
    }
}

/// Builds a folder by what is in it; says too whether words after `--` went to its build tool.
fn one(mut folder: Folder<'_>, asked: BuildSystem) -> Result<(Built, bool), Error> {
    let (way, why) = way(folder.path, asked)?;
    folder.note(&format!("`{}`: {why}", folder.path.display()));
    let takes_rest = !matches!(way, Way::Alone(BuildSystem::Database | BuildSystem::Sources));
    if !takes_rest {
        folder.options.extend(arguments::after_dashes(folder.args)?);
    }
    let built = match way {
        Way::Alone(BuildSystem::Cmake) => cmake::build(&folder),
        Way::Alone(BuildSystem::Make) => makefile::build(&folder),
        Way::Alone(BuildSystem::Database) => database::build(&folder),
        Way::Alone(_) => sources::build(&folder),
        Way::Part { project, part } => {
            let (name, output, options) = (folder.name.clone(), folder.output.clone(), folder.options.clone());
            let whole = Folder { path: &project, name, args: folder.args, output, part: Some(part), options, line: folder.line };
            cmake::build(&whole)
        }
        Way::Programs(programs) => programs::build(&folder, &programs),
        Way::ByAnother(tool) => {
            return Err(Error::path(folder.path, format!("`build` does not run {}", tool.name), tool.way));
        }
    };
    Ok((built?, takes_rest))
}

impl Built {
    fn of(code: u8, programs: Vec<PathBuf>) -> Self {
        Self { code, programs, why: None }
    }
}

impl Folder<'_> {
    /// What the folder is built with and for.
    fn toolchain_and_targets(&self) -> Result<(Toolchain, Vec<Target>), Error> {
        let named = targets::named(&self.args.offload_arch)?;
        let toolchain = Toolchain::find(&self.args.toolchain, Wanted::of(&named, &self.args.runtime)?)?;
        let targets = targets::or_devices(named, &toolchain)?;
        Ok((toolchain, targets))
    }

    /// What every compile that a build tool asks `cc` for gets beside the project's words.
    fn words_for_compiles(&self) -> Vec<String> {
        let args = self.args;
        let path = |name: &str, path: &Option<PathBuf>| {
            let absolute = path.as_deref().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()));
            // A bare name is looked for in PATH.
            let bare = path.as_deref().filter(|path| path.components().count() == 1 && !path.exists()).map(Path::to_path_buf);
            bare.or(absolute).map(|path| format!("{name}={}", path.display()))
        };
        let own = [path("--clang", &args.toolchain.clang), path("--rocm-path", &args.toolchain.rocm_path)];
        let launcher = args.launcher.as_ref().map(|launcher| format!("--launcher={launcher}"));
        let mode = (args.engine.mode == Mode::SingleSource).then(|| "--mode=compat".to_owned());
        let options = self.options.iter().flat_map(|word| match word {
            Word::Clang(words) => words.clone(),
            Word::Input { .. } => Vec::new(),
        });
        own.into_iter().flatten().chain(launcher).chain(mode).chain(args.runtime.words()).chain(options).collect()
    }

    fn note(&self, text: &str) {
        if !self.args.quiet {
            say_line(format_args!("note: {text}"));
        }
    }

    /// Says which paths ignore rules leave out of what is built.
    fn note_left_out(&self, paths: &[String]) {
        if let Some(said) = left_out(paths) {
            self.note(&format!("{said}; --no-ignore takes them"));
        }
    }

    /// Says what was made.
    fn list(&self, results: &[PathBuf]) {
        for result in results {
            self.note(&format!("built `{}`", result.display()));
        }
    }

    /// Steps at a time.
    fn jobs(&self) -> usize {
        super::make::jobs(self.args.jobs)
    }

    /// The folder for results: that of `-o`, made if need be.
    fn output_folder(&self) -> Result<PathBuf, Error> {
        let folder = self.output.clone().unwrap_or_else(|| OUTPUT.into());
        if folder.exists() && !folder.is_dir() {
            let reason = "results of a project go to a folder, and this is a file";
            return Err(Error::path(&folder, reason, "name a folder with -o"));
        }
        self.make_folder(&folder)?;
        Ok(folder)
    }

    /// Makes a folder for results, unless nothing is to be made.
    fn make_folder(&self, folder: &Path) -> Result<(), Error> {
        if self.args.dry_run || folder.as_os_str().is_empty() {
            return Ok(());
        }
        std::fs::create_dir_all(folder).map_err(Error::io("make", folder))
    }

    /// Refuses what only a list of sources has: kinds of output, and steps that are known.
    fn refuse_emit(&self, system: &str) -> Result<(), Error> {
        if self.args.timings.is_some() && system != DATABASE {
            let message = format!("{system} says what is run, so that the steps have no known times");
            return Err(Error::usage(message, "leave --timings out, or add `--build-system sources`"));
        }
        let kind = match (self.args.emit, self.args.compile) {
            (None, false) => return Ok(()),
            (Some(Emit::Ninja), _) => "--emit ninja",
            (Some(_), _) => "--emit",
            (None, true) => "-c",
        };
        let message = format!("{system} says what is made, so that `{kind}` has no place");
        Err(Error::usage(message, "leave it out, or add `--build-system sources`"))
    }
}
