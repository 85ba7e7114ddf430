//! Make rules that name scratch files, to rules that name the originals.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Rewrites the prerequisites of each rule in `text` (what `-MD` writes) by `original`, which says what a path of the scratch
/// tree stands for. A file that a rule names twice by then stands there once; the rule of a phony target (`-MP`) likewise.
pub fn rewrite_depfile(text: &str, original: impl Fn(&Path) -> Option<PathBuf>) -> String {
    rewritten(rules(text), |word| {
        let path = original(Path::new(&unescaped(word)));
        Some(path.map_or_else(|| word.to_owned(), |path| escaped(&path.to_string_lossy())))
    })
}

/// `text` without the file that a precompiled header was made of, and as it is without such a header: the main file of the compile comes
/// first, and is no phony target.
pub(crate) fn without_prerequisite(text: &str, file: &Path, main: &Path) -> String {
    let is = |word: &str, path: &Path| Path::new(&unescaped(word)) == path;
    let mut rules = rules(text);
    rules.retain(|rule| !rule.prerequisites.is_empty() || !rule.targets.iter().all(|word| is(word, main)));
    for rule in &mut rules {
        rule.prerequisites.sort_by_key(|word| !is(word, main));
    }
    rewritten(rules, |word| (!is(word, file)).then(|| word.to_owned()))
}

/// What the rules in `text` name after their colons.
pub(crate) fn prerequisites(text: &str) -> Vec<PathBuf> {
    rules(text).into_iter().flat_map(|rule| rule.prerequisites).map(|word| unescaped(word).into()).collect()
}

/// The text of rules with what `renamed` gives for each word; without those that it gives nothing for.
fn rewritten(rules: Vec<Rule<'_>>, renamed: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut phony = HashSet::new();
    for rule in rules {
        let mut seen = HashSet::new();
        let mut words = Vec::new();
        for word in rule.prerequisites.into_iter().filter_map(&renamed) {
            if seen.insert(word.clone()) {
                words.push(word);
            }
        }
        let targets: Vec<String> = rule.targets.into_iter().filter_map(&renamed).collect();
        if targets.is_empty() || words.is_empty() && !phony.insert(targets.clone()) {
            continue;
        }
        if words.is_empty() && !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&targets.join(" "));
        out.push(':');
        for word in words {
            out.push_str(" \\\n  ");
            out.push_str(&word);
        }
        out.push('\n');
    }
    out
}

/// `targets: prerequisites`, as written.
struct Rule<'a> {
    targets: Vec<&'a str>,
    prerequisites: Vec<&'a str>,
}

fn rules(text: &str) -> Vec<Rule<'_>> {
    let mut rules: Vec<Rule<'_>> = Vec::new();
    let mut targets = Vec::new();
    let mut current: Option<Rule<'_>> = None;
    for word in words(text) {
        match (word, &mut current) {
            (Word::End, _) => {
                rules.extend(current.take());
                targets.clear();
            }
            (Word::Text(text), Some(rule)) => rule.prerequisites.push(text),
            (Word::Text(text), None) => match text.strip_suffix(':') {
                Some(last) => {
                    targets.extend((!last.is_empty()).then_some(last));
                    current = Some(Rule { targets: std::mem::take(&mut targets), prerequisites: Vec::new() });
                }
                None => targets.push(text),
            },
        }
    }
    rules.extend(current);
    rules
}

enum Word<'a> {
    Text(&'a str),
    /// A line break that no backslash takes away.
    End,
}

fn words(text: &str) -> Vec<Word<'_>> {
    let bytes = text.as_bytes();
    let mut words = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\n' => {
                words.push(Word::End);
                at += 1;
            }
            b' ' | b'\t' | b'\r' => at += 1,
            b'\\' if is_line_end(&bytes[at + 1..]) => at += 1 + bytes[at + 1..].iter().take_while(|b| **b != b'\n').count() + 1,
            _ => {
                let end = word_end(bytes, at);
                words.push(Word::Text(&text[at..end]));
                at = end;
            }
        }
    }
    words
}

fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && !bytes[at].is_ascii_whitespace() {
        if bytes[at] == b'\\' {
            if is_line_end(&bytes[at + 1..]) {
                break;
            }
            at += usize::from(matches!(bytes.get(at + 1), Some(b' ' | b'#' | b'\t' | b'\\' | b':')));
        }
        at += 1;
    }
    at.min(bytes.len())
}

fn is_line_end(rest: &[u8]) -> bool {
    matches!(rest, [b'\n', ..] | [b'\r', b'\n', ..])
}

/// A file name as clang writes it in a rule.
fn unescaped(word: &str) -> String {
    let mut name = String::with_capacity(word.len());
    let mut rest = word.chars().peekable();
    while let Some(next) = rest.next() {
        match (next, rest.peek()) {
            ('\\', Some(' ' | '#')) | ('$', Some('$')) => name.extend(rest.next()),
            _ => name.push(next),
        }
    }
    name
}

fn escaped(name: &str) -> String {
    let mut word = String::with_capacity(name.len());
    for letter in name.chars() {
        match letter {
            ' ' | '#' => word.extend(['\\', letter]),
            '$' => word.push_str("$$"),
            _ => word.push(letter),
        }
    }
    word
}
