//! The command lines of what looks after the machine: `doctor` and `setup`; options that name a toolchain.

use super::QueryFormat;
use clap::Args;
use hipify_doctor::setup::SetupOptions;
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

/// Fetch newer HIP headers and libraries than the distribution has.
///
/// Packages of newer Debian suites are unpacked into a private folder, by default `~/.local/share/hipify-rs/hip-6.4.3`. Nothing
/// of the system is changed, and no rights are needed. The other commands find the folder there.
#[derive(Args)]
#[command(after_help = "Exit codes:\n  0  the folder is complete\n  2  it could not be made")]
pub(crate) struct SetupArgs {
    /// The folder to fill; other commands find it by the variable `HIPIFY_HIP_PREFIX`.
    #[arg(long, value_name = "DIR")]
    pub(crate) prefix: Option<PathBuf>,
    /// Also fetch the large libraries (rocBLAS, rocSOLVER, RCCL, ...): 1.5 GB, 8.5 GB unpacked. Without them programs that call
    /// these compile, and do not link.
    #[arg(long)]
    pub(crate) all: bool,
    /// Fetch again although the folder is complete.
    #[arg(long)]
    pub(crate) force: bool,
    /// Say what would be fetched, and do nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// The Debian mirror; by default the one that apt uses.
    #[arg(long, value_name = "URL")]
    pub(crate) mirror: Option<String>,
}

impl SetupArgs {
    pub(crate) fn options(self) -> SetupOptions {
        let Self { prefix, all, force, dry_run, mirror } = self;
        SetupOptions { prefix, all, force, dry_run, mirror }
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
