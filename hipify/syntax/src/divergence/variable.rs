//! Variables whose values may differ in the lanes of a wavefront.

use super::Divergence;
use crate::token::TokenKind;
use crate::tokens::operator;
use crate::variables::Variable;

/// What assembly reads that differs from lane to lane.
const REGISTERS: &[&[u8]] = &[b"%laneid", b"%tid.x", b"%lanemask", b"%warpid", b"%clock"];

impl Divergence<'_, '_> {
    /// Whether a variable varies: its initial value, what is assigned to it, or whether it is assigned.
    pub(super) fn variable_varies(&self, variable: &Variable) -> bool {
        let key = variable.name;
        if let Some(known) = self.memo.variables.borrow().get(&key) {
            return *known;
        }
        // Until it is known, for `x = x + 1`.
        self.memo.variables.borrow_mut().insert(key, false);
        let varies = !self.is_shared(variable)
            && (variable.parameter && self.parameter_varies(variable)
                || variable.initializer.is_some_and(|(first, last)| self.varies(first, last))
                || self.is_set_apart(variable));
        self.memo.variables.borrow_mut().insert(key, varies);
        varies
    }

    /// Whether all threads of a block see the same variable.
    fn is_shared(&self, variable: &Variable) -> bool {
        let (first, last) = variable.kind;
        let is_word = |at: usize| matches!(self.code.text(at), b"__shared__" | b"__constant__" | b"__device__" | b"__managed__");
        let is_global = !variable.parameter && self.functions.at(variable.name).is_none();
        is_global || (first..=last).take(64).any(is_word)
    }

    /// Whether some call of the file gives a function's parameter what varies; without calls, its spelling decides.
    fn parameter_varies(&self, variable: &Variable) -> bool {
        let has = |(open, close): (usize, usize)| (open..close).contains(&variable.name);
        let Some(function) = self.functions.all.iter().find(|function| has(function.parameters)) else { return false };
        let Some(name) = function.name.filter(|_| !function.is_kernel()) else { return false };
        let (open, close) = function.parameters;
        let parameters = self.code.split(open, close).unwrap_or_default();
        let Some(number) = parameters.iter().position(|p| (p.first..=p.last).contains(&variable.name)) else { return false };
        let calls = self.calls(self.code.text(name));
        if calls.is_empty() {
            return super::expression::is_index(self.code.text(variable.name));
        }
        calls.iter().any(|&call| {
            let call = crate::call::Call::at(&self.code, call);
            let argument = call.and_then(|call| call.arguments.get(number).copied());
            argument.is_some_and(|argument| self.varies(argument.first, argument.last))
        })
    }

    /// Whether an assignment gives a variable what varies, or only some lanes make it.
    fn is_set_apart(&self, variable: &Variable) -> bool {
        self.uses(variable).any(|at| {
            let written = self.written(variable, at);
            let value = written.flatten();
            value.is_some_and(|first| self.varies(first, self.end_of_expression(first)))
                || written.is_some() && self.within(at, variable.name).is_some()
                || self.is_read_by_assembly(at)
        })
    }

    /// Whether the variable gets a value after its declaration.
    pub(super) fn is_assigned(&self, variable: &Variable) -> bool {
        self.uses(variable).any(|at| self.written(variable, at).is_some() || self.is_read_by_assembly(at))
    }

    /// Where the name means the variable, its declaration aside.
    fn uses<'s>(&'s self, variable: &'s Variable) -> impl Iterator<Item = usize> + 's {
        let name = self.code.text(variable.name);
        let is_use = move |at: &usize| {
            self.may_work()
                && *at != variable.name
                && self.code.kind(*at) == TokenKind::Identifier
                && self.code.text(*at) == name
                && !self.is_member(*at)
                && self.variable(*at).is_some_and(|found| found.name == variable.name)
        };
        variable.scope.clone().filter(is_use)
    }

    fn is_member(&self, at: usize) -> bool {
        self.code.previous(at).is_some_and(|i| self.code.is(i, b'.') || self.code.kind(i) == TokenKind::Arrow)
    }

    /// Whether the variable is written at `at`, and where the value starts; `++` gives none.
    fn written(&self, variable: &Variable, at: usize) -> Option<Option<usize>> {
        let code = &self.code;
        let mut end = at;
        // Elements of the lane's own array and members of its own object; what a pointer leads to is memory.
        for _ in 0..4 {
            match code.next(end)? {
                next if code.is(next, b'[') && (variable.array.is_some() || !variable.indirect) => end = code.close(next)?,
                next if code.is(next, b'.') => end = code.next(next)?,
                _ => break,
            }
        }
        let next = code.next(end).filter(|&next| code.kind(next) == TokenKind::Punctuation)?;
        match operator(code, next) {
            b"++" | b"--" => Some(None),
            text if text.ends_with(b"=") && !matches!(text, b"==" | b"!=" | b"<=" | b">=") => {
                Some(code.next(next + text.len() - 1))
            }
            _ => {
                let before = code.previous(at).filter(|&i| code.is(i, b'+') || code.is(i, b'-'))?;
                code.previous(before).filter(|&i| code.tokens[i].first == code.tokens[before].first).map(|_| None)
            }
        }
    }

    /// `asm("mov.u32 %0, %laneid;" : "=r"(name))`
    fn is_read_by_assembly(&self, at: usize) -> bool {
        let code = &self.code;
        let output = code.previous(at).filter(|&open| code.is(open, b'(')).and_then(|open| code.previous(open));
        let is_output = |at: &usize| code.kind(*at) == TokenKind::String && code.text(*at).starts_with(b"\"=");
        let Some(output) = output.filter(is_output) else { return false };
        let texts = (output.saturating_sub(32)..output).filter(|&i| code.kind(i) == TokenKind::String);
        texts.into_iter().any(|i| REGISTERS.iter().any(|name| memchr::memmem::find(code.text(i), name).is_some()))
    }
}
