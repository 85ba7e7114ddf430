//! Macros of CUDA that have a value, in code: `printf("%d", CUDART_VERSION)` prints a macro that has it for either compiler.
//!
//! A macro of our own is defined before the first include, once a file. It has the value that conditions count with.

use super::Context;
use super::guard::{guard_at, report_value, value_of};
use super::include::{insertion_point, newline};
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
/// compiler says `-D__HIP_PLATFORM_AMD__`.
pub(super) fn define(context: &mut Context<'_>, found: &Found) {
    let newline = newline(context);
    let lines = |wanted: &dyn Fn(&Guard) -> String| -> String {
        context.valued.iter().map(|guard| format!("#define {} {}{newline}", guard.hipify_name(), wanted(guard))).collect()
    };
    if context.valued.is_empty() {
        return;
    }
    let hip = lines(&|guard| value_of(context, guard).to_string());
    let cuda = lines(&|guard| guard.cuda.to_owned());
    let test = "#if defined(__HIP__) || defined(__HIP_PLATFORM_AMD__)";
    let text = format!("{test}{newline}{hip}#else{newline}{cuda}#endif{newline}");
    context.edits.push(Edit::insert(insertion_point(context, found), text));
}
