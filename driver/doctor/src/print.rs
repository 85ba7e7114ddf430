//! Turns a checkup into text.

use super::checkup::{Checkup, LibraryHeaders, State};
use super::faults::{Fault, Probed};
use super::own::Part;
use std::io::{self, Write};
use std::path::Path;

/// Prints what was found, the table of targets, and what is missing.
pub(crate) fn text(out: &mut impl Write, checkup: &Checkup) -> io::Result<()> {
    part(out, "command", Some(&checkup.command), "hipify-rs")?;
    part(out, "compiler", checkup.compiler.as_ref(), "clang")?;
    part(out, "HIP headers", checkup.hip.as_ref(), "HIP")?;
    part(out, "device libraries", checkup.device_libraries.as_ref(), "LLVM")?;
    line(out, "C++ library", &or_missing(checkup.standard_library.as_deref()))?;
    line(out, "runtime library", &or_missing(checkup.runtime_library.as_deref()))?;
    line(out, "LLVM for the CPU", &or_missing(checkup.llvm_library.as_deref()))?;
    line(out, "cache", &shown(&checkup.cache))?;
    writeln!(out, "\nbundled runtime")?;
    for part in &checkup.own {
        let origin = if part.origin.is_empty() { String::new() } else { format!(" ({})", part.origin) };
        writeln!(out, "  {:<22} {}{origin}", part.name, or_missing(part.path.as_deref()))?;
    }
    writeln!(out, "\nlibraries' headers, for GPUs")?;
    library_headers(out, &checkup.library_headers)?;
    writeln!(out, "\ntools")?;
    for tool in &checkup.tools {
        writeln!(out, "  {:<22} {}", tool.name, or_missing(tool.path.as_deref()))?;
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

/// A line for each folder, with the libraries that it has headers of.
fn library_headers(out: &mut impl Write, headers: &[LibraryHeaders]) -> io::Result<()> {
    let mut folders: Vec<(Option<&Path>, Vec<&str>)> = Vec::new();
    for LibraryHeaders { library, include } in headers {
        match folders.iter_mut().find(|(folder, _)| *folder == include.as_deref()) {
            Some((_, libraries)) => libraries.push(library),
            None => folders.push((include.as_deref(), vec![library])),
        }
    }
    folders.sort_by_key(|(folder, _)| folder.is_none());
    folders.iter().try_for_each(|(folder, libraries)| writeln!(out, "  {}: {}", or_missing(*folder), libraries.join(", ")))
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

fn or_missing(path: Option<&Path>) -> String {
    path.map_or("missing".to_owned(), shown)
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
