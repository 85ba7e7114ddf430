//! Host code takes the address of a device function.
//!
//! ## What
//!
//! The name of a `__device__` function of the file in a host function, not called: assigned, passed on or in a table.
//!
//! ## Why on AMD
//!
//! clang refuses a reference to a device function in host code. The address would be of no use: the host cannot know the address of the
//! function in the code object of a GPU.
//!
//! ## Example
//!
//! ```cuda before
//! apply<<<1, 64>>>(data, square);
//! ```
//!
//! ```cuda after
//! __device__ Function square_on_device = square;
//! Function f;
//! cudaMemcpyFromSymbol(&f, square_on_device, sizeof f);
//! apply<<<1, 64>>>(data, f);
//! ```
//!
//! ## Fix
//!
//! Read the pointer from a `__device__` variable, or better pass a functor type as a template argument: calls through pointers keep the
//! compiler from inlining and make it reserve a stack.
//!
//! ## Source
//!
//! clang 19 ("reference to __device__ function in __host__ function").

use crate::{Applies, Check, Confidence, ExecutionSpace, File, Findings, Function, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;
use std::collections::HashSet;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2024",
    name: "function-pointer",
    level: Level::Error,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::File(check)],
};

fn check(file: &File<'_>, out: &mut Findings<'_>) {
    let names = |on_device: bool| -> HashSet<&str> {
        let functions = file.functions().all.iter().filter(|f| (f.place == ExecutionSpace::Device) == on_device);
        functions.filter_map(|f| f.name).map(|at| file.text(at)).collect()
    };
    let (device, other) = (names(true), names(false));
    // A name that is a host function's too may mean that.
    let only: HashSet<&str> = device.difference(&other).copied().collect();
    if only.is_empty() {
        return;
    }
    for function in file.functions().all.iter().filter(|f| f.place == ExecutionSpace::Host) {
        check_host(file, function, &only, out);
    }
}

fn check_host(file: &File<'_>, function: &Function, names: &HashSet<&str>, out: &mut Findings<'_>) {
    let code = &file.code;
    let is_name = |at: &usize| code.kind(*at) == TokenKind::Identifier && names.contains(file.text(*at));
    let uses: Vec<usize> = (function.parameters.0..function.body.end).filter(is_name).collect();
    let declared: HashSet<&str> = uses.iter().filter(|at| is_declared(file, **at)).map(|at| file.text(*at)).collect();
    for at in uses {
        let is_live = !file.targets_at(at).is_empty();
        if is_live && !declared.contains(file.text(at)) && is_address(file, at) {
            out.report(file.span(at), format!("`{}` runs on the device, and its address is taken on the host", file.text(at)))
                .help("read the pointer from a `__device__` variable, or pass a functor");
        }
    }
}

/// `float name`, `T *name`.
fn is_declared(file: &File<'_>, at: usize) -> bool {
    let code = &file.code;
    let Some(before) = code.previous(at) else { return false };
    let before = if code.is(before, b'*') || code.is(before, b'&') { code.previous(before) } else { Some(before) };
    before.is_some_and(|i| code.kind(i) == TokenKind::Identifier && !code.is_word(i, b"return"))
}

/// The name after `(`, `,`, `=`, `{` or `return`, perhaps with `&`, and not called.
fn is_address(file: &File<'_>, at: usize) -> bool {
    let code = &file.code;
    let ends = code.next(at).is_some_and(|next| b",);}".iter().any(|b| code.is(next, *b)));
    let Some(mut before) = code.previous(at).filter(|_| ends) else { return false };
    if code.is(before, b'&') {
        let Some(earlier) = code.previous(before) else { return false };
        before = earlier;
    }
    code.is_word(before, b"return") || b"(,={".iter().any(|b| code.is(before, *b))
}
