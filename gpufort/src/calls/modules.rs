//! `use` of CUDA Fortran's modules to `use` of hipfort's.

use super::names::{self, Become};
use super::statement::{plain, whole};
use crate::ast::{Span, StmtKind, Use};
use crate::port::Context;
use crate::sema::is_cuda_module;
use hipify::{Code, Level};

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
const DEVICE_ONLY: &[&str] = &["cudadevice", "cooperative_groups", "curand_device", "cublas_device", "wmma", "libm"];

/// What `use cudafor` brings in of `iso_c_binding`.
pub(crate) const FROM_C: &[&str] = &["c_ptr", "c_null_ptr", "c_loc", "c_associated"];

pub(crate) fn run(context: &mut Context<'_, '_>) {
    for (_, unit) in context.host_units() {
        for stmt in &unit.spec {
            if let StmtKind::Use(used) = &plain(stmt).kind
                && is_cuda_module(&used.module.key)
                && !used.intrinsic
            {
                replace(context, used, plain(stmt).span, stmt.span);
            }
        }
    }
}

fn replace(context: &mut Context<'_, '_>, used: &Use, span: Span, outer: Span) {
    let module = used.module.key.as_str();
    if DEVICE_ONLY.contains(&module) {
        let span = whole(context.source, outer);
        context.replace(span, "");
        return;
    }
    let lines = if module == "cudafor" {
        runtime(context, used)
    } else if let Some((_, name)) = LIBRARIES.iter().find(|(cuda, _)| *cuda == module) {
        library(context, used, name)
    } else {
        let message = format!("the module `{module}` has no counterpart in hipfort");
        context.report(Code::FORTRAN_API, Level::Error, span, message).help =
            Some("replace what is used of it by hand".to_owned());
        return;
    };
    context.converted(module);
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
