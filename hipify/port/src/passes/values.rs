//! Macros of CUDA that have a value, in code: `printf("%d", CUDART_VERSION)` prints a macro that has it for either compiler.
//!
//! A macro of our own is defined before the first include, once a file. It has the value that conditions count with.

use super::Context;
use super::guard::{guard_at, report_value, value_of};
use super::runtime_header::{insertion_point, newline};
use super::sweep::Found;
use hipify_diagnostics::{Edit, Level};
use hipify_rules::{Guard, HIPIFY};
use hipify_syntax::directive::Define;

/// Ports the macro at `at`; whether it has a value.
pub(super) fn port(context: &mut Context<'_>, at: usize) -> bool {
    let Some(guard) = guard_at(&context.code, at).filter(|guard| guard.value.is_some()) else { return false };
    if is_own_definition(context, at) {
        return true;
    }
    report_value(context, at, guard, Level::Note);
    context.converted.push(guard.cuda);
    context.edits.push(Edit::replace(context.code.tokens[at].range(), guard.hipify_name()));
    if !context.valued.iter().any(|known| known.cuda == guard.cuda) {
        context.valued.push(guard);
    }
    true
}

/// `#define HIPIFY_CUDA_ARCH __CUDA_ARCH__`, as an earlier port wrote it.
fn is_own_definition(context: &Context<'_>, at: usize) -> bool {
    let code = &context.code;
    let define = code.directive(at).and_then(|(hash, _)| Define::at(code, hash));
    define.is_some_and(|define| code.text(define.name).starts_with(HIPIFY.as_bytes()) && define.body == (at..at + 1))
}

/// Defines the macros that stand for those that were met. clang defines `__HIP__`; who includes HIP's headers with another
/// compiler says `-D__HIP_PLATFORM_AMD__`. What CUDA defines for GPUs alone counts 0 in a pass for the host: that pass reads
/// the bodies of kernels too, which need a value, and conditions take the host's branch.
pub(super) fn define(context: &mut Context<'_>, found: &Found) {
    let newline = newline(context);
    let (of_gpus, of_all): (Vec<_>, Vec<_>) = context.valued.iter().copied().partition(|guard| guard.hip == DEVICE_PASS);
    let lines = |guards: &[&Guard], wanted: &dyn Fn(&Guard) -> String| -> String {
        guards.iter().map(|guard| format!("#define {} {}{newline}", guard.hipify_name(), wanted(guard))).collect()
    };
    let value = |guard: &Guard| value_of(context, guard).to_string();
    let cuda = |guard: &Guard| guard.cuda.to_owned();
    let any_hip = "defined(__HIP__) || defined(__HIP_PLATFORM_AMD__)";
    let mut text = String::new();
    if !of_all.is_empty() {
        let (hip, cuda) = (lines(&of_all, &value), lines(&of_all, &cuda));
        text += &format!("#if {any_hip}{newline}{hip}#else{newline}{cuda}#endif{newline}");
    }
    if !of_gpus.is_empty() {
        let (gpu, host, cuda) = (lines(&of_gpus, &value), lines(&of_gpus, &|_| "0".to_owned()), lines(&of_gpus, &cuda));
        text +=
            &format!("#if defined({DEVICE_PASS}){newline}{gpu}#elif {any_hip}{newline}{host}#else{newline}{cuda}#endif{newline}");
    }
    if !text.is_empty() {
        context.edits.push(Edit::insert(insertion_point(context, found), text));
    }
}

/// Defined in HIP's passes for GPUs alone, as `__CUDA_ARCH__` is in CUDA's.
const DEVICE_PASS: &str = "__HIP_DEVICE_COMPILE__";
