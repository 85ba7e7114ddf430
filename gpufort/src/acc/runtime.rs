//! The names of OpenACC's runtime library to OpenMP's: the module, its procedures, and the macro that tells it is there.

use super::Output;
use super::lines::{Item, ItemKind};
use std::ops::Range;

/// Procedures with how many of their arguments OpenMP takes.
const CALLS: &[(&str, &str, usize)] = &[
    ("acc_get_num_devices", "omp_get_num_devices", 0),
    ("acc_get_device_num", "omp_get_default_device", 0),
    ("acc_set_device_num", "omp_set_default_device", 1),
];

/// Procedures that need a directive instead of a call.
const WAITS: &[&str] = &["acc_wait", "acc_wait_all", "acc_async_wait", "acc_async_wait_all"];

/// Procedures that OpenMP does without.
const NEEDLESS: &[&str] = &["acc_init", "acc_shutdown", "acc_set_device_type"];

/// Writes edits for them.
pub(super) fn names(text: &str, items: &[Item], out: &mut Output) {
    let mut done = 0;
    for item in items {
        // Statements that share their lines are one stretch of text.
        if item.span.start < done {
            continue;
        }
        done = item.span.end;
        match item.kind {
            ItemKind::Preprocessor => macros(text, item, out),
            ItemKind::Directive(_) => {}
            _ => statement(text, item, out),
        }
    }
}

fn macros(text: &str, item: &Item, out: &mut Output) {
    for at in words(&text[item.span.clone()], "_openacc") {
        let start = item.span.start + at;
        out.replace(start..start + "_openacc".len(), "_OPENMP".to_owned());
    }
}

fn statement(text: &str, item: &Item, out: &mut Output) {
    let line = &text[item.span.clone()];
    if item.kind == ItemKind::Opening {
        for at in words(line, "openacc") {
            let start = item.span.start + at;
            out.replace(start..start + "openacc".len(), "omp_lib".to_owned());
        }
    }
    if let Some(name) = called(line).filter(|name| WAITS.contains(&name.as_str())) {
        let _ = name;
        return out.replace(item.span.clone(), "!$omp taskwait".to_owned());
    }
    if called(line).is_some_and(|name| NEEDLESS.contains(&name.as_str())) {
        return out.replace(item.span.clone(), format!("! acc {line}"));
    }
    let mut known = Vec::new();
    for (name, new, taken) in CALLS {
        for at in words(line, name) {
            let start = item.span.start + at;
            known.push(start);
            call(text, start..start + name.len(), new, *taken, out);
        }
    }
    refuse_others(line, item, &known, out);
}

/// `call name`.
fn called(line: &str) -> Option<String> {
    let rest = line.get(..5).filter(|head| head.eq_ignore_ascii_case("call ")).map(|_| line[5..].trim_start())?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    Some(rest[..end].to_ascii_lowercase())
}

fn call(text: &str, name: Range<usize>, new: &str, taken: usize, out: &mut Output) {
    let rest = &text[name.end..];
    let Some(close) = rest.trim_start().starts_with('(').then(|| closing(rest)).flatten() else {
        return out.replace(name, new.to_owned());
    };
    let open = rest.find('(').expect("it starts with one");
    let arguments = super::directive::split(&rest[open + 1..close]);
    let kept = arguments[..taken.min(arguments.len())].join(", ");
    out.replace(name.start..name.end + close + 1, format!("{new}({kept})"));
}

/// Where the parenthesis that opens a text closes.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at),
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        None
    })
}

fn refuse_others(line: &str, item: &Item, known: &[usize], out: &mut Output) {
    let lower = line.to_ascii_lowercase();
    for (at, _) in lower.match_indices("acc_") {
        let start = item.span.start + at;
        let whole = lower[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '%');
        let len = lower[at..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(lower.len() - at);
        let name = &lower[at..at + len];
        let is_constant = name.starts_with("acc_device_") || name.starts_with("acc_queue");
        let is_call = lower[at + len..].trim_start().starts_with('(');
        if !whole && is_call && !is_constant && !known.contains(&start) {
            let message = format!("`{name}` has no counterpart in OpenMP that takes the same; it is left");
            out.refuse(&(start..start + len), message, "call OpenMP's library, or use a directive");
        }
    }
}

/// Where a word of ASCII stands in a text, in any case.
fn words(text: &str, word: &str) -> Vec<usize> {
    let lower = text.to_ascii_lowercase();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let whole = |at: &usize| !lower[..*at].ends_with(is_part) && !lower[at + word.len()..].starts_with(is_part);
    lower.match_indices(word).map(|(at, _)| at).filter(whole).collect()
}
