//! Operators that a program defines for vector types, as `helper_math.h` does: assignments, and products and quotients by components,
//! become templates, since HIP's vector types have the same, and of two functions that fit alike a call takes the one that is no template.

use super::Context;
use super::overloads::TEMPLATE;
use hipify_diagnostics::Edit;
use hipify_syntax::definitions::{Definition, Specifiers, Surroundings, definitions};
use hipify_syntax::vector_operators::{VectorAssignment, is_by_components};

pub(crate) fn port_vector_operators(context: &mut Context<'_>) {
    let code = context.code;
    if memchr::memmem::find(code.source, b"operator").is_none() {
        return;
    }
    for definition in definitions(&code, |_| Specifiers::default()) {
        let operator = words_before_parameters(&definition).find(|&at| code.is_word(at, b"operator"));
        let is_plain = !code.is_word(definition.first, b"template") && !code.is_word(definition.first, b"friend");
        if definition.within == Surroundings::Declarations
            && is_plain
            && operator.is_some_and(|at| {
                VectorAssignment::at(&code, at).is_some() || is_by_components(&code, at, definition.body.clone())
            })
        {
            context.edits.push(Edit::insert(code.tokens[definition.first].range().start, TEMPLATE));
        }
    }
}

fn words_before_parameters(definition: &Definition) -> std::ops::Range<usize> {
    definition.first..definition.parameters.map_or(definition.first, |(open, _)| open)
}
