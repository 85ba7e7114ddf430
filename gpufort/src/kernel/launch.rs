//! A kernel's launcher in C++.

use super::cpp::{identifier, quoted, spelled};
use super::procedure::wrapped;
use super::record::Records;
use crate::launcher::{Launcher, Param, Passing};
use crate::sema::{Index, Scope, Type};

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
