//! A control-flow graph as indices: block 0 is the entry.

/// Blocks and the edges between them.
#[derive(Clone, Debug)]
pub struct Graph {
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
    order: Vec<usize>,
    position: Vec<Option<usize>>,
}

impl Graph {
    /// The graph in which block `i` can go on to `successors[i]`; an edge that stands there twice counts once.
    pub fn new(mut successors: Vec<Vec<usize>>) -> Self {
        let mut predecessors = vec![Vec::new(); successors.len()];
        for (from, targets) in successors.iter_mut().enumerate() {
            let mut seen = Vec::new();
            targets.retain(|&target| {
                !seen.contains(&target) && {
                    seen.push(target);
                    true
                }
            });
            for &target in targets.iter() {
                predecessors[target].push(from);
            }
        }
        let order = reverse_post_order(&successors);
        let mut position = vec![None; successors.len()];
        for (at, &block) in order.iter().enumerate() {
            position[block] = Some(at);
        }
        Self { successors, predecessors, order, position }
    }

    /// Number of blocks.
    pub fn len(&self) -> usize {
        self.successors.len()
    }

    /// Whether there are no blocks: a declaration.
    pub fn is_empty(&self) -> bool {
        self.successors.is_empty()
    }

    /// Where a block can go on.
    pub fn successors(&self, block: usize) -> &[usize] {
        &self.successors[block]
    }

    /// Where a block can be come to from.
    pub fn predecessors(&self, block: usize) -> &[usize] {
        &self.predecessors[block]
    }

    /// The blocks that the entry reaches, in reverse post-order.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Where in [`Graph::order`] a block stands; `None` if the entry does not reach it.
    pub fn position(&self, block: usize) -> Option<usize> {
        self.position[block]
    }

    /// The blocks that can be reached from `starts` (themselves included) over blocks that `goes_on` lets pass. A block that
    /// it does not let pass is in the answer, what follows it is not.
    pub fn reachable(&self, starts: &[usize], goes_on: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.len()];
        let mut work = starts.to_vec();
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut reached[block], true) || !goes_on(block) {
                continue;
            }
            work.extend(&self.successors[block]);
        }
        reached
    }

    /// The same blocks without some of the edges.
    pub fn without(&self, edges: &[(usize, usize)]) -> Self {
        let mut successors = self.successors.clone();
        for &(from, to) in edges {
            successors[from].retain(|&target| target != to);
        }
        Self::new(successors)
    }
}

fn reverse_post_order(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(successors.len());
    let mut seen = vec![false; successors.len()];
    let mut stack = Vec::new();
    if !successors.is_empty() {
        seen[0] = true;
        stack.push((0, 0));
    }
    while let Some((block, next)) = stack.pop() {
        match successors[block].get(next) {
            Some(&target) => {
                stack.push((block, next + 1));
                if !std::mem::replace(&mut seen[target], true) {
                    stack.push((target, 0));
                }
            }
            None => order.push(block),
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diamond_is_ordered_entry_first_and_join_last() {
        let graph = Graph::new(vec![vec![1, 2], vec![3], vec![3], vec![]]);
        assert_eq!(graph.order().first(), Some(&0));
        assert_eq!(graph.order().last(), Some(&3));
        assert_eq!(graph.predecessors(3), [1, 2]);
    }

    #[test]
    fn a_switch_with_two_cases_to_one_block_is_one_edge() {
        let graph = Graph::new(vec![vec![1, 1, 2], vec![2], vec![]]);
        assert_eq!(graph.successors(0), [1, 2]);
        assert_eq!(graph.predecessors(1), [0]);
    }

    #[test]
    fn reaching_stops_after_a_block_that_does_not_go_on() {
        let graph = Graph::new(vec![vec![1], vec![2], vec![3], vec![]]);
        assert_eq!(graph.reachable(&[0], |block| block != 1), [true, true, false, false]);
    }

    #[test]
    fn an_unreachable_block_has_no_position() {
        let graph = Graph::new(vec![vec![2], vec![2], vec![]]);
        assert_eq!(graph.position(1), None);
        assert_eq!(graph.position(2), Some(1));
    }
}
