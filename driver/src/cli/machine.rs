//! The command lines of what looks after the machine: `doctor` and `setup`.

use super::QueryFormat;
use crate::toolchain::ToolchainArgs;
use clap::Args;
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
