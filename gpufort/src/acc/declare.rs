//! The array that stands for queues, declared in each procedure that names one.

use super::Output;
use super::clause::{ARRAY, QUEUES};
use super::lines::{Item, ItemKind};
use super::scalars;
use hipify_diagnostics::Edit;
use std::collections::BTreeSet;

/// Declares it where the edits so far use it. A common block is the same storage everywhere, with no module to build first.
pub(super) fn queues(text: &str, items: &[Item], out: &mut Output) {
    let uses: Vec<usize> = out.ported.edits.iter().filter(|edit| edit.text.contains(ARRAY)).map(|edit| edit.span.start).collect();
    let mut places = BTreeSet::new();
    for at in uses {
        let Some(item) = items.iter().position(|item| item.span.start == at) else { continue };
        places.insert(place(items, item));
    }
    for place in places {
        let at = place.map_or(0, |item| line_end(text, items[item].span.end));
        let indent = if out.fixed { "      " } else { "  " };
        let lines = format!("{indent}integer :: {ARRAY}(0:{})\n{indent}common /{ARRAY}/ {ARRAY}\n", QUEUES - 1);
        out.ported.edits.push(Edit::insert(at, lines));
    }
}

/// The last opening statement of the procedure around an item, or its head; nothing for a program without a head.
fn place(items: &[Item], item: usize) -> Option<usize> {
    let unit = scalars::unit_of(items, item);
    let is_head = |at: &usize| matches!(items[*at].kind, ItemKind::UnitHead | ItemKind::Opening);
    unit.take_while(|at| *at < item).filter(is_head).last()
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
}
