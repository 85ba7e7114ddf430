//! Which HIP headers and runtime library are built against, and which device libraries.

use super::clang::{Clang, Origin, Release, numbered_entries};
use super::environment::Environment;
use super::packages;
use hipify_error::Error;
use std::io::Read;
use std::path::{Path, PathBuf};

pub use super::packages::MANIFEST;

/// Where HIP comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HipOrigin {
    /// The root of an installed ROCm, or one that the user named.
    Rocm(PathBuf),
    /// What `hipify-rs setup` unpacked.
    Prefix(PathBuf),
    /// A package of the system.
    Distribution,
    /// The bundled runtime's headers, for builds for the CPU alone.
    Bundled,
}

/// HIP's headers and runtime library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hip {
    /// As its headers say.
    pub version: Release,
    /// Folders that hold `hip/hip_runtime.h` and the other libraries' headers.
    pub include: Vec<PathBuf>,
    /// Folders that hold libamdhip64.
    pub libraries: Vec<PathBuf>,
    /// How it was found.
    pub origin: HipOrigin,
    /// Whether `hip_runtime.h` stops at gfx600-602 although they have wavefronts of 64 lanes.
    pub refuses_gfx6: bool,
}

impl Hip {
    /// libamdhip64, if it is there to link with.
    pub fn runtime(&self) -> Option<PathBuf> {
        self.libraries.iter().map(|folder| folder.join("libamdhip64.so")).find(|path| path.exists())
    }

    fn under(root: &Path, origin: HipOrigin) -> Option<Self> {
        let include = root.join("include");
        let version = header_version(&include.join("hip/hip_version.h"))?;
        let runtime = std::fs::read_to_string(include.join("hip/hip_runtime.h")).unwrap_or_default();
        let libraries = ["lib", "lib64", "lib/x86_64-linux-gnu"].map(|name| root.join(name));
        let libraries = libraries.into_iter().filter(|folder| folder.join("libamdhip64.so").exists()).collect();
        // HIP 6.0 and later tell the wavefront's size from these macros, and leave gfx6's out.
        let refuses_gfx6 = runtime.contains("!__GFX7__") && !runtime.contains("!__GFX6__");
        Some(Self { version, include: vec![include], libraries, origin, refuses_gfx6 })
    }
}

/// `HIP_VERSION_MAJOR` and its like. The patch number of the header counts builds and is left out.
fn header_version(path: &Path) -> Option<Release> {
    let text = std::fs::read_to_string(path).ok()?;
    let value = |name: &str| text.lines().find_map(|line| line.strip_prefix("#define ")?.strip_prefix(name)?.trim().parse().ok());
    Some(Release { major: value("HIP_VERSION_MAJOR")?, minor: value("HIP_VERSION_MINOR")?, patch: 0 })
}

/// Folders of a ROCm, in the order in which they count: those that were named, then the newest that is installed.
pub fn rocm_roots(environment: &Environment, named: Option<&Path>) -> Result<Vec<PathBuf>, Error> {
    if let Some(root) = named_root(environment, named)? {
        return Ok(vec![root]);
    }
    let mut versions: Vec<(Release, PathBuf)> = std::fs::read_dir(environment.at("/opt"))
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((Release::parse(entry.file_name().to_str()?.strip_prefix("rocm-")?)?, entry.path())))
        .collect();
    versions.sort_by(|(left, _), (right, _)| right.cmp(left));
    // `/opt/rocm` is the one that the machine's owner chose.
    let chosen = Some(environment.at("/opt/rocm")).filter(|root| root.is_dir());
    Ok(chosen.into_iter().chain(versions.into_iter().map(|(_, root)| root)).collect())
}

fn named_root(environment: &Environment, named: Option<&Path>) -> Result<Option<PathBuf>, Error> {
    let variables = ["ROCM_PATH", "HIP_PATH"].into_iter().filter_map(|name| Some((name, environment.path_variable(name)?)));
    let option = named.map(|path| ("--rocm-path", path.to_path_buf()));
    let Some((by, root)) = option.into_iter().chain(variables).next() else { return Ok(None) };
    // Compilers run in other folders too.
    let root = std::path::absolute(&root).map_err(Error::io("find", &root))?;
    let remedy = if by == "--rocm-path" { "name the folder that has `include/hip`" } else { "correct the variable, or unset it" };
    if !root.is_dir() {
        return Err(Error::path(&root, format!("the folder that `{by}` names is not there"), remedy));
    }
    if !root.join("include/hip/hip_version.h").is_file() {
        return Err(Error::path(&root, format!("the folder that `{by}` names has no `include/hip/hip_version.h`"), remedy));
    }
    Ok(Some(root))
}

/// Every HIP that there is, the one to use first.
pub fn all(environment: &Environment, roots: &[PathBuf]) -> Result<Vec<Hip>, Error> {
    let mut found: Vec<_> = roots.iter().filter_map(|root| Hip::under(root, origin(root))).collect();
    let mut others = prefixes(environment)?;
    others.extend(Hip::under(&environment.at("/usr"), HipOrigin::Distribution));
    others.sort_by_key(|hip| std::cmp::Reverse(hip.version));
    found.extend(others);
    Ok(found)
}

/// A folder that was named is what it is: `setup` leaves a record in those that it fills.
fn origin(root: &Path) -> HipOrigin {
    if root.join(MANIFEST).is_file() { HipOrigin::Prefix(root.to_path_buf()) } else { HipOrigin::Rocm(root.to_path_buf()) }
}

/// The folder that `hipify-rs setup` fills, unless told otherwise.
pub fn default_prefix(environment: &Environment, name: &str) -> PathBuf {
    environment.path_variable("HIPIFY_HIP_PREFIX").unwrap_or_else(|| environment.data().join(name))
}

fn prefixes(environment: &Environment) -> Result<Vec<Hip>, Error> {
    if let Some(prefix) = environment.path_variable("HIPIFY_HIP_PREFIX") {
        let prefix = std::path::absolute(&prefix).map_err(Error::io("find", &prefix))?;
        // A prefix that `setup` is still to fill is no error.
        let missing = || {
            Error::path(
                &prefix,
                "the folder that `HIPIFY_HIP_PREFIX` names has no `include/hip/hip_version.h`",
                "`hipify-rs setup` fills it; or unset the variable",
            )
        };
        let hip = Hip::under(&prefix, HipOrigin::Prefix(prefix.clone()));
        return hip.map(|hip| vec![hip]).ok_or_else(missing);
    }
    let entries = std::fs::read_dir(environment.data()).into_iter().flatten().flatten();
    let named = entries.filter(|entry| entry.file_name().to_str().is_some_and(|name| name.starts_with("hip-")));
    Ok(named.filter_map(|entry| Hip::under(&entry.path(), HipOrigin::Prefix(entry.path()))).collect())
}

/// A folder of device libraries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceLibraries {
    /// The folder that holds `ocml.bc` and the others.
    pub path: PathBuf,
    /// Version of the LLVM that wrote them, which is the oldest that is sure to read them.
    pub llvm: Release,
}

/// The last LLVM whose device libraries hold a `printf` that clang can compile for gfx600-602. With those of LLVM 17, clang 19
/// dies in "SI Fix SGPR copies".
const LAST_LLVM_FOR_GFX6: u32 = 15;

/// The device libraries for a clang: of the same ROCm, else the newest that it can read.
pub fn device_libraries(environment: &Environment, clang: &Clang, hips: &[Hip]) -> Result<DeviceLibraries, Error> {
    let all = every_device_libraries(environment, hips, clang);
    if let Some(own) = all.iter().find(|found| matches!(&clang.origin, Origin::Rocm(root) if found.path.starts_with(root))) {
        return Ok(own.clone());
    }
    if let Some(newest) = newest(&all, clang.version.major) {
        return Ok(newest);
    }
    let remedy = packages::device_libraries(environment);
    Err(match all.first() {
        Some(found) => Error::path(
            &found.path,
            format!("these device libraries are of LLVM {}: clang {} cannot read them", found.llvm, clang.version),
            remedy,
        ),
        None => Error::usage("no device libraries for AMD GPUs were found", remedy),
    })
}

/// The device libraries for gfx600-602, if there are any.
pub fn device_libraries_for_gfx6(environment: &Environment, clang: &Clang, hips: &[Hip]) -> Option<DeviceLibraries> {
    newest(&every_device_libraries(environment, hips, clang), LAST_LLVM_FOR_GFX6)
}

/// The newest that this LLVM or an older one wrote; of equals the first.
fn newest(all: &[DeviceLibraries], llvm: u32) -> Option<DeviceLibraries> {
    all.iter().filter(|found| found.llvm.major <= llvm).rev().max_by_key(|found| found.llvm).cloned()
}

/// Every folder with an `ocml.bc`, those of ROCm first, then those of prefixes, then the distribution's.
pub fn every_device_libraries(environment: &Environment, hips: &[Hip], clang: &Clang) -> Vec<DeviceLibraries> {
    let mut folders = Vec::new();
    for hip in hips {
        if let HipOrigin::Rocm(root) | HipOrigin::Prefix(root) = &hip.origin {
            folders.push(root.join("amdgcn/bitcode"));
            let resources = ["lib/llvm/lib/clang", "llvm/lib/clang"].map(|name| numbered_entries(&root.join(name), ""));
            folders.extend(resources.into_iter().flatten().map(|(_, folder)| folder.join("lib/amdgcn/bitcode")));
        }
    }
    if let Origin::Rocm(root) = &clang.origin {
        folders.push(root.join("amdgcn/bitcode"));
    }
    folders.extend(
        ["/usr/lib/x86_64-linux-gnu/amdgcn/bitcode", "/usr/lib/amdgcn/bitcode", "/usr/amdgcn/bitcode"]
            .map(|path| environment.at(path)),
    );
    for (number, folder) in numbered_entries(&environment.at("/usr/lib"), "llvm-") {
        let resources = folder.join(format!("lib/clang/{number}"));
        folders.extend(["amdgcn/bitcode", "lib/amdgcn/bitcode"].map(|name| resources.join(name)));
    }
    let written = |path: PathBuf| Some(DeviceLibraries { llvm: producer_of(&path.join("ocml.bc"))?, path });
    folders.into_iter().filter_map(written).collect()
}

/// Version of the LLVM that wrote a file; `None` when it cannot be read or is no bitcode.
fn producer_of(path: &Path) -> Option<Release> {
    let mut front = Vec::new();
    std::fs::File::open(path).ok()?.take(hipify_bundle::FRONT as u64).read_to_end(&mut front).ok()?;
    Release::parse(&hipify_bundle::producer(&front)?)
}
