//! Which clang compiles: named by the user, of an installed ROCm, or of the distribution.

use super::environment::Environment;
use super::packages::{self, OLDEST_CLANG};
use hipify_error::Error;
use hipify_tree::platform::is_program;
use std::path::{Path, PathBuf};

/// A version number; missing parts are 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Release {
    /// 19 of 19.1.7.
    pub major: u32,
    /// 1 of 19.1.7.
    pub minor: u32,
    /// 7 of 19.1.7.
    pub patch: u32,
}

impl Release {
    /// Reads `19.1.7`, also from the front of `19.0.0git`.
    pub fn parse(text: &str) -> Option<Self> {
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let mut parts = text[..end].split('.').map(str::parse);
        let major = parts.next()?.ok()?;
        let mut rest = || parts.next().and_then(Result::ok).unwrap_or(0);
        Some(Self { major, minor: rest(), patch: rest() })
    }
}

impl std::fmt::Display for Release {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// Where a part of the toolchain comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Named by this option or variable.
    Named(&'static str),
    /// The root of an installed ROCm.
    Rocm(PathBuf),
    /// A package of the system.
    Distribution,
    /// What `hipify-rs setup clang` unpacked into this folder.
    Setup(PathBuf),
}

/// A clang that can be asked to compile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clang {
    /// clang++ as it is called.
    pub path: PathBuf,
    /// What it says of itself.
    pub version: Release,
    /// Folder of the LLVM tools that belong to it.
    pub bin: PathBuf,
    /// How it was found.
    pub origin: Origin,
    /// Processors that its AMDGPU back end knows, such as `gfx90a` and `gfx11-generic`.
    pub targets: Vec<String>,
}

impl Clang {
    /// Whether the tools that device code needs lie beside it.
    fn is_complete(&self) -> bool {
        ["ld.lld", "clang-offload-bundler"].iter().all(|tool| is_program(&self.bin.join(tool)))
    }
}

/// What keeps a program from being the compiler.
enum Unfit {
    NotClang,
    TooOld(Release),
    NoBackEnd(Release),
}

/// The compiler for this run, in the order named, ROCm, the distribution's or `setup`'s, whichever is newer.
///
/// `named` is the program of `--clang`; `roots` are ROCm folders, those that were named first.
pub fn find(environment: &Environment, named: Option<&Path>, roots: &[PathBuf]) -> Result<Clang, Error> {
    if let Some(path) = named {
        return take_named(environment, path, "--clang");
    }
    if let Some(folder) = environment.path_variable("HIP_CLANG_PATH") {
        let inside = ["clang++", "amdclang++"].map(|name| folder.join(name));
        let path = inside.iter().find(|path| is_program(path)).unwrap_or(&inside[0]);
        return take_named(environment, path, "HIP_CLANG_PATH");
    }
    for root in roots {
        if let Some(path) = in_rocm(root)
            && let Ok(clang) = inspect(environment, &path, Origin::Rocm(root.clone()))
        {
            return Ok(clang);
        }
    }
    newest(environment)
}

fn take_named(environment: &Environment, path: &Path, by: &'static str) -> Result<Clang, Error> {
    let unset = if by == "--clang" { "name another one, or leave `--clang` out" } else { "correct the variable, or unset it" };
    // A bare name is looked for like a command.
    let bare = path.components().count() == 1 && !path.exists();
    let found = if bare { path.to_str().and_then(|name| environment.program(name)) } else { Some(path.to_path_buf()) };
    // Compilers run in other folders too.
    let Some(path) = found.and_then(|path| std::path::absolute(path).ok()).filter(|path| path.exists()) else {
        return Err(Error::path(path, format!("the compiler that `{by}` names is not there"), unset));
    };
    if !is_program(&path) {
        return Err(Error::path(&path, format!("what `{by}` names is not a program"), unset));
    }
    inspect(environment, &path, Origin::Named(by)).map_err(|unfit| match unfit {
        Unfit::NotClang => Error::path(&path, "this is not clang", unset),
        Unfit::TooOld(version) => Error::path(
            &path,
            format!("clang {version} is too old: {OLDEST_CLANG} is the oldest that will do"),
            packages::compiler(environment),
        ),
        Unfit::NoBackEnd(version) => {
            Error::path(&path, format!("this clang {version} has no back end for AMD GPUs"), packages::compiler(environment))
        }
    })
}

/// The compiler of a ROCm folder.
fn in_rocm(root: &Path) -> Option<PathBuf> {
    let names = ["bin/amdclang++", "llvm/bin/amdclang++", "lib/llvm/bin/amdclang++", "llvm/bin/clang++", "lib/llvm/bin/clang++"];
    names.iter().map(|name| root.join(name)).find(|path| is_program(path))
}

/// The clang of that release, with its tools: the distribution's, else what `setup` unpacked.
pub fn of_release(environment: &Environment, major: u32) -> Option<Clang> {
    let mut fit = candidates(environment).into_iter().filter_map(|(path, origin)| inspect(environment, &path, origin).ok());
    fit.find(|clang| clang.version.major == major && clang.is_complete())
}

fn newest(environment: &Environment) -> Result<Clang, Error> {
    let mut incomplete = None;
    let mut too_old = None;
    for (path, origin) in candidates(environment) {
        match inspect(environment, &path, origin) {
            Ok(clang) if clang.is_complete() => return Ok(clang),
            // A newer one without its linker gives way to an older one that has it.
            Ok(clang) => incomplete = incomplete.or(Some(clang)),
            Err(Unfit::TooOld(version)) => too_old = too_old.max(Some((version, path))),
            Err(_) => {}
        }
    }
    if let Some(clang) = incomplete {
        return Ok(clang);
    }
    let remedy = packages::compiler(environment);
    Err(match too_old {
        Some((version, path)) => {
            Error::path(&path, format!("clang {version} is too old: {OLDEST_CLANG} is the oldest that will do"), remedy)
        }
        None => Error::usage("no clang was found", remedy),
    })
}

/// Programs that may be a clang of the distribution or of `setup`, newest first, each once; of equals the distribution's.
fn candidates(environment: &Environment) -> Vec<(PathBuf, Origin)> {
    let mut numbered = Vec::new();
    for folder in environment.search_path() {
        numbered.extend(numbered_entries(&folder, "clang++-"));
    }
    for (number, folder) in numbered_entries(&environment.at("/usr/lib"), "llvm-") {
        numbered.push((number, folder.join("bin/clang++")));
    }
    numbered.sort_by(|(left, _), (right, _)| right.cmp(left));
    let plain = environment.program("clang++").map(|path| (plain_version(environment, &path), path));
    if let Some((version, path)) = plain {
        let place = numbered.partition_point(|(number, _)| *number >= version);
        numbered.insert(place, (version, path));
    }
    let mut found: Vec<_> = numbered.into_iter().map(|(number, path)| (number, path, Origin::Distribution)).collect();
    found.extend(of_setup(environment));
    found.sort_by_key(|(number, ..)| std::cmp::Reverse(*number));
    let mut seen = Vec::new();
    let programs = found.into_iter().map(|(_, path, origin)| (path, origin)).filter(|(path, _)| is_program(path));
    programs
        .filter(|(path, _)| {
            path.canonicalize().is_ok_and(|real| {
                !seen.contains(&real) && {
                    seen.push(real);
                    true
                }
            })
        })
        .collect()
}

/// Where clang lies in a folder of `setup`, by its release.
pub fn in_prefix(prefix: &Path, major: u32) -> PathBuf {
    prefix.join(format!("usr/lib/llvm-{major}/bin/clang++"))
}

fn of_setup(environment: &Environment) -> impl Iterator<Item = (u32, PathBuf, Origin)> {
    let folders = numbered_entries(&environment.data(), "clang-");
    folders.into_iter().map(|(major, prefix)| (major, in_prefix(&prefix, major), Origin::Setup(prefix)))
}

/// A plain `clang++` says its version when asked, and on Debian by the folder that it is a link into.
fn plain_version(environment: &Environment, path: &Path) -> u32 {
    let real = path.canonicalize().unwrap_or_default();
    let folder = real.ancestors().find_map(|folder| folder.file_name()?.to_str()?.strip_prefix("llvm-")?.parse().ok());
    folder.or_else(|| Some(version_in(&environment.ask(path, &["--version"])?)?.major)).unwrap_or(0)
}

/// Entries `PREFIX<number>` of a folder.
pub(super) fn numbered_entries(folder: &Path, prefix: &str) -> Vec<(u32, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let number = |entry: &std::fs::DirEntry| entry.file_name().to_str()?.strip_prefix(prefix)?.parse().ok();
    entries.filter_map(|entry| Some((number(&entry)?, entry.path()))).collect()
}

/// Asks a program whether it is a clang that will do. One run tells its version and its processors.
fn inspect(environment: &Environment, path: &Path, origin: Origin) -> Result<Clang, Unfit> {
    let processors = ["--target=amdgcn-amd-amdhsa", "-nogpulib", "--print-supported-cpus"];
    let said = environment.ask(path, &processors).unwrap_or_default();
    let version = version_in(&said).or_else(|| version_in(&environment.ask(path, &["--version"])?));
    let version = version.ok_or(Unfit::NotClang)?;
    if version.major < OLDEST_CLANG {
        return Err(Unfit::TooOld(version));
    }
    let words = said.split_whitespace().filter(|word| word.starts_with("gfx"));
    let targets: Vec<_> = words.map(str::to_owned).collect();
    if targets.is_empty() {
        return Err(Unfit::NoBackEnd(version));
    }
    Ok(Clang { path: path.to_path_buf(), version, bin: tools_folder(path, &said), origin, targets })
}

/// `Debian clang version 19.1.7 (3~deb12u1)`, `AMD clang version 18.0.0git (...)`.
fn version_in(said: &str) -> Option<Release> {
    let mut lines = said.lines();
    lines.find_map(|line| Release::parse(line.split_once("clang version ")?.1))
}

/// A command may be a link or a wrapper (`amdclang++`): clang itself says where it lies. Before 19 it names the folder of the link
/// that it was called by, which says nothing: then the link leads there.
fn tools_folder(path: &Path, said: &str) -> PathBuf {
    let stated = said.lines().find_map(|line| line.strip_prefix("InstalledDir: ")).map(PathBuf::from);
    let real = || path.canonicalize().unwrap_or_else(|_| path.to_path_buf()).parent().map(Path::to_path_buf);
    stated.filter(|folder| folder.is_dir() && Some(folder.as_path()) != path.parent()).or_else(real).unwrap_or_default()
}
