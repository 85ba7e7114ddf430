//! Functions that the lanes of a warp run together.

use crate::code::Argument;
use crate::diagnostic::{Code, Diagnostic};
use crate::lint::file::File;
use crate::lint::masks::{SOURCES, assigned};
use crate::lint::value::Value;
use crate::lint::variables::Variable;

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

/// Whether the port says that a mask has too few bits, which HIP1001 to HIP1003 say with more care.
pub(crate) fn is_about_mask(file: &File<'_>, diagnostic: &Diagnostic) -> bool {
    if diagnostic.code != Code::PARTIAL_API {
        return false;
    }
    let Some(at) = file.token_at(diagnostic.span.start) else { return false };
    let is_masked = |at: usize| MASKED.contains(&file.text(at)) || SOURCES.contains(&file.text(at));
    let called = file.code.previous(at).filter(|&open| file.code.is(open, b'(')).and_then(|open| file.code.previous(open));
    is_masked(at) || called.is_some_and(is_masked)
}
