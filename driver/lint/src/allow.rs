//! Suppression comments: `// hipify-lint: allow(HIP1004) reason`, `NOLINT(HIP1004)`, `NOLINTNEXTLINE(HIP1004)`.

use crate::finding::{Finding, LocatedFix, found};
use crate::place::Lines;
use crate::rule::{Catalogue, UNUSED_ALLOW};
use crate::select::Selector;
use crate::syntax::Syntax;
use hipify_diagnostics::{Applicability, Code, Diagnostic, Edit, Level};
use hipify_syntax::{Token, TokenKind};
use memchr::memmem;
use std::ops::Range;

const UNUSED: Code = Code { id: UNUSED_ALLOW, name: "unused-suppression" };

/// How a comment says it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// `hipify-lint: allow(...)`: its line, or the next with code where it has a line of its own.
    Allow,
    /// `hipify-lint: allow-file(...)`.
    AllowFile,
    /// `NOLINT(...)`: its line.
    NoLint,
    /// `NOLINTNEXTLINE(...)`.
    NoLintNextLine,
}

const MARKERS: &[(&str, Style)] = &[
    ("hipify-lint: allow-file(", Style::AllowFile),
    ("hipify-lint: allow(", Style::Allow),
    ("NOLINTNEXTLINE(", Style::NoLintNextLine),
    ("NOLINT(", Style::NoLint),
];

/// One lint that a comment suppresses.
#[derive(Clone, Debug)]
pub(crate) struct Allow {
    /// The line it holds for; `None` for the whole file.
    pub(crate) line: Option<usize>,
    /// `None` when there is no such lint.
    pub(crate) selector: Option<Selector>,
    pub(crate) reason: Option<String>,
    pub(crate) used: bool,
    /// What to say when it is not used.
    pub(crate) unused: Finding,
}

/// The suppressions of a file, in comments of its language.
pub(crate) fn allows(path: &str, bytes: &[u8], catalogue: &Catalogue, lines: &Lines<'_>) -> Vec<Allow> {
    if !may_hold_any(bytes) {
        return Vec::new();
    }
    let syntax = Syntax::of(path);
    let lexed = syntax.lex(bytes);
    let mut out = Vec::new();
    for comment in syntax.comments(bytes, &lexed).into_iter().filter(|comment| may_hold_any(&bytes[comment.clone()])) {
        for marker in markers(bytes, &comment) {
            let line = marker.line(bytes, lines, &lexed.tokens, syntax);
            out.extend(marker.allows(bytes, lines, catalogue, line));
        }
    }
    out
}

/// A quick look, since few files have any.
fn may_hold_any(bytes: &[u8]) -> bool {
    memmem::find(bytes, b"hipify-lint:").is_some() || memmem::find(bytes, b"NOLINT").is_some()
}

/// A marker in a comment.
struct Marker {
    style: Style,
    comment: Range<usize>,
    /// From the marker's first letter to its closing bracket; for `hipify-lint`, with the reason.
    whole: Range<usize>,
    /// Each word in the brackets.
    words: Vec<Range<usize>>,
    reason: Option<String>,
}

fn markers(bytes: &[u8], comment: &Range<usize>) -> Vec<Marker> {
    let mut found = Vec::new();
    let mut from = comment.start;
    while let Some(marker) = next_marker(bytes, comment, from) {
        from = marker.whole.end;
        found.push(marker);
    }
    found
}

fn next_marker(bytes: &[u8], comment: &Range<usize>, from: usize) -> Option<Marker> {
    let text = &bytes[from..comment.end];
    let place = |(word, style): &(&str, Style)| memmem::find(text, word.as_bytes()).map(|at| (from + at, word.len(), *style));
    let (start, length, style) = MARKERS.iter().filter_map(place).min_by_key(|(at, _, _)| *at)?;
    let list = start + length;
    let close = list + memchr::memchr(b')', &bytes[list..comment.end])?;
    let is_block = bytes[comment.clone()].starts_with(b"/*");
    let end = if is_block && bytes[comment.clone()].ends_with(b"*/") { comment.end - 2 } else { comment.end };
    // A reason ends where the next marker starts.
    let next = MARKERS.iter().filter_map(|(word, _)| memmem::find(&bytes[close..end.max(close)], word.as_bytes())).min();
    let end = next.map_or(end, |at| close + at);
    let reason = match style {
        Style::Allow | Style::AllowFile => {
            let rest = bytes[(close + 1).min(end)..end].split(|byte| *byte == b'\n').next().unwrap_or_default();
            let text = String::from_utf8_lossy(rest)
                .trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '-' | '/'))
                .to_owned();
            (!text.is_empty()).then_some(text)
        }
        Style::NoLint | Style::NoLintNextLine => None,
    };
    let whole = start..if reason.is_some() { end } else { close + 1 };
    Some(Marker { style, comment: comment.clone(), whole, words: words(bytes, list..close), reason })
}

fn words(bytes: &[u8], list: Range<usize>) -> Vec<Range<usize>> {
    let mut at = list.start;
    let mut found = Vec::new();
    for part in bytes[list].split(|byte| *byte == b',') {
        let lead = part.len() - part.trim_ascii_start().len();
        let word = part.trim_ascii();
        if !word.is_empty() {
            found.push(at + lead..at + lead + word.len());
        }
        at += part.len() + 1;
    }
    found
}

impl Marker {
    fn line(&self, bytes: &[u8], lines: &Lines<'_>, tokens: &[Token], syntax: Syntax) -> Option<usize> {
        let own = lines.place(self.comment.start).line;
        let last = lines.place(self.comment.end).line;
        match self.style {
            Style::AllowFile => None,
            Style::NoLint => Some(own),
            Style::NoLintNextLine => Some(last + 1),
            Style::Allow if syntax == Syntax::Cpp => Some(self.code_line(lines, tokens, own, last)),
            Style::Allow => Some(self.next_line(bytes, own, syntax)),
        }
    }

    /// The comment's own line if it has code, else the next that has.
    fn code_line(&self, lines: &Lines<'_>, tokens: &[Token], own: usize, last: usize) -> usize {
        let next = tokens.partition_point(|token| (token.start as usize) < self.comment.start);
        let line_of = |token: &Token| lines.place(token.start as usize).line;
        let real = |token: &&Token| token.kind != TokenKind::DirectiveEnd;
        if tokens[..next].iter().rev().find(real).is_some_and(|token| lines.place(token.end as usize).line == own) {
            return own;
        }
        tokens[next..].iter().find(real).map_or(last + 1, line_of)
    }

    /// The same in languages whose comments end with their line.
    fn next_line(&self, bytes: &[u8], own: usize, syntax: Syntax) -> usize {
        let start = memchr::memrchr(b'\n', &bytes[..self.comment.start]).map_or(0, |at| at + 1);
        if !bytes[start..self.comment.start].trim_ascii().is_empty() {
            return own;
        }
        let rest = bytes[self.comment.end..].split(|byte| *byte == b'\n').skip(1);
        own + 1 + rest.take_while(|line| syntax.is_blank(line)).count()
    }

    fn allows(&self, bytes: &[u8], lines: &Lines<'_>, catalogue: &Catalogue, line: Option<usize>) -> Vec<Allow> {
        let ours = matches!(self.style, Style::Allow | Style::AllowFile);
        let mut found = Vec::new();
        for (number, word) in self.words.iter().enumerate() {
            let text = String::from_utf8_lossy(&bytes[word.clone()]).into_owned();
            let selector = Selector::find(&text, catalogue);
            // Other checks in a NOLINT are clang-tidy's.
            if selector.is_none() && !ours {
                continue;
            }
            let message = match selector {
                Some(_) => format!("nothing here is `{text}`"),
                None => format!("there is no lint `{text}` to allow"),
            };
            let edit = self.removal(bytes, number);
            let fix = LocatedFix::new(lines, "remove it".to_owned(), Applicability::Safe, &[edit]);
            let diagnostic =
                Diagnostic::new(UNUSED, Level::Warning, word.clone(), message).with_help("remove it from the comment");
            let unused = self::found(lines, diagnostic, "high", Some(fix));
            found.push(Allow { line, selector, reason: self.reason.clone(), used: false, unused });
        }
        found
    }

    /// Takes one word out of the brackets, or all of the marker when it is the only one.
    fn removal(&self, bytes: &[u8], number: usize) -> Edit {
        if self.words.len() > 1 {
            let word = &self.words[number];
            let span = match self.words.get(number + 1) {
                Some(next) => word.start..next.start,
                None => self.words[number - 1].end..word.end,
            };
            return Edit::delete(span);
        }
        let inside = |range: Range<usize>| bytes[range].iter().all(|byte| b"/*!# \t".contains(byte));
        let is_all = inside(self.comment.start..self.whole.start) && inside(self.whole.end..self.comment.end);
        if !is_all {
            return Edit::delete(self.whole.clone());
        }
        let line_start = memchr::memrchr(b'\n', &bytes[..self.comment.start]).map_or(0, |at| at + 1);
        let line_end = memchr::memchr(b'\n', &bytes[self.comment.end..]).map_or(bytes.len(), |at| self.comment.end + at);
        let before = &bytes[line_start..self.comment.start];
        let alone = before.trim_ascii().is_empty() && bytes[self.comment.end..line_end].trim_ascii().is_empty();
        if alone {
            return Edit::delete(line_start..(line_end + 1).min(bytes.len()));
        }
        let blanks = before.len() - before.trim_ascii_end().len();
        Edit::delete(self.comment.start - blanks..self.comment.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, text: &str) -> Vec<Allow> {
        allows(path, text.as_bytes(), &Catalogue::new([]), &Lines::new(text.as_bytes()))
    }

    fn lines_of(path: &str, text: &str) -> Vec<Option<usize>> {
        of(path, text).iter().map(|allow| allow.line).collect()
    }

    #[test]
    fn a_comment_after_code_holds_for_its_line_and_one_alone_for_the_next_code() {
        let text = "int a; // hipify-lint: allow(HIP3001) because\n// hipify-lint: allow(inline-ptx)\n\n// more\nint b;\n";
        assert_eq!(lines_of("a.cu", text), [Some(1), Some(5)]);
        assert_eq!(of("a.cu", text)[0].reason.as_deref(), Some("because"));
    }

    #[test]
    fn clang_tidys_comments_count_for_our_codes_only() {
        let text = "int a; // NOLINT(bugprone-x, HIP3001)\n// NOLINTNEXTLINE(HIP2)\nint b; // NOLINT\n";
        assert_eq!(lines_of("a.cu", text), [Some(1), Some(3)]);
    }

    #[test]
    fn text_in_strings_is_no_comment() {
        assert!(of("a.cu", "const char *a = \"// hipify-lint: allow(HIP3001)\";\n").is_empty());
    }

    #[test]
    fn build_files_have_their_own_comments() {
        assert_eq!(lines_of("CMakeLists.txt", "# hipify-lint: allow(HIP7002)\n\n# x\nproject(a CUDA)\n"), [Some(4)]);
        assert_eq!(lines_of("CMakeLists.txt", "project(a CUDA) # hipify-lint: allow(HIP7002)\n"), [Some(1)]);
    }

    #[test]
    fn fortran_has_its_own_comments() {
        assert_eq!(lines_of("a.cuf", "! hipify-lint: allow(HIP8002) why\n\n! x\ncall f()\n"), [Some(4)]);
        assert_eq!(lines_of("a.cuf", "call f('! NOLINT(HIP8001)') ! NOLINT(HIP8002)\n"), [Some(1)]);
        assert_eq!(lines_of("a.f", "c hipify-lint: allow(HIP8002)\n      call f()\n"), [Some(2)]);
    }

    fn removed(text: &str, number: usize) -> String {
        let fix = of("a.cu", text)[number].unused.fix.clone().unwrap();
        String::from_utf8(hipify_diagnostics::apply(text.as_bytes(), &fix.edits()).unwrap()).unwrap()
    }

    #[test]
    fn an_unused_word_is_removed_and_the_comment_with_the_last() {
        assert_eq!(removed("int a; // hipify-lint: allow(HIP3001, HIP3002) x\n", 0), "int a; // hipify-lint: allow(HIP3002) x\n");
        assert_eq!(removed("int a; // hipify-lint: allow(HIP3001, HIP3002)\n", 1), "int a; // hipify-lint: allow(HIP3001)\n");
        assert_eq!(removed("int a; // hipify-lint: allow(HIP3001) why\nint b;\n", 0), "int a;\nint b;\n");
        assert_eq!(removed("  // NOLINTNEXTLINE(HIP3001)\nint b;\n", 0), "int b;\n");
        assert_eq!(removed("f(/* NOLINT(HIP3001) */ 1);\n", 0), "f( 1);\n");
        assert_eq!(removed("int a; // read this NOLINT(HIP3001)\n", 0), "int a; // read this \n");
    }

    #[test]
    fn a_lint_that_is_not_there_is_named() {
        let allows = of("a.cu", "int a; // hipify-lint: allow(HIP12345)\n");
        assert!(allows[0].selector.is_none() && allows[0].unused.diagnostic.message.contains("HIP12345"));
    }
}
