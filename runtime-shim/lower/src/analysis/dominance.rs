//! Dominators, post-dominators and natural loops of a graph. Algorithm: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance
//! Algorithm" (2001).

use super::cfg::Graph;

/// For each block the nearest other block that all paths to it pass.
#[derive(Clone, Debug)]
pub struct Dominators {
    immediate: Vec<Option<usize>>,
    depth: Vec<usize>,
}

impl Dominators {
    /// Dominators from the entry on.
    pub fn of(graph: &Graph) -> Self {
        Self::compute(graph.len(), graph.order(), |block| graph.predecessors(block))
    }

    fn compute<'a>(len: usize, order: &[usize], before: impl Fn(usize) -> &'a [usize]) -> Self {
        let mut position = vec![usize::MAX; len];
        for (at, &block) in order.iter().enumerate() {
            position[block] = at;
        }
        let mut immediate: Vec<Option<usize>> = vec![None; len];
        if let Some(&root) = order.first() {
            immediate[root] = Some(root);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &block in order.iter().skip(1) {
                let known = before(block).iter().copied().filter(|&one| immediate[one].is_some());
                let new = known.reduce(|a, b| meet(&immediate, &position, a, b));
                changed |= new != immediate[block];
                immediate[block] = new;
            }
        }
        let mut depth = vec![0; len];
        for &block in order.iter().skip(1) {
            depth[block] = immediate[block].map_or(0, |above| depth[above] + 1);
        }
        if let Some(&root) = order.first() {
            immediate[root] = None;
        }
        Self { immediate, depth }
    }

    /// The nearest dominator of a block that is not itself.
    pub fn immediate(&self, block: usize) -> Option<usize> {
        self.immediate[block]
    }

    /// Whether all paths to `below` pass `above`; every block dominates itself.
    pub fn dominates(&self, above: usize, mut below: usize) -> bool {
        while self.depth[below] > self.depth[above] {
            match self.immediate[below] {
                Some(next) => below = next,
                None => return false,
            }
        }
        below == above
    }
}

fn meet(immediate: &[Option<usize>], position: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let lower = if position[a] > position[b] { &mut a } else { &mut b };
        *lower = immediate[*lower].expect("a processed block has a dominator");
    }
    a
}

/// For each block the nearest other block that all paths from it to the function's end pass.
#[derive(Clone, Debug)]
pub struct PostDominators {
    tree: Dominators,
    exit: usize,
}

impl PostDominators {
    /// Post-dominators; all ends, and an endless loop's last block, lead to one exit that is not a block.
    pub fn of(graph: &Graph) -> Self {
        let exit = graph.len();
        let mut reversed: Vec<Vec<usize>> = (0..exit).map(|block| graph.predecessors(block).to_vec()).collect();
        reversed.push((0..exit).filter(|&block| graph.successors(block).is_empty()).collect());
        let endless = loop_ends(graph, &reversed[exit]);
        reversed[exit].extend(&endless);
        let (order, after) = root_first(graph, &reversed, &endless);
        Self { tree: Dominators::compute(exit + 1, &order, |block| &after[block]), exit }
    }

    /// The nearest post-dominator that is not the block itself; `None` if only the function's end is.
    pub fn immediate(&self, block: usize) -> Option<usize> {
        self.tree.immediate(block).filter(|&above| above != self.exit)
    }

    /// Whether all paths from `above` to the function's end pass `below`; every block post-dominates itself.
    pub fn dominates(&self, below: usize, above: usize) -> bool {
        self.tree.dominates(below, above)
    }
}

/// Of each endless loop one block, so that everything leads to the exit.
fn loop_ends(graph: &Graph, ends: &[usize]) -> Vec<usize> {
    let mut leads = vec![false; graph.len()];
    let mut found = Vec::new();
    mark_before(graph, ends, &mut leads);
    for &block in graph.order().iter().rev() {
        if !leads[block] {
            found.push(block);
            mark_before(graph, &[block], &mut leads);
        }
    }
    found
}

fn mark_before(graph: &Graph, ends: &[usize], leads: &mut [bool]) {
    let mut work = ends.to_vec();
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut leads[block], true) {
            work.extend(graph.predecessors(block));
        }
    }
}

/// The blocks of the reversed graph in reverse post-order from the exit, and what stands before each there.
fn root_first(graph: &Graph, reversed: &[Vec<usize>], endless: &[usize]) -> (Vec<usize>, Vec<Vec<usize>>) {
    let exit = graph.len();
    let number = |block: usize| if block == exit { 0 } else { block + 1 };
    let shifted = std::iter::once(exit).chain(0..exit).map(|block| reversed[block].iter().map(|&one| number(one)).collect());
    let order = Graph::new(shifted.collect()).order().iter().map(|&at| if at == 0 { exit } else { at - 1 }).collect();
    let mut after: Vec<Vec<usize>> = (0..exit).map(|block| graph.successors(block).to_vec()).collect();
    for (block, next) in after.iter_mut().enumerate() {
        if next.is_empty() || endless.contains(&block) {
            next.push(exit);
        }
    }
    after.push(Vec::new());
    (order, after)
}

/// One natural loop: all back edges to one header.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The block that all paths into the loop pass.
    pub header: usize,
    /// The blocks with an edge back to the header.
    pub latches: Vec<usize>,
    /// For each block of the function whether it belongs to the loop.
    pub blocks: Vec<bool>,
}

impl Loop {
    /// Whether a block belongs to the loop.
    pub fn contains(&self, block: usize) -> bool {
        self.blocks[block]
    }

    /// The one block in front of the header, if it goes nowhere else.
    pub fn preheader(&self, graph: &Graph) -> Option<usize> {
        let mut outside = graph.predecessors(self.header).iter().copied().filter(|&from| !self.contains(from));
        let before = outside.next().filter(|_| outside.next().is_none())?;
        (graph.successors(before).len() == 1).then_some(before)
    }

    /// Whether there is no other loop in it.
    pub fn is_innermost(&self, all: &[Loop]) -> bool {
        all.iter().all(|other| other.header == self.header || !self.contains(other.header))
    }

    /// Whether it is left, and where it is left for no other way leads.
    pub fn has_dedicated_exits(&self, graph: &Graph) -> bool {
        let exits = self.exits(graph);
        let is_dedicated = |&(_, to): &(usize, usize)| graph.predecessors(to).iter().all(|&from| self.contains(from));
        !exits.is_empty() && exits.iter().all(is_dedicated)
    }

    /// Edges from inside to outside.
    pub fn exits(&self, graph: &Graph) -> Vec<(usize, usize)> {
        let inside = (0..self.blocks.len()).filter(|&block| self.blocks[block]);
        inside
            .flat_map(|from| graph.successors(from).iter().map(move |&to| (from, to)))
            .filter(|&(_, to)| !self.blocks[to])
            .collect()
    }
}

/// The natural loops of a graph. An irreducible cycle (entered at two blocks) counts as a loop of all the blocks on it.
pub fn loops(graph: &Graph, dominators: &Dominators) -> Vec<Loop> {
    let mut found: Vec<Loop> = Vec::new();
    for &latch in graph.order() {
        for &header in graph.successors(latch) {
            let back = graph.position(header) <= graph.position(latch);
            if !back {
                continue;
            }
            let blocks = if dominators.dominates(header, latch) { natural(graph, header, latch) } else { cycle(graph, header) };
            match found.iter_mut().find(|one| one.header == header) {
                Some(one) => {
                    one.latches.push(latch);
                    one.blocks.iter_mut().zip(blocks).for_each(|(have, new)| *have |= new);
                }
                None => found.push(Loop { header, latches: vec![latch], blocks }),
            }
        }
    }
    found
}

fn natural(graph: &Graph, header: usize, latch: usize) -> Vec<bool> {
    let mut inside = vec![false; graph.len()];
    inside[header] = true;
    let mut work = vec![latch];
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut inside[block], true) {
            work.extend(graph.predecessors(block).iter().filter(|&&one| graph.position(one).is_some()));
        }
    }
    inside
}

/// All blocks that lie on a cycle through `header`.
fn cycle(graph: &Graph, header: usize) -> Vec<bool> {
    let mut before = vec![false; graph.len()];
    mark_before(graph, &[header], &mut before);
    let after = graph.reachable(&[header], |_| true);
    before.iter().zip(after).map(|(&a, b)| a && b).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diamond_in_loop() -> Graph {
        // 0 -> 1 (header) -> 2 | 5; 2 -> 3 | 4; 3 -> 4; 4 -> 1; 5 end
        Graph::new(vec![vec![1], vec![2, 5], vec![3, 4], vec![4], vec![1], vec![]])
    }

    #[test]
    fn the_join_of_a_diamond_is_dominated_by_its_branch_alone() {
        let dominators = Dominators::of(&diamond_in_loop());
        assert_eq!(dominators.immediate(4), Some(2));
        assert!(dominators.dominates(1, 5) && !dominators.dominates(3, 4));
        assert_eq!(dominators.immediate(0), None);
    }

    #[test]
    fn post_dominators_mirror_dominators() {
        let after = PostDominators::of(&diamond_in_loop());
        assert_eq!(after.immediate(2), Some(4));
        assert_eq!(after.immediate(4), Some(1));
        assert_eq!(after.immediate(5), None);
        assert!(after.dominates(5, 0) && !after.dominates(3, 2));
    }

    #[test]
    fn two_ends_have_no_post_dominator_in_common() {
        let after = PostDominators::of(&Graph::new(vec![vec![1, 2], vec![], vec![]]));
        assert_eq!(after.immediate(0), None);
    }

    #[test]
    fn an_endless_loop_still_has_post_dominators() {
        let after = PostDominators::of(&Graph::new(vec![vec![1, 3], vec![2], vec![1], vec![]]));
        assert_eq!(after.immediate(1), Some(2));
        assert_eq!(after.immediate(0), None);
    }

    #[test]
    fn a_loop_knows_its_blocks_latches_and_exits() {
        let graph = diamond_in_loop();
        let found = loops(&graph, &Dominators::of(&graph));
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].header, found[0].latches.as_slice()), (1, &[4][..]));
        assert_eq!(found[0].blocks, [false, true, true, true, true, false]);
        assert_eq!(found[0].exits(&graph), [(1, 5)]);
    }

    #[test]
    fn a_cycle_entered_at_two_blocks_is_one_loop_of_both() {
        let graph = Graph::new(vec![vec![1, 2], vec![2], vec![1, 3], vec![]]);
        let found = loops(&graph, &Dominators::of(&graph));
        assert!(found.iter().all(|one| one.contains(1) && one.contains(2) && !one.contains(3)));
        assert!(!found.is_empty());
    }
}
