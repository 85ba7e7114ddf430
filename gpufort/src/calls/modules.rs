//! `use` of CUDA Fortran's modules to `use` of hipfort's.

use super::names::{self, Become};
use super::statement::whole;
use crate::ast::{Name, Span, StmtKind, Use};
use crate::context::Context;
use crate::sema::is_cuda_module;
use hipify_diagnostics::{Code, Level};

/// CUDA Fortran's modules with hipfort's in their place.
const LIBRARIES: &[(&str, &str)] = &[
    ("cublas", "hipfort_hipblas"),
    ("cublas_v2", "hipfort_hipblas"),
    ("openacc_cublas", "hipfort_hipblas"),
    ("cufft", "hipfort_hipfft"),
    ("openacc_cufft", "hipfort_hipfft"),
    ("curand", "hipfort_hiprand"),
    ("openacc_curand", "hipfort_hiprand"),
    ("cusparse", "hipfort_hipsparse"),
    ("openacc_cusparse", "hipfort_hipsparse"),
    ("cusolverdn", "hipfort_hipsolver"),
    ("cusolver_common", "hipfort_hipsolver"),
];
/// Modules whose names device code alone uses.
const DEVICE_ONLY: &[&str] = &["cudadevice", "cooperative_groups", "cublas_device", "wmma", "libm"];

/// What `use cudafor` brings in of `iso_c_binding`.
pub(crate) const FROM_C: &[&str] = &["c_ptr", "c_null_ptr", "c_loc", "c_associated"];

pub(crate) fn run(context: &mut Context<'_, '_>) {
    for (_, unit) in context.units() {
        for stmt in &unit.spec {
            if let StmtKind::Use(used) = &stmt.plain().kind
                && is_cuda_module(&used.module.key)
                && !used.intrinsic
                && (unit.is_host() || has_generators(used))
            {
                replace(context, used, stmt.plain().span, stmt.span);
            }
        }
    }
}

fn replace(context: &mut Context<'_, '_>, used: &Use, span: Span, outer: Span) {
    if context.is_off(span) {
        return;
    }
    let module = used.module.key.as_str();
    if DEVICE_ONLY.contains(&module) {
        let span = whole(context.source, outer);
        context.replace(span, "");
        return;
    }
    let lines = if module == "cudafor" {
        runtime(context, used)
    } else if has_generators(used) {
        generators(context, used)
    } else if let Some((_, name)) = LIBRARIES.iter().find(|(cuda, _)| *cuda == module) {
        library(context, used, name)
    } else {
        let message = format!("the module `{module}` has no counterpart in hipfort");
        context.report(Code::FORTRAN_API, Level::Error, span, message).help =
            Some("replace what is used of it by hand".to_owned());
        return;
    };
    context.converted(module);
    if lines.is_empty() {
        let span = whole(context.source, outer);
        return context.replace(span, "");
    }
    let indent = context.indent(span.start);
    context.replace(span, lines.join(&format!("\n{indent}")));
}

fn runtime(context: &mut Context<'_, '_>, used: &Use) -> Vec<String> {
    let c = format!("use, intrinsic :: iso_c_binding, only: {}", FROM_C.join(", "));
    let mut lines = library(context, used, "hipfort");
    if !used.only && context.tree.needs_gpufort() {
        lines.push("use gpufort".to_owned());
        context.hip("gpufort");
    }
    lines.push(c);
    lines
}

/// Whether the module has types that launchers of kernels and stubs of device procedures declare their dummies with.
pub(super) fn has_generators(used: &Use) -> bool {
    used.module.key == "curand_device"
}

/// The types of device code's random generators: its functions are device code's alone.
fn generators(context: &mut Context<'_, '_>, used: &Use) -> Vec<String> {
    let becomes = |name: &str| match names::becomes(&context.tree.options.choice, name) {
        Some(Become::Gpufort(own)) => Some(own),
        _ => None,
    };
    let renamed = |(local, name): &(Name, Name)| {
        let own = becomes(&name.key)?;
        Some(if local.key == name.key { own.to_owned() } else { format!("{} => {own}", context.text(local.span)) })
    };
    let named: Vec<String> = used.names.iter().filter_map(renamed).collect();
    let is_named = |name: &&&str| !used.names.iter().any(|(_, one)| one.key == **name);
    let others = names::GENERATORS.iter().filter(|name| !used.only && is_named(name)).filter_map(|name| becomes(name));
    let list: Vec<String> = named.into_iter().chain(others.map(str::to_owned)).collect();
    if list.is_empty() || !context.tree.needs_gpufort() {
        return Vec::new();
    }
    context.hip("gpufort");
    vec![format!("use gpufort, only: {}", list.join(", "))]
}

/// `use MODULE` with the `only` list or the renames of `used` in HIP's names.
fn library(context: &mut Context<'_, '_>, used: &Use, module: &'static str) -> Vec<String> {
    context.hip(module);
    if !used.only && used.names.is_empty() {
        return vec![format!("use {module}")];
    }
    let (mut own, mut support) = (Vec::new(), Vec::new());
    for (local, name) in &used.names {
        let (hip, from_support) = match names::becomes(&context.tree.options.choice, &name.key) {
            Some(Become::Hip(hip)) => {
                context.hip(hip);
                (hip, false)
            }
            Some(Become::Gpufort(name)) => (name, true),
            // `c_ptr` and what else `iso_c_binding` gives.
            Some(Become::C(_)) | None => continue,
        };
        let list = if from_support { &mut support } else { &mut own };
        list.push(if local.key == name.key { hip.to_owned() } else { format!("{} => {hip}", context.text(local.span)) });
    }
    let mut lines = Vec::new();
    if !own.is_empty() || !used.only {
        let only = if used.only {
            ", only: "
        } else if own.is_empty() {
            ""
        } else {
            ", "
        };
        lines.push(format!("use {module}{only}{}", own.join(", ")));
    }
    if !support.is_empty() {
        context.hip("gpufort");
        lines.push(format!("use gpufort, only: {}", support.join(", ")));
    }
    lines
}
