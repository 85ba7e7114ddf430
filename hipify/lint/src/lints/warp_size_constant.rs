//! A name stands for a warp of 32 lanes, and warp-level code relies on it.
//!
//! ## What
//!
//! A macro, constant, enumerator or template parameter of a name such as `WARP_SIZE` has the value 32 for a target whose waves have
//! 64 lanes, and device code of the file that shuffles, votes or waits by warps uses it. In a header without any use, the name
//! alone. Code in which each shuffle says that 32 lanes belong together is no finding.
//!
//! ## Why on AMD
//!
//! GCN and CDNA GPUs have 64 lanes in a wave. Lane and warp numbers, trees of shuffles and slots for each warp that are worked out
//! with 32 then disagree with what the hardware does together.
//!
//! ## Example
//!
//! ```cuda before
//! #define WARP_SIZE 32
//! __device__ float sum(float v) {
//!     for (int o = WARP_SIZE / 2; o > 0; o /= 2) v += __shfl_down_sync(~0ull, v, o);
//!     return v;
//! }
//! ```
//!
//! ```cuda after
//! #define WARP_SIZE warpSize
//! __device__ float sum(float v) {
//!     for (int o = WARP_SIZE / 2; o > 0; o /= 2) v += __shfl_down_sync(~0ull, v, o);
//!     return v;
//! }
//! ```
//!
//! ## Fix
//!
//! Where only device code uses the name, and not as a constant, it can stand for `warpSize`; sizes of arrays that are divided by
//! it keep 32, which is large enough for both. Where the host uses it, ask `hipDeviceProp_t::warpSize` and pass the answer on.
//! Where 32 is meant whatever the wave is, give each shuffle the width 32.
//!
//! ## Source
//!
//! Wave sizes by target in LLVM's AMDGPU usage guide; `warpSize` in HIP's `amd_warp_functions.h`.

use crate::file::lanes::Size;
use crate::warp_size::{Given, WarpSize, is_warp_size_name, matters, warp_sizes};
use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};
use hipify_syntax::{Elsewhere, TokenKind};

pub(crate) const LINT: Lint = Lint {
    code: "HIP1007",
    name: "warp-size-constant",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Wave64,
    checks: &[Check::File(check)],
};

/// Uses that are named; more say no more.
const MOST_RELATED: usize = 16;

fn check(file: &File<'_>, out: &mut Findings<'_>) {
    check_outside(file, out);
    if memchr::memmem::find(file.code.source, b"32").is_none() {
        return;
    }
    for size in warp_sizes(file) {
        let set = LINT.applies.among(&file.targets, file.options);
        if !file.targets_at(size.name).and(set).is_empty() && matters(file, &size) {
            report(file, &size, out);
        }
    }
}

/// Names that a local header gives the value 32, where it is this file whose lanes count on them: the header, which is linted by
/// itself, does not show it.
fn check_outside(file: &File<'_>, out: &mut Findings<'_>) {
    if !file.outside.names_warp_size() || !file.lanes().exchange() || file.lanes().is_logical(file) {
        return;
    }
    let set = LINT.applies.among(&file.targets, file.options);
    for uses in outside_uses(file) {
        let on_device: Vec<usize> = uses.into_iter().filter(|&at| file.is_device(at)).collect();
        let Some((&first, others)) = on_device.split_first() else { continue };
        if file.targets_at(first).and(set).is_empty() {
            continue;
        }
        let message = format!("`{}` is 32 in a header, and waves have 64 lanes on some targets", file.text(first));
        let finding = out.report(file.span(first), message);
        finding
            .help("let the header's name stand for `warpSize` in device code; or give shuffles the width 32 where 32 is meant");
        for &at in others.iter().take(MOST_RELATED) {
            finding.related(file.span(at), "used here");
        }
    }
}

/// The names for 32 lanes that headers give their value and say nothing of, each with the places where it stands.
fn outside_uses(file: &File<'_>) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    for at in (0..file.code.tokens.len()).filter(|&at| file.code.kind(at) == TokenKind::Identifier) {
        let name = file.text(at);
        if !is_warp_size_name(name) || name == "warpSize" || file.macros().declares(name.as_bytes()) {
            continue;
        }
        match found.iter_mut().find(|uses| file.text(uses[0]) == name) {
            Some(uses) => uses.push(at),
            None => found.push(vec![at]),
        }
    }
    let is_32 = |name: &[u8]| file.outside.value(name).is_some_and(|value| value.number == 32);
    found.retain(|uses| {
        let name = file.code.text(uses[0]);
        is_32(name) && file.variable(uses[0]).is_none() && !file.outside.reports_warp_size(name)
    });
    found
}

fn report(file: &File<'_>, size: &WarpSize, out: &mut Findings<'_>) {
    let name = file.text(size.name);
    let finding = out.report(file.span(size.name), format!("`{name}` is 32, and waves have 64 lanes on some targets"));
    finding.help(
        "use `warpSize` in device code and the device's property on the host; or give shuffles the width 32 where 32 is meant",
    );
    let notable = |at: &&usize| file.is_device(**at) || file.code.tokens[**at].in_directive;
    for &at in size.uses.iter().filter(notable).take(MOST_RELATED) {
        finding.related(file.span(at), "used here");
    }
    if let Some(edits) = edits(file, size) {
        finding.unsafe_fix(format!("let `{name}` stand for `warpSize`"), edits);
    }
}

/// Edits that let the name stand for `warpSize`; `None` where a use needs a constant, or the host has one.
fn edits(file: &File<'_>, size: &WarpSize) -> Option<Vec<Edit>> {
    if size.uses.is_empty() {
        return None;
    }
    let mut edits = vec![definition(file, size)?];
    for &at in &size.uses {
        if let Some(edit) = use_of(file, at)? {
            edits.push(edit);
        }
    }
    Some(edits)
}

fn definition(file: &File<'_>, size: &WarpSize) -> Option<Edit> {
    let (first, last) = size.value;
    match size.given {
        Given::Macro => Some(Edit::replace(file.code.span(first, last), "warpSize")),
        Given::Constant => {
            let variable = file.variable(size.name).filter(|variable| variable.name == size.name && variable.alone)?;
            let name = file.text(size.name);
            let end = file.code.next(last).filter(|&i| file.code.is(i, b';'))?;
            let local = file.function_at(size.name).is_some();
            let is_constexpr = file.code.is_word(variable.kind.0, b"constexpr");
            if local && !is_constexpr {
                return Some(Edit::replace(file.code.span(first, last), "warpSize"));
            }
            if local {
                return Some(Edit::replace(file.code.span(variable.kind.0, end), format!("const int {name} = warpSize;")));
            }
            let alone_in_line = file.line_is(variable.kind.0, end);
            alone_in_line.then(|| Edit::replace(file.code.span(variable.kind.0, end), format!("#define {name} warpSize")))
        }
        Given::Enumerator | Given::Parameter => None,
    }
}

/// What a use asks for: `Some(None)` nothing, `None` a constant that cannot be had.
fn use_of(file: &File<'_>, at: usize) -> Option<Option<Edit>> {
    let is_qualified = file.code.previous(at).is_some_and(|i| file.code.kind(i) == TokenKind::Scope);
    let function = file.function_at(at).filter(|function| function.runs_on_device() && !is_qualified)?;
    if function.place == crate::ExecutionSpace::Both {
        return None;
    }
    if let Some(open) = file.bound_around(at) {
        let divides = file.code.previous(at).is_some_and(|i| file.code.is(i, b'/'));
        let split = file.lanes().splits.iter().any(|split| matches!(split.size, Size::Named(name) if name == at));
        if file.is_bound(open) {
            return divides.then(|| Some(Edit::replace(file.span(at), "32"))).filter(|_| !split);
        }
    }
    if file.is_constant_place(at) { None } else { Some(None) }
}
