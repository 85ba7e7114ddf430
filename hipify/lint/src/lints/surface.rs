//! Surfaces are read, written or created, which some AMD GPUs cannot.
//!
//! ## What
//!
//! Calls of `surf1Dread`, `surf2Dwrite` and similar names in device code and of `cudaCreateSurfaceObject`, once a file; reads that return
//! the value, each.
//!
//! ## Why on AMD
//!
//! gfx940 to gfx942 and gfx950 have no image instructions, and HIP marks the functions unavailable there. On all targets HIP has
//! `surf2Dread(&value, surface, x, y)` only: the form `surf2Dread<T>(surface, x, y)` does not compile.
//!
//! ## Example
//!
//! ```cuda before
//! float v = surf2Dread<float>(surface, x * 4, y);
//! ```
//!
//! ```cuda after
//! float v;
//! surf2Dread(&v, surface, x * 4, y);
//! ```
//!
//! ## Fix
//!
//! Pass the address of the result; for targets without images read from memory.
//!
//! ## Source
//!
//! `amd_surface_functions.h` of HIP 6.4; compiled for gfx90a, gfx942 and gfx1100 with clang 19.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_rules::Images;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2012",
    name: "surface",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Calls(ACCESSES, check), Check::Calls(CREATES, check_create)],
};

const ACCESSES: &[&str] = &["surf1D*", "surf2D*", "surf3D*", "surfCubemap*"];
const CREATES: &[&str] = &["cudaCreateSurfaceObject", "hipCreateSurfaceObject", "cuSurfObjectCreate"];

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    if !file.is_device(call.name) {
        return;
    }
    let name = file.text(call.name);
    // `surf2Dread(&value, ...)` starts with an address.
    let returns = name.ends_with("read") && !call.template.is_empty() && call.arguments.len() <= coordinates(name) + 1;
    if returns {
        out.report(file.span(call.name), format!("HIP has no form of `{name}` that returns the value"))
            .level(Level::Error)
            .help(format!("write `{name}(&value, surface, ...)`"));
        return;
    }
    report(file, call.name, out);
}

/// Coordinates after the surface.
fn coordinates(name: &str) -> usize {
    match name {
        "surf1Dread" => 1,
        "surf2Dread" | "surf1DLayeredread" => 2,
        _ => 3,
    }
}

fn check_create(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    report(file, call.name, out);
}

fn report(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let mut targets = file.targets.list(file.targets_at(at));
    let Some(without) = targets.find(|gfx| gfx.images == Images::None) else {
        return;
    };
    if let Some(finding) = out.of_file() {
        finding.also(file.span(at), "used here too");
        return;
    }
    let message = format!("`{}` is an error on {}, which has no images", file.text(at), without.name);
    out.report_once(file.span(at), message).help("read from memory there, guarded by `#if __HIP_NO_IMAGE_SUPPORT`");
}
