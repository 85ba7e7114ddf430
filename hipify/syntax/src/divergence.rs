//! Divergent code: places that only some lanes of a wavefront reach, as far as the tokens of the file tell.
//!
//! A condition diverges where it depends on the index of a thread, lane or warp, through variables, arithmetic and functions of
//! the file, or on what is loaded by such an index. A place is divergent within a branch or loop of such a condition, after an
//! exit under one, and in a device function that is called at such a place. What is not known counts as convergent: parameters of
//! kernels, members, `threadIdx.y`, functions of other files.
//!
//! The rules are those of LLVM's uniformity analysis (sources of divergence, data and control dependence), on tokens.

mod exits;
mod expression;
mod variable;

use crate::code::Code;
use crate::control::{ControlKind, Controls};
use crate::functions::{Function, Functions};
use crate::macros::Macros;
use crate::token;
use crate::variables::{Variable, Variables};
use crate::{Alone, Elsewhere};
use hipify_diagnostics::Language;
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell, RefCell};

/// Why only some lanes reach a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    pub way: Way,
    /// First and last token of the condition that decides.
    pub condition: (usize, usize),
    /// The names of the calls from there to the place, outermost first.
    pub calls: Vec<usize>,
}

/// How a condition keeps lanes away from a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// The place stands in a branch.
    Branch,
    /// The place stands in a loop that lanes leave at different times.
    Loop,
    /// Lanes left before, by the `return`, `break` or `continue` at this token.
    Exit(usize),
}

/// What was found out about a file so far, by token.
#[derive(Default)]
pub struct Memo<'a> {
    /// Where device code calls the functions of the file.
    calls: OnceCell<FxHashMap<&'a [u8], Vec<usize>>>,
    /// Whether the variable of a name token varies.
    variables: RefCell<FxHashMap<usize, bool>>,
    /// Whether the function whose body starts at a token returns what varies.
    results: RefCell<FxHashMap<usize, bool>>,
    /// Why the function whose body starts at a token is called by some lanes only.
    entries: RefCell<FxHashMap<usize, Option<Reason>>>,
    /// Why the exit at a token is taken by some lanes only.
    exits: RefCell<FxHashMap<usize, Option<Reason>>>,
    /// Tokens that were looked at, which is bounded.
    work: Cell<usize>,
    depth: Cell<usize>,
}

/// One file, and how many lanes its wavefronts have.
#[derive(Clone, Copy)]
pub struct Divergence<'f, 'a> {
    pub code: Code<'a>,
    pub macros: &'f Macros<'a>,
    pub functions: &'f Functions<'a>,
    pub variables: &'f Variables<'a>,
    pub controls: &'f Controls,
    pub elsewhere: &'f dyn Elsewhere,
    pub memo: &'f Memo<'a>,
    /// 32 or 64.
    pub lanes: u32,
}

/// What the tokens of one file say by themselves, for those who ask for nothing else.
pub struct Facts<'a> {
    code: Code<'a>,
    macros: Macros<'a>,
    functions: Functions<'a>,
    variables: Variables<'a>,
    controls: Controls,
    memo: Memo<'a>,
}

impl<'a> Facts<'a> {
    pub fn of(code: Code<'a>, language: Language) -> Self {
        let in_all_branches = |_| false;
        let mut macros = Macros::of(code, &in_all_branches, &Alone);
        macros.add_constants(&in_all_branches);
        let functions = Functions::of(&code, language, &macros, &Alone);
        let variables = Variables::of(code, &functions, &in_all_branches);
        Self { code, macros, functions, variables, controls: Controls::of(&code), memo: Memo::default() }
    }

    /// The declaration that the name at `at` means.
    pub fn variable(&self, at: usize) -> Option<&Variable> {
        self.variables.find(&self.code, at)
    }

    /// For wavefronts of so many lanes, the same in all calls.
    pub fn divergence(&self, lanes: u32) -> Divergence<'_, 'a> {
        let Self { code, macros, functions, variables, controls, memo } = self;
        Divergence { code: *code, macros, functions, variables, controls, elsewhere: &Alone, memo, lanes }
    }
}

/// Questions within questions; programs ask for a few.
const DEEPEST: usize = 64;

/// Tokens that are looked at for each token of a file: a bound for generated code, beyond which nothing more is known.
const WORK_PER_TOKEN: usize = 400;

impl<'a> Divergence<'_, 'a> {
    /// Why only some lanes of a wavefront reach the token at `at`; `None` where they all do, or nothing is known.
    pub fn at(&self, at: usize) -> Option<Reason> {
        let function = self.function(at)?;
        let own = self.within(at, function.body.start).or_else(|| self.after_exit(at, function));
        own.or_else(|| self.entry(function))
    }

    fn function(&self, at: usize) -> Option<&Function> {
        if self.code.tokens[at].in_directive { None } else { self.functions.at(at).filter(|f| f.runs_on_device()) }
    }

    /// The divergent condition nearest around the token at `at`, of those whose statements start after the token at `from`.
    fn within(&self, at: usize, from: usize) -> Option<Reason> {
        if let Some(condition) = self.short_circuit(at) {
            return Some(Reason { way: Way::Branch, condition, calls: Vec::new() });
        }
        let mut around = self.controls.around(at).take_while(|control| control.keyword > from);
        around.find_map(|control| {
            let condition = control.condition.filter(|(first, last)| self.varies(*first, *last))?;
            let way = if control.kind == ControlKind::Loop { Way::Loop } else { Way::Branch };
            Some(Reason { way, condition, calls: Vec::new() })
        })
    }

    /// The divergent operand before the `&&`, `||` or `?` that the token at `at` stands after in its statement.
    fn short_circuit(&self, at: usize) -> Option<(usize, usize)> {
        let code = &self.code;
        // The last token of what decides within the brackets at hand, and whether operators there are of another operand.
        let (mut i, mut decides, mut other) = (at, None, false);
        for _ in 0..LONGEST_EXPRESSION {
            let before = code.previous(i).filter(|&i| !b";{}".iter().any(|b| code.is(i, *b)));
            let ends = before.is_none_or(|i| b",([".iter().any(|b| code.is(i, *b)) || starts_operand(code, i));
            if let Some(last) = decides.take_if(|_| ends).filter(|&last| i <= last && self.varies(i, last)) {
                return Some((i, last));
            }
            let before = before?;
            other = ends && !code.is(before, b'(') && !code.is(before, b'[') || other && !ends;
            i = if b")]".iter().any(|b| code.is(before, *b)) { code.open(before)? } else { before };
            let logical = code.is(before, b'?') || matches!(twice(code, before), Some(b'&' | b'|'));
            if logical && !other {
                i = if code.is(before, b'?') { before } else { code.previous(before)? };
                decides = decides.or(code.previous(i));
            }
        }
        None
    }

    /// The call by some lanes only that leads into a function, from kernels on.
    fn entry(&self, function: &Function) -> Option<Reason> {
        let name = match function.name {
            // A lambda is called where it is written, as far as is known.
            None => return self.at(self.code.previous(function.first)?),
            Some(_) if function.is_kernel() => return None,
            Some(name) => name,
        };
        let key = function.body.start;
        if let Some(known) = self.memo.entries.borrow().get(&key) {
            return known.clone();
        }
        // Until it is known, for functions that call themselves.
        self.memo.entries.borrow_mut().insert(key, None);
        let found = self.calls(self.code.text(name)).iter().find_map(|&call| {
            let mut reason = self.deeper(|| self.at(call)).flatten()?;
            reason.calls.push(call);
            Some(reason)
        });
        self.memo.entries.borrow_mut().insert(key, found.clone());
        found
    }

    /// Where device code calls a function of the file.
    fn calls(&self, name: &[u8]) -> &[usize] {
        let calls = self.memo.calls.get_or_init(|| {
            let mut calls: FxHashMap<&'a [u8], Vec<usize>> = FxHashMap::default();
            for function in self.functions.all.iter().filter(|function| function.runs_on_device() && function.name.is_some()) {
                for at in function.body.clone().filter(|&at| self.is_call(at)) {
                    calls.entry(self.code.text(at)).or_default().push(at);
                }
            }
            calls
        });
        calls.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether the name of a function of the file is called at `at`.
    fn is_call(&self, at: usize) -> bool {
        let code = &self.code;
        let is_name = code.kind(at) == token::TokenKind::Identifier && !code.tokens[at].in_directive;
        let opens = |at: usize| code.next(at).is_some_and(|next| code.is(next, b'(') || code.is(next, b'<'));
        is_name && opens(at) && self.functions.named(code.text(at)).next().is_some()
    }

    /// The answer to a question within a question, unless there are too many.
    fn deeper<T>(&self, ask: impl FnOnce() -> T) -> Option<T> {
        let depth = self.memo.depth.get();
        if depth >= DEEPEST {
            return None;
        }
        self.memo.depth.set(depth + 1);
        let answer = ask();
        self.memo.depth.set(depth);
        Some(answer)
    }

    /// The declaration that the name at `at` means; those that share the name count as looked at.
    fn variable(&self, at: usize) -> Option<&Variable> {
        let same = self.variables.named(self.code.text(at)).len();
        self.memo.work.set(self.memo.work.get() + same);
        if self.may_work() { self.variables.find(&self.code, at) } else { None }
    }

    /// Counts a token that is looked at; `false` when it is enough.
    fn may_work(&self) -> bool {
        let work = self.memo.work.get();
        self.memo.work.set(work + 1);
        work < WORK_PER_TOKEN * (self.code.tokens.len() + 64)
    }
}

/// Tokens of one statement before a place that are looked at.
const LONGEST_EXPRESSION: usize = 512;

/// Whether an operand starts after the token: `return`, or the `=` of an assignment or initialiser.
fn starts_operand(code: &Code<'_>, at: usize) -> bool {
    if !code.is(at, b'=') {
        return code.is_word(at, b"return");
    }
    let touches = |first: usize, second: usize| code.tokens[first].end == code.tokens[second].start;
    let before = code.previous(at).filter(|&i| touches(i, at) && code.kind(i) == token::TokenKind::Punctuation);
    let compares = match before.map(|i| code.tokens[i].first) {
        Some(b'=' | b'!') => true,
        Some(b'<' | b'>') => before.and_then(|i| twice(code, i)).is_none(),
        _ => false,
    };
    let doubled = code.next(at).is_some_and(|next| code.is(next, b'=') && touches(at, next));
    !compares && !doubled
}

/// The byte of an operator of twice the same byte that ends at `at`.
fn twice(code: &Code<'_>, at: usize) -> Option<u8> {
    let before = code.previous(at)?;
    let (first, second) = (code.tokens[before], code.tokens[at]);
    (second.kind == token::TokenKind::Punctuation && first.is(second.first) && first.end == second.start).then_some(second.first)
}
