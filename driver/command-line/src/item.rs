//! Words of a command line to options with their values, and files.

use crate::{Style, missing_value};
use hipify_buildfile::nvcc::{self, Output};
use hipify_diagnostics::Level;
use hipify_error::Error;
use hipify_rules::options::{Action, CompilerOption, FlagScope, Meaning, Tool, Value, compiler_options, described_by};

/// One option with its value, or a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Item {
    File(String),
    Option(Found),
}

/// An option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// As typed, without its value.
    pub(super) name: String,
    pub(super) value: String,
    pub(super) meaning: Meaning,
    /// What clang gets where the meaning says flags.
    pub(super) words: Vec<String>,
    pub(super) note: Option<(Level, &'static str)>,
    /// None for an option that no table has.
    pub(super) owner: Option<Tool>,
}

/// Takes a command line apart.
pub(super) fn items(words: &[String], style: Style) -> Result<Vec<Item>, Error> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if word == "--" {
            out.extend(words[at + 1..].iter().cloned().map(Item::File));
            break;
        }
        if word == "-" || !word.starts_with('-') {
            out.push(Item::File(word.clone()));
            at += 1;
            continue;
        }
        let (found, used) = option(word, words.get(at + 1).map(String::as_str), style)?;
        out.push(Item::Option(found));
        at += used;
    }
    Ok(out)
}

/// The option, and how many words it takes. Where the command line is hipcc's, what that or clang surely has comes first.
fn option(word: &str, next: Option<&str>, style: Style) -> Result<(Found, usize), Error> {
    let exact = || nvccs(word, next, exact(word)).transpose();
    let joined = || nvccs(word, next, joined(word)).transpose();
    let clangs = || clangs(word, next).transpose();
    let surely_clangs = || clangs().filter(|found| !matches!(found, Ok((found, _)) if is_family(found)));
    let found = match style {
        Style::Nvcc => exact(),
        Style::Hipcc => surely_clangs().or_else(exact),
    };
    found.or_else(clangs).or_else(joined).unwrap_or_else(|| Ok((unknown(word), 1)))
}

/// Whether the row is one of a whole family, such as all that starts with `-f`.
fn is_family(found: &Found) -> bool {
    matches!(found.meaning, Meaning::Flags(_)) && found.owner == Some(Tool::Clang)
}

fn unknown(word: &str) -> Found {
    let meaning = Meaning::Flags(FlagScope::Both);
    Found { name: word.to_owned(), value: String::new(), meaning, words: vec![word.to_owned()], note: None, owner: None }
}

/// The row of an option of clang, hipcc or ours, and the value in the word.
pub(super) fn find_clangs(word: &str) -> Option<(&'static CompilerOption, Option<&str>)> {
    let mut rows = [Tool::Hipify, Tool::Hipcc, Tool::Clang].into_iter().flat_map(described_by);
    rows.find_map(|row| {
        row.exact(word).or_else(|| row.joined(word).map(|value| Some(value).filter(|_| row.joined))).map(|value| (row, value))
    })
}

fn clangs(word: &str, next: Option<&str>) -> Result<Option<(Found, usize)>, Error> {
    let Some((row, attached)) = find_clangs(word) else { return Ok(None) };
    let takes_next = row.value == Value::Separate && attached.is_none();
    let value = if takes_next { next.ok_or_else(|| missing_value(word))? } else { attached.unwrap_or("") };
    let words = match (row.meaning, row.action) {
        (Meaning::FlagsAs(_, words), _) => words.iter().map(|word| (*word).to_owned()).collect(),
        (_, Action::Prefix(text)) => vec![format!("{text}{value}")],
        _ if takes_next => vec![word.to_owned(), value.to_owned()],
        _ => vec![word.to_owned()],
    };
    let name = word.split('=').next().unwrap_or(word).to_owned();
    let owner = Some(row.owner());
    let found = Found { name, value: value.to_owned(), meaning: row.meaning, words, note: None, owner };
    Ok(Some((found, 1 + usize::from(takes_next))))
}

type RowAndValue<'w> = (&'static CompilerOption, Option<&'w str>);

fn nvccs(word: &str, next: Option<&str>, row: Option<RowAndValue<'_>>) -> Result<Option<(Found, usize)>, Error> {
    let Some((row, attached)) = row else { return Ok(None) };
    // As the last word it can only be clang's `-Werror`.
    if row.value == Value::Listed && attached.is_none() && next.is_none() && find_clangs(word).is_some() {
        return Ok(None);
    }
    let takes_next = attached.is_none() && matches!(row.value, Value::Separate | Value::Listed) && next_fits(row, next);
    let value = match attached {
        Some(value) => value,
        None if takes_next => next.ok_or_else(|| missing_value(word))?,
        None => "",
    };
    if row.value == Value::Listed && row.meaning != Meaning::Language && !lists(row, value) {
        return Ok(None);
    }
    let words = match (row.meaning, nvcc::output(row, value)) {
        (Meaning::FlagsAs(_, words), _) => words.iter().map(|w| (*w).to_owned()).collect(),
        (Meaning::Flags(_), Output::Words(_)) => value.split(',').flat_map(|value| words_of(row, value)).collect(),
        _ => Vec::new(),
    };
    let name = match attached {
        Some(value) => word.strip_suffix(value).unwrap_or(word).trim_end_matches('=').to_owned(),
        None => word.to_owned(),
    };
    let owner = Some(Tool::Nvcc);
    let found = Found { name, value: value.to_owned(), meaning: row.meaning, words, note: nvcc::advice(row), owner };
    Ok(Some((found, 1 + usize::from(takes_next))))
}

fn words_of(row: &'static CompilerOption, value: &str) -> Vec<String> {
    match nvcc::output(row, value) {
        Output::Words(words) => words,
        _ => Vec::new(),
    }
}

/// Whether every element of the value is one that the row lists.
fn lists(row: &CompilerOption, value: &str) -> bool {
    let Action::ByValue(cases) = row.action else { return false };
    value.split(',').all(|value| cases.iter().any(|case| case.0 == value))
}

/// clang's `-O` has no value.
fn next_fits(row: &CompilerOption, next: Option<&str>) -> bool {
    row.meaning != Meaning::Optimize || next.is_some_and(is_number)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// `--name`, `-name`, `-name=value`.
fn exact(word: &str) -> Option<RowAndValue<'_>> {
    compiler_options(Tool::Nvcc).find_map(|row| row.exact(word).map(|value| (row, value)))
}

/// `-DNAME`, `-O2`, `-t4`.
fn joined(word: &str) -> Option<RowAndValue<'_>> {
    let (row, value) = compiler_options(Tool::Nvcc).find_map(|row| row.joined(word).map(|value| (row, value)))?;
    // Much of what begins with `-t` is another option.
    let fits = row.meaning != Meaning::Jobs || is_number(value);
    fits.then_some((row, Some(value)))
}
