//! The laid-out text against clang's own line count and warnings.

use super::{fixtures, laid, untouched};
use hipify_port::LaunchSyntax;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What the preprocessor leaves of a file: text by line, and its warnings.
struct Seen {
    lines: BTreeMap<usize, String>,
    warnings: usize,
}

/// Preprocesses `text` as the file `name` of `folder`, with empty headers in place of all it includes.
fn preprocess(clang: &str, folder: &Path, name: &str, text: &[u8]) -> Option<Seen> {
    fs::write(folder.join(name), text).unwrap();
    let mut command = Command::new(clang);
    command.args(["-E", "-x", "c++", "-std=c++17", "-nostdinc", "-nostdinc++", "-Istubs", "-fno-caret-diagnostics"]);
    let output = command.args(["-Wall", "-Wextra", "-Wpedantic", name]).current_dir(folder).output().ok()?;
    let warnings = String::from_utf8_lossy(&output.stderr).matches("warning: ").count();
    let (mut lines, mut line, mut own) = (BTreeMap::new(), 0, false);
    for text in String::from_utf8_lossy(&output.stdout).lines() {
        let marker = text.strip_prefix("# ").and_then(|rest| rest.split_once(' '));
        if let Some((number, file)) = marker.and_then(|(number, file)| Some((number.parse().ok()?, file))) {
            (line, own) = (number, file.starts_with(&format!("\"{name}\"")));
            continue;
        }
        if own && !text.trim().is_empty() {
            lines.insert(line, text.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        line += 1;
    }
    Some(Seen { lines, warnings })
}

fn make_stubs(folder: &Path, text: &[u8]) {
    for include in hipify_syntax::includes::includes(text, &hipify_syntax::lex(text)).found {
        let path = folder.join("stubs").join(include.name.trim_start_matches(['/', '.']));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        if !path.exists() {
            fs::write(path, "").unwrap();
        }
    }
}

/// Compares the lines that no edit touches, and says how many there were.
fn compare(clang: &str, folder: &Path, path: &Path, bytes: &[u8], launch: LaunchSyntax) -> usize {
    let (text, edits) = laid(bytes, "fixture.cu", launch);
    let plain = hipify_diagnostics::apply(bytes, &edits).unwrap();
    make_stubs(folder, bytes);
    make_stubs(folder, &plain);
    let see = |text: &[u8]| preprocess(clang, folder, "fixture.cu", text).unwrap();
    let (before, after) = (see(bytes), see(&text));
    assert!(after.warnings == 0 || after.warnings <= see(&plain).warnings, "{}: new warnings", path.display());
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let raw: Vec<String> = String::from_utf8_lossy(bytes).split('\n').map(words).collect();
    let untouched = untouched(bytes, &edits);
    // A line that holds a macro may read differently once the macro is ported.
    let is_plain = |line: usize, content: &str| untouched.get(line - 1) == Some(&true) && raw[line - 1] == content;
    let comparable = before.lines.iter().filter(|(line, content)| is_plain(**line, content));
    let compare = |(line, content)| assert_eq!(after.lines.get(line), Some(content), "{}:{line}", path.display());
    comparable.map(compare).count()
}

#[test]
fn clang_counts_lines_as_in_the_original_and_warns_no_more() {
    let clang = std::env::var("HIP_CLANG").unwrap_or_else(|_| "clang++-19".to_owned());
    assert!(Command::new(&clang).arg("--version").output().is_ok(), "`make setup` installs `{clang}`");
    let folder = tempfile::tempdir().unwrap();
    let mut compared = 0;
    for path in fixtures("port").into_iter().step_by(4).chain(fixtures("projects").into_iter().step_by(4)) {
        let bytes = fs::read(&path).unwrap();
        let counts_itself = memchr::memmem::find(&bytes, b"#line").is_some();
        if !counts_itself && hipify_diagnostics::encoding(&bytes) == hipify_diagnostics::Encoding::AsciiSuperset {
            for launch in [LaunchSyntax::Chevrons, LaunchSyntax::Macro] {
                compared += compare(&clang, folder.path(), &path, &bytes, launch);
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}
