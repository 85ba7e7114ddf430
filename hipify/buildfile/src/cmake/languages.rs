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
