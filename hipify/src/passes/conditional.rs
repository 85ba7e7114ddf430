//! Which tokens the preprocessor would skip, given the macros of the command line and of the file itself.
//!
//! Other headers are not read, so a macro that only they define counts as undefined. Conditions that are more than
//! integers, `defined` and operators count as true.

use crate::code::Code;
use crate::token::Kind;
use std::collections::HashMap;
use std::ops::Range;

type Macros = HashMap<Vec<u8>, Vec<u8>>;

/// One open `#if`.
struct Open {
    /// The code around it is read.
    outer: bool,
    /// An earlier branch was taken.
    taken: bool,
    /// The present branch is read.
    active: bool,
}

/// Token ranges that are skipped, in order; the directives of the conditionals themselves are not among them.
pub(crate) fn excluded(code: &Code<'_>, macros: &[(String, String)]) -> Vec<Range<usize>> {
    let mut macros: Macros = macros.iter().map(|(name, value)| (name.clone().into(), value.clone().into())).collect();
    macros.entry(b"__CUDACC__".to_vec()).or_insert_with(|| b"1".to_vec());
    let mut open: Vec<Open> = Vec::new();
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut from = None;
    let mut at = 0;
    while at < code.tokens.len() {
        if code.kind(at) != Kind::Hash {
            at += 1;
            continue;
        }
        let end = (at..code.tokens.len()).find(|&i| code.kind(i) == Kind::DirectiveEnd).unwrap_or(code.tokens.len());
        let before = is_active(&open);
        directive(code, at..end, &mut open, &mut macros);
        if is_active(&open) != before {
            match from.take() {
                None => from = Some(end),
                Some(start) => ranges.push(start..at),
            }
        } else if !before && matches!(code.text((at + 1).min(end - 1)), b"elif" | b"else" | b"endif") {
            ranges.push(from.replace(end).unwrap_or(at)..at);
        }
        at = end;
    }
    ranges.extend(from.map(|start| start..code.tokens.len()));
    ranges.retain(|range| !range.is_empty());
    ranges
}

fn is_active(open: &[Open]) -> bool {
    open.last().is_none_or(|o| o.active)
}

fn directive(code: &Code<'_>, tokens: Range<usize>, open: &mut Vec<Open>, macros: &mut Macros) {
    let body = (tokens.start + 2).min(tokens.end)..tokens.end;
    let name = if body.is_empty() { b"".as_slice() } else { code.text(body.start) };
    let active = is_active(open);
    match code.text((tokens.start + 1).min(tokens.end - 1)) {
        b"if" => push(open, active, condition(code, body, macros)),
        b"ifdef" => push(open, active, macros.contains_key(name)),
        b"ifndef" => push(open, active, !macros.contains_key(name)),
        b"elif" => other_branch(open, || condition(code, body, macros)),
        b"elifdef" => other_branch(open, || macros.contains_key(name)),
        b"elifndef" => other_branch(open, || !macros.contains_key(name)),
        b"else" => other_branch(open, || true),
        b"endif" => {
            open.pop();
        }
        b"define" if active => {
            let value = (body.start + 1 < body.end).then(|| code.source[code.span(body.start + 1, body.end - 1)].to_vec());
            macros.insert(name.to_vec(), value.unwrap_or_default());
        }
        b"undef" if active => {
            macros.remove(name);
        }
        _ => {}
    }
}

fn push(open: &mut Vec<Open>, outer: bool, holds: bool) {
    open.push(Open { outer, taken: holds, active: outer && holds });
}

fn other_branch(open: &mut [Open], holds: impl FnOnce() -> bool) {
    if let Some(last) = open.last_mut() {
        last.active = last.outer && !last.taken && holds();
        last.taken |= last.active;
    }
}

/// The value of a condition; true where it cannot be told.
fn condition(code: &Code<'_>, body: Range<usize>, macros: &Macros) -> bool {
    let mut expression = Expression { code, at: body.start, end: body.end, macros };
    match expression.binary(0) {
        Some(value) if expression.at == body.end => value != 0,
        _ => true,
    }
}

/// Precedence climbing over the tokens of one condition.
struct Expression<'a> {
    code: &'a Code<'a>,
    at: usize,
    end: usize,
    macros: &'a Macros,
}

/// Operators of conditions by precedence, lowest first ([cpp.cond]).
const OPERATORS: &[(&[u8], u8)] = &[
    (b"||", 1),
    (b"&&", 2),
    (b"==", 3),
    (b"!=", 3),
    (b"<=", 4),
    (b">=", 4),
    (b"<", 4),
    (b">", 4),
    (b"+", 5),
    (b"-", 5),
    (b"*", 6),
    (b"/", 6),
    (b"%", 6),
];

/// Deeper conditions are not evaluated, so that no file can exhaust the stack.
const DEEPEST: usize = 200;

impl Expression<'_> {
    fn operator(&self) -> Option<(&'static [u8], u8)> {
        let token = self.code.tokens.get(self.at).filter(|t| self.at < self.end && t.kind == Kind::Punctuation)?;
        OPERATORS.iter().find(|(o, _)| self.code.source[token.start as usize..].starts_with(o)).copied()
    }

    fn binary(&mut self, least: u8) -> Option<i64> {
        self.nested(least, 0)
    }

    fn nested(&mut self, least: u8, depth: usize) -> Option<i64> {
        let mut left = self.unary(depth)?;
        while let Some((operator, precedence)) = self.operator().filter(|(_, p)| *p > least) {
            self.at += operator.len();
            let right = self.nested(precedence, depth + 1)?;
            left = calculate(operator, left, right)?;
        }
        Some(left)
    }

    fn unary(&mut self, depth: usize) -> Option<i64> {
        if self.at >= self.end || depth > DEEPEST {
            return None;
        }
        let at = self.at;
        self.at += 1;
        match self.code.kind(at) {
            Kind::Number => number(self.code.text(at)),
            Kind::Identifier if self.code.text(at) == b"defined" => self.defined(),
            Kind::Identifier => self.word(at),
            Kind::Punctuation if self.code.is(at, b'!') => Some(i64::from(self.unary(depth + 1)? == 0)),
            Kind::Punctuation if self.code.is(at, b'-') => self.unary(depth + 1)?.checked_neg(),
            Kind::Punctuation if self.code.is(at, b'(') => {
                let value = self.nested(0, depth + 1)?;
                let closed = self.at < self.end && self.code.is(self.at, b')');
                self.at += 1;
                closed.then_some(value)
            }
            _ => None,
        }
    }

    fn defined(&mut self) -> Option<i64> {
        let parenthesised = self.at < self.end && self.code.is(self.at, b'(');
        let name = self.at + usize::from(parenthesised);
        self.at = name + 1 + usize::from(parenthesised);
        (self.at <= self.end).then(|| i64::from(self.macros.contains_key(self.code.text(name))))
    }

    /// An identifier: its value, 0 if undefined; nothing can be told of function-like macros and values that are no number.
    fn word(&self, at: usize) -> Option<i64> {
        let called = self.at < self.end && self.code.is(self.at, b'(');
        match self.macros.get(self.code.text(at)) {
            _ if called => None,
            None => Some(0),
            Some(value) => number(value.trim_ascii()),
        }
    }
}

fn calculate(operator: &[u8], a: i64, b: i64) -> Option<i64> {
    match operator {
        b"||" => Some(i64::from(a != 0 || b != 0)),
        b"&&" => Some(i64::from(a != 0 && b != 0)),
        b"==" => Some(i64::from(a == b)),
        b"!=" => Some(i64::from(a != b)),
        b"<=" => Some(i64::from(a <= b)),
        b">=" => Some(i64::from(a >= b)),
        b"<" => Some(i64::from(a < b)),
        b">" => Some(i64::from(a > b)),
        b"+" => a.checked_add(b),
        b"-" => a.checked_sub(b),
        b"*" => a.checked_mul(b),
        b"/" => a.checked_div(b),
        _ => a.checked_rem(b),
    }
}

fn number(text: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(text).ok()?.trim_end_matches(['u', 'U', 'l', 'L']);
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::lex;
    use crate::links::Links;

    fn kept(source: &str, macros: &[(&str, &str)]) -> String {
        let tokens = lex(source.as_bytes());
        let links = Links::of(&tokens.tokens);
        let code = Code::new(source.as_bytes(), &tokens.tokens, &links);
        let macros: Vec<_> = macros.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        let skipped = excluded(&code, &macros);
        let kept = (0..tokens.tokens.len()).filter(|i| !skipped.iter().any(|r| r.contains(i)));
        let words = kept.filter(|&i| !tokens.tokens[i].in_directive).map(|i| String::from_utf8_lossy(code.text(i)).into_owned());
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn branches_follow_the_macros_of_the_command_line_and_of_the_file() {
        let source = "#define A 2\n#if A > 1 && defined(B)\nb\n#elif A == 2\nc\n#else\nd\n#endif\n#ifdef __CUDACC__\ne\n#endif\n";
        assert_eq!(kept(source, &[]), "c e");
        assert_eq!(kept(source, &[("B", "1")]), "b e");
    }

    #[test]
    fn nothing_inside_a_skipped_branch_is_read() {
        let source = "#if 0\na\n#ifndef X\nb\n#else\nc\n#endif\nd\n#endif\ne\n#ifdef Y\nf";
        assert_eq!(kept(source, &[]), "e");
    }

    #[test]
    fn what_cannot_be_told_is_kept() {
        assert_eq!(kept("#if F(1)\na\n#endif\n#if (\nb\n#endif\n", &[]), "a b");
    }
}
