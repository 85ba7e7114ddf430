//! Tokens as the passes walk them: code and each preprocessor directive are separate rows of tokens, so that a directive in
//! the middle of a call does not disturb the call, and brackets never pair across the edge of a macro body.

use crate::includes::{Header, header_at};
use crate::links::Links;
use crate::token::{Token, TokenKind};
use hipify_condition::Branching;
use std::borrow::Cow;
use std::ops::Range;

/// A source and its tokens. Positions are indices into `tokens`.
#[derive(Clone, Copy)]
pub struct Code<'a> {
    pub source: &'a [u8],
    pub tokens: &'a [Token],
    links: &'a Links,
}

/// A template argument list longer than this many tokens is taken for comparisons: the bound keeps a file full of `a<a<a<`
/// from taking quadratic time.
const LONGEST_TEMPLATE: usize = 1_000;

/// One argument of a call: its first and last token. `None` for an empty argument list's only place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Argument {
    pub first: usize,
    pub last: usize,
}

/// Words that start inline assembly.
pub const ASSEMBLY: &[&[u8]] = &[b"asm", b"__asm", b"__asm__"];

impl<'a> Code<'a> {
    pub fn new(source: &'a [u8], tokens: &'a [Token], links: &'a Links) -> Self {
        Self { source, tokens, links }
    }

    pub fn text(&self, at: usize) -> &'a [u8] {
        &self.source[self.tokens[at].range()]
    }

    /// The spelling of a token: its text without backslash-newlines.
    pub fn spelling(&self, at: usize) -> Cow<'a, [u8]> {
        let text = self.text(at);
        if !self.tokens[at].spliced {
            return Cow::Borrowed(text);
        }
        Cow::Owned(text.iter().copied().filter(|b| !matches!(b, b'\\' | b'\r' | b'\n')).collect())
    }

    pub fn is(&self, at: usize, byte: u8) -> bool {
        self.tokens[at].is(byte)
    }

    pub fn is_word(&self, at: usize, word: &[u8]) -> bool {
        self.tokens[at].kind == TokenKind::Identifier && self.text(at) == word
    }

    /// Whether inline assembly starts at `at`.
    pub fn is_assembly(&self, at: usize) -> bool {
        self.tokens[at].kind == TokenKind::Identifier && ASSEMBLY.contains(&self.text(at))
    }

    pub fn kind(&self, at: usize) -> TokenKind {
        self.tokens[at].kind
    }

    /// Bytes from the first token to the end of the last.
    pub fn span(&self, first: usize, last: usize) -> Range<usize> {
        self.tokens[first].start as usize..self.tokens[last].end as usize
    }

    /// The next token of the same row.
    #[inline]
    pub fn next(&self, at: usize) -> Option<usize> {
        let next = self.tokens.get(at + 1)?;
        if self.tokens[at].in_directive {
            return (next.in_directive && next.kind != TokenKind::DirectiveEnd && next.kind != TokenKind::Hash).then_some(at + 1);
        }
        if next.in_directive { self.links.to(at + 1) } else { Some(at + 1) }
    }

    /// The token before, of the same row.
    #[inline]
    pub fn previous(&self, at: usize) -> Option<usize> {
        let previous = at.checked_sub(1)?;
        if self.tokens[at].in_directive {
            return (self.tokens[at].kind != TokenKind::Hash).then_some(previous);
        }
        if self.tokens[previous].in_directive { self.links.to(previous) } else { Some(previous) }
    }

    /// The `#` and the end of the directive that the token at `at` stands in.
    pub fn directive(&self, at: usize) -> Option<(usize, usize)> {
        if self.tokens[at].in_directive { self.links.directive(at) } else { None }
    }

    /// The `#` of each directive, in source order.
    pub fn directives(&self) -> impl Iterator<Item = usize> + use<'a> {
        self.links.directives()
    }

    /// What the directive whose `#` stands at `hash` does to the open `#if`s; `None`: nothing.
    pub fn branching(&self, hash: usize) -> Option<Branching> {
        Branching::of(self.tokens.get(hash + 1).map_or(&[], |_| self.text(hash + 1)))
    }

    /// Whether the directive whose `#` stands at `hash` has a condition.
    pub fn is_condition(&self, hash: usize) -> bool {
        matches!(self.branching(hash), Some(Branching::Opens | Branching::Continues))
    }

    /// The header of the include whose `#` stands at `hash`.
    pub fn header(&self, hash: usize) -> Option<Header<'a>> {
        header_at(self.source, self.tokens, hash)
    }

    /// The bytes between the keyword of the directive whose `#` stands at `hash` and the directive's end at `end`.
    pub fn after_keyword(&self, hash: usize, end: usize) -> &'a [u8] {
        let start = self.tokens.get(hash + 1).filter(|_| hash + 1 < end).map_or(self.source.len(), |token| token.end as usize);
        let stop = self.tokens.get(end).map_or(self.source.len(), |token| token.start as usize);
        self.source.get(start..stop).unwrap_or_default()
    }

    pub fn next_is(&self, at: usize, byte: u8) -> bool {
        self.next(at).is_some_and(|i| self.is(i, byte))
    }

    pub fn previous_is(&self, at: usize, byte: u8) -> bool {
        self.previous(at).is_some_and(|i| self.is(i, byte))
    }

    /// The bracket that closes the one at `open`.
    pub fn close(&self, open: usize) -> Option<usize> {
        debug_assert!(b"([{".iter().any(|b| self.is(open, *b)));
        self.links.to(open)
    }

    /// The bracket that opens the one at `close`.
    pub fn open(&self, close: usize) -> Option<usize> {
        debug_assert!(b")]}".iter().any(|b| self.is(close, *b)));
        self.links.to(close)
    }

    /// The `<` that opens the template argument list whose `>` stands at `close`.
    pub fn template_open(&self, close: usize) -> Option<usize> {
        let mut depth = 0usize;
        let mut at = close;
        loop {
            if close - at > LONGEST_TEMPLATE {
                return None;
            }
            let token = self.tokens[at];
            if token.is(b'>') {
                depth += 1;
            } else if token.is(b'<') {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            } else if token.is(b')') || token.is(b']') {
                at = self.open(at)?;
            } else if token.is(b';') || token.is(b'{') || token.is(b'}') {
                return None;
            }
            at = self.previous(at)?;
        }
    }

    /// The `>` that closes the template argument list opened at `open`, if what stands there can be one: `a < b` is told
    /// from `a<b>` by what follows the `>`.
    pub fn template_close(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        let mut at = open;
        loop {
            if at - open > LONGEST_TEMPLATE {
                return None;
            }
            let token = self.tokens[at];
            if token.is(b'<') {
                depth += 1;
            } else if token.is(b'>') {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            } else if token.is(b'(') || token.is(b'[') || token.is(b'{') {
                at = self.close(at)?;
            } else if self.ends_template(at) {
                return None;
            }
            at = self.next(at)?;
        }
        let follows = self.next(at).map(|i| self.tokens[i]);
        let follows_template = follows.is_none_or(|t| {
            matches!(t.kind, TokenKind::Scope | TokenKind::LaunchOpen | TokenKind::Ellipsis)
                || b"(),{};>].&*".iter().any(|b| t.is(*b))
        });
        follows_template.then_some(at)
    }

    /// What cannot stand in a template argument list: the end of what surrounds it, and logical operators.
    fn ends_template(&self, at: usize) -> bool {
        let token = self.tokens[at];
        b";)]}".iter().any(|b| token.is(*b)) || (token.is(b'&') || token.is(b'|')) && self.doubled(at)
    }

    /// Whether the punctuation at `at` is followed at once by the same.
    fn doubled(&self, at: usize) -> bool {
        self.tokens.get(at + 1).is_some_and(|t| t.is(self.tokens[at].first) && t.start == self.tokens[at].end)
    }

    /// The arguments between the parenthesis at `open` and its partner; none for `()`. `None` when it has no partner.
    pub fn arguments(&self, open: usize) -> Option<Vec<Argument>> {
        let close = self.close(open)?;
        self.split(open, close)
    }

    /// The comma-parted arguments strictly between two tokens.
    pub fn split(&self, open: usize, close: usize) -> Option<Vec<Argument>> {
        let mut arguments = Vec::new();
        let mut first = self.next(open)?;
        if first == close {
            return Some(arguments);
        }
        let mut last = first;
        let mut at = first;
        loop {
            if at == close || self.is(at, b',') {
                arguments.push(Argument { first, last });
                if at == close {
                    return Some(arguments);
                }
                first = self.next(at)?;
                at = first;
                last = first;
                continue;
            }
            // What seems a template argument list must end before the last argument does.
            last = Some(self.skip(at)).filter(|&last| last < close).unwrap_or(at);
            at = self.next(last)?;
        }
    }

    /// The last token of the bracketed group or template argument list that starts at `at`; `at` itself if none does.
    pub fn skip(&self, at: usize) -> usize {
        let token = self.tokens[at];
        if token.is(b'(') || token.is(b'[') || token.is(b'{') {
            return self.close(at).unwrap_or(at);
        }
        let after_name = token.is(b'<') && self.previous(at).is_some_and(|p| self.kind(p) == TokenKind::Identifier);
        if after_name { self.template_close(at).unwrap_or(at) } else { at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::lex;

    fn arguments(source: &str) -> Vec<&str> {
        let tokens = lex(source.as_bytes());
        let links = Links::of(source.as_bytes(), &tokens.tokens);
        let code = Code::new(source.as_bytes(), &tokens.tokens, &links);
        let open = (0..tokens.tokens.len()).find(|&i| code.is(i, b'(')).unwrap();
        code.arguments(open).unwrap().iter().map(|a| &source[code.span(a.first, a.last)]).collect()
    }

    #[test]
    fn arguments_part_at_their_own_commas() {
        assert_eq!(arguments("f(a, g(b, c), {d, e}, x[1, 2])"), ["a", "g(b, c)", "{d, e}", "x[1, 2]"]);
        assert_eq!(arguments("f()"), [""; 0]);
    }

    #[test]
    fn template_commas_belong_to_their_argument_and_comparisons_do_not() {
        assert_eq!(arguments("f(k<int, 4>, n)"), ["k<int, 4>", "n"]);
        assert_eq!(arguments("f(m<A<B, C>>::v, 1)"), ["m<A<B, C>>::v", "1"]);
        assert_eq!(arguments("f(a < b, c > d)"), ["a < b", "c > d"]);
        assert_eq!(arguments("f(a < b, c)"), ["a < b", "c"]);
    }

    #[test]
    fn a_directive_inside_a_call_is_no_part_of_it() {
        assert_eq!(arguments("f(a,\n#pragma X (((\n b)").len(), 2);
    }
}
