//! Lane and warp numbers: where a program works them out, and by which warp size.

use crate::file::File;
use crate::file::warp::{LEGACY, MASKED};
use hipify_syntax::TokenKind;
use hipify_syntax::call::{Call, is_free_name};
use hipify_syntax::tokens::{operand_end, operand_start, operator, without_brackets};

/// What a thread's number is split into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// The number within the warp: `threadIdx.x % 32`.
    Lane,
    /// The number of the warp: `threadIdx.x / 32`.
    Warp,
}

/// Which warp size a place relies on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    /// 32, written as a number.
    Literal,
    /// 32, by the name at this token.
    Named(usize),
    /// 32, by what is no constant of the file: a member, constant memory, a parameter.
    Followed,
    /// `warpSize`, right for every wave.
    Asked,
}

/// A place that works out a lane or warp number.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    pub(crate) part: Part,
    pub(crate) size: Size,
    /// First and last token of the whole: `threadIdx.x % 32`.
    pub(crate) first: usize,
    pub(crate) last: usize,
    /// First and last token of the operator.
    pub(crate) operator: (usize, usize),
    /// First and last token of what stands for the size: `32`, `31`, `5`, `(warpSize - 1)`.
    pub(crate) by: (usize, usize),
    /// The variable that it is the value of.
    pub(crate) variable: Option<usize>,
    /// It counts the warps of a block: `blockDim.x / 32`.
    pub(crate) of_block: bool,
}

/// A call of a shuffle.
#[derive(Clone, Debug)]
pub(crate) struct Shuffle {
    pub(crate) call: Call,
    /// Where the exchanged value stands among the arguments.
    pub(crate) value: usize,
    /// It says how many lanes belong together.
    pub(crate) has_width: bool,
}

/// Everything in a file that is about lanes.
#[derive(Debug, Default)]
pub(crate) struct Lanes {
    /// In source order.
    pub(crate) splits: Vec<Split>,
    pub(crate) shuffles: Vec<Shuffle>,
    /// Names of all other functions that lanes run together, where they are called.
    pub(crate) operations: Vec<usize>,
    /// Where `warpSize` stands.
    pub(crate) asked: Vec<usize>,
}

/// What CUDA calls a thread's number and how many a block has.
const THREADS: &[&str] = &["threadIdx", "blockDim", "thread_rank"];

/// What programs call a thread's number, in any case.
const THREAD_NAMES: &[&str] = &["tid", "tidx", "tx", "threadid", "thread_id", "thread_idx", "linear_tid", "thread_rank", "ltid"];

pub(crate) const SHUFFLES: &[&str] =
    &["__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", "__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync"];

impl Split {
    /// Whether a thread's index is split by 32, and no constant of the file has a name for it.
    pub(crate) fn is_by_32(&self) -> bool {
        matches!(self.size, Size::Literal | Size::Followed)
    }
}

impl Lanes {
    pub(crate) fn of(file: &File<'_>) -> Self {
        let mut lanes = Self::default();
        let code = &file.code;
        let has_threads = THREADS.iter().chain(THREAD_NAMES).any(|word| file.sketch().may_hold(word.as_bytes()));
        for at in 0..code.tokens.len() {
            match code.kind(at) {
                TokenKind::Identifier if matches!(code.tokens[at].first, b'_' | b'w') => lanes.word(file, at),
                TokenKind::Punctuation if has_threads && b"%/&>".contains(&code.tokens[at].first) => {
                    if let Some(split) = split(file, at) {
                        lanes.splits.push(split);
                    }
                }
                _ => {}
            }
        }
        lanes.splits.sort_by_key(|split| split.first);
        lanes
    }

    fn word(&mut self, file: &File<'_>, at: usize) {
        let text = file.code.text(at);
        if text == b"warpSize" && is_free_name(&file.code, at) && !file.targets_at(at).is_empty() {
            self.asked.push(at);
        }
        if !text.starts_with(b"__") || file.targets_at(at).is_empty() || !is_free_name(&file.code, at) {
            return;
        }
        let name = file.text(at);
        if SHUFFLES.contains(&name) {
            if let Some(shuffle) = shuffle(file, at) {
                self.shuffles.push(shuffle);
            }
        } else if (MASKED.contains(&name) || LEGACY.contains(&name)) && file.code.next_is(at, b'(') {
            self.operations.push(at);
        }
    }

    /// Whether lanes of the file do anything together.
    pub(crate) fn exchange(&self) -> bool {
        !self.shuffles.is_empty() || !self.operations.is_empty()
    }
}

fn shuffle(file: &File<'_>, at: usize) -> Option<Shuffle> {
    let call = Call::at(&file.code, at)?;
    let value = usize::from(file.text(at).ends_with("_sync"));
    let has_width = call.arguments.len() > value + 2;
    Some(Shuffle { call, value, has_width })
}

/// The lane or warp number that the operator at `at` works out.
fn split(file: &File<'_>, at: usize) -> Option<Split> {
    let code = &file.code;
    let text = operator(code, at);
    let starts = code.previous(at).is_none_or(|i| {
        code.kind(i) != TokenKind::Punctuation
            || code.tokens[i].end != code.tokens[at].start
            || b")]".contains(&code.tokens[i].first)
    });
    if !matches!(text, b"%" | b"/" | b"&" | b">>") || !starts {
        return None;
    }
    let before = code.previous(at)?;
    let first = operand_start(code, before);
    let end = at + text.len() - 1;
    let by = code.next(end)?;
    // What no warp size can be: most operators of a program.
    let is_size = match code.kind(by) {
        TokenKind::Number => matches!(
            code.text(by),
            b"32" | b"31" | b"5" | b"32u" | b"31u" | b"5u" | b"32U" | b"31U" | b"0x1f" | b"0x1F" | b"0x20"
        ),
        TokenKind::Identifier => true,
        _ => code.is(by, b'('),
    };
    if !is_size {
        return None;
    }
    let part = if matches!(text, b"%" | b"&") { Part::Lane } else { Part::Warp };
    let of_block = part == Part::Warp && code.is_word(first, b"blockDim") && code.is_word(before, b"x");
    if !of_block && !is_thread(file, first, before, 4) || file.targets_at(at).is_empty() {
        return None;
    }
    let last = operand_end(code, by);
    let size = size_of(file, text, by, last)?;
    let variable = variable_of(file, first, last);
    // A thread's number in the grid is also what data are counted by: `bitmap[row / 32]`.
    let named = || variable.is_some_and(|at| is_lane_name(file.text(at)));
    if !of_block && size != Size::Asked && counts_grid(file, first, before) && !named() {
        return None;
    }
    Some(Split { part, size, first, last, operator: (at, end), by: (by, last), variable, of_block })
}

/// Whether an expression has the block's number in it, itself or in what its variable starts as.
fn counts_grid(file: &File<'_>, first: usize, last: usize) -> bool {
    let has = |first: usize, last: usize| (first..=last).take(64).any(|i| file.code.is_word(i, b"blockIdx"));
    let initial = || file.variable(first).filter(|_| first == last).and_then(|variable| variable.initializer);
    has(first, last) || initial().is_some_and(|(first, last)| has(first, last))
}

/// The warp size that an operator and its right side rely on.
fn size_of(file: &File<'_>, operator: &[u8], first: usize, last: usize) -> Option<Size> {
    let code = &file.code;
    let (inner, inner_last) = without_brackets(code, first, last);
    if (inner..=inner_last).any(|i| code.is_word(i, b"warpSize")) {
        return Some(Size::Asked);
    }
    let wanted = match operator {
        b"%" | b"/" => 32,
        b"&" => 31,
        _ => 5,
    };
    let Some(value) = file.value(inner, inner_last) else {
        let followed = file.followed_value(inner, inner_last)?;
        return (followed.number == wanted).then_some(Size::Followed);
    };
    if value.number != wanted {
        return None;
    }
    let name = (inner..=inner_last).find(|&i| code.kind(i) == TokenKind::Identifier);
    Some(name.map_or(Size::Literal, Size::Named))
}

/// Whether an expression is the number of a thread in its block or grid.
pub(crate) fn is_thread(file: &File<'_>, first: usize, last: usize, depth: usize) -> bool {
    let code = &file.code;
    let (first, last) = without_brackets(code, first, last);
    if depth == 0 || first > last {
        return false;
    }
    if names_thread(file, first, last) {
        return true;
    }
    if first != last || code.kind(first) != TokenKind::Identifier {
        return false;
    }
    match file.variable(first) {
        Some(variable) => match variable.initializer {
            Some((first, last)) => is_thread(file, first, last, depth - 1),
            None => is_thread_name(file.text(first)) && file.is_device(first),
        },
        None => is_thread_name(file.text(first)) && (file.is_device(first) || code.tokens[first].in_directive),
    }
}

/// Whether `threadIdx.x` or `block.thread_rank()` is a part of a sum, and no subscript or argument.
fn names_thread(file: &File<'_>, first: usize, last: usize) -> bool {
    let code = &file.code;
    let mut at = first;
    for _ in 0..64 {
        if code.is_word(at, b"threadIdx") || is_rank_call(file, at, last) {
            return code.next(at).and_then(|dot| code.next(dot)).is_some_and(|i| code.is_word(i, b"x") || code.is(i, b')'));
        }
        let calls = code.is(at, b'(') && at > first && code.previous(at).is_some_and(|i| code.kind(i) == TokenKind::Identifier);
        if calls || code.is(at, b'[') {
            at = code.close(at).unwrap_or(at);
        }
        match code.next(at).filter(|&next| next <= last) {
            Some(next) => at = next,
            None => return false,
        }
    }
    false
}

/// `block.thread_rank()`.
fn is_rank_call(file: &File<'_>, at: usize, last: usize) -> bool {
    at < last && file.code.is_word(at, b"thread_rank") && file.code.next_is(at, b'(')
}

fn is_thread_name(name: &str) -> bool {
    THREAD_NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// The variable whose declaration or assignment has the expression as its whole value, brackets aside.
fn variable_of(file: &File<'_>, mut first: usize, mut last: usize) -> Option<usize> {
    let code = &file.code;
    for _ in 0..4 {
        let (before, after) = (code.previous(first)?, code.next(last)?);
        if code.is(before, b'(') && code.is(after, b')') {
            if code.previous(before).is_some_and(|i| code.kind(i) == TokenKind::Identifier)
                && file.variable(code.previous(before)?).is_none()
            {
                return None;
            }
            (first, last) = (before, after);
            // `int lane(threadIdx.x % 32);`
            if let Some(name) = code.previous(before).filter(|&i| code.kind(i) == TokenKind::Identifier) {
                return Some(name);
            }
            continue;
        }
        let ends = code.is(after, b';') || code.is(after, b',') || code.is(after, b')');
        let name = code.previous(before).filter(|&i| code.is(before, b'=') && code.kind(i) == TokenKind::Identifier)?;
        return ends.then_some(name);
    }
    None
}

/// Whether a name says lane or warp.
pub(crate) fn is_lane_name(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    ["lane", "warp", "wave"].iter().any(|word| lower.contains(word)) || matches!(&lower[..], "wid" | "lid" | "wrp")
}

impl Lanes {
    /// Whether each shuffle says that 32 lanes belong together, and nothing else is asked of whole waves: right for any wave.
    pub(crate) fn is_logical(&self, file: &File<'_>) -> bool {
        let is_32 = |shuffle: &Shuffle| {
            let width = shuffle.call.arguments.get(shuffle.value + 2);
            width.and_then(|width| file.argument_value(*width)).is_some_and(|value| (1..=32).contains(&value.number))
        };
        !self.shuffles.is_empty()
            && self.operations.iter().all(|&at| file.text(at) == "__syncwarp")
            && self.shuffles.iter().all(is_32)
    }

    /// Whether the code is about whole waves, so that 32 is to become `warpSize`; else 32 lanes are to stay together.
    pub(crate) fn is_whole(&self, file: &File<'_>) -> bool {
        !self.asked.is_empty() || self.operations.iter().any(|&at| gives_mask(file, at))
    }

    /// Whether some lane or warp number is worked out with 32 written as a number.
    pub(crate) fn has_literal(&self) -> bool {
        self.splits.iter().any(|split| split.is_by_32() && !split.of_block)
    }

    /// Whether a fix of shuffles may count on lane and warp numbers by `warpSize`.
    pub(crate) fn fix_by_warp_size(&self, file: &File<'_>) -> bool {
        let select = &file.options.select;
        let others_too = select.names("HIP1005") && select.names("HIP1006");
        let followed = self.splits.iter().any(|split| split.size == Size::Followed);
        self.is_whole(file) && (others_too || !self.has_literal()) && !followed
    }

    /// The splits from one token to another.
    pub(crate) fn splits_in(&self, first: usize, last: usize) -> impl Iterator<Item = &Split> {
        let start = self.splits.partition_point(|split| split.first < first);
        self.splits[start..].iter().take_while(move |split| split.first <= last).filter(move |split| split.last <= last)
    }

    /// The shuffles within a range of tokens.
    pub(crate) fn shuffles_in(&self, range: std::ops::Range<usize>) -> impl Iterator<Item = &Shuffle> {
        let start = self.shuffles.partition_point(|shuffle| shuffle.call.name < range.start);
        self.shuffles[start..].iter().take_while(move |shuffle| shuffle.call.name < range.end)
    }
}

impl Shuffle {
    /// The argument that says which lane, or how far.
    pub(crate) fn lane(&self) -> Option<hipify_syntax::Argument> {
        self.call.arguments.get(self.value + 1).copied()
    }

    /// An edit that keeps 32 lanes together.
    pub(crate) fn with_width(&self, file: &File<'_>) -> Option<hipify_diagnostics::Edit> {
        let last = self.lane()?;
        Some(hipify_diagnostics::Edit::insert(file.span(last.last).end, ", 32"))
    }

    /// The name without `_sync`.
    pub(crate) fn base<'f>(&self, file: &'f File<'_>) -> &'f str {
        file.text(self.call.name).trim_end_matches("_sync")
    }
}

impl Lanes {
    /// Whether lanes count on a split by 32: they exchange values in the file, or the split's variable is named after them; and
    /// some target of `applies` compiles it.
    pub(crate) fn counts(&self, file: &File<'_>, split: &Split, applies: crate::Applies) -> bool {
        let named = split.variable.is_some_and(|at| is_lane_name(file.text(at)));
        let evidence = self.exchange() || named && file.is_device(split.first);
        evidence
            && !self.is_logical(file)
            && !file.targets_at(split.first).and(applies.among(&file.targets, file.options)).is_empty()
    }
}

/// Whether a call's mask is used for more than to name the lanes of another call.
fn gives_mask(file: &File<'_>, at: usize) -> bool {
    let open = file.code.previous(at).filter(|&i| file.code.is(i, b'('));
    let names_lanes = open.and_then(|open| file.code.previous(open)).is_some_and(|name| MASKED.contains(&file.text(name)));
    crate::file::masks::SOURCES.contains(&file.text(at)) && !names_lanes
}
