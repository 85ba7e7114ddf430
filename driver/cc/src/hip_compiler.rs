//! In the place of clang for CMake's language HIP: what is for the CPU too, and device code alone, which projects make by commands
//! of their own, is made like a command line of hipcc; everything else is the compiler's. CMake's questions reach it with what it needs to answer them, which a project's own flags may hide.

use crate::real_compiler::exit_code_of;
use crate::run::run;
use hipify_command_line::Style;
use hipify_command_line::target::CPU;
use hipify_command_line::words;
use hipify_error::Error;
use hipify_toolchain::openmp;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;

/// What lets clang compile HIP where nothing of a GPU is installed: CMake's tests of the compiler hold no device code.
const HOST_ALONE: [&str; 4] = ["--cuda-host-only", "-nogpuinc", "-nogpulib", "-no-hip-rt"];

/// Makes device code alone, by clang's names and, where a project's command was not ported, by nvcc's.
const DEVICE_ALONE: &[&str] =
    &["--cuda-device-only", "--offload-device-only", "--genco", "-fatbin", "--fatbin", "-cubin", "--cubin", "-ptx", "--ptx"];

/// Names the folder of the device libraries; the flags that CMake gives each compile of HIP do.
const DEVICE_LIBRARIES: &str = "--rocm-device-lib-path=";

/// Names the program to run compiles by, among this program's own words.
const LAUNCHER: &str = "--launcher=";

/// Names a target, one at a time.
const TARGET: &str = "--offload-arch=";

/// Names the language standard.
const STANDARD: &str = "-std=";

/// Runs `args` of the compiler `real`, with `own` before them where they are for this program, and says the exit code.
///
/// The standard of `own` holds in the place of the project's.
pub fn run_in_its_place(real: &Path, own: &[String], args: &[OsString]) -> Result<u8, Error> {
    let standard: Vec<OsString> = own.iter().filter(|word| word.starts_with(STANDARD)).map(OsString::from).collect();
    let is_replaced = |arg: &&OsString| !standard.is_empty() && starts(arg, STANDARD);
    let args = &args.iter().filter(|arg| !is_replaced(arg)).chain(&standard).cloned().collect::<Vec<_>>();
    let is_for_the_host = args.iter().any(|arg| arg == HOST_ALONE[0]);
    // What CMake compiles, and commands that hold its flags, have all that clang needs.
    let has_flags = args.iter().any(|arg| starts(arg, DEVICE_LIBRARIES));
    let is_for_the_device = !has_flags && args.iter().any(|arg| DEVICE_ALONE.iter().any(|name| arg == name));
    if is_for_the_device || names_the_cpu(args) && !is_for_the_host {
        let all: Vec<OsString> = own.iter().map(OsString::from).chain(args.iter().cloned()).collect();
        return run(&all, Some(Style::Hipcc));
    }
    let names_a_target = args.iter().any(|arg| starts(arg, TARGET));
    let compiles = args.iter().any(|arg| arg == "-c" || arg == "-E" || arg.to_str().is_some_and(|arg| arg.ends_with(".hip")));
    let more: &[&str] = if compiles && (!names_a_target || is_for_the_host) { &HOST_ALONE } else { &[] };
    // Targets are nothing for a host pass, and clang knows no CPU among them.
    let args = args.iter().map(OsString::as_os_str).filter(|arg| !(is_for_the_host && starts(arg, TARGET)));
    let bin = std::fs::canonicalize(real).ok().and_then(|path| path.parent().map(Path::to_path_buf));
    let openmp = bin.and_then(|bin| openmp::library_of(&bin)).filter(|_| !compiles);
    let is_gccs = |arg: &OsStr| openmp.is_some() && arg.to_str().is_some_and(openmp::is_gccs);
    let args = args.map(|arg| if is_gccs(arg) { OsStr::new(openmp::FLAG) } else { arg });
    let launcher = own.iter().find_map(|word| word.strip_prefix(LAUNCHER)).map(words::split).unwrap_or_default();
    let all: Vec<&OsStr> = launcher.iter().filter(|_| compiles).map(OsStr::new).chain([real.as_os_str()]).collect();
    exit_code_of(Path::new(all[0]), Command::new(all[0]).args(&all[1..]).args(more).arg("-Qunused-arguments").args(args))
}

fn starts(arg: &OsStr, option: &str) -> bool {
    arg.to_str().is_some_and(|arg| arg.starts_with(option))
}

/// Whether the CPU is among the targets, each of which CMake names by itself.
fn names_the_cpu(args: &[OsString]) -> bool {
    let targets = args.iter().filter_map(|arg| arg.to_str()?.strip_prefix(TARGET));
    targets.flat_map(|list| list.split(',')).any(|target| target == CPU)
}
