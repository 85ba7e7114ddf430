//! Shared memory has a slot for each of 32 warps, by a count that a wave of 64 lanes does not have.
//!
//! ## What
//!
//! A shared array of up to 32 elements that is indexed by a warp's number worked out with 32.
//!
//! ## Why on AMD
//!
//! A block of 1,024 threads has 16 waves of 64 lanes. Where the warp's number becomes right, slots 16 to 31 stay empty, and a
//! second stage that reads 32 of them reads what nobody wrote; where it stays wrong, two slots serve one wave.
//!
//! ## Example
//!
//! ```cuda before
//! __shared__ float partial[32];
//! if (lane == 0) partial[threadIdx.x / 32] = sum;
//! ```
//!
//! ```cuda after
//! __shared__ float partial[1024 / 32];  // enough for either wave size
//! if (lane == 0) partial[threadIdx.x / warpSize] = sum;
//! // second stage: lanes below blockDim.x / warpSize
//! ```
//!
//! ## Fix
//!
//! Work out the warp's number with `warpSize`, and let the second stage read `blockDim.x / warpSize` slots, the others as the
//! neutral element.
//!
//! ## Source
//!
//! Wave sizes by target in LLVM's AMDGPU usage guide.

use crate::file::lanes::{Part, Size, is_lane_name};
use crate::{Applies, Check, Confidence, File, Findings, Function, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP1012",
    name: "warp-slot-array",
    level: Level::Warning,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Wave64,
    checks: &[Check::Functions(check)],
};

/// Warp numbers of one function that are followed.
const MOST_SPLITS: usize = 16;

fn check(file: &File<'_>, function: &Function, out: &mut Findings<'_>) {
    if !file.lanes().exchange() || !function.body.clone().any(|at| file.code.is_word(at, b"__shared__")) {
        return;
    }
    let code = &file.code;
    let splits = file.lanes().splits_in(function.body.start, function.body.end);
    for split in splits.filter(|split| split.part == Part::Warp && split.size != Size::Asked).take(MOST_SPLITS) {
        let variable = split.variable.filter(|&at| is_lane_name(file.text(at)));
        let index = |at: usize| match variable {
            Some(name) => at != name && code.kind(at) == TokenKind::Identifier && code.text(at) == code.text(name),
            None => at == split.first,
        };
        for at in function.body.clone().filter(|&at| index(at)) {
            if let Some(name) = slots(file, at) {
                let span = file.span(name);
                if out.of_cause(&span).is_none() {
                    let message =
                        format!("`{}` has a slot for each 32 threads of a block, and waves may have 64", file.text(name));
                    let finding = out.report_cause(span, message);
                    finding.related(file.code.span(split.first, split.last), "warps are counted by 32 here");
                    finding.help("count by `warpSize`, and let the second stage read `blockDim.x / warpSize` slots");
                }
            }
        }
    }
}

/// The declaration of the shared array of up to 32 elements that the token is the whole index of.
fn slots(file: &File<'_>, at: usize) -> Option<usize> {
    let code = &file.code;
    let open = code.previous(at).filter(|&i| code.is(i, b'['))?;
    let array = code.previous(open).filter(|&i| code.kind(i) == TokenKind::Identifier)?;
    let variable = file.variable(array)?;
    let is_shared = (variable.kind.0..=variable.kind.1).any(|i| code.is_word(i, b"__shared__"));
    let (first, last) = variable.array.filter(|_| is_shared)?;
    // `[BLOCK / WARP_SIZE]` follows the warp's size.
    let (inner, inner_last) = (code.next(first)?, code.previous(last)?);
    if (inner..=inner_last).any(|i| code.is(i, b'/') || code.is(i, b'>')) {
        return None;
    }
    let size = file.value(inner, inner_last)?;
    (2..=32).contains(&size.number).then_some(variable.name)
}
