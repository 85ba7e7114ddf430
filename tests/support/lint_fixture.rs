//! A file under corpora/lints and its directives.

use hipify_diagnostics::{Applicability, Source};
use hipify_lint::{Confidence, Finding, Fixed, Options, Select, fix, lint, lints};
use hipify_syntax::Tree;
use std::path::Path;

/// A corpus file and its directives.
pub(crate) struct Fixture {
    pub(crate) text: String,
    /// Path in its tree.
    pub(crate) path: String,
    pub(crate) options: Options,
    /// Code of the lint that the file shows.
    pub(crate) code: &'static str,
}

impl Fixture {
    pub(crate) fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let file = path.file_name().and_then(|name| name.to_str()).expect("a UTF-8 name");
        let name = file.split('.').next().expect("`split` gives one part at least");
        let known = lints().find(|(lint, _)| lint.name == name).map(|(lint, _)| lint.code);
        let code = known.unwrap_or_else(|| panic!("corpora/lints/{file} is named like no lint"));
        let path = directive(&text, "lint-path").unwrap_or(file).to_owned();
        let options = options(directive(&text, "lint-options").unwrap_or_default());
        Self { path, options, code, text }
    }

    pub(crate) fn findings(&self, text: &str) -> Vec<Finding> {
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

    /// The findings of the lint that the file shows, in `text`.
    pub(crate) fn own(&self, text: &str) -> Vec<Finding> {
        self.findings(text).into_iter().filter(|finding| finding.diagnostic.code.id == self.code).collect()
    }

    /// The text with all fixes of that lint, and how many findings they were of.
    pub(crate) fn fixed(&self) -> (String, usize) {
        let mut text = self.text.clone();
        let mut count = 0;
        for _ in 0..4 {
            let Fixed { bytes, applied, postponed } = fix(text.as_bytes(), &self.own(&text), Applicability::Review);
            count += applied.len();
            text = String::from_utf8(bytes).expect("fixes are UTF-8");
            if postponed == 0 {
                break;
            }
        }
        (text, count)
    }
}

pub(crate) fn directive<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let rest = line.strip_prefix("// ").or_else(|| line.strip_prefix("# "))?;
        Some(rest.strip_prefix(name)?.strip_prefix(':')?.trim())
    })
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
