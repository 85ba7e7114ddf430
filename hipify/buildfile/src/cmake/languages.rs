//! `project`, `enable_language` and the CMake version that the HIP language needs.

use super::Pass;
use super::lex::{Arg, Command};

/// HIP became a language in CMake 3.21 (release notes of 3.21).
const MINIMUM: (u32, u32) = (3, 21);

/// `project(x LANGUAGES CXX CUDA)`, `project(x CXX CUDA)`.
pub(super) fn project(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let keyword = command.args.iter().position(|a| a.text == "LANGUAGES");
    let short = !command.args.iter().any(|a| matches!(a.text, "VERSION" | "DESCRIPTION" | "HOMEPAGE_URL"));
    let first = match keyword {
        Some(at) => at + 1,
        None if short => 1,
        None => return,
    };
    languages(pass, command.args.get(first..).unwrap_or(&[]), true);
}

pub(super) fn enable_language(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    languages(pass, &command.args, false);
}

fn languages(pass: &mut Pass<'_, '_>, args: &[Arg<'_>], in_project: bool) {
    let has = |name: &str| args.iter().any(|a| a.text == name);
    for (index, arg) in args.iter().enumerate().filter(|(_, a)| a.text == "CUDA") {
        if has("HIP") && args.len() > 1 {
            let before = if index > 0 { args[index - 1].span.end } else { arg.span.start };
            pass.found.delete(before..arg.span.end);
            continue;
        }
        // The package hip looks for threads, which needs C or C++.
        let alone = in_project && !has("CXX") && !has("C");
        pass.found.replace(arg.inner.clone(), if alone { "CXX HIP" } else { "HIP" });
    }
}

/// `set(LANGUAGES CXX CUDA)`: a list of nothing but languages.
pub(super) fn language_list(pass: &mut Pass<'_, '_>, values: &[Arg<'_>]) {
    let is_language =
        |a: &Arg<'_>| matches!(a.text, "C" | "CXX" | "CUDA" | "HIP" | "Fortran" | "ASM" | "CXX;CUDA" | "C;CXX;CUDA");
    if !values.iter().all(is_language) {
        return;
    }
    for arg in values.iter().filter(|a| a.text.ends_with("CUDA")) {
        pass.found.replace(arg.inner.end - "CUDA".len()..arg.inner.end, "HIP");
    }
}

/// The standard that rocPRIM needs, of which hipCUB and rocThrust are made (rocPRIM's release notes, 4.0), and the default of nvcc
/// 12 and of clang.
const STANDARD: &str = "17";

/// Standards before that one.
fn is_old_standard(value: &str) -> bool {
    matches!(value, "98" | "03" | "11" | "14")
}

/// `set(CMAKE_CUDA_STANDARD 11)`, `CUDA_STANDARD 14`.
pub(super) fn raise_standard(pass: &mut Pass<'_, '_>, value: &Arg<'_>) {
    if is_old_standard(value.text) {
        note_standard(pass, value, value.text);
        pass.found.replace(value.inner.clone(), STANDARD);
    }
}

/// `set(CMAKE_CXX_STANDARD 11)`, which CMake takes for CUDA and HIP too where nothing else says theirs.
pub(super) fn standard_of_hip(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let Some(value) = command.args.get(1).filter(|value| is_old_standard(value.text)) else { return };
    let says = ["CMAKE_CUDA_STANDARD", "CMAKE_HIP_STANDARD"].iter().any(|name| pass.file.text.contains(name));
    if pass.file.enables_cuda && !says {
        note_standard(pass, value, value.text);
        pass.line_after(command, &format!("set(CMAKE_HIP_STANDARD {STANDARD})"));
    }
}

fn note_standard(pass: &mut Pass<'_, '_>, value: &Arg<'_>, old: &str) {
    let help = "rocPRIM, of which hipCUB and rocThrust are made, needs C++17, the default of nvcc 12 and of clang";
    pass.note(value.span.clone(), format!("HIP sources are compiled as C++{STANDARD} instead of C++{old}"), help);
}

/// Raises `cmake_minimum_required` where something was ported.
pub(super) fn raise_minimum(pass: &mut Pass<'_, '_>) {
    if !pass.found.has_edits() {
        return;
    }
    let commands = std::mem::take(&mut pass.file.commands);
    for command in commands.iter().filter(|c| c.is("cmake_minimum_required") && c.arg(0) == "VERSION") {
        let Some(arg) = command.args.get(1) else { continue };
        let (least, most) = arg.text.split_once("...").map_or((arg.text, None), |(a, b)| (a, Some(b)));
        if version(least).is_none_or(|v| v >= MINIMUM) {
            continue;
        }
        let text = match most.filter(|most| version(most).is_some_and(|v| v > MINIMUM)) {
            Some(most) => format!("3.21...{most}"),
            None => "3.21".to_string(),
        };
        pass.found.replace(arg.inner.clone(), text);
    }
    pass.file.commands = commands;
}

fn version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.split('.').map(str::parse);
    Some((parts.next()?.ok()?, parts.next().unwrap_or(Ok(0)).ok()?))
}
