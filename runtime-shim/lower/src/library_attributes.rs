//! Attributes of the C library's functions that device code calls.
//!
//! The headers declare them as device functions, so that clang does not recognise them; errno has no meaning on a device.

use crate::ir::{self, Function};
use inkwell::attributes::AttributeLoc;
use inkwell::intrinsics::Intrinsic;
use inkwell::module::Module;
use inkwell::types::BasicTypeEnum;

/// Functions of numbers alone, without the `f` that those of `float` have at their end: C17, 7.12.
const MATHEMATICS: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fdim",
    "fmod",
    "hypot",
    "ldexp",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "nextafter",
    "pow",
    "remainder",
    "scalbn",
    "sin",
    "sinh",
    "tan",
    "tanh",
    "tgamma",
];

/// Those that processors have instructions for, with the intrinsic that stands for them.
const INSTRUCTIONS: &[(&str, &str)] = &[
    ("ceil", "llvm.ceil"),
    ("copysign", "llvm.copysign"),
    ("fabs", "llvm.fabs"),
    ("floor", "llvm.floor"),
    ("fma", "llvm.fma"),
    ("fmax", "llvm.maxnum"),
    ("fmin", "llvm.minnum"),
    ("nearbyint", "llvm.nearbyint"),
    ("rint", "llvm.rint"),
    ("round", "llvm.round"),
    ("sqrt", "llvm.sqrt"),
    ("trunc", "llvm.trunc"),
];

/// Tells LLVM what it would know of host code by itself.
pub(crate) fn describe(module: &Module) {
    for function in module.get_functions().filter(|function| function.count_basic_blocks() == 0) {
        let name = ir::name_of(function);
        let Some(ty @ BasicTypeEnum::FloatType(_)) = function.get_type().get_return_type() else { continue };
        let plain = if ir::size_of(module, ty) == 4 { name.strip_suffix('f') } else { Some(name.as_str()) };
        let Some(plain) = plain else { continue };
        if let Some((_, intrinsic)) = INSTRUCTIONS.iter().find(|row| row.0 == plain) {
            let found = Intrinsic::find(intrinsic).and_then(|it| it.get_declaration(module, &[ty]));
            found.filter(|it| it.get_type() == function.get_type()).iter().for_each(|it| substitute(function, *it));
        } else if MATHEMATICS.contains(&plain) {
            is_mathematics(function);
        }
    }
}

fn substitute<'ctx>(function: Function<'ctx>, intrinsic: Function<'ctx>) {
    ir::users(function).into_iter().for_each(|call| ir::unmark_call(call, "convergent"));
    ir::replace_uses(function, intrinsic);
}

fn is_mathematics(function: Function) {
    ir::unmark(function, "convergent");
    ["nofree", "nosync", "nounwind", "willreturn", "nocallback"].iter().for_each(|name| ir::mark(function, name));
    let context = function.get_type().get_context();
    // 0: no access to any memory.
    function.add_attribute(AttributeLoc::Function, context.create_enum_attribute(ir::kind("memory"), 0));
    ir::users(function).into_iter().for_each(|call| ir::unmark_call(call, "convergent"));
}
