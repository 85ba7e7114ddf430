//! The command `setup`: unpacks newer HIP headers, libraries and device libraries than the distribution has, or clang 19 with lld,
//! into a private folder, where discovery finds them; builds the bundled runtime for a command that came without it.

mod apt;
mod arrange;
mod manifest;
mod runtime;
mod search_path;
mod stubs;
mod wanted;

use apt::Apt;
use hipify_error::Error;
use hipify_toolchain::environment::Environment;
use hipify_toolchain::{clang, hip};
use hipify_tree::say::say_line;
use hipify_tree::unfinished::Unfinished;
use manifest::Manifest;
use std::path::{Path, PathBuf};
use wanted::Wanted;

/// What `setup` brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// HIP's headers, libraries and device libraries, of packages.
    Hip,
    /// clang 19 with lld, LLVM's tools and library, of packages.
    Clang,
    /// The bundled runtime, of its sources.
    Runtime,
}

/// What is brought, and where it goes.
#[derive(Clone, Debug, Default)]
pub struct SetupOptions {
    /// In this order; HIP where none is named.
    pub parts: Vec<Part>,
    /// The folder to fill, instead of the one that other commands find by themselves.
    pub prefix: Option<PathBuf>,
    /// The large packages too.
    pub all: bool,
    /// All is done again, although the folder is complete.
    pub force: bool,
    /// What would be done is printed, and nothing is done.
    pub dry_run: bool,
    /// The Debian mirror, instead of the one that apt uses.
    pub mirror: Option<String>,
    /// The runtime's sources: a folder, or what git clones; the repository of the project where none is named.
    pub source: Option<String>,
    /// The commit that this command was built from, where that is known: the runtime's sources are to be of it.
    pub commit: Option<&'static str>,
}

impl Part {
    /// The command that brings it.
    fn command(self) -> &'static str {
        match self {
            Self::Hip => "hipify-rs setup",
            Self::Clang => "hipify-rs setup clang",
            Self::Runtime => "hipify-rs setup runtime",
        }
    }

    /// What to do where that cannot be.
    fn otherwise(self) -> &'static str {
        match self {
            Self::Hip => "install ROCm and name it with `--rocm-path`",
            Self::Clang => "install clang 17 or later with lld and name it with `--clang`",
            Self::Runtime => "take the runtime of an archive or a wheel, whose folder `HIPIFY_RS_LIB` names",
        }
    }

    fn table(self, all: bool) -> Wanted {
        Wanted::read(if self == Self::Clang { wanted::CLANG } else { wanted::HIP }, all)
    }
}

/// Brings the parts that are not there.
pub fn run(options: &SetupOptions) -> Result<u8, Error> {
    let environment = Environment::of_process();
    let parts = if options.parts.is_empty() { &[Part::Hip][..] } else { &options.parts };
    if options.prefix.is_some() && parts.len() > 1 {
        return Err(Error::usage("`--prefix` names the folder of one part", "run `hipify-rs setup` once for each part"));
    }
    for part in parts {
        match part {
            Part::Runtime => runtime::bring(&environment, options)?,
            part => unpack(&environment, options, *part)?,
        }
    }
    Ok(0)
}

fn unpack(environment: &Environment, options: &SetupOptions, part: Part) -> Result<(), Error> {
    let wanted = part.table(options.all);
    let prefix = place(environment, options, part, &wanted)?;
    if options.dry_run {
        print_plan(&prefix, &wanted);
    } else if !options.force && is_filled(&prefix, &wanted)? {
        say_line(format_args!("`{}` is complete: nothing to do", prefix.display()));
    } else {
        fill(environment, options, part, &wanted, &prefix)?;
    }
    Ok(())
}

fn place(environment: &Environment, options: &SetupOptions, part: Part, wanted: &Wanted) -> Result<PathBuf, Error> {
    let default = || match part {
        Part::Clang => environment.data().join(&wanted.name),
        _ => hip::default_prefix(environment, &wanted.name),
    };
    let prefix = options.prefix.clone().unwrap_or_else(default);
    std::path::absolute(&prefix).map_err(Error::io("find", &prefix))
}

fn print_plan(prefix: &Path, wanted: &Wanted) {
    say_line(format_args!("would unpack into `{}`:", prefix.display()));
    for package in &wanted.packages {
        say_line(format_args!("  {:<8} {:<26} {}", package.suite, package.name, package.version));
    }
}

/// Whether the prefix holds all that is wanted.
///
/// # Errors
/// When something else lies there.
fn is_filled(prefix: &Path, wanted: &Wanted) -> Result<bool, Error> {
    if let Some(manifest) = Manifest::read(prefix) {
        return Ok(manifest.has(&wanted.packages) && prefix.join(&wanted.complete).is_file());
    }
    let empty = std::fs::read_dir(prefix).map_or(!prefix.exists(), |mut entries| entries.next().is_none());
    if empty {
        Ok(false)
    } else {
        Err(Error::path(prefix, "this was not made by `hipify-rs setup`", "name another folder with `--prefix`"))
    }
}

fn fill(environment: &Environment, options: &SetupOptions, part: Part, wanted: &Wanted, prefix: &Path) -> Result<(), Error> {
    // `--force` fetches again what is ours; it does not delete what is not.
    is_filled(prefix, wanted)?;
    let cannot = |error: std::io::Error| {
        let variable = if part == Part::Clang { "XDG_DATA_HOME" } else { "HIPIFY_HIP_PREFIX" };
        let remedy = format!("name a folder that can be written with `--prefix`, or with `{variable}` for all commands");
        Error::path(prefix, format!("cannot be made: {error}"), remedy)
    };
    let making = Unfinished::start(prefix).map_err(cannot)?;
    let work = making.path().join("apt");
    let apt = Apt::new(environment, part, options.mirror.as_deref(), work.clone())?;
    let mut packages = Vec::new();
    for suite in wanted.suites() {
        apt.open(suite)?;
        packages.extend(apt.take(suite, &wanted.of_suite(suite), making.path())?);
    }
    std::fs::remove_dir_all(&work).map_err(cannot)?;
    match part {
        Part::Clang => {
            let clang = making.path().join(&wanted.complete);
            arrange::like_llvm(making.path(), &clang).map_err(cannot)?;
            leave_out_what_does_not_start(environment, &clang).map_err(cannot)?;
        }
        _ => {
            let missing = arrange::like_rocm(making.path()).map_err(cannot)?;
            // Without a compiler nothing is linked either.
            if let Ok(clang) = clang::find(environment, None, &[]) {
                stubs::make(&missing, &clang.path)?;
            }
        }
    }
    let manifest = Manifest::new(packages);
    manifest.write(making.path()).map_err(cannot)?;
    making.replace().map_err(cannot)?;
    say_line(format_args!("unpacked {} packages into `{}`", manifest.packages.len(), prefix.display()));
    if part == Part::Clang && options.prefix.is_some() {
        let clang = prefix.join(&wanted.complete);
        let library = clang.parent().and_then(Path::parent).unwrap_or(prefix).join("lib");
        say_line(format_args!("name it with `--clang {}` and `HIPIFY_RS_LLVM={}`", clang.display(), library.display()));
    }
    Ok(())
}

/// `llvm-objdump` needs libcurl, which is not among the packages: where the machine has none, the program is taken away, so that
/// `doctor` does not count on it.
fn leave_out_what_does_not_start(environment: &Environment, clang: &Path) -> std::io::Result<()> {
    let program = clang.with_file_name("llvm-objdump");
    let starts = || environment.ask(&program, &["--version"]).is_some_and(|said| said.contains("LLVM version"));
    if !program.is_file() || starts() {
        return Ok(());
    }
    say_line(format_args!("note: without libcurl `llvm-objdump` does not start here, and `inspect --disasm` needs it"));
    std::fs::remove_file(&program)
}
