//! Which values and variables are still needed where a block begins: what has to survive a cut before it.

use inkwell::values::InstructionOpcode;

use super::body::{Body, Operand};
use super::cfg::Graph;

/// Rows that are live where blocks begin: results that a block or one behind it reads, and variables (allocas, see
/// [`Body::variables`]) that are read there before they are written.
pub struct Liveness {
    live: Vec<Vec<usize>>,
}

impl Liveness {
    /// The liveness of all results that leave their block and of all variables.
    pub fn of(body: &Body) -> Self {
        let mut live = vec![Vec::new(); body.graph.len()];
        let variables = body.variables();
        for row in 0..body.rows().len() {
            let begins = if variables.contains(&row) { variable(body, row) } else { result(body, row) };
            begins.into_iter().for_each(|block| live[block].push(row));
        }
        Self { live }
    }

    /// Rows live where the block begins, in the order of the function. The block's own phis are not: they begin there.
    pub fn at(&self, block: usize) -> &[usize] {
        &self.live[block]
    }
}

fn result(body: &Body, row: usize) -> Vec<usize> {
    let home = body.rows()[row].block;
    let mut needed = Vec::new();
    for &user in &body.rows()[row].users {
        let user = &body.rows()[user];
        if user.opcode == InstructionOpcode::Phi {
            let from = user.operands.iter().zip(&user.incoming).filter(|&(&one, _)| one == Operand::Instruction(row));
            needed.extend(from.map(|(_, &block)| block));
        } else {
            needed.push(user.block);
        }
    }
    // A use in the home block stands behind the definition, except of a phi, whose operand is needed at the block's end.
    needed.retain(|&block| block != home);
    upward(&body.graph, &needed, |block| block != home)
}

fn variable(body: &Body, row: usize) -> Vec<usize> {
    let first = |block: usize| {
        let mut uses = body.rows()[row].users.iter().filter(|&&user| body.rows()[user].block == block);
        uses.find(|&&user| body.rows()[user].role.is_none()).map(|&user| body.rows()[user].opcode)
    };
    let mut writes = vec![false; body.graph.len()];
    let mut needed = Vec::new();
    for &user in &body.rows()[row].users {
        let block = body.rows()[user].block;
        match first(block) {
            Some(InstructionOpcode::Load) => needed.push(block),
            Some(_) => writes[block] = true,
            None => {}
        }
    }
    upward(&body.graph, &needed, |block| !writes[block])
}

/// All blocks from which one of `needed` can be reached over blocks that `passes` lets through; `needed` themselves included.
fn upward(graph: &Graph, needed: &[usize], passes: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut live = Vec::new();
    let mut seen = vec![false; graph.len()];
    let mut work = needed.to_vec();
    while let Some(block) = work.pop() {
        if std::mem::replace(&mut seen[block], true) {
            continue;
        }
        live.push(block);
        work.extend(graph.predecessors(block).iter().copied().filter(|&one| passes(one)));
    }
    live
}
