//! What stopped make or CMake, and what helps: from the lines that they print.

use crate::diagnostics::causes::{capture, packages};
use std::path::Path;

/// Lines of CMake's that tell of steps done.
const OF_STEPS: &[&str] = &["-- ", "See also \"", "Call Stack", "CMake Deprecation Warning"];

/// The lines of a configuration that failed which say why: the first error with its text, and what led to it.
pub(super) fn of_configuration(said: &str) -> String {
    let keeps = |line: &&str| !OF_STEPS.iter().any(|start| line.trim_start().starts_with(start));
    let mut lines: Vec<&str> = Vec::new();
    for line in said.lines().filter(keeps) {
        let is_blank = line.trim().is_empty();
        if !(is_blank && lines.last().is_none_or(|last| last.trim().is_empty())) && (is_blank || !lines.contains(&line)) {
            lines.push(line);
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect::<String>().trim_end().to_owned() + "\n"
}

/// One line that says why a tool stopped: the first error of a compiler, else the tool's own, else one of the port, which may be
/// about a branch that nothing compiles.
pub(super) fn reason(said: &str) -> Option<String> {
    let of_compiler = said.lines().find_map(|line| {
        let text = error_text(line)?;
        (!text.starts_with("make")).then(|| text.to_owned())
    });
    let of_make =
        || said.lines().find_map(|line| line.split_once("*** ").map(|(_, text)| text.trim_end_matches("  Stop.").to_owned()));
    let of_port = || said.lines().find_map(|line| line.find("error[").map(|at| line[at..].to_owned()));
    // What `cmake -E` says in custom commands: `Error copying file from ...`.
    let of_command = || said.lines().find(|line| line.starts_with("Error ")).map(str::to_owned);
    of_compiler.or_else(|| of_cmake(said)).or_else(of_command).or_else(of_make).or_else(of_port)
}

/// What a compiler's error says, `error: text` or with a code `error[HIP3001]: text`.
fn error_text(line: &str) -> Option<&str> {
    let at = line.find("error: ").into_iter().chain(line.find("error[")).min()?;
    let (mark, text) = line[at..].split_once(": ")?;
    (mark == "error" || mark.ends_with(']')).then_some(text)
}

/// The first sentence of CMake's first error.
fn of_cmake(said: &str) -> Option<String> {
    let mut lines = said.lines().skip_while(|line| !line.contains("CMake Error"));
    let first = lines.next()?;
    let text: Vec<&str> = lines.map(str::trim).skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()).collect();
    Some(if text.is_empty() { first.to_owned() } else { text.join(" ") })
}

/// What helps, as far as the message says. `original` is the folder whose copy was built.
pub(super) fn remedy(said: &str, original: &Path) -> Option<String> {
    // Packages that a project can do without are named as missing too.
    let of_error = said.find("CMake Error").map_or(said, |at| &said[at..]);
    let words = of_error.split_whitespace().collect::<Vec<_>>().join(" ");
    let after = |mark: &str| words.split_once(mark).map(|(_, rest)| rest);
    if let Some(name) =
        after("Could not find a package configuration file provided by \"").and_then(|rest| rest.split('"').next())
    {
        return Some(packages::of_project(name));
    }
    if let Some(name) = after("Could NOT find ").and_then(|rest| rest.split(' ').next()) {
        return Some(packages::of_project(name));
    }
    if after(" or higher is required. You are running version").is_some() {
        return Some("`pip install cmake` brings a newer CMake".to_owned());
    }
    if after("does not contain a CMakeLists.txt file").is_some() {
        return Some(
            "a folder is empty that the project takes from elsewhere: `git submodule update --init --recursive` fills it"
                .to_owned(),
        );
    }
    said.lines().find_map(|line| no_rule(line, original))
}

/// Why make knows no way to a file.
fn no_rule(line: &str, original: &Path) -> Option<String> {
    let target = capture("*No rule to make target '*'*", line)?.get(1).copied()?;
    if !target.is_empty() && original.join(target).is_file() {
        return Some(format!("an ignore file leaves `{target}` out of the copy that is built: --no-ignore takes it along"));
    }
    Some(format!("`{target}` is in no rule and not in the tree: make it as the project's instructions say, then build again"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIGURATION: &str = "\
-- The CXX compiler identification is Clang 19.1.7
-- Found Threads: TRUE
CMake Error at CMakeLists.txt:4 (find_package):
  Could not find a package configuration file provided by \"Eigen3\" with any
  of the following names:

    Eigen3Config.cmake

-- Configuring incomplete, errors occurred!
See also \"/x/CMakeFiles/CMakeOutput.log\".
";

    #[test]
    fn a_configuration_is_told_by_its_errors() {
        let said = of_configuration(CONFIGURATION);
        assert!(said.starts_with("CMake Error at") && said.ends_with("Eigen3Config.cmake\n"), "{said}");
        let reason = reason(CONFIGURATION).unwrap();
        assert!(reason.starts_with("Could not find a package configuration file provided by \"Eigen3\" with any of"), "{reason}");
        let optional = format!("-- Could NOT find MPI (missing: MPI_C_FOUND)\n{CONFIGURATION}");
        assert_eq!(remedy(&optional, Path::new(".")), remedy(CONFIGURATION, Path::new(".")));
        assert!(remedy(CONFIGURATION, Path::new(".")).unwrap().contains("libeigen3-dev"));
    }

    #[test]
    fn a_compilers_error_counts_before_makes_own() {
        let said = "a.cu:3:1: error[HIP3002]: unknown type name 'x'\nmake: *** [Makefile:2: a.o] Error 1\n";
        assert_eq!(reason(said).unwrap(), "unknown type name 'x'");
        assert_eq!(reason("make: *** No rule to make target 'a.o'.  Stop.").unwrap(), "No rule to make target 'a.o'.");
        let noted = "Common/h.h:3:1: error[HIP4005] `X` has no HIP counterpart\n";
        assert_eq!(reason(&format!("{noted}a.cu:3:1: error: redefinition of 'f'")).unwrap(), "redefinition of 'f'");
        assert_eq!(reason(noted).unwrap(), "error[HIP4005] `X` has no HIP counterpart");
        let copied = "[2/2] Linking app\nError copying file (if different) from \"a.h\" to \"b\".\nninja: build stopped";
        assert_eq!(reason(copied).unwrap(), "Error copying file (if different) from \"a.h\" to \"b\".");
        assert_eq!(reason("all is well"), None);
    }

    #[test]
    fn a_file_that_is_ignored_is_told_from_one_that_is_not_there() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("there.txt"), "").unwrap();
        let of = |name: &str| {
            remedy(&format!("make: *** No rule to make target '{name}', needed by 'a'.  Stop."), folder.path()).unwrap()
        };
        assert!(of("there.txt").contains("--no-ignore"));
        assert!(of("gone.txt").contains("not in the tree"));
    }
}
