//! Lints each file under corpora/lints, which shows one lint: what fires is marked, all else is silent.
//!
//! A line that must fire ends in the comment `// fires`, or `// fires: HIP1001 HIP1003` for more lints than the file's own; in
//! files that are not C++, `# fires`. Directives, each a comment line of its own:
//!
//! - `// lint-options: --target gfx90a,gfx1100 --rocm 6.4 --cuda 12.6`
//! - `// lint-path: CMakeLists.txt`: the path that the file has in its tree, where the name matters
//! - `// compile: gfx90a`: what the port of the fixed file must compile for

use hipify::lint::{Confidence, Fixed, Options, Select, fix, lints};
use hipify::{Applicability, Finding, LineIndex, Source, Tree, lint};
use std::collections::BTreeSet;
use std::path::Path;

datatest_stable::harness! {
    { test = what_is_marked_fires_and_nothing_else_does, root = "corpora/lints", pattern = r"[^/]+\.[^/]+$" },
    { test = fixed_text_is_clean_of_what_was_fixed, root = "corpora/lints", pattern = r"[^/]+\.[^/]+$" },
    { test = every_prefix_lints, root = "corpora/lints", pattern = r"[^/]+\.[^/]+$" },
    { test = every_lint_has_a_page_and_a_fixture, root = "hipify/src/lints", pattern = r"\.rs$" },
}

type Outcome = datatest_stable::Result<()>;

/// A corpus file and its directives.
struct Fixture {
    text: String,
    path: String,
    options: Options,
    /// Code of the lint that the file shows.
    code: &'static str,
}

impl Fixture {
    fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let file = path.file_name().and_then(|name| name.to_str()).expect("a UTF-8 name");
        let name = file.split('.').next().expect("`split` gives one part at least");
        let known = lints().find(|(lint, _)| lint.name == name).map(|(lint, _)| lint.code);
        let code = known.unwrap_or_else(|| panic!("corpora/lints/{file} is named like no lint"));
        let path = directive(&text, "lint-path").unwrap_or(file).to_owned();
        let options = options(directive(&text, "lint-options").unwrap_or_default());
        Self { path, options, code, text }
    }

    fn findings(&self, text: &str) -> Vec<Finding> {
        let source = Source { path: &self.path, bytes: text.as_bytes() };
        let linted = lint(&source, &Tree::new([self.path.clone()]), &self.options);
        let mut findings = linted.findings;
        // The fixture is all of its tree.
        let mentioned = linted.mentions.into_iter().filter(|mention| !linted.declared.contains(&mention.name));
        findings.extend(mentioned.map(|mention| Finding {
            diagnostic: mention.diagnostic,
            confidence: Confidence::High,
            fix: None,
            function: None,
        }));
        findings
    }

    /// The codes whose findings are compared: the file's own and those that its marks name.
    fn codes(&self) -> BTreeSet<String> {
        let marked =
            self.text.lines().filter_map(mark).flat_map(|codes| codes.iter().map(|c| (*c).to_owned()).collect::<Vec<_>>());
        marked.chain([self.code.to_owned()]).collect()
    }
}

fn directive<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let rest = line.strip_prefix("// ").or_else(|| line.strip_prefix("# "))?;
        Some(rest.strip_prefix(name)?.strip_prefix(':')?.trim())
    })
}

/// The codes that a line's mark names; empty for a plain one.
fn mark(line: &str) -> Option<Vec<&str>> {
    let (_, rest) = line.rsplit_once("// fires").or_else(|| line.rsplit_once("# fires"))?;
    match rest.trim() {
        "" => Some(Vec::new()),
        rest => rest.strip_prefix(':').map(|codes| codes.split_whitespace().collect()),
    }
}

fn options(words: &str) -> Options {
    let mut options = Options { select: Select::All, ..Options::default() };
    let mut words = words.split_whitespace();
    while let Some(word) = words.next() {
        let value = words.next().unwrap_or_else(|| panic!("`{word}` takes a value"));
        let version = || Some(value.parse().unwrap_or_else(|error| panic!("{error}")));
        match word {
            "--target" => {
                let gfx = |name| hipify_rules::gfx(name).unwrap_or_else(|| panic!("no target `{name}`"));
                options.targets = value.split(',').map(gfx).collect();
            }
            "--rocm" => options.port.choice.rocm = version(),
            "--cuda" => options.port.choice.cuda = version(),
            other => panic!("no lint option `{other}`"),
        }
    }
    options
}

fn what_is_marked_fires_and_nothing_else_does(path: &Path) -> Outcome {
    let fixture = Fixture::read(path);
    let lines = LineIndex::new(fixture.text.as_bytes());
    let codes = fixture.codes();
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
    let mut text = fixture.text.clone();
    let mut fixed = 0;
    for _ in 0..4 {
        let findings = own(&fixture, &text);
        let Fixed { bytes, applied, postponed } = fix(text.as_bytes(), &findings, Applicability::Review);
        fixed += applied.len();
        text = String::from_utf8(bytes).expect("fixes are UTF-8");
        if postponed == 0 {
            break;
        }
    }
    let fixable = |finding: &Finding| finding.fix.as_ref().is_some_and(|fix| fix.applicability <= Applicability::Review);
    let left: Vec<Finding> = own(&fixture, &text).into_iter().filter(fixable).collect();
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

fn own(fixture: &Fixture, text: &str) -> Vec<Finding> {
    fixture.findings(text).into_iter().filter(|finding| finding.diagnostic.code.id == fixture.code).collect()
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
