//! Integer variables that hold streams, plans and handles, found by where they flow: from calls of CUDA's libraries through
//! assignments and arguments to a fixed point.

use crate::ast::{Arg, Expr, ExprKind, Stmt, StmtKind};
use crate::sema::{Index, Scope, SymbolKind, Type, UnitRef, Variable};
use crate::walk::{expressions, walk};
use rustc_hash::FxHashSet;

/// Declarations of integers that become `type(c_ptr)`: file, and first byte of the declared name.
#[derive(Default)]
pub(crate) struct Handles(FxHashSet<(usize, u32)>);

/// Positions of streams in CUDA's functions, from 0, by the name in lower case.
const STREAMS: &[(&str, usize)] = &[
    ("cudastreamcreate", 0),
    ("cudastreamcreatewithflags", 0),
    ("cudastreamcreatewithpriority", 0),
    ("cudastreamdestroy", 0),
    ("cudastreamsynchronize", 0),
    ("cudastreamquery", 0),
    ("cudastreamwaitevent", 0),
    ("cudaeventrecord", 1),
    ("cudamemprefetchasync", 3),
    ("cudamemcpy3dasync", 1),
    ("cudaforsetdefaultstream", 0),
    ("cublassetstream", 1),
    ("cublassetstream_v2", 1),
    ("cufftsetstream", 1),
    ("curandsetstream", 1),
    ("cusparsesetstream", 1),
    ("cusolverdnsetstream", 1),
];

/// Whether argument `position` of CUDA's function `name` is a stream.
pub(super) fn is_stream_place(name: &str, position: usize) -> bool {
    STREAMS.contains(&(name, position))
}

/// What a file says, in lower case, that calls one of these or a function of cuFFT.
const SIGNS: &[&[u8]] = &[b"stream", b"cufft", b"eventrecord", b"prefetch", b"memcpy3d"];

/// Whether a file may be where a handle comes from.
pub(crate) fn may_make_handles(bytes: &[u8]) -> bool {
    let lower = bytes.to_ascii_lowercase();
    SIGNS.iter().any(|sign| memchr::memmem::find(&lower, sign).is_some())
}

/// Whether argument `position` of CUDA's function `name` is a stream, or a plan of cuFFT.
fn is_handle_place(name: &str, position: usize) -> bool {
    is_stream_place(name, position) || (name.starts_with("cufft") && position == 0 && name != "cufftgetversion")
}

impl Handles {
    /// Whether the name declared at byte `start` of file number `file` is one.
    pub(crate) fn is_declared(&self, file: usize, start: u32) -> bool {
        self.0.contains(&(file, start))
    }

    /// Whether `expr` is such a variable, or an element of one.
    pub(crate) fn contains(&self, scope: &Scope<'_, '_>, expr: &Expr) -> bool {
        !self.0.is_empty() && declaration(scope, expr).is_some_and(|(at, _)| self.0.contains(&at))
    }
}

/// Finds them in all files.
pub(crate) fn find(index: &Index<'_>) -> Handles {
    let mut handles = Handles::default();
    let mut links = Vec::new();
    for file in 0..index.files().len() {
        for at in index.units(file) {
            if index.unit(&at).is_device() {
                continue;
            }
            let scope = index.scope(&at);
            let tree = index.files()[file];
            walk(&index.unit(&at).body, &mut |stmt| {
                if !tree.is_inactive(stmt.span) {
                    look(&scope, stmt, &mut handles, &mut links);
                }
            });
        }
    }
    loop {
        let known = handles.0.len();
        for &(one, other) in &links {
            if handles.0.contains(&one) || handles.0.contains(&other) {
                handles.0.extend([one, other]);
            }
        }
        if handles.0.len() == known || handles.0.is_empty() {
            return handles;
        }
    }
}

type DeclaredAt = (usize, u32);

fn look(scope: &Scope<'_, '_>, stmt: &Stmt, handles: &mut Handles, links: &mut Vec<(DeclaredAt, DeclaredAt)>) {
    if let StmtKind::Call(call) = &stmt.kind {
        arguments(scope, &call.callee, &call.args, handles, links);
    }
    if let StmtKind::Assign { target, value, .. } = &stmt.kind
        && let (Some((to, left)), Some((from, right))) = (declaration(scope, target), declaration(scope, value))
        && is_integer(&left)
        && is_integer(&right)
    {
        links.push((to, from));
    }
    expressions(stmt, &mut |expr| {
        if let ExprKind::Apply { base, args } = &expr.kind
            && matches!(base.kind, ExprKind::Name(_) | ExprKind::Member { .. })
            && !scope.is_array_element_or_section(expr)
        {
            arguments(scope, base, args, handles, links);
        }
    });
}

fn arguments(
    scope: &Scope<'_, '_>,
    callee: &Expr,
    args: &[Arg],
    handles: &mut Handles,
    links: &mut Vec<(DeclaredAt, DeclaredAt)>,
) {
    let library = match &callee.kind {
        ExprKind::Name(name) => scope.lookup(name).filter(|symbol| matches!(symbol.kind, SymbolKind::Cuda(_))),
        _ => None,
    };
    if let Some(library) = library {
        for (_, arg) in args.iter().enumerate().filter(|(position, _)| is_handle_place(&library.name, *position)) {
            if let Some((place, variable)) = arg.expr().and_then(|expr| declaration(scope, expr))
                && is_integer(&variable)
            {
                handles.0.insert(place);
            }
        }
        return;
    }
    let Some(called) = scope.resolve_call(callee, args) else { return };
    flow(scope, &called, callee, args, links);
}

/// What is passed and what receives it are of one kind.
fn flow(scope: &Scope<'_, '_>, called: &UnitRef, callee: &Expr, args: &[Arg], links: &mut Vec<(DeclaredAt, DeclaredAt)>) {
    let bound = usize::from(matches!(callee.kind, ExprKind::Member { .. }));
    let unit = scope.index().unit(called);
    for (position, arg) in args.iter().enumerate() {
        let place = match &arg.keyword {
            Some(keyword) => unit.dummies.iter().position(|dummy| dummy.key == keyword.key),
            None => Some(position + bound),
        };
        let Some(dummy) = place.and_then(|place| scope.dummy(called, place)).filter(is_integer) else { continue };
        let Some((from, actual)) = arg.expr().and_then(|expr| declaration(scope, expr)) else { continue };
        if is_integer(&actual) {
            links.push(((called.file, dummy.declared.span.start), from));
        }
    }
}

fn is_integer(variable: &Variable<'_>) -> bool {
    matches!(variable.ty, Type::Integer(_)) && !variable.parameter
}

/// Where the variable or component that a designator ends in is declared.
fn declaration<'a>(scope: &Scope<'_, 'a>, expr: &Expr) -> Option<(DeclaredAt, Variable<'a>)> {
    match &expr.kind {
        ExprKind::Name(name) => {
            let symbol = scope.lookup(name)?;
            let SymbolKind::Variable(variable) = symbol.kind else { return None };
            Some(((symbol.owner?.file, variable.declared.span.start), variable))
        }
        ExprKind::Apply { base, .. } if scope.is_array_element_or_section(expr) => declaration(scope, base),
        ExprKind::Member { base, name } => {
            let ty = scope.type_of(base)?.ty;
            let (_, owner) = scope.derived_type(&ty)?;
            let component = scope.component(&ty, &name.key)?;
            Some(((owner.file, component.declared.span.start), component))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_that_takes_a_handle_has_a_sign() {
        for (name, _) in STREAMS {
            assert!(may_make_handles(name.to_uppercase().as_bytes()), "{name}");
        }
        assert!(may_make_handles(b"ierr = cufftPlan1d(plan)") && !may_make_handles(b"a = b"));
    }
}
