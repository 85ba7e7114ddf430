//! A makefile to its logical lines: assignments, rules, recipes, directives. Nothing is evaluated.

use std::ops::Range;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum LineKind {
    /// `NAME = value`, also target-specific ones.
    Assign { name: Range<usize>, value: Range<usize> },
    /// `targets: prerequisites`; a recipe on the same line is a line of its own kind.
    Rule { targets: Range<usize>, prerequisites: Range<usize> },
    /// A command line of the rule whose index in the lines is given, or of a `define`.
    Recipe { rule: Option<usize> },
    /// `ifeq`, `include`, `export`, ...
    Directive,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    pub(super) kind: LineKind,
    /// Without the line break and without a comment at its end.
    pub(super) span: Range<usize>,
    /// Where the outermost rule, `define` or conditional begins that holds the line; its own start outside of any.
    pub(super) container: usize,
}

/// All logical lines that are neither blank nor comments.
pub(super) fn lines(text: &str) -> Vec<Line> {
    let mut parser = Parser { text, out: Vec::new(), rule: None, in_define: false, depth: 0, container: 0 };
    let mut at = 0;
    while at < text.len() {
        let end = logical_end(text.as_bytes(), at);
        parser.line(at..end);
        at = end + 1;
    }
    parser.out
}

/// The place of the line break that ends the logical line, or the end of the text.
fn logical_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    loop {
        let Some(length) = memchr::memchr(b'\n', &bytes[at..]) else { return bytes.len() };
        let line = bytes[at..at + length].strip_suffix(b"\r").unwrap_or(&bytes[at..at + length]);
        if !line.ends_with(b"\\") {
            return at + length;
        }
        at += length + 1;
    }
}

struct Parser<'t> {
    text: &'t str,
    out: Vec<Line>,
    rule: Option<usize>,
    in_define: bool,
    /// Open conditionals.
    depth: usize,
    container: usize,
}

impl Parser<'_> {
    fn line(&mut self, span: Range<usize>) {
        let line = self.text[span.clone()].trim_end();
        let trimmed = line.trim_start();
        let start = span.start + line.len() - trimmed.len();
        let span = start..start + trimmed.len();
        let word = trimmed.split([' ', '\t', '(']).next().unwrap_or("");
        if self.in_define {
            self.define_body(word, span);
        } else if line.starts_with('\t') && self.rule.is_some() {
            self.push(LineKind::Recipe { rule: self.rule }, shell_code(self.text, span));
        } else if !trimmed.is_empty() && !trimmed.starts_with('#') {
            self.statement(word, code(self.text, span));
        }
    }

    fn define_body(&mut self, word: &str, span: Range<usize>) {
        if word == "endef" {
            self.in_define = false;
        } else if !span.is_empty() && !self.text[span.clone()].starts_with('#') {
            self.push(LineKind::Recipe { rule: None }, span);
        }
    }

    fn statement(&mut self, word: &str, span: Range<usize>) {
        if self.depth == 0 {
            self.container = span.start;
        }
        match word {
            "ifeq" | "ifneq" | "ifdef" | "ifndef" => self.depth += 1,
            "endif" => self.depth = self.depth.saturating_sub(1),
            "define" => (self.in_define, self.rule) = (true, None),
            _ => {}
        }
        let directive = [
            "ifeq", "ifneq", "ifdef", "ifndef", "else", "endif", "define", "include", "-include", "sinclude", "vpath", "undefine",
        ];
        if directive.contains(&word) {
            self.push(LineKind::Directive, span);
        } else if let Some((name, value)) = assignment(self.text, span.clone()) {
            self.push(LineKind::Assign { name, value }, span);
        } else {
            self.rule(span);
        }
    }

    fn rule(&mut self, span: Range<usize>) {
        let Some(colon) = colon(&self.text[span.clone()]) else { return self.push(LineKind::Directive, span) };
        let targets = span.start..span.start + colon;
        let mut rest = span.start + colon + 1..span.end;
        while self.text[rest.clone()].starts_with(':') {
            rest.start += 1;
        }
        if let Some((name, value)) = assignment(self.text, rest.clone()) {
            return self.push(LineKind::Assign { name, value }, span);
        }
        // A static pattern rule: `objects: %.o: %.cu`.
        if let Some(second) = self::colon(&self.text[rest.clone()]) {
            rest.start += second + 1;
        }
        let semicolon = self.text[rest.clone()].find(';');
        let prerequisites = rest.start..semicolon.map_or(rest.end, |at| rest.start + at);
        self.rule = Some(self.out.len());
        self.push(LineKind::Rule { targets, prerequisites: prerequisites.clone() }, span.start..prerequisites.end);
        if semicolon.is_some() {
            self.push(LineKind::Recipe { rule: self.rule }, prerequisites.end + 1..rest.end);
        }
    }

    fn push(&mut self, kind: LineKind, span: Range<usize>) {
        self.out.push(Line { kind, span, container: self.container });
    }
}

/// Cut before a comment.
fn code(text: &str, span: Range<usize>) -> Range<usize> {
    let line = &text[span.clone()];
    let comment = line.match_indices('#').find(|(at, _)| !line[..*at].ends_with('\\')).map_or(line.len(), |(at, _)| at);
    span.start..span.start + line[..comment].trim_end().len()
}

/// Cut before a comment of the shell, which starts a word.
fn shell_code(text: &str, span: Range<usize>) -> Range<usize> {
    let line = &text[span.clone()];
    let starts_word = |at: usize| at == 0 || line[..at].ends_with([' ', '\t']);
    let comment = line.match_indices('#').find(|(at, _)| starts_word(*at) && !in_quotes(&line[..*at]));
    span.start..span.start + comment.map_or(line.len(), |(at, _)| at)
}

fn in_quotes(before: &str) -> bool {
    before.matches('"').count() % 2 == 1 || before.matches('\'').count() % 2 == 1
}

/// Name and value of `[export|override] NAME op value`.
fn assignment(text: &str, span: Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let line = &text[span.clone()];
    let equals = line.find('=')?;
    let left = line[..equals].trim_end_matches([':', '?', '+', '!']).trim_end();
    let name = left.split_whitespace().next_back()?;
    let is_name = !name.contains(['(', '"', '\'', ':', '=', '#', ',']) || name.starts_with("$(");
    let before = left[..left.len() - name.len()].trim();
    let is_plain = before.split_whitespace().all(|w| matches!(w, "export" | "override" | "private"));
    if !is_name || !is_plain {
        return None;
    }
    let start = span.start + left.len() - name.len();
    let value = &line[equals + 1..];
    let skipped = value.len() - value.trim_start().len();
    Some((start..start + name.len(), span.start + equals + 1 + skipped..span.end))
}

/// The place of the colon of a rule, outside references.
fn colon(line: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in line.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            ':' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_know_their_kind_and_their_container() {
        let text = "# c\nA ?= b \\\n c # d\nifdef X\nall: A += 1\nx.o: x.cu ; cc\n\t@cmd # e\nendif\ndefine D\nfoo\nendef\n";
        let found = lines(text);
        let kinds: Vec<&str> = found.iter().map(|l| &text[l.span.clone()]).collect();
        assert_eq!(kinds, ["A ?= b \\\n c", "ifdef X", "all: A += 1", "x.o: x.cu ", " cc", "@cmd ", "endif", "define D", "foo"]);
        assert!(matches!(found[5].kind, LineKind::Recipe { rule: Some(3) }));
        assert_eq!(found[5].container, found[1].span.start);
    }
}
