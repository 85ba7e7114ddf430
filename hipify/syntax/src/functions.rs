//! The functions of a file: where each stands, and where it runs.

use crate::Elsewhere;
use crate::code::Code;
use crate::definitions::{Definition, Specifiers, Surroundings, definitions};
use crate::macros::Macros;
use crate::token::TokenKind;
use hipify_diagnostics::Language;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Where a function runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExecutionSpace {
    Host,
    Device,
    /// `__host__ __device__`, or without specifier and called by device code.
    Both,
    /// `__global__`.
    Kernel,
}

impl ExecutionSpace {
    fn of(specifiers: Specifiers) -> Self {
        match (specifiers.global, specifiers.device, specifiers.host) {
            (true, ..) => ExecutionSpace::Kernel,
            (_, true, true) => ExecutionSpace::Both,
            (_, true, _) => ExecutionSpace::Device,
            _ => ExecutionSpace::Host,
        }
    }
}

/// A function or a lambda with a body.
#[derive(Clone, Debug)]
pub struct Function {
    /// The token of the name; a lambda has none.
    pub name: Option<usize>,
    /// The first token of its declaration, `template` included.
    pub first: usize,
    /// The parentheses around its parameters.
    pub parameters: (usize, usize),
    /// From `{` to `}`, both included.
    pub body: Range<usize>,
    pub place: ExecutionSpace,
}

impl Function {
    /// `None` for what a file defines elsewhere than in its declarations, but for the lambdas in a function's body.
    fn of(definition: Definition) -> Option<Self> {
        let is_here = match definition.within {
            Surroundings::Declarations => !definition.is_lambda(),
            Surroundings::Function => definition.is_lambda(),
            Surroundings::Expression | Surroundings::Macro => false,
        };
        let place = ExecutionSpace::of(definition.specifiers);
        let Definition { name, first, parameters, body, .. } = definition;
        (is_here && definition.is_closed).then_some(Self { name, first, parameters: parameters?, body, place })
    }

    pub fn is_kernel(&self) -> bool {
        self.place == ExecutionSpace::Kernel
    }

    pub fn runs_on_device(&self) -> bool {
        self.place != ExecutionSpace::Host
    }
}

/// All functions of a file, by where their bodies start; a lambda's body lies inside another's.
#[derive(Debug, Default)]
pub struct Functions<'a> {
    pub all: Vec<Function>,
    by_name: FxHashMap<&'a [u8], Vec<usize>>,
}

impl<'a> Functions<'a> {
    pub fn of(code: &Code<'a>, language: Language, macros: &Macros<'_>, elsewhere: &dyn Elsewhere) -> Self {
        let found = definitions(code, |at| specifiers(code.text(at), macros));
        let all = found.into_iter().filter_map(Function::of).collect();
        let mut functions = Self { all, by_name: FxHashMap::default() };
        functions.spread(code, (language == Language::Cuda).then_some(elsewhere));
        for (number, function) in functions.all.iter().enumerate() {
            if let Some(name) = function.name {
                functions.by_name.entry(code.text(name)).or_default().push(number);
            }
        }
        functions
    }

    /// The functions of a name.
    pub fn named(&self, name: &[u8]) -> impl Iterator<Item = &Function> {
        self.by_name.get(name).into_iter().flatten().map(|&number| &self.all[number])
    }

    /// The function of a name that no other one shares.
    pub fn only(&self, name: &[u8]) -> Option<&Function> {
        match self.by_name.get(name)?[..] {
            [number] => Some(&self.all[number]),
            _ => None,
        }
    }

    /// The innermost function whose body holds the token.
    pub fn at(&self, at: usize) -> Option<&Function> {
        let end = self.all.partition_point(|function| function.body.start <= at);
        // Bodies nest in each other only as lambdas do in functions, so that few are passed over.
        self.all[..end].iter().rev().take(64).find(|function| function.body.contains(&at))
    }

    /// Whether a word of a declaration says that the function runs on the GPU.
    pub fn is_device_word(text: &[u8], macros: &Macros<'_>) -> bool {
        let specifiers = specifiers(text, macros);
        specifiers.device || specifiers.global
    }

    /// Functions without specifier that device code of the file or of its local headers calls run there too, and those that the
    /// headers declare for the device.
    fn spread(&mut self, code: &Code<'_>, elsewhere: Option<&dyn Elsewhere>) {
        let mut plain: FxHashMap<&[u8], Vec<usize>> = FxHashMap::default();
        for (number, function) in self.all.iter().enumerate() {
            if let Some(name) = function.name.filter(|_| function.place == ExecutionSpace::Host) {
                plain.entry(code.text(name)).or_default().push(number);
            }
        }
        let mut pending: Vec<usize> = (0..self.all.len())
            .filter(|&n| matches!(self.all[n].place, ExecutionSpace::Device | ExecutionSpace::Kernel))
            .collect();
        let is_called = |name: &[u8]| elsewhere.is_some_and(|elsewhere| elsewhere.runs_on_device(name));
        for (_, number) in
            plain.extract_if(|name, _| is_called(name)).flat_map(|(name, all)| all.into_iter().map(move |n| (name, n)))
        {
            self.all[number].place = ExecutionSpace::Both;
            pending.push(number);
        }
        while let Some(number) = pending.pop() {
            for at in self.all[number].body.clone() {
                if plain.is_empty()
                    || code.kind(at) != TokenKind::Identifier
                    || !code.next_is(at, b'(') && !code.next_is(at, b'<')
                {
                    continue;
                }
                for callee in plain.remove(code.text(at)).unwrap_or_default() {
                    self.all[callee].place = ExecutionSpace::Both;
                    pending.push(callee);
                }
            }
        }
    }
}

/// What an identifier says of where a function runs, through macros too.
fn specifiers(text: &[u8], macros: &Macros<'_>) -> Specifiers {
    // Specifiers start with `_`, and macros for them are in capitals or start with `_`.
    if !text[0].is_ascii_uppercase() && text[0] != b'_' && !macros.is_defined(text) {
        return Specifiers::default();
    }
    let word = Specifiers::of_word(text);
    if word.is_given() { word } else { macros.specifiers(text) }
}
