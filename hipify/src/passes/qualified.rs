//! Names that CUDA keeps in namespaces: `cub::`, `thrust::cuda::`, `nvcuda::wmma::`, `cuda::std::`.

use super::Context;
use super::scope::Users;
use super::sweep::Found;
use crate::diagnostic::{Code, Level};
use crate::edit::Edit;
use crate::token::Kind;
use hipify_rules::{Symbol, Target, symbol};

/// Longest qualified name in the table, in parts.
const MOST_PARTS: usize = 4;

pub(crate) fn port_qualified(context: &mut Context<'_>, found: &Found, users: &Users) {
    for &at in &found.namespaces {
        if users.owns_lexically(context, at) || is_member_of_namespace(context, at) {
            continue;
        }
        let Some((symbol, last)) = longest(context, at) else { continue };
        if !port_using(context, at, last, symbol) {
            port_chain(context, at, last, symbol);
        }
    }
}

/// `x::cub::`: somebody else's namespace; `::cub::` is the global one.
fn is_member_of_namespace(context: &Context<'_>, at: usize) -> bool {
    let code = &context.code;
    let Some(scope) = code.previous(at).filter(|&i| code.kind(i) == Kind::Scope) else { return false };
    code.previous(scope).is_some_and(|i| code.kind(i) == Kind::Identifier || code.is(i, b'>'))
}

/// The longest chain from `at` that the table knows, with its last token.
fn longest(context: &Context<'_>, at: usize) -> Option<(Symbol, usize)> {
    let code = &context.code;
    let mut name = code.spelling(at).into_owned();
    let mut best = symbol(&name).map(|s| (s, at));
    let mut last = at;
    for _ in 1..MOST_PARTS {
        let part = code.next(last).filter(|&i| code.kind(i) == Kind::Scope).and_then(|i| code.next(i));
        let Some(part) = part.filter(|&i| code.kind(i) == Kind::Identifier) else { break };
        name.extend_from_slice(b"::");
        name.extend_from_slice(&code.spelling(part));
        last = part;
        best = symbol(&name).map(|s| (s, part)).or(best);
    }
    best
}

fn port_chain(context: &mut Context<'_>, at: usize, last: usize, symbol: Symbol) {
    let span = context.code.span(at, last);
    match context.options.choice.target(symbol) {
        Target::Renamed(name) => {
            context.converted.push(symbol.cuda());
            context.edits.push(Edit::replace(span, name));
        }
        Target::Same => context.converted.push(symbol.cuda()),
        _ => {
            *context.stats.unconverted.entry(symbol.cuda().to_owned()).or_default() += 1;
            let message = format!("`{}` has no HIP counterpart", symbol.cuda());
            let help = symbol.note().map(str::to_owned);
            context.report(code_of(symbol), Level::Error, span, message).help = help;
        }
    }
}

fn code_of(symbol: Symbol) -> Code {
    match symbol.library() {
        "libcudacxx" | "libcu++" => Code::LIBCUDACXX,
        "cooperative-groups" | "cg" => Code::COOP_GROUPS_GAP,
        _ => Code::UNSUPPORTED_API,
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
