//! Lane masks of calls, which have 32 bits in CUDA and 64 in HIP.

use super::Context;
use super::argument::{is_cast, wrap};
use hipify_diagnostics::{Code, Edit, Level};
use hipify_syntax::call::Call;
use hipify_syntax::constants::integer_type;
use hipify_syntax::divergence::Facts;
use hipify_syntax::tokens::operand_start;
use hipify_syntax::variables::{Variable, without_specifiers};
use hipify_syntax::{Argument, Code as Tokens, TokenKind};

/// All lanes of a wavefront of either size.
pub const ALL_LANES: &str = "~0ull";

/// The lanes that reach the place.
pub const ACTIVE_LANES: &str = "__activemask()";

/// Lanes of the widest wavefronts that the text is for.
const LANES: u32 = 64;

/// A mask's name, by its definitions in the file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DefinedMask {
    /// Each of them names all 32 lanes.
    AllLanes,
    /// One of them has 64 bits: the source has masks for AMD GPUs by itself.
    AlsoWide,
    Other,
}

/// HIP's masks have 64 bits, and its headers refuse narrower ones. All lanes of a warp become all lanes of a wavefront, or those
/// that are active where it is known that not all are: HIP stops a kernel whose mask names others.
pub(super) fn widen_mask(context: &mut Context<'_>, argument: Option<&Argument>) {
    let Some(argument) = argument else { return };
    let span = context.code.span(argument.first, argument.last);
    let text = &context.source.bytes[span.clone()];
    let defined = if argument.first == argument.last { defined_mask(context, text) } else { DefinedMask::Other };
    if is_all_lanes(text) || defined == DefinedMask::AllLanes {
        let text = if is_divergent(context, argument.first) { ACTIVE_LANES } else { ALL_LANES };
        context.edits.push(Edit::replace(span, text));
        return;
    }
    if is_wide(context, argument).unwrap_or(defined == DefinedMask::AlsoWide) {
        return;
    }
    wrap(context, argument, "static_cast<unsigned long long>(", ")");
    let message = format!("HIP's lane masks have 64 bits: `{}` names 32 lanes at most", String::from_utf8_lossy(text));
    context.report(Code::PARTIAL_MASK, Level::Warning, span, message).help =
        Some("give the mask the type `unsigned long long`, and the value `~0ull` where it means all lanes".to_owned());
}

/// Whether it is known that not all lanes of a wavefront of 64 reach the place.
fn is_divergent(context: &mut Context<'_>, at: usize) -> bool {
    facts(context).divergence(LANES).at(at).is_some()
}

fn facts<'c, 'a>(context: &'c mut Context<'a>) -> &'c Facts<'a> {
    let (code, language) = (context.code, context.source.language());
    context.facts.get_or_insert_with(|| Box::new(Facts::of(code, language)))
}

/// Functions that take a mask in 64 bits, and words before a bracket whose condition is any lane at all.
const TAKE_ALL_BITS: &[&[u8]] = &[b"__popcll", b"__ffsll", b"__clzll", b"__brevll", b"if", b"while"];

/// Whether it is seen that what the call of the name at `at` gives keeps its 64 bits, or is asked for any bit at all: it starts a variable
/// of 64 bits or is assigned to one, is the argument of a function of 64 bits, or a condition.
pub(super) fn keeps_all_bits(context: &mut Context<'_>, at: usize) -> bool {
    let code = context.code;
    let Some(call) = Call::at(&code, at) else { return false };
    let (before, after) = (code.previous(operand_start(&code, at)), code.next(call.close));
    let (Some(before), Some(after)) = (before, after) else { return false };
    let Some(target) = code.previous(before) else { return false };
    if code.is(before, b'(') && code.is(after, b')') {
        return TAKE_ALL_BITS.contains(&code.text(target));
    }
    let is_whole = b";,)".iter().any(|end| code.is(after, *end));
    is_whole
        && code.is(before, b'=')
        && code.kind(target) == TokenKind::Identifier
        && facts(context).variable(target).is_some_and(|known| bits(&code, known) == Some(64) || is_deduced(&code, known))
}

/// The width of a variable that holds one integer.
fn bits(code: &Tokens<'_>, variable: &Variable) -> Option<u32> {
    let (first, last) = without_specifiers(code, variable.kind).filter(|_| !variable.indirect && variable.array.is_none())?;
    integer_type(code, first, last).map(|(bits, _)| bits)
}

/// `auto name = ...`
fn is_deduced(code: &Tokens<'_>, variable: &Variable) -> bool {
    without_specifiers(code, variable.kind).is_some_and(|(first, last)| first == last && code.is_word(first, b"auto"))
}

fn is_all_lanes(text: &[u8]) -> bool {
    let text = text.to_ascii_lowercase();
    let end = text.iter().rposition(|b| *b != b'u').map_or(0, |last| last + 1);
    let end = if text.ends_with(b"u") { end } else { text.len() };
    matches!(&text[..end], b"0xffffffff" | b"-1" | b"~0" | b"4294967295" | b"uint32_max" | b"uint_max")
}

/// What the definitions of `name` in the file give it: `#define name 0xffffffff`, `name = 0xffffffffu;`.
fn defined_mask(context: &mut Context<'_>, name: &[u8]) -> DefinedMask {
    if let Some(&known) = context.defined_masks.get(name) {
        return known;
    }
    let values: Vec<&[u8]> = values_of(context.source.bytes, name).collect();
    let defined = if values.iter().any(|value| is_wide_value(value)) {
        DefinedMask::AlsoWide
    } else if !values.is_empty() && values.iter().all(|value| is_all_lanes(value)) {
        DefinedMask::AllLanes
    } else {
        DefinedMask::Other
    };
    context.defined_masks.insert(name.to_vec(), defined);
    defined
}

fn is_wide_value(value: &[u8]) -> bool {
    value.to_ascii_lowercase().ends_with(b"ll") || value.eq_ignore_ascii_case(b"0xffffffffffffffff")
}

/// The values that definitions of `name` in a file give it.
fn values_of<'a>(source: &'a [u8], name: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
    memchr::memmem::find_iter(source, name).filter_map(move |at| value_after(source, at, name))
}

/// The value that the text at `at` gives to `name`, if it defines it.
fn value_after<'a>(source: &'a [u8], at: usize, name: &[u8]) -> Option<&'a [u8]> {
    let rest = &source[at + name.len()..];
    let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
    let comment = [&b"//"[..], b"/*"].iter().filter_map(|mark| memchr::memmem::find(line, mark)).min();
    let line = &line[..comment.unwrap_or(line.len())];
    let value = if source[..at].trim_ascii_end().ends_with(b"define") {
        line.strip_prefix(b" ").or_else(|| line.strip_prefix(b"\t"))?
    } else {
        let after = line.trim_ascii_start().strip_prefix(b"=").filter(|v| !v.starts_with(b"="))?;
        &after[..memchr::memchr2(b';', b',', after)?]
    };
    let value = value.trim_ascii();
    Some(value.strip_prefix(b"(").and_then(|v| v.strip_suffix(b")")).unwrap_or(value))
}

/// Whether the mask has 64 bits in HIP already: a cast, a long literal, a call that gives a mask, a variable. `None` where that is not
/// seen.
fn is_wide(context: &mut Context<'_>, argument: &Argument) -> Option<bool> {
    const MASKS: &[&[u8]] = &[b"__activemask", b"__ballot", b"__ballot_sync", b"__match_any_sync", b"__match_all_sync"];
    let is_mask = |code: &Tokens<'_>, first: usize| MASKS.contains(&code.text(first)) && code.next_is(first, b'(');
    if argument.first == argument.last && context.code.kind(argument.first) == TokenKind::Identifier {
        let code = context.code;
        let starts_as_mask = |variable: &Variable| variable.initializer.is_some_and(|(first, _)| is_mask(&code, first));
        let variable = facts(context).variable(argument.first)?;
        return if is_deduced(&code, variable) {
            starts_as_mask(variable).then_some(true)
        } else {
            Some(bits(&code, variable)? == 64)
        };
    }
    let code = &context.code;
    let last = code.text(argument.last);
    let long = code.kind(argument.last) == TokenKind::Number && last.to_ascii_lowercase().windows(2).any(|pair| pair == b"ll");
    let calls_mask =
        is_mask(code, argument.first) && code.next(argument.first).is_some_and(|open| code.close(open) == Some(argument.last));
    // `(unsigned long long)mask`, `(uint64_t)mask`
    let cast_close = code.is(argument.first, b'(').then(|| code.close(argument.first)).flatten();
    let cast_to_wide = cast_close.is_some_and(|close| {
        close < argument.last && (argument.first..close).any(|i| matches!(code.text(i), b"long" | b"uint64_t" | b"lanemask_t"))
    });
    (long || calls_mask || cast_to_wide || is_cast(context, argument)).then_some(true)
}
