//! What any argument of any command may hold: references to variables, generator expressions, imported targets, and the
//! toolkit's folder.

use super::super::{libraries, toolkit};
use super::Pass;
use super::lex::{Arg, ArgKind, Command};
use super::packages::TARGETS;
use super::variables::{Port, port};
use std::ops::Range;

/// Ports the text of all arguments that no earlier rule claimed.
pub(super) fn arguments(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    for arg in command.args.iter().filter(|a| matches!(a.kind, ArgKind::Unquoted | ArgKind::Quoted)) {
        references(pass, command, arg);
        languages(pass, arg);
        targets(pass, command, arg);
        folders(pass, arg);
        if arg.kind == ArgKind::Unquoted || arg.text.starts_with("-D") {
            bare_variables(pass, command, arg);
        }
    }
}

/// `${CUDA_INCLUDE_DIRS}`, `$ENV{CUDA_HOME}`.
fn references(pass: &mut Pass<'_, '_>, command: &Command<'_>, arg: &Arg<'_>) {
    for (dollar, open) in openings(arg.text) {
        let Some(length) = arg.text[open..].find(['}', '{', '$']).filter(|n| arg.text[open + n..].starts_with('}')) else {
            continue;
        };
        let name = &arg.text[open..open + length];
        let whole = arg.inner.start + dollar..arg.inner.start + open + length + 1;
        let inner = arg.inner.start + open..arg.inner.start + open + length;
        if arg.text[dollar..].starts_with("$ENV") {
            environment(pass, name, inner);
        } else if !pass.found.is_claimed(&inner) {
            variable(pass, command.span.start, name, whole, inner);
        }
    }
}

/// The text with its references to renamed variables ported, for rules that write it elsewhere.
pub(super) fn ported(pass: &Pass<'_, '_>, text: &str) -> String {
    let mut out = text.to_string();
    for (_, open) in openings(text) {
        let Some(name) = text[open..].split('}').next() else { continue };
        match port(name, pass.file.options.choice.flavor) {
            Some(Port::Name(new)) => out = out.replace(&format!("${{{name}}}"), &format!("${{{new}}}")),
            Some(Port::Value(target)) => out = out.replace(&format!("${{{name}}}"), target),
            _ => {}
        }
    }
    out
}

/// Places of `$` and after `{` of each `${` and `$ENV{`.
fn openings(text: &str) -> Vec<(usize, usize)> {
    let after_brace = |at: usize, rest: &str| match rest {
        r if r.starts_with("${") => Some((at, at + 2)),
        r if r.starts_with("$ENV{") => Some((at, at + 5)),
        _ => None,
    };
    text.match_indices('$').filter_map(|(at, _)| after_brace(at, &text[at..])).collect()
}

fn environment(pass: &mut Pass<'_, '_>, name: &str, inner: Range<usize>) {
    if toolkit::ROOTS.contains(&name) {
        pass.found.replace(inner, "ROCM_PATH");
    } else if name == "CUDACXX" || name == "CUDAFLAGS" {
        pass.found.replace(inner, if name == "CUDACXX" { "HIPCXX" } else { "HIPFLAGS" });
    }
}

fn variable(pass: &mut Pass<'_, '_>, at: usize, name: &str, whole: Range<usize>, inner: Range<usize>) {
    match port(name, pass.file.options.choice.flavor) {
        Some(Port::Name(new)) => {
            lib64(pass, &new, whole.end);
            pass.found.replace(inner, new);
        }
        Some(Port::Value(target)) => {
            if let Some(hip) = libraries::by_variable(name).and_then(|row| row.port(pass.file.options.choice.flavor)) {
                pass.need(hip.package, at);
            }
            pass.found.replace(whole, target);
        }
        Some(Port::Needless | Port::Unknown) => unported_variable(pass, name, inner),
        None => {}
    }
}

/// ROCm has `lib` where CUDA has `lib64`.
fn lib64(pass: &mut Pass<'_, '_>, new: &str, at: usize) {
    if new.ends_with("ROCM_ROOT") && pass.file.text[at..].starts_with("/lib64") {
        pass.found.delete(at + 4..at + 6);
    }
}

fn unported_variable(pass: &mut Pass<'_, '_>, name: &str, span: Range<usize>) {
    let library = libraries::by_variable(name).map_or("", |row| row.help);
    let help = if library.is_empty() {
        "the HIP language of CMake sets no such variable: write the value, or drop its use"
    } else {
        library
    };
    pass.warn(span, format!("`{name}` has no counterpart in HIP"), help);
}

/// `$<COMPILE_LANGUAGE:CUDA>`, `$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>`, `$<CUDA_COMPILER_ID:NVIDIA>`, and properties in
/// `$<TARGET_PROPERTY:t,CUDA_STANDARD>`.
fn languages(pass: &mut Pass<'_, '_>, arg: &Arg<'_>) {
    for (at, _) in arg.text.match_indices("$<") {
        let rest = &arg.text[at + 2..];
        let Some(colon) = rest.find([':', '>', '<', '"']).filter(|n| rest[*n..].starts_with(':')) else { continue };
        let place = arg.inner.start + at + 2;
        let end = colon + 1 + rest[colon + 1..].find(['>', '<', '$']).unwrap_or(rest.len() - colon - 1);
        let list = place + colon + 1..place + end;
        match &rest[..colon] {
            "COMPILE_LANGUAGE" | "LINK_LANGUAGE" | "COMPILE_LANG_AND_ID" | "LINK_LANG_AND_ID" => language_list(pass, list),
            "CUDA_COMPILER_ID" => {
                pass.found.replace(place..place + 4, "HIP");
                language_list(pass, list);
            }
            "DEVICE_LINK" | "HOST_LINK" => {
                let help = "clang links device code in the link of the executable: use $<LINK_LANGUAGE:HIP>";
                pass.warn(place..place + colon, format!("`$<{}:...>` has no counterpart in HIP", &rest[..colon]), help);
            }
            _ => {}
        }
    }
    for (at, _) in arg.text.match_indices("$<CUDA_COMPILER_VERSION") {
        let span = arg.inner.start + at + 2..arg.inner.start + at + 6;
        pass.warn(span.clone(), "a version of nvcc compared now as clang's", "check the comparison");
        pass.found.replace(span, "HIP");
    }
    for (at, old) in arg.text.match_indices("$<COMPILE_LANGUAGE>,CUDA") {
        pass.found.replace(arg.inner.start + at + old.len() - 4..arg.inner.start + at + old.len(), "HIP");
    }
}

fn language_list(pass: &mut Pass<'_, '_>, span: Range<usize>) {
    let text = pass.file.text;
    let mut at = span.start;
    for word in text[span.clone()].split(',') {
        match word.trim() {
            "CUDA" => pass.found.replace(at..at + word.len(), "HIP"),
            "NVIDIA" if text[span.clone()].contains("Clang") => pass.found.delete(at - 1..at + word.len()),
            "NVIDIA" => pass.found.replace(at..at + word.len(), "Clang"),
            _ => {}
        }
        at += word.len() + 1;
    }
}

/// `CUDA::cublas`, which needs its package, and libraries given to `target_link_libraries`.
fn targets(pass: &mut Pass<'_, '_>, command: &Command<'_>, arg: &Arg<'_>) {
    if let Some((_, hip)) = TARGETS.iter().find(|row| arg.text == row.0) {
        pass.found.replace(arg.inner.clone(), *hip);
    }
    for (at, _) in arg.text.match_indices("CUDA::") {
        let name = &arg.text[at + 6..];
        let length = name.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        let span = arg.inner.start + at..arg.inner.start + at + 6 + length;
        let row = libraries::by_target(&name[..length]);
        match row.and_then(|row| row.port(pass.file.options.choice.flavor)) {
            Some(hip) => {
                pass.need(hip.package, command.span.start);
                pass.found.replace(span, hip.target);
            }
            None => {
                let help = row.map_or("", |row| row.help);
                let help = if help.is_empty() { "no HIP library stands in: leave it out, or link another one" } else { help };
                pass.warn_library(span, format!("`CUDA::{}` has no counterpart in HIP", &name[..length]), help);
            }
        }
    }
}

/// `/usr/local/cuda-11/include`.
fn folders(pass: &mut Pass<'_, '_>, arg: &Arg<'_>) {
    for (at, _) in arg.text.match_indices('/') {
        if let Some(length) = toolkit::root_path_length(&arg.text[at..]).filter(|_| !arg.text[..at].ends_with(is_path_byte)) {
            let start = arg.inner.start + at;
            let new = "${CMAKE_HIP_COMPILER_ROCM_ROOT}";
            lib64(pass, "ROCM_ROOT", start + length);
            pass.found.replace(start..start + length, new);
        }
    }
}

fn is_path_byte(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '}')
}

/// `CMAKE_CUDA_FLAGS` as a name, as in `set`, `if`, or `-DCMAKE_CUDA_FLAGS=...`.
fn bare_variables(pass: &mut Pass<'_, '_>, command: &Command<'_>, arg: &Arg<'_>) {
    let (start, name) = match arg.text.strip_prefix("-D") {
        Some(rest) => (2, rest.split(['=', ':']).next().unwrap_or(rest)),
        None => (0, arg.text),
    };
    let span = arg.inner.start + start..arg.inner.start + start + name.len();
    if pass.found.is_claimed(&span) {
        return;
    }
    match port(name, pass.file.options.choice.flavor) {
        Some(Port::Name(new)) => pass.found.replace(span, new),
        Some(Port::Value(target)) if command.is_one_of(&["if", "elseif"]) => {
            pass.found.replace(span, format!("TARGET {target}"));
        }
        Some(Port::Value(_) | Port::Needless | Port::Unknown) => unported_variable(pass, name, span),
        None => {}
    }
}
