//! The functions of a file: where each stands, and where it runs.

use crate::Elsewhere;
use crate::code::Code;
use crate::macros::Macros;
use crate::token::Kind;
use crate::tokens::closing_angle;
use hipify_diagnostics::Language;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Where a function runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Host,
    Device,
    /// `__host__ __device__`, or without specifier and called by device code.
    Both,
    /// `__global__`.
    Kernel,
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
    pub place: Place,
}

impl Function {
    pub fn is_kernel(&self) -> bool {
        self.place == Place::Kernel
    }

    pub fn runs_on_device(&self) -> bool {
        self.place != Place::Host
    }
}

/// All functions of a file, by where their bodies start; a lambda's body lies inside another's.
#[derive(Debug, Default)]
pub struct Functions<'a> {
    pub all: Vec<Function>,
    by_name: FxHashMap<&'a [u8], Vec<usize>>,
}

/// Tokens of a declaration before its body that are looked at: a bound for generated code.
const LONGEST_HEAD: usize = 2_000;

impl<'a> Functions<'a> {
    pub fn of(code: &Code<'a>, language: Language, macros: &Macros<'_>, elsewhere: &dyn Elsewhere) -> Self {
        let mut all = Vec::new();
        let mut start = None;
        let mut at = (0..code.tokens.len()).find(|&i| !code.tokens[i].in_directive);
        while let Some(i) = at {
            let token = code.tokens[i];
            if token.is(b';') || token.is(b'}') {
                start = None;
            } else if token.is(b'{') {
                at = code.next(match start.and_then(|first| function(code, first, i, macros)) {
                    Some(function) => {
                        let close = function.body.end - 1;
                        all.push(function);
                        lambdas(code, i + 1..close, macros, &mut all);
                        close
                    }
                    // An initialiser is passed over, the body of a class or namespace is walked.
                    None if start.is_some_and(|first| is_initialiser(code, first, i)) => code.close(i).unwrap_or(i),
                    None => i,
                });
                start = None;
                continue;
            } else if start.is_none() {
                start = Some(i);
            }
            at = code.next(i);
        }
        all.sort_by_key(|function| function.body.start);
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
        let mut specifiers = Specifiers::default();
        specifiers.read(text, macros);
        specifiers.device || specifiers.kernel
    }

    /// Functions without specifier that device code of the file or of its local headers calls run there too, and those that the
    /// headers declare for the device.
    fn spread(&mut self, code: &Code<'_>, elsewhere: Option<&dyn Elsewhere>) {
        let mut plain: FxHashMap<&[u8], Vec<usize>> = FxHashMap::default();
        for (number, function) in self.all.iter().enumerate() {
            if let Some(name) = function.name.filter(|_| function.place == Place::Host) {
                plain.entry(code.text(name)).or_default().push(number);
            }
        }
        let mut pending: Vec<usize> =
            (0..self.all.len()).filter(|&n| matches!(self.all[n].place, Place::Device | Place::Kernel)).collect();
        let is_called = |name: &[u8]| elsewhere.is_some_and(|elsewhere| elsewhere.runs_on_device(name));
        for (_, number) in
            plain.extract_if(|name, _| is_called(name)).flat_map(|(name, all)| all.into_iter().map(move |n| (name, n)))
        {
            self.all[number].place = Place::Both;
            pending.push(number);
        }
        while let Some(number) = pending.pop() {
            for at in self.all[number].body.clone() {
                if plain.is_empty() || code.kind(at) != Kind::Identifier || !code.next_is(at, b'(') && !code.next_is(at, b'<') {
                    continue;
                }
                for callee in plain.remove(code.text(at)).unwrap_or_default() {
                    self.all[callee].place = Place::Both;
                    pending.push(callee);
                }
            }
        }
    }
}

/// The function whose declaration starts at `first` and whose body at `open`.
fn function(code: &Code<'_>, first: usize, open: usize, macros: &Macros<'_>) -> Option<Function> {
    let mut parameters = None;
    let mut specifiers = Specifiers::default();
    let mut at = first;
    if open - first > LONGEST_HEAD {
        return None;
    }
    while at < open {
        let token = code.tokens[at];
        match token.kind {
            Kind::Identifier => {
                let text = code.text(at);
                if matches!(text, b"namespace" | b"class" | b"struct" | b"union" | b"enum") && parameters.is_none() {
                    // `struct S f() {`: a parameter list follows.
                    if !(at..open).any(|i| code.is(i, b'(')) || !matches!(text, b"struct" | b"union" | b"enum") {
                        return None;
                    }
                }
                specifiers.read(text, macros);
                if matches!(text, b"template" | b"requires") && code.next_is(at, b'<') {
                    at = code.next(at).map_or(at, |i| closing_angle(code, i, open));
                }
            }
            Kind::Punctuation if token.is(b'(') => {
                let close = code.close(at).filter(|&close| close < open)?;
                if parameters.is_none() && is_name(code, at) {
                    // `operator()(...)`: the second list has the parameters.
                    let is_operator = code.previous(at).is_some_and(|i| code.is_word(i, b"operator"));
                    parameters = (!is_operator).then_some((at, close));
                }
                at = close;
            }
            Kind::Punctuation if token.is(b'=') && parameters.is_none() && !is_operator_name(code, at) => return None,
            Kind::Punctuation if token.is(b'[') => at = code.close(at).filter(|&close| close < open).unwrap_or(at),
            _ => {}
        }
        at = code.next(at)?;
    }
    let parameters = parameters?;
    let close = code.close(open)?;
    let name = code.previous(parameters.0);
    Some(Function { name, first, parameters, body: open..close + 1, place: specifiers.place() })
}

/// Whether what stands before the parenthesis can be the name of a function.
pub fn is_name(code: &Code<'_>, open: usize) -> bool {
    const OTHERS: &[&[u8]] = &[
        b"__launch_bounds__",
        b"__attribute__",
        b"alignas",
        b"decltype",
        b"noexcept",
        b"explicit",
        b"__declspec",
        b"if",
        b"for",
        b"while",
        b"switch",
        b"return",
        b"catch",
        b"__align__",
        b"__cluster_dims__",
        b"__maxnreg__",
        b"__block_size__",
        b"defined",
    ];
    let Some(before) = code.previous(open) else { return false };
    match code.kind(before) {
        Kind::Identifier => !OTHERS.contains(&code.text(before)),
        Kind::Punctuation => code.is(before, b'>') || is_operator_name(code, before) || code.is(before, b')'),
        _ => false,
    }
}

/// Whether the punctuation at `at` belongs to the name of an operator.
fn is_operator_name(code: &Code<'_>, at: usize) -> bool {
    let mut i = at;
    for _ in 0..4 {
        match code.previous(i) {
            Some(before) if code.is_word(before, b"operator") => return true,
            Some(before) if code.kind(before) == Kind::Punctuation => i = before,
            _ => return false,
        }
    }
    false
}

fn is_initialiser(code: &Code<'_>, first: usize, open: usize) -> bool {
    let is_assigned = code.previous(open).is_some_and(|i| code.is(i, b'='));
    is_assigned
        || open - first <= LONGEST_HEAD
            && (first..open).any(|i| code.is(i, b'=') && !code.tokens[i].in_directive)
            && !code.is_word(first, b"template")
}

/// Lambdas in a function's body that say where they run.
fn lambdas(code: &Code<'_>, body: Range<usize>, macros: &Macros<'_>, all: &mut Vec<Function>) {
    for at in body {
        if code.kind(at) != Kind::Identifier || !code.previous_is(at, b']') || !specifies(code.text(at), macros) {
            continue;
        }
        let mut specifiers = Specifiers::default();
        let mut i = at;
        while code.kind(i) == Kind::Identifier {
            specifiers.read(code.text(i), macros);
            match code.next(i) {
                Some(next) => i = next,
                None => return,
            }
        }
        let parameters = if code.is(i, b'(') { code.close(i).map(|close| (i, close)) } else { None };
        let Some(parameters) = parameters else { continue };
        let mut open = parameters.1;
        for _ in 0..32 {
            match code.next(open) {
                Some(next) if code.is(next, b';') => break,
                Some(next) => open = next,
                None => break,
            }
            if code.is(open, b'{') {
                break;
            }
        }
        if !code.is(open, b'{') {
            continue;
        }
        if let Some(close) = code.close(open) {
            all.push(Function { name: None, first: at, parameters, body: open..close + 1, place: specifiers.place() });
        }
    }
}

/// What the specifiers of a declaration say.
#[derive(Default)]
struct Specifiers {
    host: bool,
    device: bool,
    kernel: bool,
}

impl Specifiers {
    fn read(&mut self, text: &[u8], macros: &Macros<'_>) {
        // Specifiers start with `_`, and macros for them are in capitals or start with `_`.
        if !text[0].is_ascii_uppercase() && text[0] != b'_' && !macros.is_defined(text) {
            return;
        }
        match text {
            b"__global__" => self.kernel = true,
            b"__device__" => self.device = true,
            b"__host__" => self.host = true,
            _ => {
                let through = macros.specifiers(text);
                self.host |= through.0;
                self.device |= through.1;
                self.kernel |= through.2;
            }
        }
    }

    fn place(&self) -> Place {
        match (self.kernel, self.device, self.host) {
            (true, ..) => Place::Kernel,
            (_, true, true) => Place::Both,
            (_, true, _) => Place::Device,
            _ => Place::Host,
        }
    }
}

fn specifies(text: &[u8], macros: &Macros<'_>) -> bool {
    matches!(text, b"__global__" | b"__device__" | b"__host__") || macros.specifiers(text) != (false, false, false)
}
