//! Lints each file under corpora/lints, which shows one lint: what fires is marked, all else is silent.
//!
//! A line that must fire ends in the comment `// fires`, or `// fires: HIP1001 HIP1003` for more lints than the file's own; in
//! files that are not C++, `# fires`. Directives, each a comment line of its own:
//!
//! - `// lint-options: --target gfx90a,gfx1100 --rocm 6.4 --cuda 12.6`
//! - `// lint-path: CMakeLists.txt`: the path that the file has in its tree, where the name matters
//! - `// compile: gfx90a`, `// compile: gfx90a needs hip-6.4`: what the port of the fixed file must compile for, see tests/compile.rs

#[path = "support/lint_fixture.rs"]
mod lint_fixture;

use hipify_diagnostics::{Applicability, LineIndex};
use hipify_lint::{Finding, fix, lints};
use lint_fixture::Fixture;
use std::collections::BTreeSet;
use std::path::Path;

datatest_stable::harness! {
    { test = what_is_marked_fires_and_nothing_else_does, root = "corpora/lints", pattern = r"[^/]+\.[^/]+$" },
    { test = fixed_text_is_clean_of_what_was_fixed, root = "corpora/lints", pattern = r"[^/]+\.[^/]+$" },
    { test = every_prefix_lints, root = "corpora/lints", pattern = r"[^/]+\.[^/]+$" },
    { test = every_lint_has_a_page_and_a_fixture, root = "hipify/lint/src/lints", pattern = r"\.rs$" },
}

type Outcome = datatest_stable::Result<()>;

/// The codes whose findings are compared: the file's own and those that its marks name.
fn codes(fixture: &Fixture) -> BTreeSet<String> {
    let marked =
        fixture.text.lines().filter_map(mark).flat_map(|codes| codes.iter().map(|c| (*c).to_owned()).collect::<Vec<_>>());
    marked.chain([fixture.code.to_owned()]).collect()
}

/// The codes that a line's mark names; empty for a plain one.
fn mark(line: &str) -> Option<Vec<&str>> {
    let (_, rest) = line.rsplit_once("// fires").or_else(|| line.rsplit_once("# fires"))?;
    match rest.trim() {
        "" => Some(Vec::new()),
        rest => rest.strip_prefix(':').map(|codes| codes.split_whitespace().collect()),
    }
}

fn what_is_marked_fires_and_nothing_else_does(path: &Path) -> Outcome {
    let fixture = Fixture::read(path);
    let lines = LineIndex::new(fixture.text.as_bytes());
    let codes = codes(&fixture);
    let mut wanted: BTreeSet<(usize, String)> = BTreeSet::new();
    for (number, line) in fixture.text.lines().enumerate() {
        let Some(marked) = mark(line) else { continue };
        let named = if marked.is_empty() { vec![fixture.code] } else { marked };
        wanted.extend(named.into_iter().map(|code| (number + 1, code.to_owned())));
    }
    assert!(!wanted.is_empty(), "no line of the fixture must fire");
    let findings = fixture.findings(&fixture.text);
    let place = |finding: &Finding| (lines.position(finding.diagnostic.span.start).0, finding.diagnostic.code.id.to_owned());
    let found: BTreeSet<(usize, String)> = findings.iter().map(place).filter(|(_, code)| codes.contains(code)).collect();
    assert_eq!(found, wanted, "found (left) and marked (right) differ: {findings:#?}");
    for finding in findings.iter().filter(|finding| codes.contains(finding.diagnostic.code.id)) {
        check_wording(finding);
        assert!(finding.diagnostic.span.end <= fixture.text.len(), "{finding:?} is outside the file");
    }
    Ok(())
}

fn check_wording(finding: &Finding) {
    let diagnostic = &finding.diagnostic;
    let first = diagnostic.message.chars().next().expect("a message is not empty");
    assert!(!first.is_uppercase() || diagnostic.message.chars().nth(1).is_some_and(char::is_uppercase), "{diagnostic:?}");
    assert!(!diagnostic.message.ends_with('.'), "{diagnostic:?} ends in a full stop");
}

fn fixed_text_is_clean_of_what_was_fixed(path: &Path) -> Outcome {
    let fixture = Fixture::read(path);
    let (text, fixed) = fixture.fixed();
    let fixable = |finding: &Finding| finding.fix.as_ref().is_some_and(|fix| fix.applicability <= Applicability::Review);
    let left: Vec<Finding> = fixture.own(&text).into_iter().filter(fixable).collect();
    assert!(left.is_empty(), "still found in the fixed text:\n{text}\n{left:#?}");
    let lint = lints().find(|(lint, _)| lint.code == fixture.code).expect("found before").0;
    let promises = lint.fix.is_some_and(|applicability| applicability <= Applicability::Review);
    // A second fixture of a lint, `name.what.cu`, may show what has no fix.
    let is_second = path.file_stem().is_some_and(|stem| stem.to_string_lossy().contains('.'));
    assert!(
        promises == (fixed > 0) || is_second && promises,
        "the lint says that it has a fix: {promises}; {fixed} findings of the fixture had one"
    );
    Ok(())
}

fn every_prefix_lints(path: &Path) -> Outcome {
    let fixture = Fixture::read(path);
    let step = (fixture.text.len() / 400).max(1);
    for cut in (0..=fixture.text.len()).step_by(step).filter(|&cut| fixture.text.is_char_boundary(cut)) {
        let text = &fixture.text[..cut];
        let findings = fixture.findings(text);
        for finding in &findings {
            assert!(finding.diagnostic.span.end <= cut, "{finding:?} is outside the file");
        }
        fix(text.as_bytes(), &findings, Applicability::Manual);
    }
    Ok(())
}

const SECTIONS: &[&str] = &["## What", "## Why on AMD", "## Example", "## Fix", "## Source"];

fn every_lint_has_a_page_and_a_fixture(path: &Path) -> Outcome {
    let file = path.file_stem().and_then(|stem| stem.to_str()).expect("a UTF-8 name");
    let name = file.replace('_', "-");
    let (lint, page) = lints().find(|(lint, _)| lint.name == name).unwrap_or_else(|| panic!("{file}.rs has no lint `{name}`"));
    let digits = lint.code.strip_prefix("HIP").unwrap_or_default();
    assert!(digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit()), "`{}` is no code", lint.code);
    assert_eq!(lints().filter(|(other, _)| other.code == lint.code).count(), 1, "`{}` is not the only one", lint.code);
    for section in SECTIONS {
        assert!(page.contains(section), "{file}.rs: the page has no section `{section}`");
    }
    let corpus = Path::new("corpora/lints");
    let has_fixture = std::fs::read_dir(corpus)?
        .filter_map(Result::ok)
        .any(|entry| entry.file_name().to_str().and_then(|file| file.split('.').next()).is_some_and(|stem| stem == name));
    assert!(has_fixture, "corpora/lints has no file `{name}.*`");
    Ok(())
}
