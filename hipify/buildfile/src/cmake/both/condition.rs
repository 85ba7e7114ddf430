//! Conditions about CUDA to conditions that ask for the option first.

use super::super::lex::Command;
use super::OPTION;
use super::style::Style;
use crate::both::applied;
use hipify_diagnostics::Edit;

/// Whether a condition is one that this file writes.
pub(super) fn is_written(command: &Command<'_>) -> bool {
    command.arg(0) == "(" && command.arg(1) == OPTION && command.arg(2) == "AND"
}

/// `if(CUDA_FOUND)` to `if((USE_HIP AND hip_FOUND) OR (NOT USE_HIP AND CUDA_FOUND))`.
pub(super) fn written(text: &str, command: &Command<'_>, edits: &[Edit], style: &Style) -> Option<Edit> {
    let (first, last) = (command.args.first()?, command.args.last()?);
    let inside = first.span.start..last.span.end;
    let cuda = &text[inside.clone()];
    let hip = applied(text, &inside, edits);
    let one = |condition: &str| {
        let several = command.args.iter().any(|arg| matches!(arg.text, "AND" | "OR"));
        if several { format!("({condition})") } else { condition.to_owned() }
    };
    let new = format!("({OPTION} AND {}) OR (NOT {OPTION} AND {})", one(&hip), one(cuda));
    (hip != cuda).then(|| Edit::replace(inside, new.replace('\n', style.newline).replace("\r\r", "\r")))
}
