//! Compiler options in CMake: flags variables, `target_compile_options` and their like, settings of FindCUDA.

use super::super::words::{self, Context, Word};
use super::lex::{Arg, ArgKind, Command};
use super::variables::{Port, port};
use super::{Pass, file, languages, sources, workarounds};
use hipify_diagnostics::{Code, Level};
use std::ops::Range;

/// How a list of options is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// Blanks between options, as in `CMAKE_CXX_FLAGS`.
    Text,
    /// Elements of a list.
    List,
}

/// What CMake takes for true or false; None for anything else.
pub(super) fn truth(text: &str) -> Option<bool> {
    match text.to_ascii_uppercase().as_str() {
        "ON" | "TRUE" | "YES" | "Y" | "1" => Some(true),
        "OFF" | "FALSE" | "NO" | "N" | "0" | "" => Some(false),
        _ => None,
    }
}

/// `set(NAME values... [CACHE ...|PARENT_SCOPE])`.
pub(super) fn set(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let name = command.arg(0);
    let end = command.args.iter().position(|a| matches!(a.text, "CACHE" | "PARENT_SCOPE")).unwrap_or(command.args.len());
    let values = command.args.get(1..end).unwrap_or(&[]);
    match name {
        "CMAKE_CUDA_ARCHITECTURES" => architectures(pass, command, values),
        "CMAKE_CUDA_SEPARABLE_COMPILATION" | "CUDA_SEPARABLE_COMPILATION" => separable(pass, command, values),
        "CMAKE_CUDA_STANDARD" => values.iter().for_each(|value| languages::raise_standard(pass, value)),
        "CMAKE_CXX_STANDARD" => languages::standard_of_hip(pass, command),
        "CMAKE_CUDA_COMPILER" if values.iter().any(|v| v.text.contains("nvcc")) => drop_setting(pass, command),
        "TORCH_CUDA_ARCH_LIST" => {
            let message = "`TORCH_CUDA_ARCH_LIST` lists NVIDIA architectures";
            pass.found.report(Code::ARCH_LIST, Level::Warning, command.span.clone(), message, TORCH);
        }
        _ if is_setting(pass, name) => drop_setting(pass, command),
        _ => {
            languages::language_list(pass, values);
            flags(pass, command, name, values);
            sources::definition(pass, command);
        }
    }
}

const TORCH: &str = "PyTorch for ROCm reads PYTORCH_ROCM_ARCH";

/// Settings that have no meaning for HIP, and the toolkit's place, which CMake finds by itself.
fn is_setting(pass: &Pass<'_, '_>, name: &str) -> bool {
    match port(name, pass.file.options.choice.flavor) {
        Some(Port::Needless) => true,
        Some(Port::Name(new)) => new == "CMAKE_HIP_COMPILER_ROCM_ROOT",
        _ => false,
    }
}

fn drop_setting(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    pass.note(command.span.clone(), format!("setting `{}` dropped", command.arg(0)), "HIP has no such setting; none is needed");
    pass.delete(command);
}

/// `set(CMAKE_CUDA_ARCHITECTURES 70 80)` goes: CMake finds the architectures of the machine, or takes them from the user, and
/// an empty value in the cache would stop it.
fn architectures(pass: &mut Pass<'_, '_>, command: &Command<'_>, values: &[Arg<'_>]) {
    let is_off = values.len() == 1 && truth(values[0].text) == Some(false);
    let is_own = values.len() == 1 && file::reference(&values[0]) == Some("CMAKE_CUDA_ARCHITECTURES");
    let carries_over = is_off || (is_own && command.arg(2) == "PARENT_SCOPE");
    if command.is("set") && !carries_over && !values.is_empty() {
        let old: Vec<&str> = values.iter().map(|v| v.text).collect();
        let message = format!("NVIDIA architectures `{}` dropped", old.join(" "));
        pass.note_architectures(command.span.clone(), message);
        pass.delete(command);
    }
}

/// `set(CMAKE_CUDA_SEPARABLE_COMPILATION ON)`.
fn separable(pass: &mut Pass<'_, '_>, command: &Command<'_>, values: &[Arg<'_>]) {
    if values.first().and_then(|v| truth(v.text)) != Some(true) {
        return drop_setting(pass, command);
    }
    let joint = format!("{}{}", pass.found.newline(), pass.file.indent(command.span.start));
    let compile = "add_compile_options($<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)";
    let more = workarounds::link_arguments("");
    let link = format!("add_link_options($<$<LINK_LANGUAGE:HIP>:-fgpu-rdc> $<$<LINK_LANGUAGE:HIP>:--hip-link>{more})");
    pass.found.replace(command.span.clone(), format!("{compile}{joint}{link}"));
}

fn flags(pass: &mut Pass<'_, '_>, command: &Command<'_>, name: &str, values: &[Arg<'_>]) {
    let is_list = name.starts_with("CUDA_NVCC_FLAGS");
    let style = if is_list || values.len() > 1 { Style::List } else { Style::Text };
    translate(pass, values, style, context_of(name, values));
    if is_list {
        join_list(pass, command, name);
    }
}

/// FindCUDA's flags are a list, the flags of a language are one text.
fn join_list(pass: &mut Pass<'_, '_>, command: &Command<'_>, name: &str) {
    if let Some(Port::Name(new)) = port(name, pass.file.options.choice.flavor) {
        pass.line_after(command, &format!("string(REPLACE \";\" \" \" {new} \"${{{new}}}\")"));
    }
}

fn context_of(name: &str, values: &[Arg<'_>]) -> Context {
    let upper = name.to_ascii_uppercase();
    let by_name = (upper.contains("CUDA") || upper.contains("NVCC")) && (upper.contains("FLAG") || upper.contains("OPT"));
    if by_name || values.iter().any(|v| is_cuda_expression(v.text)) { Context::Nvcc } else { Context::Unknown }
}

fn is_cuda_expression(text: &str) -> bool {
    text.contains("LANGUAGE:CUDA") || text.contains("LANG_AND_ID:CUDA") || text.contains("CUDA_COMPILER_ID")
}

/// `list(APPEND NAME values...)`.
pub(super) fn list(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let name = command.arg(1);
    if !matches!(command.arg(0), "APPEND" | "PREPEND" | "INSERT") {
        return;
    }
    let values = command.args.get(2..).unwrap_or(&[]);
    if name == "CMAKE_CUDA_ARCHITECTURES" && !values.is_empty() {
        pass.note_architectures(command.span.clone(), "NVIDIA architectures dropped");
        pass.remove_args(command, 2..command.args.len());
        return;
    }
    languages::language_list(pass, values);
    translate(pass, values, Style::List, context_of(name, values));
    if name.starts_with("CUDA_NVCC_FLAGS") {
        join_list(pass, command, name);
    }
    sources::definition(pass, command);
}

/// `string(APPEND NAME values...)`, `string(CONCAT NAME values...)`.
pub(super) fn string(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    if matches!(command.arg(0), "APPEND" | "PREPEND" | "CONCAT") {
        let values = command.args.get(2..).unwrap_or(&[]);
        translate(pass, values, Style::Text, context_of(command.arg(1), values));
    }
}

/// `target_compile_options` and its like.
pub(super) fn options(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let first = usize::from(command.name.to_ascii_lowercase().starts_with("target_"));
    let values = command.args.get(first..).unwrap_or(&[]);
    let context = if values.iter().any(|v| is_cuda_expression(v.text)) { Context::Nvcc } else { Context::Unknown };
    translate(pass, values, Style::List, context);
}

/// Options that are the value of a property.
pub(super) fn values(pass: &mut Pass<'_, '_>, values: &[Arg<'_>], style: Style) {
    translate(pass, values, style, Context::Unknown);
}

/// Words of a command line of nvcc.
pub(super) fn of_nvcc(pass: &mut Pass<'_, '_>, words: &[Arg<'_>]) {
    translate(pass, words, Style::List, Context::Nvcc);
}

fn translate(pass: &mut Pass<'_, '_>, values: &[Arg<'_>], style: Style, context: Context) {
    let words = split(pass.file.text, values, style);
    words::translate(pass.found, Code::CMAKE, &words, context);
}

fn split<'t>(text: &'t str, values: &[Arg<'_>], style: Style) -> Vec<Word<'t>> {
    let mut out: Vec<Word<'t>> = Vec::new();
    let mut after_quoted = true;
    for arg in values.iter().filter(|a| matches!(a.kind, ArgKind::Unquoted | ArgKind::Quoted)) {
        let start = out.len();
        split_arg(text, arg, style, &mut out);
        if let Some(word) = out.get_mut(start) {
            word.first |= after_quoted || arg.after_comment || arg.kind == ArgKind::Quoted;
        }
        let is_lone = out.len() == start + 1 && out[start].span == arg.inner;
        if is_lone && style == Style::List {
            out[start].outer = arg.span.clone();
            out[start].first = after_quoted || arg.after_comment;
        }
        after_quoted = arg.kind == ArgKind::Quoted && !(is_lone && style == Style::List);
    }
    out
}

/// Words end at blanks and semicolons, and at the punctuation of generator expressions.
fn split_arg<'t>(text: &'t str, arg: &Arg<'_>, style: Style, out: &mut Vec<Word<'t>>) {
    let bytes = text.as_bytes();
    let in_expression = arg.text.contains("$<") || out.last().is_some_and(|w| w.joint == ";");
    let is_list = in_expression || (style == Style::List && arg.kind == ArgKind::Quoted);
    let mut joint = if is_list { ";" } else { " " };
    let (mut at, mut first) = (arg.inner.start, false);
    while at < arg.inner.end {
        if let Some(end) = expression_end(text, at, arg.inner.end) {
            (at, first) = (end, true);
        } else if text[at..arg.inner.end].starts_with("SHELL:") {
            (at, first, joint) = (at + "SHELL:".len(), true, " ");
        } else if matches!(bytes[at], b' ' | b'\t' | b'\r' | b'\n' | b';' | b'"') {
            first |= bytes[at] == b'"';
            at += 1;
        } else {
            let end = word_end(bytes, at, arg.inner.end);
            out.push(Word { span: at..end, outer: at..end, text: &text[at..end], first, joint });
            (at, first) = (end, false);
        }
    }
}

/// After `$<...:` or `>` at this place.
fn expression_end(text: &str, at: usize, end: usize) -> Option<usize> {
    let rest = &text[at..end];
    if let Some(after) = rest.strip_prefix('>') {
        return Some(at + 1 + usize::from(after.starts_with(':')));
    }
    if !rest.starts_with("$<") {
        return None;
    }
    let stop = rest[2..].find(|c: char| matches!(c, '$' | '>') || c.is_whitespace()).map_or(rest.len(), |n| n + 2);
    Some(at + stop.max(2))
}

fn word_end(bytes: &[u8], start: usize, end: usize) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in bytes.iter().enumerate().take(end).skip(start) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'"' | b'>' => return at,
            b' ' | b'\t' | b'\r' | b'\n' | b';' if depth == 0 => return at,
            _ => {}
        }
    }
    end
}

/// The words of some arguments, for rules that write them elsewhere.
pub(super) fn ported_words(text: &str, range: &[Arg<'_>]) -> Vec<String> {
    use super::super::nvcc::{Output, translate};
    let words = split(text, range, Style::List);
    let texts: Vec<&str> = words.iter().map(|w| w.text).collect();
    let mut out = Vec::new();
    for translation in translate(&texts) {
        let words: Range<usize> = translation.words;
        match translation.output {
            Output::Keep | Output::Unported => out.extend(texts[words].iter().map(|t| (*t).to_string())),
            Output::Words(new) => out.extend(new),
            Output::GpuArch(_) => {}
        }
    }
    out
}
