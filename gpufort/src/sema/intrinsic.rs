//! Intrinsic procedures: which names they are, and the constants of the intrinsic modules.
//!
//! Fortran 2018, clause 16; kinds of `iso_c_binding` and `iso_fortran_env` as gfortran and flang have them on x86-64.

pub(super) mod fold;
pub(super) mod result;

use super::Type;
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
