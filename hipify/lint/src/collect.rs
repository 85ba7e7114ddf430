//! Collects the facts of one header from its tokens.

use crate::File;
use crate::facts::{Callee, Constant, Facts, Name, Type};
use crate::file::lane_index::returns_lane;
use crate::file::masks::returns_mask;
use crate::file::warp::needs_all_lanes;
use crate::headers::{Headers, Outside, local_includes};
use crate::options::Options;
use crate::warp_size::{counted_on, is_warp_size_name};
use hipify_diagnostics::Source;
use hipify_syntax::call::{Call, is_free_name};
use hipify_syntax::constants::integer_type;
use hipify_syntax::definitions::is_name;
use hipify_syntax::functions::{ExecutionSpace, Function, Functions};
use hipify_syntax::variables::without_specifiers;
use hipify_syntax::{Argument, Code, TokenKind, Tree};

use std::ops::Range;

/// Variables and functions that a lane's number is followed through.
const DEEPEST: usize = 4;

/// How names begin that lanes work together by.
const EXCHANGES: &[&[u8]] =
    &[b"__shfl", b"__ballot", b"__activemask", b"__match", b"__any", b"__all", b"__reduce", b"__syncwarp", b"__uni"];

/// What a lane's number is made of.
const LANES: &[&[u8]] = &[b"threadIdx", b"lane", b"thread_rank"];

/// Bytes of the body of a function that just works out a lane's number.
const LONGEST_LANE: usize = 600;

/// Bytes of an expression that is kept: constants are short.
const LONGEST_TEXT: usize = 160;

impl<'a> Headers<'a> {
    /// Headers that `read` gives the bytes of, by their relative paths.
    pub fn new(read: impl Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'a) -> Self {
        Self::with(read, Facts::of)
    }
}

impl Facts {
    /// What the header declares, whatever else includes it.
    pub(crate) fn of(source: &Source<'_>, tree: &Tree, options: &Options) -> Self {
        if hipify_port::check_text(source).is_some() {
            return Self::default();
        }
        hipify_syntax::with_tokens(source, |code, _| {
            let nothing = Outside::nothing();
            let file = File::new(source, code, tree, options, &nothing);
            let scope = Scope::of(&code);
            let mut facts =
                Self { includes: local_includes(source, &code, tree).into_iter().map(Box::from).collect(), ..Self::default() };
            facts.add_constants(&file, &scope);
            facts.add_types(&file, &scope);
            facts.add_functions(&file, &scope);
            facts.names_warp_size = facts.constants.keys().any(|name| std::str::from_utf8(name).is_ok_and(is_warp_size_name));
            if facts.names_warp_size {
                facts.warp_sizes.extend(counted_on(&file).into_iter().map(Name::from));
            }
            facts.on_device.extend(scope.prototypes(&file));
            facts
        })
    }

    fn add_constants(&mut self, file: &File<'_>, scope: &Scope) {
        let macros = file.macros();
        for define in macros.defines.iter().filter(|define| define.parameters.is_none() && !define.body.is_empty()) {
            let name = file.code.text(define.name);
            let specifiers = macros.defined_specifiers(name);
            if !specifiers.is_given() {
                self.add_constant(file, define.name, (define.body.start, define.body.end - 1));
            } else {
                self.specifiers.insert(name.into(), specifiers);
            }
        }
        for constant in macros.all_constants().filter(|constant| scope.is_open(constant.name)) {
            self.add_constant(file, constant.name, constant.value);
        }
    }

    fn add_constant(&mut self, file: &File<'_>, name: usize, (first, last): (usize, usize)) {
        let text = || &file.code.source[file.code.span(first, last)];
        let found = match file.value(first, last) {
            Some(value) => Constant::Value(value),
            None if may_be_constant(&file.code, first, last) && text().len() <= LONGEST_TEXT => Constant::Text(text().into()),
            None => return,
        };
        let same = |known: &Option<Constant>| known.as_ref() == Some(&found);
        let entry = self.constants.entry(file.code.text(name).into());
        let is_other = matches!(&entry, std::collections::hash_map::Entry::Occupied(known) if !same(known.get()));
        *entry.or_default() = (!is_other).then_some(found);
    }

    fn add_types(&mut self, file: &File<'_>, scope: &Scope) {
        let code = &file.code;
        // Declarations are looked for where something may be found.
        if !has_any(code.source, &[b"using", b"typedef"]) {
            return;
        }
        for (name, kind) in file.aliases().all().filter(|(_, kind)| scope.is_open(kind.0)) {
            let integer = file.aliases().integer(code, kind).map(|(bits, signed)| Type::Integer(bits, signed));
            let other = || {
                without_specifiers(code, kind).filter(|(first, last)| first == last && code.kind(*first) == TokenKind::Identifier)
            };
            let found = integer.or_else(|| other().map(|(first, _)| Type::Name(code.text(first).into())));
            if let Some(found) = found {
                self.types.insert(name.into(), found);
            }
        }
    }

    fn add_functions(&mut self, file: &File<'_>, scope: &Scope) {
        for function in &file.functions().all {
            let Some(name) = function.name else { continue };
            if scope.is_open(function.first) && file.code.kind(name) == TokenKind::Identifier {
                let callee = function.runs_on_device().then(|| callee(file, function, name));
                let plain = Callee { place: ExecutionSpace::Host, ..Callee::NOTHING };
                let is_first = !self.functions.contains_key(file.code.text(name));
                self.functions.insert(file.code.text(name).into(), is_first.then(|| callee.unwrap_or(plain)));
            }
        }
        for function in file.functions().all.iter().filter(|function| function.runs_on_device()) {
            let calls = function.body.clone().filter(|&at| is_call_of_other(file, function, at));
            self.on_device.extend(calls.map(|at| Name::from(file.code.text(at))));
        }
    }
}

fn has_any(text: &[u8], words: &[&[u8]]) -> bool {
    words.iter().any(|word| memchr::memmem::find(text, word).is_some())
}

/// Whether tokens are what constants are written with: no statement, string or assignment.
fn may_be_constant(code: &Code<'_>, first: usize, last: usize) -> bool {
    let is_part = |at: usize| match code.kind(at) {
        TokenKind::Identifier | TokenKind::Number | TokenKind::Scope => true,
        TokenKind::Punctuation => b"()+-*/%<>&|^~!?:<>,=".contains(&code.tokens[at].first),
        _ => false,
    };
    (first..=last).all(is_part) && (first..=last).any(|at| code.kind(at) == TokenKind::Identifier)
}

/// Whether the name is called, and the header has no function of it: names with two underscores are the compiler's.
fn is_call_of_other(file: &File<'_>, function: &Function, at: usize) -> bool {
    let code = &file.code;
    let is_parameter = || (function.parameters.0..function.parameters.1).any(|i| code.is_word(i, code.text(at)));
    code.kind(at) == TokenKind::Identifier
        && code.next_is(at, b'(')
        && !code.text(at).starts_with(b"__")
        && is_free_name(code, at)
        && file.functions().named(code.text(at)).next().is_none()
        && !is_parameter()
}

fn callee(file: &File<'_>, function: &Function, name: usize) -> Callee {
    let body = &file.code.source[file.code.span(function.body.start, function.body.end - 1)];
    let exchanges = has_any(body, EXCHANGES) && {
        let lanes = file.lanes();
        let operates = || lanes.operations.iter().any(|at| function.body.contains(at));
        lanes.shuffles_in(function.body.clone()).next().is_some() || operates()
    };
    Callee {
        place: function.place,
        gives_mask: exchanges && returns_mask(file, file.text(name)),
        gives_lane: body.len() <= LONGEST_LANE && has_any(body, LANES) && returns_lane(file, function, DEEPEST),
        exchanges,
        needs_all_lanes: has_any(file.code.source, EXCHANGES) && needs_all_lanes(file, function),
        bounds: bounds_of(file, function).map(|(threads, _)| threads),
        narrow: narrow_parameters(file, function),
    }
}

/// The first argument of a kernel's `__launch_bounds__`, where it is a constant, and the bytes of the bounds.
pub(crate) fn bounds_of(file: &File<'_>, kernel: &Function) -> Option<(u64, Range<usize>)> {
    let at = (kernel.first..kernel.body.start).find(|&at| file.code.is_word(at, b"__launch_bounds__"))?;
    let call = Call::at(&file.code, at)?;
    let value = file.argument_value(*call.arguments.first()?)?;
    Some((u64::try_from(value.number).ok()?, file.code.span(at, call.close)))
}

fn narrow_parameters(file: &File<'_>, function: &Function) -> u32 {
    let (open, close) = function.parameters;
    let is_narrow = |parameter: &Argument| {
        let kind = file.code.previous(parameter.last).filter(|&last| last >= parameter.first).map(|last| (parameter.first, last));
        let kind = kind.and_then(|kind| without_specifiers(&file.code, kind));
        kind.and_then(|(first, last)| integer_type(&file.code, first, last)).is_some_and(|(bits, _)| bits == 32)
    };
    let parameters = file.code.split(open, close).unwrap_or_default();
    parameters.iter().take(32).enumerate().filter(|(_, p)| is_narrow(p)).fold(0, |bits, (number, _)| bits | 1 << number)
}

/// Which tokens stand at namespace scope.
#[derive(Default)]
struct Scope {
    /// Bodies of classes and functions and initialisers, in order.
    closed: Vec<Range<usize>>,
    /// Statements without a body, from the first token to the `;`.
    statements: Vec<Range<usize>>,
}

impl Scope {
    fn of(code: &Code<'_>) -> Self {
        let mut scope = Self::default();
        let mut start = None;
        let mut at = (0..code.tokens.len()).find(|&i| !code.tokens[i].in_directive);
        while let Some(i) = at {
            let first = start.unwrap_or(i);
            if code.is(i, b';') {
                scope.statements.push(first..i);
                start = None;
            } else if code.is(i, b'}') || code.is(i, b'{') && keeps_scope(code, first, i) {
                start = None;
            } else if code.is(i, b'{') {
                let close = code.close(i).unwrap_or(i);
                scope.closed.push(i..close + 1);
                start = code.next_is(close, b';').then_some(first);
                at = code.next(close);
                continue;
            } else {
                start = Some(first);
            }
            at = code.next(i);
        }
        scope
    }

    fn is_open(&self, at: usize) -> bool {
        let end = self.closed.partition_point(|body| body.start <= at);
        end.checked_sub(1).is_none_or(|last| !self.closed[last].contains(&at))
    }

    /// Functions that are declared for the device without a body.
    fn prototypes(&self, file: &File<'_>) -> Vec<Name> {
        let code = &file.code;
        let declared = |statement: &Range<usize>| {
            let open = statement.clone().find(|&at| code.is(at, b'(') && is_name(code, at))?;
            let name = code.previous(open).filter(|&at| code.kind(at) == TokenKind::Identifier)?;
            let on_device =
                |at: usize| code.kind(at) == TokenKind::Identifier && Functions::is_device_word(code.text(at), file.macros());
            (statement.start..name).any(on_device).then(|| code.text(name).into())
        };
        self.statements.iter().filter_map(declared).collect()
    }
}

/// Whether the brace opens a namespace, `extern "C"` or an enumeration whose names are seen outside.
fn keeps_scope(code: &Code<'_>, first: usize, open: usize) -> bool {
    let head = || (first..open).take(8);
    let has = |word: &[u8]| head().any(|at| code.is_word(at, word));
    let is_linkage = code.is_word(first, b"extern") && code.previous(open).is_some_and(|at| code.kind(at) == TokenKind::String);
    has(b"namespace") || is_linkage || has(b"enum") && !has(b"class") && !has(b"struct")
}
