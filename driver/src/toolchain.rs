//! Which compiler, HIP, device libraries and tools a build uses, found from options and the environment.
//!
//! The order is: named by the user, an installed ROCm, the distribution.

mod bitcode;
pub(crate) mod clang;
mod cmake;
pub(crate) mod environment;
mod flags;
pub(crate) mod hip;
#[cfg(test)]
pub(crate) mod made_up;
pub(crate) mod packages;
mod producer;
mod supplement;

use crate::error::Error;
use clang::Clang;
use clap::Args;
use environment::{Environment, is_program};
use hip::{DeviceLibraries, Hip};
use packages::Family;
use std::path::PathBuf;

/// Options that name the compiler.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ToolchainArgs {
    /// The clang++ to compile with: a path, or a name in PATH.
    #[arg(long, value_name = "PATH", help_heading = "Toolchain")]
    pub(crate) clang: Option<PathBuf>,
    /// The ROCm whose compiler, headers and libraries are used.
    #[arg(long, value_name = "DIR", help_heading = "Toolchain")]
    pub(crate) rocm_path: Option<PathBuf>,
}

/// All that a build needs of the machine.
#[derive(Clone, Debug)]
pub(crate) struct Toolchain {
    pub(crate) clang: Clang,
    pub(crate) hip: Hip,
    pub(crate) device_libraries: DeviceLibraries,
    /// Those for gfx600-602, where other ones are needed for these and are there.
    pub(crate) gfx6_device_libraries: Option<DeviceLibraries>,
    /// Folder for what is generated once and used again.
    pub(crate) cache: PathBuf,
    packages: Family,
}

impl Toolchain {
    /// The toolchain of this machine.
    ///
    /// # Errors
    /// When what was named is not there or will not do, and when a part is missing; the remedy says what installs it.
    pub(crate) fn find(args: &ToolchainArgs) -> Result<Self, Error> {
        Self::find_in(&Environment::of_process(), args)
    }

    pub(crate) fn find_in(environment: &Environment, args: &ToolchainArgs) -> Result<Self, Error> {
        let roots = hip::rocm_roots(environment, args.rocm_path.as_deref())?;
        let clang = clang::find(environment, args.clang.as_deref(), &roots)?;
        let hips = hip::all(environment, &roots)?;
        let hip = hips.first().cloned();
        let hip = hip.ok_or_else(|| Error::usage("no HIP headers were found", packages::hip(environment)))?;
        let device_libraries = hip::device_libraries(environment, &clang, &hips)?;
        let gfx6_device_libraries = hip::device_libraries_for_gfx6(environment, &clang, &hips);
        let (cache, packages) = (environment.cache(), packages::family(environment));
        Ok(Self { clang, hip, device_libraries, gfx6_device_libraries, cache, packages })
    }

    /// A tool of the compiler's own LLVM, such as `clang-offload-bundler`, `lld`, `llvm-objcopy` or `llvm-ar`.
    pub(crate) fn tool(&self, name: &str) -> Result<PathBuf, Error> {
        let path = self.clang.bin.join(name);
        if is_program(&path) {
            return Ok(path);
        }
        let remedy = packages::tool(self.packages, &self.clang, name);
        Err(Error::path(&path, format!("clang {} lacks `{name}`", self.clang.version), remedy))
    }

    /// Names of the processors that this clang builds for, without features.
    pub(crate) fn targets(&self) -> &[String] {
        &self.clang.targets
    }
}

#[cfg(test)]
mod tests;
