//! Outcomes of all functions -> the table of differences, and what is new in it.

use std::fmt::Write;

use crate::allowed::{Known, Outcome};
use crate::compare::compare;
use crate::function::Function;
use crate::reference::Reference;
use crate::results::Results;
use crate::rules::Rules;

/// The outcomes of a target, by function.
pub type Outcomes = Vec<(Function, Outcome)>;

/// Compares a target's results with CUDA's, for the functions that both were asked for.
#[must_use]
pub fn outcomes(reference: &Reference, results: &Results, rules: &Rules) -> Outcomes {
    let one = |function: Function| {
        let line = function.line();
        let (cuda, other) = (&reference.results[&line], results.get(&line)?);
        let outcome = if other.is_absent() {
            Outcome::Absent
        } else {
            compare(&function, rules, cuda, other).map_or(Outcome::Same, Outcome::Differs)
        };
        Some((function, outcome))
    };
    reference.functions().into_iter().filter_map(one).collect()
}

/// The outcomes that no row of `known` is about, a line each.
#[must_use]
pub fn unknown(target: &str, outcomes: &Outcomes, known: &[Known]) -> Vec<String> {
    let is_new = |(function, outcome): &&(Function, Outcome)| {
        *outcome != Outcome::Same && !known.iter().any(|row| row.allows(target, &function.name, outcome))
    };
    outcomes.iter().filter(is_new).map(|(function, outcome)| line(function, outcome)).collect()
}

/// Rows about this target that no outcome needs, by their reason: they are to go.
#[must_use]
pub fn idle<'a>(target: &str, outcomes: &Outcomes, known: &'a [Known]) -> Vec<&'a str> {
    let is_needed = |row: &&Known| outcomes.iter().any(|(function, outcome)| row.allows(target, &function.name, outcome));
    known.iter().filter(|row| row.targets.iter().any(|t| t == target) && !is_needed(row)).map(|row| row.why.as_str()).collect()
}

/// The table in Markdown: a row a cause, and how many functions are the same.
#[must_use]
pub fn table(target: &str, outcomes: &Outcomes, known: &[Known]) -> String {
    let same = outcomes.iter().filter(|(_, outcome)| *outcome == Outcome::Same).count();
    let mut text = format!("{target}: {same} of {} functions give what CUDA gives\n\n", outcomes.len());
    text.push_str("| functions | most ULPs | why |\n|---|---|---|\n");
    for row in known {
        let of_row: Vec<&(Function, Outcome)> =
            outcomes.iter().filter(|(f, o)| first(known, target, f, o).is_some_and(|k| std::ptr::eq(k, row))).collect();
        if of_row.is_empty() {
            continue;
        }
        let mut names: Vec<&str> = of_row.iter().map(|(function, _)| function.name.as_str()).collect();
        names.dedup();
        let _ = writeln!(text, "| `{}` | {} | {} |", names.join("`, `"), largest(&of_row), row.why);
    }
    text
}

fn first<'a>(known: &'a [Known], target: &str, function: &Function, outcome: &Outcome) -> Option<&'a Known> {
    known.iter().find(|row| row.allows(target, &function.name, outcome))
}

fn largest(of_row: &[&(Function, Outcome)]) -> String {
    let distances = of_row.iter().filter_map(|(_, outcome)| match outcome {
        Outcome::Differs(difference) if difference.cases > 0 => Some(difference.ulps),
        _ => None,
    });
    match distances.reduce(|a, b| Some(a?.max(b?))) {
        Some(Some(ulps)) if ulps < 1 << 20 => ulps.to_string(),
        Some(_) => "any".to_owned(),
        None => "-".to_owned(),
    }
}

/// One outcome in a line.
#[must_use]
pub fn line(function: &Function, outcome: &Outcome) -> String {
    let head = function.line();
    match outcome {
        Outcome::Same => format!("{head}: the same"),
        Outcome::Absent => format!("{head}: there is no such overload"),
        Outcome::Differs(d) => {
            let kind = d.kind.map_or(String::new(), |k| format!("the result is `{}` of {} bytes; ", k.letter, k.bytes));
            let ulps = d.ulps.map_or("no measure".to_owned(), |ulps| format!("{ulps} ULPs"));
            format!("{head}: {kind}{} of {} cases, {ulps}, {}", d.cases, d.of, d.example)
        }
    }
}
