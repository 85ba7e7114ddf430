//! Some threads of a block return before the others wait for them.
//!
//! ## What
//!
//! `if (...) return;` of a kernel, with a condition that differs between threads, before a `__syncthreads()` of the same kernel.
//!
//! ## Why on AMD
//!
//! CUDA leaves a barrier that not all threads reach undefined. AMD GPUs count waves: a wave whose lanes have all returned is no longer
//! waited for, and one with some lanes left goes on with these. The same mistake therefore shows in other ways, and shared memory that the
//! returned threads should have filled stays unset.
//!
//! ## Example
//!
//! ```cuda before
//! if (i >= n) return;
//! tile[threadIdx.x] = data[i];
//! __syncthreads();
//! ```
//!
//! ```cuda after
//! tile[threadIdx.x] = i < n ? data[i] : 0;
//! __syncthreads();
//! ```
//!
//! ## Fix
//!
//! Let all threads reach the barrier, and guard what they load and store instead.
//!
//! ## Source
//!
//! The CUDA programming guide, synchronization functions; the CDNA3 ISA guide, `S_BARRIER` and `S_ENDPGM`.

use crate::{Applies, Check, Confidence, File, Findings, Function, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;
use std::collections::HashSet;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2043",
    name: "early-exit-barrier",
    level: Level::Warning,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Kernels(check)],
};

const BARRIERS: &[&str] = &["__syncthreads", "__syncthreads_count", "__syncthreads_and", "__syncthreads_or"];

fn check(file: &File<'_>, kernel: &Function, out: &mut Findings<'_>) {
    let code = &file.code;
    let is_barrier = |at: &usize| code.kind(*at) == TokenKind::Identifier && BARRIERS.contains(&file.text(*at));
    let Some(barrier) = kernel.body.clone().rev().find(is_barrier) else { return };
    let mut by_thread: HashSet<&str> = HashSet::from(["threadIdx"]);
    for at in kernel.body.start..barrier {
        if code.kind(at) != TokenKind::Identifier {
            continue;
        }
        if code.is_word(at, b"if") {
            check_return(file, at, barrier, &by_thread, out);
        } else if let Some(last) = initialised(file, at)
            && (at..last).skip(1).any(|i| code.kind(i) == TokenKind::Identifier && by_thread.contains(file.text(i)))
        {
            by_thread.insert(file.text(at));
        }
    }
}

/// The end of the value, where the name at `at` gets one: `name = value;`.
fn initialised(file: &File<'_>, at: usize) -> Option<usize> {
    let code = &file.code;
    let equals = code.next(at).filter(|&equals| code.is(equals, b'=') && !code.next_is(equals, b'='))?;
    (equals..equals + 64).find(|&i| i >= code.tokens.len() || code.is(i, b';')).filter(|&i| i < code.tokens.len())
}

fn check_return(file: &File<'_>, at: usize, barrier: usize, by_thread: &HashSet<&str>, out: &mut Findings<'_>) {
    let code = &file.code;
    let Some(open) = code.next(at).filter(|&open| code.is(open, b'(')) else { return };
    let Some(close) = code.close(open) else { return };
    let after = code.next(close).and_then(|next| if code.is(next, b'{') { code.next(next) } else { Some(next) });
    let returns = after.is_some_and(|word| code.is_word(word, b"return"));
    let differs = (open..close).any(|i| code.kind(i) == TokenKind::Identifier && by_thread.contains(file.text(i)));
    if returns && differs {
        out.report(code.span(at, close), "some threads return here, and others wait for them at a barrier")
            .help("let all threads reach the barrier, and guard what they load and store")
            .related(file.span(barrier), "the barrier");
    }
}
