//! A kernel's launcher in C++.

use super::cpp::{Result, identifier, quoted, spelled, text, unsupported};
use super::procedure::wrapped;
use super::record::Records;
use crate::launcher::{Launcher, Param, Passing, symbol, with_ending};
use crate::sema::{Index, Scope, Type, UnitRef};

/// The definition of the launcher; `why` is what keeps the kernel from being translated.
pub(crate) fn kernel(index: &Index<'_>, launcher: &Launcher, records: &mut Records, why: Option<&str>) -> String {
    let scope = index.scope(&launcher.unit);
    let head = head(&scope, launcher, records);
    let name = super::procedure::function_name(index, &launcher.unit);
    if let Some(why) = why {
        return refusal(&head, &name, why);
    }
    let mut list = vec![name, launcher.cooperative.to_string()];
    list.extend(["*grid", "*block", "bytes", "stream"].map(str::to_owned));
    list.extend(launcher.params.iter().map(|param| argument(&scope, param, records)));
    format!("{head}\n{{\n  {};\n}}\n", wrapped("gpufort::launch(", &list))
}

/// The definition of the function that gives a kernel's address, by which HIP's functions know it.
pub(crate) fn address(index: &Index<'_>, unit: &UnitRef) -> String {
    let name = super::procedure::function_name(index, unit);
    let own = address_symbol(index, unit);
    format!("extern \"C\" const void *{own}()\n{{\n  return reinterpret_cast<const void *>({name});\n}}\n")
}

/// The C name of that function.
pub(crate) fn address_symbol(index: &Index<'_>, unit: &UnitRef) -> String {
    with_ending(&symbol(index, unit), "_address")
}

/// The launcher of a kernel that is written in C++ and that Fortran knows by an interface with `bind(c)`. The interface calls it as
/// Fortran passes a launch: the bytes and the stream by reference. Each file that has the interface has the launcher.
pub(crate) fn external(index: &Index<'_>, unit: &UnitRef, records: &mut Records) -> Result<String> {
    let launcher = Launcher::of(index, unit);
    let ast = index.unit(unit);
    let Some(name) = ast.c_name() else { return unsupported(ast.head, "an interface without `bind(c)`") };
    if !launcher.params.iter().all(|param| matches!(param.passing, Passing::Value | Passing::Address)) {
        return unsupported(ast.head, "an argument of a kernel in C that is no number by value and no address");
    }
    let scope = index.scope(unit);
    let params: Vec<String> = launcher.params.iter().flat_map(|param| parameters(&scope, param, records)).collect();
    let declared = wrapped(&format!("extern \"C\" __global__ void {name}("), &params);
    let fixed = ["const gpufort::dim3 *grid", "const gpufort::dim3 *block", "const int *bytes", "const hipStream_t *stream"];
    let all: Vec<String> = fixed.into_iter().map(str::to_owned).chain(params).collect();
    let head = wrapped(&format!("extern \"C\" __attribute__((weak)) void {name}_launch("), &all);
    let mut list = vec![name, launcher.cooperative.to_string()];
    list.extend(["*grid", "*block", "*bytes", "*stream"].map(str::to_owned));
    list.extend(launcher.params.iter().map(|param| argument(&scope, param, records)));
    Ok(format!("{declared};\n\n{head}\n{{\n  {};\n}}\n", wrapped("gpufort::launch(", &list)))
}

/// A launcher that ends the program with the reason.
pub(crate) fn refusal(head: &str, name: &str, why: &str) -> String {
    format!("{head}\n{{\n  gpufort::unsupported({}, {});\n}}\n", quoted(name), quoted(why))
}

/// `extern "C" void symbol(parameters)`.
pub(crate) fn head(scope: &Scope<'_, '_>, launcher: &Launcher, records: &mut Records) -> String {
    let fixed = ["const gpufort::dim3 *grid", "const gpufort::dim3 *block", "int bytes", "hipStream_t stream"];
    let mut params: Vec<_> = fixed.into_iter().map(str::to_owned).collect();
    for param in &launcher.params {
        params.extend(parameters(scope, param, records));
    }
    wrapped(&format!("extern \"C\" void {}(", launcher.symbol), &params)
}

/// The type of the parameter's elements; `void` where the type could not be defined, which its kernel has reported.
pub(crate) fn element(scope: &Scope<'_, '_>, param: &Param, records: &mut Records) -> String {
    match &param.ty {
        Type::Derived { name, .. } if name == "dim3" => "gpufort::dim3".to_owned(),
        ty @ Type::Derived { .. } => records.name(scope, ty, crate::ast::Span::default()).unwrap_or_else(|_| "void".to_owned()),
        Type::Character => text(param.characters),
        ty => spelled(ty).to_owned(),
    }
}

fn parameters(scope: &Scope<'_, '_>, param: &Param, records: &mut Records) -> Vec<String> {
    let name = argument_name(&param.name);
    let ty = element(scope, param, records);
    match param.passing {
        Passing::Value => vec![format!("{ty} {name}")],
        Passing::Logical => vec![format!("int {name}")],
        Passing::Reference | Passing::Address => vec![format!("{ty} *{name}")],
        Passing::Descriptor { .. } => vec![format!("const gpufort::array_argument *{name}")],
        Passing::Bounds { .. } => {
            vec![format!("const gpufort::array_argument *{name}"), format!("const int64_t *{}_lower", param.name)]
        }
    }
}

/// What the launcher hands to the kernel.
pub(crate) fn argument(scope: &Scope<'_, '_>, param: &Param, records: &mut Records) -> String {
    let name = argument_name(&param.name);
    let ty = element(scope, param, records);
    let class = if param.contiguous { "array" } else { "strided" };
    match param.passing {
        Passing::Value | Passing::Address => name,
        Passing::Logical => name,
        Passing::Reference => format!("*{name}"),
        Passing::Descriptor { rank } => format!("gpufort::{class}<{ty}, {rank}>({name})"),
        Passing::Bounds { rank } => format!("gpufort::{class}<{ty}, {rank}>({name}, {}_lower)", param.name),
    }
}

/// The parameter's name, unless one of the first four has it.
fn argument_name(name: &str) -> String {
    match name {
        "grid" | "block" | "bytes" | "stream" => format!("{name}_"),
        _ => identifier(name),
    }
}
