//! Reads from Rust sources which entry points they define, for build scripts: the sources' tokens, in which the macros that define
//! entry points are looked for. Comments, texts and definitions of macros are none.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// The macros that are called in a folder's sources, by name, with what each call passes.
pub struct Calls(BTreeMap<String, Vec<Vec<TokenTree>>>);

impl Calls {
    /// Of all sources below a folder.
    ///
    /// # Errors
    /// Where one cannot be read, or is no Rust.
    pub fn of_folder(folder: &Path) -> io::Result<Calls> {
        let mut calls = Calls(BTreeMap::new());
        calls.add_folder(folder)?;
        Ok(calls)
    }

    /// Of one source.
    ///
    /// # Errors
    /// Where it is no Rust, with the reason.
    pub fn of_source(source: &str) -> Result<Calls, String> {
        let mut calls = Calls(BTreeMap::new());
        calls.add(source.parse().map_err(|error: proc_macro2::LexError| error.to_string())?);
        Ok(calls)
    }

    fn add_folder(&mut self, folder: &Path) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                self.add_folder(&path)?;
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, format!("`{}`: {error}", path.display()));
                self.add(fs::read_to_string(&path)?.parse().map_err(invalid)?);
            }
        }
        Ok(())
    }

    fn add(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            let TokenTree::Group(group) = token else { continue };
            match called(&tokens[..at]) {
                Some(name) if name == "macro_rules" => {}
                Some(name) => self.0.entry(name).or_default().push(group.stream().into_iter().collect()),
                None => self.add(group.stream()),
            }
        }
    }

    /// The functions that calls of a macro define, `fn name(parameters)`, with the number of their parameters.
    pub fn functions(&self, name: &str) -> Vec<(String, usize)> {
        self.of(name).flat_map(|tokens| tokens.windows(3).filter_map(function)).collect()
    }

    /// The names to the left of `name = value` in calls of a macro.
    pub fn assigned(&self, name: &str) -> Vec<String> {
        self.of(name).flat_map(|tokens| tokens.windows(3).filter_map(assignment)).collect()
    }

    /// The names that are listed in calls of a macro.
    pub fn listed(&self, name: &str) -> Vec<String> {
        self.of(name).flatten().filter_map(identifier).collect()
    }

    fn of(&self, name: &str) -> impl Iterator<Item = &Vec<TokenTree>> {
        self.0.get(name).into_iter().flatten()
    }
}

/// The macro that is called with what follows, `name!` or `macro_rules! defined`.
fn called(before: &[TokenTree]) -> Option<String> {
    match before {
        [.., TokenTree::Ident(name), TokenTree::Punct(mark)] if mark.as_char() == '!' => Some(name.to_string()),
        [.., TokenTree::Ident(rules), TokenTree::Punct(mark), TokenTree::Ident(_)]
            if mark.as_char() == '!' && rules == "macro_rules" =>
        {
            Some(rules.to_string())
        }
        _ => None,
    }
}

fn identifier(token: &TokenTree) -> Option<String> {
    match token {
        TokenTree::Ident(name) => Some(name.to_string()),
        _ => None,
    }
}

fn function(tokens: &[TokenTree]) -> Option<(String, usize)> {
    match tokens {
        [TokenTree::Ident(word), TokenTree::Ident(name), TokenTree::Group(parameters)]
            if word == "fn" && parameters.delimiter() == Delimiter::Parenthesis =>
        {
            Some((name.to_string(), count(parameters.stream())))
        }
        _ => None,
    }
}

fn assignment(tokens: &[TokenTree]) -> Option<String> {
    match tokens {
        [TokenTree::Ident(name), TokenTree::Punct(equals), TokenTree::Ident(_)]
            if equals.as_char() == '=' && equals.spacing() == Spacing::Alone =>
        {
            Some(name.to_string())
        }
        _ => None,
    }
}

/// Parameters are as many as their colons, of which those of paths come in pairs.
fn count(parameters: TokenStream) -> usize {
    let mut is_second = false;
    let mut colons = 0;
    for token in parameters {
        let TokenTree::Punct(mark) = &token else {
            is_second = false;
            continue;
        };
        let is_colon = mark.as_char() == ':';
        let is_first = is_colon && mark.spacing() == Spacing::Joint;
        colons += usize::from(is_colon && !is_first && !is_second);
        is_second = is_first;
    }
    colons
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r#"
        // entry! { fn in_a_comment() {} }
        macro_rules! makes { ($name:ident) => { entry! { fn $name() {} fn in_a_definition() {} } } }
        fn other(a: u8) {}
        entry! {
            /// Text.
            fn one(a: i32, b: *mut std::ffi::c_void) -> i32 { 0 }
            fn none() {}
        }
        mod inner { crate::entry! { fn deep(f: Option<unsafe extern "C" fn(x: i32)>) { call("fn text()") } } }
        export! { 7; left = right, other = missing }
        missing! { first, second }
    "#;

    #[test]
    fn functions_of_calls_are_found_with_their_number_of_parameters() {
        let calls = Calls::of_source(SOURCE).unwrap();
        let expected = [("one".to_owned(), 2), ("none".to_owned(), 0), ("deep".to_owned(), 1)];
        assert_eq!(calls.functions("entry"), expected);
    }

    #[test]
    fn names_are_found_in_lists_and_assignments() {
        let calls = Calls::of_source(SOURCE).unwrap();
        assert_eq!(calls.assigned("export"), ["left", "other"]);
        assert_eq!(calls.listed("missing"), ["first", "second"]);
    }

    #[test]
    fn what_is_no_rust_is_refused() {
        assert!(Calls::of_source("fn (").is_err());
    }
}
