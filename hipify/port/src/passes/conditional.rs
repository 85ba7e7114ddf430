//! Which tokens the preprocessor would skip, given the macros of the command line and of the file itself.
//!
//! Other headers are not read, so a macro that only they define counts as undefined. A condition that cannot be
//! evaluated counts as true.

use hipify_condition::{Branching, Macro, OpenIfs, Truth};
use hipify_syntax::{Code, TokenKind};
use std::collections::HashMap;
use std::ops::Range;

type Macros = HashMap<Vec<u8>, Vec<u8>>;

/// Token ranges that are skipped, in order; the directives of the conditionals themselves are not among them.
pub(crate) fn excluded(code: &Code<'_>, macros: &[(String, String)]) -> Vec<Range<usize>> {
    let mut macros: Macros = macros.iter().map(|(name, value)| (name.clone().into(), value.clone().into())).collect();
    macros.entry(b"__CUDACC__".to_vec()).or_insert_with(|| b"1".to_vec());
    let mut open = OpenIfs::new(true);
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut from = None;
    let mut at = 0;
    while at < code.tokens.len() {
        if code.kind(at) != TokenKind::Hash {
            at += 1;
            continue;
        }
        let end = (at..code.tokens.len()).find(|&i| code.kind(i) == TokenKind::DirectiveEnd).unwrap_or(code.tokens.len());
        let before = open.present();
        directive(code, at..end, &mut open, &mut macros);
        if open.present() != before {
            match from.take() {
                None => from = Some(end),
                Some(start) => ranges.push(start..at),
            }
        } else if !before && Branching::of(keyword(code, at, end)).is_some_and(|branching| branching != Branching::Opens) {
            ranges.push(from.replace(end).unwrap_or(at)..at);
        }
        at = end;
    }
    ranges.extend(from.map(|start| start..code.tokens.len()));
    ranges.retain(|range| !range.is_empty());
    ranges
}

fn keyword<'a>(code: &Code<'a>, hash: usize, end: usize) -> &'a [u8] {
    code.text((hash + 1).min(end - 1))
}

fn directive(code: &Code<'_>, tokens: Range<usize>, open: &mut OpenIfs<bool>, macros: &mut Macros) {
    let body = (tokens.start + 2).min(tokens.end)..tokens.end;
    let name = if body.is_empty() { b"".as_slice() } else { code.text(body.start) };
    let keyword = keyword(code, tokens.start, tokens.end);
    let truth = |(): &()| Truth::from(condition(code, tokens.start, tokens.end, macros));
    match Branching::of(keyword) {
        Some(Branching::Opens) => open.open((), truth),
        Some(Branching::Continues) => open.branch(truth),
        Some(Branching::Else) => open.otherwise(),
        Some(Branching::Closes) => drop(open.close()),
        None if !open.present() => {}
        None if keyword == b"define" => {
            let value = (body.start + 1 < body.end).then(|| code.source[code.span(body.start + 1, body.end - 1)].to_vec());
            macros.insert(name.to_vec(), value.unwrap_or_default());
        }
        None if keyword == b"undef" => drop(macros.remove(name)),
        None => {}
    }
}

/// Whether the condition of a directive holds; a condition that cannot be evaluated counts as true.
fn condition(code: &Code<'_>, hash: usize, end: usize, macros: &Macros) -> bool {
    let mut look_up = |name: &[u8]| macros.get(name).map_or(Macro::Undefined, |value| Macro::of_text(value));
    hipify_condition::holds(code.text(hash + 1), code.after_keyword(hash, end), &mut look_up).unwrap_or(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hipify_diagnostics::Source;
    use hipify_syntax::with_tokens;

    fn kept(source: &str, macros: &[(&str, &str)]) -> String {
        let macros: Vec<_> = macros.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        with_tokens(&Source { path: "a.cu", bytes: source.as_bytes() }, |code, _| {
            let skipped = excluded(&code, &macros);
            let kept = (0..code.tokens.len()).filter(|i| !skipped.iter().any(|r| r.contains(i)));
            let words =
                kept.filter(|&i| !code.tokens[i].in_directive).map(|i| String::from_utf8_lossy(code.text(i)).into_owned());
            words.collect::<Vec<_>>().join(" ")
        })
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
