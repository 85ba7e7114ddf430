//! Every statement of a list, and every expression of a statement, those inside others included.

use crate::ast::{
    Allocate, Arg, ArgValue, Call, Chevron, Dim, Do, DoControl, Entity, Expr, ExprKind, IndexRange, Init, Length, Stmt, StmtKind,
    TypeKind, TypeSpec,
};

/// Calls `look` with each statement of `stmts` and of the constructs in them, outer ones first.
pub fn walk<'a>(stmts: &'a [Stmt], look: &mut dyn FnMut(&'a Stmt)) {
    for stmt in stmts {
        look(stmt);
        walk_inside(stmt, look);
    }
}

/// Calls `look` with each statement inside `stmt`, not with itself.
pub fn walk_inside<'a>(stmt: &'a Stmt, look: &mut dyn FnMut(&'a Stmt)) {
    match &stmt.kind {
        StmtKind::If(one) => one.arms.iter().for_each(|arm| walk(&arm.body, look)),
        StmtKind::Where { arms } => arms.iter().for_each(|arm| walk(&arm.body, look)),
        StmtKind::IfOne { then: one, .. } | StmtKind::Cuf { statement: one, .. } => walk(std::slice::from_ref(one), look),
        StmtKind::Do(one) => walk(&one.body, look),
        StmtKind::Select(one) => one.cases.iter().for_each(|case| walk(&case.body, look)),
        StmtKind::Associate { body, .. } | StmtKind::Forall { body, .. } | StmtKind::Other { body } => walk(body, look),
        StmtKind::Block { spec, body, .. } => {
            walk(spec, look);
            walk(body, look);
        }
        StmtKind::CufKernel(one) => {
            if let Some(body) = &one.body {
                walk(std::slice::from_ref(body), look);
            }
        }
        _ => {}
    }
}

/// Calls `look` with each expression of `stmt` itself (not of statements inside it), outer ones first. The callee of a call and
/// the target of an assignment are among them.
pub fn expressions<'a>(stmt: &'a Stmt, look: &mut dyn FnMut(&'a Expr)) {
    top_expressions(stmt, &mut |expr| walk_expression(expr, look));
}

/// Calls `look` with `expr` and each expression inside it.
pub fn walk_expression<'a>(expr: &'a Expr, look: &mut dyn FnMut(&'a Expr)) {
    look(expr);
    inside(expr, &mut |expr| walk_expression(expr, look));
}

/// The expressions directly inside of `expr`.
fn inside<'a>(expr: &'a Expr, look: &mut dyn FnMut(&'a Expr)) {
    match &expr.kind {
        ExprKind::Complex(left, right) | ExprKind::Binary { left, right, .. } => {
            look(left);
            look(right);
        }
        ExprKind::Apply { base, args } => {
            look(base);
            arguments(args, look);
        }
        ExprKind::Member { base, .. } => look(base),
        ExprKind::Unary { operand, .. } | ExprKind::Parens(operand) => look(operand),
        ExprKind::Array { items, spec } => {
            if let Some(spec) = spec {
                type_spec(spec, look);
            }
            items.iter().for_each(look);
        }
        ExprKind::ImpliedDo { items, bounds, .. } => {
            items.iter().for_each(&mut *look);
            bounds.iter().for_each(look);
        }
        _ => {}
    }
}

/// The outermost expressions of `stmt` itself.
pub fn top_expressions<'a>(stmt: &'a Stmt, look: &mut dyn FnMut(&'a Expr)) {
    match &stmt.kind {
        StmtKind::Declare(declare) => {
            type_spec(&declare.spec, look);
            for attribute in &declare.attributes {
                if let crate::ast::AttributeKind::Dimension(dims) = &attribute.kind {
                    dimensions(dims, look);
                }
            }
            entities(&declare.entities, look);
        }
        StmtKind::Attributes { attribute, entities: named } => {
            if let crate::ast::AttributeKind::Dimension(dims) = &attribute.kind {
                dimensions(dims, look);
            }
            entities(named, look);
        }
        StmtKind::Common(named) => entities(named, look),
        StmtKind::Parameter(pairs) | StmtKind::Associate { pairs, .. } => pairs.iter().for_each(|(_, value)| look(value)),
        StmtKind::Enum(pairs) => pairs.iter().filter_map(|(_, value)| value.as_ref()).for_each(look),
        StmtKind::DerivedType(derived) => {
            for declare in &derived.components {
                type_spec(&declare.spec, look);
                entities(&declare.entities, look);
            }
        }
        _ => executable(stmt, look),
    }
}

fn executable<'a>(stmt: &'a Stmt, look: &mut dyn FnMut(&'a Expr)) {
    match &stmt.kind {
        StmtKind::Assign { target, value, .. } | StmtKind::Point { target, value } => {
            look(target);
            look(value);
        }
        StmtKind::Call(call) => call_expressions(call, look),
        StmtKind::Allocate(allocate) => allocate_expressions(allocate, look),
        StmtKind::Deallocate { objects, options } => {
            objects.iter().for_each(&mut *look);
            arguments(options, look);
        }
        StmtKind::Nullify(objects) => objects.iter().for_each(look),
        StmtKind::If(one) => one.arms.iter().filter_map(|arm| arm.condition.as_ref()).for_each(look),
        StmtKind::Where { arms } => arms.iter().filter_map(|arm| arm.condition.as_ref()).for_each(look),
        StmtKind::IfOne { condition: value, .. }
        | StmtKind::ArithmeticIf { value, .. }
        | StmtKind::ComputedGoto { value, .. } => look(value),
        StmtKind::Forall { indices, mask, .. } => index_expressions(indices, mask.as_ref(), look),
        StmtKind::Do(one) => do_expressions(one, look),
        StmtKind::Select(one) => {
            look(&one.subject);
            one.cases.iter().flat_map(|case| &case.values).for_each(|value| value_expressions(value, look));
        }
        StmtKind::Stop { code: Some(code), .. } => look(code),
        StmtKind::Io { control, items, .. } => {
            arguments(control, look);
            items.iter().for_each(look);
        }
        StmtKind::CufKernel(one) => {
            one.depth.iter().for_each(&mut *look);
            one.chevron.iter().for_each(|chevron| chevron_expressions(chevron, look));
        }
        _ => {}
    }
}

fn call_expressions<'a>(call: &'a Call, look: &mut dyn FnMut(&'a Expr)) {
    look(&call.callee);
    call.chevron.iter().for_each(|chevron| chevron_expressions(chevron, look));
    arguments(&call.args, look);
}

fn chevron_expressions<'a>(chevron: &'a Chevron, look: &mut dyn FnMut(&'a Expr)) {
    chevron.args.iter().flat_map(|arg| &arg.values).for_each(look);
}

fn allocate_expressions<'a>(allocate: &'a Allocate, look: &mut dyn FnMut(&'a Expr)) {
    for object in &allocate.objects {
        look(&object.object);
        dimensions(&object.dims, look);
    }
    arguments(&allocate.options, look);
}

fn do_expressions<'a>(one: &'a Do, look: &mut dyn FnMut(&'a Expr)) {
    match &one.control {
        DoControl::Forever => {}
        DoControl::While(condition) => look(condition),
        DoControl::Count { from, to, step, .. } => {
            look(from);
            look(to);
            step.iter().for_each(look);
        }
        DoControl::Concurrent { indices, mask } => index_expressions(indices, mask.as_ref(), look),
    }
}

fn index_expressions<'a>(indices: &'a [IndexRange], mask: Option<&'a Expr>, look: &mut dyn FnMut(&'a Expr)) {
    for (_, from, to, step) in indices {
        look(from);
        look(to);
        step.iter().for_each(&mut *look);
    }
    mask.into_iter().for_each(look);
}

fn arguments<'a>(args: &'a [Arg], look: &mut dyn FnMut(&'a Expr)) {
    args.iter().for_each(|arg| value_expressions(&arg.value, look));
}

fn value_expressions<'a>(value: &'a ArgValue, look: &mut dyn FnMut(&'a Expr)) {
    match value {
        ArgValue::Expr(expr) => look(expr),
        ArgValue::Section { lower, upper, stride } => [lower, upper, stride].into_iter().flatten().for_each(look),
        ArgValue::Label(_) => {}
    }
}

fn dimensions<'a>(dims: &'a [Dim], look: &mut dyn FnMut(&'a Expr)) {
    for dim in dims {
        match dim {
            Dim::Explicit { lower, upper } => {
                lower.iter().for_each(&mut *look);
                look(upper);
            }
            Dim::Deferred { lower } | Dim::AssumedSize { lower } => lower.iter().for_each(&mut *look),
            Dim::AssumedRank => {}
        }
    }
}

fn entities<'a>(entities: &'a [Entity], look: &mut dyn FnMut(&'a Expr)) {
    for entity in entities {
        if let Some((_, dims)) = &entity.dims {
            dimensions(dims, look);
        }
        if let Some(Length::Expr(length)) = &entity.length {
            look(length);
        }
        if let Some(Init::Value(value) | Init::Pointer(value)) = &entity.init {
            look(value);
        }
    }
}

fn type_spec<'a>(spec: &'a TypeSpec, look: &mut dyn FnMut(&'a Expr)) {
    match &spec.kind {
        TypeKind::Integer(Some(kind))
        | TypeKind::Real(Some(kind))
        | TypeKind::Complex(Some(kind))
        | TypeKind::Logical(Some(kind)) => {
            look(kind);
        }
        TypeKind::Character { len, kind } => {
            if let Some(Length::Expr(length)) = len {
                look(length);
            }
            kind.iter().for_each(look);
        }
        _ => {}
    }
}
