//! Where lines go in a file: places for new statements, their indentation, and lines that have become too long broken in two.

mod fit;

pub use fit::fit;

use crate::ast::{Form, Span, Stmt, StmtKind, Unit};

/// The first byte of the line with byte `at`.
pub fn line_start(source: &[u8], at: usize) -> usize {
    let at = at.min(source.len());
    source[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
}

/// The first byte of the line after that with byte `at`, or the end of the file.
pub fn next_line(source: &[u8], at: usize) -> usize {
    let at = at.min(source.len());
    source[at..].iter().position(|&byte| byte == b'\n').map_or(source.len(), |end| at + end + 1)
}

/// The blanks that a statement on the line with byte `at` starts with; a label is blanks.
pub fn indent(source: &[u8], form: Form, at: usize) -> String {
    let start = line_start(source, at);
    let mut blanks = String::new();
    for &byte in &source[start..] {
        match byte {
            b'\t' => blanks.push('\t'),
            b' ' | b'0'..=b'9' => blanks.push(' '),
            _ => break,
        }
    }
    if form.is_fixed() && blanks.len() < 6 && !blanks.contains('\t') { " ".repeat(6) } else { blanks }
}

/// Where a `use` statement of `unit` goes: the start of the line after its head.
pub fn use_place(source: &[u8], unit: &Unit) -> usize {
    if unit.head.start == unit.head.end {
        return line_start(source, unit.span.start as usize);
    }
    next_line(source, unit.head.end as usize)
}

/// Where a declaration, or a statement that is executed first, goes: the start of the line after the specification part, and after
/// the `#endif` of what that left open.
pub fn entry_place(source: &[u8], unit: &Unit) -> usize {
    let start = use_place(source, unit);
    let Some(end) = unit.spec.iter().map(|stmt| stmt.span.end).max() else { return start };
    let mut place = next_line(source, end.max(unit.head.end) as usize);
    let mut open = source[start.min(place)..place].split(|&byte| byte == b'\n').map(nesting).sum::<i32>();
    let mut at = place;
    while open > 0 && at < source.len() {
        let next = next_line(source, at);
        let line = source[at..next].trim_ascii();
        match nesting(line) {
            -1 => {
                open -= 1;
                place = next;
            }
            0 if line.is_empty() || line.starts_with(b"!") => {}
            _ => break,
        }
        at = next;
    }
    place
}

/// Where a statement that is executed last goes: the start of the line with `contains` or `end`.
pub fn exit_place(source: &[u8], unit: &Unit) -> usize {
    line_start(source, unit.contains.unwrap_or(unit.end).start as usize)
}

/// The blanks that statements of `unit` start with.
pub fn unit_indent(source: &[u8], form: Form, unit: &Unit) -> String {
    let own = |stmt: &&Stmt| !matches!(stmt.kind, StmtKind::Cpp(_) | StmtKind::Directive(_));
    match unit.spec.iter().chain(&unit.body).find(own) {
        Some(stmt) => indent(source, form, stmt.span.start as usize),
        None => format!("{}  ", indent(source, form, unit.span.start as usize)),
    }
}

/// How many `#if` a line opens.
fn nesting(line: &[u8]) -> i32 {
    let Some(rest) = line.strip_prefix(b"#") else { return 0 };
    let keyword = rest.trim_ascii_start();
    i32::from(keyword.starts_with(b"if")) - i32::from(keyword.starts_with(b"endif"))
}

/// The bytes of a span as text.
pub fn text(source: &[u8], span: Span) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(source.get(span.range()).unwrap_or_default())
}
