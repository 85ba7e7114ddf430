//! The host's side of kernels and of CUDA's API: heads and bodies of kernels to launchers, launches to calls, names to HIP's.

mod api;
mod argument;
pub(crate) mod blas;
mod copies;
pub(crate) mod handles;
mod kernel_text;
mod launch;
mod modules;
mod names;
mod procedures;
mod statement;
mod streams;

pub(crate) use api::needs_gpufort;
pub(crate) use api::run as api;
pub(crate) use argument::may_name_kernels;
pub(crate) use handles::{find as handles, may_make_handles};
pub(crate) use launch::run as launches;
pub(crate) use modules::{FROM_C, run as modules};
pub(crate) use procedures::run as procedures;
pub(crate) use streams::run as streams;

use crate::context::Context;
use hipify_diagnostics::{Code, Level};

/// What the parser did not understand, as diagnostics.
pub(crate) fn problems(context: &mut Context<'_, '_>) {
    for problem in &context.file.problems {
        context
            .report(Code::FORTRAN_NOT_PARSED, Level::Error, problem.span, problem.message.clone())
            .help
            .get_or_insert_with(|| "the statement is left as it is: port it by hand".to_owned());
    }
}

/// Statements after `!@cuf` count from now on.
pub(crate) fn marks(context: &mut Context<'_, '_>) {
    for mark in context.file.marks.clone() {
        let blanks = if context.form().is_fixed() { " ".repeat((mark.end - mark.start) as usize) } else { String::new() };
        let rest = &context.source[mark.end as usize..];
        let after = if context.form().is_fixed() { 0 } else { rest.iter().take_while(|byte| **byte == b' ').count() as u32 };
        context.replace(crate::ast::Span { start: mark.start, end: mark.end + after }, blanks);
    }
}
