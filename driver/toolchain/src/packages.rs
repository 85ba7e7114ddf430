//! The commands that install what is missing, by distribution.

use super::environment::Environment;
use std::path::Path;

/// The oldest clang that the driver calls: 17 is the first to take every flag that it passes.
pub const OLDEST_CLANG: u32 = 17;

/// The newest clang that Debian 12 has, which reads the device libraries of Debian 12 and 13.
const DEBIAN_CLANG: u32 = 19;

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
    install(
        environment,
        &format!("apt-get install {packages}"),
        &format!("install clang {OLDEST_CLANG} or later with lld, or ROCm, and name it with `--clang` or `--rocm-path`"),
    )
}

/// What brings an LLVM tool that belongs to the clang of release `major` in the folder `bin`.
pub fn tool(family: Family, major: u32, bin: &Path, tool: &str) -> String {
    let package = match tool {
        "lld" | "ld.lld" => "lld",
        "clang" | "clang++" => "clang",
        tool if tool.starts_with("clang") => "clang-tools",
        _ => "llvm",
    };
    // Packages serve the compiler that came from them alone.
    if family == Family::Debian && bin.ends_with(format!("usr/lib/llvm-{major}/bin")) {
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
    install(environment, "apt-get install libamdhip64-dev", "install HIP's headers, or name a ROCm with `--rocm-path`")
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
