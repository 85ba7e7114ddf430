//! Threads of one wave wait for a lock that another thread of the same wave may hold.
//!
//! ## What
//!
//! A loop around `atomicCAS(lock, 0, 1)` or `atomicExch(lock, 1)` that spins until it succeeds, where nothing says that only
//! one thread of a wave gets there.
//!
//! ## Why on AMD
//!
//! Lanes of an AMD wave have one program counter. The lane that got the lock waits at the loop's end for the lanes that spin,
//! and they wait for it: the kernel hangs. CUDA's GPUs from Volta on schedule threads one by one.
//!
//! ## Example
//!
//! ```cuda before
//! while (atomicCAS(lock, 0, 1) != 0) {}
//! critical();
//! atomicExch(lock, 0);
//! ```
//!
//! ```cuda after
//! bool done = false;
//! while (!done) {
//!     if (atomicCAS(lock, 0, 1) == 0) {
//!         critical();
//!         __threadfence();
//!         atomicExch(lock, 0);
//!         done = true;
//!     }
//! }
//! ```
//!
//! ## Fix
//!
//! Let one lane of a wave take the lock, or do the work and give the lock back inside of the branch that got it.
//!
//! ## Source
//!
//! HIP's programming guide on independent forward progress of threads.

use crate::file::{lane_index::is_lane, lanes::is_thread};
use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP1015",
    name: "intra-wave-spin",
    level: Level::Error,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Device,
    checks: &[Check::Calls(&["atomicCAS", "atomicExch"], check)],
};

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    if !takes_lock(file, call) || !spins(file, call) || is_single(file, call.name) {
        return;
    }
    let finding = out.report(file.span(call.name), "threads of one wave spin for a lock that one of them may hold");
    finding.help("let one lane of a wave take the lock, or work and unlock inside of the branch that got it");
}

/// `atomicCAS(lock, 0, 1)`, `atomicExch(lock, 1)`: constants, and no compare-and-swap of a value.
fn takes_lock(file: &File<'_>, call: &Call) -> bool {
    let constants = call.arguments.iter().skip(1).all(|&argument| file.argument_value(argument).is_some());
    let taken = call.arguments.last().and_then(|&argument| file.argument_value(argument));
    constants && call.arguments.len() > 1 && taken.is_some_and(|value| value.number != 0)
}

/// Whether the call decides a `while` without a body that does anything but wait.
fn spins(file: &File<'_>, call: &Call) -> bool {
    let code = &file.code;
    let mut open = code.previous(call.name);
    for _ in 0..16 {
        match open {
            Some(i) if code.is(i, b'(') && code.previous(i).is_some_and(|i| code.is_word(i, b"while")) => {
                return code.close(i).and_then(|close| code.next(close)).is_some_and(|body| only_waits(file, body));
            }
            Some(i) if b";{}".iter().any(|b| code.is(i, *b)) => return false,
            Some(i) => open = code.previous(i),
            None => return false,
        }
    }
    false
}

/// `;`, `{}`, or calls that only wait.
fn only_waits(file: &File<'_>, body: usize) -> bool {
    let code = &file.code;
    if code.is(body, b';') {
        return true;
    }
    let Some(close) = Some(body).filter(|&i| code.is(i, b'{')).and_then(|i| code.close(i)) else { return false };
    (body..close).all(|i| {
        code.kind(i) != hipify_syntax::TokenKind::Identifier || matches!(code.text(i), b"__nanosleep" | b"__threadfence" | b"ns")
    })
}

/// Whether a condition around the place lets one thread of a wave through.
fn is_single(file: &File<'_>, at: usize) -> bool {
    let code = &file.code;
    let mut place = at;
    for _ in 0..8 {
        let Some(open) = file.condition_around(place) else { return false };
        let equals = code.close(open).is_some_and(|close| {
            (open + 1..close).any(|i| {
                code.is(i, b'=')
                    && code.is(i + 1, b'=')
                    && code.previous(i).is_some_and(|left| {
                        let first = hipify_syntax::tokens::operand_start(code, left);
                        is_thread(file, first, left, 4)
                            || is_lane(file, first, left, 4)
                            || code.kind(left) == hipify_syntax::TokenKind::Identifier
                    })
            })
        });
        if equals {
            return true;
        }
        place = open;
    }
    false
}
