//! The Fortran statement that calls a loop's launcher.

use crate::ast::{ChevronArg, CufKernel, Expr, ExprKind};
use crate::launcher::Launcher;
use crate::sema::{Scope, Type};

/// `call m_s_cuf1_launch(dim3(0, 0, 0), dim3(128, 1, 1), 0_c_int, c_null_ptr, n, x_d)`; 0 in a `dim3` is `*`.
pub(super) fn call(scope: &Scope<'_, '_>, source: &[u8], directive: &CufKernel, launcher: &Launcher) -> String {
    let mut positional = Vec::new();
    let mut stream = None;
    for arg in directive.chevron.iter().flat_map(|chevron| &chevron.args) {
        match &arg.keyword {
            Some(keyword) if keyword.key == "stream" => stream = Some(arg),
            _ => positional.push(arg),
        }
    }
    let text = |expr: &Expr| one_line(source, expr);
    let grid = shape(scope, positional.first().copied(), &text);
    let block = shape(scope, positional.get(1).copied(), &text);
    let bytes = match positional.get(2).and_then(|arg| arg.values.first()) {
        Some(bytes) if !matches!(bytes.kind, ExprKind::Star) => format!("int({}, c_int)", text(bytes)),
        _ => "0_c_int".to_owned(),
    };
    let stream = match stream.or(positional.get(3).copied()).and_then(|arg| arg.values.first()) {
        Some(stream) if !matches!(stream.kind, ExprKind::Star | ExprKind::Integer { .. }) => text(stream),
        _ => "c_null_ptr".to_owned(),
    };
    let mut list = vec![grid, block, bytes, stream];
    list.extend(launcher.actuals());
    format!("call {}({})", launcher.symbol, list.join(", "))
}

/// A launch shape as a `dim3`, the innermost loop's number first.
fn shape(scope: &Scope<'_, '_>, arg: Option<&ChevronArg>, text: &dyn Fn(&Expr) -> String) -> String {
    let Some(arg) = arg else { return "dim3(0, 0, 0)".to_owned() };
    let number = |expr: &Expr| if matches!(expr.kind, ExprKind::Star) { "0".to_owned() } else { text(expr) };
    match arg.values.as_slice() {
        [only] if matches!(only.kind, ExprKind::Star) => "dim3(0, 0, 0)".to_owned(),
        [only] if !arg.list && is_dim3(scope, only) => text(only),
        values => {
            let mut numbers: Vec<_> = values.iter().take(3).map(number).collect();
            // What a list leaves out is one, also beside `*`.
            numbers.resize(3, "1".to_owned());
            format!("dim3({})", numbers.join(", "))
        }
    }
}

fn is_dim3(scope: &Scope<'_, '_>, expr: &Expr) -> bool {
    matches!(scope.type_of(expr).map(|typed| typed.ty), Some(Type::Derived { .. }))
}

/// The source's text, continuation lines joined.
fn one_line(source: &[u8], expr: &Expr) -> String {
    let text = String::from_utf8_lossy(expr.span.of(source)).into_owned();
    text.lines().map(|line| line.trim().trim_matches('&').trim()).collect::<Vec<_>>().join(" ")
}
