//! Statements that decide whether others run: branches and loops, and the exits out of them.

use crate::code::Code;
use crate::token;
use std::ops::Range;

/// What a condition does with the statement that it controls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ControlKind {
    /// The statement of an `if`, or the body of a `switch`.
    Branch,
    /// The statement of an `else`.
    Else,
    /// The body of a loop, and the header of a `for` or `while`.
    Loop,
    Switch,
}

/// A statement and the condition in front of it.
#[derive(Clone, Debug)]
pub struct Control {
    pub kind: ControlKind,
    /// The keyword: of an `else`, that of its `if`.
    pub keyword: usize,
    /// First and last token of the condition; `None`: `for (;;)`, `if constexpr`, a loop over a range.
    pub condition: Option<(usize, usize)>,
    /// The tokens whose execution depends on it.
    pub body: Range<usize>,
    /// The number of the control around it.
    outer: Option<usize>,
}

/// All controls of a file, by where their bodies start.
#[derive(Default)]
pub struct Controls {
    all: Vec<Control>,
    /// `return`, `break` and `continue`, in order.
    pub exits: Vec<usize>,
    /// Bodies of lambdas, in order.
    lambdas: Vec<Range<usize>>,
}

impl Controls {
    pub fn of(code: &Code<'_>) -> Self {
        let mut controls = Self::default();
        for at in (0..code.tokens.len()).filter(|&at| !code.tokens[at].in_directive) {
            match code.tokens[at].first {
                b'i' | b'f' | b'w' | b's' | b'd' | b'r' | b'b' | b'c' => controls.add(code, at),
                b'[' => controls.lambdas.extend(lambda_body(code, at)),
                _ => {}
            }
        }
        controls.all.sort_by_key(|control| (control.body.start, std::cmp::Reverse(control.body.end)));
        controls.nest();
        controls
    }

    /// The controls around a token, innermost first.
    pub fn around(&self, at: usize) -> impl Iterator<Item = &Control> {
        let last = self.all.partition_point(|control| control.body.start <= at).checked_sub(1);
        let outer = |number: &usize| self.all[*number].outer;
        std::iter::successors(last, outer).map(|number| &self.all[number]).filter(move |control| control.body.contains(&at))
    }

    /// The body of the innermost lambda around a token.
    pub fn lambda(&self, at: usize) -> Option<&Range<usize>> {
        let end = self.lambdas.partition_point(|body| body.start <= at);
        // Of those before, the innermost around is the last that reaches so far.
        self.lambdas[..end].iter().rev().take(MOST_LAMBDAS).find(|body| body.contains(&at))
    }

    fn add(&mut self, code: &Code<'_>, at: usize) {
        let found = match code.text(at) {
            b"if" => self.branch(code, at),
            b"while" => after_header(code, at).and_then(|(header, body)| while_loop(code, at, header, body)),
            b"for" => after_header(code, at).and_then(|(header, body)| {
                let condition = for_condition(code, header.0, header.1);
                Some(control(ControlKind::Loop, at, condition, header.0..statement_last(code, body)? + 1))
            }),
            b"switch" => after_header(code, at).and_then(|(header, body)| {
                Some(control(ControlKind::Switch, at, inside(code, header), body..statement_last(code, body)? + 1))
            }),
            b"do" => do_loop(code, at),
            b"return" | b"break" | b"continue" => {
                self.exits.push(at);
                None
            }
            _ => None,
        };
        self.all.extend(found);
    }

    /// The `if` at `at`; its `else`, if it has one, is added.
    fn branch(&mut self, code: &Code<'_>, at: usize) -> Option<Control> {
        let constant = code.next(at).filter(|&next| code.is_word(next, b"constexpr"));
        let (header, body) = after_header(code, constant.unwrap_or(at))?;
        let condition = if constant.is_some() { None } else { inside(code, header) };
        let last = statement_last(code, body)?;
        if let Some(start) = code.next(last).filter(|&i| code.is_word(i, b"else")).and_then(|i| code.next(i)) {
            let end = statement_last(code, start)? + 1;
            self.all.push(control(ControlKind::Else, at, condition, start..end));
        }
        Some(control(ControlKind::Branch, at, condition, body..last + 1))
    }

    /// Finds the control around each.
    fn nest(&mut self) {
        let mut open: Vec<usize> = Vec::new();
        for number in 0..self.all.len() {
            let start = self.all[number].body.start;
            while open.last().is_some_and(|&last| self.all[last].body.end <= start) {
                open.pop();
            }
            self.all[number].outer = open.last().copied();
            open.push(number);
        }
    }
}

/// Lambdas before a place that are looked at.
const MOST_LAMBDAS: usize = 64;

/// Tokens between the brackets and the body of a lambda: parameters, specifiers and the type of the result.
const LONGEST_HEAD: usize = 64;

/// The body of the lambda whose `[` stands at `open`; `None` for a subscript.
fn lambda_body(code: &Code<'_>, open: usize) -> Option<Range<usize>> {
    let is_subscript = |before: usize| match code.kind(before) {
        token::TokenKind::Identifier => !code.is_word(before, b"return"),
        _ => b")]".iter().any(|b| code.is(before, *b)),
    };
    if code.previous(open).is_some_and(is_subscript) {
        return None;
    }
    let mut at = code.next(code.close(open)?)?;
    for _ in 0..LONGEST_HEAD {
        if code.is(at, b'{') {
            return Some(at..code.close(at)? + 1);
        }
        if b";,)]}=".iter().any(|b| code.is(at, *b)) {
            return None;
        }
        at = code.next(if code.is(at, b'(') { code.close(at)? } else { at })?;
    }
    None
}

fn control(kind: ControlKind, keyword: usize, condition: Option<(usize, usize)>, body: Range<usize>) -> Control {
    Control { kind, keyword, condition, body, outer: None }
}

/// The brackets after the keyword at `at`, and the token after them.
fn after_header(code: &Code<'_>, at: usize) -> Option<((usize, usize), usize)> {
    let open = code.next(at).filter(|&i| code.is(i, b'('))?;
    let close = code.close(open)?;
    Some(((open, close), code.next(close)?))
}

fn inside(code: &Code<'_>, (open, close): (usize, usize)) -> Option<(usize, usize)> {
    let (first, last) = (code.next(open)?, code.previous(close)?);
    (first <= last).then_some((first, last))
}

/// `while (condition) statement`; what ends a `do` counts as one without a body.
fn while_loop(code: &Code<'_>, at: usize, header: (usize, usize), body: usize) -> Option<Control> {
    Some(control(ControlKind::Loop, at, inside(code, header), header.0..statement_last(code, body)? + 1))
}

/// `do statement while (condition);`
fn do_loop(code: &Code<'_>, at: usize) -> Option<Control> {
    let body = code.next(at)?;
    let last = statement_last(code, body)?;
    let header = code.next(last).filter(|&i| code.is_word(i, b"while")).and_then(|i| after_header(code, i));
    let (header, _) = header?;
    Some(control(ControlKind::Loop, at, inside(code, header), body..header.1 + 1))
}

/// What stands between the semicolons of a `for`.
fn for_condition(code: &Code<'_>, open: usize, close: usize) -> Option<(usize, usize)> {
    let first = semicolon(code, open, close)?;
    let second = semicolon(code, first, close)?;
    let (from, to) = (code.next(first)?, code.previous(second)?);
    (from <= to && from < second).then_some((from, to))
}

/// The next `;` after `from` and before `close`, outside of brackets.
pub fn semicolon(code: &Code<'_>, from: usize, close: usize) -> Option<usize> {
    let mut at = code.next(from)?;
    for _ in 0..LONGEST {
        if at >= close {
            return None;
        }
        if code.is(at, b';') {
            return Some(at);
        }
        if code.is(at, b'(') || code.is(at, b'[') || code.is(at, b'{') {
            at = code.close(at)?;
        }
        at = code.next(at)?;
    }
    None
}

/// Tokens of one statement, those in its brackets aside.
const LONGEST: usize = 256;

/// The last token of the statement that starts at `first`, its `else` included where it is an `if`.
pub fn statement_last(code: &Code<'_>, first: usize) -> Option<usize> {
    let (mut at, mut starts) = (first, true);
    let (mut ifs, mut dos) = (0usize, 0usize);
    for _ in 0..LONGEST {
        let is_block = starts && code.is(at, b'{');
        if let Some(next) = starts.then(|| sub_statement(code, at, &mut ifs, &mut dos)).flatten() {
            at = next;
            continue;
        }
        at = if is_block { code.close(at)? } else { code.skip(at) };
        let next = code.next(at);
        starts = is_block || code.is(at, b';');
        if !starts {
            at = next?;
            continue;
        }
        match next.map_or(&b""[..], |i| code.text(i)) {
            b"else" if ifs > 0 => {
                ifs -= 1;
                at = code.next(next?)?;
            }
            b"while" if dos > 0 => {
                dos -= 1;
                (at, starts) = (after_header(code, next?)?.1, false);
            }
            _ => return Some(at),
        }
    }
    None
}

/// The statement that the keyword at `at` starts a header of; `if`s and `do`s are counted for what may follow their statements.
fn sub_statement(code: &Code<'_>, at: usize, ifs: &mut usize, dos: &mut usize) -> Option<usize> {
    match code.text(at) {
        b"if" => {
            *ifs += 1;
            let constant = code.next(at).filter(|&next| code.is_word(next, b"constexpr"));
            Some(after_header(code, constant.unwrap_or(at))?.1)
        }
        b"for" | b"while" | b"switch" => Some(after_header(code, at)?.1),
        b"do" => {
            *dos += 1;
            code.next(at)
        }
        _ => None,
    }
}
