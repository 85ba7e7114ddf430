//! Whether a file is written for HIP already, and whether it takes care of both CUDA and HIP.

use hipify_condition::Branching;
use hipify_port::asks_for_hip;
use hipify_syntax::Code;

/// What the includes and conditions of a file say of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dialect {
    /// The `#` of its first include of a header of HIP's: what a port would change silently is then left as it is.
    pub(crate) hip_include: Option<usize>,
    /// Some condition asks for HIP, or CUDA's runtime header is included beside HIP's.
    pub(crate) knows_both: bool,
}

impl Dialect {
    pub(crate) fn of(code: &Code<'_>) -> Self {
        let mut dialect = Self { hip_include: None, knows_both: false };
        let mut has_cuda = false;
        for hash in code.directives().filter(|hash| hash + 2 < code.tokens.len()) {
            if let Some(header) = code.header(hash) {
                let is_hip = header.name.starts_with("hip/");
                has_cuda |= header.name.starts_with("cuda_runtime") || header.name.starts_with("cuda.h");
                dialect.hip_include = dialect.hip_include.or(is_hip.then_some(hash));
            } else if code.is_condition(hash) {
                dialect.knows_both |= condition_asks_for_hip(code, hash);
            }
        }
        dialect.knows_both |= has_cuda && dialect.is_hip();
        dialect
    }

    pub(crate) fn is_hip(self) -> bool {
        self.hip_include.is_some()
    }
}

/// Whether the condition at `hash` names a macro of HIP's.
pub(crate) fn condition_asks_for_hip(code: &Code<'_>, hash: usize) -> bool {
    code.directive(hash).is_some_and(|(_, end)| (hash + 2..end).any(|i| asks_for_hip(code, i)))
}

/// The innermost branch of a conditional around the directive at `hash`, include guards aside: the `#` that opens it.
pub(crate) fn branch(code: &Code<'_>, hash: usize) -> Option<usize> {
    let mut open = Vec::new();
    for directive in code.directives().take_while(|&d| d < hash).filter(|d| d + 1 < code.tokens.len()) {
        match code.branching(directive) {
            Some(Branching::Opens) => open.push(directive),
            Some(Branching::Continues | Branching::Else) => {
                open.pop();
                open.push(directive);
            }
            Some(Branching::Closes) => drop(open.pop()),
            // `#ifndef A_H` followed by `#define A_H` opens a guard of the whole file.
            None if code.is_word(directive + 1, b"define") => drop(open.pop_if(|last| is_guard_of(code, *last, directive))),
            None => {}
        }
    }
    open.last().copied()
}

fn is_guard_of(code: &Code<'_>, condition: usize, define: usize) -> bool {
    let name = |hash: usize| (hash + 2 < code.tokens.len()).then(|| code.text(hash + 2));
    code.text(condition + 1) == b"ifndef" && name(condition).is_some() && name(condition) == name(define)
}
