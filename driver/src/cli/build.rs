//! The command line of `build`, and of the single steps that build files call.

use super::runtime::choice;
use super::{EngineArgs, RunDeviceArgs, RuntimeArgs, ToolchainArgs};
use clap::{Args, Subcommand};
use hipify_build::{BuildSystem, CommandOptions, Emit};
use std::path::PathBuf;

const AFTER: &str = "\
Every other word with one dash goes to clang: -I, -D, -L, -l, -O2, -g, -std=c++17, -fgpu-rdc, -Wall, -x hip, ...
-c, -shared, -E, -fsyntax-only and the -M options mean what they mean there; @FILE reads words from a file.
Without -O, code is compiled with -O3. Results of HIP calls that are not used give no warning unless -Wunused-result asks.

Exit codes:
  0  built
  1  a CMake project that makes nothing
  2  a usage or I/O error
  3  the build failed: the compiler said no
  4  with --run: the program that was built failed";

/// Port CUDA sources and build them for AMD GPUs.
///
/// PATH is a source, an object or a library; or a folder: one with CMakeLists.txt, with a Makefile or with
/// compile_commands.json is built by that, one with sources alone becomes one program; of a folder of such folders each is
/// built. HIP sources are taken too.
#[derive(Args)]
#[command(after_help = AFTER)]
pub(crate) struct BuildArgs {
    /// Sources, objects, libraries, or one folder.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Targets, such as gfx942,gfx1201 or gfx90a:xnack+, and cpu; may be repeated. Without it: $HIPIFY_OFFLOAD_ARCH, else the
    /// GPUs of this machine.
    #[arg(long, value_name = "TARGETS", help_heading = "Output")]
    pub(crate) offload_arch: Vec<String>,
    /// The file to make; for a project, the folder that its programs and libraries go to: hip-build without it.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// What to make.
    #[arg(long, value_parser = choice::<Emit>(), value_name = "KIND", help_heading = "Output")]
    pub(crate) emit: Option<Emit>,
    /// Make one object a source.
    #[arg(short, help_heading = "Output")]
    pub(crate) compile: bool,
    /// How a folder is built.
    #[arg(long, value_parser = choice::<BuildSystem>(), default_value = "auto", value_name = "SYSTEM", help_heading = "Output")]
    pub(crate) build_system: BuildSystem,
    /// Take files of a folder that .gitignore or .hipifyignore leave out.
    #[arg(long, help_heading = "Files")]
    pub(crate) no_ignore: bool,
    /// Run what was built, with the words after `--`.
    #[arg(long, help_heading = "Output")]
    pub(crate) run: bool,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) toolchain: ToolchainArgs,

    #[command(flatten)]
    pub(crate) runtime: RuntimeArgs,
    #[command(flatten)]
    pub(crate) device: RunDeviceArgs,

    /// Put this in front of each compile: ccache, sccache, distcc, icecc, or any program.
    #[arg(long, value_name = "COMMAND", help_heading = "Running")]
    pub(crate) launcher: Option<String>,
    /// Where make or CMake fails, go on with what does not need what failed.
    #[arg(long, help_heading = "Running")]
    pub(crate) keep_going: bool,
    /// Steps at a time; 0 means one a core.
    #[arg(short, long, value_name = "N", default_value_t = 0, help_heading = "Running")]
    pub(crate) jobs: usize,
    /// Keep intermediate files in DIR.
    #[arg(long, value_name = "DIR", help_heading = "Running")]
    pub(crate) keep: Option<PathBuf>,
    /// Print the steps and run none (also -###).
    #[arg(long, help_heading = "Running")]
    pub(crate) dry_run: bool,
    /// Write how long each step took: a page with a chart for FILE.html, else JSON.
    #[arg(long, value_name = "FILE", help_heading = "Running")]
    pub(crate) timings: Option<PathBuf>,
    /// Print each step with its time, and what the port reports.
    #[arg(short, long, help_heading = "Running")]
    pub(crate) verbose: bool,
    /// Print nothing but what compilers say.
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Running")]
    pub(crate) quiet: bool,

    /// Words for the program of --run, for make and cmake of a project, else for clang and the linker.
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) rest: Vec<String>,
}

impl BuildArgs {
    pub(crate) fn options(self) -> CommandOptions {
        CommandOptions {
            offload_arch: self.offload_arch,
            output: self.output,
            emit: self.emit,
            compile: self.compile,
            build_system: self.build_system,
            no_ignore: self.no_ignore,
            run: self.run,
            engine: self.engine.engine(),
            toolchain: self.toolchain.options(),
            runtime: self.runtime.options(),
            device: self.device.options(),
            launcher: self.launcher,
            keep_going: self.keep_going,
            jobs: self.jobs,
            keep: self.keep,
            dry_run: self.dry_run,
            timings: self.timings,
            verbose: self.verbose,
            quiet: self.quiet,
            rest: self.rest,
        }
    }
}

/// One step of a build, for build files.
#[derive(Args)]
pub(crate) struct StepArgs {
    #[command(subcommand)]
    pub(crate) kind: StepKind,
}

#[derive(Subcommand)]
pub(crate) enum StepKind {
    /// Port one file of a ported tree.
    Port(Box<PortStep>),
    /// Make the object that carries a fat binary.
    Embed {
        bundle: PathBuf,
        #[arg(short)]
        output: PathBuf,
        hosts: Vec<PathBuf>,
    },
    /// Write host assembly and a fat binary as C++ source.
    HostSource {
        assembly: PathBuf,
        bundle: PathBuf,
        #[arg(short)]
        output: PathBuf,
    },
    /// Do what a host compiler is asked for, with sources that use CUDA ported.
    HostCompiler {
        /// The compiler for everything else.
        compiler: PathBuf,
        /// A word for its links.
        #[arg(long, allow_hyphen_values = true)]
        link_flag: Vec<String>,
        #[arg(last = true)]
        args: Vec<std::ffi::OsString>,
    },
    /// Do what clang is asked for by CMake's language HIP, for the CPU too.
    HipCompiler {
        /// The compiler for everything else.
        compiler: PathBuf,
        /// A word for this program.
        #[arg(long, allow_hyphen_values = true)]
        word: Vec<String>,
        #[arg(last = true)]
        args: Vec<std::ffi::OsString>,
    },
    /// Write a dependency file with originals in place of ported files.
    Dependencies {
        from: PathBuf,
        #[arg(short)]
        output: PathBuf,
        #[arg(long)]
        scratch: PathBuf,
    },
}

/// One file's port.
#[derive(Args)]
pub(crate) struct PortStep {
    /// The original, without links.
    pub(crate) from: PathBuf,
    /// Its ported copy.
    #[arg(short, long)]
    pub(crate) output: PathBuf,
    /// What clang shall call it.
    #[arg(long)]
    pub(crate) name: PathBuf,
    /// Compiled as CUDA, whatever its name ends in.
    #[arg(long)]
    pub(crate) as_cuda: bool,
    /// Names of CUDA headers that mean files of the project here.
    #[arg(long)]
    pub(crate) local: Vec<String>,
    /// Includes by absolute path, which go to the scratch tree.
    #[arg(long)]
    pub(crate) absolute: Vec<String>,
    /// Bytes of an `#embed`.
    #[arg(long)]
    pub(crate) embedded: bool,
    /// The folder that stands for `/`.
    #[arg(long)]
    pub(crate) scratch: PathBuf,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}
