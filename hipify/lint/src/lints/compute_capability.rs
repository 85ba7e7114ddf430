//! A compute capability selects code or parameters.
//!
//! ## What
//!
//! `prop.major` or `prop.minor` of a `cudaDeviceProp` or `hipDeviceProp_t` is compared or computed with, or the attribute
//! `cudaDevAttrComputeCapabilityMajor` is asked for. Printing them is not reported.
//!
//! ## Why on AMD
//!
//! HIP fills both from the name of the GPU: gfx90a is 9.0, gfx942 is 9.4, gfx1100 is 11.0. HIP's header calls the number an
//! approximation. A test such as `major >= 8` is true on a GPU that lacks what compute capability 8.0 stands for, and `major
//! * 10 + minor` names no NVIDIA architecture.
//!
//! ## Example
//!
//! ```cuda before
//! if (prop.major >= 8) use_async_copies();
//! ```
//!
//! ```cuda after
//! #if defined(__HIP_PLATFORM_AMD__)
//! use_plain_copies();
//! #else
//! if (prop.major >= 8) use_async_copies();
//! #endif
//! ```
//!
//! ## Fix
//!
//! Ask for what is needed: `prop.gcnArchName`, an attribute of the feature, or the platform macro.
//!
//! ## Source
//!
//! `hip_runtime_api.h`, comments of `hipDeviceProp_t::major` and `minor`; ROCm's `hipDeviceGetAttribute` documentation.

use crate::{Applies, Check, Confidence, File, Findings, Lint, declared, statement};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3007",
    name: "compute-capability",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Words(&["major", "minor"], field), Check::Words(ATTRIBUTES, attribute)],
};

const ATTRIBUTES: &[&str] = &[
    "cudaDevAttrComputeCapabilityMajor",
    "cudaDevAttrComputeCapabilityMinor",
    "CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR",
    "CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR",
    "hipDeviceAttributeComputeCapabilityMajor",
    "hipDeviceAttributeComputeCapabilityMinor",
];

const HELP: &str =
    "ask for the feature itself, or look at `gcnArchName`; guard tests of NVIDIA's versions with `#ifndef __HIP_PLATFORM_AMD__`";

fn field(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let Some(object) = object_of(file, at) else { return };
    if !is_decisive(file, object, at) {
        return;
    }
    let span = file.code.span(object, at);
    // `prop.major * 10 + prop.minor` is one test.
    let (first, last) = statement::around(&file.code, at);
    let cause = file.code.span(first, last);
    match out.of_cause(&cause) {
        Some(finding) => drop(finding.related(span, "and this")),
        None => {
            let message = format!("`{}` is a number of AMD's own, no compute capability", file.text(at));
            out.report_cause(cause, message).help(HELP).diagnostic.span = span;
        }
    }
}

/// The first token of `prop` in `prop.major`, `props[i].major` or `prop->major`, if it holds the properties of a device.
fn object_of(file: &File<'_>, at: usize) -> Option<usize> {
    let code = &file.code;
    let access = code.previous(at).filter(|&i| code.is(i, b'.') || code.kind(i) == TokenKind::Arrow)?;
    let mut name = code.previous(access)?;
    if code.is(name, b']') {
        name = code.previous(code.open(name)?)?;
    }
    if code.kind(name) != TokenKind::Identifier {
        return None;
    }
    let by_name = || file.text(name).to_ascii_lowercase().contains("prop");
    declared::has_type(file, name, &["cudaDeviceProp", "hipDeviceProp_t"]).unwrap_or_else(by_name).then_some(name)
}

/// Whether the value is compared or computed with, rather than printed or stored.
fn is_decisive(file: &File<'_>, object: usize, at: usize) -> bool {
    let code = &file.code;
    let is_shift = |i: usize| {
        let same = |j: Option<usize>| j.is_some_and(|j| code.is(j, code.tokens[i].first));
        same(code.next(i)) || same(code.previous(i))
    };
    let operator = |i: usize| match code.tokens[i].first {
        b'<' | b'>' => code.kind(i) == TokenKind::Punctuation && !is_shift(i),
        b'*' | b'+' => code.kind(i) == TokenKind::Punctuation,
        _ => false,
    };
    let equality = |first: Option<usize>, second: Option<usize>| {
        first.zip(second).is_some_and(|(a, b)| code.is(b, b'=') && b"=!<>".iter().any(|c| code.is(a, *c)))
    };
    let (after, before) = (code.next(at), code.previous(object));
    after.is_some_and(operator)
        || before.is_some_and(operator)
        || equality(after, after.and_then(|i| code.next(i)))
        || equality(before.and_then(|i| code.previous(i)), before)
}

fn attribute(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let is_asked_for = |call: usize| file.text(call).ends_with("DeviceGetAttribute");
    if !statement::enclosing_call(&file.code, at).is_some_and(is_asked_for) {
        return;
    }
    let cause = file.function_at(at).map_or(file.span(at), |function| file.span(function.first));
    match out.of_cause(&cause) {
        Some(finding) => drop(finding.related(file.span(at), "and this")),
        None => {
            out.report_cause(cause, "AMD GPUs answer with a number of their own, no compute capability")
                .help(HELP)
                .diagnostic
                .span = file.span(at);
        }
    }
}
