//! CUDA names to HIP names, and a diagnostic for each that has none.

use super::scope::{Users, is_common_word};
use super::sweep::{Found, is_guard_macro};
use super::{
    Context, arguments::Renamed, as_hipify, dropped, guard, masks, pasted, ptx, qualified, supplied, unsupported, values,
};
use crate::ported::Mention;
use hipify_diagnostics::{Code, Diagnostic, Edit, Language, Level};
use hipify_rules::{Symbol, SymbolKind, Target, family, symbol};
use hipify_syntax::TokenKind;
use hipify_syntax::directive::is_defined_name;
use std::collections::HashSet;

/// `renamed` holds the calls that the arguments decide the new name of.
pub(crate) fn port_names(context: &mut Context<'_>, found: &Found, users: &Users, renamed: &Renamed) {
    let as_hipify = context.options.choice.is_hipify();
    let spelt = as_hipify || context.options.single_source;
    let pasted = if spelt { HashSet::new() } else { pasted::port_pasted(context, found) };
    for &(at, symbol) in found.symbols.iter().filter(|(at, _)| !pasted.contains(at)) {
        // hipify-clang looks at no declarations.
        if users.owns(context, at) && !as_hipify {
            continue;
        }
        if ptx::address_function(symbol.cuda()).is_some() && !context.options.choice.is_hipify() {
            continue;
        }
        if is_shim(context, at) || symbol.library() == "caffe2" && !includes_caffe2(context, found) {
            continue;
        }
        if as_hipify::stays(context, found, symbol) {
            left_over(context, at, symbol, Target::Unsupported);
            continue;
        }
        if is_pasted(context, at) {
            report_pasted(context, at, symbol.cuda());
            continue;
        }
        match renamed.get(&at) {
            Some(name) => {
                count(context, symbol);
                context.edits.push(Edit::replace(context.code.tokens[at].range(), *name));
            }
            None => port_name(context, found, at, symbol),
        }
    }
    for &at in found.unknown.iter().filter(|at| !pasted.contains(at)) {
        mention_unknown(context, users, at);
    }
    for &at in found.pastes.iter().filter(|&&at| at == 0 || !pasted.contains(&(at - 1))) {
        report_pasted_prefix(context, at);
    }
}

fn count(context: &mut Context<'_>, symbol: Symbol) {
    context.converted.push(symbol.cuda());
}

fn port_name(context: &mut Context<'_>, found: &Found, at: usize, symbol: Symbol) {
    if is_guard_macro(symbol.cuda().as_bytes()) && !context.options.choice.is_hipify() {
        return port_guard_macro(context, at, symbol);
    }
    if is_common_word(symbol) && symbol.kind() == SymbolKind::DeviceFunction && !is_call(context, at) {
        return;
    }
    // A word that any program may use is CUDA's in device code alone.
    let is_of_host = is_common_word(symbol) && context.source.language() != Language::Cuda && found.device_words.is_empty();
    let target = if is_of_host { context.options.choice.target(symbol) } else { supplied::target(context, symbol) };
    match target {
        Target::Renamed(name) => {
            count(context, symbol);
            context.edits.push(Edit::replace(context.code.tokens[at].range(), name));
            removed_in_cuda(context, at, symbol);
            note_difference(context, at, symbol);
        }
        Target::Same => {
            count(context, symbol);
            qualified::note_recent(context, at, symbol);
            note_texture_reference(context, at, symbol);
            note_difference(context, at, symbol);
        }
        // What has arguments has a meaning too: `__cluster_dims__(2, 1, 1)`.
        _ if symbol.kind() == SymbolKind::Qualifier && !is_call(context, at) => drop_qualifier(context, at, symbol),
        target => left_over(context, at, symbol, target),
    }
}

/// A macro that the guard pass ports in conditions, met elsewhere: HIP leaves it undefined.
fn port_guard_macro(context: &mut Context<'_>, at: usize, symbol: Symbol) {
    if guard::in_condition(&context.code, at) || is_defined_name(&context.code, at) || values::port(context, at) {
        return;
    }
    let name = symbol.cuda();
    let span = context.code.tokens[at].range();
    *context.stats.unconverted.entry(name.to_owned()).or_default() += 1;
    context
        .report(
            Code::UNCONVERTED,
            Level::Error,
            span,
            format!("`{name}` is used outside a condition, and HIP leaves it undefined"),
        )
        .help = Some(symbol.note().unwrap_or("use `HIP_VERSION` or a test of `__HIP_PLATFORM_AMD__`").to_owned());
}

/// `#define cudaMalloc hipMalloc`: a program that builds for HIP by macros. The names it defines are CUDA's, and nothing
/// uses them any more once the tree is ported.
fn is_shim(context: &Context<'_>, at: usize) -> bool {
    let code = &context.code;
    let is_hip = |i: usize| {
        let text = code.text(i);
        code.kind(i) == TokenKind::Identifier && [&b"hip"[..], b"HIP", b"__hip", b"roc"].iter().any(|p| text.starts_with(p))
    };
    code.tokens[at].in_directive
        && is_defined_name(&context.code, at)
        && (at + 1..code.tokens.len()).take_while(|&i| code.kind(i) != TokenKind::DirectiveEnd).any(is_hip)
}

/// Caffe2's names are words that any program may use.
fn includes_caffe2(context: &Context<'_>, found: &Found) -> bool {
    if context.options.choice.is_hipify() {
        return true;
    }
    let code = &context.code;
    let headers = found.directives.iter().map(|hash| hash + 2).filter(|&at| at < code.tokens.len());
    headers.into_iter().any(|at| code.kind(at) == TokenKind::HeaderName && code.text(at)[1..].starts_with(b"caffe2/"))
}

fn is_call(context: &Context<'_>, at: usize) -> bool {
    context.code.next_is(at, b'(')
}

/// Deletes a specifier that HIP does not need, with the space after it.
fn drop_qualifier(context: &mut Context<'_>, at: usize, symbol: Symbol) {
    count(context, symbol);
    let mut span = context.code.tokens[at].range();
    if context.source.bytes.get(span.end) == Some(&b' ') {
        span.end += 1;
    }
    context.edits.push(Edit::delete(span));
}

/// What they give has 64 bits in HIP, whatever edits do for their arguments.
const GIVES_LANE_MASK: [&str; 4] = ["__activemask", "__ballot_sync", "__match_all_sync", "__match_any_sync"];

/// A call whose HIP signature differs, where no edit makes up for it.
fn note_difference(context: &mut Context<'_>, at: usize, symbol: Symbol) {
    let gives_mask = GIVES_LANE_MASK.contains(&symbol.cuda());
    let choice = &context.options.choice;
    let Some(differs) =
        choice.difference(symbol).filter(|_| (gives_mask || !choice.has_call_edits(symbol)) && is_call(context, at))
    else {
        return;
    };
    let (code, level) = match symbol.kind() {
        SymbolKind::DeviceFunction if symbol.cuda() == "__activemask" => (Code::LANEMASK_TRUNCATED, Level::Note),
        SymbolKind::DeviceFunction if gives_mask && masks::keeps_all_bits(context, at) => return,
        SymbolKind::DeviceFunction if gives_mask => (Code::LANEMASK_TRUNCATED, Level::Warning),
        // Device functions differ in the signedness of an integer at most.
        SymbolKind::DeviceFunction => return,
        // Of rocSPARSE's and its like, what stays would not compile.
        _ if symbol.differs() != Some(differs) => (Code::PARTIAL_API, Level::Error),
        _ => (Code::PARTIAL_API, Level::Note),
    };
    let span = context.code.tokens[at].range();
    context.report(code, level, span, format!("`{}`: {differs}", symbol.cuda()));
}

/// `texture<float, 2> t;` still compiles, where the GPU has image instructions.
fn note_texture_reference(context: &mut Context<'_>, at: usize, symbol: Symbol) {
    if symbol.cuda() == "texture" && context.code.next_is(at, b'<') {
        let span = context.code.tokens[at].range();
        let message = "texture references were removed in CUDA 12 and are deprecated in HIP";
        context.report(Code::TEXTURE_REFERENCE, Level::Note, span, message).help =
            Some("use texture objects; GPUs without image instructions (gfx942, gfx950) take neither".to_owned());
    }
}

fn removed_in_cuda(context: &mut Context<'_>, at: usize, symbol: Symbol) {
    let (Some(cuda), Some(removed)) = (context.options.choice.cuda, symbol.removed()) else { return };
    if removed <= cuda {
        let span = context.code.tokens[at].range();
        let message = format!("`{}` was removed in CUDA {removed}", symbol.cuda());
        context.report(Code::CUDA_REMOVED, Level::Note, span, message);
    }
}

/// Reports a name that stays: at once when it can only be CUDA's, as a mention when the tree may declare it.
fn left_over(context: &mut Context<'_>, at: usize, symbol: Symbol, target: Target) {
    if symbol.kind() == SymbolKind::Type && dropped::port_declaration(context, at) {
        return;
    }
    let name = symbol.cuda();
    let diagnostic = unsupported::no_counterpart(context.options, symbol, target, context.code.tokens[at].range());
    if is_common_word(symbol) || symbol.kind() == SymbolKind::Define {
        context.mentions.push(Mention { name: name.to_owned(), diagnostic });
    } else {
        *context.stats.unconverted.entry(name.to_owned()).or_default() += 1;
        context.diagnostics.push(diagnostic);
    }
}

fn mention_unknown(context: &mut Context<'_>, users: &Users, at: usize) {
    // A macro that is only asked for is one that the build defines.
    if users.owns_lexically(context, at) || guard::in_condition(&context.code, at) {
        return;
    }
    let name = String::from_utf8_lossy(&context.code.spelling(at)).into_owned();
    let span = context.code.tokens[at].range();
    let diagnostic = match family(name.as_bytes()) {
        Some(family) => {
            let message = format!("`{name}` belongs to a library without a HIP counterpart");
            Diagnostic::new(unsupported::library_code(family.library()), Level::Error, span, message)
                .with_help(family.note().unwrap_or("replace the use by hand"))
        }
        None => {
            let message = format!("`{name}` looks like a CUDA name, and nothing in the tree declares it");
            Diagnostic::new(Code::UNCONVERTED, Level::Warning, span, message)
                .with_help("if it is CUDA's, replace it by hand; if a header outside the tree declares it, nothing need be done")
        }
    };
    context.mentions.push(Mention { name, diagnostic });
}

/// Whether a `##` touches the token: the name is then only a part of one.
fn is_pasted(context: &Context<'_>, at: usize) -> bool {
    let tokens = context.code.tokens;
    let paste = |i: Option<&hipify_syntax::Token>| i.is_some_and(|t| t.kind == TokenKind::Paste);
    tokens[at].in_directive && (paste(tokens.get(at + 1)) || (at > 0 && paste(tokens.get(at - 1))))
}

fn report_pasted(context: &mut Context<'_>, at: usize, name: &str) {
    let span = context.code.tokens[at].range();
    let message = format!("`{name}` is pasted into another name");
    context.report(Code::TOKEN_PASTED_API, Level::Warning, span, message).help =
        Some("paste the HIP name instead, or spell the names out".to_owned());
}

/// `cuda ## x`: a part that is no name by itself but starts one.
fn report_pasted_prefix(context: &mut Context<'_>, paste: usize) {
    let Some(at) = paste.checked_sub(1).filter(|&i| context.code.kind(i) == TokenKind::Identifier) else { return };
    let text = context.code.text(at);
    let prefix = matches!(text, b"cuda" | b"cu" | b"CU" | b"CUDA" | b"cublas" | b"cufft" | b"curand" | b"cusparse" | b"cusolver")
        || (hipify_rules::is_cuda_like(text) && symbol(text).is_none());
    if prefix {
        let name = String::from_utf8_lossy(text).into_owned();
        report_pasted(context, at, &name);
    }
}
