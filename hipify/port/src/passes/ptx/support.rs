//! The functions that stand for PTX which no builtin does: which of them a file needs, and where in it they go.

use super::super::Context;
use super::super::runtime_header::{insertion_point, newline};
use super::super::sweep::Found;
use hipify_condition::Branching;
use hipify_diagnostics::Edit;
use hipify_syntax::{Code, TokenKind};

struct Support {
    text: &'static str,
    names: &'static [&'static str],
    /// Whether it makes use of shared addresses, and of numbers of 16 bits.
    needs: [bool; 2],
}

const SHARED: usize = 0;
const NUMBERS: usize = 1;

/// In the order in which they go into a file.
const SUPPORT: &[Support] = &[
    Support { text: include_str!("support/shared.h"), names: &["to_shared", "from_shared"], needs: [false; 2] },
    Support {
        text: include_str!("support/numbers.h"),
        #[rustfmt::skip]
        names: &["half1", "half2", "bfloat1", "bfloat2", "fused", "flush", "from_bfloat", "to_bfloat", "to_tf32", "dot4", "differences4"],
        needs: [false; 2],
    },
    Support { text: include_str!("support/copy.h"), names: &["copy"], needs: [true, false] },
    Support {
        text: include_str!("support/lanes.h"),
        #[rustfmt::skip]
        names: &["ballot", "all", "any", "uniform", "elected", "match_any", "match_all", "reduce", "shuffle_up", "shuffle_down",
            "shuffle_bfly", "shuffle_idx", "sync_warp"],
        needs: [false; 2],
    },
    Support {
        text: include_str!("support/matrix.h"),
        names: &["load_matrix", "store_matrix", "transposed_matrix", "multiply", "multiply_by_eights"],
        needs: [true, true],
    },
];

/// CUDA's functions between pointers and addresses in a kind of memory, and what is called in their place.
const ADDRESS_FUNCTIONS: &[(&str, &str)] = &[
    ("__cvta_generic_to_shared", "hipify_ptx::to_shared"),
    ("__cvta_shared_to_generic", "hipify_ptx::from_shared"),
    ("__cvta_generic_to_global", "(size_t)"),
    ("__cvta_global_to_generic", "(void *)"),
];

/// What is called in the place of a function that turns pointers into addresses, or back.
pub(crate) fn address_function(name: &str) -> Option<&'static str> {
    ADDRESS_FUNCTIONS.iter().find(|(cuda, _)| *cuda == name).map(|(_, hip)| *hip)
}

/// Ports the calls of those functions; gives where they are.
pub(super) fn port_address_functions(context: &mut Context<'_>, found: &Found) -> Vec<usize> {
    let mut uses = Vec::new();
    for &(at, symbol) in &found.symbols {
        if let Some(hip) = address_function(symbol.cuda()) {
            context.edits.push(Edit::replace(context.code.tokens[at].range(), hip));
            context.converted.push(symbol.cuda());
            uses.push(at);
        }
    }
    uses
}

/// Inserts what the edits made so far call; `uses` are the tokens where they begin.
pub(super) fn insert(context: &mut Context<'_>, found: &Found, uses: &[usize]) {
    let texts: Vec<&str> = context.edits.iter().map(|edit| &*edit.text).filter(|text| text.contains("hipify_ptx::")).collect();
    let calls = |name: &str| texts.iter().any(|text| contains_call(text, name));
    let mut needed: Vec<bool> = SUPPORT.iter().map(|support| support.names.iter().any(|name| calls(name))).collect();
    for (at, support) in SUPPORT.iter().enumerate() {
        if needed[at] {
            needed[SHARED] |= support.needs[0];
            needed[NUMBERS] |= support.needs[1];
        }
    }
    if needed.contains(&true) {
        let newline = newline(context);
        let chosen = SUPPORT.iter().zip(needed).filter(|(_, is_needed)| *is_needed);
        let text: String = chosen.map(|(support, _)| support.text).collect();
        let at = place(&context.code, uses).unwrap_or_else(|| insertion_point(context, found));
        context.edits.push(Edit::insert(at, text.replace('\n', newline)));
    }
}

fn contains_call(text: &str, name: &str) -> bool {
    text.split("hipify_ptx::").skip(1).any(|after| after.strip_prefix(name).is_some_and(|after| after.starts_with(['(', '<'])))
}

/// After the last include that stands before all uses, outside of any braces, in a branch that all of them are in.
fn place(code: &Code<'_>, uses: &[usize]) -> Option<usize> {
    let first = *uses.iter().min()?;
    let mut walk = Walk::default();
    let (mut includes, mut branches_of_uses) = (Vec::new(), Vec::new());
    let mut uses = uses.to_vec();
    uses.sort_unstable();
    let mut next = 0;
    for at in 0..code.tokens.len() {
        if uses.get(next) == Some(&at) {
            branches_of_uses.push(walk.branches.clone());
            next += 1;
        }
        if let Some(end) = walk.step(code, at).filter(|_| at < first) {
            includes.push((walk.branches.clone(), end));
        }
    }
    let encloses = |branches: &[usize]| branches_of_uses.iter().all(|of_use| of_use.starts_with(branches));
    includes.into_iter().rfind(|(branches, _)| encloses(branches)).map(|(_, end)| after_line(code, end))
}

/// What is open at a token.
#[derive(Default)]
struct Walk {
    /// The branches of conditionals, each by a number of its own.
    branches: Vec<usize>,
    count: usize,
    braces: usize,
}

impl Walk {
    /// Goes past a token; gives the last token of an include outside of braces.
    fn step(&mut self, code: &Code<'_>, at: usize) -> Option<usize> {
        if !code.tokens[at].in_directive {
            self.braces = match code.tokens[at].kind {
                TokenKind::Punctuation if code.is(at, b'{') => self.braces + 1,
                TokenKind::Punctuation if code.is(at, b'}') => self.braces.saturating_sub(1),
                _ => self.braces,
            };
            return None;
        }
        if code.kind(at) != TokenKind::Hash || at + 1 >= code.tokens.len() {
            return None;
        }
        self.count += 1;
        match code.branching(at) {
            Some(Branching::Opens) => self.branches.push(self.count),
            Some(Branching::Continues | Branching::Else) => {
                if let Some(last) = self.branches.last_mut() {
                    *last = self.count;
                }
            }
            Some(Branching::Closes) => drop(self.branches.pop()),
            None if self.braces == 0 && code.is_word(at + 1, b"include") => return code.directive(at).map(|(_, end)| end - 1),
            None => {}
        }
        None
    }
}

/// The start of the line after the one that a token is on.
fn after_line(code: &Code<'_>, at: usize) -> usize {
    let end = code.tokens[at].range().end;
    memchr::memchr(b'\n', &code.source[end..]).map_or(code.source.len(), |n| end + n + 1)
}
