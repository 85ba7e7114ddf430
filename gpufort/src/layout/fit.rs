//! Edits that make lines too long to edits that break those lines.

use super::{line_start, next_line};
use crate::ast::{FixedForm, Form};
use crate::comments::{Part, in_text, parts};
use crate::lex::line::{self, Content, label_tab};
use hipify_diagnostics::{Applicability, Edit, apply};
use std::ops::Range;

/// Columns of a statement in free form, ISO/IEC 1539-1:2018, 6.3.2.1.
const FREE: usize = 132;

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
    let columns = match form {
        Form::Free => FREE,
        Form::Fixed(FixedForm { columns, .. }) => columns as usize,
    };
    // No line can become longer than all of them are with what is put in; a tab is as wide as six of its bytes.
    let bytes = was.len() + group.iter().map(|edit| edit.text.len()).sum::<usize>();
    if bytes + usize::from(form.is_fixed()) * 5 <= columns {
        return group;
    }
    // A programmer whose lines are longer compiles with an option for it; in fixed form what comes after is not read.
    let limit = match form {
        Form::Free => was.split(|&byte| byte == b'\n').map(|line| code_end(line, form)).max().unwrap_or(0).max(columns),
        Form::Fixed(_) => columns,
    };
    let shifted: Vec<Edit> = group
        .iter()
        .map(|edit| Edit { span: edit.span.start - lines.start..edit.span.end - lines.start, ..edit.clone() })
        .collect();
    let Ok(now) = apply(was, &shifted) else { return group };
    if !group.iter().all(|edit| edit.applicability == Applicability::Safe) {
        return group;
    }
    let text = broken(&now, form, limit, &kept_sequence_fields(was, form, &shifted));
    match String::from_utf8(text) {
        Ok(text) if text.as_bytes() != now => vec![Edit::replace(lines, text)],
        _ => group,
    }
}

/// Where the sequence fields of fixed form (what stands after the last column) begin once `edits` are made.
fn kept_sequence_fields(was: &[u8], form: Form, edits: &[Edit]) -> Vec<usize> {
    let mut quote = None;
    let mut fields = Vec::new();
    for line in line::all(was, form).filter(|line| line.limit < line.end) {
        let (Content::Initial { body, .. } | Content::Continuation { body } | Content::Cuf { body, .. }) = line.content else {
            continue;
        };
        quote = quote.filter(|_| matches!(line.content, Content::Continuation { .. }));
        let has_comment = in_text(&was[body.min(line.limit)..line.limit], &mut quote).is_some();
        let is_replaced = edits.iter().any(|edit| edit.span.start < line.limit && line.limit < edit.span.end);
        if has_comment || is_replaced {
            continue;
        }
        let before = edits.iter().filter(|edit| edit.span.end <= line.limit);
        let (added, removed) = before.fold((0, 0), |sum, edit| (sum.0 + edit.text.len(), sum.1 + edit.span.len()));
        fields.push(line.limit + added - removed);
    }
    fields
}

/// `now` with lines of at most `limit` columns; its sequence fields stay in their columns, and go where their line is broken.
fn broken(now: &[u8], form: Form, limit: usize, fields: &[usize]) -> Vec<u8> {
    let mut text = Vec::with_capacity(now.len() + 16);
    let mut start = 0;
    for line in now.split_inclusive(|&byte| byte == b'\n') {
        let field = fields.iter().find(|&&field| (start..start + line.len()).contains(&field)).map(|field| field - start);
        start += line.len();
        match field {
            None => break_line(line, form, limit, &mut text),
            Some(at) if code_end(&line[..at], form) <= limit => {
                text.extend_from_slice(line[..at].trim_ascii_end());
                text.resize(text.len() + limit - line[..at].trim_ascii_end().len(), b' ');
                text.extend_from_slice(&line[at..]);
            }
            Some(at) => {
                break_line(line[..at].trim_ascii_end(), form, limit, &mut text);
                let end = &line[line.trim_ascii_end().len()..];
                text.extend_from_slice(end);
            }
        }
    }
    text
}

/// The column after the last byte of a line that is a statement's; 0 for lines of comments, directives and the preprocessor.
fn code_end(line: &[u8], form: Form) -> usize {
    match line::all(line, form).next().map(|line| line.content) {
        // A field of sequence numbers that is the statement's now makes a blank line to the reader.
        Some(Content::Initial { .. } | Content::Continuation { .. } | Content::Blank) => statement_end(line, None),
        _ => 0,
    }
}

/// The column after the last byte of the line's code, where the line starts inside a string that `open` began.
fn statement_end(line: &[u8], mut open: Option<u8>) -> usize {
    let code = |(column, (byte, part)): (usize, (&u8, Part))| {
        (part != Part::Comment && !byte.is_ascii_whitespace()).then_some(column + 1)
    };
    line.iter().zip(parts(line, &mut open)).enumerate().filter_map(code).last().unwrap_or(0)
}

/// Writes `line`, continued on further lines where its code is longer than `limit`.
fn break_line(line: &[u8], form: Form, limit: usize, out: &mut Vec<u8>) {
    // A tab in place of the first columns is as wide as they are.
    let tab = label_tab(line).filter(|_| form.is_fixed());
    let first = tab.map_or(limit, |tab| limit.saturating_sub(5 - tab));
    if code_end(line, form) <= first {
        return out.extend_from_slice(line);
    }
    let blanks = line.iter().take_while(|&&byte| byte == b' ').count();
    let mut room = if form == Form::Free { limit - 2 } else { first };
    let mut rest = line.to_vec();
    let mut open = None;
    while statement_end(&rest, open) > room.max(if form == Form::Free { limit } else { 0 }) {
        let mut quote = open;
        let all: Vec<Part> = parts(&rest, &mut quote).collect();
        let least = blanks.max(6) + 8;
        let at = (least..=room)
            .rev()
            .find(|&at| all[at] == Part::Code && all[at - 1] == Part::Code && matches!(rest[at - 1], b' ' | b','));
        let at = at.unwrap_or(room);
        open = match all[at] {
            Part::Text(quote) if all[at - 1] == all[at] => Some(quote),
            _ => None,
        };
        let tail = rest.split_off(at);
        let (mark, lead) = match (form, open) {
            (Form::Free, None) => (" &", " ".repeat(blanks + 4)),
            (Form::Free, Some(_)) => ("&", format!("{}&", " ".repeat(blanks + 4))),
            (Form::Fixed(_), None) => ("", "     &  ".to_owned()),
            (Form::Fixed(_), Some(_)) => ("", "     &".to_owned()),
        };
        out.extend_from_slice(if open.is_none() { rest.trim_ascii_end() } else { &rest });
        out.extend_from_slice(mark.as_bytes());
        out.push(b'\n');
        rest = lead.into_bytes();
        rest.extend_from_slice(if open.is_none() { tail.trim_ascii_start() } else { &tail });
        if form.is_fixed() {
            room = limit;
        }
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
        assert_eq!(fitted(source, Form::FIXED, vec![Edit::replace(13..14, long)]), expected);
    }

    #[test]
    fn sequence_numbers_stay_in_their_columns_or_go() {
        let line = |code: &str| format!("{code:72}SEQ00010\n");
        let source = line("      call s(a, b)");
        let edits = |text: &str| vec![Edit::replace(13..14, text.to_owned())];
        assert_eq!(fitted(&source, Form::FIXED, edits("pq")), line("      call s(pq, b)"));
        assert_eq!(fitted(&source, Form::FIXED, vec![Edit::replace(6..18, "x = 1")]), line("      x = 1"));
        let long = format!("{}, {}", "p".repeat(30), "q".repeat(40));
        let expected = format!("      call s({},\n     &  {}, b)\n", "p".repeat(30), "q".repeat(40));
        assert_eq!(fitted(&source, Form::FIXED, edits(&long)), expected);
    }

    #[test]
    fn a_tab_is_as_wide_as_the_columns_that_it_stands_for() {
        let source = "\tcall s(a, b)\n";
        let long = format!("{}, {}", "p".repeat(30), "q".repeat(26));
        let expected = format!("\tcall s({}, {},\n     &  b)\n", "p".repeat(30), "q".repeat(26));
        assert_eq!(fitted(source, Form::FIXED, vec![Edit::replace(8..9, long)]), expected);
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
