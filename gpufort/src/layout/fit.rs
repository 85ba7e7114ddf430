//! Edits that make lines too long to edits that break those lines.

use super::{line_start, next_line};
use crate::ast::Form;
use hipify_diagnostics::{Applicability, Edit, apply};
use std::ops::Range;

/// Columns of a statement in free form, ISO/IEC 1539-1:2018, 6.3.2.1.
const FREE: usize = 132;
/// The last column of a statement in fixed form, 6.3.3.1.
const FIXED: usize = 72;

/// `edits` with every line that they make longer than the form allows continued on the next.
pub fn fit(source: &[u8], form: Form, mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end != edit.span.start));
    let mut out = Vec::with_capacity(edits.len());
    let mut group: Vec<Edit> = Vec::new();
    let mut lines = 0..0;
    for edit in edits {
        let own = lines_of(source, &edit.span);
        if !group.is_empty() && own.start >= lines.end {
            out.append(&mut fit_group(source, form, std::mem::take(&mut group), lines.clone()));
        }
        lines = if group.is_empty() { own } else { lines.start..lines.end.max(own.end) };
        group.push(edit);
    }
    out.append(&mut fit_group(source, form, group, lines));
    out
}

/// The whole lines that a span touches.
fn lines_of(source: &[u8], span: &Range<usize>) -> Range<usize> {
    line_start(source, span.start)..next_line(source, span.end)
}

fn fit_group(source: &[u8], form: Form, group: Vec<Edit>, lines: Range<usize>) -> Vec<Edit> {
    let was = &source[lines.clone()];
    // No line can become longer than all of them are with what is put in.
    if was.len() + group.iter().map(|edit| edit.text.len()).sum::<usize>() <= FIXED {
        return group;
    }
    // A programmer whose lines are longer compiles with an option for it; in fixed form what is behind is a comment.
    let limit = match form {
        Form::Free => long_lines(was, FREE).map(|line| code_end(line, form)).max().unwrap_or(0).max(FREE),
        Form::Fixed => FIXED,
    };
    let shifted: Vec<Edit> = group
        .iter()
        .map(|edit| Edit { span: edit.span.start - lines.start..edit.span.end - lines.start, ..edit.clone() })
        .collect();
    let Ok(now) = apply(was, &shifted) else { return group };
    let safe = group.iter().all(|edit| edit.applicability == Applicability::Safe);
    if !safe || long_lines(&now, limit).all(|line| code_end(line, form) <= limit) {
        return group;
    }
    let mut text = Vec::with_capacity(now.len() + 16);
    for line in now.split_inclusive(|&byte| byte == b'\n') {
        break_line(line, form, limit, &mut text);
    }
    match String::from_utf8(text) {
        Ok(text) => vec![Edit::replace(lines, text)],
        Err(_) => group,
    }
}

/// The lines of more bytes than `limit`.
fn long_lines(text: &[u8], limit: usize) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n').filter(move |line| line.len() > limit)
}

/// The column after the last byte of a line that is not a comment; 0 for lines of comments and the preprocessor.
fn code_end(line: &[u8], form: Form) -> usize {
    if line.first() == Some(&b'#') || (form == Form::Fixed && line.first().is_some_and(|byte| b"cC*!dD".contains(byte))) {
        return 0;
    }
    statement_end(line, None)
}

/// The column after the last byte of the line's code.
fn statement_end(line: &[u8], open: Option<u8>) -> usize {
    let code = |(column, (byte, mark)): (usize, (&u8, Mark))| {
        (mark != Mark::Comment && !byte.is_ascii_whitespace()).then_some(column + 1)
    };
    line.iter().zip(marks(line, open)).enumerate().filter_map(code).last().unwrap_or(0)
}

/// What a byte of a line is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Code,
    String(u8),
    Comment,
}

/// What each byte of a line is in, where the line starts inside a string that `open` began.
fn marks(line: &[u8], open: Option<u8>) -> impl Iterator<Item = Mark> {
    let mut now = open.map_or(Mark::Code, Mark::String);
    line.iter().map(move |&byte| {
        let here = now;
        now = match (now, byte) {
            (Mark::Code, b'!') => Mark::Comment,
            (Mark::Code, b'\'' | b'"') => Mark::String(byte),
            (Mark::String(quote), _) if byte == quote => Mark::Code,
            _ => now,
        };
        if now == Mark::Comment { now } else { here }
    })
}

/// Writes `line`, continued on further lines where its code is longer than `limit`.
fn break_line(line: &[u8], form: Form, limit: usize, out: &mut Vec<u8>) {
    if code_end(line, form) <= limit {
        return out.extend_from_slice(line);
    }
    let blanks = line.iter().take_while(|&&byte| byte == b' ').count();
    let room = if form == Form::Free { limit - 2 } else { limit };
    let mut rest = line.to_vec();
    let mut open = None;
    while statement_end(&rest, open) > limit {
        let all: Vec<Mark> = marks(&rest, open).collect();
        let least = blanks.max(6) + 8;
        let at = (least..=room)
            .rev()
            .find(|&at| all[at] == Mark::Code && all[at - 1] == Mark::Code && matches!(rest[at - 1], b' ' | b','));
        let at = at.unwrap_or(room);
        open = match all[at] {
            Mark::String(quote) if all[at - 1] == all[at] => Some(quote),
            _ => None,
        };
        let tail = rest.split_off(at);
        let (mark, lead) = match (form, open) {
            (Form::Free, None) => (" &", " ".repeat(blanks + 4)),
            (Form::Free, Some(_)) => ("&", format!("{}&", " ".repeat(blanks + 4))),
            (Form::Fixed, None) => ("", "     &  ".to_owned()),
            (Form::Fixed, Some(_)) => ("", "     &".to_owned()),
        };
        out.extend_from_slice(if open.is_none() { rest.trim_ascii_end() } else { &rest });
        out.extend_from_slice(mark.as_bytes());
        out.push(b'\n');
        rest = lead.into_bytes();
        rest.extend_from_slice(if open.is_none() { tail.trim_ascii_start() } else { &tail });
    }
    out.extend_from_slice(&rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fitted(source: &str, form: Form, edits: Vec<Edit>) -> String {
        String::from_utf8(apply(source.as_bytes(), &fit(source.as_bytes(), form, edits)).unwrap()).unwrap()
    }

    #[test]
    fn a_line_that_an_edit_makes_too_long_goes_on_after_a_comma() {
        let source = "  call s(a, b) ! why\n  x = 1\n";
        let long = format!("{}, {}", "p".repeat(60), "q".repeat(80));
        let expected = format!("  call s({}, &\n      {}, b) ! why\n  x = 1\n", "p".repeat(60), "q".repeat(80));
        assert_eq!(fitted(source, Form::Free, vec![Edit::replace(9..10, long)]), expected);
    }

    #[test]
    fn fixed_form_goes_on_in_column_six() {
        let source = "      call s(a, b)\n";
        let long = format!("{}, {}", "p".repeat(30), "q".repeat(40));
        let expected = format!("      call s({},\n     &  {}, b)\n", "p".repeat(30), "q".repeat(40));
        assert_eq!(fitted(source, Form::Fixed, vec![Edit::replace(13..14, long)]), expected);
    }

    #[test]
    fn a_string_is_broken_only_where_nothing_else_can_be() {
        let source = "x = y\n";
        let out = fitted(source, Form::Free, vec![Edit::replace(4..5, format!("'{}'", "s".repeat(200)))]);
        assert!(out.lines().all(|line| line.len() <= FREE), "{out}");
        assert_eq!(out.replace("&\n    &", ""), format!("x = '{}'\n", "s".repeat(200)));
    }

    #[test]
    fn lines_that_were_too_long_already_are_left_alone() {
        let source = format!("  x = {}\n", "1 + ".repeat(50));
        let edits = vec![Edit::replace(2..3, "y")];
        assert_eq!(fit(source.as_bytes(), Form::Free, edits.clone()), edits);
    }
}
