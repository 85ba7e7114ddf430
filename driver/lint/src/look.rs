//! The bytes of one file to its findings, with what comments suppress: the engine's lints and the user's rules together.

use crate::allow::{Allow, allows};
use crate::custom::Search;
use crate::finding::{Finding, LocatedFix, found};
use crate::fortran::Fortran;
use crate::function::{function_at, functions};
use crate::place::Lines;
use crate::rule::{Catalogue, confidence_word};
use hipify_diagnostics::{Applicability, Code, Diagnostic, Edit, Language, Level, Source};
use hipify_engine::guard::guarded;
use hipify_engine::one_file::{INTERNAL, LARGEST};
use hipify_lint::{Headers, Options, lint_with_headers};
use hipify_syntax::{Tree, with_tokens};
use std::borrow::Cow;

/// What is the same for all files.
pub(crate) struct Look<'a> {
    pub(crate) options: &'a Options,
    pub(crate) tree: &'a Tree,
    /// What headers of the tree declare.
    pub(crate) headers: &'a Headers<'a>,
    /// What the port of the tree's Fortran says.
    pub(crate) fortran: &'a Fortran,
    pub(crate) catalogue: &'a Catalogue,
    pub(crate) search: &'a Search,
}

/// All that one file shows.
#[derive(Default)]
pub(crate) struct Seen {
    /// By place.
    pub(crate) found: Vec<Finding>,
    /// Findings that hold only if no file of the tree declares the name.
    pub(crate) mentions: Vec<(String, Finding)>,
    /// CUDA-like names that the file declares.
    pub(crate) declared: Vec<String>,
    pub(crate) allows: Vec<Allow>,
    /// Numbers of the user's rules that matched.
    pub(crate) matched: Vec<usize>,
}

impl Look<'_> {
    /// Looks at a file; `path` is relative to the tree. A failure of the engine becomes a finding.
    pub(crate) fn at(&self, path: &str, bytes: &[u8]) -> Seen {
        let lines = Lines::new(bytes);
        let result = if bytes.len() > LARGEST {
            Err("the file is larger than 4 GiB".to_owned())
        } else {
            guarded(|| self.try_at(path, bytes, &lines))
        };
        result.unwrap_or_else(|reason| internal(&lines, &reason))
    }

    fn try_at(&self, path: &str, bytes: &[u8], lines: &Lines<'_>) -> Seen {
        let language = Language::of(path);
        let mut seen = match language {
            Language::Fortran => self.fortran(path, bytes, lines),
            _ => self.engine(path, bytes, lines),
        };
        let is_cpp = matches!(language, Language::Cuda | Language::Cpp);
        if is_cpp {
            self.custom(bytes, lines, &mut seen);
        }
        seen.found.sort_by(|one, other| {
            (one.span.start, one.span.end, one.code()).cmp(&(other.span.start, other.span.end, other.code()))
        });
        seen.allows = allows(path, bytes, self.catalogue, lines);
        finish(&mut seen, bytes, is_cpp, lines);
        seen
    }

    fn engine(&self, path: &str, bytes: &[u8], lines: &Lines<'_>) -> Seen {
        let linted = lint_with_headers(&Source { path, bytes }, self.tree, self.headers, self.options);
        let of_engine = |finding: hipify_lint::Finding| {
            let fix = finding.fix.map(|fix| LocatedFix::new(lines, fix.message, fix.applicability, &fix.edits));
            let function = finding.function;
            Finding { function, ..found(lines, finding.diagnostic, confidence_word(finding.confidence), fix) }
        };
        let of_mention = |mention: hipify_port::Mention| (mention.name, found(lines, mention.diagnostic, "high", None));
        Seen {
            found: linted.findings.into_iter().map(of_engine).collect(),
            mentions: linted.mentions.into_iter().map(of_mention).collect(),
            declared: linted.declared,
            allows: Vec::new(),
            matched: Vec::new(),
        }
    }

    fn fortran(&self, path: &str, bytes: &[u8], lines: &Lines<'_>) -> Seen {
        let said = self.fortran.diagnostics(path, bytes).into_iter();
        Seen { found: said.map(|diagnostic| found(lines, diagnostic, "high", None)).collect(), ..Seen::default() }
    }

    fn custom(&self, bytes: &[u8], lines: &Lines<'_>, seen: &mut Seen) {
        for hit in self.search.run(bytes) {
            let rule = &self.search.rules()[hit.rule];
            let diagnostic = Diagnostic::new(CUSTOM, rule.level.into(), hit.span.clone(), hit.message);
            let applicability = if rule.safe { Applicability::Safe } else { Applicability::Review };
            let fix = hit.replacement.map(|text| {
                let message = format!("write `{text}`");
                LocatedFix::new(lines, message, applicability, &[Edit::replace(hit.span.clone(), text)])
            });
            let mut one = found(lines, diagnostic, "high", fix);
            one.diagnostic.code = Cow::Owned(rule.code.clone());
            one.diagnostic.name = Cow::Owned(rule.name.clone());
            one.diagnostic.help.clone_from(&rule.help);
            seen.matched.push(hit.rule);
            seen.found.push(one);
        }
        seen.matched.sort_unstable();
        seen.matched.dedup();
    }
}

/// Stands for the code of a user's rule until its own is filled in.
const CUSTOM: Code = Code { id: "", name: "" };

/// Gives every finding its function and key. Files without findings are not lexed for it.
fn finish(seen: &mut Seen, bytes: &[u8], is_cpp: bool, lines: &Lines<'_>) {
    let unused = seen.allows.iter_mut().map(|allow| &mut allow.unused);
    let all = seen.found.iter_mut().chain(seen.mentions.iter_mut().map(|(_, found)| found)).chain(unused);
    let mut all = all.peekable();
    if all.peek().is_none() {
        return;
    }
    let source = Source { path: "", bytes };
    let functions = if is_cpp { with_tokens(&source, |code, _| functions(&code)) } else { Vec::new() };
    for one in all {
        if one.function.is_none() {
            one.function = function_at(&functions, one.span.start).map(str::to_owned);
        }
        one.key = hipify_report::key(one.code(), lines.text(one.span.start), one.function.as_deref().unwrap_or_default());
    }
}

fn internal(lines: &Lines<'_>, reason: &str) -> Seen {
    let message = format!("internal error, the file was left out: {reason}");
    let diagnostic =
        Diagnostic::new(INTERNAL, Level::Error, 0..0, message).with_help("please report this, with the file if you can");
    let found = vec![found(lines, diagnostic, "high", None)];
    Seen { found, mentions: Vec::new(), declared: Vec::new(), allows: Vec::new(), matched: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::custom::CustomRule;

    const RULES: &str = "[[rules]]\ncode = \"A1\"\nname = \"a\"\nkind = \"pattern\"\nmatch = \"f($A, $$B)\"\nmessage = \"$A\"\nreplace = \"g($B)\"\n";
    const SOURCE: &str = "/* hipify-lint: allow(HIP1001, nonsense) because */ void f(int a) { // NOLINT(HIP2001,)\n  f(1, (2), 3); \
                          R\"x(NOLINT()x\"; // hipify-lint: allow-file( HIP3001 ) x // NOLINTNEXTLINE(HIP9)\n#define A(x) \\\n f(x, y) \n}\n";

    #[test]
    fn every_prefix_is_looked_at_without_a_panic() {
        let config: crate::config::Config = toml::from_str(RULES).unwrap();
        let catalogue = Catalogue::new(config.rules.iter().map(CustomRule::rule));
        let (search, tree, options) = (Search::new(&config.rules), Tree::default(), Options::default());
        let (headers, fortran) = (Headers::none(), Fortran::default());
        let look =
            Look { options: &options, tree: &tree, headers: &headers, fortran: &fortran, catalogue: &catalogue, search: &search };
        for path in ["a.cu", "CMakeLists.txt"] {
            for end in 0..=SOURCE.len() {
                let seen = look.at(path, &SOURCE.as_bytes()[..end]);
                let inside = seen.found.iter().chain(seen.allows.iter().map(|allow| &allow.unused));
                assert!(inside.clone().all(|found| found.code() != "HIP9010" && found.span.end <= end), "{path} up to {end}");
                inside.filter_map(|found| found.fix.as_ref()).for_each(|fix| {
                    hipify_diagnostics::apply(&SOURCE.as_bytes()[..end], &fix.edits()).unwrap();
                });
            }
        }
    }
}
