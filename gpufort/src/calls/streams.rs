//! Integers that hold streams and handles to `type(c_ptr)`: declarations, values, comparisons, arguments.

use crate::ast::{BinaryOp, Declare, Expr, ExprKind, Init, Span, Stmt, StmtKind, TypeKind, TypeSpec, Unit};
use crate::context::Context;
use crate::sema::{Scope, Type, UnitRef};
use crate::walk::{expressions, walk};

pub(crate) fn run(context: &mut Context<'_, '_>) {
    for (at, unit) in context.host_units() {
        declarations(context, &at, unit);
        walk(&unit.body, &mut |stmt| statement(context, &at, stmt));
    }
}

/// Whether `expr` is a stream or another handle that becomes a `type(c_ptr)`.
pub(super) fn is_handle(context: &Context<'_, '_>, scope: &Scope<'_, '_>, expr: &Expr) -> bool {
    scope.type_of(expr).is_some_and(|typed| typed.ty == Type::Stream) || context.tree.handles.contains(scope, expr)
}

/// A value in the place of a stream: a number is the null stream.
pub(super) fn argument(context: &mut Context<'_, '_>, at: &UnitRef, value: &Expr) {
    if is_number(value) {
        context.replace(value.span, "c_null_ptr");
        context.demands.name(at, "c_null_ptr");
    }
}

/// An integer that is written out: `0`, `0_8`, `int(0, cuda_stream_kind)`.
pub(super) fn is_number(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Integer { .. } => true,
        ExprKind::Parens(inner) => is_number(inner),
        ExprKind::Apply { base, args } => {
            matches!(&base.kind, ExprKind::Name(name) if name == "int")
                && args.first().and_then(|arg| arg.expr()).is_some_and(is_number)
        }
        _ => false,
    }
}

fn declarations(context: &mut Context<'_, '_>, at: &UnitRef, unit: &Unit) {
    if let Some(result) = &unit.prefix.result {
        retype(context, at, result);
    }
    walk(&unit.spec, &mut |stmt| match &stmt.plain().kind {
        StmtKind::Declare(declare) => declaration(context, at, declare),
        StmtKind::DerivedType(derived) => derived.components.iter().for_each(|declare| declaration(context, at, declare)),
        _ => {}
    });
    walk(&unit.body, &mut |stmt| {
        if let StmtKind::Declare(declare) = &stmt.kind {
            declaration(context, at, declare);
        }
    });
}

fn declaration(context: &mut Context<'_, '_>, at: &UnitRef, declare: &Declare) {
    let file = context.number;
    let all = is_stream(context, at, &declare.spec);
    let held = |start: u32| context.tree.handles.is_declared(file, start);
    let some: Vec<_> = declare.entities.iter().filter(|entity| held(entity.name.span.start)).collect();
    if !all && some.is_empty() {
        return;
    }
    if all || some.len() == declare.entities.len() {
        context.replace(declare.spec.span, "type(c_ptr)");
        for entity in &declare.entities {
            if let Some(Init::Value(value)) = &entity.init {
                argument(context, at, value);
            }
        }
        context.demands.name(at, "c_ptr");
        return;
    }
    split(context, at, declare);
}

/// A declaration of handles and other integers becomes two.
fn split(context: &mut Context<'_, '_>, at: &UnitRef, declare: &Declare) {
    let file = context.number;
    let (held, rest): (Vec<_>, Vec<_>) =
        declare.entities.iter().partition(|entity| context.tree.handles.is_declared(file, entity.name.span.start));
    let (Some(first), Some(last)) = (declare.entities.first(), declare.entities.last()) else { return };
    let list = |entities: &[&crate::ast::Entity]| {
        entities.iter().map(|entity| context.text(entity.span).into_owned()).collect::<Vec<_>>().join(", ")
    };
    let attributes = context.text(Span { start: declare.spec.span.end, end: first.span.start });
    let attributes = attributes.trim_end();
    let colons = if attributes.ends_with("::") { "" } else { " ::" };
    let indent = context.indent(declare.spec.span.start);
    let text = format!("{}\n{indent}type(c_ptr){attributes}{colons} {}", list(&rest), list(&held));
    context.replace(first.span.to(last.span), text);
    context.demands.name(at, "c_ptr");
}

fn retype(context: &mut Context<'_, '_>, at: &UnitRef, spec: &TypeSpec) {
    if is_stream(context, at, spec) {
        context.replace(spec.span, "type(c_ptr)");
        context.demands.name(at, "c_ptr");
    }
}

fn is_stream(context: &Context<'_, '_>, at: &UnitRef, spec: &TypeSpec) -> bool {
    matches!(spec.kind, TypeKind::Integer(Some(_))) && context.scope(at).kind_of(spec) == Type::Stream
}

fn statement(context: &mut Context<'_, '_>, at: &UnitRef, stmt: &Stmt) {
    let scope = context.scope(at);
    match &stmt.kind {
        StmtKind::Assign { target, value, .. } if is_handle(context, &scope, target) => argument(context, at, value),
        StmtKind::Call(call) => passed(context, at, &call.callee, &call.args),
        _ => {}
    }
    expressions(stmt, &mut |expr| match &expr.kind {
        ExprKind::Binary { op: op @ (BinaryOp::Eq | BinaryOp::Ne), left, right } => {
            compare(context, at, expr, *op, left, right);
        }
        ExprKind::Apply { base, args } if !scope.is_array_element_or_section(expr) => passed(context, at, base, args),
        _ => {}
    });
}

/// Numbers that are passed to dummies which hold handles.
fn passed(context: &mut Context<'_, '_>, at: &UnitRef, callee: &Expr, args: &[crate::ast::Arg]) {
    let scope = context.scope(at);
    if !args.iter().any(|arg| arg.expr().is_some_and(is_number)) {
        return;
    }
    let Some(called) = scope.resolve_call(callee, args) else { return };
    let bound = usize::from(matches!(callee.kind, ExprKind::Member { .. }));
    let unit = context.index().unit(&called);
    for (position, arg) in args.iter().enumerate() {
        let Some(value) = arg.expr().filter(|value| is_number(value)) else { continue };
        let place = match &arg.keyword {
            Some(keyword) => unit.dummies.iter().position(|dummy| dummy.key == keyword.key),
            None => Some(position + bound),
        };
        let Some(dummy) = place.and_then(|place| scope.dummy(&called, place)) else { continue };
        if dummy.ty == Type::Stream || context.tree.handles.is_declared(called.file, dummy.declared.span.start) {
            argument(context, at, value);
        }
    }
}

/// `s == 0` asks whether the stream is none.
fn compare(context: &mut Context<'_, '_>, at: &UnitRef, expr: &Expr, op: BinaryOp, left: &Expr, right: &Expr) {
    let scope = context.scope(at);
    let (left_is, right_is) = (is_handle(context, &scope, left), is_handle(context, &scope, right));
    let text = match (left_is, right_is) {
        (true, _) if is_number(right) => format!("c_associated({})", context.text(left.span)),
        (_, true) if is_number(left) => format!("c_associated({})", context.text(right.span)),
        (true, true) => {
            let same = format!("c_associated({}, {})", context.text(left.span), context.text(right.span));
            // Two null streams are the same one, which `c_associated` denies.
            let text = if op == BinaryOp::Eq { same } else { format!(".not. {same}") };
            context.demands.name(at, "c_associated");
            context.replace(expr.span, text);
            return;
        }
        _ => return,
    };
    let text = if op == BinaryOp::Eq { format!(".not. {text}") } else { text };
    context.demands.name(at, "c_associated");
    context.replace(expr.span, text);
}
