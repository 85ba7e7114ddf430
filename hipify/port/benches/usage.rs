//! What a command costs: time, CPU time, peak memory, instructions.

use super::Result;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Makes the program measure the command that follows, in a process of its own: the system tells of a process's children
/// only all together.
pub(crate) const FLAG: &str = "--measure";

/// What one run took.
pub(crate) struct Usage {
    pub(crate) wall: Duration,
    /// User and system time of all threads.
    pub(crate) cpu: Duration,
    /// Most memory held at once.
    pub(crate) peak_kib: u64,
}

/// Runs a command; its output goes nowhere, and exit codes other than 0 and 1 are errors.
pub(crate) fn measure(command: &str, arguments: &[&str]) -> Result<Usage> {
    let this = std::env::current_exe()?;
    let output = Command::new(this).arg(FLAG).arg(command).args(arguments).stderr(Stdio::inherit()).output()?;
    let text = String::from_utf8(output.stdout)?;
    let numbers: Vec<u64> = text.split_whitespace().map(str::parse).collect::<std::result::Result<_, _>>()?;
    match numbers[..] {
        [wall, cpu, peak_kib] => Ok(Usage { wall: Duration::from_micros(wall), cpu: Duration::from_micros(cpu), peak_kib }),
        _ => Err(format!("`{command}` could not be measured").into()),
    }
}

/// The other side of [`measure`]: prints microseconds of time and of CPU time, and KiB.
pub(crate) fn report(command: &str, arguments: &[String]) -> Result<()> {
    let begun = Instant::now();
    let status = Command::new(command).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    let wall = begun.elapsed();
    if !matches!(status.code(), Some(0 | 1)) {
        return Err(format!("`{command}` failed: {status}").into());
    }
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let cpu = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    println!("{} {cpu} {}", wall.as_micros(), usage.max_rss());
    Ok(())
}

/// Instructions in user mode, by `perf` where the machine counts them, else by `valgrind`; `None` without either.
pub(crate) fn instructions(command: &str, arguments: &[&str]) -> Option<u64> {
    let run = |tool: &[&str]| {
        let output = Command::new(tool[0]).args(&tool[1..]).arg(command).args(arguments).output().ok()?;
        Some(String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let by_perf = || {
        let text = run(&["perf", "stat", "-x,", "-e", "instructions:u"])?;
        text.lines().find_map(|line| line.split(',').next()?.parse().ok())
    };
    let by_valgrind = || {
        let text = run(&["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"])?;
        text.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
    };
    by_perf().or_else(by_valgrind)
}
