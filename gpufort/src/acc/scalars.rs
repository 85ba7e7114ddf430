//! The scalars that a loop assigns before it reads them. OpenACC's compilers give each iteration its own; OpenMP shares them
//! unless a `private` clause says otherwise.

use super::lines::{Item, ItemKind};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Scalars first written, and variables of inner loops, in the items of `body`. `unit` are the items of the procedure around it,
/// which tell arrays, and what is needed after the loop.
pub(super) fn private(items: &[Item], body: Range<usize>, unit: Range<usize>) -> BTreeSet<String> {
    let after: BTreeSet<&str> = items[body.end.min(unit.end)..unit.end].iter().flat_map(|item| names(&item.text)).collect();
    let mut scan = Scan::default();
    for item in &items[body] {
        scan.item(item);
    }
    // What only some iterations set, and is asked for later, is a result.
    scan.private.retain(|name, sometimes| !(*sometimes && after.contains(name.as_str())));
    scan.private.into_keys().filter(|name| !is_array(&items[unit.clone()], name)).collect()
}

/// The items of the procedure that an item stands in.
pub(super) fn unit_of(items: &[Item], at: usize) -> Range<usize> {
    let start = (0..at).rev().find(|before| items[*before].kind == ItemKind::UnitHead).unwrap_or(0);
    let end = (at..items.len()).find(|after| items[*after].kind == ItemKind::UnitEnd).unwrap_or(items.len());
    start..end
}

/// What is known while statements are read in order.
#[derive(Default)]
struct Scan {
    seen: BTreeSet<String>,
    /// Whether a condition governs the first assignment.
    private: BTreeMap<String, bool>,
    /// Open `if`, `select` and `where` blocks.
    blocks: usize,
}

impl Scan {
    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Do(_) => self.loop_head(&item.text),
            ItemKind::Statement => self.statement(&item.text),
            _ => {}
        }
    }

    fn loop_head(&mut self, text: &str) {
        let Some((left, right)) = text.split_once('=') else { return self.read(text) };
        self.read(right);
        if let Some(name) = names(left).last() {
            self.write(name, false);
        }
    }

    fn statement(&mut self, text: &str) {
        let action = action_of(text);
        self.read(&text[..text.len() - action.len()]);
        let first = names(action).next().unwrap_or_default();
        if action.len() < text.len() && first == "then" || matches!(first, "select" | "where") {
            self.blocks += 1;
        } else if text.starts_with("endif") || text.starts_with("endselect") || text.starts_with("end ") {
            self.blocks = self.blocks.saturating_sub(1);
        }
        match assignment(action) {
            Some((left, right)) => {
                self.read(right);
                self.write(left, action.len() < text.len() || self.blocks > 0);
            }
            None => self.read(action),
        }
    }

    fn write(&mut self, name: &str, sometimes: bool) {
        if self.seen.insert(name.to_owned()) {
            self.private.insert(name.to_owned(), sometimes);
        }
    }

    fn read(&mut self, text: &str) {
        self.seen.extend(names(text).map(str::to_owned));
    }
}

/// What an `if (...)` in front governs; the whole statement otherwise.
fn action_of(text: &str) -> &str {
    let Some(rest) = text.strip_prefix("if").map(str::trim_start).filter(|rest| rest.starts_with('(')) else { return text };
    let mut depth = 0_usize;
    for (at, c) in rest.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return rest[at + 1..].trim_start();
        }
    }
    text
}

/// The two sides of `name = expression`.
fn assignment(text: &str) -> Option<(&str, &str)> {
    let (left, right) = text.split_once('=')?;
    let left = left.trim();
    let is_name = !left.is_empty() && left.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    (is_name && !right.starts_with(['=', '>'])).then_some((left, right))
}

/// The words of a text that may be variables; components are not.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    text.split(is_part).filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Whether a name stands in front of a parenthesis anywhere in a procedure, or is declared with a shape.
fn is_array(unit: &[Item], name: &str) -> bool {
    unit.iter().any(|item| {
        let declares_shape =
            item.text.contains("::") && item.text.contains("dimension") && names(&item.text).any(|word| word == name);
        declares_shape || item.text.match_indices(name).any(|(at, _)| is_indexed(&item.text, at, name.len()))
    })
}

fn is_indexed(text: &str, at: usize, len: usize) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let starts = !text[..at].ends_with(part);
    starts && text[at + len..].trim_start().starts_with('(') && !text[at + len..].starts_with(part)
}
