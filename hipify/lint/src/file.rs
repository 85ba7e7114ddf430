//! One C++ file as lints see it: its tokens, and what is worked out of them when first asked for.

mod followed;
pub(crate) mod lane_index;
pub(crate) mod lanes;
pub(crate) mod masks;
pub(crate) mod warp;

use crate::aliases::Aliases;
use crate::dialect::Dialect;
use crate::headers::Outside;
use crate::launch::Launch;
use crate::live::Live;
use crate::options::Options;
use crate::predefined::Known;
use crate::sketch::Sketch;
use crate::targets::{TargetSet, Targets};
use hipify_condition::Value;
use hipify_diagnostics::{Edit, Source};
use hipify_syntax::call::Call;
use hipify_syntax::control::{ControlKind, Controls};
use hipify_syntax::divergence::{Divergence, Memo, Reason};
use hipify_syntax::functions::{Function, Functions};
use hipify_syntax::macros::Macros;
use hipify_syntax::tokens::{closing_angle, operator};
use hipify_syntax::variables::{Variable, Variables};
use hipify_syntax::{Argument, Code, TokenKind, Tree, constants};
use lanes::Lanes;
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::ops::Range;

/// Positions (`at`, `first`, `last`) are indices into the tokens; spans are byte ranges.
pub(crate) struct File<'a> {
    pub(crate) source: &'a Source<'a>,
    pub(crate) code: Code<'a>,
    pub(crate) tree: &'a Tree,
    pub(crate) options: &'a Options,
    pub(crate) targets: Targets,
    pub(crate) live: Live,
    /// What its local headers declare.
    pub(crate) outside: &'a Outside<'a>,
    macros: OnceCell<Macros<'a>>,
    functions: OnceCell<Functions<'a>>,
    launches: OnceCell<Vec<Launch>>,
    dialect: OnceCell<Dialect>,
    /// The call whose mask a variable holds, by the variable's name token.
    pub(crate) held_masks: RefCell<FxHashMap<usize, Option<usize>>>,
    /// Whether a whole wavefront must call a function, by where its body starts.
    pub(crate) all_lanes: RefCell<FxHashMap<usize, bool>>,
    sketch: OnceCell<Sketch>,
    first_uses: RefCell<FxHashMap<String, Option<usize>>>,
    variables: OnceCell<Variables<'a>>,
    aliases: OnceCell<Aliases<'a>>,
    lanes: OnceCell<Lanes>,
    controls: OnceCell<Controls>,
    divergence: Memo<'a>,
}

impl<'a> File<'a> {
    pub(crate) fn new(
        source: &'a Source<'a>,
        code: Code<'a>,
        tree: &'a Tree,
        options: &'a Options,
        outside: &'a Outside<'a>,
    ) -> Self {
        let targets = Targets::of(options);
        let known = Known { cuda: options.cuda(), rocm: options.rocm() };
        let live = Live::of(&code, &targets, known);
        Self {
            source,
            code,
            tree,
            options,
            targets,
            live,
            outside,
            macros: OnceCell::new(),
            functions: OnceCell::new(),
            launches: OnceCell::new(),
            variables: OnceCell::new(),
            aliases: OnceCell::new(),
            lanes: OnceCell::new(),
            controls: OnceCell::new(),
            divergence: Memo::default(),
            sketch: OnceCell::new(),
            first_uses: RefCell::default(),
            held_masks: RefCell::default(),
            all_lanes: RefCell::default(),
            dialect: OnceCell::new(),
        }
    }

    /// The text of a token, as text: empty where it is not UTF-8.
    pub(crate) fn text(&self, at: usize) -> &'a str {
        std::str::from_utf8(self.code.text(at)).unwrap_or("")
    }

    /// Bytes of one token.
    pub(crate) fn span(&self, at: usize) -> Range<usize> {
        self.code.tokens[at].range()
    }

    /// Bytes of an argument.
    pub(crate) fn argument_span(&self, argument: Argument) -> Range<usize> {
        self.code.span(argument.first, argument.last)
    }

    /// The source text of an argument; empty where it is not UTF-8.
    pub(crate) fn argument_text(&self, argument: Argument) -> &'a str {
        std::str::from_utf8(&self.code.source[self.argument_span(argument)]).unwrap_or("")
    }

    /// An edit that replaces an argument.
    pub(crate) fn replace(&self, argument: Argument, text: impl Into<std::borrow::Cow<'static, str>>) -> Edit {
        Edit::replace(self.argument_span(argument), text)
    }

    /// The targets that compile the token, the host's pass included.
    pub(crate) fn targets_at(&self, at: usize) -> TargetSet {
        self.live.at(at).unwrap_or_else(|| self.targets.everywhere())
    }

    /// The macros and constants that the file defines.
    pub(crate) fn macros(&self) -> &Macros<'a> {
        self.macros.get_or_init(|| {
            let mut macros = Macros::of(self.code, &|at| self.live.is_dead(at), self.outside);
            macros.add_constants(&|at| self.live.is_dead(at));
            macros
        })
    }

    /// What the includes and conditions of the file say of it.
    pub(crate) fn dialect(&self) -> Dialect {
        *self.dialect.get_or_init(|| Dialect::of(&self.code))
    }

    /// The functions of the file.
    pub(crate) fn functions(&self) -> &Functions<'a> {
        self.functions.get_or_init(|| Functions::of(&self.code, self.source.language(), self.macros(), self.outside))
    }

    /// Which words the file may hold.
    pub(crate) fn sketch(&self) -> &Sketch {
        self.sketch.get_or_init(|| Sketch::of(&self.code))
    }

    /// The innermost function whose body holds the token.
    pub(crate) fn function_at(&self, at: usize) -> Option<&Function> {
        if self.code.tokens[at].in_directive { None } else { self.functions().at(at) }
    }

    /// Whether the token stands in a function that runs on the GPU, perhaps on the host too.
    pub(crate) fn is_device(&self, at: usize) -> bool {
        self.function_at(at).is_some_and(Function::runs_on_device)
    }

    /// The kernel of this name, if the file defines just one.
    pub(crate) fn kernel(&self, name: &str) -> Option<&Function> {
        let mut kernels = self.functions().named(name.as_bytes()).filter(|function| function.is_kernel());
        kernels.next().filter(|_| kernels.next().is_none())
    }

    /// The launches of the file, in source order.
    pub(crate) fn launches(&self) -> &[Launch] {
        self.launches.get_or_init(|| {
            let launch = |at: usize| match self.code.kind(at) {
                TokenKind::LaunchOpen => Launch::chevrons(&self.code, at),
                TokenKind::Identifier if self.code.text(at) == b"hipLaunchKernelGGL" => {
                    Launch::call(&self.code, &Call::at(&self.code, at)?)
                }
                _ => None,
            };
            (0..self.code.tokens.len()).filter_map(launch).collect()
        })
    }

    /// Where an identifier stands for the first time in code that something compiles.
    pub(crate) fn first_use(&self, name: &str) -> Option<usize> {
        if !self.sketch().may_hold(name.as_bytes()) {
            return None;
        }
        if let Some(known) = self.first_uses.borrow().get(name) {
            return *known;
        }
        let is_it = |at: &usize| self.code.is_word(*at, name.as_bytes()) && !self.targets_at(*at).is_empty();
        let mut places = memchr::memmem::find_iter(self.code.source, name.as_bytes());
        let found = places.find_map(|place| self.token_at(place).filter(is_it));
        self.first_uses.borrow_mut().insert(name.to_owned(), found);
        found
    }

    /// The variables, parameters and members that the file declares.
    pub(crate) fn variables(&self) -> &Variables<'a> {
        self.variables.get_or_init(|| Variables::of(self.code, self.functions(), &|at| self.live.is_dead(at)))
    }

    /// The names that the file gives types.
    pub(crate) fn aliases(&self) -> &Aliases<'a> {
        self.aliases.get_or_init(|| Aliases::of(self.code, &self.live, self.outside))
    }

    /// The declaration that the name at `at` means.
    pub(crate) fn variable(&self, at: usize) -> Option<&Variable> {
        self.variables().find(&self.code, at)
    }

    /// What of the file is about lanes: shuffles and the like, lane and warp numbers.
    pub(crate) fn lanes(&self) -> &Lanes {
        self.lanes.get_or_init(|| Lanes::of(self))
    }

    /// First and last token of what a function returns.
    pub(crate) fn return_type(&self, function: &Function) -> Option<(usize, usize)> {
        let name = function.name?;
        let mut first = function.first;
        if self.code.is_word(first, b"template") {
            let open = self.code.next(first)?;
            first = self.code.next(closing_angle(&self.code, open, name))?;
        }
        let mut last = self.code.previous(name)?;
        while matches!(self.code.kind(last), TokenKind::Scope) {
            last = self.code.previous(self.code.previous(last)?)?;
        }
        (first <= last).then_some((first, last))
    }

    /// Width and signedness of a variable that holds one integer, or of the elements of an array or of what a pointer is to.
    pub(crate) fn integer(&self, variable: &Variable) -> Option<(u32, bool)> {
        self.aliases().integer(&self.code, variable.kind)
    }

    /// The value of the constant expression from `first` to `last`: literals, operators, casts, macros, enumerators and
    /// constants of the file and its local headers, folded.
    pub(crate) fn value(&self, first: usize, last: usize) -> Option<Value> {
        let is_variable = |at: usize| self.variable(at).is_some();
        constants::evaluate(&self.code, self.macros(), &is_variable, first, last)
    }

    /// [`Self::value`], with names followed that get one value elsewhere: constant memory, members, parameters.
    pub(crate) fn followed_value(&self, first: usize, last: usize) -> Option<Value> {
        self.value(first, last).or_else(|| followed::value(self, first, last, followed::DEEPEST))
    }

    /// The value of an argument that is a constant.
    pub(crate) fn argument_value(&self, argument: Argument) -> Option<Value> {
        self.value(argument.first, argument.last)
    }

    /// The nearest `[` around the token in its statement.
    pub(crate) fn bound_around(&self, at: usize) -> Option<usize> {
        let code = &self.code;
        let mut i = at;
        for _ in 0..64 {
            i = code.previous(i)?;
            if code.is(i, b'[') {
                return Some(i);
            }
            if b";{}".iter().any(|b| code.is(i, *b)) {
                return None;
            }
            if code.is(i, b')') || code.is(i, b']') {
                i = code.open(i)?;
            }
        }
        None
    }

    /// Whether the `[` at `open` opens a dimension of an array that is declared there.
    pub(crate) fn is_bound(&self, open: usize) -> bool {
        let code = &self.code;
        let mut before = code.previous(open);
        while let Some(close) = before.filter(|&i| code.is(i, b']')) {
            before = code.open(close).and_then(|open| code.previous(open));
        }
        before.is_some_and(|name| self.variable(name).is_some_and(|variable| variable.name == name))
    }

    /// Whether what stands at `at` must be a constant: a template argument, an initialiser of a `constexpr`, a `case`, a
    /// `static_assert`, a condition of the preprocessor.
    pub(crate) fn is_constant_place(&self, at: usize) -> bool {
        let code = &self.code;
        if let Some((hash, _)) = code.directive(at) {
            return !code.is_word(hash + 1, b"define");
        }
        let mut i = at;
        for _ in 0..64 {
            let Some(before) = code.previous(i) else { return false };
            i = before;
            if b";{}".iter().any(|b| code.is(i, *b)) {
                return false;
            }
            let is_argument = code.is(i, b'<')
                && code.previous(i).is_some_and(|i| code.kind(i) == TokenKind::Identifier)
                && is_argument_list(code, i, at);
            let is_word = matches!(code.text(i), b"constexpr" | b"static_assert" | b"case" | b"alignas" | b"__launch_bounds__");
            if is_argument || code.kind(i) == TokenKind::Identifier && is_word {
                return true;
            }
            if code.is(i, b')') || code.is(i, b']') {
                match code.open(i) {
                    Some(open) => i = open,
                    None => return false,
                }
            }
        }
        false
    }

    /// The bracket of the condition of the nearest `if` whose statement or block holds the token; not its `else`.
    pub(crate) fn condition_around(&self, at: usize) -> Option<usize> {
        let around = self.controls().around(at).find(|control| control.kind == ControlKind::Branch)?;
        let next = self.code.next(around.keyword)?;
        if self.code.is_word(next, b"constexpr") { self.code.next(next) } else { Some(next) }
    }

    /// The branches and loops of the file.
    pub(crate) fn controls(&self) -> &Controls {
        self.controls.get_or_init(|| Controls::of(&self.code))
    }

    /// Why only some lanes of a wavefront of the targets' size reach the token; `None` where all do, or nothing is known.
    pub(crate) fn divergence_at(&self, at: usize) -> Option<Reason> {
        let lanes = if self.targets.those(|gfx| gfx.wave_sizes.first() == Some(&64)).is_empty() { 32 } else { 64 };
        let divergence = Divergence {
            code: self.code,
            macros: self.macros(),
            functions: self.functions(),
            variables: self.variables(),
            controls: self.controls(),
            elsewhere: self.outside,
            memo: &self.divergence,
            lanes,
        };
        divergence.at(at)
    }

    /// Whether the tokens from `first` to `last` stand in one line, alone save for comments and blanks before them.
    pub(crate) fn line_is(&self, first: usize, last: usize) -> bool {
        let span = self.code.span(first, last);
        let bytes = self.code.source;
        let start = memchr::memrchr(b'\n', &bytes[..span.start]).map_or(0, |at| at + 1);
        let end = memchr::memchr(b'\n', &bytes[span.end..]).map_or(bytes.len(), |at| span.end + at);
        let blank = bytes[start..span.start].iter().all(u8::is_ascii_whitespace);
        let one_line = memchr::memchr(b'\n', &bytes[span.clone()]).is_none();
        let after = bytes[span.end..end].trim_ascii();
        blank && one_line && (after.is_empty() || after.starts_with(b"//"))
    }

    /// Whether the file includes a header whose path ends so.
    pub(crate) fn includes(&self, tail: &str) -> bool {
        self.code.directives().filter_map(|hash| self.code.header(hash)).any(|header| header.name.ends_with(tail))
    }

    /// The token that holds or follows the byte.
    pub(crate) fn token_at(&self, byte: usize) -> Option<usize> {
        let at = self.code.tokens.partition_point(|token| token.end as usize <= byte);
        (at < self.code.tokens.len()).then_some(at)
    }
}

/// Whether the `<` at `open` opens template arguments that hold the token at `at`: no comparison, whose `>` would stand after a
/// logical operator or the end of the statement.
fn is_argument_list(code: &Code<'_>, open: usize, at: usize) -> bool {
    let close = closing_angle(code, open, (at + 64).min(code.tokens.len()));
    let compares = |i: usize| {
        b";{}".iter().any(|b| code.is(i, *b))
            || code.kind(i) == TokenKind::Punctuation && matches!(operator(code, i), b"&&" | b"||")
    };
    close > at
        && (at..close).all(|i| !code.is(i, b')') || code.open(i).is_some_and(|open| open > at))
        && !(open..close).any(compares)
}
