//! Attributes of the C library's functions that device code calls.
//!
//! The headers declare them as device functions, so that clang does not recognise them; errno has no meaning on a device.

use crate::ir::{self, Function};
use inkwell::AddressSpace;
use inkwell::attributes::AttributeLoc;
use inkwell::intrinsics::Intrinsic;
use inkwell::module::{Linkage, Module};
use inkwell::types::{BasicTypeEnum, FloatType};
use inkwell::values::PointerValue;

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

/// Those of which LLVM calls vector versions of 128 and 256 bits, and how many arguments they have: its table for `-fveclib=libmvec` lacks
/// those of 512 bits, which glibc has as long as the others (since 2.22).
const VECTORS: &[(&str, usize)] = &[("cos", 1), ("exp", 1), ("log", 1), ("pow", 2), ("sin", 1)];

/// Bits of the vectors that LLVM has to be told of.
const WIDE: u64 = 512;

/// Names the versions for vectors of 512 bits of functions that LLVM calls in loops.
pub(crate) fn name_wide_versions(module: &Module) {
    let mut versions = Vec::new();
    for function in module.get_functions().filter(|function| function.count_basic_blocks() == 0) {
        let Some((plain, float)) = of_numbers(module, function) else { continue };
        let Some((_, arguments)) = VECTORS.iter().find(|row| row.0 == plain) else { continue };
        let (name, lanes) = (ir::name_of(function), WIDE / 8 / ir::size_of(module, float));
        // The vector ABI of x86-64: `e` for AVX-512, `N` for no mask, a `v` for each vector.
        let version = format!("_ZGVeN{lanes}{}_{name}", "v".repeat(*arguments));
        let vector = float.vec_type(lanes as u32);
        let declared = module.add_function(&version, vector.fn_type(&vec![vector.into(); *arguments], false), None);
        ir::set_text(function, "vector-function-abi-variant", &version);
        versions.push(declared.as_global_value().as_pointer_value());
    }
    if !versions.is_empty() {
        keep(module, versions);
    }
}

/// Has functions that nothing calls yet be there when LLVM makes loops of vectors.
fn keep<'ctx>(module: &Module<'ctx>, mut functions: Vec<PointerValue<'ctx>>) {
    const KEPT: &str = "llvm.compiler.used";
    if let Some(kept) = module.get_global(KEPT) {
        let others = kept.get_initializer().and_then(ir::constant_expression).into_iter().flatten();
        functions.extend(others.map(|other| other.into_pointer_value()));
        ir::delete_global(kept);
    }
    let pointer = module.get_context().ptr_type(AddressSpace::default());
    let kept = module.add_global(pointer.array_type(functions.len() as u32), None, KEPT);
    kept.set_linkage(Linkage::Appending);
    kept.set_section(Some("llvm.metadata"));
    kept.set_initializer(&pointer.const_array(&functions));
}

/// Tells LLVM what it would know of host code by itself.
pub(crate) fn describe(module: &Module) {
    for function in module.get_functions().filter(|function| function.count_basic_blocks() == 0) {
        let Some((plain, float)) = of_numbers(module, function) else { continue };
        if let Some((_, intrinsic)) = INSTRUCTIONS.iter().find(|row| row.0 == plain) {
            let found = Intrinsic::find(intrinsic).and_then(|it| it.get_declaration(module, &[float.into()]));
            found.filter(|it| it.get_type() == function.get_type()).iter().for_each(|it| substitute(function, *it));
        } else if MATHEMATICS.contains(&&*plain) {
            is_mathematics(function);
        }
    }
}

/// The name of a function that gives a number, without the `f` that those of `float` have at their end, and of which type it is.
fn of_numbers<'ctx>(module: &Module<'ctx>, function: Function<'ctx>) -> Option<(String, FloatType<'ctx>)> {
    let name = ir::name_of(function);
    let Some(BasicTypeEnum::FloatType(float)) = function.get_type().get_return_type() else { return None };
    let plain = if ir::size_of(module, float) == 4 { name.strip_suffix('f') } else { Some(name.as_str()) };
    Some((plain?.to_owned(), float))
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
