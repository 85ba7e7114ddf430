//! A pattern such as `foo($X, $$REST)` to the places where tokens match it, and what its variables stand for.

use hipify_syntax::{Token, TokenKind, lex};
use std::collections::BTreeMap;
use std::ops::Range;

/// One element of a pattern.
#[derive(Clone, Debug)]
enum Part {
    /// A token of this text.
    Text(Vec<u8>),
    /// `$X`: tokens up to a comma, semicolon or closing bracket that is not within brackets of its own.
    One(String),
    /// `$$X`: the same, commas included, perhaps nothing.
    Many(String),
}

/// A run of tokens with variables.
#[derive(Clone, Debug)]
pub(super) struct Pattern(Vec<Part>);

/// A match: the tokens it covers, and the bytes that variables stand for.
#[derive(Debug, Default)]
pub(super) struct Match {
    pub(super) end: usize,
    pub(super) variables: BTreeMap<String, Range<usize>>,
}

impl Pattern {
    /// `None` for a pattern that starts with a variable or has no token: it would match anywhere.
    pub(super) fn new(text: &str) -> Option<Self> {
        let tokens = lex(text.as_bytes());
        let part = |token: &Token| {
            let spelling = &text[token.range()];
            match (spelling.strip_prefix("$$"), spelling.strip_prefix('$')) {
                (Some(name), _) if !name.is_empty() => Part::Many(name.to_owned()),
                (None, Some(name)) if !name.is_empty() => Part::One(name.to_owned()),
                _ => Part::Text(spelling.as_bytes().to_vec()),
            }
        };
        let parts: Vec<Part> = tokens.tokens.iter().map(part).collect();
        matches!(parts.first(), Some(Part::Text(_))).then_some(Self(parts))
    }

    /// The spelling of the first token.
    pub(super) fn first(&self) -> &[u8] {
        match self.0.first() {
            Some(Part::Text(text)) => text,
            _ => unreachable!("`new` refuses other patterns"),
        }
    }

    /// Matches the tokens from `at`.
    pub(super) fn matches(&self, bytes: &[u8], tokens: &[Token], at: usize) -> Option<Match> {
        let mut found = Match { end: at, ..Match::default() };
        for part in &self.0 {
            match part {
                Part::Text(text) => {
                    let token = tokens.get(found.end)?;
                    if bytes[token.range()] != text[..] {
                        return None;
                    }
                    found.end += 1;
                }
                Part::One(name) => found.take(bytes, tokens, name, false)?,
                Part::Many(name) => found.take(bytes, tokens, name, true)?,
            }
        }
        Some(found)
    }
}

impl Match {
    /// Gives `name` the tokens up to the end of the expression; one that has a value already must have the same text.
    fn take(&mut self, bytes: &[u8], tokens: &[Token], name: &str, many: bool) -> Option<()> {
        let end = expression_end(tokens, self.end, many);
        let range = match (end > self.end, many) {
            (true, _) => tokens[self.end].range().start..tokens[end - 1].range().end,
            (false, true) => {
                let at = tokens.get(self.end)?.range().start;
                at..at
            }
            (false, false) => return None,
        };
        self.end = end;
        match self.variables.get(name) {
            Some(earlier) => (bytes[earlier.clone()] == bytes[range]).then_some(()),
            None => {
                self.variables.insert(name.to_owned(), range);
                Some(())
            }
        }
    }
}

fn expression_end(tokens: &[Token], from: usize, commas: bool) -> usize {
    let mut depth = 0usize;
    for (number, token) in tokens.iter().enumerate().skip(from) {
        if token.kind == TokenKind::DirectiveEnd {
            return number;
        }
        if token.kind != TokenKind::Punctuation {
            continue;
        }
        match token.first {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 0 => return number,
            b')' | b']' | b'}' => depth -= 1,
            b';' if depth == 0 => return number,
            b',' if depth == 0 && !commas => return number,
            _ => {}
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'a>(pattern: &str, source: &'a str) -> Option<(usize, BTreeMap<String, &'a str>)> {
        let tokens = lex(source.as_bytes()).tokens;
        let found = Pattern::new(pattern).unwrap().matches(source.as_bytes(), &tokens, 0)?;
        Some((found.end, found.variables.into_iter().map(|(name, range)| (name, &source[range])).collect()))
    }

    #[test]
    fn a_variable_stands_for_one_expression() {
        let (_, variables) = found("f($A, $B)", "f(g(1, 2), x[3, 4])").unwrap();
        assert_eq!((variables["A"], variables["B"]), ("g(1, 2)", "x[3, 4]"));
        assert!(found("f($A)", "f()").is_none() && found("f($A)", "f(1, 2)").is_none());
    }

    #[test]
    fn a_variable_used_twice_stands_for_the_same_text() {
        assert!(found("f($A, $A)", "f(x, x)").is_some());
        assert!(found("f($A, $A)", "f(x, y)").is_none());
    }

    #[test]
    fn two_dollars_stand_for_any_number_of_arguments() {
        assert_eq!(found("f($$A)", "f(1, 2)").unwrap().1["A"], "1, 2");
        assert_eq!(found("f($$A)", "f()").unwrap().1["A"], "");
    }

    #[test]
    fn a_pattern_that_matches_anything_is_refused() {
        assert!(Pattern::new("$X").is_none() && Pattern::new("").is_none());
    }
}
