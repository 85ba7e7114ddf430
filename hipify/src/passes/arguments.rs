//! Calls whose arguments change with the name, as the `call` field of a rules line says.

use super::scope::Users;
use super::sweep::Found;
use super::{Context, names};
use crate::code::Argument;
use crate::diagnostic::{Code, Level};
use crate::edit::Edit;
use crate::token::Kind;
use hipify_rules::{CallEdit, CallOp, Symbol, Target};
use std::collections::HashMap;

/// New names that hang on a call's arguments, by token.
pub(crate) type Renamed = HashMap<usize, &'static str>;

pub(crate) fn port_calls(context: &mut Context<'_>, found: &Found, users: &Users) -> Renamed {
    let mut renamed = Renamed::new();
    for &(at, symbol) in found.symbols.iter().filter(|(_, symbol)| symbol.has_call_edits()) {
        // What follows the name in `#define cudaMallocHost(p, n)` are parameters.
        let converts = !names::is_macro_definition(context, at) && becomes_hip(context, symbol);
        if converts && !users.owns(context, at) {
            port_call(context, at, symbol, &mut renamed);
        }
    }
    renamed
}

/// Whether the name becomes the HIP one, whose arguments the `call` field is about: not rocBLAS's or MIOpen's.
fn becomes_hip(context: &Context<'_>, symbol: Symbol) -> bool {
    match context.options.choice.target(symbol) {
        Target::Renamed(name) => symbol.hip() == Some(name),
        Target::Same => true,
        _ => false,
    }
}

fn port_call(context: &mut Context<'_>, at: usize, symbol: Symbol, renamed: &mut Renamed) {
    let edits = symbol.call_edits();
    if let [CallEdit { op: CallOp::Tag(tag), .. }] = edits[..] {
        return port_elaborated(context, at, symbol, tag);
    }
    let Some(open) = call_open(context, at) else {
        return report_use_without_call(context, at, symbol, &edits);
    };
    let Some(arguments) = context.code.arguments(open) else { return };
    for edit in edits.iter().filter(|e| e.arity.is_none_or(|arity| arity == arguments.len())) {
        port_argument(context, open, &arguments, edit.op, at, renamed);
    }
}

/// `struct cudaX` where HIP's name is a `typedef` of `struct TAG`: the keyword goes, save in a definition.
fn port_elaborated(context: &mut Context<'_>, at: usize, symbol: Symbol, tag: &str) {
    let code = context.code;
    let Some(keyword) = code.previous(at).filter(|&i| matches!(code.text(i), b"struct" | b"enum")) else { return };
    if code.next_is(at, b'{') || code.next_is(at, b':') {
        return;
    }
    let declares = code.next_is(at, b';')
        && code.previous(keyword).is_none_or(|i| b";{}".iter().any(|b| code.is(i, *b)) || code.kind(i) == Kind::String);
    if declares {
        let name = String::from_utf8_lossy(code.text(keyword));
        let text = format!("typedef {name} {tag} {}", symbol.hip().unwrap_or(symbol.cuda()));
        context.edits.push(Edit::replace(code.span(keyword, at), text));
        return;
    }
    let start = code.tokens[keyword].start as usize;
    context.edits.push(Edit::delete(start..code.tokens[at].start as usize));
}

/// The `(` of a call of the name at `at`, behind template arguments if there are some.
fn call_open(context: &Context<'_>, at: usize) -> Option<usize> {
    let code = &context.code;
    let mut next = code.next(at)?;
    if code.is(next, b'<') {
        next = code.next(code.template_close(next)?)?;
    }
    code.is(next, b'(').then_some(next)
}

/// A function whose parameters differ, taken as a pointer: the pointer's type no longer fits.
fn report_use_without_call(context: &mut Context<'_>, at: usize, symbol: Symbol, edits: &[CallEdit]) {
    let changes_arity = edits.iter().any(|e| matches!(e.op, CallOp::Insert(..) | CallOp::Drop(_)));
    if changes_arity && !context.code.tokens[at].in_directive {
        let span = context.code.tokens[at].range();
        let message = format!("`{}` is used without a call, and its HIP counterpart takes other parameters", symbol.cuda());
        let help = symbol.differs().unwrap_or("wrap the call in a function of your own").to_owned();
        context.report(Code::PARTIAL_API, Level::Warning, span, message).help = Some(help);
    }
}

fn port_argument(context: &mut Context<'_>, open: usize, arguments: &[Argument], op: CallOp, at: usize, renamed: &mut Renamed) {
    match op {
        CallOp::Rename(name) => {
            renamed.insert(at, name);
        }
        CallOp::Symbol(i) => wrap_symbol(context, arguments.get(i)),
        CallOp::Kernel(i) => {
            if let Some(argument) = arguments.get(i).filter(|a| !is_cast(context, a)) {
                wrap(context, argument, "reinterpret_cast<const void*>(", ")");
            }
        }
        CallOp::Cast(i, target) => {
            if let Some(argument) = arguments.get(i).filter(|a| !is_cast(context, a)) {
                wrap(context, argument, format!("({target})("), ")");
            }
        }
        CallOp::ConstCast(i, target) => {
            if let Some(argument) = arguments.get(i).filter(|a| !is_cast(context, a) && !is_null(context, a)) {
                wrap(context, argument, format!("const_cast<{target}>("), ")");
            }
        }
        CallOp::Tag(_) => {}
        CallOp::Insert(i, text) => insert(context, open, arguments, i, text),
        CallOp::Drop(i) => drop_argument(context, arguments, i),
        CallOp::Mask(i) => widen_mask(context, arguments.get(i)),
    }
}

fn wrap_symbol(context: &mut Context<'_>, argument: Option<&Argument>) {
    let Some(argument) = argument else { return };
    let code = &context.code;
    if code.is_word(argument.first, b"HIP_SYMBOL") {
        return;
    }
    if code.kind(argument.first) == Kind::String {
        let span = code.span(argument.first, argument.last);
        let message = "a symbol named by a string was dropped in CUDA 5 and is unknown to HIP";
        context.report(Code::SYMBOL_BY_NAME, Level::Error, span, message).help = Some("name the variable itself".to_owned());
        return;
    }
    wrap(context, argument, "HIP_SYMBOL(", ")");
}

fn wrap(context: &mut Context<'_>, argument: &Argument, before: impl Into<std::borrow::Cow<'static, str>>, after: &'static str) {
    let span = context.code.span(argument.first, argument.last);
    context.edits.push(Edit::insert(span.start, before));
    context.edits.push(Edit::insert(span.end, after));
}

/// Whether the argument already is a cast: `(void*)k`, `reinterpret_cast<...>(k)`.
fn is_cast(context: &Context<'_>, argument: &Argument) -> bool {
    let code = &context.code;
    let first = argument.first;
    let named = [b"reinterpret_cast".as_slice(), b"static_cast", b"const_cast"].iter().any(|word| code.is_word(first, word));
    let c_style = code.is(first, b'(')
        && code.close(first).is_some_and(|close| {
            close < argument.last && code.previous_is(close, b'*') && code.close(first) != Some(argument.last)
        });
    named || c_style
}

/// A mask's name, by its definitions in the file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DefinedMask {
    /// Each of them names all 32 lanes.
    AllLanes,
    /// One of them has 64 bits: the source has masks for AMD GPUs by itself.
    AlsoWide,
    Other,
}

/// HIP's masks have 64 bits, and its headers refuse narrower ones; all lanes of a warp become all lanes of a wavefront.
fn widen_mask(context: &mut Context<'_>, argument: Option<&Argument>) {
    let Some(argument) = argument else { return };
    let span = context.code.span(argument.first, argument.last);
    let text = &context.source.bytes[span.clone()];
    let defined = if argument.first == argument.last { defined_mask(context, text) } else { DefinedMask::Other };
    if is_all_lanes(text) || defined == DefinedMask::AllLanes {
        context.edits.push(Edit::replace(span, "~0ull"));
        return;
    }
    if is_wide(context, argument) || defined == DefinedMask::AlsoWide {
        return;
    }
    wrap(context, argument, "static_cast<unsigned long long>(", ")");
    let message = format!("HIP's lane masks have 64 bits: `{}` names 32 lanes at most", String::from_utf8_lossy(text));
    context.report(Code::PARTIAL_MASK, Level::Warning, span, message).help =
        Some("give the mask the type `unsigned long long`, and the value `~0ull` where it means all lanes".to_owned());
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
    memchr::memmem::find_iter(source, name).filter_map(move |at| value_behind(source, at, name))
}

/// The value that the text at `at` gives to `name`, if it defines it.
fn value_behind<'a>(source: &'a [u8], at: usize, name: &[u8]) -> Option<&'a [u8]> {
    let rest = &source[at + name.len()..];
    let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
    let comment = [&b"//"[..], b"/*"].iter().filter_map(|mark| memchr::memmem::find(line, mark)).min();
    let line = &line[..comment.unwrap_or(line.len())];
    let value = if source[..at].trim_ascii_end().ends_with(b"define") {
        line.strip_prefix(b" ").or_else(|| line.strip_prefix(b"\t"))?
    } else {
        let behind = line.trim_ascii_start().strip_prefix(b"=").filter(|v| !v.starts_with(b"="))?;
        &behind[..memchr::memchr2(b';', b',', behind)?]
    };
    let value = value.trim_ascii();
    Some(value.strip_prefix(b"(").and_then(|v| v.strip_suffix(b")")).unwrap_or(value))
}

/// Whether the mask has 64 bits in HIP already: a cast, a long literal, a call that gives a mask.
fn is_wide(context: &Context<'_>, argument: &Argument) -> bool {
    const MASKS: &[&[u8]] = &[b"__activemask", b"__ballot", b"__ballot_sync", b"__match_any_sync", b"__match_all_sync"];
    let code = &context.code;
    let last = code.text(argument.last);
    let long = code.kind(argument.last) == Kind::Number && last.to_ascii_lowercase().windows(2).any(|pair| pair == b"ll");
    let calls_mask = MASKS.contains(&code.text(argument.first))
        && code.next(argument.first).is_some_and(|open| code.is(open, b'(') && code.close(open) == Some(argument.last));
    // `(unsigned long long)mask`, `(uint64_t)mask`
    let cast_close = code.is(argument.first, b'(').then(|| code.close(argument.first)).flatten();
    let cast_to_wide = cast_close.is_some_and(|close| {
        close < argument.last && (argument.first..close).any(|i| matches!(code.text(i), b"long" | b"uint64_t" | b"lanemask_t"))
    });
    long || calls_mask || cast_to_wide || is_cast(context, argument)
}

/// `NULL`, `nullptr`, `0`.
fn is_null(context: &Context<'_>, argument: &Argument) -> bool {
    let text = context.code.text(argument.first);
    argument.first == argument.last && matches!(text, b"NULL" | b"nullptr" | b"0")
}

fn insert(context: &mut Context<'_>, open: usize, arguments: &[Argument], i: usize, text: &'static str) {
    let code = &context.code;
    let edit = match i.checked_sub(1).map(|before| arguments.get(before)) {
        None if arguments.is_empty() => Edit::insert(code.tokens[open].end as usize, text),
        None => Edit::insert(code.tokens[open].end as usize, format!("{text}, ")),
        Some(Some(before)) => Edit::insert(code.tokens[before.last].end as usize, format!(", {text}")),
        Some(None) => return,
    };
    context.edits.push(edit);
}

fn drop_argument(context: &mut Context<'_>, arguments: &[Argument], i: usize) {
    let Some(argument) = arguments.get(i) else { return };
    let code = &context.code;
    let span = match i.checked_sub(1) {
        Some(before) => code.tokens[arguments[before].last].end as usize..code.tokens[argument.last].end as usize,
        None => {
            let end = arguments.get(1).map_or(code.tokens[argument.last].end, |next| code.tokens[next.first].start);
            code.tokens[argument.first].start as usize..end as usize
        }
    };
    context.edits.push(Edit::delete(span));
}
