//! Suppression comments: `// hipify-lint: allow(HIP1004) reason`, `NOLINT(HIP1004)`, `NOLINTNEXTLINE(HIP1004)`.

use crate::finding::{Finding, LocatedFix};
use crate::place::Lines;
use crate::rule::{Catalogue, UNUSED_ALLOW};
use crate::select::Selector;
use hipify_diagnostics::{Applicability, Code, Diagnostic, Edit, Level};
use hipify_report::comment::{self, Marker, Style};
use std::ops::Range;

const UNUSED: Code = Code { id: UNUSED_ALLOW, name: "unused-suppression" };

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
    let markers = comment::markers(path, bytes, comment::LINT);
    markers.iter().flat_map(|marker| of_marker(marker, bytes, lines, catalogue)).collect()
}

fn of_marker(marker: &Marker, bytes: &[u8], lines: &Lines<'_>, catalogue: &Catalogue) -> Vec<Allow> {
    let ours = matches!(marker.style, Style::Allow | Style::AllowFile);
    let mut found = Vec::new();
    for (number, word) in marker.words.iter().enumerate() {
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
        let edit = removal(marker, bytes, number);
        let fix = LocatedFix::new(lines, "remove it".to_owned(), Applicability::Safe, &[edit]);
        let diagnostic = Diagnostic::new(UNUSED, Level::Warning, word.clone(), message).with_help("remove it from the comment");
        let unused = crate::finding::found(lines, diagnostic, "high", Some(fix));
        found.push(Allow { line: marker.line, selector, reason: marker.reason.clone(), used: false, unused });
    }
    found
}

/// Takes one word out of the brackets, or all of the marker when it is the only one.
fn removal(marker: &Marker, bytes: &[u8], number: usize) -> Edit {
    if marker.words.len() > 1 {
        let word = &marker.words[number];
        let span = match marker.words.get(number + 1) {
            Some(next) => word.start..next.start,
            None => marker.words[number - 1].end..word.end,
        };
        return Edit::delete(span);
    }
    let inside = |range: Range<usize>| bytes[range].iter().all(|byte| b"/*!# \t".contains(byte));
    let is_all = inside(marker.comment.start..marker.whole.start) && inside(marker.whole.end..marker.comment.end);
    if !is_all {
        return Edit::delete(marker.whole.clone());
    }
    let line_start = memchr::memrchr(b'\n', &bytes[..marker.comment.start]).map_or(0, |at| at + 1);
    let line_end = memchr::memchr(b'\n', &bytes[marker.comment.end..]).map_or(bytes.len(), |at| marker.comment.end + at);
    let before = &bytes[line_start..marker.comment.start];
    let alone = before.trim_ascii().is_empty() && bytes[marker.comment.end..line_end].trim_ascii().is_empty();
    if alone {
        return Edit::delete(line_start..(line_end + 1).min(bytes.len()));
    }
    let blanks = before.len() - before.trim_ascii_end().len();
    Edit::delete(marker.comment.start - blanks..marker.comment.end)
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
