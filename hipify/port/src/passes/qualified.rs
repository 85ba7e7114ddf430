//! Names that CUDA keeps in namespaces: `cub::`, `thrust::cuda::`, `nvcuda::wmma::`, `cuda::std::`.

use super::scope::Users;
use super::sweep::Found;
use super::unsupported::{self, WIDESPREAD};
use super::{Context, supplied};
use crate::ported::Mention;
use hipify_diagnostics::{Code as DiagnosticCode, Diagnostic, Edit, Level};
use hipify_rules::{Symbol, Target, Version, symbol};
use hipify_syntax::call::KEYWORDS;
use hipify_syntax::{Code, TokenKind};

/// Longest qualified name in the table, in parts.
const MOST_PARTS: usize = 4;

/// Each alias costs a search of the file; more than this many are not looked into.
const MOST_ALIASES: usize = 64;

pub(crate) fn port_qualified(context: &mut Context<'_>, found: &Found, users: &Users) {
    let mut aliases = 0;
    for &at in &found.namespaces {
        if users.owns_lexically(context, at) || is_member_of_namespace(context, at) {
            continue;
        }
        let Some((symbol, last)) = longest(context, at) else { continue };
        if !port_using(context, at, last, symbol) {
            port_chain(context, at, last, symbol);
        }
        if let Some(alias) = alias_of(&context.code, at).filter(|_| aliases < MOST_ALIASES) {
            aliases += 1;
            check_alias(context, alias, symbol, at);
        }
    }
}

/// The `x` of `namespace x = ...`, where `...` starts at `at`.
fn alias_of(code: &Code<'_>, at: usize) -> Option<usize> {
    let before =
        |i: usize| code.previous(i).filter(|&i| code.kind(i) != TokenKind::Scope).or_else(|| code.previous(code.previous(i)?));
    let name = code.previous(before(at).filter(|&i| code.is(i, b'='))?)?;
    code.previous(name).filter(|&i| code.is_word(i, b"namespace")).map(|_| name)
}

/// Reports what is used through an alias and has no counterpart. What is renamed needs nothing: the alias names the new
/// namespace.
fn check_alias(context: &mut Context<'_>, alias: usize, namespace: Symbol, defined: usize) {
    let code = context.code;
    let name = code.text(alias);
    let uses: Vec<usize> = memchr::memmem::find_iter(context.source.bytes, &[name, b"::"].concat())
        .filter_map(|byte| code.tokens.binary_search_by_key(&(byte as u32), |t| t.start).ok())
        .filter(|&at| at > defined && code.text(at) == name && !is_member_of_namespace(context, at))
        .collect();
    for at in uses {
        let Some(member) = code.next(at).and_then(|i| code.next(i)).filter(|&i| code.kind(i) == TokenKind::Identifier) else {
            continue;
        };
        let full = [namespace.cuda().as_bytes(), b"::", code.text(member)].concat();
        let Some(symbol) = symbol(&full) else { continue };
        match supplied::target(context, symbol) {
            Target::Renamed(_) | Target::Same => note_recent(context, member, symbol),
            target => {
                let diagnostic = unsupported::no_counterpart(context.options, symbol, target, code.span(at, member));
                leave(context, at, symbol, diagnostic);
            }
        }
    }
}

/// Says since when ROCm has a name that later releases alone have under CUDA's spelling, where nobody named the ROCm.
pub(super) fn note_recent(context: &mut Context<'_>, last: usize, symbol: Symbol) {
    let is_supplied = symbol.supplied().is_some_and(|part| context.supplied.contains(part));
    let is_recent = |added: &Version| *added > WIDESPREAD && context.options.choice.rocm.is_none() && !is_supplied;
    let recent = symbol.hip_added().filter(is_recent);
    if let Some(added) = recent {
        let span = context.code.tokens[last].range();
        let message = format!("ROCm has `{}` from {added} on", symbol.cuda());
        context.report(DiagnosticCode::NEEDS_NEWER_ROCM, Level::Note, span, message).help = symbol.note().map(str::to_owned);
    }
}

/// `x::cub::`: somebody else's namespace; `::cub::` is the global one.
fn is_member_of_namespace(context: &Context<'_>, at: usize) -> bool {
    let code = &context.code;
    let Some(scope) = code.previous(at).filter(|&i| code.kind(i) == TokenKind::Scope) else { return false };
    code.previous(scope).is_some_and(|i| match code.kind(i) {
        TokenKind::Identifier => !KEYWORDS.contains(&code.text(i)),
        _ => code.is(i, b'>'),
    })
}

/// The longest chain from `at` that the table knows, with its last token.
fn longest(context: &Context<'_>, at: usize) -> Option<(Symbol, usize)> {
    let code = &context.code;
    let mut name = code.spelling(at).into_owned();
    let mut best = symbol(&name).map(|s| (s, at));
    let mut last = at;
    for _ in 1..MOST_PARTS {
        let part = code.next(last).filter(|&i| code.kind(i) == TokenKind::Scope).and_then(|i| code.next(i));
        let Some(part) = part.filter(|&i| code.kind(i) == TokenKind::Identifier) else { break };
        name.extend_from_slice(b"::");
        name.extend_from_slice(&code.spelling(part));
        last = part;
        best = symbol(&name).map(|s| (s, part)).or(best);
    }
    best
}

fn port_chain(context: &mut Context<'_>, at: usize, last: usize, symbol: Symbol) {
    let span = context.code.span(at, last);
    match supplied::target(context, symbol) {
        Target::Renamed(name) => {
            context.converted.push(symbol.cuda());
            context.edits.push(Edit::replace(span, name));
        }
        Target::Same => {
            context.converted.push(symbol.cuda());
            note_recent(context, last, symbol);
        }
        target => leave(context, at, symbol, unsupported::no_counterpart(context.options, symbol, target, span)),
    }
}

/// A bare root (`cuda::x` with an `x` that the table does not know) may be a namespace of the user's own.
fn leave(context: &mut Context<'_>, at: usize, symbol: Symbol, diagnostic: Diagnostic) {
    if diagnostic.level == Level::Note {
        context.diagnostics.push(diagnostic);
    } else if symbol.cuda().contains("::") {
        *context.stats.unconverted.entry(symbol.cuda().to_owned()).or_default() += 1;
        context.diagnostics.push(diagnostic);
    } else if !context.code.next_is(at, b'{') {
        context.mentions.push(Mention { name: symbol.cuda().to_owned(), diagnostic });
    }
}

/// `using namespace nvcuda;`: HIP has no `nvcuda`, and what the code means by `wmma::` is rocWMMA.
fn port_using(context: &mut Context<'_>, at: usize, last: usize, symbol: Symbol) -> bool {
    let code = &context.code;
    if symbol.cuda() != "nvcuda" || !code.next_is(last, b';') {
        return false;
    }
    let Some(namespace) = code.previous(at).filter(|&i| code.is_word(i, b"namespace")) else { return false };
    let Some(using) = code.previous(namespace).filter(|&i| code.is_word(i, b"using")) else { return false };
    context.edits.push(Edit::replace(code.span(using, last), "namespace wmma = rocwmma"));
    context.converted.push("nvcuda");
    true
}
