//! A Fortran source to its directives and statements, continuation lines joined, with the bytes that each takes.

use crate::ast::{Form, Span};
use crate::comments::in_text;
use crate::lex::line::{self, Content, Line, continues_directive};
use std::ops::Range;

/// A directive or a statement.
#[derive(Debug)]
pub(super) struct Item {
    /// From the sentinel or the first character to the end of the last line that it goes on to.
    pub(super) span: Range<usize>,
    pub(super) kind: ItemKind,
    /// The label in front of a statement.
    pub(super) label: Option<String>,
    /// In lower case, joined; strings are emptied and comments gone.
    pub(super) text: String,
    /// The number of characters in front of it on its line.
    pub(super) indent: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ItemKind {
    /// What follows `!$acc`, in the source's spelling.
    Directive(String),
    /// With the label that ends it.
    Do(Option<String>),
    EndDo,
    /// The head of a program unit or procedure.
    UnitHead,
    UnitEnd,
    /// `use`, `import`, `implicit`: what declarations come after.
    Opening,
    Statement,
    /// A line of the preprocessor.
    Preprocessor,
}

/// The items of a source, in order.
pub(super) fn read(text: &str, form: Form) -> Vec<Item> {
    let reader = Reader { text, form, lines: line::all(text.as_bytes(), form).collect() };
    let mut items = Vec::new();
    let mut at = 0;
    while at < reader.lines.len() {
        at = reader.item(at, &mut items);
    }
    items
}

/// Whether a line of the source is a directive of OpenACC.
pub(super) fn has_directives(text: &str, form: Form) -> bool {
    line::all(text.as_bytes(), form).any(|line| body_of(text, &line).is_some())
}

/// Where the text of a directive of OpenACC begins: after `!$acc`, in fixed form after `c$acc` and `*$acc` too.
fn body_of(text: &str, line: &Line) -> Option<usize> {
    match line.content {
        Content::Directive { word, body, .. } if word.of(text.as_bytes()).eq_ignore_ascii_case(b"acc") => Some(body),
        _ => None,
    }
}

struct Reader<'t> {
    text: &'t str,
    form: Form,
    lines: Vec<Line>,
}

impl<'t> Reader<'t> {
    /// Reads the item that begins at line `at` and gives the line after it.
    fn item(&self, at: usize, items: &mut Vec<Item>) -> usize {
        let line = &self.lines[at];
        if let Some(body) = body_of(self.text, line) {
            return if self.form.is_fixed() {
                self.fixed_directive(at, body, items)
            } else {
                self.free_directive(at, body, items)
            };
        }
        match line.content {
            Content::Cpp(hash) => {
                let text = self.field(line, hash).to_owned();
                self.push(items, at, at, ItemKind::Preprocessor, text);
                at + 1
            }
            Content::Initial { label, body } if self.form.is_fixed() => self.fixed_statement(at, label, body, items),
            Content::Continuation { body } => self.fixed_statement(at, None, body, items),
            Content::Initial { .. } => self.free_statement(at, items),
            _ => at + 1,
        }
    }

    /// A line from `start` to the end of its statement field.
    fn field(&self, line: &Line, start: usize) -> &'t str {
        self.text.get(start..line.limit).unwrap_or_default()
    }

    fn free_directive(&self, at: usize, body: usize, items: &mut Vec<Item>) -> usize {
        let mut joined = String::new();
        let (mut rest, mut last) = (self.field(&self.lines[at], body), at);
        loop {
            let code = code_of(rest);
            let Some(more) = code.trim_end().strip_suffix('&') else {
                joined += code;
                break;
            };
            joined += more;
            joined.push(' ');
            let next = self.lines.get(last + 1).and_then(|line| Some(self.field(line, body_of(self.text, line)?)));
            let Some(next) = next else { break };
            rest = next.trim_start().strip_prefix('&').unwrap_or(next);
            last += 1;
        }
        let kind = ItemKind::Directive(joined.trim().to_owned());
        self.push(items, at, last, kind, joined.to_ascii_lowercase());
        last + 1
    }

    fn free_statement(&self, at: usize, items: &mut Vec<Item>) -> usize {
        let mut joined = String::new();
        let mut last = at;
        loop {
            let line = &self.lines[last];
            let text = self.field(line, line.start);
            let code = bare(text.trim_start().strip_prefix('&').filter(|_| last > at).unwrap_or(text));
            let Some(more) = code.trim_end().strip_suffix('&') else {
                joined += &code;
                break;
            };
            joined += more;
            match self.next_code(last + 1) {
                Some(next) => last = next,
                None => break,
            }
        }
        self.statements(items, at, last, &joined);
        last + 1
    }

    /// The next line that is neither empty nor a comment, which a statement goes on in.
    fn next_code(&self, from: usize) -> Option<usize> {
        let is_passed = |line: &Line| match line.content {
            Content::Blank | Content::Comment(_) | Content::Cuf { .. } => true,
            Content::Directive { .. } => body_of(self.text, line).is_none(),
            _ => false,
        };
        let next = (from..self.lines.len()).find(|&at| !is_passed(&self.lines[at]))?;
        matches!(self.lines[next].content, Content::Initial { .. } | Content::Continuation { .. }).then_some(next)
    }

    fn fixed_directive(&self, at: usize, body: usize, items: &mut Vec<Item>) -> usize {
        let part = |line: &Line, body: usize| code_of(self.field(line, body + 1)).to_owned();
        let continued =
            |line: &Line| body_of(self.text, line).filter(|&body| continues_directive(&self.text.as_bytes()[..line.end], body));
        let mut joined = part(&self.lines[at], body);
        let mut last = at;
        while let Some((line, body)) = self.lines.get(last + 1).and_then(|line| Some((line, continued(line)?))) {
            last += 1;
            joined.push(' ');
            joined += &part(line, body);
        }
        let kind = ItemKind::Directive(joined.trim().to_owned());
        self.push(items, at, last, kind, joined.to_ascii_lowercase());
        last + 1
    }

    fn fixed_statement(&self, at: usize, label: Option<Span>, body: usize, items: &mut Vec<Item>) -> usize {
        let label = label.and_then(|label| self.text.get(label.range())).unwrap_or_default();
        let mut joined = format!("{label} {}", bare(self.field(&self.lines[at], body)));
        let mut last = at;
        while let Some(next) = self.next_code(last + 1) {
            let Content::Continuation { body } = self.lines[next].content else { break };
            joined += &bare(self.field(&self.lines[next], body));
            last = next;
        }
        self.statements(items, at, last, &joined);
        last + 1
    }

    fn push(&self, items: &mut Vec<Item>, first: usize, last: usize, kind: ItemKind, text: String) {
        let whole = |line: &Line| self.text.get(line.start..line.end).unwrap_or_default();
        let (first, last) = (&self.lines[first], &self.lines[last]);
        let indent = whole(first).len() - whole(first).trim_start().len();
        let span = first.start + indent..last.start + whole(last).trim_end().len();
        items.push(Item { span, kind, label: None, text, indent });
    }

    fn statements(&self, items: &mut Vec<Item>, first: usize, last: usize, joined: &str) {
        for part in joined.split(';') {
            let text = part.trim().to_ascii_lowercase();
            let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let label = Some(text[..digits].to_owned()).filter(|label| !label.is_empty());
            let text = text[digits..].trim().to_owned();
            if !text.is_empty() {
                self.push(items, first, last, kind_of(&text), text);
                items.last_mut().expect("pushed above").label = label;
            }
        }
    }
}

/// What a line of code says in front of its comment; strings are kept.
fn code_of(line: &str) -> &str {
    &line[..in_text(line.as_bytes(), &mut None).unwrap_or(line.len())]
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

fn kind_of(text: &str) -> ItemKind {
    let without_name = match text.split_once(':') {
        Some((name, rest)) if is_name(name.trim()) && !rest.starts_with(':') => rest.trim_start(),
        _ => text,
    };
    let words: Vec<&str> =
        without_name.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|w| !w.is_empty()).collect();
    let is_assignment = without_name.split_once('=').is_some_and(|(left, _)| is_name(left.trim()));
    match words.as_slice() {
        _ if is_assignment => ItemKind::Statement,
        ["do", rest @ ..] => {
            ItemKind::Do(rest.first().filter(|word| word.bytes().all(|b| b.is_ascii_digit())).map(|&l| l.to_owned()))
        }
        ["enddo", ..] | ["end", "do", ..] => ItemKind::EndDo,
        ["end"] | ["end", "program" | "module" | "submodule" | "subroutine" | "function" | "procedure", ..] => ItemKind::UnitEnd,
        ["endprogram" | "endmodule" | "endsubmodule" | "endsubroutine" | "endfunction" | "endprocedure", ..] => ItemKind::UnitEnd,
        ["use" | "import" | "implicit", ..] => ItemKind::Opening,
        ["module", "procedure", ..] if !without_name.contains(',') && words.len() == 3 => ItemKind::UnitHead,
        ["module", "procedure", ..] => ItemKind::Statement,
        ["program" | "module" | "submodule", ..] => ItemKind::UnitHead,
        [..] if is_procedure(&words) => ItemKind::UnitHead,
        _ => ItemKind::Statement,
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
