//! Branches that the macros in force switch off and that are ported all the same, since what they declare contradicts nothing.

use super::assumed::{cuda_lines, is_compilers, macro_names};
use crate::ast::{AttributeKind, File, Span, Stmt, StmtKind, Unit};
use crate::source::Source;
use crate::token::lower;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;
use std::collections::BTreeSet;

/// Takes branches with CUDA Fortran off the list of inactive ones, where the tree can hold them beside those in force. Macros in
/// `never` are not defined in any build.
pub(super) fn keep(sources: &[Source<'_>], files: &mut [File], never: &[String]) {
    if files.iter().all(|file| file.inactive.is_empty()) {
        return;
    }
    keep_where(sources, files, never, &|source, file, branch| cuda_lines(source.bytes, branch, file.form).next().is_some());
    let on_device: FxHashSet<SmolStr> =
        files.iter().flat_map(|file| names(file, &|file, stmt| is_for_device(file, stmt))).collect();
    // What only names data for the device is CUDA Fortran too, unless that has another meaning where it stands.
    keep_where(sources, files, never, &|source, file, branch| {
        let host = names(file, &|file, stmt| file.is_inactive(stmt.span));
        let has = |names: &FxHashSet<SmolStr>| words(branch.of(source.bytes)).any(|word| names.contains(&word));
        has(&on_device) && !has(&host)
    });
}

fn keep_where(sources: &[Source<'_>], files: &mut [File], never: &[String], is_cuda: &dyn Fn(&Source<'_>, &File, Span) -> bool) {
    for (source, file) in sources.iter().zip(files) {
        // What was ported has its branches ported already.
        if file.inactive.is_empty() || memchr::memmem::find(source.bytes, b"hipfort").is_some() {
            continue;
        }
        for branch in file.inactive.clone() {
            let is_left_out = file.left_out.iter().any(|out| out.start < branch.end && branch.start < out.end);
            let is_own = branch.end <= file.end && !is_never(source.bytes, file, branch, never);
            if is_own && !is_left_out && is_cuda(source, file, branch) && !contradicts(file, branch) {
                file.inactive.retain(|other| *other != branch);
            }
        }
    }
}

/// No macro that is the tree's choice switches the branch on: that of `#if 0`, and what other compilers alone see.
fn is_never(source: &[u8], file: &File, branch: Span, never: &[String]) -> bool {
    let opener = file.cpp.iter().find(|line| line.span.end == branch.start && line.keyword != "else");
    let is_choice = |name: &String| name != "defined" && !is_compilers(name) && !never.contains(name);
    opener.is_some_and(|line| !macro_names(line.rest.of(source)).any(|name| is_choice(&name)))
}

/// Names that the statements of a file which are `wanted` declare.
fn names(file: &File, wanted: &dyn Fn(&File, &Stmt) -> bool) -> FxHashSet<SmolStr> {
    fn of_unit(file: &File, unit: &Unit, wanted: &dyn Fn(&File, &Stmt) -> bool, found: &mut FxHashSet<SmolStr>) {
        found.extend(unit.spec.iter().filter(|stmt| wanted(file, stmt)).flat_map(declared));
        unit.procedures.iter().for_each(|procedure| of_unit(file, procedure, wanted, found));
    }
    let mut found = FxHashSet::default();
    file.units.iter().for_each(|unit| of_unit(file, unit, wanted, &mut found));
    found
}

fn is_for_device(file: &File, stmt: &Stmt) -> bool {
    let is_place = match &stmt.plain().kind {
        StmtKind::Declare(declare) => declare.attributes.iter().any(|attribute| attribute.kind.is_place()),
        StmtKind::Attributes { attribute, .. } => attribute.kind.is_place(),
        _ => false,
    };
    is_place && !file.is_inactive(stmt.span)
}

fn words(text: &[u8]) -> impl Iterator<Item = SmolStr> {
    text.split(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_')).filter(|word| !word.is_empty()).map(lower)
}

/// Something in the branch has a name that something in force has, or that two things in the branch have.
fn contradicts(file: &File, branch: Span) -> bool {
    let names = |units: &[Unit]| units.iter().map(|unit| (unit.span, vec![unit.name.key.clone()])).collect();
    is_twice(file, branch, names(&file.units)) || file.units.iter().any(|unit| unit_contradicts(file, branch, unit))
}

fn unit_contradicts(file: &File, branch: Span, unit: &Unit) -> bool {
    if branch.end <= unit.span.start || unit.span.end <= branch.start {
        return false;
    }
    let statements = unit.spec.iter().chain(&unit.body).map(|stmt| (stmt.span, declared(stmt)));
    let procedures = unit.procedures.iter().map(|procedure| (procedure.span, vec![procedure.name.key.clone()]));
    is_twice(file, branch, statements.chain(procedures).collect())
        || unit.procedures.iter().any(|procedure| unit_contradicts(file, branch, procedure))
}

fn is_twice(file: &File, branch: Span, named: Vec<(Span, Vec<SmolStr>)>) -> bool {
    let is_inside = |span: Span| branch.start <= span.start && span.end <= branch.end;
    let (inside, outside): (Vec<_>, Vec<_>) = named
        .into_iter()
        .filter(|(span, _)| is_inside(*span) || !file.is_inactive(*span))
        .partition(|(span, _)| is_inside(*span));
    let outside: BTreeSet<SmolStr> = outside.into_iter().flat_map(|(_, names)| names).collect();
    let mut own = BTreeSet::new();
    inside.into_iter().flat_map(|(_, names)| names).any(|name| outside.contains(&name) || !own.insert(name))
}

/// The names that a statement says something of.
fn declared(stmt: &Stmt) -> Vec<SmolStr> {
    match &stmt.plain().kind {
        StmtKind::Declare(declare) => declare.entities.iter().map(|entity| entity.name.key.clone()).collect(),
        StmtKind::Attributes { attribute, entities } if !is_access(&attribute.kind) => {
            entities.iter().map(|entity| entity.name.key.clone()).collect()
        }
        StmtKind::Parameter(pairs) => pairs.iter().map(|(name, _)| name.key.clone()).collect(),
        StmtKind::DerivedType(derived) => vec![derived.name.key.clone()],
        StmtKind::Interface(interface) => interface.bodies.iter().map(|body| body.name.key.clone()).collect(),
        _ => Vec::new(),
    }
}

fn is_access(kind: &AttributeKind) -> bool {
    matches!(kind, AttributeKind::Public | AttributeKind::Private | AttributeKind::Save | AttributeKind::External)
}

#[cfg(test)]
mod tests {
    use crate::{Options, Source, port};

    fn ported(text: &str) -> (String, usize) {
        let options = Options { assume: true, ..Options::default() };
        let ported = port(&[Source { path: "m.F90", bytes: text.as_bytes() }], &options).remove(0);
        let text = hipify_diagnostics::apply(text.as_bytes(), &ported.edits).unwrap();
        let warnings = ported.diagnostics.iter().filter(|one| one.level == hipify_diagnostics::Level::Warning).count();
        (String::from_utf8(text).unwrap(), warnings)
    }

    #[test]
    fn both_branches_are_ported_where_they_declare_different_names() {
        let text = "program p\n  use cudafor\n#ifdef A\n  real, device :: a(4)\n#else\n  real, device :: b(4)\n#endif\n  real :: h(4)\n\
                    #ifdef A\n  h = a\n#else\n  h = b\n#endif\nend program\n";
        let (text, warnings) = ported(text);
        assert!(text.contains("gpufort_copy(h, a,") && text.contains("gpufort_copy(h, b,"), "{text}");
        assert!(text.contains("#if defined(A)\n  call hipCheck(hipMalloc(a, 4))\n#endif\n"), "{text}");
        assert!(text.contains("#if !defined(A)\n  call hipCheck(hipMalloc(b, 4))\n#endif\n"), "{text}");
        assert_eq!(warnings, 0);
    }

    #[test]
    fn a_name_with_two_declarations_is_ported_for_one_set_of_macros() {
        let text =
            "program p\n  use cudafor\n#ifdef A\n  real, device :: a(4)\n#else\n  real(8), device :: a(8)\n#endif\nend program\n";
        let (text, warnings) = ported(text);
        assert_eq!((text.matches("device ::").count(), warnings), (1, 1), "{text}");
    }

    #[test]
    fn what_the_host_does_in_the_other_branch_is_left_alone() {
        let text = "program p\n#ifdef USE_CUDA\n  use cudafor\n  real, device :: a(4)\n#else\n  real :: a(4)\n#endif\n  real :: h(4)\n\
                    #ifdef USE_CUDA\n  h = a\n#else\n  h = a\n#endif\nend program\n";
        let (text, warnings) = ported(text);
        assert!(text.contains("gpufort_copy(h, a,") && text.contains("#else\n  h = a\n"), "{text}");
        assert_eq!(warnings, 0);
    }
}
