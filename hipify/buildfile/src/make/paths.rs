//! The toolkit's folder in makefiles: its variables become `ROCM_PATH`, and its programs are reported.

use super::super::toolkit::{self, ROOTS};
use super::super::words::Word;
use super::Pass;
use super::eval::reference;
use super::parse::{Line, LineKind};
use hipify_diagnostics::{Code, Level};
use std::ops::Range;

/// `CUDA_PATH ?= /usr/local/cuda`.
pub(super) fn root(pass: &mut Pass<'_, '_>, name: Range<usize>, value: Range<usize>) {
    pass.uses.insert("ROCM_PATH");
    let defined = pass.variables.is_defined("ROCM_PATH");
    if defined || is_own_reference(&pass.text[value.clone()]) {
        // A definition by another of the toolkit's names would refer to itself.
        let message = format!("definition of `{}` dropped", &pass.text[name.clone()]);
        pass.found.report(Code::MAKE_NVCC, Level::Note, name.clone(), message, "`ROCM_PATH` says where ROCm is");
        pass.found.replace(name.start..value.end, "ROCM_PATH ?= /opt/rocm");
        return;
    }
    pass.found.replace(name.start..value.end, "ROCM_PATH ?= /opt/rocm");
}

fn is_own_reference(value: &str) -> bool {
    reference(value).is_some_and(|(name, _)| ROOTS.contains(&name))
}

/// References and literal folders in any line.
pub(super) fn port(pass: &mut Pass<'_, '_>, line: &Line) {
    let text = &pass.text[line.span.clone()];
    for (at, _) in text.match_indices('$') {
        let Some((inner, length)) = reference(&text[at..]) else { continue };
        let name = inner.split(':').next().unwrap_or(inner);
        if ROOTS.contains(&name) {
            replace_root(pass, line.span.start + at, length, line.span.end);
        }
    }
    for (at, _) in text.match_indices('/') {
        if let Some(length) = toolkit::root_path_length(&text[at..]).filter(|_| starts_path(&text[..at])) {
            replace_root(pass, line.span.start + at, length, line.span.end);
        }
    }
    if line.kind == LineKind::Directive {
        bare_names(pass, line);
    }
    platform(pass, line);
}

fn starts_path(before: &str) -> bool {
    !before.ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, ')' | '}' | '.' | '_' | '-'))
        || before.ends_with("-I")
        || before.ends_with("-L")
}

/// ROCm has `lib` where CUDA has `lib64`.
fn replace_root(pass: &mut Pass<'_, '_>, start: usize, length: usize, limit: usize) {
    pass.uses.insert("ROCM_PATH");
    let end = start + length;
    let rest = &pass.text[end..limit];
    let lib = ["/targets/x86_64-linux/lib", "/lib64/stubs", "/lib64", "/lib/x64"].into_iter().find(|lib| rest.starts_with(lib));
    match lib {
        Some(lib) => pass.found.replace(start..end + lib.len(), "$(ROCM_PATH)/lib"),
        None => pass.found.replace(start..end, "$(ROCM_PATH)"),
    }
}

/// `ifdef CUDA_HOME`, `export CUDA_PATH`.
fn bare_names(pass: &mut Pass<'_, '_>, line: &Line) {
    let text = &pass.text[line.span.clone()];
    let mut at = 0;
    for word in text.split([' ', '\t']) {
        if ROOTS.contains(&word) {
            let start = line.span.start + at;
            pass.uses.insert("ROCM_PATH");
            pass.found.replace(start..start + word.len(), "ROCM_PATH");
        }
        at += word.len() + 1;
    }
}

/// A host compiler that sees HIP's headers has to name the platform.
fn platform(pass: &mut Pass<'_, '_>, line: &Line) {
    if matches!(line.kind, LineKind::Rule { .. } | LineKind::Directive) {
        return;
    }
    for word in super::words::split_make(pass.text, line.span.clone()) {
        let is_include = word.text.starts_with("-I") || word.text.starts_with("-isystem");
        let names_platform = pass.text[line.span.clone()].contains("__HIP_PLATFORM_AMD__");
        if is_include && !names_platform && is_toolkit_include(pass, word.text) {
            pass.found.insert(word.span.end, " -D__HIP_PLATFORM_AMD__");
        }
    }
}

fn is_toolkit_include(pass: &Pass<'_, '_>, word: &str) -> bool {
    let names_root = |text: &str| {
        let by_name = ROOTS.iter().any(|root| text.contains(&format!("({root})")) || text.contains(&format!("{{{root}}}")));
        by_name || text.match_indices('/').any(|(at, _)| toolkit::root_path_length(&text[at..]).is_some())
    };
    let expanded = pass.variables.expand(word);
    let ends = expanded.trim_end().trim_end_matches('/').ends_with("/include");
    ends && (names_root(word) || names_root(&expanded) || refers_to_root(pass, word))
}

/// `-I$(CUDA_INC)` where `CUDA_INC` refers to the toolkit's folder.
fn refers_to_root(pass: &Pass<'_, '_>, word: &str) -> bool {
    let Some((name, _)) = word.find('$').and_then(|at| reference(&word[at..])) else { return false };
    pass.variables.names().any(|(own, values)| own == name && values.iter().any(|v| ROOTS.iter().any(|root| v.contains(root))))
}

/// `$(addprefix -Xcompiler ,$(FLAGS))`: clang is the host compiler, so that its flags need no prefix.
pub(super) fn prefixed_options(pass: &mut Pass<'_, '_>, span: Range<usize>) {
    let text = &pass.text[span.clone()];
    for call in ["$(addprefix -Xcompiler ,", "$(addprefix --compiler-options ,", "$(addprefix -Xcompiler=,"] {
        for (at, _) in text.match_indices(call) {
            if let Some((_, length)) = reference(&text[at..]) {
                let start = span.start + at;
                pass.found.delete(start..start + call.len());
                pass.found.delete(start + length - 1..start + length);
            }
        }
    }
}

/// Programs of the toolkit that no rule replaced.
pub(super) fn programs(pass: &mut Pass<'_, '_>, words: &[Word<'_>]) {
    for word in words {
        let name = word.text.trim_start_matches(['@', '-', '+', '(', '`']).trim_end_matches(['`', ';']);
        let is_command = word.text.len() == name.len() || word.text.starts_with(['@', '-', '+', '`']);
        let Some((program, help)) = toolkit::program(name).filter(|_| is_command) else { continue };
        if !pass.found.is_claimed(&word.span)
            && !pass.found.is_claimed(&(word.span.start + word.text.len() - name.len()..word.span.end))
        {
            pass.warn(word.span.clone(), format!("`{program}` is a program of the CUDA toolkit"), help);
        }
    }
}
