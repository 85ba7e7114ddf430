//! Names that macros paste together: `#define CUDA(f) cuda##f` becomes `hip##f` where that is right for each use.
//!
//! Each use of a file's own macros is expanded. Where a name of CUDA comes out, the token that it starts with is renamed, in the
//! macro or in the use; a use for which that would give another name than HIP's is replaced by the name itself.

mod expansion;

use super::sweep::Found;
use super::{Context, supplied, unsupported};
use expansion::Macros;
use hipify_diagnostics::{Code as DiagnosticCode, Edit, Level};
use hipify_rules::{Symbol, Target, symbol};
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

/// Prefixes of CUDA's functions and of HIP's. With a macro that no use of the file says more of, they are all there is.
const PREFIXES: &[(&[u8], &str)] = &[
    (b"cuda", "hip"),
    (b"cublas", "hipblas"),
    (b"cufft", "hipfft"),
    (b"curand", "hiprand"),
    (b"cusparse", "hipsparse"),
    (b"cusolver", "hipsolver"),
];

/// A name that comes out of a use.
struct Pasted {
    /// Tokens of the use.
    used: Range<usize>,
    /// The use expands to nothing else.
    alone: bool,
    /// The token that the name starts with, in the use or in the macro.
    first: usize,
    symbol: Symbol,
    /// What the first token has to become so that the name becomes HIP's.
    prefix: Option<String>,
}

/// Ports them; gives the tokens that need no other pass.
pub(super) fn port_pasted(context: &mut Context<'_>, found: &Found) -> HashSet<usize> {
    if found.pastes.is_empty() {
        return HashSet::new();
    }
    let pasted = pasted(context, found);
    let mut prefixes: BTreeMap<usize, String> = BTreeMap::new();
    for one in &pasted {
        if let Some(prefix) = &one.prefix {
            prefixes.entry(one.first).or_insert_with(|| prefix.clone());
        }
    }
    for (&first, prefix) in &prefixes {
        if context.code.text(first) != prefix.as_bytes() {
            context.edits.push(Edit::replace(context.code.tokens[first].range(), prefix.clone()));
        }
    }
    let mut handled: HashSet<usize> = pasted.iter().map(|one| one.first).collect();
    for one in pasted {
        port_use(context, &one, prefixes.get(&one.first));
    }
    port_unused(context, found, &mut handled);
    handled
}

fn pasted(context: &Context<'_>, found: &Found) -> Vec<Pasted> {
    let code = context.code;
    let macros = Macros::of(code, &found.directives);
    let mut result = Vec::new();
    let mut at = 0;
    while at < code.tokens.len() {
        let Some(close) = macros.use_at(at) else {
            at += 1;
            continue;
        };
        let used = at..close + 1;
        at = close + 1;
        let Some(pieces) = macros.expand(used.clone()) else { continue };
        for piece in pieces.iter().filter(|piece| piece.len() > 1) {
            let name = macros.text(piece);
            let Some(symbol) = symbol(&name) else { continue };
            let rest = &name[code.text(piece[0]).len()..];
            let prefix = hip_name(context, symbol).and_then(|hip| hip.as_bytes().strip_suffix(rest));
            let prefix = prefix.map(|prefix| String::from_utf8_lossy(prefix).into_owned());
            result.push(Pasted { used: used.clone(), alone: pieces.len() == 1, first: piece[0], symbol, prefix });
        }
    }
    result
}

fn hip_name(context: &Context<'_>, symbol: Symbol) -> Option<&'static str> {
    match context.options.choice.target(symbol) {
        Target::Renamed(name) => Some(name),
        Target::Same => symbol.hip(),
        _ => None,
    }
}

/// Counts the use, replaces it where the prefix of the others is wrong for it, or says what has to be done by hand.
fn port_use(context: &mut Context<'_>, one: &Pasted, prefix: Option<&String>) {
    let options = context.options;
    let choice = &options.choice;
    let span = context.code.span(one.used.start, one.used.end - 1);
    let name = one.symbol.cuda();
    let Some(hip) = hip_name(context, one.symbol) else {
        let target = supplied::target(context, one.symbol);
        if matches!(target, Target::Same) {
            return context.converted.push(name);
        }
        *context.stats.unconverted.entry(name.to_owned()).or_default() += 1;
        return context.diagnostics.push(unsupported::no_counterpart(context.options, one.symbol, target, span));
    };
    context.converted.push(name);
    if choice.has_call_edits(one.symbol) {
        let message = format!("`{name}`, pasted together here, takes other arguments in HIP");
        context.report(DiagnosticCode::TOKEN_PASTED_API, Level::Warning, span.clone(), message).help =
            Some("spell the name out, so that the call is ported too".to_owned());
    }
    if one.prefix.as_ref() == prefix && prefix.is_some() {
        return;
    }
    if one.alone {
        context.edits.push(Edit::replace(span, hip));
        return;
    }
    let message = format!("`{name}`, pasted together here, is `{hip}` in HIP, and the macro makes another name of it");
    context.report(DiagnosticCode::TOKEN_PASTED_API, Level::Error, span, message).help = Some("spell the name out".to_owned());
}

/// `cuda##f` in a macro that the file does not use: other files do.
fn port_unused(context: &mut Context<'_>, found: &Found, handled: &mut HashSet<usize>) {
    let code = context.code;
    for first in found.pastes.iter().filter_map(|paste| paste.checked_sub(1)) {
        let Some((_, hip)) = PREFIXES.iter().find(|(cuda, _)| code.text(first) == *cuda) else { continue };
        let is_part = first > 0 && code.kind(first - 1) == hipify_syntax::TokenKind::Paste;
        if is_part || !handled.insert(first) {
            continue;
        }
        let span = code.tokens[first].range();
        let cuda = String::from_utf8_lossy(code.text(first)).into_owned();
        let message = format!("`{cuda}` is pasted into other names, and becomes `{hip}`: the uses stand in other files");
        context.report(DiagnosticCode::TOKEN_PASTED_API, Level::Warning, span.clone(), message).help =
            Some("check that HIP's names differ from CUDA's in the prefix alone for what the macro is used for".to_owned());
        context.edits.push(Edit::replace(span, *hip));
    }
}
