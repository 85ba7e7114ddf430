//! A kernel with warp-level operations is launched with blocks that leave a wave partly empty.
//!
//! ## What
//!
//! A launch whose block size is a constant and no multiple of 64, of a kernel of the file that shuffles, votes or waits by
//! warps, itself or in a function that it calls.
//!
//! ## Why on AMD
//!
//! The last wave of a block has lanes that do not run. What is read from them is undefined, and a mask of all lanes names
//! lanes that never reach the call.
//!
//! ## Example
//!
//! ```cuda before
//! sum<<<blocks, 96>>>(p);
//! ```
//!
//! ```cuda after
//! sum<<<blocks, 128>>>(p);
//! ```
//!
//! ## Fix
//!
//! Round the block size up to a multiple of 64, where the kernel guards its threads; else make sure that no lane reads from
//! one that does not run.
//!
//! ## Source
//!
//! Wave sizes by target in LLVM's AMDGPU usage guide.

use crate::{Applies, Check, Confidence, ExecutionSpace, File, Findings, Function, Launch, Lint, dims, product};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP1023",
    name: "block-not-multiple",
    level: Level::Note,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Wave64,
    checks: &[Check::Launches(check)],
};

fn check(file: &File<'_>, launch: &Launch, out: &mut Findings<'_>) {
    let threads = dims(file, launch.block).and_then(product).filter(|threads| threads % 64 != 0);
    if let Some(threads) = threads.filter(|_| kernel_exchanges(file, file.text(launch.kernel))) {
        let message = format!("blocks of {threads} threads leave the last wave of 64 lanes partly empty");
        out.report(file.argument_span(launch.block), message)
            .help("take a multiple of 64, or see that no lane reads from one that is not there");
    }
}

/// Whether lanes work together in the kernel of this name, of the file or of its local headers.
fn kernel_exchanges(file: &File<'_>, name: &str) -> bool {
    if file.functions().named(name.as_bytes()).next().is_none() {
        return file
            .outside
            .function(name.as_bytes())
            .is_some_and(|callee| callee.place == ExecutionSpace::Kernel && callee.exchanges);
    }
    let lanes = file.lanes();
    lanes.exchange() && !lanes.is_logical(file) && file.kernel(name).is_some_and(|kernel| exchanges(file, kernel, 4))
}

/// Whether lanes work together in a function or in one that it calls.
fn exchanges(file: &File<'_>, function: &Function, depth: usize) -> bool {
    let lanes = file.lanes();
    if lanes.shuffles_in(function.body.clone()).next().is_some() || lanes.operations.iter().any(|at| function.body.contains(at)) {
        return true;
    }
    let callee = |at: usize| {
        let is_call = file.code.kind(at) == TokenKind::Identifier && file.code.next_is(at, b'(');
        if is_call { file.functions().only(file.code.text(at)) } else { None }
    };
    depth > 0
        && function
            .body
            .clone()
            .filter_map(callee)
            .any(|callee| callee.body != function.body && exchanges(file, callee, depth - 1))
}
