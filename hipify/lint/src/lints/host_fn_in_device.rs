//! A function for both sides calls a function of the host's.
//!
//! ## What
//!
//! A `__host__ __device__` function calls a function that the same file defines without `__device__` and without
//! `constexpr`, and device code of the file calls the former.
//!
//! ## Why on AMD
//!
//! nvcc warns and goes on; clang refuses such a call as soon as the caller is compiled for the GPU.
//!
//! ## Example
//!
//! ```cuda before
//! float plain(float x) { return x * 2; }
//! __host__ __device__ float both(float x) { return plain(x); }
//! ```
//!
//! ```cuda after
//! __host__ __device__ float plain(float x) { return x * 2; }
//! __host__ __device__ float both(float x) { return plain(x); }
//! ```
//!
//! ## Fix
//!
//! Give the callee both specifiers, or part the caller.
//!
//! ## Source
//!
//! Compiled with clang 19: `reference to __host__ function 'plain' in __host__ __device__ function`.

use crate::{Applies, Check, Confidence, ExecutionSpace, File, Findings, Function, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};
use hipify_syntax::TokenKind;
use std::collections::{HashMap, HashSet};

pub(crate) const LINT: Lint = Lint {
    code: "HIP5009",
    name: "host-fn-in-device",
    level: Level::Error,
    confidence: Confidence::Medium,
    default: false,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[Check::File(check)],
};

fn check(file: &File<'_>, out: &mut Findings<'_>) {
    let mut by_name: HashMap<&[u8], Vec<&Function>> = HashMap::new();
    for function in &file.functions().all {
        if let Some(name) = function.name {
            by_name.entry(file.code.text(name)).or_default().push(function);
        }
    }
    let is_for_both =
        |f: &&Function| f.place == ExecutionSpace::Both && has_word(file, f, "__host__") && has_word(file, f, "__device__");
    let called = called_by_device(file, &by_name);
    let is_called = |f: &&Function| f.name.is_some_and(|name| called.contains(file.code.text(name)));
    for function in file.functions().all.iter().filter(is_for_both).filter(is_called) {
        check_calls(file, function, &by_name, out);
    }
}

/// Names of the functions that kernels and device functions of the file call, directly or through others.
fn called_by_device<'f>(file: &File<'f>, by_name: &HashMap<&[u8], Vec<&Function>>) -> HashSet<&'f [u8]> {
    let code = &file.code;
    let is_device = |f: &&Function| matches!(f.place, ExecutionSpace::Device | ExecutionSpace::Kernel);
    let mut pending: Vec<&Function> = file.functions().all.iter().filter(is_device).collect();
    let mut called = HashSet::new();
    while let Some(function) = pending.pop() {
        for at in function.body.clone().filter(|&at| code.kind(at) == TokenKind::Identifier) {
            if let Some(callees) = by_name.get(code.text(at)).filter(|_| called.insert(code.text(at))) {
                pending.extend(callees.iter().filter(|f| f.place == ExecutionSpace::Both));
            }
        }
    }
    called
}

/// Calls of functions that the file defines just once, for the host.
fn check_calls(file: &File<'_>, function: &Function, by_name: &HashMap<&[u8], Vec<&Function>>, out: &mut Findings<'_>) {
    let code = &file.code;
    for at in function.body.clone().filter(|&at| code.kind(at) == TokenKind::Identifier && code.next_is(at, b'(')) {
        let plain =
            code.previous(at).is_none_or(|i| !matches!(code.kind(i), TokenKind::Arrow | TokenKind::Scope) && !code.is(i, b'.'));
        let Some([callee]) = by_name.get(code.text(at)).map(Vec::as_slice) else { continue };
        // A name of CUDA's that the file defines for other compilers.
        let is_known = hipify_rules::symbol(code.text(at)).is_some();
        if plain && !is_known && is_for_host(file, callee) {
            report(file, at, callee, out);
        }
    }
}

fn report(file: &File<'_>, at: usize, callee: &Function, out: &mut Findings<'_>) {
    let name = file.text(at);
    let finding =
        out.report(file.span(at), format!("`{name}` is a function of the host's, and its caller is compiled for the GPU too"));
    finding.help(format!("declare `{name}` `__host__ __device__`")).related(file.span(callee.first), "defined here");
    let edit = Edit::insert(file.span(callee.first).start, "__host__ __device__ ");
    if !file.code.is_word(callee.first, b"template") {
        finding.unsafe_fix(format!("declare `{name}` `__host__ __device__`"), vec![edit]);
    }
}

/// Whether the head of the function has nothing that could make it a function of the GPU: no specifier, no `constexpr`, no word
/// in capitals that may be a macro for one.
fn is_for_host(file: &File<'_>, function: &Function) -> bool {
    let head = function.first..function.parameters.0;
    let is_open = |text: &str| {
        let is_macro = text.len() > 1 && !text.bytes().any(|b| b.is_ascii_lowercase());
        is_macro || matches!(text, "__host__" | "__device__" | "__global__" | "constexpr" | "consteval")
    };
    !head.into_iter().any(|at| file.code.kind(at) == TokenKind::Identifier && is_open(file.text(at)))
}

fn has_word(file: &File<'_>, function: &Function, word: &str) -> bool {
    (function.first..function.parameters.0).any(|at| file.text(at) == word)
}
