//! What a file includes: names and their places, in every preprocessor branch.

use hipify::{Kind, Token, Tokens};
use std::ops::Range;

/// How a name is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Form {
    /// `"name"`: beside the includer first.
    Quoted,
    /// `<name>`
    Angled,
}

/// One name that the preprocessor may open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Include {
    pub(crate) name: String,
    pub(crate) form: Form,
    /// Bytes of the name without its delimiters.
    pub(crate) span: Range<usize>,
    /// `#embed`: bytes to take as they are.
    pub(crate) embedded: bool,
    /// `#include_next`: the file of a later folder is meant.
    pub(crate) next: bool,
}

/// The includes of a file.
#[derive(Default)]
pub(crate) struct Includes {
    pub(crate) found: Vec<Include>,
    /// Some file is named by a macro.
    pub(crate) computed: bool,
    pub(crate) next: bool,
}

/// Finds the includes in `tokens` of `bytes`. A macro that is a string alone may name a file too, and is taken for one when
/// such a file is there.
pub(crate) fn includes(bytes: &[u8], tokens: &Tokens) -> Includes {
    let mut all = Includes::default();
    let tokens = &tokens.tokens[..];
    for (at, _) in tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Hash) {
        let Some(word) = tokens.get(at + 1).map(|token| &bytes[token.range()]) else { continue };
        let rest = &tokens[at + 2..];
        match word {
            b"include" | b"include_next" | b"import" => {
                all.next |= word == b"include_next";
                match rest.first() {
                    Some(token) if token.kind == Kind::HeaderName => {
                        let next = word == b"include_next";
                        all.found.extend(named(bytes, *token, false).map(|include| Include { next, ..include }));
                    }
                    Some(token) if token.kind == Kind::Identifier => all.computed = true,
                    _ => {}
                }
            }
            b"embed" => all.found.extend(rest.first().and_then(|token| named(bytes, *token, true))),
            b"define" => all.found.extend(defined(bytes, rest)),
            b"if" | b"elif" => all.found.extend(tested(bytes, rest)),
            _ => {}
        }
    }
    all
}

fn named(bytes: &[u8], token: Token, embedded: bool) -> Option<Include> {
    if !matches!(token.kind, Kind::HeaderName | Kind::String) || token.end - token.start < 3 {
        return None;
    }
    let span = token.range().start + 1..token.range().end - 1;
    let name = std::str::from_utf8(&bytes[span.clone()]).ok()?.to_owned();
    let form = if token.first == b'"' { Form::Quoted } else { Form::Angled };
    Some(Include { name, form, span, embedded, next: false })
}

/// `#define HEADER "a.h"` or `<a.h>`.
fn defined(bytes: &[u8], rest: &[Token]) -> Option<Include> {
    let end = rest.iter().position(|token| token.kind == Kind::DirectiveEnd)?;
    match &rest[..end] {
        [_, body] if body.kind == Kind::String && body.first == b'"' => named(bytes, *body, false),
        [_, open, .., close] if open.is(b'<') && close.is(b'>') => angled(bytes, open, close, false),
        _ => None,
    }
}

/// `__has_include("a.h")`: asking is answered by the file being there.
fn tested(bytes: &[u8], rest: &[Token]) -> Vec<Include> {
    let end = rest.iter().position(|token| token.kind == Kind::DirectiveEnd).unwrap_or(rest.len());
    let rest = &rest[..end];
    let mut found = Vec::new();
    for at in 0..rest.len() {
        let embedded = match &bytes[rest[at].range()] {
            b"__has_include" | b"__has_include_next" => false,
            b"__has_embed" => true,
            _ => continue,
        };
        found.extend(match &rest[at + 1..] {
            [open, name, ..] if open.is(b'(') && name.kind == Kind::String => named(bytes, *name, embedded),
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
    let span = open.range().end..close.range().start;
    let name = std::str::from_utf8(&bytes[span.clone()]).ok()?.to_owned();
    Some(Include { name, form: Form::Angled, span, embedded, next: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(source: &str) -> Vec<String> {
        includes(source.as_bytes(), &hipify::lex(source.as_bytes())).found.into_iter().map(|found| found.name).collect()
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
        assert!(includes(b"#include A\n", &hipify::lex(b"#include A\n")).computed);
    }
}
