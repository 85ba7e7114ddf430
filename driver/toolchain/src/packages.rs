//! The commands that install what is missing, by distribution.

use super::environment::Environment;
use std::path::Path;

/// The oldest clang that the driver calls: 17 is the first to take every flag that it passes.
pub const OLDEST_CLANG: u32 = 17;

/// The newest clang that Debian 12 has, which reads the device libraries of Debian 12 and 13.
const DEBIAN_CLANG: u32 = 19;

/// Name of the record in a folder that `hipify-rs setup` filled.
pub const MANIFEST: &str = "hipify-rs-setup.json";

/// ROCm's libraries that `hipify-rs setup` brings the headers of: the folder of their headers, and their names.
pub const ROCM_LIBRARIES: [(&str, &str); 17] = [
    ("hipblas", "hipBLAS"),
    ("hipblaslt", "hipBLASLt"),
    ("hipfft", "hipFFT"),
    ("hiprand", "hipRAND"),
    ("hipsparse", "hipSPARSE"),
    ("hipsolver", "hipSOLVER"),
    ("hipcub", "hipCUB"),
    ("rocblas", "rocBLAS"),
    ("rocfft", "rocFFT"),
    ("rocrand", "rocRAND"),
    ("rocsparse", "rocSPARSE"),
    ("rocsolver", "rocSOLVER"),
    ("rocprim", "rocPRIM"),
    ("thrust", "rocThrust"),
    ("rccl", "RCCL"),
    ("miopen", "MIOpen"),
    ("roctracer", "roctracer"),
];

/// A family of distributions, by the names of its packages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Debian, Ubuntu and those made of them.
    Debian,
    /// Any other, whose package names are not known here.
    Other,
}

/// Whose packages the machine takes, from `/etc/os-release`.
pub fn family(environment: &Environment) -> Family {
    let text = std::fs::read_to_string(environment.at("/etc/os-release")).unwrap_or_default();
    let values = text.lines().filter_map(|line| line.strip_prefix("ID=").or_else(|| line.strip_prefix("ID_LIKE=")));
    let debian = values.flat_map(|value| value.trim_matches('"').split(' ')).any(|id| id == "debian");
    if debian { Family::Debian } else { Family::Other }
}

/// What installs a compiler.
pub fn compiler(environment: &Environment) -> String {
    let packages = ["clang", "clang-tools", "lld", "llvm"].map(|name| format!("{name}-{DEBIAN_CLANG}")).join(" ");
    match family(environment) {
        Family::Debian => format!("`apt-get install {packages}`, or `{SETUP_CLANG}`, which needs no rights"),
        Family::Other => {
            format!("install clang {OLDEST_CLANG} or later with lld, or ROCm, and name it with `--clang` or `--rocm-path`")
        }
    }
}

/// What brings a compiler without the rights to install packages.
const SETUP_CLANG: &str = "hipify-rs setup clang";

/// What brings an LLVM tool that belongs to the clang of release `major` in the folder `bin`.
pub fn tool(family: Family, major: u32, bin: &Path, tool: &str) -> String {
    let package = match tool {
        "lld" | "ld.lld" => "lld",
        "clang" | "clang++" => "clang",
        tool if tool.starts_with("clang") => "clang-tools",
        _ => "llvm",
    };
    let is_of_setup = bin.ancestors().nth(4).is_some_and(|prefix| prefix.join(MANIFEST).is_file());
    // Packages serve the compiler that came from them alone.
    if is_of_setup && tool == "llvm-objdump" {
        // It asks servers for debugging information by libcurl, which needs twenty packages more.
        format!("`apt-get install libcurl4`, then `{SETUP_CLANG} --force`")
    } else if is_of_setup {
        format!("`{SETUP_CLANG} --force`")
    } else if family == Family::Debian && bin.ends_with(format!("usr/lib/llvm-{major}/bin")) {
        format!("`apt-get install {package}-{major}`")
    } else {
        format!("install `{tool}` of LLVM {major} beside it, or name another compiler with `--clang`")
    }
}

/// What brings device libraries that a clang of version `major` can read.
pub fn device_libraries(environment: &Environment) -> String {
    install(environment, "apt-get install rocm-device-libs", "install ROCm's device libraries, or name a ROCm with `--rocm-path`")
}

/// What brings HIP's headers and runtime library.
pub fn hip(environment: &Environment) -> String {
    match family(environment) {
        Family::Debian => "`apt-get install libamdhip64-dev`, or `hipify-rs setup`, which needs no rights".to_owned(),
        Family::Other => "install HIP's headers, or name a ROCm with `--rocm-path`".to_owned(),
    }
}

/// What brings newer HIP headers than the distribution's.
pub fn newer_hip(environment: &Environment) -> String {
    match family(environment) {
        Family::Debian => "`hipify-rs setup`".to_owned(),
        Family::Other => "install a newer ROCm and name it with `--rocm-path`".to_owned(),
    }
}

/// One or the other, by whose packages the machine takes.
pub fn install(environment: &Environment, debian: &str, other: &str) -> String {
    match family(environment) {
        Family::Debian => format!("`{debian}`"),
        Family::Other => other.to_owned(),
    }
}
