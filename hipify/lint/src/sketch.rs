//! Which words a file may hold: a set that forgets all but how words begin and end and how long they are, so that most
//! questions are answered without a search.

use hipify_syntax::{Code, TokenKind};

/// Pairs of a first and last letter, for each length.
const SLOTS: usize = 1 << 16;

/// The identifiers of a file, directives included; letters of either case are one.
pub(crate) struct Sketch(Vec<u64>);

impl Sketch {
    pub(crate) fn of(code: &Code<'_>) -> Self {
        let mut sketch = Self(vec![0; SLOTS / 64]);
        for token in code.tokens.iter().filter(|token| token.kind == TokenKind::Identifier) {
            let length = (token.end - token.start) as usize;
            let slot = slot(token.first, code.source[token.end as usize - 1], length);
            sketch.0[slot / 64] |= 1 << (slot % 64);
        }
        sketch
    }

    /// Whether the file may hold the word; `false` is certain.
    pub(crate) fn may_hold(&self, word: &[u8]) -> bool {
        let (Some(first), Some(last)) = (word.first(), word.last()) else { return false };
        let slot = slot(*first, *last, word.len());
        self.0[slot / 64] >> (slot % 64) & 1 == 1
    }
}

/// Five bits of a letter are the same in both cases.
fn slot(first: u8, last: u8, length: usize) -> usize {
    usize::from(first & 31) << 11 | usize::from(last & 31) << 6 | length.min(63)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hipify_diagnostics::Source;
    use hipify_syntax::with_tokens;

    #[test]
    fn words_of_code_and_directives_may_be_there_and_others_are_not() {
        let source = "#define LANES threadIdx\nint f(int ThreadID) { return \"ballot\"[0]; } // popc";
        with_tokens(&Source { path: "a.cu", bytes: source.as_bytes() }, |code, _| {
            let sketch = Sketch::of(&code);
            assert!(["LANES", "threadIdx", "threadid", "f", "return"].iter().all(|word| sketch.may_hold(word.as_bytes())));
            assert!(!["ballot", "popc", "__shfl", ""].iter().any(|word| sketch.may_hold(word.as_bytes())));
        });
    }
}
