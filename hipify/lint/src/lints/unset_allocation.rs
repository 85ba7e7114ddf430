//! A kernel adds to memory that nothing has set.
//!
//! ## What
//!
//! Memory of `cudaMalloc` whose first use is as an argument of a kernel that reads it before it writes it: by `atomicAdd`, `+=` or the like.
//!
//! ## Why on AMD
//!
//! Neither CUDA nor HIP sets memory that it allocates. A fresh process on an NVIDIA GPU often finds zeros; ROCm hands out pages as they
//! were left, and sums start at what was there.
//!
//! ## Example
//!
//! ```cuda before
//! __global__ void count(int *sum) { atomicAdd(sum, 1); }
//! void f(int *sum) {
//!     cudaMalloc(&sum, sizeof(int));
//!     count<<<8, 64>>>(sum);
//! }
//! ```
//!
//! ```cuda after
//! __global__ void count(int *sum) { atomicAdd(sum, 1); }
//! void f(int *sum) {
//!     cudaMalloc(&sum, sizeof(int));
//!     cudaMemset(sum, 0, sizeof(int));
//!     count<<<8, 64>>>(sum);
//! }
//! ```
//!
//! ## Fix
//!
//! Set the memory by `cudaMemset` before the launch.
//!
//! ## Source
//!
//! CUDA's and HIP's API references of `cudaMalloc` and `hipMalloc`: the memory is not cleared.

use crate::api::{follows, function_end, object};
use crate::{Applies, Call, Check, Confidence, File, Findings, Launch, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::functions::Function;
use hipify_syntax::tokens::operator;
use hipify_syntax::{Argument, TokenKind};

pub(crate) const LINT: Lint = Lint {
    code: "HIP3036",
    name: "unset-allocation",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Calls(&["cudaMalloc", "hipMalloc", "cudaMallocManaged", "hipMallocManaged"], check)],
};

const ATOMICS: &[&str] = &[
    "atomicAdd",
    "atomicSub",
    "atomicInc",
    "atomicDec",
    "atomicMin",
    "atomicMax",
    "atomicOr",
    "atomicXor",
    "atomicAnd",
    "atomicCAS",
];

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let code = &file.code;
    let Some(name) = call.arguments.first().and_then(|argument| object(file, *argument)) else { return };
    // Members and elements have other names too.
    if !code.next(name).is_some_and(|next| code.is(next, b',') || code.is(next, b')')) {
        return;
    }
    let Some(end) = function_end(file, call.name) else { return };
    let is_it = |at: &usize| code.is_word(*at, code.text(name)) && !is_measured(file, *at);
    let Some(used) = (call.close..end).find(is_it) else { return };
    let Some((launch, number)) = launch_with(file, used) else { return };
    let Some((kernel, read)) = reads_first(file, launch, number) else { return };
    if !follows(file, call.name, launch.first) {
        return;
    }
    let kernel_name = kernel.name.map_or("", |name| file.text(name));
    let message = format!("`{kernel_name}` adds to `{}`, which nothing has set", file.text(name));
    let finding = out.report(file.span(used), message);
    finding.related(code.span(call.name, call.close), "it is allocated here").related(file.span(read), "it is read here first");
    finding.help("set it by `cudaMemset` before the launch");
}

/// `sizeof(*p)`.
fn is_measured(file: &File<'_>, at: usize) -> bool {
    crate::statement::enclosing_call(&file.code, at).is_some_and(|name| file.code.is_word(name, b"sizeof"))
}

/// The launch that has the name at `used` as a whole argument, and its number.
fn launch_with<'f>(file: &'f File<'_>, used: usize) -> Option<(&'f Launch, usize)> {
    let launch = file.launches().iter().find(|launch| launch.first < used && used < launch.last)?;
    let is_it = |argument: &Argument| argument.first == used && argument.last == used;
    Some((launch, launch.arguments.iter().position(is_it)?))
}

/// The kernel of a launch, and where it reads the elements of a parameter before it has written any.
fn reads_first<'f>(file: &'f File<'_>, launch: &Launch, number: usize) -> Option<(&'f Function, usize)> {
    let code = &file.code;
    let kernel = file.kernel(file.text(launch.kernel))?;
    let (open, close) = kernel.parameters;
    let parameter = *code.split(open, close)?.get(number)?;
    let is_name = |at: &usize| code.kind(*at) == TokenKind::Identifier;
    let name = (parameter.first..=parameter.last).rev().find(is_name)?;
    let first = kernel.body.clone().find(|&at| code.is_word(at, code.text(name)))?;
    (is_atomic(file, first) || is_updated(file, first)).then_some((kernel, first))
}

/// `atomicAdd(p`, `atomicAdd(&p[i]`, `atomicAdd(p + i`.
fn is_atomic(file: &File<'_>, at: usize) -> bool {
    let code = &file.code;
    let before = code.previous(at).and_then(|i| if code.is(i, b'&') { code.previous(i) } else { Some(i) });
    let name = before.filter(|&i| code.is(i, b'(')).and_then(|open| code.previous(open));
    name.is_some_and(|name| ATOMICS.contains(&file.text(name)))
}

/// `p[i] += x`, `*p += x`, `p[i]++`.
fn is_updated(file: &File<'_>, at: usize) -> bool {
    let code = &file.code;
    let starts = |i: usize| code.previous(i).is_some_and(|before| b";{})".iter().any(|b| code.is(before, *b)));
    let after = match code.next(at).filter(|&open| code.is(open, b'[')) {
        Some(open) if starts(at) => code.close(open).and_then(|close| code.next(close)),
        None => code.previous(at).filter(|&star| code.is(star, b'*') && starts(star)).and_then(|_| code.next(at)),
        _ => None,
    };
    after.is_some_and(|i| matches!(operator(code, i), b"+=" | b"-=" | b"|=" | b"^=" | b"++" | b"--"))
}
