//! Expressions whose values may differ in the lanes of a wavefront.

use super::Divergence;
use crate::code::Argument;
use crate::constants;
use crate::functions::Function;
use crate::token::TokenKind;
use crate::tokens::{operand_end, operator, without_brackets};
use hipify_condition::Value;

/// How the functions begin that give all lanes of a wavefront the same: HIP's cover the whole of it.
const SAME: &[&[u8]] = &[b"__ballot", b"__any", b"__all", b"__activemask", b"__syncthreads_", b"__reduce_"];

/// How the functions and members begin that give each lane, or each 32 of them, something of their own.
const OWN: &[&[u8]] = &[
    b"__lane_id",
    b"__laneid",
    b"__lanemask",
    b"__shfl",
    b"__match_any",
    b"atomic",
    b"clock",
    b"__clock",
    b"wall_clock",
    b"thread_rank",
    b"thread_index",
    b"meta_group_rank",
];

/// What programs call the index of a thread or lane, `_` aside, where nothing else is known of the name.
const INDICES: &[&[u8]] =
    &[b"tid", b"tidx", b"threadid", b"threadrank", b"lane", b"laneid", b"laneidx", b"mylane", b"lid", b"ltid"];

impl Divergence<'_, '_> {
    /// Whether the value of the tokens from `first` to `last` may differ in the lanes of a wavefront.
    pub fn varies(&self, first: usize, last: usize) -> bool {
        self.deeper(|| self.first_varying(first, last).is_some()).unwrap_or(false)
    }

    /// The operand of the expression that varies: where it starts.
    fn first_varying(&self, first: usize, last: usize) -> Option<usize> {
        let code = &self.code;
        let mut at = Some(first);
        while let Some(i) = at.filter(|&i| i <= last && self.may_work()) {
            let (end, varies) = match code.kind(i) {
                TokenKind::Identifier => self.operand(i, last),
                TokenKind::Punctuation if code.is(i, b'(') => {
                    let close = code.close(i).filter(|&close| close <= last)?;
                    (close, self.inside_varies(i, close))
                }
                _ => (i, false),
            };
            let end = if varies { self.whole_waves(first, i, end, last) } else { Some(end) };
            match end {
                Some(end) => at = code.next(end),
                None => return Some(i),
            }
        }
        None
    }

    /// The last token of the operand that starts with the name at `at`, and whether it varies.
    fn operand(&self, at: usize, last: usize) -> (usize, bool) {
        let code = &self.code;
        if code.is_word(at, b"threadIdx") {
            let member = code.next(at).and_then(|dot| code.next(dot)).filter(|&member| member <= last);
            return (member.unwrap_or(at), member.is_none_or(|member| code.is_word(member, b"x")));
        }
        let (mut end, mut name, mut varies) = (at, Some(at), false);
        // Whether the name means a variable: no member, function or namespace.
        let mut plain = true;
        while let Some(next) = code.next(end).filter(|&next| next <= last) {
            let template = if code.is(next, b'<') && name.is_some() { code.template_close(next) } else { None };
            let open = template.map_or(Some(next), |close| code.next(close)).filter(|&open| open <= last);
            let bracket = open.filter(|&open| code.is(open, b'(') || template.is_none() && code.is(open, b'['));
            if let Some((open, close)) = bracket.and_then(|open| Some((open, code.close(open).filter(|&close| close <= last)?))) {
                let called = name.filter(|_| code.is(open, b'('));
                varies |= match called {
                    Some(name) => self.call_varies(name, open),
                    None => self.inside_varies(open, close),
                };
                plain &= called.is_none();
                (end, name) = (close, None);
            } else if code.is(next, b'.') || matches!(code.kind(next), TokenKind::Arrow | TokenKind::Scope) {
                varies |= plain && code.kind(next) != TokenKind::Scope && self.name_varies(at);
                plain = false;
                end = code.next(next).filter(|&member| member <= last).unwrap_or(next);
                name = Some(end).filter(|&end| code.kind(end) == TokenKind::Identifier);
            } else {
                break;
            }
        }
        (end, varies || plain && self.name_varies(at))
    }

    fn inside_varies(&self, open: usize, close: usize) -> bool {
        let (first, last) = (self.code.next(open), self.code.previous(close));
        first.zip(last).is_some_and(|(first, last)| first <= last && self.varies(first, last))
    }

    fn call_varies(&self, name: usize, open: usize) -> bool {
        let text = self.code.text(name);
        let starts = |all: &[&[u8]]| all.iter().any(|start| text.starts_with(start));
        let Some(arguments) = self.code.arguments(open) else { return false };
        match text {
            b"sizeof" | b"alignof" | b"decltype" => return false,
            b"__shfl" | b"__shfl_sync" => return !self.is_broadcast(text, &arguments),
            _ if starts(SAME) => return false,
            _ if starts(OWN) => return true,
            _ => {}
        }
        let mut own = self.functions.named(text).filter(|function| function.runs_on_device()).peekable();
        if own.peek().is_some() {
            return own.any(|function| self.result_varies(function));
        }
        self.elsewhere.gives_lane(text) || arguments.iter().any(|argument| self.varies(argument.first, argument.last))
    }

    /// Whether a shuffle gives all lanes of a wavefront the value of one.
    fn is_broadcast(&self, name: &[u8], arguments: &[Argument]) -> bool {
        let masks = usize::from(name.ends_with(b"_sync"));
        let width = arguments.get(masks + 2).map(|width| self.value(width.first, width.last));
        let whole = width.is_none_or(|width| width.is_some_and(|width| width.number >= i128::from(self.lanes)));
        whole && arguments.get(masks + 1).is_some_and(|lane| !self.varies(lane.first, lane.last))
    }

    /// Whether what a function of the file returns varies.
    fn result_varies(&self, function: &Function) -> bool {
        let key = function.body.start;
        if let Some(known) = self.memo.results.borrow().get(&key) {
            return *known;
        }
        // Until it is known, for functions that call themselves.
        self.memo.results.borrow_mut().insert(key, false);
        let mut returns = function.body.clone().filter(|&at| self.may_work() && self.code.is_word(at, b"return"));
        let found = returns.any(|at| {
            let first = self.code.next(at).filter(|&first| !self.code.is(first, b';'));
            first.is_some_and(|first| {
                self.varies(first, self.end_of_expression(first)) || self.within(at, function.body.start).is_some()
            })
        });
        self.memo.results.borrow_mut().insert(key, found);
        found
    }

    /// The last token before the `;`, `,` or bracket that ends the expression which starts at `first`.
    pub(super) fn end_of_expression(&self, first: usize) -> usize {
        let code = &self.code;
        let mut last = first;
        while self.may_work() {
            last = code.skip(last);
            match code.next(last).filter(|&next| !b";,)]}".iter().any(|b| code.is(next, *b))) {
                Some(next) => last = next,
                None => break,
            }
        }
        last
    }

    /// Whether a name that stands for a value varies: a variable, a macro, or the index of a lane by its spelling.
    fn name_varies(&self, at: usize) -> bool {
        let name = self.code.text(at);
        if let Some(variable) = self.variable(at) {
            return self.variable_varies(variable);
        }
        if self.macros.is_defined(name) {
            let mut bodies = self.macros.named(name).filter(|define| !define.body.is_empty());
            return bodies.any(|define| self.varies(define.body.start, define.body.end - 1));
        }
        !self.macros.declares(name) && is_index(name)
    }

    pub(super) fn value(&self, first: usize, last: usize) -> Option<Value> {
        let is_variable = |at: usize| self.variable(at).is_some();
        constants::evaluate(&self.code, self.macros, &is_variable, first, last)
    }

    /// The end of what the varying operand from `start` to `end` is part of, if that is the same in a whole wavefront:
    /// `threadIdx.x / warpSize`, `threadIdx.x < 128`.
    fn whole_waves(&self, first: usize, start: usize, end: usize, last: usize) -> Option<usize> {
        let code = &self.code;
        let next = code.next(end).filter(|&next| next <= last && code.kind(next) == TokenKind::Punctuation)?;
        let text = operator(code, next);
        let by = code.next(next + text.len() - 1).filter(|&by| by <= last)?;
        let by_last = operand_end(code, by).min(last);
        let before = code.previous(start).filter(|&i| i >= first && start > first).map(|i| code.tokens[i].first);
        let alone = before.is_none_or(|b| b"(&|,=!?".contains(&b));
        let additive = alone || matches!(before, Some(b'+' | b'<' | b'>'));
        let is_whole = match text {
            b"/" | b">>" if additive => self.divides(text, by, by_last),
            b"<" | b">=" if alone => self.is_whole_wave(by, by_last, 0),
            b">" | b"<=" if alone => self.is_whole_wave(by, by_last, 1),
            _ => false,
        };
        (is_whole && self.is_thread_index(start, end)).then_some(by_last)
    }

    /// Whether dividing a thread's index by the operand gives all lanes of a wavefront the same.
    fn divides(&self, operator: &[u8], first: usize, last: usize) -> bool {
        let (first, last) = without_brackets(&self.code, first, last);
        if first == last && self.code.is_word(first, b"warpSize") {
            return operator == b"/";
        }
        let Some(by) = self.value(first, last).and_then(|value| u32::try_from(value.number).ok()) else { return false };
        if operator == b"/" { by > 0 && by % self.lanes == 0 } else { by >= self.lanes.ilog2() && by < 32 }
    }

    /// Whether the operand is a number of whole wavefronts, `less` lanes less.
    fn is_whole_wave(&self, first: usize, last: usize, less: i128) -> bool {
        let (bare, bare_last) = without_brackets(&self.code, first, last);
        if self.code.is_word(bare, b"warpSize") && bare == bare_last
            || self.code.is_word(bare, b"blockDim") && bare + 2 == bare_last
        {
            return less == 0;
        }
        self.value(first, last).is_some_and(|value| (value.number + less) % i128::from(self.lanes) == 0)
    }

    /// Whether an operand is the index of a thread in its block or grid, which goes up by one from lane to lane.
    fn is_thread_index(&self, first: usize, last: usize) -> bool {
        let code = &self.code;
        let (first, last) = without_brackets(code, first, last);
        if first == last {
            let variable = self.variable(first).filter(|variable| !self.is_assigned(variable));
            let initial = variable.and_then(|variable| variable.initializer).filter(|(_, end)| *end < first);
            return initial.is_some_and(|(first, last)| self.deeper(|| self.is_thread_index(first, last)).unwrap_or(false));
        }
        let is_index = |at: usize| {
            code.is_word(at, b"threadIdx") && code.next(at).and_then(|dot| code.next(dot)).is_some_and(|i| code.is_word(i, b"x"))
                || code.is_word(at, b"thread_rank")
        };
        let mut indices = (first..=last).take(LONGEST_INDEX).filter(|&at| is_index(at));
        let Some(index) = indices.next().filter(|_| indices.next().is_none()) else { return false };
        // Nothing but sums of it and of what the block has: `blockIdx.x * blockDim.x + threadIdx.x`.
        let is_block = |at: usize| matches!(code.text(at), b"blockIdx" | b"blockDim" | b"x" | b"*" | b"+" | b"." | b"(" | b")");
        let is_own = |at: usize| (index..index + 3).contains(&at) || code.is_word(index, b"thread_rank") && at < index;
        let times = |at: Option<usize>| at.is_some_and(|at| (first..=last).contains(&at) && code.is(at, b'*'));
        !times(code.previous(index)) && !times(code.next(index + 2)) && (first..=last).all(|at| is_block(at) || is_own(at))
    }
}

/// Tokens of what computes the index of a thread.
const LONGEST_INDEX: usize = 32;

pub(super) fn is_index(name: &[u8]) -> bool {
    let plain: Vec<u8> = name.iter().filter(|b| **b != b'_').map(u8::to_ascii_lowercase).collect();
    INDICES.contains(&&plain[..])
}
