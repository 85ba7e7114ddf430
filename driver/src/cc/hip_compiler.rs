//! In the place of clang for CMake's language HIP: what is for the CPU too is made like a command line of hipcc; everything
//! else, such as CMake's questions, is the compiler's.

use super::{Style, run};
use crate::error::Error;
use crate::target::CPU;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;

/// Exit code for a compiler that was killed, as shells give it.
const KILLED: u8 = 128;

/// What lets clang compile HIP where nothing of a GPU is installed: CMake's tests of the compiler hold no device code.
const HOST_ALONE: [&str; 4] = ["--cuda-host-only", "-nogpuinc", "-nogpulib", "-no-hip-rt"];

/// Runs `args` of the compiler `real`, with `own` before them where they are for this program, and says the exit code.
pub(crate) fn run_in_its_place(real: &Path, own: &[String], args: &[OsString]) -> Result<u8, Error> {
    if names_the_cpu(args) {
        let all: Vec<OsString> = own.iter().map(OsString::from).chain(args.iter().cloned()).collect();
        return run(&all, Some(Style::Hipcc));
    }
    let names_a_gpu = args.iter().any(|arg| starts(arg, "--offload-arch="));
    let more: &[&str] = if names_a_gpu { &[] } else { &HOST_ALONE };
    let status = Command::new(real).args(more).arg("-Qunused-arguments").args(args).status().map_err(Error::io("run", real))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(KILLED))
}

fn starts(arg: &OsStr, option: &str) -> bool {
    arg.to_str().is_some_and(|arg| arg.starts_with(option))
}

/// Whether the CPU is among the targets, each of which CMake names by itself.
fn names_the_cpu(args: &[OsString]) -> bool {
    let targets = args.iter().filter_map(|arg| arg.to_str()?.strip_prefix("--offload-arch="));
    targets.flat_map(|list| list.split(',')).any(|target| target == CPU)
}
