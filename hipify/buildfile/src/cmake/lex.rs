//! CMake text to command invocations with the places of their arguments. Comments, bracket arguments and quoted arguments
//! are told apart as in the cmake-language(7) manual; text that ends inside a command yields no command.

use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ArgKind {
    Unquoted,
    Quoted,
    Bracket,
    /// A parenthesis inside the arguments, as in `if((A) AND (B))`.
    Paren,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Arg<'t> {
    pub(super) kind: ArgKind,
    /// With quotes or brackets.
    pub(super) span: Range<usize>,
    /// Without them.
    pub(super) inner: Range<usize>,
    pub(super) text: &'t str,
    /// A comment stands between this argument and the one before.
    pub(super) after_comment: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Command<'t> {
    pub(super) name: &'t str,
    /// From the name to after the closing parenthesis.
    pub(super) span: Range<usize>,
    pub(super) args: Vec<Arg<'t>>,
    /// Where the closing parenthesis is.
    pub(super) close: usize,
}

impl Command<'_> {
    pub(super) fn name_span(&self) -> Range<usize> {
        self.span.start..self.span.start + self.name.len()
    }

    pub(super) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    pub(super) fn is_one_of(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.is(name))
    }

    /// The text of an argument, or "".
    pub(super) fn arg(&self, index: usize) -> &str {
        self.args.get(index).map_or("", |arg| arg.text)
    }
}

/// All complete commands of a file.
pub(super) fn commands(text: &str) -> Vec<Command<'_>> {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: 0 };
    let mut out = Vec::new();
    while lexer.at < text.len() {
        match lexer.bytes[lexer.at] {
            b'#' => lexer.skip_comment(),
            b if b.is_ascii_alphabetic() || b == b'_' => out.extend(lexer.command()),
            _ => lexer.at += 1,
        }
    }
    out
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
}

impl<'t> Lexer<'t> {
    fn command(&mut self) -> Option<Command<'t>> {
        let start = self.at;
        self.skip_while(|b| b.is_ascii_alphanumeric() || b == b'_');
        let name = &self.text[start..self.at];
        self.skip_while(|b| b == b' ' || b == b'\t');
        if self.peek() != Some(b'(') {
            return None;
        }
        self.at += 1;
        let args = self.args()?;
        Some(Command { name, span: start..self.at, args, close: self.at - 1 })
    }

    /// Up to after the closing parenthesis; None where the text ends before it.
    fn args(&mut self) -> Option<Vec<Arg<'t>>> {
        let (mut args, mut depth, mut after_comment) = (Vec::new(), 0_usize, false);
        loop {
            match self.peek()? {
                b' ' | b'\t' | b'\r' | b'\n' | b';' => self.at += 1,
                b'#' => {
                    self.skip_comment();
                    after_comment = true;
                }
                b')' if depth == 0 => {
                    self.at += 1;
                    return Some(args);
                }
                byte => {
                    let mut arg = self.one_arg(byte, &mut depth)?;
                    arg.after_comment = std::mem::take(&mut after_comment);
                    args.push(arg);
                }
            }
        }
    }

    fn one_arg(&mut self, byte: u8, depth: &mut usize) -> Option<Arg<'t>> {
        let start = self.at;
        match byte {
            b'(' | b')' => {
                *depth = if byte == b'(' { *depth + 1 } else { *depth - 1 };
                self.at += 1;
                Some(self.arg_of(ArgKind::Paren, start, start..self.at))
            }
            b'"' => {
                let inner = self.quoted()?;
                Some(self.arg_of(ArgKind::Quoted, start, inner))
            }
            b'[' if self.bracket_level().is_some() => {
                let inner = self.bracket()?;
                Some(self.arg_of(ArgKind::Bracket, start, inner))
            }
            _ => {
                self.unquoted();
                Some(self.arg_of(ArgKind::Unquoted, start, start..self.at))
            }
        }
    }

    fn arg_of(&self, kind: ArgKind, start: usize, inner: Range<usize>) -> Arg<'t> {
        Arg { kind, span: start..self.at, text: &self.text[inner.clone()], inner, after_comment: false }
    }

    fn quoted(&mut self) -> Option<Range<usize>> {
        let start = self.at + 1;
        self.at = start;
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' => self.at += 2,
                b'"' => {
                    self.at += 1;
                    return Some(start..self.at - 1);
                }
                _ => self.at += 1,
            }
        }
        None
    }

    /// Old style lets an unquoted argument hold quotes and `$(NAME)`.
    fn unquoted(&mut self) {
        let mut in_quotes = false;
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' => self.at += 1,
                b'"' => in_quotes = !in_quotes,
                b'$' if self.bytes.get(self.at + 1) == Some(&b'(') => self.skip_while(|b| b != b')'),
                b' ' | b'\t' | b'\r' | b'\n' | b'(' | b')' | b'#' if !in_quotes => break,
                _ => {}
            }
            self.at += 1;
        }
        self.at = self.at.min(self.bytes.len());
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    /// The number of equals signs of `[==[`.
    fn bracket_level(&self) -> Option<usize> {
        let level = self.bytes[self.at + 1..].iter().take_while(|b| **b == b'=').count();
        (self.bytes.get(self.at + 1 + level) == Some(&b'[')).then_some(level)
    }

    fn bracket(&mut self) -> Option<Range<usize>> {
        let level = self.bracket_level()?;
        let close = format!("]{}]", "=".repeat(level));
        let start = self.at + level + 2;
        let length = self.text[start..].find(&close);
        self.at = length.map_or(self.bytes.len(), |length| start + length + close.len());
        length.map(|length| start..start + length)
    }

    fn skip_comment(&mut self) {
        self.at += 1;
        if self.peek() == Some(b'[') && self.bracket_level().is_some() {
            self.bracket();
        } else {
            self.skip_while(|b| b != b'\n');
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<(&str, Vec<&str>)> {
        commands(source).iter().map(|c| (c.name, c.args.iter().map(|a| a.text).collect())).collect()
    }

    #[test]
    fn comments_and_brackets_hold_no_commands() {
        let source = "# set(A b)\n#[==[ set(C d) ]] ]==]\nset(X [[a (b) \"]] \"q ) \\\" #\" y # c )\n z)\n";
        assert_eq!(texts(source), [("set", vec!["X", "a (b) \"", "q ) \\\" #", "y", "z"])]);
    }

    #[test]
    fn nested_parentheses_are_arguments() {
        assert_eq!(texts("if((A) OR B)")[0].1, ["(", "A", ")", "OR", "B"]);
    }

    #[test]
    fn a_command_that_never_closes_is_none() {
        assert!(commands("set(A \"b").is_empty() && commands("set(A [[b").is_empty() && commands("set(A \\").is_empty());
    }
}
