//! Finds what a file includes, in every branch of the preprocessor: one directive at a time, or all of a file.

use crate::token::{Token, TokenKind, Tokens};
use std::ops::Range;

/// How a name is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// `"name"`: beside the includer first.
    Quoted,
    /// `<name>`
    Angled,
}

/// The header that an `#include`, `#include_next` or `#import` names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header<'a> {
    pub name: &'a str,
    pub form: Form,
    /// Bytes of the name without its delimiters.
    pub span: Range<usize>,
}

/// The header of the include whose `#` is the token at `hash`; `None` for other directives, for names that are no UTF-8 and
/// where a macro gives the name.
pub fn header_at<'a>(bytes: &'a [u8], tokens: &[Token], hash: usize) -> Option<Header<'a>> {
    // The lexer makes a header's name after these words alone.
    let token = tokens.get(hash + 2).filter(|token| token.kind == TokenKind::HeaderName)?;
    header(bytes, token.range(), token.first)
}

/// The name within the delimiters at both ends of `range`.
fn header(bytes: &[u8], range: Range<usize>, first: u8) -> Option<Header<'_>> {
    let span = Some(range.start + 1..range.end - 1).filter(|span| !span.is_empty())?;
    let form = if first == b'"' { Form::Quoted } else { Form::Angled };
    Some(Header { name: std::str::from_utf8(&bytes[span.clone()]).ok()?, form, span })
}

/// One name that the preprocessor may open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Include {
    pub name: String,
    pub form: Form,
    /// Bytes of the name without its delimiters.
    pub span: Range<usize>,
    /// `#embed`: bytes to take as they are.
    pub embedded: bool,
    /// `#include_next`: the file of a later folder is meant.
    pub next: bool,
}

/// The includes of a file.
#[derive(Default)]
pub struct Includes {
    pub found: Vec<Include>,
    /// Some file is named by a macro.
    pub computed: bool,
    pub next: bool,
}

/// Finds the includes in `tokens` of `bytes`. A macro that is a string alone may name a file too, and is taken for one when
/// such a file is there.
pub fn includes(bytes: &[u8], tokens: &Tokens) -> Includes {
    let mut all = Includes::default();
    let tokens = &tokens.tokens[..];
    for (at, _) in tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Hash) {
        let Some(word) = tokens.get(at + 1).map(|token| &bytes[token.range()]) else { continue };
        let rest = &tokens[at + 2..];
        match word {
            b"include" | b"include_next" | b"import" => {
                all.next |= word == b"include_next";
                let next = word == b"include_next";
                let found = header_at(bytes, tokens, at).map(|header| Include { next, ..Include::of(header, false) });
                all.found.extend(found);
                all.computed |= rest.first().is_some_and(|token| token.kind == TokenKind::Identifier);
            }
            b"embed" => all.found.extend(rest.first().and_then(|token| named(bytes, *token, true))),
            b"define" => all.found.extend(defined(bytes, rest)),
            b"if" | b"elif" => all.found.extend(tested(bytes, rest)),
            _ => {}
        }
    }
    all
}

impl Include {
    fn of(header: Header<'_>, embedded: bool) -> Self {
        let Header { name, form, span } = header;
        Self { name: name.to_owned(), form, span, embedded, next: false }
    }
}

fn named(bytes: &[u8], token: Token, embedded: bool) -> Option<Include> {
    let is_name = matches!(token.kind, TokenKind::HeaderName | TokenKind::String) && token.end - token.start > 2;
    header(bytes, token.range(), token.first).filter(|_| is_name).map(|header| Include::of(header, embedded))
}

/// `#define HEADER "a.h"` or `<a.h>`.
fn defined(bytes: &[u8], rest: &[Token]) -> Option<Include> {
    let end = rest.iter().position(|token| token.kind == TokenKind::DirectiveEnd)?;
    match &rest[..end] {
        [_, body] if body.kind == TokenKind::String && body.first == b'"' => named(bytes, *body, false),
        [_, open, .., close] if open.is(b'<') && close.is(b'>') => angled(bytes, open, close, false),
        _ => None,
    }
}

/// `__has_include("a.h")`: asking is answered by the file being there.
fn tested(bytes: &[u8], rest: &[Token]) -> Vec<Include> {
    let end = rest.iter().position(|token| token.kind == TokenKind::DirectiveEnd).unwrap_or(rest.len());
    let rest = &rest[..end];
    let mut found = Vec::new();
    for at in 0..rest.len() {
        let embedded = match &bytes[rest[at].range()] {
            b"__has_include" | b"__has_include_next" => false,
            b"__has_embed" => true,
            _ => continue,
        };
        found.extend(match &rest[at + 1..] {
            [open, name, ..] if open.is(b'(') && name.kind == TokenKind::String => named(bytes, *name, embedded),
            [open, less, name @ ..] if open.is(b'(') && less.is(b'<') => {
                let close = name.iter().find(|token| token.is(b'>'));
                close.and_then(|close| angled(bytes, less, close, embedded))
            }
            _ => None,
        });
    }
    found
}

fn angled(bytes: &[u8], open: &Token, close: &Token, embedded: bool) -> Option<Include> {
    header(bytes, open.range().start..close.range().end, b'<').map(|header| Include::of(header, embedded))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(source: &str) -> Vec<String> {
        includes(source.as_bytes(), &crate::lex::lex(source.as_bytes())).found.into_iter().map(|found| found.name).collect()
    }

    #[test]
    fn includes_of_all_branches_are_found_and_those_in_comments_are_not() {
        let source = "#include \"a.h\"\n#ifdef X\n# include <b/c.h>\n#else\n#import \"d.h\"\n#endif\n// #include \"e.h\"\n";
        assert_eq!(names(source), ["a.h", "b/c.h", "d.h"]);
    }

    #[test]
    fn a_macro_or_a_test_may_name_a_file() {
        assert_eq!(names("#define A \"a.h\"\n#define B <b.h>\n#define C \"a\" \"b\"\n#define D() \"d\"\n"), ["a.h", "b.h"]);
        assert_eq!(names("#if defined X && __has_include(\"a.h\") || __has_include(<b/c.h>)\n"), ["a.h", "b/c.h"]);
        assert!(includes(b"#include A\n", &crate::lex::lex(b"#include A\n")).computed);
    }

    #[test]
    fn an_include_says_how_its_name_is_looked_for() {
        let text =
            "#include \"a.h\"\n  # include\t\"b/c.cuh\"\n#include <d.h>\n#include \"open\nint e;\n#include A\n#include <>\n";
        let tokens = crate::lex::lex(text.as_bytes()).tokens;
        let headers = (0..tokens.len()).filter_map(|at| header_at(text.as_bytes(), &tokens, at));
        let found: Vec<_> = headers.map(|header| (header.name, header.form, &text[header.span])).collect();
        let expected = [("a.h", Form::Quoted), ("b/c.cuh", Form::Quoted), ("d.h", Form::Angled)];
        assert_eq!(found, expected.map(|(name, form)| (name, form, name)));
    }
}
