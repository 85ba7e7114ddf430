//! The command line of `run`.

use super::runtime::choice;
use clap::Args;
use hipify_run::{Device, RunOptions};
use std::ffi::OsString;
use std::num::NonZero;

const AFTER: &str = "\
Where there is no GPU, the bundled runtime runs the program on the CPU, also one that is linked with libamdhip64; it has to hold
code for the CPU (`hipify-rs build --offload-arch gfx942,cpu`). The options stand for the variables HIPIFY_DEVICE,
HIPIFY_WAVE_SIZE and HIPIFY_THREADS, which the runtime reads however a program is started.

`--simulate gfx942` runs the code for that GPU on AMD's simulator and AMD's own runtime, both of ROCm. HIPIFY_ROCJITSU names the
simulator's program, HIPIFY_ROCJITSU_CONFIG (or `--simulate FILE.json`) a configuration other than the one that fits the target.

Exit codes:
  0  the program ended well
  2  it could not be started
  4  the program failed; how is said on standard error";

/// Run a program on the CPU or a GPU.
#[derive(Args)]
#[command(after_help = AFTER)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) device: RunDeviceArgs,
    /// The program, a path or a name in PATH, and words for it.
    #[arg(required = true, trailing_var_arg = true, value_names = ["PROGRAM", "ARGS"], num_args = 1..)]
    pub(crate) line: Vec<OsString>,
}

/// Where and how a program runs.
#[derive(Args, Clone, Debug)]
pub(crate) struct RunDeviceArgs {
    /// Where kernels run; auto means a GPU where there is one.
    #[arg(long, value_parser = choice::<Device>(), value_name = "DEVICE", help_heading = "Device")]
    pub(crate) device: Option<Device>,
    /// Lanes of a warp on the CPU: 32 or 64; by default those of the first GPU that the program is built for.
    #[arg(long, value_parser = wave_size, value_name = "LANES", help_heading = "Device")]
    pub(crate) wave_size: Option<u32>,
    /// Run on AMD's simulator `rocjitsu`, where it is installed, as this GPU; or with a configuration file of its own.
    #[arg(
        long,
        value_name = "TARGET",
        help_heading = "Device",
        conflicts_with_all = ["device", "wave_size", "threads", "devices", "cuda_shim"]
    )]
    pub(crate) simulate: Option<String>,
    /// Put CUDA's libraries over HIP in front of the loader's path: for a CUDA program that was never ported.
    #[arg(long, help_heading = "Device")]
    pub(crate) cuda_shim: bool,
    /// Threads of the CPU that run kernels; by default one a core.
    #[arg(long, value_name = "N", help_heading = "Device")]
    pub(crate) threads: Option<NonZero<u32>>,
    /// Devices that the CPU shows itself as, up to 64, for programs that use several GPUs; by default one.
    #[arg(long, value_name = "N", value_parser = devices, help_heading = "Device")]
    pub(crate) devices: Option<NonZero<u32>>,
}

impl RunArgs {
    /// The program and its words, without the `--` that may stand between them.
    pub(crate) fn words(&self) -> Vec<OsString> {
        let is_mark = |(at, word): &(usize, &OsString)| *at == 1 && *word == "--";
        self.line.iter().enumerate().filter(|word| !is_mark(word)).map(|(_, word)| word.clone()).collect()
    }
}

impl RunDeviceArgs {
    pub(crate) fn options(self) -> RunOptions {
        let Self { device, wave_size, simulate, cuda_shim, threads, devices } = self;
        RunOptions { device, wave_size, simulate, cuda_shim, threads, devices }
    }
}

fn devices(text: &str) -> Result<NonZero<u32>, String> {
    let number = text.parse().ok().and_then(NonZero::<u32>::new).filter(|number| number.get() <= 64);
    number.ok_or_else(|| "the CPU can be 1 to 64 devices".to_owned())
}

/// Lanes of a warp.
pub(super) fn wave_size(text: &str) -> Result<u32, String> {
    match text {
        "32" => Ok(32),
        "64" => Ok(64),
        _ => Err("a warp has 32 or 64 lanes".to_owned()),
    }
}
