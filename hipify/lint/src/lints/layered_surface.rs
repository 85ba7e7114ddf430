//! A layer of a surface is written or read.
//!
//! ## What
//!
//! `surf1DLayeredread`, `surf1DLayeredwrite`, `surf2DLayeredread` or `surf2DLayeredwrite` in device code; the first of a file is
//! reported, with the others.
//!
//! ## Why on AMD
//!
//! HIP's headers pass the layer on as a level of detail up to ROCm 7.2: each layer is the first one, and what was written last is read
//! from all of them, by textures and copies too.
//!
//! ## Example
//!
//! ```cuda before
//! surf2DLayeredwrite(v, surface, x * 4, y, layer);
//! ```
//!
//! ```cuda after
//! surf3Dwrite(v, surface, x * 4, y, layer);
//! ```
//!
//! ## Fix
//!
//! Allocate a three-dimensional array, without `cudaArrayLayered`, and have the layer as its third coordinate; textures over it do
//! not filter between layers with `cudaFilterModePoint`.
//!
//! ## Source
//!
//! clr's issue 275 and rocm-systems' issue 11872, with a program that shows it on gfx90a.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_rules::Images;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2048",
    name: "layered-surface",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Where(|gfx| gfx.images != Images::None),
    checks: &[Check::Calls(CALLS, check)],
};

const CALLS: &[&str] = &["surf1DLayeredread", "surf1DLayeredwrite", "surf2DLayeredread", "surf2DLayeredwrite"];

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    if !file.is_device(call.name) {
        return;
    }
    let message = format!("`{}` takes each layer for the first one", file.text(call.name));
    if let Some(finding) = out.report_first(file.span(call.name), message) {
        finding.help("have the layer as the third coordinate of a three-dimensional array");
    }
}
