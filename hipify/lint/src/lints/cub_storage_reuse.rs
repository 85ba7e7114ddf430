//! Temporary storage of CUB is used again before all threads are done with it.
//!
//! ## What
//!
//! Two collectives of CUB in a row, or one in a loop, with the same `TempStorage` in shared memory and no barrier between them.
//!
//! ## Why on AMD
//!
//! Threads of the first collective may still read what others of the second write. With blocks of one warp, NVIDIA GPUs ran the threads in
//! step and hid it. Waves have 64 lanes on GCN and CDNA and 32 on RDNA, hipCUB's algorithms place their data otherwise, and a block of 64
//! threads is one wave or two.
//!
//! ## Example
//!
//! ```cuda before
//! float sum = Reduce(storage).Sum(x);
//! float most = Reduce(storage).Reduce(x, cub::Max());
//! ```
//!
//! ```cuda after
//! float sum = Reduce(storage).Sum(x);
//! __syncthreads();
//! float most = Reduce(storage).Reduce(x, cub::Max());
//! ```
//!
//! ## Fix
//!
//! Write `__syncthreads()` between the collectives (`__syncwarp()` for those of a warp), or give each a storage of its own.
//!
//! ## Source
//!
//! CUB's documentation of each block-wide collective: a barrier is needed before the storage is used again; rocPRIM's says the same.

use crate::{Applies, Check, Confidence, File, Findings, Function, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;
use hipify_syntax::control::ControlKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP4019",
    name: "cub-storage-reuse",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Device,
    checks: &[Check::Functions(check)],
};

/// `Reduce(storage).Sum(x)`: the token of the storage, the member of it that is used, and the end of the statement.
struct Use {
    storage: usize,
    member: Option<usize>,
    last: usize,
}

fn check(file: &File<'_>, function: &Function, out: &mut Findings<'_>) {
    if !function.runs_on_device() || !file.sketch().may_hold(b"TempStorage") {
        return;
    }
    let uses: Vec<Use> = function.body.clone().filter_map(|at| used(file, at)).collect();
    for (number, first) in uses.iter().enumerate() {
        let same = |other: &&Use| shares(file, first, other);
        if let Some(second) = uses[number + 1..].iter().find(same)
            && crate::api::follows(file, first.storage, second.storage)
            && !waits(file, first.last, second.storage)
        {
            report(file, first, second, "it is used again", out);
        } else if let Some(body) = loop_without_barrier(file, first)
            && !uses
                .iter()
                .any(|other| body.contains(&other.storage) && other.storage != first.storage && shares(file, first, other))
        {
            report(file, first, first, "it is used again in the next iteration of the loop", out);
        }
    }
}

fn report(file: &File<'_>, first: &Use, second: &Use, how: &str, out: &mut Findings<'_>) {
    let name = file.text(first.storage);
    let message = format!("`{name}` is used again before all threads are done with it");
    let finding = out.report(file.span(second.storage), message);
    finding.related(file.span(first.storage), format!("`{name}` is used here, and {how}"));
    finding.help("write `__syncthreads()` between the collectives, `__syncwarp()` for those of a warp");
}

/// The use of a storage in shared memory whose name stands at `at`.
fn used(file: &File<'_>, at: usize) -> Option<Use> {
    let code = &file.code;
    let open = code.previous(at).filter(|&i| code.is(i, b'(') && code.kind(at) == TokenKind::Identifier)?;
    let close = code.close(open)?;
    let maker = code.previous(open)?;
    let collective = code.next(close).filter(|&dot| code.is(dot, b'.'))?;
    let makes = code.kind(maker) == TokenKind::Identifier || code.is(maker, b'>');
    if !makes || !code.next(code.next(collective)?).is_some_and(|i| code.is(i, b'(') || code.is(i, b'<')) {
        return None;
    }
    let member = code.previous(close).filter(|&last| last != at);
    if member
        .is_some_and(|last| code.kind(last) != TokenKind::Identifier || code.previous(last).is_none_or(|dot| !code.is(dot, b'.')))
    {
        return None;
    }
    let is_shared = |kind: (usize, usize)| (kind.0..=kind.1).any(|i| code.is_word(i, b"__shared__"));
    let variable = file.variable(at).filter(|variable| is_shared(variable.kind) && variable.array.is_none())?;
    if uses_no_storage(file, maker) {
        return None;
    }
    let is_storage = (variable.kind.0..=variable.kind.1).any(|i| code.is_word(i, b"TempStorage")) || member.is_some();
    is_storage.then(|| Use { storage: at, member, last: crate::statement::around(code, at).1 })
}

/// Whether a collective is known to leave its storage alone: loads and stores that neither transpose nor take their algorithm from elsewhere.
fn uses_no_storage(file: &File<'_>, maker: usize) -> bool {
    let code = &file.code;
    let is_direct = |first: usize, last: usize| {
        let texts = || (first..=last).filter(|&i| code.kind(i) == TokenKind::Identifier).map(|i| file.text(i));
        let loads = texts().any(|text| matches!(text, "BlockLoad" | "BlockStore" | "WarpLoad" | "WarpStore"));
        loads && !texts().any(|text| text.contains("TRANSPOSE"))
    };
    // `using Load = cub::BlockLoad<...>;`, `typedef cub::BlockLoad<...> Load;`
    let is_alias = |first: usize| matches!(code.text(first), b"using" | b"typedef");
    let mut names = (0..code.tokens.len()).filter(|&at| code.is_word(at, code.text(maker)));
    names.any(|at| {
        let (first, last) = crate::statement::around(code, at);
        (at == maker || is_alias(first)) && is_direct(if at == maker { at } else { first }, if at == maker { at } else { last })
    })
}

/// Whether two uses are of the same memory: members of a union count as the same, those of a structure do not.
fn shares(file: &File<'_>, one: &Use, other: &Use) -> bool {
    let code = &file.code;
    let declared = |of: &Use| file.variable(of.storage).map(|variable| variable.name);
    let member = |of: &Use| of.member.map(|member| code.text(member));
    declared(one) == declared(other) && member(one) == member(other)
}

/// Whether something between two tokens makes threads wait, or may do so.
fn waits(file: &File<'_>, first: usize, last: usize) -> bool {
    (first..last).any(|at| file.code.kind(at) == TokenKind::Identifier && file.code.next_is(at, b'(') && may_wait(file, at))
}

fn may_wait(file: &File<'_>, at: usize) -> bool {
    let lower = file.text(at).to_ascii_lowercase();
    let is_macro = !lower.is_empty() && file.text(at).chars().all(|c| c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit());
    let inner = || {
        let mut functions = file.functions().named(file.code.text(at));
        functions.any(|function| function.body.clone().any(|i| file.text(i).to_ascii_lowercase().contains("sync")))
    };
    ["sync", "barrier", "wait"].iter().any(|word| lower.contains(word)) || is_macro || inner()
}

/// The body of the innermost loop around a use, where nothing in it waits.
fn loop_without_barrier(file: &File<'_>, of: &Use) -> Option<std::ops::Range<usize>> {
    let around = file.controls().around(of.storage).find(|control| control.kind == ControlKind::Loop)?;
    // A storage declared in the loop is the same memory each time.
    let leaves = (of.last..around.body.end).any(|at| matches!(file.code.text(at), b"return" | b"break"));
    (!leaves && !waits(file, around.body.start, around.body.end)).then(|| around.body.clone())
}
