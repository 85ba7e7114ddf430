//! `call k<<<grid, block, bytes, stream>>>(a)` to `call k(grid, block, bytes, stream, a)`, a call of the kernel's launcher.

use super::streams;
use crate::ast::{Call, ChevronArg, Expr, ExprKind, Span, StmtKind};
use crate::context::Context;
use crate::sema::{Scope, Type, UnitRef};
use crate::walk::walk;
use hipify_diagnostics::{Code, Level};

pub(crate) fn run(context: &mut Context<'_, '_>) {
    for (at, unit) in context.host_units() {
        let mut calls = Vec::new();
        walk(&unit.body, &mut |stmt| {
            if let StmtKind::Call(call) = &stmt.kind {
                calls.push(call);
            }
        });
        for call in calls.into_iter().filter(|call| call.chevron.is_some()) {
            launch(context, &at, call);
        }
    }
}

fn launch(context: &mut Context<'_, '_>, at: &UnitRef, call: &Call) {
    let Some(chevron) = call.chevron.as_ref().filter(|chevron| !context.is_off(chevron.span)) else { return };
    let values: Vec<(&ChevronArg, &Expr)> = chevron.args.iter().filter_map(|arg| Some((arg, arg.values.first()?))).collect();
    if values.len() < 2 || chevron.args.len() > 4 {
        context
            .report(Code::FORTRAN_UNSUPPORTED, Level::Error, chevron.span, "a launch has a grid, a block, bytes and a stream")
            .help = Some("write `<<<grid, block>>>`, with bytes of shared memory and a stream where needed".to_owned());
        return;
    }
    context.out.launches += 1;
    context.demands.name(at, "dim3");
    let first = values[0].0.span.start;
    context.replace(Span { start: call.callee.span.end, end: first }, "(");
    dimension(context, at, values[0].1);
    dimension(context, at, values[1].1);
    let (bytes, stream) = (place(&values, 2, "bytes"), place(&values, 3, "stream"));
    if let Some((_, bytes)) = bytes {
        whole_number(context, at, bytes);
    }
    if let Some((arg, stream)) = stream {
        let keyword = Span { start: arg.span.start, end: stream.span.start };
        context.replace(keyword, if bytes.is_none() { "0, " } else { "" });
        streams::argument(context, at, stream);
    }
    finish(context, at, call, bytes.is_some() || stream.is_some(), stream.is_some());
}

/// What follows the last launch parameter, up to the first argument.
fn finish(context: &mut Context<'_, '_>, at: &UnitRef, call: &Call, bytes: bool, stream: bool) {
    let Some(chevron) = &call.chevron else { return };
    let Some(last) = chevron.args.last().map(|arg| arg.span.end) else { return };
    let mut text = String::new();
    if !bytes {
        text.push_str(", 0");
    }
    if !stream {
        context.demands.name(at, "c_null_ptr");
        text.push_str(", c_null_ptr");
    }
    match call.args_span {
        Some(args) => {
            if !call.args.is_empty() {
                text.push_str(", ");
            }
            let first = call.args.first().map_or(args.end - 1, |arg| arg.span.start);
            context.replace(Span { start: last, end: first }, text);
        }
        None => context.replace(Span { start: last, end: chevron.span.end }, format!("{text})")),
    }
}

/// The argument at `position`, or that of the keyword.
fn place<'e>(values: &[(&'e ChevronArg, &'e Expr)], position: usize, keyword: &str) -> Option<(&'e ChevronArg, &'e Expr)> {
    let named = values.iter().find(|(arg, _)| arg.keyword.as_ref().is_some_and(|name| name.key == keyword));
    named.or_else(|| values.get(position).filter(|(arg, _)| arg.keyword.is_none())).copied()
}

/// A grid or a block: `*` and integers become a `dim3`.
fn dimension(context: &mut Context<'_, '_>, at: &UnitRef, value: &Expr) {
    if matches!(value.kind, ExprKind::Star) {
        // A grid of no blocks asks the launcher for as many as fit.
        context.replace(value.span, "dim3(0, 0, 0)");
        return;
    }
    let derived = context.scope(at).type_of(value).is_some_and(|typed| matches!(typed.ty, Type::Derived { .. }));
    if !derived {
        context.insert(value.span.start, "dim3(");
        context.insert(value.span.end, ", 1, 1)");
    }
}

fn whole_number(context: &mut Context<'_, '_>, at: &UnitRef, bytes: &Expr) {
    let default = context.index().default_kinds().integer;
    let wide = context.scope(at).type_of(bytes).is_some_and(|typed| matches!(typed.ty, Type::Integer(kind) if kind != default));
    if wide {
        context.insert(bytes.span.start, "int(");
        context.insert(bytes.span.end, ")");
    }
}

/// Whether `expr` is of an integer type in `scope`.
pub(super) fn is_integer(scope: &Scope<'_, '_>, expr: &Expr) -> bool {
    scope.type_of(expr).is_some_and(|typed| matches!(typed.ty, Type::Integer(_)))
}
