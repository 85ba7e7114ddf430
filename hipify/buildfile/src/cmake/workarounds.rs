//! Compile and link options of CMake's language HIP that keep clang from its known faults, each for the releases that have it.

use super::super::workarounds::{codes, faults, is_for_links};
use super::Pass;
use super::lex::Command;
use hipify_rules::CompilerFault;

/// The oldest clang that HIP is built with; faults that begin with it are in every release.
const OLDEST_CLANG: u32 = 17;

/// Puts the options after the command by which the file enables the language; directories below get them too.
pub(super) fn insert(pass: &mut Pass<'_, '_>) {
    let enables = |c: &&Command<'_>| c.is_one_of(&["project", "enable_language"]) && c.args.iter().any(|a| a.text == "CUDA");
    let Some((start, end)) = pass.file.commands.iter().find(enables).map(|c| (c.span.start, c.span.end)) else { return };
    let line = format!("{}{}", pass.found.newline(), pass.file.indent(start));
    let text: String = lines().iter().map(|text| format!("{line}{text}")).collect();
    // A comment after the command stays there.
    let rest = pass.file.text[end..].split(['\r', '\n']).next().unwrap_or_default();
    let is_last = rest.trim_start().is_empty() || rest.trim_start().starts_with('#');
    pass.found.insert(if is_last { end + rest.len() } else { end }, text);
}

/// The commands, with a comment in front.
pub(super) fn lines() -> Vec<String> {
    let comment = format!("# Faults of clang: hipify-rs explain {}", codes());
    let option = |fault| format!("add_compile_options(\"{}\")", expression(fault, "COMPILE_LANG_AND_ID", ""));
    std::iter::once(comment).chain(faults().map(option)).collect()
}

/// Further arguments for the options of a link of relocatable device code, each after a blank; it runs the back end.
pub(super) fn link_arguments(condition: &str) -> String {
    let of_links = faults().filter(|fault| is_for_links(fault));
    of_links.map(|fault| format!(" \"{}\"", expression(fault, "LINK_LANG_AND_ID", condition))).collect()
}

/// The flags for the releases that have the fault; `condition` is one more, or empty.
fn expression(fault: &CompilerFault, language: &str, condition: &str) -> String {
    let mut conditions = vec![format!("$<{language}:HIP,Clang>")];
    if !condition.is_empty() {
        conditions.insert(0, condition.to_owned());
    }
    let mut ranges: Vec<Vec<String>> = fault.release_bounds().map(|(first, end)| releases(first, end)).collect();
    if ranges.len() > 1 {
        let ranges: Vec<String> = ranges.into_iter().map(all).collect();
        conditions.push(format!("$<OR:{}>", ranges.join(",")));
    } else {
        conditions.append(&mut ranges[0]);
    }
    format!("$<{}:SHELL:{}>", all(conditions), fault.workaround.join(" "))
}

/// From a major release to before another; nothing asks for all that there are.
fn releases(first: u32, end: Option<u32>) -> Vec<String> {
    let version = "${CMAKE_HIP_COMPILER_VERSION}";
    let from = (first > OLDEST_CLANG).then(|| format!("$<VERSION_GREATER_EQUAL:{version},{first}>"));
    let before = end.map(|end| format!("$<VERSION_LESS:{version},{end}>"));
    from.into_iter().chain(before).collect()
}

fn all(conditions: Vec<String>) -> String {
    match conditions.as_slice() {
        [] => "1".to_owned(),
        [one] => one.clone(),
        several => format!("$<AND:{}>", several.join(",")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_of_some_releases_is_asked_for_by_release_and_one_of_all_is_not() {
        assert_eq!(all(releases(17, None)), "1");
        assert_eq!(releases(19, None), ["$<VERSION_GREATER_EQUAL:${CMAKE_HIP_COMPILER_VERSION},19>"]);
        assert_eq!(releases(17, Some(20)), ["$<VERSION_LESS:${CMAKE_HIP_COMPILER_VERSION},20>"]);
        assert_eq!(releases(19, Some(20)).len(), 2);
    }

    #[test]
    fn links_get_the_words_for_the_back_end_alone() {
        let arguments = link_arguments("$<BOOL:${RDC}>");
        assert!(arguments.starts_with(" \"$<$<AND:$<BOOL:${RDC}>,$<LINK_LANG_AND_ID:HIP,Clang>,"), "{arguments}");
        assert!(arguments.contains(":SHELL:-mllvm ") && !arguments.contains("-Xclang"), "{arguments}");
    }
}
