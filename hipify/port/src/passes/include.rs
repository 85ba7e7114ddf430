//! Includes of CUDA headers: to HIP's, or away; and the HIP runtime header where nvcc's implicit one is missed.

use super::runtime_header::{RUNTIME, insert_runtime, line_start, needs_runtime, newline};
use super::sweep::Found;
use super::{Context, as_hipify, supplied, unsupported};
use hipify_condition::Branching;
use hipify_diagnostics::{Code as DiagnosticCode, Edit, Language, Level};
use hipify_rules::{Header, header};
use hipify_syntax::includes::{Form, Header as Included};
use hipify_syntax::{Code, TokenKind};
use std::collections::HashSet;
use std::ops::Range;

/// Headers that compile only after the runtime header (seen with HIP 5.2, and 6.4 in host code), though CUDA's counterparts stand alone.
const NEED_RUNTIME: &[&str] = &["hip/hip_cooperative_groups.h", "hip/hip_gl_interop.h"];

/// One branch of a conditional that the directive at hand stands in.
#[derive(Default)]
struct Branch {
    /// HIP headers first included in it: they count as included until it ends.
    seen: Vec<String>,
    /// It is kept from GPU compilers (`#ifndef __CUDACC__`), or one around it is.
    hidden: bool,
}

#[derive(Default)]
struct State {
    /// From the outside in.
    branches: Vec<Branch>,
    /// HIP headers that some place before has included, in a branch around the directive at hand or in none.
    seen: HashSet<String>,
    /// The runtime header stands where nvcc reads it. `hip_runtime_api.h` is not enough: it lacks `dim3` and `threadIdx`.
    has_runtime: bool,
    /// A CUDA header is included, in whichever branch.
    has_cuda_header: bool,
    /// A header is included that may include the runtime header: the tree's own, or another project's.
    has_other_header: bool,
    /// HIP's cooperative groups are included, in whichever branch.
    has_groups: bool,
    /// Macros that the file defines; made when asked for.
    macros: Option<HashSet<Vec<u8>>>,
}

impl State {
    fn enter(&mut self, hidden: bool) {
        let hidden = hidden || self.is_hidden();
        self.branches.push(Branch { seen: Vec::new(), hidden });
    }

    /// Forgets what the branch included: the code after it may be compiled without it.
    fn leave(&mut self) {
        for name in self.branches.pop().unwrap_or_default().seen {
            self.seen.remove(&name);
        }
    }

    /// Takes note of an include of `name` as it will stand in the result.
    fn remember(&mut self, name: &str) {
        self.has_runtime |= name == RUNTIME && !self.is_hidden();
        self.has_groups |= name == supplied::GROUPS;
        let first = (name.starts_with("hip") || name.starts_with("roc")) && self.seen.insert(name.to_owned());
        if let Some(branch) = self.branches.last_mut().filter(|_| first) {
            branch.seen.push(name.to_owned());
        }
    }

    /// Whether some header may bring the runtime's types.
    fn has_any(&self) -> bool {
        self.has_cuda_header || self.has_other_header
    }

    fn is_hidden(&self) -> bool {
        self.branches.last().is_some_and(|branch| branch.hidden)
    }
}

pub(crate) fn port_includes(context: &mut Context<'_>, found: &Found) {
    let mut state = State::default();
    for &hash in &found.directives {
        if hash + 1 >= context.code.tokens.len() {
            continue;
        }
        match context.code.branching(hash) {
            Some(Branching::Opens) => {
                port_has_include(context, hash);
                state.enter(is_hidden_from_nvcc(&context.code, hash));
            }
            Some(Branching::Continues | Branching::Else) => {
                port_has_include(context, hash);
                if !state.branches.is_empty() {
                    state.leave();
                    state.enter(false);
                }
            }
            Some(Branching::Closes) => state.leave(),
            None => match context.code.text(hash + 1) {
                b"include" | b"include_next" | b"import" => port_include(context, &mut state, hash),
                b"define" => port_define(context, &mut state, hash),
                _ => {}
            },
        }
    }
    if context.options.choice.is_hipify() {
        if !state.has_runtime {
            let edit = as_hipify::runtime_include(context, found, newline(context));
            context.edits.push(edit);
        }
        return;
    }
    if state.has_groups {
        supplied::take_groups(context);
    }
    let is_device_code = context.source.language() == Language::Cuda && (found.uses_cuda || state.has_cuda_header);
    if !state.has_runtime && (is_device_code || !state.has_any() && needs_runtime(&context.code, found)) {
        insert_runtime(context, found);
    }
}

fn port_include(context: &mut Context<'_>, state: &mut State, hash: usize) {
    let code = context.code;
    if code.tokens.get(hash + 2).is_none_or(|token| token.kind != TokenKind::HeaderName) {
        return report_macro(context, state, hash);
    }
    let Some(Included { name, form, span: inner }) = code.header(hash) else { return };
    let quoted = form == Form::Quoted;
    let local = context.tree.has_header(context.source.path, name);
    // The system's own have no folder, or `sys/` and its like.
    state.has_other_header |= quoted || local || name.contains('/') && !name.starts_with("sys/");
    if local && (quoted || header(name).is_none_or(|h| h.hip(&context.options.choice).is_none())) {
        return rename_local(context, name, inner);
    }
    let Some(header) = header(name) else {
        state.remember(name);
        return rename_local(context, name, inner);
    };
    context.converted.push(header.cuda());
    state.has_cuda_header = true;
    port_header(context, state, header, name, hash, inner);
}

fn port_header(context: &mut Context<'_>, state: &mut State, header: Header, name: &str, hash: usize, inner: Range<usize>) {
    let is_supplied = supplied::takes_place_of(context, header);
    let choice = &context.options.choice;
    let waits = header.is_experimental() && !choice.experimental && !choice.is_hipify();
    match header.hip(choice).filter(|_| !waits) {
        Some(hip) if state.seen.contains(hip) => remove_line(context, hash),
        Some(hip) => {
            if NEED_RUNTIME.contains(&hip) && !context.options.choice.is_hipify() && !state.seen.contains(RUNTIME) {
                let newline = newline(context);
                let at = line_start(context, hash);
                context.edits.push(Edit::insert(at, format!("#include <{RUNTIME}>{newline}")));
                state.remember(RUNTIME);
            }
            state.remember(hip);
            if hip != name {
                context.edits.push(Edit::replace(inner, hip));
            }
        }
        None if header.is_dropped() || is_supplied => remove_line(context, hash),
        None => report_header(context, header, name, inner),
    }
}

fn report_header(context: &mut Context<'_>, header: Header, name: &str, inner: Range<usize>) {
    let (level, message) = match header.library() {
        "samples" => (Level::Note, format!("the header `{name}` is of NVIDIA's samples, not of the toolkit")),
        "opencl" => (Level::Note, format!("the header `{name}` is of OpenCL, which CUDA's toolkit brings and HIP does not")),
        _ if header.supplied().is_some() => unsupported::supplied(context.options, &format!("the header `{name}`"), None),
        _ => (Level::Error, format!("the header `{name}` has no HIP counterpart")),
    };
    if level == Level::Error {
        *context.stats.unconverted.entry(name.to_owned()).or_default() += 1;
    }
    let help = header.note().unwrap_or("remove the include and what depends on it, or guard them").to_owned();
    context.report(unsupported::header_code(header), level, inner, message).help = Some(help);
}

/// Whether the conditional at `hash` keeps its first branch from GPU compilers (`#ifndef __CUDACC__`).
fn is_hidden_from_nvcc(code: &Code<'_>, hash: usize) -> bool {
    hash + 3 < code.tokens.len()
        && (code.is_word(hash + 1, b"ifndef") && is_compiler(code, hash + 2)
            || code.is(hash + 2, b'!') && (is_compiler(code, hash + 4) || is_compiler(code, hash + 5)))
}

fn is_compiler(code: &Code<'_>, at: usize) -> bool {
    at < code.tokens.len() && matches!(code.text(at), b"__CUDACC__" | b"__NVCC__" | b"__HIPCC__")
}

/// The include of a renamed file of the tree, which keeps the case that it is written in.
fn rename_local(context: &mut Context<'_>, name: &str, inner: Range<usize>) {
    let renamed = hipify_diagnostics::renamed(name).filter(|_| context.options.rename);
    if let Some(renamed) = renamed.filter(|_| context.tree.has_header_in_any_case(context.source.path, name)) {
        context.edits.push(Edit::replace(inner, renamed));
    }
}

fn report_macro(context: &mut Context<'_>, state: &mut State, hash: usize) {
    let code = context.code;
    let at = hash + 2;
    if at >= code.tokens.len() || code.kind(at) != TokenKind::Identifier {
        return;
    }
    if let Some(name) = argument_of_macro(&code, at) {
        state.has_runtime |= replace_header_name(context, name);
    }
    let macros = state.macros.get_or_insert_with(|| defined_macros(&code));
    if !macros.contains(code.text(at)) {
        let name = String::from_utf8_lossy(code.text(at));
        let message = format!("`#include {name}`: the header hides behind a macro that another file defines");
        context.report(DiagnosticCode::NOT_PARSED, Level::Note, code.tokens[at].range(), message);
    }
}

/// What `#include QUOTED(curand.h)` passes to its macro.
fn argument_of_macro(code: &Code<'_>, name: usize) -> Option<Range<usize>> {
    let open = code.next(name).filter(|&open| code.is(open, b'('))?;
    let close = code.close(open).filter(|&close| close > open + 1)?;
    let span = code.span(open + 1, close - 1);
    let is_quoted = span.len() > 2 && matches!(code.kind(open + 1), TokenKind::String);
    Some(if is_quoted { span.start + 1..span.end - 1 } else { span })
}

fn defined_macros(code: &Code<'_>) -> HashSet<Vec<u8>> {
    let defines = (1..code.tokens.len()).filter(|&i| code.is_word(i - 1, b"define"));
    defines.map(|i| code.text(i).to_vec()).collect()
}

/// `#define HEADER <cuda_runtime.h>`: the header name in a macro body.
fn port_define(context: &mut Context<'_>, state: &mut State, hash: usize) {
    let code = context.code;
    let body = hash + 3;
    let Some((_, last)) = code.directive(hash).filter(|(_, last)| *last > body) else { return };
    let span = code.span(body, last - 1);
    let whole = match code.kind(body) {
        TokenKind::String => last - 1 == body && !code.text(body).starts_with(b"L"),
        _ => code.is(body, b'<') && code.is(last - 1, b'>') && last - body > 2,
    };
    if whole && span.len() > 2 {
        state.has_runtime |= replace_header_name(context, span.start + 1..span.end - 1);
    }
}

/// `__has_include(<cuda_fp16.h>)`.
fn port_has_include(context: &mut Context<'_>, hash: usize) {
    let code = context.code;
    let Some((_, end)) = code.directive(hash) else { return };
    for at in (hash..end).filter(|&i| matches!(code.text(i), b"__has_include" | b"__has_include_next")) {
        let Some(close) = (at + 1 < end && code.is(at + 1, b'(')).then(|| code.close(at + 1)).flatten() else { continue };
        if close > at + 2 {
            let span = code.span(at + 2, close - 1);
            if span.len() > 2 {
                replace_header_name(context, span.start + 1..span.end - 1);
            }
        }
    }
}

/// Ports a header name that stands outside an include. Whether it is the runtime header in the result.
fn replace_header_name(context: &mut Context<'_>, inner: Range<usize>) -> bool {
    let Ok(name) = std::str::from_utf8(&context.source.bytes[inner.clone()]) else { return false };
    let Some((header, hip)) = header(name).and_then(|h| Some((h, h.hip(&context.options.choice)?))) else {
        return name == RUNTIME;
    };
    if hip != name {
        context.converted.push(header.cuda());
        context.edits.push(Edit::replace(inner, hip));
    }
    hip == RUNTIME
}

/// Deletes an include with its line, or, where a comment shares the line, the include alone.
fn remove_line(context: &mut Context<'_>, hash: usize) {
    let bytes = context.source.bytes;
    // With what stands after the header name, which compilers ignore and which must not become a line of its own.
    let last = context.code.directive(hash).map_or(hash + 2, |(_, end)| end - 1);
    let span = context.code.span(hash, last);
    let line_start = memchr::memrchr(b'\n', &bytes[..span.start]).map_or(0, |at| at + 1);
    let line_end = memchr::memchr(b'\n', &bytes[span.end..]).map_or(bytes.len(), |at| span.end + at + 1);
    let blank = |range: Range<usize>| bytes[range].iter().all(u8::is_ascii_whitespace);
    let line_start = if bytes[line_start..].starts_with(b"\xEF\xBB\xBF") { line_start + 3 } else { line_start };
    if blank(line_start..span.start) && blank(span.end..line_end) {
        context.edits.push(Edit::delete(line_start..line_end));
        return;
    }
    let blanks = bytes[span.end..line_end].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    context.edits.push(Edit::delete(span.start..span.end + blanks));
}
