//! The commands of the old FindCUDA module, and commands that run nvcc.

use super::super::toolkit;
use super::lex::{ArgKind, Command};
use super::{Pass, flags, sources, text};
use hipify_diagnostics::{Code, Level};

/// `cuda_add_executable(t a.cu OPTIONS -O3)`.
pub(super) fn add_target(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let kind = if command.is("cuda_add_library") { "add_library" } else { "add_executable" };
    pass.found.replace(command.name_span(), kind);
    let target = command.arg(0).to_string();
    if let Some(at) = command.args.iter().position(|a| a.text == "OPTIONS") {
        let last = command.args.last().map_or(command.close, |a| a.span.end);
        pass.found.delete(command.args[at - usize::from(at > 0)].span.end..last);
        let words = flags::ported_words(pass.file.text, &command.args[at + 1..]);
        let words: Vec<_> = words.into_iter().filter(|w| !matches!(w.as_str(), "DEBUG" | "RELEASE" | "OPTIONS")).collect();
        if !words.is_empty() {
            let line = text::ported(pass, &words.join(";"));
            let line = format!("target_compile_options({target} PRIVATE \"$<$<COMPILE_LANGUAGE:HIP>:{line}>\")");
            pass.line_after(command, &line);
        }
    }
    sources::target(pass, command);
    let keyword = pass.file.link_keyword(&target);
    pass.need("hip", command.span.start);
    pass.line_after(command, &format!("target_link_libraries({target} {keyword}hip::host)"));
}

pub(super) fn include_directories(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    pass.found.replace(command.name_span(), "include_directories");
}

/// `cuda_add_cublas_to_target(t)`.
pub(super) fn add_library_to_target(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let name = if command.is("cuda_add_cublas_to_target") { "cublas" } else { "cufft" };
    let flavor = pass.file.options.choice.flavor;
    let Some(hip) = super::super::libraries::by_target(name).and_then(|row| row.port(flavor)) else { return };
    pass.need(hip.package, command.span.start);
    let keyword = pass.file.link_keyword(command.arg(0));
    let text = format!("target_link_libraries({} {keyword}{})", command.arg(0), hip.target);
    pass.found.replace(command.span.clone(), text);
}

/// `cuda_select_nvcc_arch_flags(FLAGS Auto)`: the HIP language adds the flags for its architectures.
pub(super) fn select_architectures(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    pass.note_architectures(command.span.clone(), "choice of NVIDIA architectures dropped");
    pass.found.replace(command.span.clone(), format!("set({})", command.arg(0)));
}

/// A command whose effect HIP does not need.
pub(super) fn drop(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    pass.delete(command);
}

pub(super) fn unported(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let help = "add the sources to a target with the HIP language, or write an add_custom_command with clang++ -x hip";
    let message = format!("`{}` has no counterpart in CMake's HIP language", command.name);
    pass.found.report(Code::CMAKE_FINDCUDA, Level::Warning, command.name_span(), message, help);
}

/// Commands that run programs of the toolkit.
pub(super) fn process(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    for arg in command.args.iter().filter(|a| matches!(a.kind, ArgKind::Unquoted | ArgKind::Quoted)) {
        if let Some((name, help)) = toolkit::program(arg.text) {
            pass.warn(arg.span.clone(), format!("`{name}` is a program of the CUDA toolkit"), help);
        } else if arg.text.contains("CUDA_COMPILER}") || arg.text.contains("NVCC_EXECUTABLE}") {
            let help = "clang needs -x hip and --offload-arch=..., and takes other options than nvcc";
            pass.warn(arg.span.clone(), "a command that was written for nvcc", help);
        }
    }
}
