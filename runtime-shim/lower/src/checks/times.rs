//! Which of a kernel's rows two threads of a block may run at the same time, as far as barriers go.

use crate::analysis::{Body, Group, Role, Row, Sources, Uniformity};

/// What threads of a block do between two of its barriers.
pub(super) struct Times {
    /// For each beginning, that of the kernel and the ends of barriers, the rows that follow before the next barrier. Nothing where threads
    /// may wait at different barriers.
    spans: Option<Vec<Vec<bool>>>,
}

impl Times {
    pub(super) fn of(body: &Body) -> Self {
        let is_barrier = |row: &Row| matches!(row.role, Some(Role::Barrier | Role::GridSync));
        let barriers: Vec<usize> = (0..body.rows().len()).filter(|&row| is_barrier(&body.rows()[row])).collect();
        let uniformity = Uniformity::of(body, &Sources { group: Group::Block, parameters: Vec::new() });
        let is_parted = |barrier: &usize| {
            let block = body.rows()[*barrier].block;
            (0..body.graph.len()).filter_map(|branch| uniformity.influence(branch)).any(|influence| influence.parted[block])
        };
        if barriers.iter().any(is_parted) {
            return Self { spans: None };
        }
        let after = |block: usize, from: usize| {
            let mut reached = vec![false; body.rows().len()];
            let mut entered = vec![false; body.graph.len()];
            let mut work = vec![(block, from)];
            while let Some((block, from)) = work.pop() {
                let rest = from..body.span(block).end;
                let end = rest.clone().find(|&at| is_barrier(&body.rows()[at]));
                (from..end.unwrap_or(rest.end)).for_each(|at| reached[at] = true);
                if end.is_none() {
                    for &next in body.graph.successors(block) {
                        if !std::mem::replace(&mut entered[next], true) {
                            work.push((next, body.span(next).start));
                        }
                    }
                }
            }
            reached
        };
        let starts = std::iter::once((0, 0)).chain(barriers.iter().map(|&row| (body.rows()[row].block, row + 1)));
        Self { spans: Some(starts.map(|(block, from)| after(block, from)).collect()) }
    }

    /// Whether a barrier of the block always lies between two rows of two threads.
    pub(super) fn part(&self, one: usize, other: usize) -> bool {
        self.spans.as_ref().is_some_and(|spans| !spans.iter().any(|span| span[one] && span[other]))
    }
}
