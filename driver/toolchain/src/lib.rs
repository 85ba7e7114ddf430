//! Which compiler, HIP, device libraries and tools a build uses, found from options and the environment.
//!
//! The order is: named by the user, an installed ROCm, the distribution.
//!
//! | module | what it does |
//! |---|---|
//! | `environment` | what discovery may look at: variables, a file-system root, a way to run a compiler |
//! | `clang`, `hip` | the compiler; headers, runtime library and device libraries |
//! | `bitcode` | control bitcode for targets that the device libraries lack |
//! | `bundled`, `names` | the bundled runtime and its clang; a folder in which it goes by AMD's names |
//! | `flags`, `workarounds` | flags of a compile and of a link; those that keep the compiler from its known faults |
//! | `cmake` | a ROCm-like folder for CMake's language HIP, where no ROCm is installed |
//! | `cuda_headers`, `supplement` | headers under CUDA's names and of NVIDIA's samples; device functions that AMD's HIP lacks |
//! | `device_headers` | AMD's header-only libraries of device code, for the CPU |
//! | `openmp` | the OpenMP runtimes of clang and gcc, of which a program takes one |
//! | `stub` | stubs of shared libraries, to link where the library or what it needs is not installed |
//! | `packages` | the commands that install what is missing, by distribution |
//! | `made_up` | made-up machines, for tests of discovery |

#![warn(missing_docs)]

mod bitcode;
pub mod bundled;
pub mod clang;
pub mod cmake;
pub mod cuda_headers;
mod device_headers;
pub mod environment;
mod flags;
pub mod hip;
#[cfg(any(test, feature = "made-up"))]
pub mod made_up;
pub mod names;
pub mod openmp;
pub mod packages;
pub mod stub;
pub mod supplement;
mod workarounds;

use bundled::Cpu;
use clang::Clang;
use environment::Environment;
use hip::{DeviceLibraries, Hip};
use hipify_command_line::runtime::{Runtime, RuntimeOptions};
use hipify_command_line::target::Target;
use hipify_error::Error;
use hipify_tree::platform::is_program;
use packages::Family;
use std::path::PathBuf;

/// What the user named of the toolchain.
#[derive(Clone, Debug, Default)]
pub struct ToolchainOptions {
    /// The clang++ to compile with: a path, or a name in PATH.
    pub clang: Option<PathBuf>,
    /// The Fortran compiler: gfortran or flang; without it $FC, else the first found.
    pub fc: Option<PathBuf>,
    /// The ROCm whose compiler, headers and libraries are used.
    pub rocm_path: Option<PathBuf>,
}

/// What is asked of a toolchain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// HIP's headers and device libraries, for GPUs and for host code that goes with any runtime.
    pub gpu: bool,
    /// What makes device code for the CPU.
    pub cpu: bool,
    /// The runtime that programs are linked with.
    pub runtime: Linked,
}

/// The runtime library that programs are linked with, and where they look for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linked {
    /// libamdhip64.
    System,
    /// The bundled one, where it is.
    Bundled,
    /// The bundled one, beside the program.
    Beside,
}

impl Wanted {
    /// What builds for GPUs take.
    pub const GPU: Self = Self { gpu: true, cpu: false, runtime: Linked::System };

    /// What builds for the CPU alone take.
    pub const CPU: Self = Self { gpu: false, cpu: true, runtime: Linked::Bundled };

    /// What builds for `targets` take; where none is named, they are for GPUs.
    ///
    /// # Errors
    /// When options do not go together.
    pub fn of(targets: &[Target], options: &RuntimeOptions) -> Result<Self, Error> {
        let cpu = targets.iter().any(Target::is_cpu);
        let gpu = targets.is_empty() || !targets.iter().all(Target::is_cpu);
        let runtime = match (options.runtime, options.bundle) {
            (Some(Runtime::System), true) => {
                let message = "`--bundle` is for the bundled runtime, and `--runtime system` for another";
                return Err(Error::usage(message, "leave one of them out"));
            }
            (Some(Runtime::System), false) => Linked::System,
            (_, true) => Linked::Beside,
            (Some(Runtime::Bundled), false) => Linked::Bundled,
            (None, false) if cpu => Linked::Bundled,
            (None, false) => Linked::System,
        };
        Ok(Self { gpu, cpu, runtime })
    }
}

/// All that a build needs of the machine.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// The compiler.
    pub clang: Clang,
    /// HIP's headers and runtime library.
    pub hip: Hip,
    /// None where nothing is built for GPUs.
    pub device_libraries: Option<DeviceLibraries>,
    /// Those for gfx600-602, where other ones are needed for these and are there.
    pub gfx6_device_libraries: Option<DeviceLibraries>,
    /// What device code for the CPU is compiled with, where there is to be some.
    pub cpu: Option<Cpu>,
    /// The bundled runtime library, where that is linked in the place of libamdhip64.
    pub bundled_library: Option<PathBuf>,
    /// Where the bundled libraries go by the names of AMD's, for `-lhipblas` and its like.
    pub bundled_names: Option<PathBuf>,
    /// The runtime that programs are linked with.
    pub linked: Linked,
    /// Folder for what is generated once and used again.
    pub cache: PathBuf,
    packages: Family,
}

impl Toolchain {
    /// The toolchain of this machine.
    ///
    /// # Errors
    /// When what was named is not there or will not do, and when a part is missing; the remedy says what installs it.
    pub fn find(args: &ToolchainOptions, wanted: Wanted) -> Result<Self, Error> {
        Self::find_in(&Environment::of_process(), args, wanted)
    }

    /// The toolchain of an environment.
    ///
    /// # Errors
    /// As [`Toolchain::find`].
    pub fn find_in(environment: &Environment, args: &ToolchainOptions, wanted: Wanted) -> Result<Self, Error> {
        let mut found = if wanted.gpu { Self::for_gpus(environment, args)? } else { Self::for_the_cpu(environment, args)? };
        if wanted.cpu && found.cpu.is_none() {
            found.cpu = Some(Cpu::find(environment, &found.clang)?);
        }
        found.linked = wanted.runtime;
        if wanted.runtime != Linked::System {
            let library = bundled::library(environment)?;
            found.bundled_names = Some(names::folder(&found.cache, &library)?);
            found.bundled_library = Some(library);
        }
        Ok(found)
    }

    /// Without any HIP of the machine.
    fn for_the_cpu(environment: &Environment, args: &ToolchainOptions) -> Result<Self, Error> {
        let clang = clang::find(environment, args.clang.as_deref(), &[])?;
        let cpu = Cpu::find(environment, &clang)?;
        if args.clang.is_some() && cpu.clang != clang {
            return Err(bundled::wrong_release(environment, &clang));
        }
        Ok(Self {
            clang: cpu.clang.clone(),
            hip: cpu.hip(),
            device_libraries: None,
            gfx6_device_libraries: None,
            cpu: Some(cpu),
            bundled_library: None,
            bundled_names: None,
            linked: Linked::System,
            cache: environment.cache(),
            packages: packages::family(environment),
        })
    }

    fn for_gpus(environment: &Environment, args: &ToolchainOptions) -> Result<Self, Error> {
        let roots = hip::rocm_roots(environment, args.rocm_path.as_deref())?;
        let clang = clang::find(environment, args.clang.as_deref(), &roots)?;
        let hips = hip::all(environment, &roots)?;
        let hip = hips.first().cloned();
        let hip = hip.ok_or_else(|| Error::usage("no HIP headers were found", packages::hip(environment)))?;
        let device_libraries = Some(hip::device_libraries(environment, &clang, &hips)?);
        let gfx6_device_libraries = hip::device_libraries_for_gfx6(environment, &clang, &hips);
        let (cache, packages) = (environment.cache(), packages::family(environment));
        let linked = Linked::System;
        let (cpu, bundled_library, bundled_names) = (None, None, None);
        Ok(Self {
            clang,
            hip,
            device_libraries,
            gfx6_device_libraries,
            cpu,
            bundled_library,
            bundled_names,
            linked,
            cache,
            packages,
        })
    }

    /// A tool of the compiler's own LLVM, such as `clang-offload-bundler`, `lld`, `llvm-objcopy` or `llvm-ar`.
    pub fn tool(&self, name: &str) -> Result<PathBuf, Error> {
        let path = self.clang.bin.join(name);
        if is_program(&path) {
            return Ok(path);
        }
        let remedy = packages::tool(self.packages, self.clang.version.major, &self.clang.bin, name);
        Err(Error::path(&path, format!("clang {} lacks `{name}`", self.clang.version), remedy))
    }

    /// Names of the processors that this clang builds for, without features.
    pub fn targets(&self) -> &[String] {
        &self.clang.targets
    }
}

#[cfg(test)]
mod tests;
