//! `using` and `typedef`: what integer type a name stands for.

use crate::headers::Outside;
use crate::live::Live;
use hipify_syntax::constants::integer_type;
use hipify_syntax::variables::without_specifiers;
use hipify_syntax::{Code, TokenKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The names of a file that stand for types.
pub(crate) struct Aliases<'a> {
    /// `using name = type;` and `typedef type name;`, with first and last token of the type.
    all: FxHashMap<&'a [u8], (usize, usize)>,
    /// Names that stand for more than one type.
    ambiguous: FxHashSet<&'a [u8]>,
    /// What local headers declare.
    outside: &'a Outside<'a>,
}

/// Tokens of a type; longer ones are no type.
const LONGEST_TYPE: usize = 64;

impl<'a> Aliases<'a> {
    pub(crate) fn of(code: Code<'a>, live: &Live, outside: &'a Outside<'a>) -> Self {
        let mut aliases = Self { all: FxHashMap::default(), ambiguous: FxHashSet::default(), outside };
        for at in 0..code.tokens.len() {
            let token = code.tokens[at];
            if token.kind != TokenKind::Identifier || !matches!(token.first, b'u' | b't') || token.in_directive {
                continue;
            }
            match code.text(at) {
                b"using" if !live.is_dead(at) => aliases.add_using(code, at),
                b"typedef" if !live.is_dead(at) => aliases.add_typedef(code, at),
                _ => {}
            }
        }
        aliases
    }

    /// The names that stand for one type, with first and last token of the type.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&'a [u8], (usize, usize))> {
        self.all.iter().filter(|(name, _)| !self.ambiguous.contains(*name)).map(|(name, kind)| (*name, *kind))
    }

    /// Width and signedness of an integer type, aliases of the file and its local headers followed.
    pub(crate) fn integer(&self, code: &Code<'_>, kind: (usize, usize)) -> Option<(u32, bool)> {
        let (first, last) = without_specifiers(code, kind)?;
        if let Some(known) = integer_type(code, first, last) {
            return Some(known);
        }
        let name = code.text(first);
        if first != last || self.ambiguous.contains(name) {
            return None;
        }
        let Some(alias) = self.all.get(name) else { return self.outside.integer(name) };
        let (first, last) = without_specifiers(code, *alias)?;
        integer_type(code, first, last).or_else(|| (first == last).then(|| self.outside.integer(code.text(first))).flatten())
    }

    fn add_using(&mut self, code: Code<'a>, at: usize) {
        let Some(name) = code.next(at).filter(|&i| code.next_is(i, b'=')) else { return };
        let Some(first) = code.next(name).and_then(|equals| code.next(equals)) else { return };
        if let Some(last) = end_of_statement(&code, first) {
            self.add(code, name, (first, last));
        }
    }

    fn add_typedef(&mut self, code: Code<'a>, at: usize) {
        let Some(first) = code.next(at) else { return };
        let Some(name) = end_of_statement(&code, first) else { return };
        if let Some(last) = code.previous(name).filter(|&last| last >= first && code.kind(name) == TokenKind::Identifier) {
            self.add(code, name, (first, last));
        }
    }

    fn add(&mut self, code: Code<'a>, name: usize, kind: (usize, usize)) {
        let text = code.text(name);
        if let Some((first, last)) = self.all.insert(text, kind)
            && code.source[code.span(first, last)] != code.source[code.span(kind.0, kind.1)]
        {
            self.ambiguous.insert(text);
        }
    }
}

/// The token before the next `;`.
fn end_of_statement(code: &Code<'_>, first: usize) -> Option<usize> {
    let mut at = first;
    for _ in 0..LONGEST_TYPE {
        let next = code.next(at)?;
        if code.is(next, b';') {
            return Some(at);
        }
        at = next;
    }
    None
}
