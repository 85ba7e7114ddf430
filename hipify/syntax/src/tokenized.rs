//! Lexes one file for a piece of work, in buffers that the thread uses again.

use crate::code::Code;
use crate::lex::lex_into;
use crate::links::Links;
use crate::token::Tokens;
use hipify_diagnostics::Source;
use std::cell::RefCell;

/// Sources longer than this give their memory back when they are done.
const KEPT: usize = 1 << 20;

thread_local! {
    static BUFFERS: RefCell<(Tokens, Links)> = RefCell::default();
}

/// Lexes a file for `work`.
pub fn with_tokens<T>(source: &Source<'_>, work: impl FnOnce(Code<'_>, &Tokens) -> T) -> T {
    // Taken and not borrowed, so that a panic in a pass leaves fresh buffers to the next file.
    let (mut tokens, mut links) = BUFFERS.take();
    lex_into(source.bytes, &mut tokens);
    links.fill(source.bytes, &tokens.tokens);
    let result = work(Code::new(source.bytes, &tokens.tokens, &links), &tokens);
    if source.bytes.len() <= KEPT {
        BUFFERS.set((tokens, links));
    }
    result
}
