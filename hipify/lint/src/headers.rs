//! The includes of a file to what its local headers declare: headers of the tree are read when a lint first asks for a name that
//! the file does not declare, and each is read once.

use crate::facts::{Callee, Constant, Facts, Type};
use crate::given::{Given, given as given_in};
use crate::options::Options;
use hipify_condition::Value;
use hipify_diagnostics::{Language, Source};
use hipify_syntax::constants::evaluate;
use hipify_syntax::definitions::Specifiers;
use hipify_syntax::includes::Form;
use hipify_syntax::macros::Macros;
use hipify_syntax::{Code, Elsewhere, Tree};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Headers that one file reaches: what further ones declare is not known.
const MOST_HEADERS: usize = 256;

/// Bytes of a header; larger ones are tables, which no kernel's evidence is in.
const LARGEST_HEADER: usize = 1 << 20;

/// Names that stand for names which are followed.
const DEEPEST: usize = 8;

/// Gives the bytes of a file of the tree by its relative path; `None` where it cannot be read.
type Read<'a> = dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'a;

/// Collects what one header declares.
type Collect = fn(&Source<'_>, &Tree, &Options) -> Facts;

/// The headers of one tree, for all files that are linted in it. What is kept of a header are names and numbers, not its text.
#[derive(Default)]
pub struct Headers<'a> {
    source: Option<(Box<Read<'a>>, Collect)>,
    known: Mutex<Known>,
    /// What the files of the tree assign to members of a name, for names that something asked for.
    members: Mutex<FxHashMap<Box<[u8]>, Given>>,
}

/// The headers that something asked for, and their numbers by their paths.
#[derive(Default)]
struct Known {
    numbers: FxHashMap<Box<str>, usize>,
    all: Vec<Arc<Header>>,
}

/// One header, read when it is first reached.
struct Header {
    path: Box<str>,
    facts: OnceLock<Facts>,
    /// The numbers of the local headers that it includes.
    includes: OnceLock<Vec<usize>>,
}

impl<'a> Headers<'a> {
    /// Headers that `read` gives the bytes of, by their relative paths, and `collect` the facts.
    pub(crate) fn with(read: impl Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'a, collect: Collect) -> Self {
        Self { source: Some((Box::new(read), collect)), ..Self::default() }
    }

    /// What the files of the tree assign to members of a name.
    fn member(&self, name: &[u8], tree: &Tree) -> Given {
        let Some((read, _)) = &self.source else { return Given::Nothing };
        if let Some(known) = self.members.lock().unwrap_or_else(PoisonError::into_inner).get(name) {
            return *known;
        }
        let texts = tree.paths().filter(|path| is_source(path)).filter_map(|path| Some((path, read(path)?)));
        let holding = texts.filter(|(_, text)| text.len() <= LARGEST_HEADER && memchr::memmem::find(text, name).is_some());
        let given = Given::all(holding.map(|(path, bytes)| given_in(&Source { path, bytes: &bytes }, name)));
        self.members.lock().unwrap_or_else(PoisonError::into_inner).insert(name.into(), given);
        given
    }

    /// No headers: each file is all that is known.
    pub fn none() -> Self {
        Self::default()
    }

    /// The numbers of headers, by their paths.
    fn numbers<'p>(&self, paths: impl Iterator<Item = &'p str>) -> Vec<usize> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        paths.map(|path| known.number(path)).collect()
    }

    /// The header of a number, read by now.
    fn header(&self, number: usize, tree: &Tree, options: &Options) -> Option<Arc<Header>> {
        let (read, collect) = self.source.as_ref()?;
        let header = Arc::clone(&self.known.lock().unwrap_or_else(PoisonError::into_inner).all[number]);
        // Facts of one header need no other header, so that headers in a ring do not wait for each other.
        let facts = header.facts.get_or_init(|| {
            let bytes = read(&header.path).filter(|bytes| bytes.len() <= LARGEST_HEADER).unwrap_or_default();
            collect(&Source { path: &header.path, bytes: &bytes }, tree, options)
        });
        header.includes.get_or_init(|| self.numbers(facts.includes.iter().map(|path| &**path)));
        Some(header)
    }
}

impl Known {
    fn number(&mut self, path: &str) -> usize {
        if let Some(number) = self.numbers.get(path) {
            return *number;
        }
        let number = self.all.len();
        self.numbers.insert(path.into(), number);
        self.all.push(Arc::new(Header { path: path.into(), facts: OnceLock::new(), includes: OnceLock::new() }));
        number
    }
}

/// What is declared outside of one file, as far as its local headers tell.
pub(crate) struct Outside<'a> {
    headers: Option<(&'a Headers<'a>, Vec<&'a str>, &'a Tree, &'a Options)>,
    /// The files of the tree, included or not.
    everywhere: Option<&'a Headers<'a>>,
    reached: OnceCell<Vec<Arc<Header>>>,
    values: RefCell<FxHashMap<Vec<u8>, Option<Value>>>,
    specifiers: OnceCell<FxHashMap<Box<[u8]>, Specifiers>>,
    full_masks: OnceCell<bool>,
}

impl<'a> Outside<'a> {
    /// Nothing but the file is known.
    pub(crate) fn nothing() -> Self {
        Self {
            headers: None,
            everywhere: None,
            reached: OnceCell::new(),
            values: RefCell::default(),
            specifiers: OnceCell::new(),
            full_masks: OnceCell::new(),
        }
    }

    pub(crate) fn of(
        source: &Source<'_>,
        code: &Code<'_>,
        tree: &'a Tree,
        headers: &'a Headers<'a>,
        options: &'a Options,
    ) -> Self {
        let first = if headers.source.is_some() { local_includes(source, code, tree) } else { Vec::new() };
        let first = (!first.is_empty()).then_some((headers, first, tree, options));
        Self { everywhere: Some(headers), headers: first, ..Self::nothing() }
    }

    fn reached(&self) -> impl Iterator<Item = &Facts> {
        let all = self.reached.get_or_init(|| self.reach());
        all.iter().filter_map(|header| header.facts.get())
    }

    fn reach(&self) -> Vec<Arc<Header>> {
        let Some((headers, first, tree, options)) = &self.headers else { return Vec::new() };
        let mut waiting = headers.numbers(first.iter().rev().copied());
        let mut seen: FxHashSet<usize> = waiting.iter().copied().collect();
        let mut found = Vec::new();
        while let Some(number) = waiting.pop().filter(|_| found.len() < MOST_HEADERS) {
            let Some(header) = headers.header(number, tree, options) else { continue };
            let includes = header.includes.get().map_or(&[][..], Vec::as_slice);
            waiting.extend(includes.iter().copied().filter(|number| seen.insert(*number)));
            found.push(header);
        }
        found
    }

    /// Width and signedness of the integer type that a name of namespace scope stands for.
    pub(crate) fn integer(&self, name: &[u8]) -> Option<(u32, bool)> {
        self.headers.as_ref()?;
        self.integer_within(name, DEEPEST)
    }

    fn integer_within(&self, name: &[u8], depth: usize) -> Option<(u32, bool)> {
        let depth = depth.checked_sub(1)?;
        let mut types = self.reached().filter_map(|facts| facts.types.get(name)).map(|kind| match kind {
            Type::Integer(bits, signed) => Some((*bits, *signed)),
            Type::Name(name) => self.integer_within(name, depth),
        });
        let first = types.next().flatten();
        if types.all(|other| other == first) { first } else { None }
    }

    /// The function of a name that no other one in the headers shares.
    pub(crate) fn function(&self, name: &[u8]) -> Option<&Callee> {
        self.headers.as_ref()?;
        let mut all = self.reached().filter_map(|facts| facts.functions.get(name));
        let only = all.next()?.as_ref();
        only.filter(|_| all.next().is_none())
    }

    /// What the files of the tree assign to members of a name, includes or not: the host's part of a program is another file.
    pub(crate) fn member(&self, name: &[u8], tree: &Tree) -> Given {
        self.everywhere.map_or(Given::Nothing, |headers| headers.member(name, tree))
    }

    /// Whether a header gives some name for a warp size a value.
    pub(crate) fn names_warp_size(&self) -> bool {
        self.headers.is_some() && self.reached().any(|facts| facts.names_warp_size)
    }

    /// Whether a header that gives a warp size this name has a finding for it.
    pub(crate) fn reports_warp_size(&self, name: &[u8]) -> bool {
        self.reached().any(|facts| facts.warp_sizes.contains(name))
    }

    /// Whether a function of a header has a mask of all lanes.
    pub(crate) fn has_full_masks(&self) -> bool {
        let has = |facts: &Facts| facts.functions.values().flatten().any(|callee| callee.needs_all_lanes);
        self.headers.is_some() && *self.full_masks.get_or_init(|| self.reached().any(has))
    }

    /// Names of the headers' functions that give a mask of a wave's lanes.
    pub(crate) fn mask_functions(&self) -> Vec<&[u8]> {
        let all = self.reached().flat_map(|facts| &facts.functions);
        all.filter(|(_, callee)| callee.as_ref().is_some_and(|callee| callee.gives_mask)).map(|(name, _)| &name[..]).collect()
    }
}

impl Elsewhere for Outside<'_> {
    /// The value of a macro, constant or enumerator, if all headers that give it one agree.
    fn value(&self, name: &[u8]) -> Option<Value> {
        self.headers.as_ref()?;
        if let Some(known) = self.values.borrow().get(name) {
            return *known;
        }
        // Until it is known, for names that stand for themselves.
        self.values.borrow_mut().insert(name.to_vec(), None);
        let mut values = self.reached().filter_map(|facts| facts.constants.get(name)).map(|constant| match constant {
            Some(Constant::Value(value)) => Some(*value),
            Some(Constant::Text(text)) => evaluate_text(text, self),
            None => None,
        });
        let first = values.next().flatten();
        let value = if values.all(|other| other == first) { first } else { None };
        self.values.borrow_mut().insert(name.to_vec(), value);
        value
    }

    /// Which of `__host__`, `__device__` and `__global__` a macro stands for; `None` where no header defines it.
    fn specifiers(&self, name: &[u8]) -> Option<Specifiers> {
        self.headers.as_ref()?;
        let all = self.specifiers.get_or_init(|| {
            let mut all = FxHashMap::<_, Specifiers>::default();
            for (name, more) in self.reached().flat_map(|facts| &facts.specifiers) {
                let known = all.entry(name.clone()).or_default();
                *known = known.or(*more);
            }
            all
        });
        all.get(name).copied()
    }

    /// Whether a header declares the function for the device, or calls it from device code.
    fn runs_on_device(&self, name: &[u8]) -> bool {
        self.headers.is_some() && self.reached().any(|facts| facts.on_device.contains(name))
    }

    fn gives_lane(&self, name: &[u8]) -> bool {
        self.function(name).is_some_and(|callee| callee.gives_lane)
    }
}

/// Evaluates an expression that a header has, by names of headers alone.
fn evaluate_text(text: &[u8], outside: &Outside<'_>) -> Option<Value> {
    hipify_syntax::with_tokens(&Source { path: "constant.h", bytes: text }, |code, _| {
        let last = code.tokens.len().checked_sub(1)?;
        let macros = Macros::of(code, &|_| false, outside);
        evaluate(&code, &macros, &|_| false, 0, last)
    })
}

/// Whether a path is that of a C++ source, or of one that something is still done to: `kernels.cu.in`, `main.cpp.Cuda`.
fn is_source(path: &str) -> bool {
    let is_cpp = |path: &str| matches!(Language::of(path), Language::Cuda | Language::Cpp);
    is_cpp(path) || path.rsplit_once('.').is_some_and(|(stem, _)| is_cpp(stem))
}

/// The files of the tree that the includes of a file mean, those in quotes alone: `<...>` is for what others wrote.
pub(crate) fn local_includes<'t>(source: &Source<'_>, code: &Code<'_>, tree: &'t Tree) -> Vec<&'t str> {
    let included = |hash: usize| {
        let header = code.header(hash).filter(|header| header.form == Form::Quoted)?;
        let path = tree.header(source.path, header.name)?;
        matches!(Language::of(path), Language::Cuda | Language::Cpp).then_some(path)
    };
    code.directives().filter_map(included).collect()
}
