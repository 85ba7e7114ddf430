//! A texture over memory has rows that need not start where an AMD GPU wants them.
//!
//! ## What
//!
//! The pitch of a texture over linear memory, `res.pitch2D.pitchInBytes` or the last argument of `cudaBindTexture2D`, that is a constant
//! and no multiple of 256, or is worked out of a width by `sizeof` instead of coming from `cudaMallocPitch`.
//!
//! ## Why on AMD
//!
//! Rows of such a texture start at multiples of 256 bytes on AMD GPUs, and of 32 on NVIDIA's: `texturePitchAlignment` says so. Creating
//! the texture fails, or its rows are read from elsewhere.
//!
//! ## Example
//!
//! ```cuda before
//! cudaMalloc(&data, width * height * sizeof(float));
//! resource.res.pitch2D.pitchInBytes = width * sizeof(float);
//! ```
//!
//! ```cuda after
//! size_t pitch;
//! cudaMallocPitch(&data, &pitch, width * sizeof(float), height);
//! resource.res.pitch2D.pitchInBytes = pitch;
//! ```
//!
//! ## Fix
//!
//! Allocate by `cudaMallocPitch`, and copy by `cudaMemcpy2D`; or round the pitch up to `texturePitchAlignment`.
//!
//! ## Source
//!
//! `texturePitchAlignment` in HIP's and CUDA's device properties; the image resource descriptor of the RDNA and CDNA ISA guides.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_rules::Images;
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2047",
    name: "texture-pitch",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Where(|gfx| gfx.images != Images::None),
    checks: &[
        Check::Words(&["pitchInBytes"], check_member),
        Check::Calls(&["cudaBindTexture2D", "hipBindTexture2D"], check_bind),
    ],
};

/// Bytes that rows of textures over linear memory are aligned to on AMD GPUs.
const ALIGNMENT: i128 = 256;

/// Steps from a variable to what it starts as.
const DEEPEST: usize = 3;

/// `desc.res.pitch2D.pitchInBytes = ...;`
fn check_member(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    let is_pitch = code.previous_is(at, b'.') || code.previous(at).is_some_and(|i| code.kind(i) == TokenKind::Arrow);
    let Some(equals) = code.next(at).filter(|&i| is_pitch && code.is(i, b'=') && !code.next_is(i, b'=')) else { return };
    let (Some(first), (_, last)) = (code.next(equals), crate::statement::around(code, equals)) else { return };
    if let Some(last) = code.previous(last).filter(|&end| code.is(last, b';') && end >= first) {
        check(file, (first, last), out);
    }
}

fn check_bind(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let pitch = call.arguments.last().filter(|_| call.arguments.len() >= 6);
    if let Some(pitch) = pitch {
        check(file, (pitch.first, pitch.last), out);
    }
}

fn check(file: &File<'_>, (first, last): (usize, usize), out: &mut Findings<'_>) {
    let span = file.code.span(first, last);
    if let Some(value) = file.value(first, last) {
        if value.number % ALIGNMENT != 0 {
            let message = format!("rows of {} bytes do not start at multiples of {ALIGNMENT}", value.number);
            out.report(span, message).help("allocate by `cudaMallocPitch`, or round the pitch up");
        }
    } else if is_width(file, first, last, DEEPEST) {
        let message = format!("rows need not start at multiples of {ALIGNMENT} bytes, as textures want on AMD GPUs");
        let finding = out.report(span, message);
        finding.help("allocate by `cudaMallocPitch`, or round the pitch up to `texturePitchAlignment`");
    }
}

/// Whether an expression is a number of elements times their size, and nothing that rounds.
fn is_width(file: &File<'_>, first: usize, last: usize, depth: usize) -> bool {
    let code = &file.code;
    let rounds = (first..=last)
        .any(|i| b"/%&+~<".iter().any(|b| code.is(i, *b)) || code.kind(i) == TokenKind::Number && is_multiple(file, i));
    if rounds || depth == 0 {
        return false;
    }
    if first == last {
        // A variable that is assigned elsewhere, by `cudaMallocPitch` above all, is not known.
        let Some(variable) = file.variable(first) else { return false };
        let Some((from, to)) = variable.initializer else { return false };
        let others = (0..code.tokens.len()).filter(|&i| code.is_word(i, code.text(first)));
        let is_set =
            |i: usize| code.previous_is(i, b'&') || code.next(i).is_some_and(|next| code.is(next, b'=') && i != variable.name);
        return !others.into_iter().any(is_set) && is_width(file, from, to, depth - 1);
    }
    // What a name calls a pitch, or a stride that was rounded, is not known here.
    let is_pitch = |i: usize| file.text(i).to_ascii_lowercase().contains("pitch");
    if (first..=last).any(is_pitch) {
        return false;
    }
    let has_product = (first..=last).any(|i| code.is(i, b'*'));
    let has_size = (first..=last).any(|i| code.is_word(i, b"sizeof"));
    has_product && has_size
}

fn is_multiple(file: &File<'_>, at: usize) -> bool {
    file.value(at, at).is_some_and(|value| value.number != 0 && value.number % ALIGNMENT == 0)
}
