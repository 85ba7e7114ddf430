mod clang;

use super::*;
use hipify_diagnostics::Source;
use hipify_port::{LaunchSyntax, Options, port};
use hipify_syntax::Tree;
use std::fs;
use std::path::PathBuf;

/// Lines as a preprocessor numbers them, when the branch of each conditional that `takes` picks is compiled.
fn numbered(text: &[u8], takes: &mut dyn FnMut() -> bool) -> Vec<(usize, String)> {
    let tokens = lex(text);
    let (mut line, mut out) = (1, Vec::new());
    // Of each open conditional: whether what is around it is compiled, whether this branch is, whether one was.
    let mut open: Vec<(bool, bool, bool)> = Vec::new();
    let mut next = 0;
    let mut start = 0;
    for piece in text.split_inclusive(|byte| *byte == b'\n') {
        let live = open.last().is_none_or(|open| open.1);
        if live {
            out.push((line, String::from_utf8_lossy(piece).trim_end().to_owned()));
        }
        line += 1;
        let end = start + piece.len();
        while let Some(token) = tokens.tokens.get(next).filter(|token| (token.start as usize) < end) {
            if token.kind == hipify_syntax::TokenKind::Hash {
                let word = tokens.tokens.get(next + 1).map_or(&b""[..], |token| &text[token.range()]);
                match word {
                    b"if" | b"ifdef" | b"ifndef" => {
                        let taken = takes();
                        open.push((live, live && taken, taken));
                    }
                    b"elif" | b"else" => {
                        let last = word == b"else";
                        let taken = last || takes();
                        if let Some(open) = open.last_mut() {
                            *open = (open.0, open.0 && !open.2 && taken, open.2 || taken);
                        }
                    }
                    b"endif" => drop(open.pop()),
                    b"line" if live => {
                        let number = &text[tokens.tokens[next + 2].range()];
                        line = std::str::from_utf8(number).unwrap().parse().unwrap();
                        out.pop();
                    }
                    _ => {}
                }
            }
            next += 1;
        }
        start = end;
    }
    out
}

/// Picks branches by the bits of a number; the same for the text before and after.
fn bits(mut seed: u64) -> impl FnMut() -> bool {
    move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        seed >> 63 == 1
    }
}

fn fixtures(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpora").join(folder);
    let mut files = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.retain(|path| matches!(path.extension().and_then(|e| e.to_str()), Some("cu" | "cuh" | "h" | "cpp" | "hpp")));
    files.sort();
    files
}

fn laid(bytes: &[u8], name: &str, launch: LaunchSyntax) -> (Vec<u8>, Vec<Edit>) {
    let options = Options { launch, ..Options::default() };
    let mut edits = port(&Source { path: name, bytes }, &Tree::default(), &options).edits;
    edits.retain(|edit| edit.applicability == hipify_diagnostics::Applicability::Safe);
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end != edit.span.start));
    (laid_out(bytes, &lex(bytes), &edits, Path::new(name)), edits)
}

/// Lines of `bytes` that no edit touches.
fn untouched(bytes: &[u8], edits: &[Edit]) -> Vec<bool> {
    let mut lines = Vec::new();
    let mut start = 0;
    for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
        let end = start + piece.len();
        lines.push(!edits.iter().any(|edit| edit.span.start < end && edit.span.end >= start));
        start = end;
    }
    lines
}

/// Picks branches by a number: all, none, or by chance.
fn choose(seed: u64) -> Box<dyn FnMut() -> bool> {
    match seed {
        0 => Box::new(|| true),
        1 => Box::new(|| false),
        _ => Box::new(bits(seed)),
    }
}

/// Compares the numbers of the lines that no edit touches, and says how many there were.
fn compare(path: &Path, bytes: &[u8], launch: LaunchSyntax) -> usize {
    let name = path.file_name().unwrap().to_str().unwrap();
    let (text, edits) = laid(bytes, name, launch);
    let untouched = untouched(bytes, &edits);
    // Conditionals that a pass adds would shift choices by chance.
    let seeds = if edits.iter().any(|edit| edit.text.contains("#if")) { 2 } else { 8 };
    let mut compared = 0;
    for seed in 0..seeds {
        let after = numbered(&text, &mut *choose(seed));
        for (line, content) in numbered(bytes, &mut *choose(seed)) {
            if untouched[line - 1] && !content.is_empty() && !content.starts_with('\u{feff}') {
                compared += 1;
                let found = after.contains(&(line, content.clone()));
                assert!(found, "{}:{line}: {content}\n{}", path.display(), String::from_utf8_lossy(&text));
            }
        }
    }
    compared
}

#[test]
fn every_line_that_no_edit_touches_keeps_its_number_whichever_branches_are_compiled() {
    let mut compared = 0;
    for path in fixtures("port").into_iter().chain(fixtures("projects")) {
        let bytes = fs::read(&path).unwrap();
        let counts_itself = memchr::memmem::find(&bytes, b"#line").is_some();
        if hipify_diagnostics::encoding(&bytes) == hipify_diagnostics::Encoding::AsciiSuperset && !counts_itself {
            compared += compare(&path, &bytes, LaunchSyntax::Chevrons) + compare(&path, &bytes, LaunchSyntax::Macro);
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn no_prefix_of_a_fixture_is_a_problem_and_no_text_gets_lost() {
    for path in fixtures("broken").into_iter().chain(fixtures("port").into_iter().step_by(4)) {
        let bytes = fs::read(&path).unwrap();
        for end in (0..bytes.len()).step_by(bytes.len() / 12 + 1) {
            let prefix = &bytes[..end];
            let (text, edits) = laid(prefix, "a.cu", LaunchSyntax::Macro);
            let ported = hipify_diagnostics::apply(prefix, &edits).unwrap();
            let kept = |text: &[u8]| text.iter().filter(|byte| byte.is_ascii_alphanumeric()).count();
            assert!(kept(&text) >= kept(&ported), "{}: {end}", path.display());
            let places = OriginalLocator::new(prefix, &edits);
            for line in 0..40 {
                assert!(places.original(line, line).is_none_or(|span| span.end <= end));
                assert!(places.of_physical(line, 3).is_none_or(|span| span.end <= end));
            }
        }
    }
}

#[test]
fn a_place_in_the_ported_text_leads_back() {
    let source = b"#include <cuda.h>\n#include <cuda_runtime.h>\nint a; void f() { cudaFree(0); }\n";
    let (text, edits) = laid(source, "a.cu", LaunchSyntax::Chevrons);
    let shown = String::from_utf8(text).unwrap();
    let line = shown.lines().find(|line| line.contains("hipFree")).unwrap();
    let places = OriginalLocator::new(source, &edits);
    let span = places.original(3, line.find("hipFree").unwrap() + 1).unwrap();
    assert_eq!(&source[span], b"cudaFree");
    let semicolon = places.original(3, line.rfind(';').unwrap() + 1).unwrap();
    assert_eq!(source[semicolon.start], b';');
    assert!(places.original(4, 99).is_none());
    let physical = shown.lines().position(|line| line.contains("hipFree")).unwrap() + 1;
    assert_eq!(&source[places.of_physical(physical, line.find("hipFree").unwrap() + 1).unwrap()], b"cudaFree");
    assert!(places.of_physical(1, 1).is_none() && places.of_physical(99, 1).is_none());
}

#[test]
fn a_name_is_quoted_and_a_byte_order_mark_stays_first() {
    let text = laid_out(b"\xEF\xBB\xBFint a;", &lex(b""), &[], Path::new("a\"b\\c.cu"));
    assert_eq!(text, b"\xEF\xBB\xBF#line 1 \"a\\\"b\\\\c.cu\"\nint a;");
}

#[test]
fn lines_that_a_source_counts_itself_are_left_to_it() {
    let source = b"#line 50 \"y.y\"\nint a;\n#include <cuda.h>\nint b;\n";
    let (text, _) = laid(source, "a.cu", LaunchSyntax::Chevrons);
    assert_eq!(String::from_utf8(text).unwrap().matches("#line").count(), 2);
}
