//! Kernels and device procedures of a Fortran file to a file of HIP C++ with a C launcher for each kernel and loop.

mod array;
pub(crate) mod body;
mod branch;
mod call;
mod constructor;
pub(crate) mod cpp;
mod declare;
mod designator;
mod device;
pub(crate) mod expansion;
mod expression;
mod forall;
pub(crate) mod hidden;
mod intrinsic;
pub(crate) mod launch;
pub(crate) mod loops;
mod print;
pub(crate) mod procedure;
pub(crate) mod record;
mod reduction;
mod statement;
pub(crate) mod writer;

use crate::ast::Problem;
use crate::cuf::{self, Replacement};
use crate::launcher::Launcher;
use crate::sema::{Index, UnitRef};
use crate::source::Source;
use expansion::Expansions;
use hidden::reachable;
use hipify_diagnostics::{Code, Diagnostic, Level};
use procedure::procedure;
use record::Records;
use std::collections::BTreeSet;

/// What a file's device code becomes.
#[derive(Debug, Default)]
pub struct Device {
    /// The text of `x.hip.cpp` without its first line; `None` for a file without kernels and loops.
    pub text: Option<String>,
    /// `!$cuf kernel do` loops, each with the call that takes its place.
    pub loops: Vec<Replacement>,
    /// Of kernels, then of loops, in the order of the source.
    pub launchers: Vec<Launcher>,
    pub diagnostics: Vec<Diagnostic>,
}

/// The device code of file number `file` of the index, whose files are those of `sources`. Device procedures of other files come
/// along.
pub fn translate(index: &Index<'_>, sources: &[Source<'_>], file: usize) -> Device {
    let expansions: Vec<_> = index.files().iter().zip(sources).map(|(file, source)| Expansions::of(file, source.bytes)).collect();
    translate_with(index, sources, file, &expansions, false)
}

/// The same, with the macros of each file expanded already.
pub(crate) fn translate_with<'a>(
    index: &Index<'a>,
    sources: &[Source<'_>],
    file: usize,
    expansions: &'a [Expansions],
    addressed: bool,
) -> Device {
    let mut device = Device::default();
    let mut records = Records::default();
    let kernels: Vec<UnitRef> =
        index.units(file).filter(|unit| unit.interface.is_none() && index.unit(unit).is_kernel()).collect();
    let loops = cuf::loops(index, sources, file, expansions, &mut records);
    let own = index.units(file).filter(|unit| {
        let ast = index.unit(unit);
        unit.interface.is_none() && ast.is_device() && !ast.is_kernel()
    });
    // Kernels in C++ that interfaces name.
    let in_c = |unit: &UnitRef| unit.interface.is_some() && index.unit(unit).is_kernel() && index.unit(unit).bind.is_some();
    let external: Vec<UnitRef> = index.units(file).filter(in_c).collect();
    let mut roots = kernels.clone();
    roots.extend(loops.iter().flat_map(|one| one.callees.iter().cloned()));
    roots.extend(own);
    if roots.is_empty() && loops.is_empty() && external.is_empty() {
        return device;
    }
    let mut parts = Parts::default();
    let mut procedures = reachable(index, &roots);
    procedures.extend(roots.iter().filter(|unit| !index.unit(unit).is_kernel()).cloned());
    procedures.sort();
    procedures.dedup();
    // Those of other files first, then the file's own in its order.
    procedures.sort_by_key(|unit| unit.file == file);
    let mut broken = Vec::new();
    for unit in procedures.iter().chain(&kernels) {
        let (Some(source), Some(expansions)) = (sources.get(unit.file), expansions.get(unit.file)) else { continue };
        let made = procedure(index, unit, (source.bytes, source.path), expansions, &mut records);
        let kernel = index.unit(unit).is_kernel();
        if made.problems.is_empty() {
            if !kernel {
                parts.prototypes.push_str(&made.prototype);
            }
            let text = if kernel { &mut parts.kernels } else { &mut parts.procedures };
            text.push_str(&format!("{}\n", made.text));
        } else {
            report(&mut device.diagnostics, index, unit, file, &made.problems);
            broken.push((unit.clone(), made.problems));
        }
        if kernel {
            let launcher = Launcher::of(index, unit);
            let why = why_broken(index, unit, &broken);
            parts.kernels.push_str(&launch::kernel(index, &launcher, &mut records, why.as_deref()));
            parts.kernels.push('\n');
            if addressed && why.is_none() {
                parts.kernels.push_str(&format!("{}\n", launch::address(index, unit)));
            }
            device.launchers.push(launcher);
        }
    }
    let mut names = BTreeSet::new();
    for unit in external.iter().filter(|unit| names.insert(index.unit(unit).c_name())) {
        match launch::external(index, unit, &mut records) {
            Ok(text) => parts.kernels.push_str(&format!("{text}\n")),
            Err(problem) => report(&mut device.diagnostics, index, unit, file, &[*problem]),
        }
    }
    for one in loops {
        let why = one.problems.first().map(|problem| problem.message.clone()).or_else(|| {
            let reached = reachable(index, &one.callees);
            one.callees.iter().chain(&reached).find_map(|callee| why_broken(index, callee, &broken))
        });
        parts.kernels.push_str(&one.text(why.as_deref()));
        parts.kernels.push('\n');
        device.diagnostics.extend(one.problems.iter().map(|problem| diagnostic(problem, "this loop")));
        device.launchers.push(one.launcher);
        device.loops.push(one.replacement);
    }
    device.text = Some(parts.text(&records));
    device
}

/// The parts of a file of C++, in their order.
#[derive(Default)]
struct Parts {
    prototypes: String,
    procedures: String,
    kernels: String,
}

impl Parts {
    fn text(self, records: &Records) -> String {
        let mut text = String::from("#include <hip/hip_runtime.h>\n#include \"gpufort.hpp\"\n");
        text.push_str(if records.random { "#include \"gpufort_random.hpp\"\n\n" } else { "\n" });
        for part in [records.text(), self.prototypes, self.procedures, self.kernels] {
            if part.is_empty() {
                continue;
            }
            text.push_str(part.trim_end());
            text.push_str("\n\n");
        }
        text.truncate(text.trim_end().len());
        text + "\n"
    }
}

/// Why a kernel cannot run: what is wrong with it or with a procedure that it reaches.
fn why_broken(index: &Index<'_>, unit: &UnitRef, broken: &[(UnitRef, Vec<Problem>)]) -> Option<String> {
    let reached = reachable(index, std::slice::from_ref(unit));
    let culprit = |one: &UnitRef| broken.iter().find(|(unit, _)| unit == one);
    std::iter::once(unit)
        .chain(&reached)
        .find_map(culprit)
        .and_then(|(_, problems)| problems.first())
        .map(|one| one.message.clone())
}

fn report(diagnostics: &mut Vec<Diagnostic>, index: &Index<'_>, unit: &UnitRef, file: usize, problems: &[Problem]) {
    let ast = index.unit(unit);
    let what = format!("`{}`", ast.name.key);
    for problem in problems {
        // Spans of another file mean nothing here; that file reports it itself.
        if unit.file == file {
            diagnostics.push(diagnostic(problem, &what));
        }
    }
}

fn diagnostic(problem: &Problem, what: &str) -> Diagnostic {
    let message = format!("{what} is not translated: {}", problem.message);
    Diagnostic::new(Code::FORTRAN_UNSUPPORTED, Level::Error, problem.span.range(), message)
        .with_help("write it with what HIP C++ can say, or write this kernel in HIP C++ by hand")
}

#[cfg(test)]
pub(crate) mod tests;
