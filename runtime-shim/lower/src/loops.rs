//! Finds which loops the states of a kernel are in, and in what order threads come to states, by which the runtime tells threads
//! of a later iteration from threads of an earlier one.

use crate::analysis::Body;
use crate::analysis::dominance::{Dominators, Loop, loops};
use crate::ir::{Block, Function};
use hipify_abi::NO_LOOP;

/// [`hipify_abi::Kernel::loops`] and [`hipify_abi::Kernel::depths`] of a kernel whose states begin at the blocks `entries`.
pub(crate) fn of(function: Function, entries: &[Block]) -> (Vec<u16>, Vec<u16>) {
    let body = Body::of(function);
    (loops_of(&body, entries), depths_of(&body, entries))
}

fn loops_of(body: &Body, entries: &[Block]) -> Vec<u16> {
    let all = loops(&body.graph, &Dominators::of(&body.graph));
    if entries.len() + all.len() >= usize::from(NO_LOOP) {
        return vec![NO_LOOP; entries.len()];
    }
    let number = |one: Option<usize>| one.map_or(NO_LOOP, |one| (entries.len() + one) as u16);
    let states =
        entries.iter().map(|&entry| number(body.block_index(entry).and_then(|block| innermost(&all, |one| one.contains(block)))));
    let around = |inner: &Loop| number(innermost(&all, |one| one.header != inner.header && one.contains(inner.header)));
    states.chain(all.iter().map(around)).collect()
}

/// The smallest of the loops that are so: of two that share a block one is inside of the other.
fn innermost(all: &[Loop], is_so: impl Fn(&Loop) -> bool) -> Option<usize> {
    let size = |one: &usize| all[*one].blocks.iter().filter(|&&inside| inside).count();
    (0..all.len()).filter(|&one| is_so(&all[one])).min_by_key(size)
}

/// A state's depth is the number of states on the longest way to it that goes round in no loop.
fn depths_of(body: &Body, entries: &[Block]) -> Vec<u16> {
    let order = body.graph.order();
    let mut position = vec![usize::MAX; body.graph.len()];
    let mut begins = vec![false; body.graph.len()];
    for (at, &block) in order.iter().enumerate() {
        position[block] = at;
    }
    let blocks: Vec<_> = entries.iter().map(|&entry| body.block_index(entry)).collect();
    blocks.iter().flatten().for_each(|&block| begins[block] = true);
    let mut depths = vec![0u16; body.graph.len()];
    for &block in order {
        let before = body.graph.predecessors(block).iter().filter(|&&other| position[other] < position[block]);
        let deepest = before.map(|&other| depths[other]).max().unwrap_or(0);
        depths[block] = deepest.saturating_add(u16::from(begins[block]));
    }
    blocks.into_iter().map(|block| block.map_or(0, |block| depths[block])).collect()
}
