//! Calls whose arguments change with the name, as the `call` field of a rules line says.

use super::argument::{casts_to, is_cast, wrap};
use super::scope::Users;
use super::sweep::Found;
use super::{Context, masks, moved, supplied};
use hipify_diagnostics::{Code, Edit, Level};
use hipify_rules::{CallEdit, CallOp, Symbol, SymbolKind, Target, symbol};
use hipify_syntax::directive::is_defined_name;
use hipify_syntax::{Argument, TokenKind};
use std::collections::{HashMap, HashSet};

/// New names that depend on a call's arguments, by token.
pub(crate) type Renamed = HashMap<usize, &'static str>;

pub(crate) fn port_calls(context: &mut Context<'_>, found: &Found, users: &Users) -> Renamed {
    let mut renamed = Renamed::new();
    let variables = variables(&context.code, found);
    let choice = context.options.choice;
    for &(at, symbol) in found.symbols.iter().filter(|(_, symbol)| choice.has_call_edits(*symbol)) {
        // What follows the name in `#define cudaMallocHost(p, n)` are parameters.
        let converts = !is_defined_name(&context.code, at) && is_ported(context, symbol);
        if converts && !users.owns(context, at) {
            port_call(context, at, symbol, &mut renamed, &variables, found);
        }
    }
    renamed
}

/// Names of the variables and parameters that a file declares with a type of CUDA before them, or a reference to it, by that type.
type Variables<'a> = HashMap<&'static str, HashSet<&'a [u8]>>;

fn variables<'a>(code: &hipify_syntax::Code<'a>, found: &Found) -> Variables<'a> {
    let mut variables = Variables::new();
    for &(at, symbol) in found.symbols.iter().filter(|(_, symbol)| symbol.kind() == SymbolKind::Type) {
        let last = code.next(at).filter(|&next| code.is(next, b'&')).unwrap_or(at);
        let next = code.next(last);
        if let Some(name) = next.filter(|&name| code.kind(name) == TokenKind::Identifier) {
            variables.entry(symbol.cuda()).or_default().insert(code.text(name));
        }
    }
    variables
}

/// Whether an argument is one of these variables, or a value of the type made in place: `cudaMemLocation{...}`.
fn is_of_type(context: &Context<'_>, variables: &Variables<'_>, argument: &Argument, name: &str) -> bool {
    let text = context.code.text(argument.first);
    let is_variable = || variables.get(name).is_some_and(|names| names.contains(text));
    text == name.as_bytes() || argument.first == argument.last && is_variable()
}

fn is_ported(context: &Context<'_>, symbol: Symbol) -> bool {
    match context.options.choice.target(symbol) {
        Target::Renamed(_) | Target::Same => true,
        // The support header has the function as later versions of HIP have it.
        Target::NeedsRocm(..) => supplied::has(context.options, symbol),
        _ => false,
    }
}

fn port_call(
    context: &mut Context<'_>,
    at: usize,
    symbol: Symbol,
    renamed: &mut Renamed,
    variables: &Variables<'_>,
    found: &Found,
) {
    let edits = context.options.choice.call_edits(symbol);
    if let [CallEdit { op: CallOp::Tag(tag), .. }] = edits[..] {
        return port_elaborated(context, at, symbol, tag);
    }
    let Some(open) = call_open(context, at) else {
        return report_use_without_call(context, at, symbol, &edits);
    };
    let Some(arguments) = context.code.arguments(open) else { return };
    for edit in edits.iter().filter(|e| e.arity.is_none_or(|arity| arity == arguments.len())) {
        let is_typed = |(i, name)| arguments.get(i).is_some_and(|argument| is_of_type(context, variables, argument, name));
        if !edit.typed.is_none_or(is_typed) {
            continue;
        }
        if let CallOp::Borrow(to, function, shared, taken) = edit.op {
            let others = found.symbols.iter().filter(|(_, other)| other.cuda() == function);
            let calls: Vec<_> =
                others.filter_map(|&(name, _)| Some((name, context.code.arguments(call_open(context, name)?)?))).collect();
            let from = moved::Lender { function, shared, taken, calls: &calls };
            moved::borrow_argument(context, at, open, &arguments, to, &from);
            continue;
        }
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
        && code.previous(keyword).is_none_or(|i| b";{}".iter().any(|b| code.is(i, *b)) || code.kind(i) == TokenKind::String);
    if declares {
        let name = String::from_utf8_lossy(code.text(keyword));
        let text = format!("typedef {name} {tag} {}", symbol.hip().unwrap_or(symbol.cuda()));
        context.edits.push(Edit::replace(code.span(keyword, at), text));
        return;
    }
    let start = code.tokens[keyword].start as usize;
    context.edits.push(Edit::delete(start..code.tokens[at].start as usize));
}

/// The `(` of a call of the name at `at`, after template arguments if there are some.
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
    let changes_arity = edits.iter().any(|e| matches!(e.op, CallOp::Insert(..) | CallOp::Borrow(..) | CallOp::Drop(_)));
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
            // CUDA's name of the later form, which the support header may have.
            let later = [context.code.text(at), b"_v2"].concat();
            if let Some(symbol) = symbol(&later).filter(|symbol| symbol.hip() == Some(name)) {
                supplied::target(context, symbol);
            }
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
            if let Some(argument) = arguments.get(i).filter(|a| !casts_to(context, a, target) && !is_null(context, a)) {
                // C has no `const_cast`.
                let c = context.source.path.ends_with(".c");
                wrap(context, argument, if c { format!("({target})(") } else { format!("const_cast<{target}>(") }, ")");
            }
        }
        CallOp::Wrap(i, word) => {
            if let Some(argument) = arguments.get(i) {
                wrap(context, argument, format!("{word}("), ")");
            }
        }
        CallOp::Replace(i, text) => {
            if let Some(argument) = arguments.get(i) {
                let span = context.code.span(argument.first, argument.last);
                context.edits.push(Edit::replace(span, text));
            }
        }
        CallOp::Value(i, name, other) => {
            if let Some(argument) =
                arguments.get(i).filter(|a| a.first == a.last && context.code.is_word(a.first, name.as_bytes()))
            {
                renamed.insert(argument.first, other);
            }
        }
        CallOp::Move(i, to, count) => moved::move_arguments(context, open, arguments, i, to, count),
        CallOp::Copy(i, to) => moved::copy_argument(context, open, arguments, i, to),
        CallOp::Tag(_) | CallOp::Borrow(..) => {}
        CallOp::Insert(i, text) => insert(context, open, arguments, i, text),
        CallOp::Drop(i) => drop_argument(context, arguments, i),
        CallOp::Mask(i) => masks::widen_mask(context, arguments.get(i)),
    }
}

fn wrap_symbol(context: &mut Context<'_>, argument: Option<&Argument>) {
    let Some(argument) = argument else { return };
    let code = &context.code;
    if code.is_word(argument.first, b"HIP_SYMBOL") {
        return;
    }
    if code.kind(argument.first) == TokenKind::String {
        let span = code.span(argument.first, argument.last);
        let message = "a symbol named by a string was dropped in CUDA 5 and is unknown to HIP";
        context.report(Code::SYMBOL_BY_NAME, Level::Error, span, message).help = Some("name the variable itself".to_owned());
        return;
    }
    match has_bare_comma(code, argument) {
        // HIP_SYMBOL is a macro of one parameter.
        true => wrap(context, argument, "HIP_SYMBOL((", "))"),
        false => wrap(context, argument, "HIP_SYMBOL(", ")"),
    }
}

/// Whether a macro would take the argument for several: `table<float, 16>`.
fn has_bare_comma(code: &hipify_syntax::Code<'_>, argument: &Argument) -> bool {
    let mut at = argument.first;
    while at <= argument.last {
        if code.is(at, b',') {
            return true;
        }
        at = if code.is(at, b'(') { code.close(at).unwrap_or(at) + 1 } else { at + 1 };
    }
    false
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
