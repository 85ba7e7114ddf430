//! `run` and `build --run`: a program with the HIP runtime that suits this machine, and what became of it.
//!
//! | module | what it does |
//! |---|---|
//! | `sources` | what was named on a command line to a program: sources and folders are built |
//! | `simulate` | `--simulate`: AMD's simulator and AMD's runtime, as one of the GPUs |

#![warn(missing_docs)]

pub mod simulate;
pub mod sources;

use hipify_command_line::runtime::Choice;
use hipify_error::Error;
use hipify_inspect::cuda_symbols::{STATIC_RUNTIME, has_static_runtime};
use hipify_toolchain::environment::Environment;
use hipify_toolchain::{bundled, names};
use hipify_tree::platform::is_program;
use hipify_tree::say::say_line;
use simulate::Simulator;
use std::ffi::OsString;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// Where and how a program runs.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Where kernels run; without it on a GPU where there is one.
    pub device: Option<Device>,
    /// Lanes of a warp on the CPU: 32 or 64; by default those of the first GPU that the program is built for.
    pub wave_size: Option<u32>,
    /// Run on AMD's simulator as this GPU, or with this configuration file of the simulator's.
    pub simulate: Option<String>,
    /// Put CUDA's libraries over HIP in front of the loader's path.
    pub cuda_shim: bool,
    /// Threads of the CPU that run kernels; by default one a core.
    pub threads: Option<NonZero<u32>>,
    /// Devices that the CPU shows itself as; by default one.
    pub devices: Option<NonZero<u32>>,
}

/// Where kernels run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Device {
    /// On a GPU where there is one that the program has code for, else on the CPU.
    Auto,
    /// On the CPU.
    Cpu,
    /// On a GPU; an error where there is none.
    Gpu,
}

impl Choice for Device {
    const ALL: &'static [(Self, &'static str, &'static str)] =
        &[(Self::Auto, "auto", ""), (Self::Cpu, "cpu", ""), (Self::Gpu, "gpu", "")];
}

/// Exit code when the program that was run failed.
pub const PROGRAM_FAILED: u8 = 4;

/// The dynamic loader's own status for a library that is not there.
const LIBRARY_MISSING: i32 = 127;

/// Where Linux shows the driver of AMD GPUs for computing.
const GPU_DRIVER: &str = "/dev/kfd";

/// Runs what the command line names and says the exit code.
pub fn run(line: &[OsString], options: &RunOptions) -> Result<u8, Error> {
    let environment = Environment::of_process();
    let Some((program, words)) = line.split_first() else {
        return Err(Error::usage("no program is named", "name one: `hipify-rs run ./program`"));
    };
    let program = find(&environment, Path::new(program))?;
    start(&environment, &program, words, options)
}

/// Runs a program that was built; its failure is ours too.
pub fn run_program(program: &Path, words: &[String], options: &RunOptions) -> Result<u8, Error> {
    let program = std::path::absolute(program).map_err(Error::io("find", program))?;
    let words: Vec<OsString> = words.iter().map(OsString::from).collect();
    start(&Environment::of_process(), &program, &words, options)
}

/// A path, or a name in PATH, as a shell takes it; but a file of this folder needs no `./`.
fn find(environment: &Environment, program: &Path) -> Result<PathBuf, Error> {
    let bare = program.components().count() == 1 && !program.exists();
    let found = if bare { program.to_str().and_then(|name| environment.program(name)) } else { Some(program.to_path_buf()) };
    let missing = || Error::path(program, "there is no such program", "build it with `hipify-rs build`, or check the name");
    let found = found.filter(|path| path.exists()).ok_or_else(missing)?;
    if found.is_dir() {
        return Err(Error::path(&found, "is a folder", "`hipify-rs build DIR --run` builds and runs it"));
    }
    if !is_program(&found) {
        return Err(Error::path(&found, "is not executable", "name a program; sources are built by `hipify-rs build --run`"));
    }
    std::path::absolute(&found).map_err(Error::io("find", &found))
}

/// The command that runs a program as `run` does, for who has more to ask of it.
///
/// # Errors
/// Where there is no such program, or not the runtime that it is to run with.
pub fn command(program: &Path, words: &[OsString], options: &RunOptions) -> Result<Command, Error> {
    let environment = Environment::of_process();
    prepared(&environment, &find(&environment, program)?, words, options)
}

fn start(environment: &Environment, program: &Path, words: &[OsString], options: &RunOptions) -> Result<u8, Error> {
    let mut command = match &options.simulate {
        Some(what) => Simulator::find(environment)?.command(environment, what, program, words)?,
        None => prepared(environment, program, words, options)?,
    };
    let status = command.status().map_err(|error| not_started(program, error))?;
    Ok(report(program, status))
}

fn prepared(environment: &Environment, program: &Path, words: &[OsString], options: &RunOptions) -> Result<Command, Error> {
    let mut command = Command::new(program);
    command.args(words).envs(variables(options));
    let mut folders = Vec::new();
    if options.cuda_shim {
        folders.push(bundled::cuda_libraries(environment)?);
        if std::fs::read(program).is_ok_and(|bytes| has_static_runtime(&bytes)) {
            say_line(format_args!("warning: `{}` {STATIC_RUNTIME}", program.display()));
        }
    }
    if !uses_a_gpu(environment, options) {
        match bundled::library(environment) {
            Ok(library) => {
                folders.push(names::folder(&environment.cache(), &library)?);
            }
            // A program may bring its runtime along, or need none.
            Err(error) if options.device == Some(Device::Cpu) => return Err(error),
            Err(_) => {}
        }
    }
    if !folders.is_empty() {
        let path = folders.iter().rev().fold(std::env::var_os(SEARCH_PATH), |path, folder| Some(in_front(folder, path)));
        command.env(SEARCH_PATH, path.unwrap_or_default());
    }
    Ok(command)
}

/// Folders that the dynamic loader searches first.
const SEARCH_PATH: &str = "LD_LIBRARY_PATH";

fn in_front(folder: &Path, others: Option<OsString>) -> OsString {
    let mut all = folder.as_os_str().to_owned();
    if let Some(others) = others.filter(|others| !others.is_empty()) {
        all.push(":");
        all.push(others);
    }
    all
}

/// The bundled runtime's names for options; what is not asked for is left as it is.
fn variables(options: &RunOptions) -> Vec<(&'static str, String)> {
    let device = options.device.map(|device| ("HIPIFY_DEVICE", device.name().to_owned()));
    let wave_size = options.wave_size.map(|size| ("HIPIFY_WAVE_SIZE", size.to_string()));
    let threads = options.threads.map(|threads| ("HIPIFY_THREADS", threads.to_string()));
    let devices = options.devices.map(|devices| ("HIPIFY_DEVICE_COUNT", devices.to_string()));
    [device, wave_size, threads, devices].into_iter().flatten().collect()
}

/// Whether the system's runtime is to be found under its names, which hands work to a GPU.
fn uses_a_gpu(environment: &Environment, options: &RunOptions) -> bool {
    let asked = options.device.unwrap_or_else(|| match environment.variable("HIPIFY_DEVICE").and_then(|value| value.to_str()) {
        Some("cpu") => Device::Cpu,
        Some("gpu") => Device::Gpu,
        _ => Device::Auto,
    });
    match asked {
        Device::Auto => environment.at(GPU_DRIVER).exists(),
        Device::Cpu => false,
        Device::Gpu => true,
    }
}

fn not_started(program: &Path, error: io::Error) -> Error {
    match error.kind() {
        // The file is there: what is missing is the loader or the interpreter that it names.
        io::ErrorKind::NotFound => {
            Error::path(program, "the loader or interpreter that it names is not there", "build it on this machine")
        }
        // ENOEXEC: no kernel knows the format.
        _ if error.raw_os_error() == Some(8) => {
            Error::path(program, "is no program for this machine", "name one that `hipify-rs build` has made here")
        }
        _ => Error::io("run", program)(error),
    }
}

/// Says how the program ended, unless it ended well.
fn report(program: &Path, status: ExitStatus) -> u8 {
    if status.success() {
        return 0;
    }
    say_line(format_args!("error: `{}` ended with {status}", program.display()));
    if status.code() == Some(LIBRARY_MISSING) {
        say_line("  help: where the loader names a library above: install it, or build with `--offload-arch cpu`");
    }
    PROGRAM_FAILED
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    #[test]
    fn options_become_the_runtimes_variables() {
        let options = RunOptions {
            device: Some(Device::Cpu),
            wave_size: Some(64),
            threads: std::num::NonZero::new(3),
            devices: std::num::NonZero::new(4),
            ..RunOptions::default()
        };
        let expected =
            [("HIPIFY_DEVICE", "cpu"), ("HIPIFY_WAVE_SIZE", "64"), ("HIPIFY_THREADS", "3"), ("HIPIFY_DEVICE_COUNT", "4")];
        assert_eq!(variables(&options), expected.map(|(name, value)| (name, value.to_owned())));
        assert_eq!(variables(&RunOptions::default()), []);
    }

    #[test]
    fn a_gpu_is_used_where_its_driver_is_unless_told_otherwise() {
        let root = tempfile::tempdir().unwrap();
        let with = |variables: &[(&str, &OsStr)], device| {
            let environment = Environment::made_up(root.path(), variables, &|_, _| None);
            uses_a_gpu(&environment, &RunOptions { device, ..RunOptions::default() })
        };
        assert!(!with(&[], None) && with(&[], Some(Device::Gpu)));
        std::fs::create_dir(root.path().join("dev")).unwrap();
        std::fs::write(root.path().join("dev/kfd"), "").unwrap();
        assert!(with(&[], None) && !with(&[], Some(Device::Cpu)));
        let cpu = ("HIPIFY_DEVICE", OsStr::new("cpu"));
        assert!(!with(&[cpu], None) && with(&[cpu], Some(Device::Gpu)));
    }

    #[test]
    fn the_folder_of_names_comes_before_what_was_searched_already() {
        assert_eq!(in_front(Path::new("/n"), Some("/a:/b".into())), "/n:/a:/b");
        assert_eq!(in_front(Path::new("/n"), Some("".into())), "/n");
    }
}
