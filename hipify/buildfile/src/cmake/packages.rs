//! Packages and libraries: `find_package(CUDA)`, `find_library(... cublas)`, libraries given by name, and the packages that
//! the ported targets need.

use super::super::libraries;
use super::lex::{ArgKind, Command};
use super::variables::{Port, port};
use super::{Pass, workarounds};

/// Packages other than the toolkit: name, ROCm's package and the target that it brings.
const OTHERS: &[(&str, &str, &str)] = &[
    ("Thrust", "rocthrust", "roc::rocthrust"),
    ("CUB", "hipcub", "hip::hipcub"),
    ("CCCL", "rocthrust", "roc::rocthrust"),
    ("NCCL", "rccl", "roc::rccl"),
    ("CUDNN", "miopen", "MIOpen"),
    ("cuDNN", "miopen", "MIOpen"),
    ("Cudnn", "miopen", "MIOpen"),
];

/// Targets of those packages.
pub(super) const TARGETS: &[(&str, &str)] = &[
    ("Thrust::Thrust", "roc::rocthrust"),
    ("CUB::CUB", "hip::hipcub"),
    ("CCCL::Thrust", "roc::rocthrust"),
    ("CCCL::CUB", "hip::hipcub"),
    ("CCCL::CCCL", "roc::rocthrust"),
];

/// Variables of find modules that projects bring for packages without a CMake package of their own, after the package's name, and
/// what ROCm's package says instead: a variable of its own, or, without a name, its target.
const OF_MODULES: &[(&str, &str)] = &[
    ("_FOUND", "_FOUND"),
    ("_INCLUDE_DIR", "_INCLUDE_DIRS"),
    ("_INCLUDE_DIRS", "_INCLUDE_DIRS"),
    ("_LIBRARY", ""),
    ("_LIBRARIES", ""),
    ("_VERSION", "_VERSION"),
];

const PREFIXES: &str =
    "the package names its variables and targets otherwise than the CUDA one: those in use here get its values";

pub(super) fn find_package(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let how = strength(command);
    match command.arg(0) {
        "CUDA" if command.is("find_package") => find_cuda(pass, command, &how),
        "CUDA" | "CUDAToolkit" => {
            let root = root_line(pass, command);
            pass.found.replace(command.span.clone(), format!("{root}{}(hip{how})", command.name));
        }
        name => {
            let Some(row) = OTHERS.iter().find(|row| row.0 == name) else { return };
            pass.found.replace(command.args[0].inner.clone(), row.1);
            for line in module_variables(pass.file.text, *row) {
                pass.line_after(command, &line);
            }
            pass.warn_library(command.span.clone(), format!("package `{name}` replaced by `{}`", row.1), PREFIXES);
        }
    }
}

/// Sets those variables of a project's own find module that are in use.
fn module_variables(text: &str, (name, package, target): (&str, &str, &str)) -> Vec<String> {
    let own_module = text.contains("CMAKE_MODULE_PATH");
    let line = |prefix: &str, (old, new): &(&str, &str)| {
        let variable = format!("{prefix}{old}");
        let is_used = text.contains(&format!("${{{variable}}}")) || text.contains(&format!("({variable}"));
        let value = if new.is_empty() { target.to_owned() } else { format!("${{{package}{new}}}") };
        (is_used || own_module).then(|| format!("set({variable} {value})"))
    };
    let mut prefixes = vec![name.to_ascii_uppercase()];
    if prefixes[0] != name {
        prefixes.push(name.to_owned());
    }
    prefixes.iter().flat_map(|prefix| OF_MODULES.iter().filter_map(|row| line(prefix, row)).collect::<Vec<_>>()).collect()
}

/// `thrust_create_target(Thrust)`, which Thrust's own package brings.
pub(super) fn thrust_target(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let name = command.arg(0).to_owned();
    pass.found.replace(command.span.clone(), format!("add_library({name} INTERFACE)"));
    pass.line_after(command, &format!("target_link_libraries({name} INTERFACE roc::rocthrust)"));
}

/// Packages of ROCm are in the folder where CMake found its HIP language, which is none that CMake searches; "" where the
/// file says so already.
fn root_line(pass: &Pass<'_, '_>, command: &Command<'_>) -> String {
    let first = pass.file.commands.iter().find(|c| is_toolkit(c)).is_none_or(|c| c.span == command.span);
    if !first || command.is("find_dependency") {
        return String::new();
    }
    format!("{ROOT}{}{}", pass.found.newline(), pass.file.indent(command.span.start))
}

const ROOT: &str = "list(APPEND CMAKE_PREFIX_PATH ${CMAKE_HIP_COMPILER_ROCM_ROOT})";

fn is_toolkit(command: &Command<'_>) -> bool {
    command.is("find_package") && matches!(command.arg(0), "CUDA" | "CUDAToolkit")
}

/// FindCUDA needs no language; HIP is one.
fn find_cuda(pass: &mut Pass<'_, '_>, command: &Command<'_>, how: &str) {
    let line = format!("{}{}", pass.found.newline(), pass.file.indent(command.span.start));
    let root = root_line(pass, command);
    let flags = workarounds::lines();
    let text = if pass.file.enables_cuda {
        format!("{root}find_package(hip{how})")
    } else if how.contains("REQUIRED") {
        format!("enable_language(HIP){line}{}{line}{root}find_package(hip{how})", flags.join(&line))
    } else {
        let root = root.replace(&line, &format!("{line}  "));
        let flags = flags.join(&format!("{line}  "));
        let body = format!("{line}  enable_language(HIP){line}  {flags}{line}  {root}find_package(hip{how})");
        format!("include(CheckLanguage){line}check_language(HIP){line}if(CMAKE_HIP_COMPILER){body}{line}endif()")
    };
    pass.found.replace(command.span.clone(), text);
}

/// `QUIET` and `REQUIRED` of a `find_package`.
fn strength(command: &Command<'_>) -> String {
    let words = command.args.iter().skip(1).filter(|a| matches!(a.text, "QUIET" | "REQUIRED"));
    words.map(|a| format!(" {}", a.text)).collect()
}

/// Puts the packages that the ported targets need after the toolkit's package, else after the languages, else before the
/// first use.
pub(super) fn insert(pass: &mut Pass<'_, '_>) {
    let mut needs: Vec<_> = pass.needs.iter().filter(|n| !pass.file.packages.contains(n.0)).copied().collect();
    needs.sort_by_key(|need| need.0 != "hip");
    let commands = &pass.file.commands;
    let toolkit = commands.iter().find(|c| is_toolkit(c));
    let enables = |c: &&Command<'_>| {
        c.is_one_of(&["project", "enable_language"]) && c.args.iter().any(|a| matches!(a.text, "CUDA" | "HIP"))
    };
    let language = commands.iter().rfind(enables).or_else(|| commands.iter().find(|c| c.is("project")));
    let how = toolkit.map_or(" REQUIRED".to_string(), strength);
    let anchor = toolkit.or(language).map(|c| (c.span.start, c.span.end));
    let newline = pass.found.newline();
    let has_root = toolkit.is_some() || commands.iter().any(|c| c.is("list") && c.arg(2).contains("HIP_COMPILER_ROCM_ROOT"));
    if let (Some((start, end)), false, false) = (anchor, has_root, needs.is_empty()) {
        let line = format!("{newline}{}{ROOT}", pass.file.indent(start));
        pass.found.insert(end, line);
    }
    for (package, at) in needs {
        let known = package == "hip" && toolkit.is_some();
        match anchor {
            _ if known => {}
            // A use before the anchor lies in a function, which runs later.
            Some((start, end)) => {
                let line = format!("{newline}{}find_package({package}{how})", pass.file.indent(start));
                pass.found.insert(end, line);
            }
            None => {
                let indent = pass.file.indent(at);
                pass.found.insert(at, format!("find_package({package}{how}){newline}{indent}"));
            }
        }
    }
}

/// `find_library(CUBLAS NAMES cublas)`.
pub(super) fn find_library(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    for arg in command.args.iter().skip(1).filter(|a| a.kind != ArgKind::Bracket) {
        let row = libraries::by_link_name(arg.text).or_else(|| libraries::by_target(arg.text));
        let Some(row) = row.filter(|row| row.cuda[0] != "toolkit") else { continue };
        match row.port(pass.file.options.choice.flavor).filter(|hip| !hip.link.is_empty()) {
            Some(hip) => pass.found.replace(arg.inner.clone(), hip.link),
            None => pass.warn_library(arg.span.clone(), format!("library `{}` has no counterpart in HIP", arg.text), row.help),
        }
    }
}

/// `find_path(CUDA_INC cuda_runtime.h)`.
pub(super) fn find_path(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    for arg in command.args.iter().skip(1).filter(|a| a.text.ends_with(".h") || a.text.ends_with(".hpp")) {
        if let Some(hip) = hipify_rules::header(arg.text).and_then(|h| h.hip(&pass.file.options.choice)) {
            pass.found.replace(arg.inner.clone(), hip);
        }
    }
}

/// `target_link_libraries(x cublas -lcufft)`.
pub(super) fn link_libraries(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let first = usize::from(command.is("target_link_libraries"));
    for arg in command.args.iter().skip(first).filter(|a| matches!(a.kind, ArgKind::Unquoted | ArgKind::Quoted)) {
        let name = arg.text.strip_prefix("-l").unwrap_or(arg.text);
        let Some(row) = libraries::by_link_name(name).or_else(|| unported_library(name)) else { continue };
        let is_own = pass.file.commands.iter().any(|c| c.is("add_library") && c.arg(0) == name);
        match row.port(pass.file.options.choice.flavor).filter(|hip| !hip.link.is_empty()) {
            _ if is_own => {}
            Some(hip) => {
                pass.need(hip.package, command.span.start);
                pass.found.replace(arg.span.clone(), hip.target);
            }
            None => pass.warn_library(arg.span.clone(), format!("library `{name}` has no counterpart in HIP"), row.help),
        }
    }
}

fn unported_library(name: &str) -> Option<&'static libraries::Library> {
    libraries::by_target(name).filter(|row| row.hip.is_none() && name != "OpenCL")
}

/// C++ sources that see HIP's headers have to name the platform.
pub(super) fn include_directories(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    if !command.args.iter().any(|a| is_toolkit_include(a.text)) {
        return;
    }
    if command.is("include_directories") {
        pass.line_after(command, "add_compile_definitions(__HIP_PLATFORM_AMD__)");
        return;
    }
    let scope = command.args.iter().map(|a| a.text).find(|t| matches!(*t, "PUBLIC" | "PRIVATE" | "INTERFACE"));
    let line = format!("target_compile_definitions({} {} __HIP_PLATFORM_AMD__)", command.arg(0), scope.unwrap_or("PUBLIC"));
    pass.line_after(command, &line);
}

fn is_toolkit_include(text: &str) -> bool {
    let names = text.match_indices("${").filter_map(|(at, _)| text[at + 2..].split('}').next());
    let mut ports = names.filter_map(|name| port(name, hipify_rules::Flavor::Hip));
    let by_variable = ports.any(|p| matches!(p, Port::Name(n) if n == "hip_INCLUDE_DIRS" || n.ends_with("ROCM_ROOT")));
    by_variable || text.contains("/usr/local/cuda") || text.contains("$ENV{CUDA_")
}

/// `include(FindCUDA)`.
pub(super) fn include(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    if matches!(command.arg(0), "FindCUDA" | "FindCUDAToolkit") {
        find_cuda(pass, command, " REQUIRED");
    } else if command.arg(0).starts_with("FindCUDA/") {
        pass.delete(command);
    }
}

#[cfg(test)]
mod tests {
    use crate::{Options, port_build_file};
    use hipify_diagnostics::{Source, apply};

    fn ported(text: &str) -> String {
        let source = Source { path: "CMakeLists.txt", bytes: text.as_bytes() };
        let edits = port_build_file(&source, Options::default()).0;
        String::from_utf8(apply(text.as_bytes(), &edits).unwrap()).unwrap()
    }

    #[track_caller]
    fn assert_holds(text: &str, parts: &[&str]) {
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    }

    #[test]
    fn a_find_module_of_the_project_gives_way_to_rocms_package() {
        let text = "project(x CUDA)\nlist(APPEND CMAKE_MODULE_PATH ${CMAKE_SOURCE_DIR}/cmake)\nfind_package(Thrust REQUIRED)\n\
                    include_directories(${THRUST_INCLUDE_DIR})\n";
        let ported = self::ported(text);
        assert_holds(
            &ported,
            &[
                "find_package(rocthrust REQUIRED)\nset(THRUST_FOUND ${rocthrust_FOUND})\nset(THRUST_INCLUDE_DIR ${rocthrust_INCLUDE_DIRS})\n",
                "set(Thrust_FOUND ${rocthrust_FOUND})\n",
            ],
        );
        let text = "project(x CUDA)\nfind_package(NCCL)\nif(NCCL_FOUND)\n  target_link_libraries(x ${NCCL_LIBRARIES})\nendif()\n\
                    find_package(Thrust CONFIG)\nthrust_create_target(Thrust)\ntarget_link_libraries(x CUB::CUB)\n";
        let ported = self::ported(text);
        assert_holds(
            &ported,
            &[
                "find_package(rccl)\nset(NCCL_FOUND ${rccl_FOUND})\nset(NCCL_LIBRARIES roc::rccl)\nif(",
                "find_package(rocthrust CONFIG)\nadd_library(Thrust INTERFACE)\ntarget_link_libraries(Thrust INTERFACE roc::rocthrust)\n\
                 target_link_libraries(x hip::hipcub)\n",
            ],
        );
        assert_eq!(self::ported(&ported), ported, "a second port changes nothing");
    }
}
