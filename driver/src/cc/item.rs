//! Words of a command line to options with their values, and files.

use super::Style;
use super::hipcc_table::{self, Form, Owner};
use crate::error::Error;
use hipify_buildfile::nvcc::{self, Output, Part, Row, Value};
use hipify_diagnostics::Level;

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
    pub(super) part: Part,
    /// What clang gets where the part says flags.
    pub(super) words: Vec<String>,
    pub(super) note: Option<(Level, &'static str)>,
    /// None for an option that no table has.
    pub(super) owner: Option<Whose>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whose {
    Nvcc,
    Hipcc,
    Clang,
    Ours,
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
    matches!(found.part, Part::Flags(_)) && found.owner == Some(Whose::Clang)
}

fn unknown(word: &str) -> Found {
    let part = Part::Flags(nvcc::Place::Both);
    Found { name: word.to_owned(), value: String::new(), part, words: vec![word.to_owned()], note: None, owner: None }
}

fn missing(name: &str) -> Error {
    Error::usage(format!("`{name}` needs a value"), "give it behind the option, or remove the option")
}

fn clangs(word: &str, next: Option<&str>) -> Result<Option<(Found, usize)>, Error> {
    let Some((row, attached)) = hipcc_table::find(word) else { return Ok(None) };
    let takes_next = row.form == Form::Value && attached.is_none();
    let value = if takes_next { next.ok_or_else(|| missing(word))? } else { attached.unwrap_or("") };
    let words = match row.instead {
        Some(text) => vec![format!("{text}{value}")],
        None if takes_next => vec![word.to_owned(), value.to_owned()],
        None => vec![word.to_owned()],
    };
    let owner = match row.owner {
        Owner::Hipcc => Whose::Hipcc,
        Owner::Clang => Whose::Clang,
        Owner::Ours => Whose::Ours,
    };
    let name = word.split('=').next().unwrap_or(word).to_owned();
    let found = Found { name, value: value.to_owned(), part: row.part, words, note: None, owner: Some(owner) };
    Ok(Some((found, 1 + usize::from(takes_next))))
}

type RowAndValue<'w> = (&'static Row, Option<&'w str>);

fn nvccs(word: &str, next: Option<&str>, row: Option<RowAndValue<'_>>) -> Result<Option<(Found, usize)>, Error> {
    let Some((row, attached)) = row else { return Ok(None) };
    let takes_next = attached.is_none() && matches!(row.value, Value::Required | Value::Listed) && next_fits(row, next);
    let value = match attached {
        Some(value) => value,
        None if takes_next => next.ok_or_else(|| missing(word))?,
        None => "",
    };
    if row.value == Value::Listed && row.part != Part::Language && !lists(row, value) {
        return Ok(None);
    }
    let words = match (row.part, nvcc::output(row, value)) {
        (Part::FlagsAs(_, words), _) => words.iter().map(|w| (*w).to_owned()).collect(),
        (Part::Flags(_), Output::Words(_)) => value.split(',').flat_map(|value| words_of(row, value)).collect(),
        _ => Vec::new(),
    };
    let name = match attached {
        Some(value) => word.strip_suffix(value).unwrap_or(word).trim_end_matches('=').to_owned(),
        None => word.to_owned(),
    };
    let owner = Some(Whose::Nvcc);
    let found = Found { name, value: value.to_owned(), part: row.part, words, note: row.note, owner };
    Ok(Some((found, 1 + usize::from(takes_next))))
}

fn words_of(row: &'static Row, value: &str) -> Vec<String> {
    match nvcc::output(row, value) {
        Output::Words(words) => words,
        _ => Vec::new(),
    }
}

/// Whether every element of the value is one that the row lists.
fn lists(row: &Row, value: &str) -> bool {
    let nvcc::Action::ByValue(cases) = row.action else { return false };
    value.split(',').all(|value| cases.iter().any(|case| case.0 == value))
}

/// clang's `-O` has no value.
fn next_fits(row: &Row, next: Option<&str>) -> bool {
    row.part != Part::Optimize || next.is_some_and(is_number)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// `--name`, `-name`, `-name=value`.
fn exact(word: &str) -> Option<RowAndValue<'_>> {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'))?;
    let row_of = |key: &str| nvcc::rows().iter().find(|row| row.names.contains(&key));
    if let Some((key, value)) = name.split_once('=') {
        return row_of(key).filter(|row| row.value != Value::None).map(|row| (row, Some(value)));
    }
    row_of(name).map(|row| (row, None))
}

/// `-DNAME`, `-O2`, `-t4`.
fn joined(word: &str) -> Option<RowAndValue<'_>> {
    let name = word.strip_prefix('-').filter(|name| !name.starts_with('-'))?;
    let value_of = |row: &Row| row.names.iter().find_map(|known| name.strip_prefix(known)).filter(|value| !value.is_empty());
    let (row, value) = nvcc::rows().iter().filter(|row| row.joined).find_map(|row| value_of(row).map(|value| (row, value)))?;
    // Much of what begins with `-t` is another option.
    let fits = row.part != Part::Jobs || is_number(value);
    fits.then_some((row, Some(value)))
}
