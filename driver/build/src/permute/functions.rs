//! Functions and macros of a file, with the names in their bodies: by tokens, and of conditions only tests of the target decided.

use hipify_condition::{Branching, OpenIfs, Truth};
use hipify_diagnostics::Source;
use hipify_syntax::definitions::{Specifiers, Surroundings, definitions};
use hipify_syntax::directive::Define;
use hipify_syntax::{Code, TokenKind, with_tokens};
use std::collections::HashSet;
use std::ops::Range;

/// Functions that permute lanes, without `_sync`.
const PERMUTES: &[&str] = &[
    "__shfl",
    "__shfl_up",
    "__shfl_down",
    "__shfl_xor",
    "__hip_ds_bpermute",
    "__hip_ds_bpermutef",
    "__hip_ds_permute",
    "__hip_ds_permutef",
    "__builtin_amdgcn_ds_bpermute",
    "__builtin_amdgcn_ds_permute",
    "__builtin_amdgcn_mov_dpp",
    "__builtin_amdgcn_update_dpp",
];

/// Members of cooperative groups that do.
const MEMBERS: &[&str] = &["shfl", "shfl_up", "shfl_down", "shfl_xor"];

/// A function or macro.
pub(super) struct Function {
    pub(super) name: String,
    pub(super) is_kernel: bool,
    /// Identifiers in the body.
    pub(super) words: HashSet<String>,
    /// The first lane permute in it.
    pub(super) permute: Option<Range<usize>>,
}

/// All functions with a body, and all macros; a function within another one is part of it.
pub(super) fn functions(bytes: &[u8]) -> Vec<Function> {
    with_tokens(&Source { path: "", bytes }, |code, _| {
        let guarded = guarded(&code);
        let is_off = |at: usize| {
            let number = guarded.partition_point(|range| range.end <= at);
            guarded.get(number).is_some_and(|range| range.contains(&at))
        };
        let reader = Reader { code: &code, is_off: &is_off };
        let mut all: Vec<(usize, Function)> = Vec::new();
        for define in code.directives().filter_map(|hash| Define::at(&code, hash)) {
            let end = define.body.end;
            all.push((end, reader.function(define.name, false, define.name + 1..end)));
        }
        for found in definitions(&code, |at| Specifiers::of_word(code.text(at))) {
            let is_declared = found.within == Surroundings::Declarations && found.is_closed;
            if let Some(name) = found.qualified_name(&code).filter(|_| is_declared) {
                all.push((found.body.end, reader.function(name.end - 1, found.specifiers.global, found.body)));
            }
        }
        all.sort_by_key(|(end, _)| *end);
        all.into_iter().map(|(_, function)| function).collect()
    })
}

/// Ranges of tokens that are left out: all branches of a conditional from the one that tests the target, which is not worked out,
/// and what `#if 0` switches off.
fn guarded(code: &Code<'_>) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    // Of each, whether a branch so far tested the target.
    let mut open: OpenIfs<bool, bool> = OpenIfs::new(true);
    let mut start = None;
    for hash in code.directives() {
        let Some((_, end)) = code.directive(hash) else { continue };
        let Some(branching) = code.branching(hash) else { continue };
        let tests = tests_target(code, hash, end);
        let truth = |tested: &bool| Truth { holds: false, fails: *tested || is_zero(code, hash, end) };
        match branching {
            Branching::Opens => open.open(tests, truth),
            Branching::Continues | Branching::Else => {
                open.innermost().into_iter().for_each(|tested| *tested |= tests);
                open.branch(truth);
            }
            Branching::Closes => drop(open.close()),
        }
        match (open.present(), start) {
            (false, None) => start = Some(end),
            (true, Some(from)) => {
                ranges.push(from..hash);
                start = None;
            }
            _ => {}
        }
    }
    ranges.extend(start.map(|from| from..code.tokens.len()));
    ranges
}

fn tests_target(code: &Code<'_>, hash: usize, end: usize) -> bool {
    let is_target = |at| ["__gfx", "__GFX", "__HIP_ARCH"].iter().any(|start| code.text(at).starts_with(start.as_bytes()));
    (hash + 2..end).any(is_target)
}

fn is_zero(code: &Code<'_>, hash: usize, end: usize) -> bool {
    code.is_word(hash + 1, b"if") && end == hash + 3 && code.text(hash + 2) == b"0"
}

/// Reads the names in bodies.
struct Reader<'c, 'a> {
    code: &'c Code<'a>,
    is_off: &'c dyn Fn(usize) -> bool,
}

impl Reader<'_, '_> {
    fn text(&self, at: usize) -> String {
        String::from_utf8_lossy(self.code.text(at)).into_owned()
    }

    fn function(&self, name: usize, is_kernel: bool, body: Range<usize>) -> Function {
        let mut function = Function { name: self.text(name), is_kernel, words: HashSet::new(), permute: None };
        for at in body {
            // A directive within a function is none of it.
            let belongs = self.code.tokens[at].in_directive == self.code.tokens[name].in_directive;
            if belongs && self.code.kind(at) == TokenKind::Identifier && !(self.is_off)(at) {
                self.note(&mut function, at);
            }
        }
        function
    }

    fn note(&self, function: &mut Function, at: usize) {
        let word = self.text(at);
        let is_member = at > 0 && (self.code.is(at - 1, b'.') || self.code.kind(at - 1) == TokenKind::Arrow);
        let permutes = match is_member {
            true => MEMBERS.contains(&word.as_str()),
            false => PERMUTES.contains(&word.strip_suffix("_sync").unwrap_or(&word)),
        };
        if permutes && function.permute.is_none() {
            function.permute = Some(self.code.tokens[at].range());
        }
        function.words.insert(word);
    }
}
