//! Any bytes: tokens and comments stand in order and within the source, none overlaps another, and between them stand only
//! blanks and line splices.

#![no_main]

use hipify_syntax::{TokenKind, lex};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &[u8]| {
    let tokens = lex(source);
    let mut spans: Vec<(usize, usize)> = tokens.comments.iter().map(|&(start, end)| (start as usize, end as usize)).collect();
    assert!(spans.is_sorted(), "comments are out of order");
    let mut in_directive = false;
    for token in &tokens.tokens {
        assert_eq!(token.range().is_empty(), token.kind == TokenKind::DirectiveEnd, "{token:?}");
        assert_eq!(token.first, source.get(token.start as usize).copied().unwrap_or(0));
        assert_eq!(in_directive, token.in_directive && token.kind != TokenKind::Hash || in_directive, "{token:?}");
        in_directive = token.in_directive && token.kind != TokenKind::DirectiveEnd;
        spans.push((token.start as usize, token.end as usize));
    }
    assert!(!in_directive, "a directive without an end");
    assert!(tokens.tokens.is_sorted_by_key(|t| (t.start, t.end)), "tokens are out of order");
    spans.sort();
    check_gaps(source, &spans);
});

fn check_gaps(source: &[u8], spans: &[(usize, usize)]) {
    let mut done = if source.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    for &(start, end) in spans {
        assert!(done <= start && start <= end && end <= source.len(), "{done} {start}..{end}");
        check_blank(&source[done..start]);
        done = end;
    }
    check_blank(&source[done..]);
}

fn check_blank(gap: &[u8]) {
    let mut rest = gap;
    while let Some((first, after)) = rest.split_first() {
        assert!(matches!(first, b' ' | b'\t' | b'\r' | b'\n' | b'\\' | 0x0B | 0x0C), "{:?} was skipped", *first as char);
        rest = after;
    }
}
