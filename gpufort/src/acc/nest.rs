//! Items to which of them belong together: a `do` and its end, a loop directive and its loop, a region and its `end`.

use super::directive::Directive;
use super::lines::{Item, ItemKind};

/// What belongs to each item.
pub(super) struct Nest {
    /// For a `do`, the item that ends it.
    end_of: Vec<Option<usize>>,
    /// Directives that could be read, and what is wrong with the others.
    pub(super) directives: Vec<Option<Result<Directive, String>>>,
    /// For a directive that opens a region, its `end` directive, and the other way round.
    pub(super) partner: Vec<Option<usize>>,
}

impl Nest {
    pub(super) fn of(items: &[Item]) -> Self {
        let read = |item: &Item| match &item.kind {
            ItemKind::Directive(text) => Some(Directive::parse(text)),
            _ => None,
        };
        let directives: Vec<_> = items.iter().map(read).collect();
        Self { end_of: ends_of_loops(items), partner: partners(&directives), directives }
    }

    pub(super) fn directive(&self, at: usize) -> Option<&Directive> {
        self.directives[at].as_ref()?.as_ref().ok()
    }

    /// The `do` that a loop directive stands in front of, and its end. Other directives and preprocessor lines may stand between.
    pub(super) fn loop_of(&self, items: &[Item], at: usize) -> Option<(usize, usize)> {
        let passed = |item: &Item| matches!(item.kind, ItemKind::Directive(_) | ItemKind::Preprocessor);
        let first = (at + 1..items.len()).find(|next| !passed(&items[*next]))?;
        matches!(items[first].kind, ItemKind::Do(_)).then(|| Some((first, self.end_of[first]?)))?
    }
}

fn ends_of_loops(items: &[Item]) -> Vec<Option<usize>> {
    let mut ends = vec![None; items.len()];
    let mut open: Vec<(usize, Option<&str>)> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        match &item.kind {
            ItemKind::Do(label) => open.push((at, label.as_deref())),
            ItemKind::EndDo if item.label.is_none() => {
                if let Some((start, _)) = open.pop() {
                    ends[start] = Some(at);
                }
            }
            ItemKind::UnitEnd => open.clear(),
            _ => {}
        }
        // One label may end several loops.
        while item.label.is_some() && open.last().is_some_and(|(_, label)| *label == item.label.as_deref()) {
            let (start, _) = open.pop().expect("there is one");
            ends[start] = Some(at);
        }
    }
    ends
}

/// Regions that end with a directive of their own.
const REGIONS: &[&str] =
    &["parallel", "kernels", "serial", "data", "host_data", "parallel loop", "kernels loop", "serial loop", "atomic"];

fn partners(directives: &[Option<Result<Directive, String>>]) -> Vec<Option<usize>> {
    let mut partners = vec![None; directives.len()];
    let mut open: Vec<(usize, &str)> = Vec::new();
    for (at, directive) in directives.iter().enumerate() {
        let Some(Ok(directive)) = directive else { continue };
        if REGIONS.contains(&directive.name.as_str()) {
            open.push((at, &directive.name));
        } else if let Some(name) = directive.name.strip_prefix("end ") {
            // Combined directives and atomics may have no end: those inside are passed over.
            if let Some(found) = open.iter().rposition(|(_, opened)| *opened == name) {
                let start = open[found].0;
                open.truncate(found);
                partners[start] = Some(at);
                partners[at] = Some(start);
            }
        }
    }
    partners
}
