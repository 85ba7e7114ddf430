//! The bundled runtime: where its parts lie, and the clang that its code objects are made with.

use super::clang::{self, Clang, Origin};
use super::device_headers::{self, ROCPRIM, ROCWMMA};
use super::environment::Environment;
use super::hip::{Hip, HipOrigin};
use super::packages;
use hipify_error::Error;
use hipify_tree::platform::is_program;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// The releases of clang that code for the CPU is made with: those whose LLVM `hipify-lower` loads. Bitcode is read by the release
/// that wrote it or a later one, and what is written here goes through both.
pub const CLANG: RangeInclusive<u32> = 17..=22;

/// The one of them that the tests run with, which is taken where it is there and none is named.
pub const PREFERRED_CLANG: u32 = 19;

/// The runtime library.
pub const LIBRARY: &str = "libhipify_hip.so";
/// hipBLAS, hipFFT and their like, beside the runtime library where they are installed.
pub const MATH_LIBRARIES: &str = "libhipify_libraries.so";
pub use hipify_cuda_libraries::SHIM;
/// Turns device bitcode into that of a CPU code object.
pub const LOWER: &str = "hipify-lower";

/// The variable that names the folder of both.
pub const FOLDER: &str = "HIPIFY_RS_LIB";

/// The macro that AMD's compilers define in code for a GPU.
const LANES: &str = "__AMDGCN_WAVEFRONT_SIZE";

/// The HIP that the headers' interface is that of.
const VERSION: clang::Release = clang::Release { major: 6, minor: 4, patch: 0 };

/// What device code for the CPU is compiled with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cpu {
    /// The compiler, of an LLVM that `lower` reads.
    pub clang: Clang,
    /// `hipify-lower`, which makes functions of kernels.
    pub lower: PathBuf,
    /// Folder of the bundled headers.
    pub headers: PathBuf,
    /// Folder with AMD's rocPRIM, hipCUB and rocThrust, where the machine has them.
    pub rocprim: Option<PathBuf>,
    /// Folder with AMD's rocWMMA, where the machine has it.
    pub rocwmma: Option<PathBuf>,
}

/// AMD's libraries of device code that a pass is to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceHeaders {
    /// rocPRIM, hipCUB and rocThrust.
    pub rocprim: bool,
    /// rocWMMA.
    pub rocwmma: Option<RocWmma>,
}

/// Which headers of rocWMMA a pass takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RocWmma {
    /// Those in a folder that the command line names.
    Named,
    /// Those of the first HIP that has them.
    Installed,
}

impl Cpu {
    /// `others` is the clang of other targets. It serves the CPU too when it is named or no better one is there, but for ROCm's:
    /// between releases of LLVM that has bitcode of its own.
    pub fn find(environment: &Environment, others: &Clang) -> Result<Self, Error> {
        let lower = part(environment, LOWER)?;
        let serves =
            Some(others).filter(|clang| !matches!(clang.origin, Origin::Rocm(_)) && CLANG.contains(&clang.version.major));
        let named = serves.filter(|clang| matches!(clang.origin, Origin::Named(_)) || clang.version.major == PREFERRED_CLANG);
        let clang = named
            .cloned()
            .or_else(|| clang::of_release(environment, PREFERRED_CLANG))
            .or_else(|| serves.cloned())
            .or_else(|| CLANG.rev().find_map(|release| clang::of_release(environment, release)))
            .ok_or_else(|| wrong_release(environment, others))?;
        let cache = environment.cache();
        let unwritten = |error| {
            let remedy = "name a folder that can be written with `XDG_CACHE_HOME`";
            Error::path(&cache, format!("the bundled headers cannot be written here: {error}"), remedy)
        };
        let headers = hipify_headers::unpack(&cache).map_err(unwritten)?;
        let rocprim = device_headers::folder(environment, &cache, &ROCPRIM).map_err(unwritten)?;
        let rocwmma = device_headers::folder(environment, &cache, &ROCWMMA).map_err(unwritten)?;
        Ok(Self { clang, lower, headers, rocprim, rocwmma })
    }

    /// Folders to search, in this order: `std` wraps the standard library's headers, whose functions kernels may then call.
    pub fn include_folders(&self) -> [PathBuf; 2] {
        [self.headers.join("std"), self.headers.clone()]
    }

    /// Whether a folder of headers has rocWMMA.
    pub fn has_rocwmma(folder: &Path) -> bool {
        folder.join(ROCWMMA.mark).is_file()
    }

    /// The flags by which a pass finds AMD's libraries of device code, for warps of so many lanes, which are a constant to these;
    /// none where they are not there. A host pass may take any number. `alone` says that every pass gets these flags, and that
    /// algorithms for a whole device may be those for the CPU, which launch other kernels than AMD's.
    pub fn device_headers_flags(&self, asked: DeviceHeaders, lanes: u32, alone: bool) -> Vec<String> {
        let first = |name: &str| self.headers.join("amd_libraries/hipify").join(name).display().to_string();
        let mut words = Vec::new();
        if let Some(folder) = self.rocprim.as_ref().filter(|_| asked.rocprim) {
            words.extend(alone.then(|| "-DHIPIFY_CPU_ALONE=1".to_owned()));
            words.extend(["-idirafter".to_owned(), folder.display().to_string(), "-include".to_owned(), first("rocprim.h")]);
        }
        let rocwmma = match asked.rocwmma {
            Some(RocWmma::Named) => Some(None),
            Some(RocWmma::Installed) => self.rocwmma.as_ref().map(Some),
            None => None,
        };
        if let Some(folder) = rocwmma {
            // Before the bundled headers, which have a rocWMMA of their own.
            words.extend(folder.map(|folder| format!("-I{}", folder.display())));
            words.extend(["-include".to_owned(), first("rocwmma.h")]);
        }
        if !words.is_empty() {
            words.insert(0, format!("-D{LANES}={lanes}"));
        }
        words
    }

    /// The headers as the HIP of a build for the CPU alone.
    pub fn hip(&self) -> Hip {
        Hip {
            version: VERSION,
            include: self.include_folders().into(),
            libraries: Vec::new(),
            origin: HipOrigin::Bundled,
            refuses_gfx6: false,
        }
    }
}

/// A clang that was to compile for the CPU and cannot.
pub(super) fn wrong_release(environment: &Environment, found: &Clang) -> Error {
    let fact = format!("this is clang {}, and code for the CPU is made with clang {}", found.version, releases());
    Error::path(&found.path, fact, packages::compiler(environment))
}

/// The releases in words: `17 to 22`.
pub fn releases() -> String {
    format!("{} to {}", CLANG.start(), CLANG.end())
}

/// The runtime library.
///
/// # Errors
/// When it is at none of its places.
pub fn library(environment: &Environment) -> Result<PathBuf, Error> {
    part(environment, LIBRARY)
}

/// The file that `hipify-lower` loads LLVM of a release from.
///
/// # Errors
/// When the program is at none of its places, or finds no LLVM: its own words say which packages bring it.
pub fn llvm(environment: &Environment, release: u32) -> Result<PathBuf, Error> {
    let lower = part(environment, LOWER)?;
    let said = environment.ask(&lower, &["--print-llvm", "--llvm", &release.to_string()]).unwrap_or_default();
    let said = said.trim();
    match said.strip_prefix("hipify-lower: error: ") {
        None if said.starts_with('/') => Ok(said.into()),
        None => Err(Error::path(&lower, "this does not run here", REMEDY)),
        Some(error) => {
            let (fact, remedy) = error.split_once("; ").unwrap_or((error, ""));
            Err(Error::usage(fact, remedy))
        }
    }
}

/// A folder with CUDA's libraries, which lead to the CUDA shim.
///
/// # Errors
/// When the shim is at none of its places, or the cache cannot be written.
pub fn cuda_libraries(environment: &Environment) -> Result<PathBuf, Error> {
    let shim = part(environment, SHIM)?;
    let cache = environment.cache();
    let remedy = "name a folder that can be written with `XDG_CACHE_HOME`";
    let cannot = |error| Error::path(&cache, format!("CUDA's libraries cannot be written here: {error}"), remedy);
    hipify_cuda_libraries::unpack(&cache, &shim).map_err(cannot)
}

/// What brings the runtime.
const REMEDY: &str =
    "`hipify-rs setup runtime` builds it, as does `cargo build --workspace` in a clone; or name its folder with `HIPIFY_RS_LIB`";

/// Folders of a whole installation, where the command alone lies elsewhere, as `cargo install` puts it.
const INSTALLED: [&str; 2] = ["/usr/local/lib/hipify-rs", "/usr/lib/hipify-rs"];

/// A part of the runtime: in the folder that the variable names, else beside this program or in `../lib/hipify-rs`, else in
/// `~/.local/lib/hipify-rs` or the system's, where that is of this version: it takes what this command makes, and no other.
///
/// # Errors
/// When it is at none of these places.
pub fn part(environment: &Environment, name: &str) -> Result<PathBuf, Error> {
    is_made()?;
    let is_there = |path: &PathBuf| if name == LOWER { is_program(path) } else { path.is_file() };
    if let Some(folder) = environment.path_variable(FOLDER) {
        let folder = std::path::absolute(&folder).map_err(Error::io("find", &folder))?;
        let path = folder.join(name);
        let missing = || Error::path(&folder, format!("the folder that `{FOLDER}` names has no `{name}`"), REMEDY);
        return Some(path).filter(is_there).ok_or_else(missing);
    }
    let own = environment.own_folder().to_path_buf();
    let beside = own.parent().map(|prefix| prefix.join("lib/hipify-rs"));
    let found = [Some(own.clone()), beside].into_iter().flatten().map(|folder| folder.join(name)).find(is_there);
    let elsewhere = || installed(environment).map(|folder| folder.join(name)).find(is_there);
    found.or_else(elsewhere).ok_or_else(|| missing(&own, name))
}

/// That there is a bundled runtime for this system.
///
/// # Errors
/// Where there is none.
pub fn is_made() -> Result<(), Error> {
    if hipify_cuda_libraries::IS_MADE {
        return Ok(());
    }
    Err(Error::usage(
        format!(
            "the bundled runtime, which code for the CPU needs, is made for Linux on x86-64, and this is {} on {}",
            std::env::consts::OS,
            std::env::consts::ARCH
        ),
        "build for the CPU there; ports, lints, inspections and builds for GPUs need none",
    ))
}

/// Folders of installations of this version, apart from this program's.
fn installed<'a>(environment: &'a Environment) -> impl Iterator<Item = PathBuf> + 'a {
    let home = environment.path_variable("HOME").map(|home| home.join(".local/lib/hipify-rs"));
    let folders = home.into_iter().chain(INSTALLED.iter().map(|folder| environment.at(folder)));
    folders.filter(|folder| is_of_this_version(environment, folder))
}

/// Whether a folder's runtime is of this version, as its `hipify-lower` says.
pub fn is_of_this_version(environment: &Environment, folder: &Path) -> bool {
    version(environment, &folder.join(LOWER)).is_some_and(|version| version == env!("CARGO_PKG_VERSION"))
}

/// What a `hipify-lower` says of itself; none where it does not run.
pub fn version(environment: &Environment, lower: &Path) -> Option<String> {
    let said = is_program(lower).then(|| environment.ask(lower, &["--version"])).flatten()?;
    Some(said.trim().strip_prefix(LOWER)?.trim().to_owned())
}

fn missing(own: &Path, name: &str) -> Error {
    Error::path(own, format!("the bundled runtime's `{name}` is not here"), REMEDY)
}
