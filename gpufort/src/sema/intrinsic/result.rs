//! The type and rank that an intrinsic function gives for its arguments.

use super::{DOUBLE, INTEGER, INTEGER_EACH, LIKE_FIRST, LOGICAL, LOGICAL_EACH, SINGLE, argument, constant};
use crate::ast::{Arg, Expr, ExprKind};
use crate::sema::kind::mixed;
use crate::sema::{Scope, Type};

/// The type and rank of a call of intrinsic function `name`.
pub(in crate::sema) fn result(scope: &Scope<'_, '_>, name: &str, args: &[Arg]) -> Option<(Type, usize)> {
    let kinds = scope.index().default_kinds();
    let first = args.first().and_then(Arg::expr).and_then(|arg| scope.type_of(arg));
    let ranks = || args.iter().filter_map(|arg| scope.type_of(arg.expr()?)).map(|typed| typed.rank).max().unwrap_or(0);
    let kind = |position, default: u8| {
        let value = argument(args, position, "kind").and_then(|kind| scope.constant(kind)).and_then(|value| value.integer());
        value.and_then(|value| u8::try_from(value).ok()).unwrap_or(default)
    };
    if let Some(ty) = constant(name) {
        return Some((ty, 0));
    }
    if LIKE_FIRST.contains(&name) {
        return first.map(|typed| (typed.ty, ranks()));
    }
    Some(match name {
        _ if DOUBLE.contains(&name) => (Type::Real(8), ranks()),
        _ if SINGLE.contains(&name) => (Type::Real(kinds.real), ranks()),
        _ if INTEGER.contains(&name) => (Type::Integer(kinds.integer), 0),
        _ if INTEGER_EACH.contains(&name) => (Type::Integer(kinds.integer), ranks()),
        _ if LOGICAL.contains(&name) => (Type::Logical(kinds.integer), 0),
        _ if LOGICAL_EACH.contains(&name) => (Type::Logical(kinds.integer), ranks()),
        "real" => match first.map(|typed| typed.ty) {
            Some(Type::Complex(own)) => (Type::Real(kind(1, own)), ranks()),
            _ => (Type::Real(kind(1, kinds.real)), ranks()),
        },
        "int" | "nint" | "floor" | "ceiling" => (Type::Integer(kind(1, kinds.integer)), ranks()),
        "cmplx" => (Type::Complex(kind(2, kinds.real)), ranks()),
        "dcmplx" => (Type::Complex(8), ranks()),
        "aint" | "anint" => (Type::Real(kind(1, first?.ty.kind()?)), ranks()),
        "max" | "min" | "max0" | "min0" | "iand" | "ior" | "ieor" | "and" | "or" | "xor" => {
            let types = args.iter().filter_map(|arg| scope.type_of(arg.expr()?)).map(|typed| typed.ty);
            (types.reduce(|one, next| mixed(&one, &next).unwrap_or(one))?, ranks())
        }
        "abs" | "iabs" | "cabs" | "zabs" | "cdabs" | "aimag" | "imag" => match first?.ty {
            Type::Complex(kind) => (Type::Real(kind), ranks()),
            other => (other, ranks()),
        },
        "merge" => (first?.ty, ranks()),
        _ => return transforming(scope, name, args),
    })
}

/// Functions of whole arrays, and inquiries.
fn transforming(scope: &Scope<'_, '_>, name: &str, args: &[Arg]) -> Option<(Type, usize)> {
    let kinds = scope.index().default_kinds();
    let first = args.first().and_then(Arg::expr).and_then(|arg| scope.type_of(arg));
    let integer = Type::Integer(kinds.integer);
    let along = || {
        let second = args.get(1).filter(|arg| arg.keyword.is_none()).and_then(Arg::expr);
        let second = second.and_then(|arg| scope.type_of(arg)).is_some_and(|typed| matches!(typed.ty, Type::Integer(_)));
        second || args.iter().any(|arg| arg.keyword.as_ref().is_some_and(|keyword| keyword.key == "dim"))
    };
    Some(match name {
        "sum" | "product" | "maxval" | "minval" | "iall" | "iany" | "iparity" | "norm2" | "any" | "all" | "parity" => {
            let typed = first?;
            (typed.ty, if along() { typed.rank.saturating_sub(1) } else { 0 })
        }
        "count" => (integer, if along() { first?.rank.saturating_sub(1) } else { 0 }),
        "maxloc" | "minloc" | "findloc" => (integer, if along() { first?.rank.saturating_sub(1) } else { 1 }),
        "size" | "sizeof" | "c_sizeof" | "loc" => match name {
            "size" => (integer, 0),
            _ => (Type::Integer(8), 0),
        },
        "lbound" | "ubound" => (integer, usize::from(!along())),
        "shape" => (integer, 1),
        "dot_product" => (first?.ty, 0),
        "matmul" => {
            let second = scope.type_of(args.get(1)?.expr()?)?;
            let first = first?;
            (mixed(&first.ty, &second.ty)?, (first.rank + second.rank).saturating_sub(2))
        }
        "transpose" => (first?.ty, 2),
        "reshape" => {
            let shape = argument(args, 1, "shape")?;
            (first?.ty, constructed(scope, shape)?)
        }
        "spread" => first.map(|typed| (typed.ty, typed.rank + 1))?,
        "pack" => (first?.ty, 1),
        "unpack" => (first?.ty, scope.type_of(args.get(1)?.expr()?)?.rank),
        "transfer" => {
            let mold = scope.type_of(argument(args, 1, "mold")?)?;
            (mold.ty, usize::from(mold.rank > 0 || args.len() > 2))
        }
        "c_loc" | "c_funloc" => (Type::Pointer { device: false }, 0),
        "char" | "achar" | "trim" | "adjustl" | "adjustr" | "repeat" | "new_line" | "compiler_version" | "compiler_options" => {
            (Type::Character, 0)
        }
        "etime" | "dtime" | "secnds" => (Type::Real(4), 0),
        _ => return None,
    })
}

/// The number of elements of a constructor or of a constant vector.
fn constructed(scope: &Scope<'_, '_>, shape: &Expr) -> Option<usize> {
    if let ExprKind::Array { items, .. } = &shape.kind {
        return Some(items.len());
    }
    scope.extent(scope.variable(shape)?.dims?.first()?).and_then(|extent| usize::try_from(extent).ok())
}
