//! The command `setup`: unpacks newer HIP headers, libraries and device libraries than the distribution has into a private
//! folder, where discovery finds them.

mod apt;
mod arrange;
mod manifest;
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

/// What is fetched, and where it goes.
#[derive(Clone, Debug, Default)]
pub struct SetupOptions {
    /// The folder to fill, instead of the one that other commands find by themselves.
    pub prefix: Option<PathBuf>,
    /// The large libraries too.
    pub all: bool,
    /// All is fetched again, although the folder is complete.
    pub force: bool,
    /// What would be fetched is printed, and nothing is done.
    pub dry_run: bool,
    /// The Debian mirror, instead of the one that apt uses.
    pub mirror: Option<String>,
}

/// Fills the prefix, unless it is filled.
pub fn run(options: &SetupOptions) -> Result<u8, Error> {
    let environment = Environment::of_process();
    let wanted = Wanted::read(options.all);
    let prefix = place(&environment, options, &wanted)?;
    if options.dry_run {
        print_plan(&prefix, &wanted);
        return Ok(0);
    }
    if !options.force && is_filled(&prefix, &wanted)? {
        say_line(format_args!("`{}` is complete: nothing to do", prefix.display()));
        return Ok(0);
    }
    fill(&environment, options, &wanted, &prefix)?;
    Ok(0)
}

fn place(environment: &Environment, options: &SetupOptions, wanted: &Wanted) -> Result<PathBuf, Error> {
    let prefix = options.prefix.clone().unwrap_or_else(|| hip::default_prefix(environment, &wanted.name));
    std::path::absolute(&prefix).map_err(Error::io("find", &prefix))
}

fn print_plan(prefix: &Path, wanted: &Wanted) {
    say_line(format_args!("would unpack into `{}`:", prefix.display()));
    for package in &wanted.packages {
        say_line(format_args!("  {:<7} {:<26} {}", package.suite, package.name, package.version));
    }
}

/// Whether the prefix holds all that is wanted.
///
/// # Errors
/// When something else lies there.
fn is_filled(prefix: &Path, wanted: &Wanted) -> Result<bool, Error> {
    if let Some(manifest) = Manifest::read(prefix) {
        return Ok(manifest.has(&wanted.packages) && prefix.join("include/hip/hip_version.h").is_file());
    }
    let empty = std::fs::read_dir(prefix).map_or(!prefix.exists(), |mut entries| entries.next().is_none());
    if empty {
        Ok(false)
    } else {
        Err(Error::path(prefix, "this was not made by `hipify-rs setup`", "name another folder with `--prefix`"))
    }
}

fn fill(environment: &Environment, options: &SetupOptions, wanted: &Wanted, prefix: &Path) -> Result<(), Error> {
    // `--force` fetches again what is ours; it does not delete what is not.
    is_filled(prefix, wanted)?;
    let cannot = |error: std::io::Error| {
        let remedy = "name a folder that can be written with `--prefix`, or with `HIPIFY_HIP_PREFIX` for all commands";
        Error::path(prefix, format!("cannot be made: {error}"), remedy)
    };
    let making = Unfinished::start(prefix).map_err(cannot)?;
    let work = making.path().join("apt");
    let apt = Apt::new(environment, options.mirror.as_deref(), work.clone())?;
    let mut packages = Vec::new();
    for suite in wanted.suites() {
        apt.open(suite)?;
        packages.extend(apt.take(suite, &wanted.of_suite(suite), making.path())?);
    }
    std::fs::remove_dir_all(&work).map_err(cannot)?;
    let missing = arrange::like_rocm(making.path()).map_err(cannot)?;
    // Without a compiler nothing is linked either.
    if let Ok(clang) = clang::find(environment, None, &[]) {
        stubs::make(&missing, &clang.path)?;
    }
    let manifest = Manifest::new(packages);
    manifest.write(making.path()).map_err(cannot)?;
    making.replace().map_err(cannot)?;
    say_line(format_args!("unpacked {} packages into `{}`", manifest.packages.len(), prefix.display()));
    Ok(())
}
