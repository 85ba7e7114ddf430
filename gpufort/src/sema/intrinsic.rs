//! Intrinsic procedures: which names they are, what type and rank they give, and the arithmetic of those that fold.
//!
//! Fortran 2018, clause 16; kinds of `iso_c_binding` and `iso_fortran_env` as gfortran and flang have them on x86-64.

use super::constant::kind_of;
use super::{DefaultKinds, Scope, Type, Value};
use crate::ast::{Arg, Expr};
use rustc_hash::FxHashSet;
use std::sync::OnceLock;

/// Functions that give the type, kind and shape of their (first) argument.
const LIKE_FIRST: &[&str] = &[
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "sqrt",
    "exp",
    "log",
    "log10",
    "gamma",
    "log_gamma",
    "erf",
    "erfc",
    "erfc_scaled",
    "hypot",
    "bessel_j0",
    "bessel_j1",
    "bessel_y0",
    "bessel_y1",
    "mod",
    "modulo",
    "sign",
    "dim",
    "conjg",
    "not",
    "ishft",
    "ishftc",
    "shiftl",
    "shiftr",
    "shifta",
    "ibset",
    "ibclr",
    "ibits",
    "nearest",
    "spacing",
    "rrspacing",
    "fraction",
    "scale",
    "set_exponent",
    "huge",
    "tiny",
    "epsilon",
    "dshiftl",
    "dshiftr",
    "cshift",
    "eoshift",
    "merge_bits",
    "abs1",
    // Specific names for other types than the default real.
    "dconjg",
    "ccos",
    "cexp",
    "clog",
    "csin",
    "csqrt",
    "cdcos",
    "cdexp",
    "cdlog",
    "cdsin",
    "cdsqrt",
    "zcos",
    "zexp",
    "zlog",
    "zsin",
    "zsqrt",
    "idim",
    "isign",
    "lshift",
    "rshift",
];
/// Specific names for double precision.
const DOUBLE: &[&str] = &[
    "dsin", "dcos", "dtan", "dasin", "dacos", "datan", "datan2", "dsinh", "dcosh", "dtanh", "dsqrt", "dexp", "dlog", "dlog10",
    "dabs", "dmod", "dsign", "ddim", "dint", "dnint", "dmax1", "dmin1", "dprod", "dble", "dfloat", "dreal", "dimag", "derf",
    "derfc", "dasinh", "dacosh", "datanh", "dgamma", "dlgama",
];
/// Specific names for the default real kind.
const SINGLE: &[&str] = &["alog", "alog10", "amax1", "amin1", "amod", "float", "sngl", "amax0", "amin0"];
/// Functions that give a default integer, scalar.
const INTEGER: &[&str] = &[
    "kind",
    "selected_real_kind",
    "selected_int_kind",
    "bit_size",
    "digits",
    "maxexponent",
    "minexponent",
    "precision",
    "radix",
    "range",
    "rank",
    "command_argument_count",
    "len_trim",
    "len",
    "index",
    "scan",
    "verify",
    "ichar",
    "iachar",
    "storage_size",
    "int_ptr_kind",
    "iargc",
];
/// Functions that give a default integer of their argument's shape.
const INTEGER_EACH: &[&str] = &["popcnt", "poppar", "leadz", "trailz", "exponent", "idnint", "ifix", "idint", "max1", "min1"];
const LOGICAL: &[&str] = &["allocated", "associated", "present", "is_iostat_end", "c_associated", "is_contiguous"];
const LOGICAL_EACH: &[&str] = &["btest", "lge", "lgt", "lle", "llt", "logical", "isnan", "ieee_is_nan", "ieee_is_finite"];
const SUBROUTINES: &[&str] = &[
    "cpu_time",
    "date_and_time",
    "system_clock",
    "random_number",
    "random_seed",
    "get_command_argument",
    "get_command",
    "move_alloc",
    "mvbits",
    "get_environment_variable",
    "execute_command_line",
    "c_f_pointer",
    "c_f_procpointer",
    "exit",
    "flush",
    "abort",
    "getarg",
    "atomic_add",
];
/// Functions with rules of their own, below.
const OTHER: &[&str] = &[
    "real",
    "int",
    "cmplx",
    "dcmplx",
    "nint",
    "floor",
    "ceiling",
    "aint",
    "anint",
    "max",
    "min",
    "max0",
    "min0",
    "iand",
    "ior",
    "ieor",
    "and",
    "or",
    "xor",
    "abs",
    "iabs",
    "cabs",
    "zabs",
    "cdabs",
    "aimag",
    "imag",
    "merge",
    "sum",
    "product",
    "maxval",
    "minval",
    "iall",
    "iany",
    "iparity",
    "norm2",
    "any",
    "all",
    "count",
    "parity",
    "maxloc",
    "minloc",
    "findloc",
    "dot_product",
    "matmul",
    "transpose",
    "reshape",
    "spread",
    "pack",
    "unpack",
    "size",
    "lbound",
    "ubound",
    "shape",
    "c_loc",
    "c_funloc",
    "c_null_ptr",
    "c_sizeof",
    "sizeof",
    "transfer",
    "char",
    "achar",
    "trim",
    "adjustl",
    "adjustr",
    "repeat",
    "new_line",
    "null",
    "loc",
    "etime",
    "dtime",
    "secnds",
    "compiler_version",
    "compiler_options",
];

/// Whether `name` is an intrinsic procedure, or a name of `iso_c_binding` or `iso_fortran_env`.
pub(super) fn is_intrinsic(name: &str) -> bool {
    static NAMES: OnceLock<FxHashSet<&'static str>> = OnceLock::new();
    let lists = [LIKE_FIRST, DOUBLE, SINGLE, INTEGER, INTEGER_EACH, LOGICAL, LOGICAL_EACH, SUBROUTINES, OTHER];
    NAMES.get_or_init(|| lists.into_iter().flatten().copied().collect()).contains(name) || constant(name).is_some()
}

/// The type of a constant of the intrinsic modules.
pub(super) fn constant(name: &str) -> Option<Type> {
    match name {
        "c_null_ptr" | "c_null_funptr" => Some(Type::Pointer { device: false }),
        "output_unit" | "input_unit" | "error_unit" | "iostat_end" | "iostat_eor" => Some(Type::Integer(4)),
        "c_null_char" | "c_new_line" => Some(Type::Character),
        _ => named_kind(name).map(|_| Type::Integer(4)),
    }
}

/// The value of a named kind.
pub(super) fn named_kind(name: &str) -> Option<i128> {
    Some(match name {
        "int8" | "c_int8_t" | "c_signed_char" | "c_char" | "c_bool" | "logical8" | "c_int_least8_t" | "c_int_fast8_t" => 1,
        "int16" | "c_short" | "c_int16_t" | "logical16" => 2,
        "int32" | "real32" | "c_int" | "c_int32_t" | "c_float" | "c_float_complex" | "logical32" => 4,
        "int64" | "real64" | "c_long" | "c_long_long" | "c_int64_t" | "c_size_t" | "c_intptr_t" | "c_ptrdiff_t"
        | "c_intmax_t" | "c_double" | "c_double_complex" | "logical64" => 8,
        "real128" | "c_long_double" => 16,
        _ => return None,
    })
}

/// The argument that is `keyword` or, without keywords, stands at `position`.
pub(super) fn argument<'e>(args: &'e [Arg], position: usize, keyword: &str) -> Option<&'e Expr> {
    let named = args.iter().find(|arg| arg.keyword.as_ref().is_some_and(|name| name.key == keyword));
    named.or_else(|| args.get(position).filter(|arg| arg.keyword.is_none())).and_then(Arg::expr)
}

/// The type and rank of a call of intrinsic function `name`.
pub(super) fn result(scope: &Scope<'_, '_>, name: &str, args: &[Arg]) -> Option<(Type, usize)> {
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
        "aint" | "anint" => (Type::Real(kind(1, kind_of(&first?.ty)?)), ranks()),
        "max" | "min" | "max0" | "min0" | "iand" | "ior" | "ieor" | "and" | "or" | "xor" => {
            let types = args.iter().filter_map(|arg| scope.type_of(arg.expr()?)).map(|typed| typed.ty);
            (types.reduce(|one, next| super::types::mixed(&one, &next).unwrap_or(one))?, ranks())
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
            (super::types::mixed(&first.ty, &second.ty)?, (first.rank + second.rank).saturating_sub(2))
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
    if let crate::ast::ExprKind::Array { items, .. } = &shape.kind {
        return Some(items.len());
    }
    scope.extent(scope.variable(shape)?.dims?.first()?).and_then(|extent| usize::try_from(extent).ok())
}

/// The value of a call of an intrinsic whose arguments are constants.
pub(super) fn arithmetic(name: &str, values: &[Value], _kinds: DefaultKinds) -> Option<Value> {
    let integers = || values.iter().map(Value::integer).collect::<Option<Vec<_>>>();
    let all_integers = values.iter().all(|value| value.integer().is_some());
    let number = || values.first()?.number();
    Some(match name {
        "int" => Value::Integer(number()?.trunc() as i128).exact(values.first()?),
        "nint" => Value::Integer(number()?.round() as i128).exact(values.first()?),
        "floor" => Value::Integer(number()?.floor() as i128).exact(values.first()?),
        "ceiling" => Value::Integer(number()?.ceil() as i128).exact(values.first()?),
        "real" | "dble" | "float" | "dfloat" => Value::Real(number()?),
        "sqrt" => Value::Real(number()?.sqrt()),
        "exp" => Value::Real(number()?.exp()),
        "log" => Value::Real(number()?.ln()),
        "sin" => Value::Real(number()?.sin()),
        "cos" => Value::Real(number()?.cos()),
        "atan" if values.len() == 1 => Value::Real(number()?.atan()),
        "acos" => Value::Real(number()?.acos()),
        "abs" if all_integers => Value::Integer(integers()?.first()?.checked_abs()?),
        "abs" => Value::Real(number()?.abs()),
        "max" if all_integers => Value::Integer(*integers()?.iter().max()?),
        "min" if all_integers => Value::Integer(*integers()?.iter().min()?),
        "mod" if all_integers => Value::Integer(integers()?.first()?.checked_rem(*integers()?.get(1)?)?),
        "modulo" if all_integers => {
            let (left, right) = (*integers()?.first()?, *integers()?.get(1)?);
            let rest = left.checked_rem(right)?;
            Value::Integer(if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest })
        }
        "ishft" | "shiftl" => {
            let (value, by) = (*integers()?.first()?, *integers()?.get(1)?);
            match u32::try_from(by) {
                Ok(by) => Value::Integer(value.checked_shl(by.min(127))?),
                Err(_) => Value::Integer(value >> u32::try_from(-by).ok()?.min(127)),
            }
        }
        "iand" => Value::Integer(integers()?.into_iter().reduce(|one, next| one & next)?),
        "ior" => Value::Integer(integers()?.into_iter().reduce(|one, next| one | next)?),
        "ieor" => Value::Integer(integers()?.into_iter().reduce(|one, next| one ^ next)?),
        _ => return None,
    })
}

impl Value {
    /// `self`, but an integer argument unrounded.
    fn exact(self, argument: &Self) -> Self {
        argument.integer().map_or(self, Self::Integer)
    }
}
