//! The command line of `compare`.

use super::QueryFormat;
use super::runtime::choice;
use clap::Args;
use hipify_compare::{Options, Tolerance, Type, With};
use hipify_run::{Device, RunOptions};
use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;

const AFTER: &str = "\
Each side is run twice, and where bytes differ again for their contents, until six runs of each have given the same difference: what
runs of one side do not agree on is set apart. Floats are equal within a tolerance: without --atol, --rtol and --ulps one of the
type's own, f32 1e-5, f64 1e-12, f16 4e-3 and bf16 3e-2 relative. Programs built with -g tell lines and the names of variables.

A record holds digests of all device memory, and contents as far as --contents allows. On a machine with an NVIDIA GPU, nvcc takes the
header that `hipify-rs compare --nvcc-header` prints: `nvcc -include hipify_record.h -cudart shared program.cu -ldl`, and
HIPIFY_RECORD=FILE names the record that the program then writes.

Exit codes:
  0  no difference, or recorded
  1  a difference
  2  a usage or I/O error
  3  the build failed
  4  the program failed, and there is no difference";

/// Find the first kernel launch whose results differ.
///
/// The program runs with warps of 32 and of 64 lanes on the CPU, or beside another program, or beside runs that were recorded on
/// another machine. Sources and folders are built for the CPU first.
#[derive(Args)]
#[command(after_help = AFTER)]
pub(crate) struct CompareArgs {
    /// A program, or sources or a folder that `build` makes one of.
    #[arg(value_name = "PATH", required_unless_present = "nvcc_header")]
    paths: Vec<PathBuf>,
    /// Compare the program with itself, with warps of these two sizes.
    #[arg(long, value_name = "LANES", value_parser = wave_sizes, help_heading = "Sides", group = "with_what")]
    wave_size: Option<WaveSizes>,
    /// Compare it with another program.
    #[arg(long, value_name = "PROGRAM", help_heading = "Sides", group = "with_what")]
    with: Option<PathBuf>,
    /// Compare nothing: write records of the program's runs to FILE.
    #[arg(long, value_name = "FILE", help_heading = "Sides", group = "with_what")]
    record: Option<PathBuf>,
    /// Compare it with the runs that FILE is a record of.
    #[arg(long, value_name = "FILE", help_heading = "Sides", group = "with_what")]
    against: Option<PathBuf>,
    /// Take digests around every Nth launch; a difference is then looked for among the launches between.
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Launches")]
    every: NonZero<u64>,
    /// Take digests around launches A to B alone; they count from 1, and either may be missing.
    #[arg(long, value_name = "A..B", value_parser = launches, help_heading = "Launches")]
    launches: Option<(u64, u64)>,
    /// Run each side once, and set nothing apart.
    #[arg(long, help_heading = "Launches")]
    once: bool,
    /// Seconds that a launch is waited for before it counts as one that does not end by itself; 10 without it.
    #[arg(long, value_name = "SECONDS", help_heading = "Launches")]
    patience: Option<u64>,
    /// Floats that lie no further apart than X are equal.
    #[arg(long, value_name = "X", value_parser = bound, help_heading = "Tolerance")]
    atol: Option<f64>,
    /// Floats whose distance is at most X times the greater of them are equal.
    #[arg(long, value_name = "X", value_parser = bound, help_heading = "Tolerance")]
    rtol: Option<f64>,
    /// Floats with fewer than N others between them are equal.
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Tolerance")]
    ulps: u64,
    /// What elements are, whatever the kernel's parameters say.
    #[arg(long = "type", value_name = "TYPE", value_parser = choice::<Type>(), help_heading = "Tolerance")]
    kind: Option<Type>,
    /// Bytes of contents that --record keeps of each run.
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20, help_heading = "Sides")]
    contents: u64,
    /// Where kernels run; auto means a GPU where there is one.
    #[arg(long, value_parser = choice::<Device>(), value_name = "DEVICE", help_heading = "Device")]
    device: Option<Device>,
    /// Threads of the CPU that run kernels; by default one a core.
    #[arg(long, value_name = "N", help_heading = "Device")]
    threads: Option<NonZero<u32>>,
    /// A word for `build`, where something is built, such as -lhipblas or -std=c++17; may be repeated.
    #[arg(long, value_name = "WORD", allow_hyphen_values = true, help_heading = "Building")]
    build_word: Vec<String>,
    /// How the answer is printed.
    #[arg(long, value_enum, default_value_t = QueryFormat::Text, value_name = "FORMAT")]
    output_format: QueryFormat,
    /// Print the header by which programs that nvcc compiles write records, and do nothing else.
    #[arg(long, help_heading = "Sides")]
    pub(crate) nvcc_header: bool,
    /// Words for the program.
    #[arg(last = true, value_name = "ARGS")]
    words: Vec<OsString>,
}

impl CompareArgs {
    pub(crate) fn options(self) -> Options {
        let with = match (self.wave_size, self.with, self.record, self.against) {
            (_, Some(program), ..) => With::Program(program),
            (_, _, Some(file), _) => With::Record(file),
            (.., Some(file)) => With::Against(file),
            (sizes, ..) => sizes.map_or_else(With::default, |WaveSizes(sizes)| With::WaveSizes(sizes)),
        };
        Options {
            paths: self.paths,
            words: self.words,
            build: self.build_word,
            run: RunOptions { device: self.device, threads: self.threads, ..RunOptions::default() },
            with,
            every: self.every.get(),
            launches: self.launches,
            tolerance: Tolerance { absolute: self.atol, relative: self.rtol, ulps: self.ulps },
            kind: self.kind,
            once: self.once,
            contents: self.contents,
            patience: self.patience,
            json: self.output_format == QueryFormat::Json,
        }
    }
}

/// Lanes of a warp on each side.
#[derive(Clone, Copy, Debug)]
struct WaveSizes([u32; 2]);

fn wave_sizes(text: &str) -> Result<WaveSizes, String> {
    match text {
        "32,64" => Ok(WaveSizes([32, 64])),
        "64,32" => Ok(WaveSizes([64, 32])),
        // What differs from run to run, and nothing else.
        "32,32" | "32" => Ok(WaveSizes([32, 32])),
        "64,64" | "64" => Ok(WaveSizes([64, 64])),
        _ => Err("two sizes of warps are compared, such as 32,64".to_owned()),
    }
}

fn launches(text: &str) -> Result<(u64, u64), String> {
    let wrong = || "launches are named as A..B, such as 10..20".to_owned();
    let (from, to) = text.split_once("..").ok_or_else(wrong)?;
    let end = |text: &str, otherwise: u64| if text.is_empty() { Ok(otherwise) } else { text.parse().map_err(|_| wrong()) };
    Ok((end(from, 0)?, end(to, u64::MAX)?))
}

fn bound(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|bound: &f64| *bound >= 0.0).ok_or_else(|| "a bound is a number from 0 on".to_owned())
}
