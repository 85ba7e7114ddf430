//! The module that a file's ported text uses: interfaces of its launchers and what its copies and allocations need.

use crate::ast::{Form, StmtKind, UnitKind};
use crate::calls::{FROM_C, blas};
use crate::context::Context;
use crate::layout;
use crate::sema::{Index, UnitRef};
use crate::source::Source;
use crate::support;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

/// A name for each file's module: the file's own with `_kernels`, unlike all modules and each other.
pub(crate) fn names(sources: &[Source<'_>], index: &Index<'_>) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut name = |source: &Source<'_>| {
        let base = format!("{}_kernels", identifier(stem(source.path)));
        let numbered = (2..).map(|number| format!("{base}_{number}"));
        let free = |name: &String| index.module(name).is_none() && index.external(name).is_none() && taken.insert(name.clone());
        std::iter::once(base.clone()).chain(numbered).find(free).unwrap_or(base)
    };
    sources.iter().map(&mut name).collect()
}

/// The file's name without folders and ending.
fn stem(path: &str) -> &str {
    let file = path.rsplit_once('/').map_or(path, |(_, file)| file);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

/// A Fortran name (at most 50 letters, digits and underscores, a letter first) that reads like `stem`.
fn identifier(stem: &str) -> String {
    let letters = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' });
    let name: String = letters.take(50).collect();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("f_{name}") }
}

/// Puts `use MODULE, only: ...` into each procedure that needs a name of the module. A module itself gets none, since generic
/// names would reach other files from there; what it needs is of C.
pub(crate) fn uses(context: &mut Context<'_, '_>) {
    let mut wanted: Vec<(UnitRef, BTreeSet<String>)> =
        context.demands.names.iter().map(|(at, names)| (at.clone(), names.clone())).collect();
    wanted.sort();
    let module = &context.tree.modules[context.number];
    for (at, mut names) in wanted {
        let unit = context.index().unit(&at);
        names.retain(|name| !is_seen(context, &at, name));
        let whole = matches!(unit.kind, UnitKind::Module | UnitKind::Submodule) || names.iter().all(|name| is_c(name));
        let (c, own): (Vec<&str>, Vec<&str>) = names.iter().map(String::as_str).partition(|name| whole && is_c(name));
        let place = layout::use_place(context.source, unit) as u32;
        let indent = layout::unit_indent(context.source, context.form(), unit);
        for (module, list) in [("iso_c_binding", c), (module, own)] {
            if !list.is_empty() {
                let nature = if module == "iso_c_binding" { ", intrinsic ::" } else { "" };
                context.insert(place, format!("{indent}use{nature} {module}, only: {}\n", list.join(", ")));
            }
        }
    }
}

/// A name of `iso_c_binding`.
fn is_c(name: &str) -> bool {
    name.starts_with("c_")
}

/// What `use cudafor` becomes brings `name` in already, here or in a host.
fn is_seen(context: &Context<'_, '_>, at: &UnitRef, name: &str) -> bool {
    let by_hipfort =
        name == "dim3" || name == "hipSuccess" || name.starts_with("hipMemcpy") && name.len() > "hipMemcpyAsync".len();
    let by_c = FROM_C.contains(&name);
    let mut unit = Some(at.clone());
    while let Some(at) = unit {
        let own = context.index().unit(&at);
        // What kernels use of CUDA's modules is taken out of their launchers.
        for stmt in own.spec.iter().filter(|_| own.is_host()) {
            let StmtKind::Use(used) = &stmt.plain().kind else { continue };
            let all = !used.only && used.names.is_empty();
            let seen = match used.module.key.as_str() {
                "cudafor" => by_c || (all && by_hipfort),
                "iso_c_binding" => all && is_c(name),
                _ => false,
            };
            if seen {
                return true;
            }
        }
        // An interface body sees nothing of its host.
        unit = if at.interface.is_some() { None } else { context.index().host(&at) };
    }
    false
}

/// Writes the module and the C++ file, where the file needs them.
pub(crate) fn write(context: &mut Context<'_, '_>) {
    let data = !context.demands.routines.is_empty() || !context.demands.specifics.is_empty();
    let own = context.demands.names.values().flatten().any(|name| !is_c(name));
    if !own && context.launchers.is_empty() {
        return;
    }
    let folder = context.path().strip_suffix(file_name(context.path())).unwrap_or("");
    let module = context.tree.modules[context.number].clone();
    let text = module_text(context, &module);
    context.generate(format!("{folder}{module}.f90"), text);
    if !context.device.is_empty() || data {
        let text = device_text(context);
        context.generate(format!("{folder}{}.hip.cpp", stem(context.path())), text);
    }
    for name in ["hipfort", "hipCheck", "dim3"] {
        context.hip(name);
    }
    let mut names = support::hip_names(&context.demands);
    names.extend(context.demands.names.values().flatten().filter(|name| name.starts_with("hip")).cloned());
    context.out.hip_names.extend(names);
    context.out.hip_names.extend(blas::hip_names(&context.blas).into_iter().map(str::to_owned));
}

fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, file)| file)
}

fn module_text(context: &Context<'_, '_>, module: &str) -> String {
    let mut text = format!("! generated by hipify-rs from {}; changes will be lost\n", file_name(context.path()));
    let blas_module = if context.blas.is_empty() { "" } else { "  use hipfort_hipblas\n" };
    let used = "  use, intrinsic :: iso_c_binding\n  use hipfort\n  use hipfort_check\n";
    let _ = write!(text, "module {module}\n{used}{blas_module}  implicit none\n\n{}", blas::declarations(&context.blas));
    if !context.launchers.is_empty() || !context.addressed.is_empty() {
        text.push_str("  interface\n");
        for line in context.launchers.iter().flat_map(crate::launcher::Launcher::interface) {
            let _ = writeln!(text, "    {line}");
        }
        for name in &context.addressed {
            let lines = [
                format!("function {name}() bind(c, name=\"{name}\")"),
                "  import :: c_ptr".to_owned(),
                format!("  type(c_ptr) :: {name}"),
                format!("end function {name}"),
            ];
            for line in lines {
                let _ = writeln!(text, "    {line}");
            }
        }
        text.push_str("  end interface\n\n");
    }
    let demands = if context.tree.options.hipfort_installed {
        Cow::Owned(context.demands.beside_hipfort())
    } else {
        Cow::Borrowed(&context.demands)
    };
    text.push_str(&support::interfaces(&demands));
    let parts = [support::procedures(&demands), blas::procedures(&context.blas)];
    let procedures = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n");
    if !procedures.is_empty() {
        let _ = write!(text, "\ncontains\n\n{procedures}\n");
    }
    let _ = writeln!(text, "end module {module}");
    wrapped(&text)
}

/// Long lines broken as the form allows.
fn wrapped(text: &str) -> String {
    let whole = hipify_diagnostics::Edit::replace(0..0, text.to_owned());
    let edits = layout::fit(b"", Form::Free, vec![whole]);
    hipify_diagnostics::apply(b"", &edits).ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_else(|| text.to_owned())
}

fn device_text(context: &Context<'_, '_>) -> String {
    let head = format!("// generated by hipify-rs from {}; changes will be lost\n", file_name(context.path()));
    let data = format!("#include \"{}\"\n", support::HEADER);
    let kernels = if context.device.is_empty() { "#include <hip/hip_runtime.h>\n" } else { &context.device };
    if context.demands.routines.is_empty() && context.demands.specifics.is_empty() {
        return head + kernels;
    }
    // After the includes that are there.
    let last = kernels.match_indices("#include").last().map_or(0, |(at, _)| at);
    let end = kernels[last..].find('\n').map_or(kernels.len(), |line| last + line + 1);
    format!("{head}{}{data}{}", &kernels[..end], &kernels[end..])
}
