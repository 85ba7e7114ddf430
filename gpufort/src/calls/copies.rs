//! The `cudaMemcpy` family and `cudaMemset`, which count elements, to functions that count bytes.

use super::{launch, streams};
use crate::ast::{Arg, Expr, ExprKind, Span};
use crate::context::Context;
use crate::demand::Routine;
use crate::sema::{Memory, SymbolKind, Type, UnitRef};
use hipify_diagnostics::{Code, Level};

/// A function of the family: its successor, how many leading arguments it has, which of them count elements.
struct Copy {
    cuda: &'static str,
    routine: Routine,
    /// Positions of arguments that count elements of the type that is copied.
    counts: &'static [usize],
    /// The number of arguments before the kind.
    fixed: usize,
    asynchronous: bool,
}

const COPIES: &[Copy] = &[
    Copy { cuda: "cudamemcpy", routine: Routine::Memcpy, counts: &[2], fixed: 3, asynchronous: false },
    Copy { cuda: "cudamemcpyasync", routine: Routine::MemcpyAsync, counts: &[2], fixed: 3, asynchronous: true },
    Copy { cuda: "cudamemcpy2d", routine: Routine::Memcpy2d, counts: &[1, 3, 4], fixed: 6, asynchronous: false },
    Copy { cuda: "cudamemcpy2dasync", routine: Routine::Memcpy2dAsync, counts: &[1, 3, 4], fixed: 6, asynchronous: true },
];

/// Whether this pass ports calls of `name` (in lower case).
pub(super) fn is_copy(name: &str) -> bool {
    name == "cudamemset" || COPIES.iter().any(|copy| copy.cuda == name)
}

/// Ports one call.
pub(super) fn call(context: &mut Context<'_, '_>, at: &UnitRef, callee: &Expr, name: &str, args: &[Arg]) {
    let copy = COPIES.iter().find(|copy| copy.cuda == name);
    let fixed = copy.map_or(3, |copy| copy.fixed);
    let positional = args.iter().take(fixed).all(|arg| arg.keyword.is_none());
    let named: Vec<&str> = args.iter().skip(fixed).filter_map(|arg| Some(arg.keyword.as_ref()?.key.as_str())).collect();
    let known = copy.is_some() && matches!(named[..], ["kdir"] | ["kdir", "stream"] | ["stream"]);
    if !positional || !(named.is_empty() || known) || args.len() < fixed {
        let message = format!("this form of `{}` is not ported", context.text(callee.span));
        context.report(Code::FORTRAN_API, Level::Error, callee.span, message).help =
            Some("write the arguments in order: destination, source, count, direction, stream".to_owned());
        return;
    }
    let original = context.text(callee.span).into_owned();
    context.converted(&original);
    match copy {
        Some(copy) => memcpy(context, at, callee, copy, args),
        None => memset(context, at, callee, args),
    }
}

fn memcpy(context: &mut Context<'_, '_>, at: &UnitRef, callee: &Expr, copy: &Copy, args: &[Arg]) {
    context.demands.routine(at, copy.routine);
    context.replace(callee.span, copy.routine.name());
    let Some(size) = element(context, at, args, copy) else {
        let message = format!("the type that `{}` copies is not known", context.text(callee.span));
        context.report(Code::FORTRAN_UNSUPPORTED, Level::Error, callee.span, message).help =
            Some("copy by an assignment of arrays".to_owned());
        return;
    };
    for &position in copy.counts {
        if let Some(count) = args[position].expr() {
            bytes(context, at, count, &size);
        }
    }
    if let Some(height) = args.get(5).filter(|_| copy.fixed == 6).and_then(Arg::expr) {
        bytes(context, at, height, "1");
    }
    tail(context, at, copy, args);
}

/// The kind and the stream, which may be missing.
fn tail(context: &mut Context<'_, '_>, at: &UnitRef, copy: &Copy, args: &[Arg]) {
    let rest: Vec<&Expr> = args[copy.fixed..].iter().filter_map(Arg::expr).collect();
    let keywords: Vec<_> = args[copy.fixed..].iter().filter_map(|arg| Some((arg.keyword.as_ref()?, arg.expr()?))).collect();
    // What is added makes their places right.
    for (keyword, value) in &keywords {
        context.replace(Span { start: keyword.span.start, end: value.span.start }, "");
    }
    let (kind, stream) = match rest.as_slice() {
        [] => (None, None),
        [one] if keywords.first().is_some_and(|(name, _)| name.key == "stream") => (None, Some(*one)),
        [one] if !keywords.is_empty() => (Some(*one), None),
        [one] if is_kind(context, at, one) => (Some(*one), None),
        [one] => (None, Some(*one)),
        [kind, stream, ..] => (Some(*kind), Some(*stream)),
    };
    let last = args[copy.fixed - 1].span.end;
    if kind.is_none() {
        let direction = direction(context, at, args[0].expr(), args[if copy.fixed == 6 { 2 } else { 1 }].expr());
        context.demands.name(at, direction);
        context.hip(direction);
        context.insert(last, format!(", {direction}"));
    }
    if let Some(stream) = stream {
        streams::argument(context, at, stream);
    } else if copy.asynchronous {
        context.demands.name(at, "c_null_ptr");
        context.insert(kind.map_or(last, |kind| kind.span.end), ", c_null_ptr");
    }
}

/// A direction, not a stream: an enumerator, or an integer of the default kind that is no number.
fn is_kind(context: &Context<'_, '_>, at: &UnitRef, value: &Expr) -> bool {
    let scope = context.scope(at);
    if let ExprKind::Name(name) = &value.kind
        && let Some(symbol) = scope.lookup(name)
        && matches!(symbol.kind, SymbolKind::Cuda(_))
    {
        return true;
    }
    launch::is_integer(&scope, value) && !streams::is_number(value) && !streams::is_handle(context, &scope, value)
}

/// The direction that the memory of both sides tells.
fn direction(context: &Context<'_, '_>, at: &UnitRef, to: Option<&Expr>, from: Option<&Expr>) -> &'static str {
    let scope = context.scope(at);
    let device = |expr: Option<&Expr>| match scope.type_of(expr?)?.memory {
        Memory::Device | Memory::Constant => Some(true),
        Memory::Host | Memory::Pinned => Some(false),
        _ => None,
    };
    match (device(to), device(from)) {
        (Some(true), Some(true)) => "hipMemcpyDeviceToDevice",
        (Some(true), Some(false)) => "hipMemcpyHostToDevice",
        (Some(false), Some(true)) => "hipMemcpyDeviceToHost",
        (Some(false), Some(false)) => "hipMemcpyHostToHost",
        _ => "hipMemcpyDefault",
    }
}

/// The bytes of an element as Fortran text.
fn element(context: &Context<'_, '_>, at: &UnitRef, args: &[Arg], copy: &Copy) -> Option<String> {
    let scope = context.scope(at);
    let from = if copy.fixed == 6 { 2 } else { 1 };
    for expr in [args.first()?.expr(), args.get(from)?.expr()].into_iter().flatten() {
        let Some(typed) = scope.type_of(expr) else { continue };
        if matches!(typed.ty, Type::Pointer { .. } | Type::Unknown) {
            continue;
        }
        return Some(match context.index().size_of(&typed.ty, &scope) {
            Some(size) if !matches!(typed.ty, Type::Derived { .. }) => size.to_string(),
            _ => format!("(storage_size({})/8)", context.text(expr.span)),
        });
    }
    // Addresses of C: the count is of bytes already.
    let address = scope.type_of(args.first()?.expr()?)?;
    matches!(address.ty, Type::Pointer { .. }).then(|| "1".to_owned())
}

/// `count` elements of `size` bytes, as `integer(c_size_t)`.
fn bytes(context: &mut Context<'_, '_>, at: &UnitRef, count: &Expr, size: &str) {
    let simple =
        matches!(count.kind, ExprKind::Integer { .. } | ExprKind::Name(_) | ExprKind::Apply { .. } | ExprKind::Parens(_));
    let (open, close) = if simple { ("", "") } else { ("(", ")") };
    let factor = if size.starts_with('(') { format!("int({size}, c_size_t)") } else { format!("{size}_c_size_t") };
    context.insert(count.span.start, format!("{factor}*{open}"));
    context.insert(count.span.end, close);
    context.demands.name(at, "c_size_t");
}

/// `cudaMemset(a, value, count)` sets elements.
fn memset(context: &mut Context<'_, '_>, at: &UnitRef, callee: &Expr, args: &[Arg]) {
    context.demands.routine(at, Routine::Memset);
    context.replace(callee.span, Routine::Memset.name());
    if let Some(count) = args[2].expr() {
        bytes(context, at, count, "1");
    }
}
