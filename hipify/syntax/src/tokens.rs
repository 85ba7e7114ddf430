//! Operators and the expressions between them, by the tokens.

use crate::code::Code;
use crate::token::TokenKind;

/// Operators of several characters, longest first.
const LONG: &[&[u8]] = &[
    b"<<=", b">>=", b"<<", b">>", b"<=", b">=", b"==", b"!=", b"&&", b"||", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=",
    b"^=", b"++", b"--",
];

/// Tokens of one expression that are looked at.
const LONGEST: usize = 512;

/// The operator that starts at `at`, which is punctuation and no bracket; a single character where no longer one stands.
pub fn operator<'a>(code: &Code<'a>, at: usize) -> &'a [u8] {
    let start = code.tokens[at].start as usize;
    let text = &code.source[start..];
    let length = LONG.iter().find(|long| text.starts_with(long)).map_or(1, |long| long.len());
    &text[..length]
}

/// An operator and where it stands: its first and last token.
#[derive(Clone, Copy, Debug)]
pub struct Operator<'a> {
    pub text: &'a [u8],
    pub first: usize,
    pub last: usize,
}

/// The operators between `first` and `last` that stand in no bracket.
pub fn operators<'a>(code: &Code<'a>, first: usize, last: usize) -> Vec<Operator<'a>> {
    let mut found = Vec::new();
    let mut at = first;
    for _ in 0..LONGEST {
        let token = code.tokens[at];
        if token.is(b'(') || token.is(b'[') || token.is(b'{') || token.is(b'<') {
            at = code.skip(at);
        }
        let token = code.tokens[at];
        if token.kind == TokenKind::Punctuation
            && !b"()[]{}.".contains(&token.first)
            && !(token.is(b'>') && at != first && is_template_end(code, at))
        {
            let text = operator(code, at);
            let end = (at + text.len() - 1).min(last);
            found.push(Operator { text, first: at, last: end });
            at = end;
        }
        if at >= last {
            break;
        }
        match code.next(at) {
            Some(next) if next <= last => at = next,
            _ => break,
        }
    }
    found
}

fn is_template_end(code: &Code<'_>, at: usize) -> bool {
    code.next_is(at, b'(')
        && code.template_open(at).is_some_and(|open| code.previous(open).is_some_and(|i| code.kind(i) == TokenKind::Identifier))
}

/// First and last token without the brackets around the whole.
pub fn without_brackets(code: &Code<'_>, mut first: usize, mut last: usize) -> (usize, usize) {
    while first < last && code.is(first, b'(') && code.close(first) == Some(last) {
        match (code.next(first), code.previous(last)) {
            (Some(next), Some(previous)) if next <= previous => (first, last) = (next, previous),
            _ => break,
        }
    }
    (first, last)
}

/// The first token of the operand that ends at `last`: a name with what it is a member of, a call, a subscript, a bracket.
pub fn operand_start(code: &Code<'_>, last: usize) -> usize {
    let mut at = last;
    for _ in 0..LONGEST {
        if code.is(at, b')') || code.is(at, b']') {
            let Some(open) = code.open(at) else { return at };
            at = open;
            match code.previous(open) {
                Some(i)
                    if code.kind(i) == TokenKind::Identifier && !is_keyword(code.text(i))
                        || code.is(i, b')')
                        || code.is(i, b']') =>
                {
                    at = i
                }
                Some(i) if code.is(i, b'>') => match code.template_open(i).and_then(|open| code.previous(open)) {
                    Some(name) => at = name,
                    None => return at,
                },
                _ => return at,
            }
            continue;
        }
        match code.previous(at) {
            Some(i) if code.is(i, b'.') || matches!(code.kind(i), TokenKind::Arrow | TokenKind::Scope) => {
                match code.previous(i) {
                    Some(before) => at = before,
                    None => return at,
                }
            }
            _ => return at,
        }
    }
    at
}

/// The last token of the operand that starts at `first`, prefix operators included.
pub fn operand_end(code: &Code<'_>, first: usize) -> usize {
    let mut at = first;
    let mut expects_operand = true;
    for _ in 0..LONGEST {
        let token = code.tokens[at];
        if token.is(b'(') || token.is(b'[') {
            at = code.close(at).unwrap_or(at);
        }
        if token.kind != TokenKind::Punctuation || token.is(b'(') || token.is(b'[') {
            expects_operand = false;
        }
        let Some(next) = code.next(at) else { return at };
        let follows = if expects_operand {
            true
        } else {
            let joins = code.is(next, b'(') || code.is(next, b'[') || code.is(next, b'.');
            let template = code.is(next, b'<') && code.kind(at) == TokenKind::Identifier && code.template_close(next).is_some();
            if template {
                at = code.template_close(next).unwrap_or(next);
                continue;
            }
            joins || matches!(code.kind(next), TokenKind::Arrow | TokenKind::Scope)
        };
        if !follows {
            return at;
        }
        expects_operand |= code.is(next, b'.') || matches!(code.kind(next), TokenKind::Arrow | TokenKind::Scope);
        at = next;
    }
    at
}

/// The `>` of the list opened at `open`, whatever follows it; `open` where there is none before `limit`.
pub fn closing_angle(code: &Code<'_>, open: usize, limit: usize) -> usize {
    let mut depth = 0usize;
    let mut at = open;
    while at < limit {
        if code.is(at, b'<') {
            depth += 1;
        } else if code.is(at, b'>') {
            depth -= 1;
            if depth == 0 {
                return at;
            }
        } else if code.is(at, b'(') {
            at = code.close(at).filter(|&close| close < limit).unwrap_or(at);
        }
        match code.next(at) {
            Some(next) => at = next,
            None => break,
        }
    }
    open
}

fn is_keyword(text: &[u8]) -> bool {
    matches!(text, b"return" | b"if" | b"while" | b"for" | b"switch" | b"case" | b"else" | b"do" | b"sizeof")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::with_tokens;
    use hipify_diagnostics::Source;

    #[test]
    fn operators_of_the_outermost_level_are_found() {
        let source = "(a & b) << f(c + d)[e - 1] >= x<int>(y) && !z";
        with_tokens(&Source { path: "a.cu", bytes: source.as_bytes() }, |code, tokens| {
            let found = operators(&code, 0, tokens.tokens.len() - 1);
            let texts: Vec<_> = found.iter().map(|o| std::str::from_utf8(o.text).unwrap()).collect();
            assert_eq!(texts, ["<<", ">=", "&&", "!"]);
        });
    }

    #[test]
    fn an_operand_has_its_members_calls_and_subscripts() {
        let source = "x = a.b(1)->c[2] + -d(3).e";
        with_tokens(&Source { path: "a.cu", bytes: source.as_bytes() }, |code, tokens| {
            let plus = (0..tokens.tokens.len()).find(|&i| code.is(i, b'+')).unwrap();
            let text = |first, last| &source[code.span(first, last)];
            assert_eq!(text(operand_start(&code, plus - 1), plus - 1), "a.b(1)->c[2]");
            assert_eq!(text(plus + 1, operand_end(&code, plus + 1)), "-d(3).e");
        });
    }
}
