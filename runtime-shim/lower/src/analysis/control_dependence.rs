//! Control dependence: the blocks that a divergent branch influences, and where its threads reconverge.

use super::body::Body;
use super::cfg::Graph;
use super::dominance::PostDominators;

/// What a branch does to the threads that come to it together, should they part there.
#[derive(Clone, Debug)]
pub struct Influence {
    /// Whether more than one way is left for the threads that stay.
    pub several: bool,
    /// Where all ways meet again, if before the function's end.
    pub meets: Option<usize>,
    /// Blocks that two different ways come to: a phi there tells which way a thread came.
    pub joins: Vec<usize>,
    /// For each block whether only some of the threads may run it, or not equally often.
    pub parted: Vec<bool>,
    /// Ways that only leave the function; the threads that stay are not separated by them.
    pub leaving: Vec<Leaving>,
}

/// A way out of the function that shares nothing with the threads that stay.
#[derive(Clone, Debug)]
pub struct Leaving {
    /// The block that it begins with.
    pub to: usize,
    /// Blocks that the leaving threads run.
    pub left: Vec<bool>,
    /// Blocks that the others may still run.
    pub stayed: Vec<bool>,
}

/// The ways of a body's branches.
pub struct Ways<'a, 'ctx> {
    body: &'a Body<'ctx>,
    leaving: Vec<(usize, usize)>,
    staying: Graph,
    after: PostDominators,
}

impl<'a, 'ctx> Ways<'a, 'ctx> {
    /// The ways of a body.
    pub fn of(body: &'a Body<'ctx>) -> Self {
        let leaving = leaving_edges(body);
        let staying = body.graph.without(&leaving);
        let after = PostDominators::of(&staying);
        Self { body, leaving, staying, after }
    }

    /// What happens if threads part at the end of `branch`.
    pub fn influence(&self, branch: usize) -> Influence {
        let arms = self.staying.successors(branch);
        let meets = if arms.len() > 1 { self.after.immediate(branch) } else { arms.first().copied() };
        let mut parted = match arms.len() {
            0 | 1 => vec![false; self.body.graph.len()],
            _ => self.body.graph.reachable(arms, |block| Some(block) != meets),
        };
        if let Some(meets) = meets {
            parted[meets] = false;
        }
        let leaving = self.leaving_of(branch);
        for way in &leaving {
            parted.iter_mut().zip(&way.left).for_each(|(have, left)| *have |= left);
        }
        let joins = if arms.len() > 1 { self.joins(branch, meets) } else { Vec::new() };
        Influence { several: arms.len() > 1, meets, joins, parted, leaving }
    }

    fn leaving_of(&self, branch: usize) -> Vec<Leaving> {
        let ways = self.leaving.iter().filter(|&&(from, _)| from == branch);
        ways.map(|&(from, to)| leave(&self.body.graph, from, to)).collect()
    }

    /// Which arm each block is reached through, carried forward until nothing changes; a block reached through two is a join
    /// and from there on an arm of its own. Ways out of the function count too: what follows a loop is left for by those who
    /// were in it, and others may come there past the loop.
    fn joins(&self, branch: usize, meets: Option<usize>) -> Vec<usize> {
        let graph = &self.body.graph;
        let mut arm: Vec<Option<usize>> = vec![None; graph.len()];
        let mut joins = Vec::new();
        let mut work: std::collections::BTreeSet<(usize, usize)> = std::collections::BTreeSet::new();
        let push = |work: &mut std::collections::BTreeSet<_>, block: usize| {
            work.extend(graph.position(block).map(|at| (at, block)));
        };
        graph.successors(branch).iter().for_each(|&block| push(&mut work, block));
        while let Some((_, block)) = work.pop_first() {
            if joins.contains(&block) {
                continue;
            }
            let seed = graph.successors(branch).contains(&block).then_some(block);
            let carried = graph.predecessors(block).iter().filter(|&&one| one != branch && Some(one) != meets);
            let mut ways: Vec<usize> = carried.filter_map(|&one| arm[one]).chain(seed).collect();
            ways.sort_unstable();
            ways.dedup();
            let new = if ways.len() > 1 {
                joins.push(block);
                block
            } else {
                ways[0]
            };
            let changed = arm[block].replace(new) != Some(new);
            if changed && block != branch && Some(block) != meets {
                graph.successors(block).iter().for_each(|&next| push(&mut work, next));
            }
        }
        joins
    }
}

fn leave(graph: &Graph, from: usize, to: usize) -> Leaving {
    let others: Vec<usize> = graph.successors(from).iter().copied().filter(|&other| other != to).collect();
    let left = graph.reachable(&[to], |_| true);
    // Round a loop and at the branch again, the threads that stay take the same ways once more.
    let stayed = graph.reachable(&others, |block| block != from);
    Leaving { to, left, stayed }
}

/// Edges out of branches after which threads only leave: no sync there, and nothing but bare blocks in common with the threads
/// that take another edge. One edge of each branch stays.
fn leaving_edges(body: &Body) -> Vec<(usize, usize)> {
    let has_sync: Vec<bool> =
        (0..body.graph.len()).map(|block| body.rows()[body.span(block)].iter().any(|row| row.is_sync())).collect();
    let mut edges = Vec::new();
    for &from in body.graph.order() {
        let arms = body.graph.successors(from);
        let leaves = |to: usize| {
            let Leaving { left, stayed, .. } = leave(&body.graph, from, to);
            (0..body.graph.len()).all(|block| !left[block] || (!has_sync[block] && (!stayed[block] || body.is_bare(block))))
        };
        let mut out: Vec<usize> =
            if arms.len() > 1 { arms.iter().copied().filter(|&to| leaves(to)).collect() } else { Vec::new() };
        if out.len() == arms.len() {
            out.sort_by_key(|&to| leave(&body.graph, from, to).left.iter().filter(|&&left| left).count());
            out.truncate(arms.len().saturating_sub(1));
        }
        edges.extend(out.into_iter().map(|to| (from, to)));
    }
    edges
}
