//! What the variables of a makefile hold, as far as the kinds of files and the options in them go. No shell is run and no
//! file is looked at: `$(wildcard *.cu)` is `*.cu`.

use super::parse::{Line, LineKind};
use std::cell::Cell;
use std::collections::HashMap;

/// How deep references are followed; a variable may refer to itself.
const DEPTH: usize = 12;
/// Where expansion stops, in bytes.
const LENGTH: usize = 1 << 16;

/// How many references one expansion follows.
const STEPS: usize = 20_000;

pub(super) struct Variables<'t> {
    values: HashMap<&'t str, Vec<&'t str>>,
    /// References that the expansion in progress may still follow.
    steps: Cell<usize>,
}

impl<'t> Variables<'t> {
    pub(super) fn new(text: &'t str, lines: &[Line]) -> Self {
        let mut values: HashMap<&str, Vec<&str>> = HashMap::new();
        for line in lines {
            if let LineKind::Assign { name, value } = &line.kind {
                values.entry(&text[name.clone()]).or_default().push(&text[value.clone()]);
            }
        }
        Self { values, steps: Cell::new(0) }
    }

    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = (&'t str, &[&'t str])> {
        self.values.iter().map(|(name, values)| (*name, values.as_slice()))
    }

    /// The text with all its references replaced by what they may hold.
    pub(super) fn expand(&self, text: &str) -> String {
        let mut out = String::new();
        self.steps.set(STEPS);
        self.expand_into(text, DEPTH, &mut out);
        out
    }

    fn expand_into(&self, text: &str, depth: usize, out: &mut String) {
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            out.push_str(&rest[..at]);
            if out.len() > LENGTH {
                return;
            }
            let Some((inner, length)) = reference(&rest[at..]) else {
                out.push('$');
                rest = &rest[at + 1..];
                continue;
            };
            if depth > 0 && self.steps.get() > 0 {
                self.steps.set(self.steps.get() - 1);
                self.reference_into(inner, depth - 1, out);
            }
            rest = &rest[at + length..];
        }
        out.push_str(rest);
    }

    fn reference_into(&self, inner: &str, depth: usize, out: &mut String) {
        let Some((function, arguments)) = inner.split_once([' ', '\t']) else { return self.variable_into(inner, depth, out) };
        let parts = split_arguments(arguments);
        let last = parts.last().copied().unwrap_or("");
        let mut value = String::new();
        match function {
            "patsubst" | "subst" if parts.len() == 3 => {
                self.expand_into(last, depth, &mut value);
                value = with_ending(&value, parts[0].trim_start_matches('%'), parts[1].trim_start_matches('%'));
            }
            "shell" => {}
            "filter" | "filter-out" if parts.len() == 2 => {
                self.expand_into(last, depth, &mut value);
                let keep = function == "filter";
                let ends: Vec<&str> = parts[0].split_whitespace().map(|p| p.trim_start_matches('%')).collect();
                let words = value.split_whitespace().filter(|w| ends.iter().any(|end| w.ends_with(end)) == keep);
                value = words.collect::<Vec<_>>().join(" ");
            }
            "basename" => value.push('.'),
            "addsuffix" | "addprefix" | "foreach" => {
                for part in &parts {
                    self.expand_into(part, depth, &mut value);
                    value.push(' ');
                }
                if function == "addsuffix" {
                    value = value.replace(' ', "");
                }
            }
            _ => self.expand_into(&parts.join(" "), depth, &mut value),
        }
        out.push_str(&value);
    }

    /// `NAME` or `NAME:.cu=.o`.
    fn variable_into(&self, inner: &str, depth: usize, out: &mut String) {
        let (name, substitution) = match inner.split_once(':') {
            Some((name, rest)) => (name, rest.split_once('=')),
            None => (inner, None),
        };
        let mut value = String::new();
        for (index, text) in self.values.get(name).into_iter().flatten().enumerate() {
            if value.len() < LENGTH {
                // None after the last: `$(DIR)/a.cu` is one word.
                if index > 0 {
                    value.push(' ');
                }
                self.expand_into(text, depth, &mut value);
            }
        }
        if let Some((from, to)) = substitution {
            value = with_ending(&value, from.trim_start_matches('%'), to.trim_start_matches('%'));
        }
        out.push_str(&value);
    }
}

/// The inside of `$(...)` or `${...}` at the start of the text, and the length of the whole.
pub(super) fn reference(text: &str) -> Option<(&str, usize)> {
    let open = text.as_bytes().get(1).copied().filter(|b| matches!(b, b'(' | b'{'))?;
    let close = if open == b'(' { b')' } else { b'}' };
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        if byte == open {
            depth += 1;
        } else if byte == close {
            depth -= 1;
            if depth == 0 {
                return Some((&text[2..at], at + 1));
            }
        }
    }
    None
}

fn split_arguments(text: &str) -> Vec<&str> {
    let (mut out, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                out.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(&text[start..]);
    out
}

fn with_ending(words: &str, from: &str, to: &str) -> String {
    let changed = words.split_whitespace().map(|w| w.strip_suffix(from).map_or(w.to_string(), |stem| format!("{stem}{to}")));
    changed.collect::<Vec<_>>().join(" ")
}

/// What kinds of files the words of an expanded text name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Files {
    /// `.cu`, and C++ that nvcc compiles.
    pub(super) sources: bool,
    /// Anything else that is no option.
    pub(super) others: bool,
    pub(super) options: bool,
}

pub(super) fn files(expanded: &str) -> Files {
    let mut files = Files::default();
    for word in expanded.split_whitespace() {
        match word.rsplit_once('.').map(|(_, extension)| extension) {
            _ if word.starts_with('-') => files.options = true,
            Some("cu" | "CU" | "cpp" | "cc" | "cxx" | "C" | "c++" | "hip") => files.sources = true,
            // Headers among prerequisites are not given to the compiler with `$<`.
            Some("h" | "hpp" | "cuh" | "hh" | "hxx" | "inl") => {}
            _ => files.others = true,
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::parse;

    #[test]
    fn a_variable_that_grows_by_itself_expands_in_bounded_time() {
        let text = "A = $(filter x,$(A)) $(filter x,$(A)) $(A)\n".repeat(8);
        let lines = parse::lines(&text);
        let variables = Variables::new(&text, &lines);
        assert!(variables.expand("$(A)$(A)").len() <= 64 * LENGTH);
    }

    #[test]
    fn references_expand_to_kinds_of_files() {
        let text = "D = ../src\nS := a.cu $(wildcard src/*.cu)\nO = $(S:.cu=.o) $(patsubst %.c,%.o,b.c)\nL = $(L) -lm\n";
        let lines = parse::lines(text);
        let variables = Variables::new(text, &lines);
        assert_eq!(variables.expand("$(S)").trim(), "a.cu src/*.cu");
        assert_eq!(variables.expand("$(D)/a.cpp"), "../src/a.cpp");
        assert_eq!(files(&variables.expand("$(O)")), Files { others: true, ..Files::default() });
        assert_eq!(files(&variables.expand("${S} $(L)")), Files { sources: true, options: true, others: false });
    }
}
