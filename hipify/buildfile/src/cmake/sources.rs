//! CUDA sources of targets: CMake's HIP language knows `.hip` alone, so that each `.cu` gets `LANGUAGE HIP`, or another name
//! with `--rename`.

use super::Pass;
use super::file::{is_cuda_source, raw, reference};
use super::lex::{Arg, ArgKind, Command};
use super::text;

/// `add_executable`, `add_library`, `target_sources`.
pub(super) fn target(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    if pass.file.options.rename {
        return;
    }
    let place = if command.is("target_sources") { format!(" TARGET_DIRECTORY {}", command.arg(0)) } else { String::new() };
    mark(pass, command, 1, &place);
    let surely_cuda = pass.file.enables_cuda || command.name.to_ascii_lowercase().starts_with("cuda_");
    let kept = command.args.iter().skip(1).take_while(|a| a.text != "OPTIONS");
    let unknown = kept.filter_map(reference).find(|name| !is_defined(pass, name));
    if let Some(name) = unknown.filter(|_| surely_cuda && !command.is("target_sources")) {
        from_target(pass, command, name);
    }
    if command.is("target_sources")
        && command.args.iter().skip(1).any(|arg| reference(arg).is_some())
        && is_foreign(pass, command)
    {
        from_sources_of_another_folder(pass, command);
    }
}

/// Whether the target of the command is made by another file.
fn is_foreign(pass: &Pass<'_, '_>, command: &Command<'_>) -> bool {
    let makes =
        |c: &Command<'_>| c.name.to_ascii_lowercase().starts_with("add_") || c.name.to_ascii_lowercase().starts_with("cuda_add_");
    !pass.file.commands.iter().any(|c| makes(c) && c.arg(0) == command.arg(0))
}

/// Properties of sources hold for the targets of one folder: those that a variable brings to a target of another folder are marked
/// there too.
fn from_sources_of_another_folder(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let target = command.arg(0);
    let place = format!(" TARGET_DIRECTORY {target}");
    if pass.file.text.contains(&format!("${{hip_sources}}{place} ")) {
        return;
    }
    pass.line_after(command, &format!("get_target_property(hip_sources {target} SOURCES)"));
    filter_and_mark(pass, command, "hip_sources", &place);
}

/// A variable that is set elsewhere may hold CUDA sources: CMake itself has to look.
fn from_target(pass: &mut Pass<'_, '_>, command: &Command<'_>, name: &str) {
    let marker = format!("${{{name}}}");
    if pass.file.hip_sources.contains(marker.as_str()) || pass.file.hip_sources.contains("${hip_sources}") {
        return;
    }
    pass.line_after(command, &format!("get_target_property(hip_sources {} SOURCES)", command.arg(0)));
    filter_and_mark(pass, command, "hip_sources", "");
}

fn filter_and_mark(pass: &mut Pass<'_, '_>, command: &Command<'_>, variable: &str, place: &str) {
    pass.line_after(command, &format!("list(FILTER {variable} INCLUDE REGEX \"\\\\.cu$\")"));
    pass.line_after(command, &format!("set_source_files_properties(${{{variable}}}{place} PROPERTIES LANGUAGE HIP)"));
}

/// A variable that this file gives a value, or that only says what a target is.
fn is_defined(pass: &Pass<'_, '_>, name: &str) -> bool {
    let defines = |c: &Command<'_>| match c.name.to_ascii_lowercase().as_str() {
        "set" | "foreach" | "option" | "aux_source_directory" => c.arg(0) == name || c.arg(1) == name,
        "list" | "file" | "string" | "get_filename_component" => c.arg(1) == name || c.arg(0) == name,
        _ => false,
    };
    pass.file.commands.iter().any(defines)
}

/// The variable of the loop over sources of which device code alone is made.
pub(super) const LOOP: &str = "hip_source";

/// Commands of CMake's own that take names of files and make no target of them.
const WITHOUT_SOURCES: &[&str] = &[
    "cmake_path",
    "configure_file",
    "export",
    "get_filename_component",
    "install",
    "message",
    "return",
    "set_tests_properties",
    "source_group",
    "try_compile",
    "try_run",
];

/// `my_add_library(t SOURCES a.cu b.cpp)`, `foreach(source a.cu b.cu)`: what a function of the project makes of its sources is not
/// known, and in most it is a target of this folder.
pub(super) fn of_another_command(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let makes_device_code = command.is("foreach") && command.arg(0) == LOOP;
    if !pass.file.options.rename && !command.is_one_of(WITHOUT_SOURCES) && !makes_device_code {
        mark(pass, command, 0, "");
    }
}

/// `set(SRCS a.cu b.cpp)`, `list(APPEND SRCS a.cu)`.
pub(super) fn definition(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    if pass.file.options.rename {
        return;
    }
    let is_parent = command.args.last().is_some_and(|a| a.text == "PARENT_SCOPE");
    mark(pass, command, if command.is("list") { 2 } else { 1 }, if is_parent { " DIRECTORY .." } else { "" });
    let name = command.arg(usize::from(command.is("list")));
    let has_sources = command.args.iter().skip(1).any(is_cuda_source);
    if has_sources && !is_parent && !is_used(pass, name) && pass.file.commands.iter().any(|c| c.is("add_subdirectory")) {
        let help = "the property holds for targets of this directory: set it where the targets are, or with DIRECTORY";
        pass.warn(command.span.clone(), format!("sources in `{name}` are used in another directory"), help);
    }
}

fn is_used(pass: &Pass<'_, '_>, name: &str) -> bool {
    pass.file.text.contains(&format!("${{{name}}}"))
}

/// Adds the property for the CUDA sources that stand in a command.
fn mark(pass: &mut Pass<'_, '_>, command: &Command<'_>, first: usize, place: &str) {
    let fresh = |a: &&Arg<'_>| is_cuda_source(a) && !pass.file.hip_sources.contains(a.text) && !a.text.contains("$<");
    let fresh = command.args.iter().skip(first).filter(fresh);
    let names: Vec<String> = fresh.map(|a| text::ported(pass, raw(pass.file.text, a))).collect();
    if !names.is_empty() {
        let line = format!("set_source_files_properties({}{place} PROPERTIES LANGUAGE HIP)", names.join(" "));
        pass.line_after(command, &line);
    }
    for arg in command.args.iter().skip(first).filter(|a| a.text.contains("$<") && a.text.contains(".cu>")) {
        let help = "give the source the property LANGUAGE HIP with set_source_files_properties";
        pass.warn(arg.span.clone(), "a CUDA source inside a generator expression", help);
    }
}

/// `file(GLOB SRCS *.cu)`.
pub(super) fn glob(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    if pass.file.options.rename || !matches!(command.arg(0), "GLOB" | "GLOB_RECURSE") {
        return;
    }
    let variable = command.arg(1).to_string();
    let marks = [format!("${{{variable}}}"), format!("${{{variable}_hip}}")];
    if marks.iter().any(|mark| pass.file.hip_sources.contains(mark.as_str())) {
        return;
    }
    let patterns: Vec<&Arg<'_>> = command.args.iter().skip(2).filter(|a| a.text.contains(['.', '*'])).collect();
    let is_cu = |a: &&&Arg<'_>| is_cuda_source(a);
    if !patterns.is_empty() && patterns.iter().all(|a| is_cu(&a)) {
        pass.line_after(command, &format!("set_source_files_properties(${{{variable}}} PROPERTIES LANGUAGE HIP)"));
    } else if patterns.iter().any(|a| may_match_cu(a.text)) {
        pass.line_after(command, &format!("set({variable}_hip ${{{variable}}})"));
        filter_and_mark(pass, command, &format!("{variable}_hip"), "");
    }
}

/// Whether a pattern matches some name that ends with `.cu`.
fn may_match_cu(pattern: &str) -> bool {
    let extension = pattern.rsplit(['/', '.']).next().unwrap_or(pattern);
    let is_wild = extension.contains(['*', '?', '[']);
    pattern.ends_with(".cu") || (is_wild && (extension.contains('u') || extension.starts_with(['*', '?'])) || extension == "c*")
}

/// `aux_source_directory(. SRCS)` finds sources of enabled languages only, and no `.cu` is one of HIP.
pub(super) fn directory(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let (folder, variable) = (command.arg(0).to_string(), command.arg(1).to_string());
    let found = format!("{variable}_hip");
    if !pass.file.enables_cuda || pass.file.options.rename || pass.file.hip_sources.contains(format!("${{{found}}}").as_str()) {
        return;
    }
    pass.line_after(command, &format!("file(GLOB {found} {folder}/*.cu)"));
    pass.line_after(command, &format!("list(APPEND {variable} ${{{found}}})"));
    pass.line_after(command, &format!("set_source_files_properties(${{{found}}} PROPERTIES LANGUAGE HIP)"));
}

/// With `--rename`: `.cu` to `.hip`, `.cuh` to `.hip.h`, in all names of files and patterns.
pub(super) fn rename(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    if !pass.file.options.rename || command.is("message") {
        return;
    }
    for arg in command.args.iter().filter(|a| matches!(a.kind, ArgKind::Unquoted | ArgKind::Quoted)) {
        for (end, new) in [(".cu", ".hip"), (".cuh", ".hip.h"), (".cu$", ".hip$")] {
            if arg.text.ends_with(end) {
                pass.found.replace(arg.inner.end - end.len()..arg.inner.end, new);
            }
        }
    }
}
