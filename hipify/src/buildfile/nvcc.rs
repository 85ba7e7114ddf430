//! nvcc's command line to clang's HIP command line, option by option. One table serves CMake, make and setup.py, and
//! whoever stands in for nvcc.

use super::libraries;
use super::nvcc_table::ROWS;
use crate::diagnostic::Level;
use std::ops::Range;

/// How an option takes its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// It takes none.
    None,
    /// `--name=value`, `--name value`.
    Required,
    /// `--name`, `--name=value`; the next word is another option.
    Attached,
    /// As `Required`, but an option only with one of the values that its action lists.
    Listed,
}

/// What becomes of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// clang takes it as it is.
    Keep,
    /// These words stand in its place; none drops it.
    Become(&'static [&'static str]),
    /// The words depend on the value; a value that is not listed drops it.
    ByValue(&'static [(&'static str, &'static [&'static str])]),
    /// This text, and the value joined to it.
    Prefix(&'static str),
    /// The value is a comma-separated list of words for the host compiler, which is clang itself.
    HostWords,
    /// The value is for the linker; clang takes one word where nvcc takes a list.
    LinkerWords,
    /// The value names NVIDIA architectures.
    GpuArch,
    /// clang cannot do this; the words stay and are reported.
    Report,
}

/// One nvcc option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// Spellings without their dashes; nvcc takes one or two before each.
    pub names: &'static [&'static str],
    pub value: Value,
    pub action: Action,
    /// No host compiler has an option of this name, so that it can be told from theirs.
    pub only_nvcc: bool,
    /// What a person has to know about the change.
    pub note: Option<(Level, &'static str)>,
}

/// What becomes of one option of a command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    Keep,
    /// These words; none drops the option.
    Words(Vec<String>),
    /// Dropped: whoever builds the command names AMD architectures.
    GpuArch(String),
    /// Left as it is, although clang does not take it.
    Unported,
}

/// One option with its value, in a list of words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Translation {
    /// Indices of the words.
    pub words: Range<usize>,
    pub output: Output,
    /// None for a word that is no nvcc option, and for `-l`.
    pub row: Option<&'static Row>,
}

/// Translates a command line, or a part of one, without the compiler's own name. Words may hold quotes and references to
/// variables of make or CMake; each word belongs to exactly one translation.
pub fn translate(words: &[&str]) -> Vec<Translation> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let translation = translate_at(words, at);
        at = translation.words.end;
        out.push(translation);
    }
    out
}

fn translate_at(words: &[&str], at: usize) -> Translation {
    let word = unquoted(words[at]);
    if let Some(library) = word.strip_prefix("-l").filter(|name| libraries::by_link_name(name).is_some()) {
        let output = Output::Words(libraries::link_flags(library));
        return Translation { words: at..at + 1, output, row: None };
    }
    let Some((row, attached)) = find(word) else {
        return Translation { words: at..at + 1, output: Output::Keep, row: None };
    };
    let takes_next = matches!(row.value, Value::Required | Value::Listed);
    let next = words.get(at + 1).filter(|_| attached.is_none() && takes_next);
    let value = attached.or_else(|| next.map(|word| unquoted(word)));
    if row.value == Value::Listed && !value.is_some_and(|value| lists(row.action, value)) {
        return Translation { words: at..at + 1, output: Output::Keep, row: None };
    }
    let end = at + 1 + usize::from(next.is_some());
    let is_clangs = row.action == Action::LinkerWords && attached.is_none() && !value.is_some_and(|v| v.contains(','));
    let output = if is_clangs { Output::Keep } else { output(row, value.unwrap_or("")) };
    Translation { words: at..end, output, row: Some(row) }
}

/// The row of a word, and the value after its `=`.
pub fn find(word: &str) -> Option<(&'static Row, Option<&str>)> {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'))?;
    let (key, value) = match name.split_once('=') {
        Some((key, value)) => (key, Some(value)),
        None => (name, None),
    };
    let row = ROWS.iter().find(|row| row.names.contains(&key))?;
    (value.is_none() || row.value != Value::None).then_some((row, value))
}

fn lists(action: Action, value: &str) -> bool {
    matches!(action, Action::ByValue(cases) if cases.iter().any(|case| case.0 == value))
}

fn output(row: &'static Row, value: &str) -> Output {
    let owned = |words: &[&str]| Output::Words(words.iter().map(|w| (*w).to_string()).collect());
    match row.action {
        Action::Keep => Output::Keep,
        Action::Become(words) => owned(words),
        Action::ByValue(cases) => owned(cases.iter().find(|case| case.0 == value).map_or(&[][..], |case| case.1)),
        Action::Prefix(prefix) => Output::Words(vec![format!("{prefix}{value}")]),
        Action::HostWords => Output::Words(host_words(value)),
        Action::LinkerWords => Output::Words(vec![format!("-Wl,{value}")]),
        Action::GpuArch => Output::GpuArch(value.to_string()),
        Action::Report => Output::Unported,
    }
}

/// `-Wall,-O2` and `"-Wall -O2"` to words. Options of Microsoft's compiler, which begin with a slash, are left out.
fn host_words(value: &str) -> Vec<String> {
    let pieces = split_outside_references(unquoted(value));
    pieces.into_iter().filter(|w| !w.is_empty() && !is_msvc_option(w)).map(|w| unquoted(w).to_string()).collect()
}

fn is_msvc_option(word: &str) -> bool {
    word.strip_prefix('/').is_some_and(|rest| !rest.contains('/') && rest.len() < 12)
}

/// Splits at commas and blanks that stand outside `$(...)` and `${...}`; `-Wl,a,b` stays one word.
fn split_outside_references(value: &str) -> Vec<&str> {
    let (mut out, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, c) in value.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            ',' if value[start..at].starts_with("-Wl") => {}
            ',' | ' ' | '\t' if depth == 0 => {
                out.push(&value[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(&value[start..]);
    out
}

/// The word without one pair of quotes around it.
pub(super) fn unquoted(word: &str) -> &str {
    for quote in ["\\\"", "\"", "'"] {
        if let Some(inner) = word.strip_prefix(quote).and_then(|w| w.strip_suffix(quote)) {
            return inner;
        }
    }
    word
}
