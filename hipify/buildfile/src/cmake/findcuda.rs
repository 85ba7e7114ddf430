//! The commands of the old FindCUDA module.

use super::super::libraries;
use super::file::raw;
use super::lex::{Arg, Command};
use super::{Pass, commands, flags, sources, text};
use hipify_diagnostics::{Code, Level};
use std::ops::Range;

/// `cuda_add_executable(t a.cu OPTIONS -O3)`.
pub(super) fn add_target(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let kind = if command.is("cuda_add_library") { "add_library" } else { "add_executable" };
    pass.found.replace(command.name_span(), kind);
    let target = command.arg(0).to_string();
    if let Some(at) = command.args.iter().position(|a| a.text == "OPTIONS") {
        let last = command.args.last().map_or(command.close, |a| a.span.end);
        pass.found.delete(command.args[at - usize::from(at > 0)].span.end..last);
        let words = compile_options(pass, &command.args[at + 1..]);
        if !words.is_empty() {
            let line = words.join(";");
            let line = format!("target_compile_options({target} PRIVATE \"$<$<COMPILE_LANGUAGE:HIP>:{line}>\")");
            pass.line_after(command, &line);
        }
    }
    sources::target(pass, command);
    let keyword = pass.file.link_keyword(&target);
    pass.need("hip", command.span.start);
    pass.line_after(command, &format!("target_link_libraries({target} {keyword}hip::host)"));
}

/// The words after `OPTIONS`, as clang takes them.
fn compile_options(pass: &Pass<'_, '_>, args: &[Arg<'_>]) -> Vec<String> {
    let words = flags::ported_words(pass.file.text, args);
    let words = words.into_iter().filter(|w| !matches!(w.as_str(), "DEBUG" | "RELEASE" | "OPTIONS"));
    words.map(|word| text::ported(pass, &word)).collect()
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

/// `cuda_compile_ptx(VAR a.cu b.cu OPTIONS -O3)`: a code object of each source in the place of PTX.
pub(super) fn compile_device(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let ending = command.name.rsplit('_').next().unwrap_or_default().to_ascii_lowercase();
    device_code(pass, command, 0, &ending);
}

/// `cuda_compile(VAR a.cu)`: the sources stand in the place of their objects.
pub(super) fn compile(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    objects(pass, command, 0);
}

/// `cuda_wrap_srcs(target OBJ VAR a.cu)`, `cuda_wrap_srcs(target PTX VAR a.cu)`.
pub(super) fn wrap_sources(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    match command.arg(1) {
        "OBJ" => objects(pass, command, 2),
        _ => device_code(pass, command, 2, "ptx"),
    }
}

/// Sets the variable, which is the argument `at`, to the sources after it.
fn objects(pass: &mut Pass<'_, '_>, command: &Command<'_>, at: usize) {
    let Some(variable) = command.args.get(at) else { return };
    let (sources, options) = inputs(command, at);
    let names = names(pass, &command.args[sources]);
    let options = compile_options(pass, &command.args[options]);
    let mut lines = vec![format!("set({} {names})", variable.text)];
    if !pass.file.options.rename {
        lines.push(format!("set_source_files_properties({names} PROPERTIES LANGUAGE HIP)"));
    }
    if !options.is_empty() {
        let options = options.join(" ");
        lines.push(format!("set_property(SOURCE {names} APPEND PROPERTY COMPILE_OPTIONS {options})"));
    }
    replace(pass, command, &lines);
}

/// Sets the variable, which is the argument `at`, to files with the device code of the sources after it.
fn device_code(pass: &mut Pass<'_, '_>, command: &Command<'_>, at: usize, ending: &str) {
    let Some(variable) = command.args.get(at).map(|arg| arg.text) else { return };
    let (sources, options) = inputs(command, at);
    let names = names(pass, &command.args[sources]);
    let options = compile_options(pass, &command.args[options]).iter().map(|word| format!("{word} ")).collect::<String>();
    let words = commands::compile_words();
    let lines = [
        commands::ARCHITECTURES.to_owned(),
        "get_directory_property(hip_includes INCLUDE_DIRECTORIES)".to_owned(),
        "list(TRANSFORM hip_includes PREPEND -I)".to_owned(),
        "separate_arguments(hip_flags UNIX_COMMAND \"${CMAKE_HIP_FLAGS}\")".to_owned(),
        format!("set({variable})"),
        format!("foreach({} {names})", sources::LOOP),
        "  get_filename_component(hip_output ${hip_source} NAME)".to_owned(),
        format!("  set(hip_output ${{CMAKE_CURRENT_BINARY_DIR}}/${{hip_output}}.{ending})"),
        "  get_filename_component(hip_source ${hip_source} ABSOLUTE)".to_owned(),
        "  add_custom_command(OUTPUT ${hip_output} DEPENDS ${hip_source} VERBATIM".to_owned(),
        format!("    COMMAND ${{CMAKE_HIP_COMPILER}} {words} --cuda-device-only ${{hip_flags}} ${{hip_includes}}"),
        format!("      {options}-o ${{hip_output}} ${{hip_source}})"),
        format!("  list(APPEND {variable} ${{hip_output}})"),
        "endforeach()".to_owned(),
    ];
    replace(pass, command, &lines);
}

/// Sources as they are called in the ported tree.
fn names(pass: &Pass<'_, '_>, sources: &[Arg<'_>]) -> String {
    let name = |arg: &Arg<'_>| {
        let name = text::ported(pass, raw(pass.file.text, arg));
        let end = name.find(".cu").filter(|end| pass.file.options.rename && name[*end..].trim_end_matches('"') == ".cu");
        end.map_or(name.clone(), |end| format!("{}.hip{}", &name[..end], &name[end + ".cu".len()..]))
    };
    sources.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// The sources after the argument `at`, and the options after them.
fn inputs(command: &Command<'_>, at: usize) -> (Range<usize>, Range<usize>) {
    let count = command.args.len();
    let end = command.args.iter().position(|arg| arg.text == "OPTIONS").unwrap_or(count);
    let words = ["STATIC", "SHARED", "MODULE", "EXCLUDE_FROM_ALL", "WIN32", "MACOSX_BUNDLE"];
    let is_source = |index: &usize| !words.contains(&command.arg(*index));
    let first = (at + 1..end).find(is_source).unwrap_or(end);
    (first..end, (end + 1).min(count)..count)
}

fn replace(pass: &mut Pass<'_, '_>, command: &Command<'_>, lines: &[String]) {
    let joint = format!("{}{}", pass.found.newline(), pass.file.indent(command.span.start));
    pass.found.replace(command.span.clone(), lines.join(&joint));
}

/// `cuda_find_library_local_first(VAR name "text")`, which FindCUDA looks for its own libraries with.
pub(super) fn find_library(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let (variable, name) = (command.arg(0), command.arg(1).trim_matches('"'));
    let row = libraries::by_link_name(name).or_else(|| libraries::by_target(name));
    let hip = row.and_then(|row| row.port(pass.file.options.choice.flavor)).filter(|hip| !hip.link.is_empty());
    let Some(hip) = hip else {
        let help = row.map_or("", |row| row.help);
        return pass.warn_library(command.span.clone(), format!("library `{name}` has no counterpart in HIP"), help);
    };
    pass.need(hip.package, command.span.start);
    let text = format!("set({variable} {})", hip.target);
    pass.found.replace(command.span.clone(), text);
}

/// `cuda_compute_separable_compilation_object_file_name(VAR target objects)`: there is no such object.
pub(super) fn no_object(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    pass.found.replace(command.span.clone(), format!("set({})", command.arg(0)));
}

/// Commands by which FindCUDA does its own work.
pub(super) fn unported(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let help = "add the sources to a target with the HIP language, or write an add_custom_command with clang++ -x hip";
    let message = format!("`{}` has no counterpart in CMake's HIP language", command.name);
    pass.found.report(Code::CMAKE_FINDCUDA, Level::Warning, command.name_span(), message, help);
}
