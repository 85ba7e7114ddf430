//! What one file cannot tell: which CUDA-like names some other file declares.

use crate::one_file::port_bytes;
use crate::options::Engine;
use crate::outcome::Outcome;
use crate::tree::Tree;
use hipify_syntax::includes::{Form, header_at};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Headers read for one run; more than a project's own includes come to.
const MOST_HEADERS: usize = 500;

/// Turns mentions of names that are declared nowhere into findings, and forgets the others.
pub fn resolve(outcomes: &mut [Outcome]) {
    let declared: HashSet<String> = outcomes.iter().flat_map(|outcome| outcome.declared.iter().cloned()).collect();
    for outcome in outcomes {
        let before = outcome.findings.len();
        for mention in std::mem::take(&mut outcome.mentions) {
            if !declared.contains(&mention.name) {
                *outcome.unconverted.entry(mention.name).or_default() += 1;
                outcome.findings.push(mention.finding);
            }
        }
        if outcome.findings.len() > before {
            outcome.findings.sort_by_key(|finding| (finding.line, finding.column));
        }
    }
}

/// The same for files given one by one, whose headers were not given: those that they include by quotes, and that are
/// there, are read for what they declare.
pub fn resolve_files(outcomes: &mut [Outcome], engine: &Engine) {
    let mut seen = HashSet::new();
    for outcome in outcomes.iter_mut().filter(|outcome| !outcome.mentions.is_empty()) {
        let found = declared_by_headers(Path::new(&outcome.path), engine, &mut seen);
        outcome.declared.extend(found);
    }
    resolve(outcomes);
}

/// What headers declare that a file includes by quotes, one by one; those in `seen` are known.
pub fn declared_by_headers(path: &Path, engine: &Engine, seen: &mut HashSet<PathBuf>) -> Vec<String> {
    let mut declared = Vec::new();
    let mut waiting = vec![path.to_path_buf()];
    while let Some(file) = waiting.pop() {
        let Ok(bytes) = fs::read(&file) else { continue };
        if file != path {
            let name = hipify_tree::scan::slashed(&file);
            declared.extend(port_bytes(&name, name.clone(), &bytes, &Tree::default(), engine).outcome.declared);
        }
        let folder = file.parent().unwrap_or(Path::new("")).to_path_buf();
        let headers = quoted_includes(&bytes).into_iter().map(|name| folder.join(name)).filter(|header| header.is_file());
        waiting.extend(headers.filter(|header| seen.len() < MOST_HEADERS && seen.insert(header.clone())));
    }
    declared
}

/// Names of the headers that a text includes by quotes.
fn quoted_includes(bytes: &[u8]) -> Vec<String> {
    let tokens = hipify_syntax::lex(bytes).tokens;
    let headers = (0..tokens.len()).filter_map(|at| header_at(bytes, &tokens, at));
    headers.filter(|header| header.form == Form::Quoted).map(|header| header.name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::located_diagnostic::Locator;
    use crate::outcome::{Mention, Status};
    use hipify_diagnostics::{Code, Diagnostic, Level};

    fn mentioning(name: &str) -> Outcome {
        let finding = Locator::new(b"x").locate(Diagnostic::new(Code::UNCONVERTED, Level::Warning, 0..1, name));
        let mentions = vec![Mention { name: name.to_owned(), finding }];
        Outcome { mentions, ..Outcome::new(String::new(), Status::Unchanged) }
    }

    #[test]
    fn a_name_that_another_file_declares_is_no_finding() {
        let declaring = Outcome { declared: vec!["cudaMine".into()], ..Outcome::new(String::new(), Status::Unchanged) };
        let mut outcomes = [mentioning("cudaMine"), mentioning("cudaOther"), declaring];
        resolve(&mut outcomes);
        assert_eq!(outcomes.each_ref().map(|outcome| outcome.findings.len()), [0, 1, 0]);
        assert_eq!(outcomes[1].unconverted["cudaOther"], 1);
    }

    #[test]
    fn includes_by_quotes_are_found() {
        let text = b"#include \"a.h\"\n  # include\t\"b/c.cuh\"\n#include <d.h>\n#include \"open\nint e;";
        assert_eq!(quoted_includes(text), ["a.h", "b/c.cuh"]);
    }
}
