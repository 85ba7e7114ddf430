//! A Fortran source to its directives and statements, continuation lines joined, with the bytes that each takes.

use std::ops::Range;

/// A directive or a statement.
#[derive(Debug)]
pub(super) struct Item {
    /// From the sentinel or the first character to the end of the last line that it goes on to.
    pub(super) span: Range<usize>,
    pub(super) kind: Kind,
    /// The label in front of a statement.
    pub(super) label: Option<String>,
    /// In lower case, joined; strings are emptied and comments gone.
    pub(super) text: String,
    /// The number of characters in front of it on its line.
    pub(super) indent: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// What follows `!$acc`, in the source's spelling.
    Directive(String),
    /// With the label that ends it.
    Do(Option<String>),
    EndDo,
    /// The head of a program unit or procedure.
    UnitHead,
    UnitEnd,
    /// `use`, `import`, `implicit`: what declarations stand behind.
    Opening,
    Statement,
    /// A line of the preprocessor.
    Preprocessor,
}

/// What follows the sentinel `!$acc` (in fixed form `c$acc` and `*$acc` too) on a line without its indentation.
pub(super) fn sentinel(line: &str) -> Option<&str> {
    let head = line.get(..5)?;
    let is = head.as_bytes()[0].eq_ignore_ascii_case(&b'c') || head.starts_with(['!', '*']);
    let rest = &line[5..];
    let ends = rest.is_empty() || rest.starts_with(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    (is && head[1..].eq_ignore_ascii_case("$acc") && ends).then_some(rest)
}

/// The items of a source, in order.
pub(super) fn read(text: &str, fixed: bool) -> Vec<Item> {
    let lines = split(text);
    let mut items = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        at = if fixed { fixed_item(&lines, at, &mut items) } else { free_item(&lines, at, &mut items) };
    }
    items
}

struct Line<'a> {
    start: usize,
    text: &'a str,
}

fn split(text: &str) -> Vec<Line<'_>> {
    let mut start = 0;
    let line = |part: &'_ str| {
        let from = start;
        start += part.len();
        (from, part.len())
    };
    let spans: Vec<(usize, usize)> = text.split_inclusive('\n').map(line).collect();
    spans.into_iter().map(|(start, len)| Line { start, text: text[start..start + len].trim_end_matches(['\n', '\r']) }).collect()
}

/// Reads the item that begins at line `at` and gives the line behind it.
fn free_item(lines: &[Line<'_>], at: usize, items: &mut Vec<Item>) -> usize {
    let first = &lines[at];
    let trimmed = first.text.trim_start();
    if trimmed.starts_with('#') {
        push(items, first, first, Kind::Preprocessor, trimmed.to_owned());
    } else if let Some(rest) = sentinel(trimmed) {
        return free_directive(lines, at, rest, items);
    } else if !trimmed.is_empty() && !trimmed.starts_with('!') {
        return free_statement(lines, at, items);
    }
    at + 1
}

fn free_directive(lines: &[Line<'_>], at: usize, rest: &str, items: &mut Vec<Item>) -> usize {
    let mut joined = String::new();
    let (mut rest, mut last) = (rest, at);
    loop {
        let code = code_of(rest);
        let Some(more) = code.trim_end().strip_suffix('&') else {
            joined += code;
            break;
        };
        joined += more;
        joined.push(' ');
        let Some(next) = lines.get(last + 1).and_then(|line| sentinel(line.text.trim_start())) else { break };
        rest = next.trim_start().strip_prefix('&').unwrap_or(next);
        last += 1;
    }
    let kind = Kind::Directive(joined.trim().to_owned());
    push(items, &lines[at], &lines[last], kind, joined.to_ascii_lowercase());
    last + 1
}

fn free_statement(lines: &[Line<'_>], at: usize, items: &mut Vec<Item>) -> usize {
    let mut joined = String::new();
    let mut last = at;
    loop {
        let line = lines[last].text;
        let code = bare(line.trim_start().strip_prefix('&').filter(|_| last > at).unwrap_or(line));
        let Some(more) = code.trim_end().strip_suffix('&') else {
            joined += &code;
            break;
        };
        joined += more;
        match next_code(lines, last + 1) {
            Some(next) => last = next,
            None => break,
        }
    }
    statements(items, &lines[at], &lines[last], &joined);
    last + 1
}

/// The next line that is neither empty nor a comment, which a statement goes on in.
fn next_code(lines: &[Line<'_>], from: usize) -> Option<usize> {
    let is_code = |line: &Line<'_>| {
        let text = line.text.trim_start();
        !text.is_empty() && !text.starts_with(['!', '#'])
    };
    let next = (from..lines.len()).find(|at| !lines[*at].text.trim_start().is_empty() && !is_comment(lines[*at].text))?;
    is_code(&lines[next]).then_some(next)
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('!') && sentinel(line).is_none()
}

fn fixed_item(lines: &[Line<'_>], at: usize, items: &mut Vec<Item>) -> usize {
    let first = &lines[at];
    let is_comment = first.text.starts_with(['c', 'C', '*', '!', 'd', 'D']) || first.text.trim().is_empty();
    if first.text.starts_with('#') {
        push(items, first, first, Kind::Preprocessor, first.text.to_owned());
    } else if sentinel(first.text).is_some() {
        return fixed_directive(lines, at, items);
    } else if !is_comment {
        return fixed_statement(lines, at, items);
    }
    at + 1
}

fn fixed_directive(lines: &[Line<'_>], at: usize, items: &mut Vec<Item>) -> usize {
    let part = |line: &str| code_of(line.get(6..72.min(line.len())).unwrap_or_default()).to_owned();
    let goes_on = |line: &Line<'_>| {
        let mark = line.text.as_bytes().get(5).copied().unwrap_or(b' ');
        sentinel(line.text).is_some() && mark != b' ' && mark != b'0'
    };
    let mut joined = part(lines[at].text);
    let mut last = at;
    while lines.get(last + 1).is_some_and(goes_on) {
        last += 1;
        joined.push(' ');
        joined += &part(lines[last].text);
    }
    let kind = Kind::Directive(joined.trim().to_owned());
    push(items, &lines[at], &lines[last], kind, joined.to_ascii_lowercase());
    last + 1
}

fn fixed_statement(lines: &[Line<'_>], at: usize, items: &mut Vec<Item>) -> usize {
    let part = |line: &str, from: usize| bare(line.get(from..72.min(line.len())).unwrap_or_default());
    let goes_on = |line: &Line<'_>| {
        let bytes = line.text.as_bytes();
        line.text.starts_with("     ") && bytes.get(5).is_some_and(|mark| !matches!(mark, b' ' | b'0'))
    };
    let label = lines[at].text.get(..5.min(lines[at].text.len())).unwrap_or_default();
    let mut joined = format!("{label} {}", part(lines[at].text, 6));
    let mut last = at;
    while lines.get(last + 1).is_some_and(goes_on) {
        last += 1;
        joined += &part(lines[last].text, 6);
    }
    statements(items, &lines[at], &lines[last], &joined);
    last + 1
}

fn push(items: &mut Vec<Item>, first: &Line<'_>, last: &Line<'_>, kind: Kind, text: String) {
    let indent = first.text.len() - first.text.trim_start().len();
    let span = first.start + indent..last.start + last.text.trim_end().len();
    items.push(Item { span, kind, label: None, text, indent });
}

fn statements(items: &mut Vec<Item>, first: &Line<'_>, last: &Line<'_>, joined: &str) {
    for part in joined.split(';') {
        let text = part.trim().to_ascii_lowercase();
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (label, text) = (Some(text[..digits].to_owned()).filter(|label| !label.is_empty()), text[digits..].trim().to_owned());
        if !text.is_empty() {
            push(items, first, last, kind_of(&text), text);
            items.last_mut().expect("pushed above").label = label;
        }
    }
}

/// What a line of code says in front of its comment; strings are kept.
fn code_of(line: &str) -> &str {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match quote {
            Some(open) if open == c => quote = None,
            None if c == '\'' || c == '"' => quote = Some(c),
            None if c == '!' => return &line[..at],
            _ => {}
        }
    }
    line
}

/// The same without what strings hold.
fn bare(line: &str) -> String {
    let mut quote = None;
    let keep = |c: &char| match quote {
        Some(open) => {
            quote = (open != *c).then_some(open);
            quote.is_none()
        }
        None => {
            quote = (*c == '\'' || *c == '"').then_some(*c);
            true
        }
    };
    code_of(line).chars().filter(keep).collect()
}

fn kind_of(text: &str) -> Kind {
    let without_name = match text.split_once(':') {
        Some((name, rest)) if is_name(name.trim()) && !rest.starts_with(':') => rest.trim_start(),
        _ => text,
    };
    let words: Vec<&str> =
        without_name.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|w| !w.is_empty()).collect();
    let is_assignment = without_name.split_once('=').is_some_and(|(left, _)| is_name(left.trim()));
    match words.as_slice() {
        _ if is_assignment => Kind::Statement,
        ["do", rest @ ..] => {
            Kind::Do(rest.first().filter(|word| word.bytes().all(|b| b.is_ascii_digit())).map(|&l| l.to_owned()))
        }
        ["enddo", ..] | ["end", "do", ..] => Kind::EndDo,
        ["end"] | ["end", "program" | "module" | "submodule" | "subroutine" | "function" | "procedure", ..] => Kind::UnitEnd,
        ["endprogram" | "endmodule" | "endsubmodule" | "endsubroutine" | "endfunction" | "endprocedure", ..] => Kind::UnitEnd,
        ["use" | "import" | "implicit", ..] => Kind::Opening,
        ["module", "procedure", ..] if !without_name.contains(',') && words.len() == 3 => Kind::UnitHead,
        ["module", "procedure", ..] => Kind::Statement,
        ["program" | "module" | "submodule", ..] => Kind::UnitHead,
        [..] if is_procedure(&words) => Kind::UnitHead,
        _ => Kind::Statement,
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') && !text.as_bytes()[0].is_ascii_digit()
}

/// Whether a statement is the head of a subroutine or function.
fn is_procedure(words: &[&str]) -> bool {
    const PREFIXES: &[&str] = &[
        "pure",
        "elemental",
        "impure",
        "recursive",
        "module",
        "real",
        "integer",
        "logical",
        "complex",
        "double",
        "precision",
        "type",
        "kind",
        "character",
        "len",
    ];
    let Some(at) = words.iter().position(|word| matches!(*word, "subroutine" | "function")) else { return false };
    let before = &words[..at];
    at + 1 < words.len() && before.iter().all(|word| PREFIXES.contains(word) || at > 1 && word.len() <= 16 && before[0] != "end")
}
