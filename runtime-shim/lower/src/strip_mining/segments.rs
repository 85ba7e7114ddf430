//! The segments of a strip body: which follow each other, and to which the threads of a strip come together.

use super::carried::{Carried, Way};
use super::masked_exits;
use crate::analysis::{self, Uniformity};
use crate::ir::{self, Block, Function, Value};
use crate::regions::{self, Regions, Together};
use crate::strips::Segment;
use crate::work_item_intrinsics::STATE;
use hipify_abi::DONE;
use inkwell::IntPredicate;
use inkwell::values::InstructionOpcode;
use std::collections::HashSet;

/// For each region, whether the threads of a strip choose the same after it.
pub(super) fn alike<'ctx>(table: &analysis::Body<'ctx>, uniformity: &Uniformity, regions: &Regions<'ctx>) -> Vec<bool> {
    let mut ends: Vec<usize> = regions.cuts.iter().filter_map(|cut| table.block_index(cut.block)).collect();
    ends.extend(table.rows().iter().filter(|row| row.opcode == InstructionOpcode::Return).map(|row| row.block));
    let of = |region: &regions::Region<'ctx>| {
        let entry = table.block_index(region.entry);
        region.next.len() < 2
            || region.together == Together::Proven
            || entry.is_some_and(|entry| uniformity.reaches_one(table, entry, &ends)) && !leaves(table, uniformity, region)
    };
    regions.regions.iter().map(of).collect()
}

/// Nothing if threads cannot be told apart by what they have written.
pub(super) fn of<'ctx>(alike: &[bool], regions: &Regions<'ctx>, carried: &Carried<'ctx>) -> Option<Vec<Segment>> {
    let segment = |((number, region), &alike): ((u32, &regions::Region<'ctx>), &bool)| {
        let next: Vec<u32> = region.next.iter().copied().filter(|&state| state != DONE).collect();
        let ends = region.next.contains(&DONE);
        let mut lingers = None;
        if let Some(question) = region.entry.get_instructions().find(|&it| masked_exits::is_question(it)) {
            let stays = ir::operand(question, 0).and_then(ir::maker)?;
            let kept = carried.crossings.iter().find(|one| one.value == stays && one.states.contains(&number))?;
            let Way::Array(offset) = kept.way else { return None };
            lingers = (next.len() == 2 && next.contains(&number) && !ends).then_some(offset);
            lingers?;
        }
        Some(Segment { next, ends, alike, lingers, masks: false, is_left_apart: false })
    };
    (0..).zip(&regions.regions).zip(alike).map(segment).collect()
}

/// In which segments threads may be that begin in a state of the body.
pub(super) fn reached<'ctx>(function: Function<'ctx>, state: u32, regions: &Regions<'ctx>) -> Vec<bool> {
    let is_state = |value: Value<'ctx>| function.get_nth_param(STATE as u32) == Some(value);
    let constant = |value: Option<Value<'ctx>>| value?.into_int_value().get_zero_extended_constant();
    let ways = |block: Block<'ctx>| {
        let all = ir::successors(block);
        let Some(end) = block.get_terminator() else { return all };
        match end.get_opcode() {
            InstructionOpcode::Switch if ir::operand(end, 0).is_some_and(is_state) => {
                let case = (1..all.len() as u32).find(|&case| constant(ir::operand(end, 2 * case)) == Some(u64::from(state)));
                vec![all[case.unwrap_or(0) as usize]]
            }
            InstructionOpcode::Br if all.len() == 2 => {
                let compare = ir::operand(end, 0).and_then(ir::maker).filter(|it| it.get_opcode() == InstructionOpcode::ICmp);
                let Some(compare) = compare.filter(|&it| ir::operand(it, 0).is_some_and(is_state)) else { return all };
                match (compare.get_icmp_predicate(), constant(ir::operand(compare, 1))) {
                    (Some(IntPredicate::EQ), Some(other)) => vec![all[usize::from(other != u64::from(state))]],
                    (Some(IntPredicate::NE), Some(other)) => vec![all[usize::from(other == u64::from(state))]],
                    _ => all,
                }
            }
            _ => all,
        }
    };
    let mut reached = vec![false; regions.regions.len()];
    reached[0] = true;
    let mut seen = HashSet::new();
    let mut work: Vec<Block> = function.get_first_basic_block().into_iter().collect();
    while let Some(block) = work.pop() {
        if !seen.insert(block) {
            continue;
        }
        if let Some(cut) = regions.cuts.iter().position(|cut| cut.block == block) {
            reached[cut + 1] = true;
        }
        work.extend(ways(block));
    }
    reached
}

/// Marks the segments that come after one at whose end the threads of a strip may part.
pub(super) fn mark_masked(segments: &mut [Segment]) {
    let parting = segments.iter().filter(|segment| !segment.alike);
    let mut work: Vec<u32> = parting.flat_map(|segment| segment.next.iter().copied()).collect();
    while let Some(number) = work.pop() {
        let segment = &mut segments[number as usize];
        if !std::mem::replace(&mut segment.masks, true) {
            work.extend(&segment.next);
        }
    }
}

fn leaves(table: &analysis::Body, uniformity: &Uniformity, region: &regions::Region) -> bool {
    let mut blocks = region.blocks.iter().filter_map(|&block| table.block_index(block));
    blocks.any(|block| uniformity.influence(block).is_some_and(|influence| !influence.leaving.is_empty()))
}
