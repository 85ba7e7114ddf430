//! The command line of `check`.

use super::run::wave_size;
use super::runtime::{Tools, choice, tools};
use clap::Args;
use hipify_check::{FailOn, Format, Options};
use hipify_rules::Gfx;
use hipify_run::RunOptions;
use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;

const AFTER: &str = "\
Sources and folders are built for the CPU, with code that checks its accesses; a program that is there already is run as it is, and
tells what the runtime sees by itself. The program runs once for each wave size, and what it prints goes to standard error. A
comment `// hipify-check: allow(memory) reason` at a line, or on the line before, keeps what is found there from counting, and so does
`check.allow` of hipify.toml.

Exit codes:
  0  nothing was found
  1  something was found
  2  a usage or I/O error
  3  the build failed
  4  the program failed, and nothing was found";

/// Run a program on the CPU and find its mistakes: bad accesses, races, threads that wait for ever, leaks.
#[derive(Args)]
#[command(after_help = AFTER)]
pub(crate) struct CheckArgs {
    /// A program, or sources or a folder that `build` makes one of.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// What is looked for, with commas between; `all` is everything.
    #[arg(long, value_name = "LIST", default_value = "memory", value_parser = tools, help_heading = "Checks")]
    tool: Tools,
    /// Lanes of a warp; the program runs once for each. By default those of the GPU of --as, or 64.
    #[arg(long, value_name = "LANES", value_delimiter = ',', value_parser = wave_size, help_heading = "Device")]
    wave_size: Vec<u32>,
    /// The GPU whose limits launches must keep, such as gfx942, for the tool api.
    #[arg(long = "as", value_name = "GPU", value_parser = gpu, help_heading = "Device")]
    limits_of: Option<&'static Gfx>,
    /// Threads of the CPU that run kernels; by default one a core.
    #[arg(long, value_name = "N", help_heading = "Device")]
    threads: Option<NonZero<u32>>,
    /// Exit with 1 for findings of these tools, and from a level on: note, warning, error or never, with commas between; by default
    /// for warnings of all.
    #[arg(long, value_name = "LIST", value_parser = FailOn::parse, help_heading = "Checks")]
    fail_on: Option<FailOn>,
    /// Run the program under gdb, which stops at each new finding, in the line of the source.
    #[arg(long, conflicts_with = "output_format", help_heading = "Checks")]
    debug: bool,
    /// Read the configuration FILE; by default the nearest hipify.toml.
    #[arg(long, value_name = "FILE", conflicts_with = "isolated", help_heading = "Checks")]
    config: Option<PathBuf>,
    /// Read no configuration.
    #[arg(long, help_heading = "Checks")]
    isolated: bool,
    /// A word for `build`, where something is built, such as -lhipblas or -std=c++17; may be repeated.
    #[arg(long, value_name = "WORD", allow_hyphen_values = true, help_heading = "Building")]
    build_word: Vec<String>,
    /// How findings are written.
    #[arg(long, value_parser = choice::<Format>(), default_value = "text", value_name = "FORMAT", help_heading = "Output")]
    output_format: Format,
    /// Write findings to FILE.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Words for the program.
    #[arg(last = true, value_name = "ARGS")]
    words: Vec<OsString>,
}

impl CheckArgs {
    pub(crate) fn options(self) -> Options {
        Options {
            paths: self.paths,
            words: self.words,
            build: self.build_word,
            tools: self.tool.0,
            wave_sizes: match self.wave_size.as_slice() {
                [] => vec![self.limits_of.and_then(|gfx| gfx.wave_sizes.first()).copied().unwrap_or(64)],
                _ => self.wave_size,
            },
            limits_of: self.limits_of,
            run: RunOptions { threads: self.threads, ..RunOptions::default() },
            fail_on: self.fail_on,
            debug: self.debug,
            config: self.config,
            isolated: self.isolated,
            format: self.output_format,
            output: self.output,
        }
    }
}

/// The GPU of a target's name.
fn gpu(name: &str) -> Result<&'static Gfx, String> {
    hipify_rules::gfx(name).ok_or_else(|| format!("there is no GPU `{name}`: name one as --offload-arch has it, such as gfx942"))
}
