//! Textures are sampled or created, which some AMD GPUs cannot.
//!
//! ## What
//!
//! Calls of `tex1D`, `tex2D`, `tex3D`, `tex1Dfetch`, `tex2DLayered`, `texCubemap` and similar names in device code, and of
//! `cudaCreateTextureObject`; once a file. Where only gfx90a is a target: linear filters.
//!
//! ## Why on AMD
//!
//! gfx940 to gfx942 and gfx950 have no image instructions. HIP defines `__HIP_NO_IMAGE_SUPPORT` there and marks the functions
//! unavailable, so that each call is an error. On gfx90a the functions compile, and the runtime refuses to filter `float` linearly.
//!
//! ## Example
//!
//! ```cuda before
//! out[i] = tex2D<float>(image, x, y);
//! ```
//!
//! ```cuda after
//! out[i] = pixels[int(y) * width + int(x)];
//! ```
//!
//! ## Fix
//!
//! Read from memory, and interpolate by hand where the texture did. RDNA GPUs take the textures as they are: guard both with
//! `#if __HIP_NO_IMAGE_SUPPORT`.
//!
//! ## Source
//!
//! `amd_device_functions.h` and `host_defines.h` of HIP 6.4; compiled for gfx90a, gfx942 and gfx1100 with clang 19; clr's issue 276.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_rules::{Gfx, Images};

pub(crate) const LINT: Lint = Lint {
    code: "HIP2009",
    name: "texture-on-cdna",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Where(|gfx| gfx.images != Images::All),
    checks: &[Check::Calls(FETCHES, check_fetch), Check::Calls(CREATES, check_create), Check::Words(FILTERS, check_filter)],
};

const FETCHES: &[&str] = &["tex1D*", "tex2D*", "tex3D*", "texCubemap*"];
const CREATES: &[&str] = &["cudaCreateTextureObject", "hipCreateTextureObject", "cuTexObjectCreate", "hipTexObjectCreate"];
const FILTERS: &[&str] =
    &["cudaFilterModeLinear", "hipFilterModeLinear", "CU_TR_FILTER_MODE_LINEAR", "HIP_TR_FILTER_MODE_LINEAR"];

fn check_fetch(file: &File<'_>, call: &crate::Call, out: &mut Findings<'_>) {
    if file.is_device(call.name) {
        report(file, call.name, out);
    }
}

fn check_create(file: &File<'_>, call: &crate::Call, out: &mut Findings<'_>) {
    report(file, call.name, out);
}

fn report(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let targets: Vec<&Gfx> = file.targets.list(file.targets_at(at)).collect();
    let without: Vec<&str> = targets.iter().filter(|gfx| gfx.images == Images::None).map(|gfx| gfx.name).collect();
    let Some(first) = without.first() else { return };
    if let Some(finding) = out.of_file() {
        finding.also(file.span(at), "used here too");
        return;
    }
    let message = format!("`{}` is an error on {first}, which has no images", file.text(at));
    let finding = out.report_once(file.span(at), message);
    finding.help("read from memory there, guarded by `#if __HIP_NO_IMAGE_SUPPORT`");
    if without.len() == targets.len() {
        finding.level(Level::Error);
    }
}

fn check_filter(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let mut targets = file.targets.list(file.targets_at(at)).peekable();
    let Some(first) = targets.peek().map(|gfx| gfx.name) else { return };
    if targets.all(|gfx| gfx.images == Images::Unfiltered) {
        out.report(file.span(at), format!("{first} does not filter textures of `float` linearly"))
            .confidence(Confidence::Medium)
            .help("read four texels and interpolate, or read normalised integers");
    }
}
