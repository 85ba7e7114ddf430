//! Functions that the lanes of a warp run together.

use crate::file::File;
use crate::file::masks::{SOURCES, assigned};
use hipify_condition::Value;
use hipify_diagnostics::{Code as DiagnosticCode, Diagnostic};
use hipify_syntax::call::{Call, is_free_name};
use hipify_syntax::functions::Function;
use hipify_syntax::variables::Variable;
use hipify_syntax::{Argument, Code, TokenKind};

/// Functions whose first argument is a mask of lanes.
pub(crate) const MASKED: &[&str] = &[
    "__shfl_sync",
    "__shfl_up_sync",
    "__shfl_down_sync",
    "__shfl_xor_sync",
    "__all_sync",
    "__any_sync",
    "__ballot_sync",
    "__uni_sync",
    "__match_any_sync",
    "__match_all_sync",
    "__reduce_add_sync",
    "__reduce_min_sync",
    "__reduce_max_sync",
    "__reduce_and_sync",
    "__reduce_or_sync",
    "__reduce_xor_sync",
    "__syncwarp",
];

/// Functions of lanes without a mask, as CUDA had them before 9.0 and HIP has them still.
pub(crate) const LEGACY: &[&str] = &["__any", "__all", "__ballot", "__activemask", "__match_any", "__match_all"];

/// The declaration of the 32-bit variable that a mask consists of, where it starts as all ones and is never assigned.
pub(crate) fn full_variable<'f>(file: &'f File<'_>, mask: Argument) -> Option<&'f Variable> {
    let variable = file.variable(mask.first).filter(|variable| mask.first == mask.last && !variable.indirect)?;
    let (first, last) = variable.initializer?;
    let is_full = file.value(first, last).is_some_and(Value::is_all_ones);
    let is_narrow = file.integer(variable).is_some_and(|(bits, _)| bits == 32);
    (is_full && is_narrow && assigned(file, variable).is_empty()).then_some(variable)
}

/// The mask of a call that names all lanes of a warp or wavefront.
pub(crate) fn full_mask(file: &File<'_>, call: &Call) -> Option<Argument> {
    let mask = *call.arguments.first()?;
    let is_full = || file.argument_value(mask).is_some_and(Value::is_all_ones) || full_variable(file, mask).is_some();
    is_full().then_some(mask)
}

/// Whether a whole wavefront must call a function: it has a mask of all lanes where it does not diverge by itself, or calls such
/// a function of the file.
pub(crate) fn needs_all_lanes(file: &File<'_>, function: &Function) -> bool {
    needs_all_lanes_within(file, function, DEEPEST)
}

/// Functions of functions that are followed.
const DEEPEST: usize = 16;

fn needs_all_lanes_within(file: &File<'_>, function: &Function, depth: usize) -> bool {
    let key = function.body.start;
    if let Some(known) = file.all_lanes.borrow().get(&key) {
        return *known;
    }
    if depth == 0 {
        return false;
    }
    // Until it is known, for functions that call themselves.
    file.all_lanes.borrow_mut().insert(key, false);
    let names_all = |at: usize| Call::at(&file.code, at).is_some_and(|call| full_mask(file, &call).is_some());
    let calls_one = |at: usize| {
        file.functions().only(file.code.text(at)).is_some_and(|callee| needs_all_lanes_within(file, callee, depth - 1))
    };
    let is_call =
        |at: usize| file.code.kind(at) == TokenKind::Identifier && is_free_name(&file.code, at) && opens(&file.code, at);
    let needs = |at: usize| if MASKED.contains(&file.text(at)) { names_all(at) } else { calls_one(at) };
    let found = function.body.clone().any(|at| is_call(at) && needs(at) && file.divergence_at(at).is_none());
    file.all_lanes.borrow_mut().insert(key, found);
    found
}

/// Whether arguments follow the name at `at`, of a template perhaps.
fn opens(code: &Code<'_>, at: usize) -> bool {
    code.next(at).is_some_and(|next| code.is(next, b'(') || code.is(next, b'<'))
}

/// Whether a function of a local header that needs all lanes is called at `at`.
pub(crate) fn calls_full_mask_outside(file: &File<'_>, at: usize) -> bool {
    let code = &file.code;
    let is_call = code.kind(at) == TokenKind::Identifier && opens(code, at) && !code.text(at).starts_with(b"__");
    is_call
        && file.functions().named(code.text(at)).next().is_none()
        && file.outside.function(code.text(at)).is_some_and(|callee| callee.needs_all_lanes)
}

/// Whether the port says that a mask has too few bits, which HIP1001 to HIP1003 say with more care.
pub(crate) fn is_about_mask(file: &File<'_>, diagnostic: &Diagnostic) -> bool {
    if diagnostic.code != DiagnosticCode::PARTIAL_API {
        return false;
    }
    let Some(at) = file.token_at(diagnostic.span.start) else { return false };
    let is_masked = |at: usize| MASKED.contains(&file.text(at)) || SOURCES.contains(&file.text(at));
    let called = file.code.previous(at).filter(|&open| file.code.is(open, b'(')).and_then(|open| file.code.previous(open));
    is_masked(at) || called.is_some_and(is_masked)
}
