//! The command lines of what looks after the machine: `doctor` and `setup`; options that name a toolchain.

use super::QueryFormat;
use clap::{Args, ValueEnum};
use hipify_doctor::setup::{Part, SetupOptions};
use hipify_toolchain::ToolchainOptions;
use std::path::PathBuf;

/// Say which compiler, HIP and tools are used, which targets can be built, and what installs what is missing.
#[derive(Args)]
#[command(after_help = "Exit codes:\n  0  at least one target can be built\n  1  none can")]
pub(crate) struct DoctorArgs {
    #[command(flatten)]
    pub(crate) toolchain: ToolchainArgs,
    /// How the answer is printed.
    #[arg(long, value_enum, default_value_t = QueryFormat::Text, value_name = "FORMAT")]
    pub(crate) output_format: QueryFormat,
}

/// Fetch newer HIP headers and libraries than the distribution has, clang 19, or build the bundled runtime.
///
/// Nothing of the system is changed, and no rights are needed. The other commands find what was brought by themselves.
#[derive(Args)]
#[command(after_help = "Exit codes:\n  0  all is there\n  2  it could not be made")]
pub(crate) struct SetupArgs {
    /// What to bring.
    #[arg(value_enum, value_name = "PART", default_value = "hip")]
    pub(crate) parts: Vec<SetupPart>,
    /// The folder to fill. Other commands find that of `hip` by the variable `HIPIFY_HIP_PREFIX`, that of `clang` by `--clang` and
    /// `HIPIFY_RS_LLVM`, and `lib/hipify-rs` in that of `runtime` by `HIPIFY_RS_LIB`.
    #[arg(long, value_name = "DIR")]
    pub(crate) prefix: Option<PathBuf>,
    /// Also fetch the large packages: for `hip` rocBLAS, rocSOLVER, RCCL and others, 1.5 GB, 8.5 GB unpacked, without which programs that
    /// call these compile, and do not link; for `clang` what `--sanitize address` links.
    #[arg(long)]
    pub(crate) all: bool,
    /// Do it again although the folder is complete.
    #[arg(long)]
    pub(crate) force: bool,
    /// Say what would be done, and do nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// The Debian mirror; by default the one that apt uses.
    #[arg(long, value_name = "URL")]
    pub(crate) mirror: Option<String>,
    /// The sources of `runtime`: a folder, or what git clones; by default the project's repository at the commit of this command.
    #[arg(long, value_name = "DIR|URL")]
    pub(crate) source: Option<String>,
}

/// What `setup` brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SetupPart {
    /// HIP 6.4.3 with its libraries' headers and device libraries, of packages of newer Debian suites, into
    /// `~/.local/share/hipify-rs/hip-6.4.3`.
    Hip,
    /// clang 19 with lld and LLVM's tools, of packages of Debian 12, into `~/.local/share/hipify-rs/clang-19`.
    Clang,
    /// What runs programs on the CPU, built by cargo, into `lib/hipify-rs` beside the command's `bin`, else below `~/.local`.
    Runtime,
}

impl From<SetupPart> for Part {
    fn from(part: SetupPart) -> Self {
        match part {
            SetupPart::Hip => Self::Hip,
            SetupPart::Clang => Self::Clang,
            SetupPart::Runtime => Self::Runtime,
        }
    }
}

impl SetupArgs {
    pub(crate) fn options(self) -> SetupOptions {
        let Self { parts, prefix, all, force, dry_run, mirror, source } = self;
        let parts = parts.into_iter().map(Into::into).collect();
        let commit = Some(env!("HIPIFY_COMMIT")).filter(|commit| *commit != "unknown");
        SetupOptions { parts, prefix, all, force, dry_run, mirror, source, commit }
    }
}

/// Options that name the compiler.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ToolchainArgs {
    /// The clang++ to compile with: a path, or a name in PATH.
    #[arg(long, value_name = "PATH", help_heading = "Toolchain")]
    pub(crate) clang: Option<PathBuf>,
    /// The Fortran compiler: gfortran or flang; without it $FC, else the first found.
    #[arg(long, value_name = "PATH", help_heading = "Toolchain")]
    pub(crate) fc: Option<PathBuf>,
    /// The ROCm whose compiler, headers and libraries are used.
    #[arg(long, value_name = "DIR", help_heading = "Toolchain")]
    pub(crate) rocm_path: Option<PathBuf>,
}

impl ToolchainArgs {
    pub(crate) fn options(self) -> ToolchainOptions {
        let Self { clang, fc, rocm_path } = self;
        ToolchainOptions { clang, fc, rocm_path }
    }
}
