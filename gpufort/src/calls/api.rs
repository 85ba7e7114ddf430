//! Names and calls of CUDA's API on the host to HIP's, their arguments fitted to hipfort's dummies.

use super::names::{self, Become};
use super::{argument, blas, copies, handles, streams};
use crate::ast::{Arg, Declare, Expr, ExprKind, Name, Span, Stmt, StmtKind, TypeKind, TypeSpec, Unit};
use crate::context::Context;
use crate::hipfort::{knows, signature};
use crate::sema::{SymbolKind, Type, UnitRef};
use crate::walk::{expressions, walk};
use hipify_diagnostics::{Code, Level};
use std::collections::BTreeSet;

/// Whether a file's bytes name what the module `gpufort` has.
pub(crate) fn needs_gpufort(bytes: &[u8]) -> bool {
    let is_one = |at: usize| {
        let rest = &bytes[at..];
        let begins = |name: &str| rest.get(..name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes()));
        begins("cu") && names::of_gpufort().any(begins)
    };
    memchr::memchr2_iter(b'c', b'C', bytes).any(is_one)
}

pub(crate) fn run(context: &mut Context<'_, '_>) {
    for (at, unit) in context.units() {
        if !unit.is_host() {
            // Of what the device has the host sees the dummies.
            types(context, &at, unit, &|name| names::GENERATORS.contains(&name));
            continue;
        }
        if let Some(result) = &unit.prefix.result {
            type_spec(context, &at, result);
        }
        types(context, &at, unit, &|_| true);
        let (mut calls, mut names) = (Vec::new(), Vec::new());
        for stmts in [&unit.spec, &unit.body] {
            walk(stmts, &mut |stmt| {
                if let StmtKind::Call(call) = &stmt.kind {
                    calls.push((&call.callee, call.args.as_slice()));
                }
                expressions(stmt, &mut |expr| match &expr.kind {
                    // The whole type goes: see `streams`.
                    ExprKind::Name(key) if key == "cuda_stream_kind" && is_declaration(stmt) => {}
                    ExprKind::Name(_) => names.push(expr),
                    ExprKind::Apply { base, args } => calls.push((base, args.as_slice())),
                    _ => {}
                });
            });
        }
        // What BLAS without a handle makes of a callee counts before what its name alone becomes.
        let mut is_blas = |(callee, args): &(&Expr, &[Arg])| is_called(context, callee) && blas::call(context, &at, callee, args);
        let (done, calls): (Vec<_>, Vec<_>) = calls.into_iter().partition(&mut is_blas);
        let done: BTreeSet<Span> = done.into_iter().map(|(callee, _)| callee.span).collect();
        for expr in names.into_iter().filter(|expr| !done.contains(&expr.span)) {
            name(context, &at, expr);
        }
        for (callee, args) in calls {
            call(context, &at, callee, args);
        }
    }
}

fn is_declaration(stmt: &Stmt) -> bool {
    matches!(stmt.plain().kind, StmtKind::Declare(_) | StmtKind::DerivedType(_))
}

/// Types of CUDA's modules in declarations.
fn types(context: &mut Context<'_, '_>, at: &UnitRef, unit: &Unit, wanted: &dyn Fn(&str) -> bool) {
    let mut declared = |declare: &Declare| match &declare.spec.kind {
        TypeKind::Type(name) | TypeKind::Class(Some(name)) if !wanted(&name.key) => {}
        _ => type_spec(context, at, &declare.spec),
    };
    for stmts in [&unit.spec, &unit.body] {
        walk(stmts, &mut |stmt| match &stmt.plain().kind {
            StmtKind::Declare(declare) => declared(declare),
            StmtKind::DerivedType(derived) => derived.components.iter().for_each(&mut declared),
            _ => {}
        });
    }
}

fn type_spec(context: &mut Context<'_, '_>, at: &UnitRef, spec: &TypeSpec) {
    let (TypeKind::Type(name) | TypeKind::Class(Some(name))) = &spec.kind else { return };
    let provided = context.scope(at).lookup(&name.key).is_some_and(|symbol| matches!(symbol.kind, SymbolKind::Cuda(_)));
    if provided {
        put(context, at, name);
    }
}

/// A name in an expression.
fn name(context: &mut Context<'_, '_>, at: &UnitRef, expr: &Expr) {
    let ExprKind::Name(key) = &expr.kind else { return };
    let Some(symbol) = context.scope(at).lookup(key) else { return };
    if matches!(symbol.kind, SymbolKind::Cuda(_)) && !copies::is_copy(key) {
        put(context, at, &Name { key: symbol.name, span: expr.span });
    }
}

/// Replaces a name of CUDA's by its successor.
fn put(context: &mut Context<'_, '_>, at: &UnitRef, name: &Name) {
    if context.is_off(name.span) {
        return;
    }
    let original = context.text(name.span).into_owned();
    match names::becomes(&context.tree.options.choice, &name.key) {
        Some(Become::Hip(hip)) if !knows(hip) && !context.tree.options.hipfort_installed => {
            unconverted(context, name, &original, format!("`{original}` is `{hip}`, which hipfort does not have"));
            return;
        }
        Some(Become::Hip(hip)) => {
            context.hip(hip);
            if !hip.eq_ignore_ascii_case(&original) {
                context.replace(name.span, hip);
            }
        }
        Some(Become::Gpufort(own)) => {
            context.hip("gpufort");
            context.replace(name.span, own);
        }
        Some(Become::C(own)) => {
            context.demands.name(at, own);
            context.replace(name.span, own);
        }
        None => {
            unconverted(context, name, &original, format!("`{original}` has no counterpart in HIP"));
            return;
        }
    }
    context.converted(&original);
}

fn unconverted(context: &mut Context<'_, '_>, name: &Name, original: &str, message: String) {
    *context.out.unconverted.entry(original.to_owned()).or_default() += 1;
    context.report(Code::FORTRAN_API, Level::Error, name.span, message).help =
        Some("replace it by hand, or keep it out of the ported program".to_owned());
}

/// The preprocessor leaves the call in.
fn is_called(context: &Context<'_, '_>, callee: &Expr) -> bool {
    !context.is_off(callee.span)
}

/// Fits a call's arguments.
fn call(context: &mut Context<'_, '_>, at: &UnitRef, callee: &Expr, args: &[Arg]) {
    let ExprKind::Name(key) = &callee.kind else { return };
    if !is_called(context, callee) {
        return;
    }
    let Some(symbol) = context.scope(at).lookup(key) else { return };
    if !matches!(symbol.kind, SymbolKind::Cuda(_)) {
        return;
    }
    if copies::is_copy(&symbol.name) {
        copies::call(context, at, callee, &symbol.name, args);
        return;
    }
    let Some(Become::Hip(hip)) = names::becomes(&context.tree.options.choice, &symbol.name) else {
        for value in args.iter().enumerate().filter(|(position, _)| handles::is_stream_place(&symbol.name, *position)) {
            value.1.expr().into_iter().for_each(|value| streams::argument(context, at, value));
        }
        return;
    };
    let hip = by_element(context, at, callee, hip, args);
    // What has none was reported where its name stands.
    if let Some(signature) = signature(&hip) {
        argument::fit(context, at, callee, args, &signature, 0);
    }
}

/// cuRAND's generators of real numbers have one name for both kinds in CUDA Fortran.
fn by_element(context: &mut Context<'_, '_>, at: &UnitRef, callee: &Expr, hip: &'static str, args: &[Arg]) -> String {
    const BY_KIND: &[&str] = &["hiprandGenerateUniform", "hiprandGenerateNormal", "hiprandGenerateLogNormal"];
    let data = args.get(1).and_then(Arg::expr).and_then(|data| context.scope(at).type_of(data));
    if !BY_KIND.contains(&hip) || data.is_none_or(|typed| typed.ty != Type::Real(8)) {
        return hip.to_owned();
    }
    let double = format!("{hip}Double");
    context.hip(&double);
    context.edits.retain(|edit| edit.span != callee.span.range());
    context.replace(callee.span, double.clone());
    double
}
