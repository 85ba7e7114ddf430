//! Turns a checkup into text.

use super::checkup::{Checkup, Part, State};
use super::faults::{Fault, Probed};
use std::io::{self, Write};
use std::path::Path;

/// Prints what was found, the table of targets, and what is missing.
pub(crate) fn text(out: &mut impl Write, checkup: &Checkup) -> io::Result<()> {
    part(out, "compiler", checkup.compiler.as_ref(), "clang")?;
    part(out, "HIP headers", checkup.hip.as_ref(), "HIP")?;
    part(out, "device libraries", checkup.device_libraries.as_ref(), "LLVM")?;
    let runtime = checkup.runtime_library.as_deref().map_or("missing".to_owned(), shown);
    line(out, "runtime library", &runtime)?;
    line(out, "bundled runtime", &checkup.bundled_runtime.as_deref().map_or("missing".to_owned(), shown))?;
    line(out, "its LLVM", &checkup.llvm_library.as_deref().map_or("missing".to_owned(), shown))?;
    line(out, "cache", &shown(&checkup.cache))?;
    writeln!(out, "\ntools")?;
    for tool in &checkup.tools {
        let path = tool.path.as_deref().map_or("missing".to_owned(), shown);
        writeln!(out, "  {:<22} {path}", tool.name)?;
    }
    if !checkup.compiler_faults.is_empty() {
        writeln!(out, "\nknown faults of this compiler")?;
    }
    for fault in &checkup.compiler_faults {
        self::fault(out, fault)?;
    }
    writeln!(out, "\ntargets")?;
    for target in &checkup.targets {
        let limits = if target.limits.is_empty() { String::new() } else { format!(" ({})", target.limits.join(", ")) };
        writeln!(out, "  {:<16} {:<16} {}{limits}", target.name, target.architecture, words(&target.state))?;
    }
    let count = checkup.targets.iter().filter(|target| target.state.builds()).count();
    writeln!(out, "\n{count} of {} targets can be built", checkup.targets.len())?;
    if !checkup.advice.is_empty() {
        writeln!(out, "\nmissing")?;
    }
    for advice in &checkup.advice {
        writeln!(out, "  {}\n    help: {}", advice.fact, advice.remedy)?;
    }
    Ok(())
}

fn fault(out: &mut impl Write, fault: &Fault) -> io::Result<()> {
    let targets = if fault.architectures.is_empty() { "all targets".to_owned() } else { fault.architectures.join(", ") };
    let probe = match fault.probe {
        Probed::WorkedAround => "its probe shows it, and not with the flags",
        Probed::Shows => "its probe shows it with the flags too",
        Probed::Absent => "its probe does not show it: this build may be corrected",
        Probed::NotCompiled => "its probe was not compiled",
    };
    writeln!(out, "  {} {}", fault.code, fault.summary)?;
    if fault.workaround.is_empty() {
        let shows = if fault.probe == Probed::Shows { "its probe shows it" } else { probe };
        return writeln!(out, "    on {targets}; no flag keeps it away: `hipify-rs explain {}`; {shows}", fault.code);
    }
    let those =
        if fault.worked_around_on.is_empty() { String::new() } else { format!(" for {}", fault.worked_around_on.join(", ")) };
    writeln!(out, "    on {targets}; builds pass `{}`{those}; {probe}", fault.workaround)
}

fn part(out: &mut impl Write, name: &str, part: Option<&Part>, what: &str) -> io::Result<()> {
    match part {
        Some(part) => line(out, name, &format!("{what} {}, {} ({})", part.version, shown(&part.path), part.origin)),
        None => line(out, name, "missing"),
    }
}

fn line(out: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
    writeln!(out, "{name:<18} {value}")
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn words(state: &State) -> String {
    match state {
        State::Builds => "builds".to_owned(),
        State::BuildsWithGeneratedBitcode => "builds, with generated control bitcode".to_owned(),
        State::NeedsClang { version } => format!("needs clang {version} or later"),
        State::CannotBuild { reason } => format!("cannot be built: {reason}"),
    }
}
