//! Which of a kernel's rows two threads of a block may run at the same time, as far as barriers go.

use crate::analysis::{Body, Group, Role, Row, Sources, Uniformity};

/// What threads of a block do between two of its barriers.
pub(super) struct Times<'a, 'ctx> {
    body: &'a Body<'ctx>,
    uniformity: Uniformity,
    /// For each beginning, that of the kernel and the ends of barriers, the rows that follow before the next barrier. Nothing where threads
    /// may wait at different barriers.
    spans: Option<Vec<Span>>,
}

impl<'a, 'ctx> Times<'a, 'ctx> {
    pub(super) fn of(body: &'a Body<'ctx>) -> Self {
        let barriers: Vec<usize> = (0..body.rows().len()).filter(|&row| is_barrier(&body.rows()[row])).collect();
        let uniformity = Uniformity::of(body, &Sources { group: Group::Block, parameters: Vec::new() });
        let is_parted = |barrier: &usize| {
            let block = body.rows()[*barrier].block;
            (0..body.graph.len()).filter_map(|branch| uniformity.influence(branch)).any(|influence| influence.parted[block])
        };
        if barriers.iter().any(is_parted) {
            return Self { body, uniformity, spans: None };
        }
        let starts = std::iter::once((0, 0)).chain(barriers.iter().map(|&row| (body.rows()[row].block, row + 1)));
        let spans = starts.map(|start| Span { start, rows: span(body, start, None) }).collect();
        Self { body, uniformity, spans: Some(spans) }
    }

    /// Whether a barrier of the block always lies between two rows of two threads.
    pub(super) fn part(&self, one: usize, other: usize) -> bool {
        self.spans.as_ref().is_some_and(|spans| !spans.iter().any(|span| span.rows[one] && span.rows[other]))
    }

    /// Whether what a row gives is the same number for all threads of a block that come to it together.
    pub(super) fn is_uniform(&self, row: usize) -> bool {
        self.uniformity.is_uniform(row)
    }

    /// Whether what a row gives is the same number for all threads of a block that come to two others with no barrier between them: they
    /// come to the row alike, once at most between two barriers, and then before both others or after them.
    pub(super) fn is_same(&self, row: usize, one: usize, other: usize) -> bool {
        let Some(spans) = &self.spans else { return false };
        let after = (self.body.rows()[row].block, row + 1);
        self.is_uniform(row)
            && spans.iter().filter(|span| span.rows[one] && span.rows[other] && span.rows[row]).all(|around| {
                let before = span(self.body, around.start, Some(row));
                !before[one] && !before[other] && !span(self.body, after, None)[row]
            })
    }
}

/// What follows a beginning.
struct Span {
    start: (usize, usize),
    rows: Vec<bool>,
}

fn is_barrier(row: &Row) -> bool {
    matches!(row.role, Some(Role::Barrier | Role::GridSync))
}

/// The rows that follow a place, which is a row of a block, up to the next barriers and to `end`.
fn span(body: &Body, start: (usize, usize), end: Option<usize>) -> Vec<bool> {
    let mut reached = vec![false; body.rows().len()];
    let mut entered = vec![false; body.graph.len()];
    let mut work = vec![start];
    while let Some((block, from)) = work.pop() {
        let rest = from..body.span(block).end;
        let stop = rest.clone().find(|&at| is_barrier(&body.rows()[at]) || Some(at) == end);
        (from..stop.unwrap_or(rest.end)).for_each(|at| reached[at] = true);
        if stop.is_none() {
            for &next in body.graph.successors(block) {
                if !std::mem::replace(&mut entered[next], true) {
                    work.push((next, body.span(next).start));
                }
            }
        }
    }
    reached
}
