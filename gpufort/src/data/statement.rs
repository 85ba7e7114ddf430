//! The executable statements of a unit, one by one, to their edits.

use super::read::bare;
use super::{Pass, Position, on_device};
use crate::ast::{Arm, Call, Do, DoControl, Expr, ExprKind, Select, Stmt, StmtKind};
use crate::sema::SymbolKind;
use hipify_diagnostics::Code;

pub(super) fn statements(pass: &mut Pass<'_, '_>, stmts: &[Stmt], place: Position) {
    stmts.iter().for_each(|stmt| statement(pass, stmt, place));
}

fn statement(pass: &mut Pass<'_, '_>, stmt: &Stmt, place: Position) {
    match &stmt.kind {
        StmtKind::Assign { target, value, .. } if place == Position::Masked => masked(pass, target, value),
        StmtKind::Assign { target, equals, value } => pass.assignment(stmt, (target, *equals, value)),
        StmtKind::Point { target, value } => {
            pass.subscripts(target);
            pass.pass(value);
        }
        StmtKind::Call(call) => call_statement(pass, stmt, call, place),
        StmtKind::Allocate(allocate) => pass.allocate(stmt, allocate, place),
        StmtKind::Deallocate { objects, options } => pass.deallocate(stmt, objects, options, place),
        StmtKind::Io { keyword, control, items } => io(pass, keyword, control, items),
        StmtKind::Return => super::lifetime::before_return(pass, stmt, place),
        _ => construct(pass, stmt, place),
    }
}

fn construct(pass: &mut Pass<'_, '_>, stmt: &Stmt, place: Position) {
    match &stmt.kind {
        StmtKind::If(one) => arms(pass, &one.arms, place),
        StmtKind::IfOne { condition, then } => {
            pass.read(condition);
            statement(pass, then, Position::OneIf);
        }
        StmtKind::Cuf { statement: inner, .. } => statement(pass, inner, place),
        StmtKind::Do(one) => loop_statement(pass, one, place),
        StmtKind::Select(one) => select(pass, one, place),
        StmtKind::Where { arms: all } => arms(pass, all, Position::Masked),
        StmtKind::Associate { pairs, body, .. } => {
            pairs.iter().for_each(|(_, value)| pass.pass(value));
            statements(pass, body, place);
        }
        StmtKind::Block { spec, body, .. } => {
            pass.check_block(spec);
            statements(pass, body, place);
        }
        StmtKind::Forall { indices, mask, body } => {
            indices.iter().flat_map(|(_, from, to, step)| [from, to].into_iter().chain(step)).for_each(|bound| pass.read(bound));
            mask.iter().for_each(|mask| pass.read(mask));
            statements(pass, body, Position::Masked);
        }
        StmtKind::Other { body } => statements(pass, body, place),
        StmtKind::ArithmeticIf { value, .. } | StmtKind::ComputedGoto { value, .. } => pass.read(value),
        StmtKind::Stop { code: Some(code), .. } => pass.read(code),
        _ => {}
    }
}

fn arms(pass: &mut Pass<'_, '_>, arms: &[Arm], place: Position) {
    for arm in arms {
        arm.condition.iter().for_each(|condition| pass.read(condition));
        statements(pass, &arm.body, place);
    }
}

fn loop_statement(pass: &mut Pass<'_, '_>, one: &Do, place: Position) {
    match &one.control {
        DoControl::Forever => {}
        DoControl::While(condition) => pass.read(condition),
        DoControl::Count { from, to, step, .. } => [from, to].into_iter().chain(step).for_each(|bound| pass.read(bound)),
        DoControl::Concurrent { indices, mask } => {
            indices.iter().flat_map(|(_, from, to, step)| [from, to].into_iter().chain(step)).for_each(|bound| pass.read(bound));
            mask.iter().for_each(|mask| pass.read(mask));
        }
    }
    statements(pass, &one.body, place);
}

fn select(pass: &mut Pass<'_, '_>, one: &Select, place: Position) {
    pass.read(&one.subject);
    one.cases.iter().for_each(|case| statements(pass, &case.body, place));
}

/// An assignment under a mask cannot become a call.
fn masked(pass: &mut Pass<'_, '_>, target: &Expr, value: &Expr) {
    if pass.is_device(target) {
        let message = format!("`{}` is device data that is assigned to under a mask", pass.text(target.span));
        let help = "do it in a kernel, or on a copy in host memory";
        return pass.refuse(Code::FORTRAN_DEVICE_DATA, target.span, message, help);
    }
    pass.subscripts(target);
    pass.read(value);
}

fn call_statement(pass: &mut Pass<'_, '_>, stmt: &Stmt, call: &Call, place: Position) {
    for value in call.chevron.iter().flat_map(|chevron| &chevron.args).flat_map(|arg| &arg.values) {
        pass.read(value);
    }
    let intrinsic = match &call.callee.kind {
        ExprKind::Name(name) => {
            pass.scope.lookup(name).is_none_or(|symbol| matches!(symbol.kind, SymbolKind::Intrinsic)).then_some(name.as_str())
        }
        _ => None,
    };
    if intrinsic == Some("move_alloc") && pass.move_alloc(stmt, call, place) {
        return;
    }
    pass.subscripts(&call.callee);
    if call.chevron.is_none() {
        pass.generic_callee(&call.callee, &call.args);
    }
    pass.arguments(&call.callee, &call.args);
}

fn io(pass: &mut Pass<'_, '_>, keyword: &str, control: &[crate::ast::Arg], items: &[Expr]) {
    control.iter().filter_map(|arg| arg.expr()).for_each(|expr| pass.pass(expr));
    for item in items {
        let device = pass.scope.type_of(bare(item)).is_some_and(|typed| on_device(typed.memory));
        if keyword == "read" && device && pass.is_designator(item) {
            let message = format!("`{}` is device data that is read into", pass.text(item.span));
            pass.refuse(Code::FORTRAN_DEVICE_DATA, item.span, message, "read into host memory and assign that");
        } else if keyword == "read" {
            pass.pass(item);
        } else {
            pass.read(item);
        }
    }
}
