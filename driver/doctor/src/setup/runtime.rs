//! The bundled runtime for a command that was installed without it, as `cargo install` does: built from the sources of the same commit
//! by cargo, and put where the command looks.

use super::{Part, SetupOptions};
use hipify_error::Error;
use hipify_git::Git;
use hipify_toolchain::bundled;
use hipify_toolchain::environment::Environment;
use hipify_tree::say::say_line;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where the project's sources are.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// What is called, and what brings it on Debian and elsewhere.
const PROGRAMS: [(&str, &str); 4] = [
    ("cargo", "install Rust as https://rustup.rs says"),
    ("make", "`apt-get install make`"),
    ("cc", "`apt-get install gcc`"),
    ("git", "`apt-get install git`, or name a folder of sources with `--source`"),
];

/// Builds the runtime, unless it is there.
pub(super) fn bring(environment: &Environment, options: &SetupOptions) -> Result<(), Error> {
    bundled::is_made()?;
    let prefix = match &options.prefix {
        Some(prefix) => std::path::absolute(prefix).map_err(Error::io("find", prefix))?,
        None => default_prefix(environment)?,
    };
    let folder = prefix.join("lib/hipify-rs");
    let source = options.source.as_deref().unwrap_or(REPOSITORY);
    if options.dry_run {
        say_line(format_args!("would build the runtime of `{source}` into `{}`", folder.display()));
        return Ok(());
    }
    if !options.force && is_complete(environment, &folder) {
        say_line(format_args!("`{}` is complete: nothing to do", folder.display()));
        return Ok(());
    }
    let is_folder = Path::new(source).is_dir();
    for (name, remedy) in PROGRAMS.iter().filter(|(name, _)| *name != "git" || !is_folder) {
        let missing = || Error::usage(format!("the runtime is built here, and `{name}` is not installed"), *remedy);
        environment.program(name).ok_or_else(missing)?;
    }
    if is_folder {
        return build(environment, Path::new(source), &prefix, &folder);
    }
    let clone = cloned(environment, source, options.commit)?;
    build(environment, &clone, &prefix, &folder)?;
    // It is a gigabyte and more, and has served.
    std::fs::remove_dir_all(&clone).map_err(Error::io("remove", &clone))
}

/// The folder above this program's where that is a `bin` that can be written beside, else `~/.local`.
fn default_prefix(environment: &Environment) -> Result<PathBuf, Error> {
    let own = environment.own_folder();
    let beside = own.parent().filter(|_| own.ends_with("bin"));
    let home = environment.path_variable("HOME").map(|home| home.join(".local"));
    let mut prefixes = beside.map(Path::to_path_buf).into_iter().chain(home);
    let can_be_written = |prefix: &PathBuf| {
        let folder = prefix.join("lib/hipify-rs");
        std::fs::create_dir_all(&folder).is_ok() && tempfile::tempfile_in(&folder).is_ok()
    };
    let nowhere = || Error::usage("no folder that this program looks in can be written", "name one with `--prefix`");
    prefixes.find(can_be_written).ok_or_else(nowhere)
}

/// Whether a runtime of this program's version is there.
fn is_complete(environment: &Environment, folder: &Path) -> bool {
    let parts = [bundled::LIBRARY, bundled::MATH_LIBRARIES, bundled::SHIM];
    parts.iter().all(|name| folder.join(name).is_file()) && bundled::is_of_this_version(environment, folder)
}

/// The sources of this program's commit, in the cache.
fn cloned(environment: &Environment, url: &str, commit: Option<&str>) -> Result<PathBuf, Error> {
    let named = "clone the sources of this version and name their folder with `--source`";
    let commit = commit.ok_or_else(|| Error::usage("this program does not know the commit that it was built from", named))?;
    let folder = environment.cache().join(format!("sources-{commit}"));
    if !folder.join(".git").exists() {
        std::fs::create_dir_all(environment.cache()).map_err(Error::io("make", &environment.cache()))?;
        git(Git::at(&environment.cache()).words(["clone", "--quiet", "--no-checkout", url]).words([&folder]), url)?;
    }
    git(Git::at(&folder).words(["checkout", "--quiet", commit]), url)?;
    Ok(folder)
}

fn git(command: Git, url: &str) -> Result<(), Error> {
    let output = command.ends(b"")?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let fatal = said.lines().find_map(|line| line.strip_prefix("fatal: ").or(line.strip_prefix("error: ")));
    let message = format!("no sources of `{url}`: {}", fatal.unwrap_or("git failed"));
    Err(Error::usage(message, "check the network, or name a folder of sources with `--source`"))
}

fn build(environment: &Environment, source: &Path, prefix: &Path, folder: &Path) -> Result<(), Error> {
    say_line(format_args!("building the runtime of `{}`: some minutes", source.display()));
    let mut make = Command::new("make");
    make.arg("-C").arg(source).args(["--no-print-directory", "install-runtime", "DESTDIR="]);
    let status = make.arg(format!("PREFIX={}", prefix.display())).stdin(Stdio::null()).status();
    if !status.map_err(Error::io("run", Path::new("make")))?.success() {
        let remedy = format!("what stands above says why; `{}` goes on from there", Part::Runtime.command());
        return Err(Error::path(source, "the runtime could not be built", remedy));
    }
    if !bundled::is_of_this_version(environment, folder) {
        let message =
            format!("the runtime of these sources is not of version {}, which this program is", env!("CARGO_PKG_VERSION"));
        return Err(Error::path(source, message, "name the sources of this version with `--source`, or install their command"));
    }
    say_line(format_args!("the runtime is in `{}`", folder.display()));
    Ok(())
}
