//! One look at every token: what each pass has to visit, so that no pass walks the whole file again.

use hipify_rules::{GUARDS, Symbol, SymbolKind, is_cuda_like, symbol};
use hipify_syntax::{ASSEMBLY, Code, TokenKind};
use std::ops::Range;

/// Token positions of interest.
#[derive(Default)]
pub(crate) struct Found {
    /// Names of the rules table, save those that HIP shares and no pass looks at.
    pub(crate) symbols: Vec<(usize, Symbol)>,
    /// Namespaces of the rules table, where a `::` follows or `namespace` stands before.
    pub(crate) namespaces: Vec<usize>,
    /// Names spelt like CUDA's that the table does not know.
    pub(crate) unknown: Vec<usize>,
    /// `#` of each directive.
    pub(crate) directives: Vec<usize>,
    pub(crate) launches: Vec<usize>,
    pub(crate) strings: Vec<usize>,
    /// `asm`, `__asm`, `__asm__`.
    pub(crate) assembly: Vec<usize>,
    /// `alignas`.
    pub(crate) alignments: Vec<usize>,
    /// `__global__` and `__device__`.
    pub(crate) device_words: Vec<usize>,
    /// `##`.
    pub(crate) pastes: Vec<usize>,
    /// `enum`.
    pub(crate) enums: Vec<usize>,
    /// Some word of the file is CUDA's alone.
    pub(crate) uses_cuda: bool,
}

/// `excluded`: token ranges to pass over, in order.
pub(crate) fn sweep(code: &Code<'_>, excluded: &[Range<usize>]) -> Found {
    let mut found = Found::default();
    let mut start = 0;
    for gap in excluded {
        sweep_range(code, start..gap.start, &mut found);
        start = gap.end;
    }
    sweep_range(code, start..code.tokens.len(), &mut found);
    found
}

fn sweep_range(code: &Code<'_>, range: Range<usize>, found: &mut Found) {
    let mut prose = false;
    for (at, token) in range.clone().zip(&code.tokens[range]) {
        // The words of an `#error` are no names.
        if prose {
            prose = token.kind != TokenKind::DirectiveEnd;
            continue;
        }
        match token.kind {
            TokenKind::Identifier => word(code, at, found),
            TokenKind::Hash => {
                found.directives.push(at);
                prose = code.tokens.get(at + 1).is_some_and(|t| matches!(&code.source[t.range()], b"error" | b"warning"));
            }
            TokenKind::LaunchOpen => {
                found.uses_cuda = true;
                found.launches.push(at);
            }
            TokenKind::String | TokenKind::RawString => found.strings.push(at),
            TokenKind::Paste => found.pastes.push(at),
            _ => {}
        }
    }
}

fn word(code: &Code<'_>, at: usize, found: &mut Found) {
    let spelling = code.spelling(at);
    let text = &*spelling;
    match symbol(text) {
        Some(symbol) if symbol.kind() == SymbolKind::Namespace => {
            let qualifies = code.next(at).is_some_and(|i| code.kind(i) == TokenKind::Scope);
            if qualifies || code.previous(at).is_some_and(|i| code.is_word(i, b"namespace") || code.is(i, b'=')) {
                found.namespaces.push(at);
            }
        }
        Some(symbol) => {
            found.uses_cuda |= text.starts_with(b"__") && !is_guard_macro(text)
                || symbol.hip() != Some(symbol.cuda()) && !code.tokens[at].in_directive;
            found.symbols.push((at, symbol));
        }
        None => other_word(text, at, found),
    }
    if text[0] == b'_' && matches!(text, b"__global__" | b"__device__") {
        found.device_words.push(at);
    }
}

fn other_word(text: &[u8], at: usize, found: &mut Found) {
    match text[0] {
        b'a' | b'_' if ASSEMBLY.contains(&text) => found.assembly.push(at),
        b'a' if text == b"alignas" => found.alignments.push(at),
        b'e' if text == b"enum" => found.enums.push(at),
        b'_' if matches!(text, b"__global__" | b"__device__" | b"__shared__" | b"__constant__" | b"__managed__") => {
            found.uses_cuda = true;
        }
        b't' | b'b' | b'g' | b'd' if matches!(text, b"threadIdx" | b"blockIdx" | b"blockDim" | b"gridDim" | b"dim3") => {
            found.uses_cuda = true;
        }
        b'c' | b'C' | b'n' | b'N' | b'o' | b'O' | b'A' if is_cuda_like(text) => found.unknown.push(at),
        _ => {}
    }
}

pub(crate) fn is_guard_macro(name: &[u8]) -> bool {
    GUARDS.iter().any(|guard| guard.cuda.as_bytes() == name)
}
