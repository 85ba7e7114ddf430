//! Context save: gives values that live across barriers places in the frame, or none where rematerialisation costs less.

use crate::build::Build;
use crate::convergence::Agreement;
use crate::error::{Error, Result};
use crate::ir::{self, Block, Function, Instruction, Value};
use crate::liveness::{self, Crossing};
use crate::regions::Regions;
use crate::work_item_intrinsics;
use hipify_abi::{MAX_THREADS, Wait};
use inkwell::module::Module;
use inkwell::types::BasicTypeEnum;
use inkwell::values::InstructionOpcode;
use std::collections::HashSet;

/// Bytes of a cache line.
const LINE: u64 = 64;

/// Instructions that a value may take to compute again: about what a store and a load of it cost.
const CHEAP: usize = 12;

/// How a value comes across a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passage {
    /// Computed again from arguments and ids.
    Again,
    /// The same in all threads of a group: one value a group while they are together. The number counts these.
    Uniform(usize),
    /// One value a thread.
    Thread,
}

/// A value that lives across cuts and where it lies.
pub(crate) struct Slot<'ctx> {
    pub(crate) value: Instruction<'ctx>,
    pub(crate) ty: BasicTypeEnum<'ctx>,
    /// The states in which it is needed.
    pub(crate) states: Vec<u32>,
    pub(crate) passage: Passage,
    /// Bytes into the frame, where an element a thread lies.
    pub(crate) offset: u64,
}

/// Memory on a thread's stack that lives across cuts: `stride` bytes a thread.
pub(crate) struct Private<'ctx> {
    pub(crate) alloca: Instruction<'ctx>,
    pub(crate) offset: u64,
    pub(crate) stride: u64,
}

/// All of a kernel's frame.
#[derive(Default)]
pub(crate) struct Frame<'ctx> {
    pub(crate) slots: Vec<Slot<'ctx>>,
    pub(crate) privates: Vec<Private<'ctx>>,
    pub(crate) bytes: u64,
}

impl<'ctx> Frame<'ctx> {
    /// The frame of a function whose cuts are isolated.
    pub(crate) fn of(
        module: &Module<'ctx>,
        kernel: &str,
        function: Function<'ctx>,
        regions: &Regions<'ctx>,
        agreement: &Agreement<'ctx>,
    ) -> Result<Self> {
        let mut frame = Frame::default();
        for crossing in liveness::crossing(function, regions) {
            frame.add(module, crossing, agreement, regions.has(Wait::Warp));
        }
        for alloca in ir::instructions(function).into_iter().filter(|it| it.get_opcode() == InstructionOpcode::Alloca) {
            if lives_across(alloca, regions) {
                frame.add_private(module, kernel, alloca)?;
            }
        }
        Ok(frame)
    }

    /// Values that are one a group.
    pub(crate) fn uniforms(&self) -> impl Iterator<Item = &Slot<'ctx>> {
        self.slots.iter().filter(|slot| matches!(slot.passage, Passage::Uniform(_)))
    }

    fn add(&mut self, module: &Module<'ctx>, crossing: Crossing<'ctx>, agreement: &Agreement<'ctx>, of_warps: bool) {
        let Some(value) = ir::value_of(crossing.value) else { return };
        let ty = value.get_type();
        let is_uniform = |it| agreement.is_uniform(it);
        // Where a warp has its row or tile, by the block's index and dimensions: all that its lanes have in common is computed once, and
        // kept for each of them it would be an index that LLVM knows nothing of.
        let is_place = || of_warps && !is_uniform(crossing.value) && is_cheap_beside(value, PLACE, &is_uniform, &is_plain);
        let passage = if is_cheap(value) || is_place() {
            Passage::Again
        } else if agreement.is_shared(crossing.value) {
            Passage::Uniform(self.uniforms().count())
        } else {
            Passage::Thread
        };
        let offset = match passage {
            Passage::Again => 0,
            Passage::Uniform(_) => self.array(ir::size_of(module, ty)),
            Passage::Thread => self.handed_on(&crossing, ty).unwrap_or_else(|| self.array(ir::size_of(module, ty))),
        };
        self.slots.push(Slot { value: crossing.value, ty, states: crossing.states, passage, offset });
    }

    /// The array of a value that is related to this one ([`liveness::are_related`]): a sum that goes round in a loop with barriers is then
    /// not moved from array to array. No two values in an array are needed in one state, and each is of the array's type, so that a
    /// thread's element is of no other thread.
    fn handed_on(&self, crossing: &Crossing<'ctx>, ty: BasicTypeEnum<'ctx>) -> Option<u64> {
        let of_threads = || self.slots.iter().filter(|slot| slot.passage == Passage::Thread);
        let related = |slot: &&Slot<'ctx>| slot.ty == ty && liveness::are_related(slot.value, crossing.value);
        let is_free = |offset: u64| {
            let mut others = of_threads().filter(|slot| slot.offset == offset);
            others.all(|slot| !slot.states.iter().any(|state| crossing.states.contains(state)))
        };
        of_threads().filter(related).map(|slot| slot.offset).find(|&offset| is_free(offset))
    }

    fn add_private(&mut self, module: &Module<'ctx>, kernel: &str, alloca: Instruction<'ctx>) -> Result<()> {
        let ty = alloca.get_allocated_type().map_err(|_| Error::VariableLength { kernel: kernel.to_owned() })?;
        let count = match ir::operand(alloca, 0) {
            Some(Value::IntValue(count)) => count.get_zero_extended_constant(),
            _ => None,
        };
        let count = count.ok_or_else(|| Error::VariableLength { kernel: kernel.to_owned() })?;
        let align = u64::from(alloca.get_alignment().unwrap_or(1)).max(1);
        let stride = (ir::size_of(module, ty) * count).next_multiple_of(align);
        let offset = self.array(stride);
        self.privates.push(Private { alloca, offset, stride });
        Ok(())
    }

    /// Room for an element a thread. Arrays begin an odd number of cache lines apart, so that the elements of one thread do not
    /// all compete for the same lines of the cache.
    fn array(&mut self, element: u64) -> u64 {
        let offset = self.bytes;
        let lines = (element * MAX_THREADS as u64).div_ceil(LINE);
        self.bytes += (lines | 1) * LINE;
        offset
    }
}

/// Instructions that a value may take to compute again for each thread, and for all threads together.
const PLACE: (usize, usize) = (CHEAP, 40);

/// Whether a value is a function of arguments and ids of which little differs from thread to thread, by so many instructions for each
/// thread and for all. What is uniform in it leaves the loop over threads again.
pub(crate) fn is_cheap_beside<'ctx>(
    value: Value<'ctx>,
    (mut own, mut common): (usize, usize),
    is_uniform: &dyn Fn(Instruction<'ctx>) -> bool,
    is_fit: &dyn Fn(Instruction<'ctx>) -> bool,
) -> bool {
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        let Some(made) = ir::maker(value) else { continue };
        let left = if is_uniform(made) { &mut common } else { &mut own };
        if *left == 0 || !is_fit(made) {
            return false;
        }
        *left -= 1;
        work.extend(ir::operands(made).into_iter().map(|(_, operand)| operand));
    }
    true
}

/// Whether a value is a function of arguments and ids that is cheap to compute.
pub(crate) fn is_cheap(value: Value) -> bool {
    let mut left = CHEAP;
    is_computable(value, &mut left)
}

fn is_computable(value: Value, left: &mut usize) -> bool {
    let Some(instruction) = ir::maker(value).filter(|it| it.get_opcode() != InstructionOpcode::Alloca) else { return true };
    if *left == 0 {
        return false;
    }
    *left -= 1;
    is_plain(instruction) && ir::operands(instruction).into_iter().all(|(_, operand)| is_computable(operand, left))
}

/// Cheap instructions whose result depends on their operands alone.
pub(crate) fn is_plain(instruction: Instruction) -> bool {
    use InstructionOpcode as Op;
    match instruction.get_opcode() {
        Op::Add | Op::Sub | Op::Mul | Op::Shl | Op::LShr | Op::AShr | Op::And | Op::Or | Op::Xor => true,
        Op::ZExt | Op::SExt | Op::Trunc | Op::PtrToInt | Op::IntToPtr | Op::BitCast | Op::SIToFP | Op::UIToFP => true,
        Op::GetElementPtr | Op::ICmp | Op::Select | Op::Freeze => true,
        Op::Call => work_item_intrinsics::is_id(instruction),
        _ => false,
    }
}

/// Writes a cheap value once more at a place, from what can be used there.
pub(crate) fn again<'ctx>(build: &Build<'ctx>, value: Value<'ctx>, is_there: &dyn Fn(Instruction<'ctx>) -> bool) -> Value<'ctx> {
    let Some(instruction) = ir::maker(value).filter(|&it| !is_there(it)) else { return value };
    let operands: Vec<_> =
        ir::operands(instruction).into_iter().map(|(place, operand)| (place, again(build, operand, is_there))).collect();
    build.copy_with(instruction, operands).unwrap_or(value)
}

/// The same in a function whose first block is the entry: what stands there can be used everywhere.
pub(crate) fn again_from_entry<'ctx>(build: &Build<'ctx>, value: Value<'ctx>, entry: Block<'ctx>) -> Value<'ctx> {
    again(build, value, &|it| it.get_parent() == Some(entry))
}

/// Whether memory on the stack is in use at some cut: between the beginning and the end of its life, as far as these are marked.
pub(crate) fn lives_across<'ctx>(alloca: Instruction<'ctx>, regions: &Regions<'ctx>) -> bool {
    let uses = derived_uses(alloca);
    let (mut starts, mut ends): (Vec<_>, Vec<_>) = uses
        .iter()
        .copied()
        .filter(|&it| is_intrinsic(it, "llvm.lifetime"))
        .partition(|&it| is_intrinsic(it, "llvm.lifetime.start"));
    if starts.is_empty() {
        starts = uses;
        ends.clear();
    }
    let ending: HashSet<Block> = ends.iter().filter_map(|end| end.get_parent()).collect();
    let open = starts.into_iter().filter(|&start| !ends.iter().any(|&end| follows(start, end)));
    let is_cut = |block: Block| regions.cuts.iter().any(|cut| cut.block == block);
    let begin: Vec<Block> = open.filter_map(|start| start.get_parent()).collect();
    if begin.iter().any(|&block| is_cut(block)) {
        return true;
    }
    let mut work: Vec<Block> = begin.into_iter().flat_map(ir::successors).collect();
    let mut seen = HashSet::new();
    while let Some(block) = work.pop() {
        if is_cut(block) {
            return true;
        }
        if seen.insert(block) && !ending.contains(&block) {
            work.extend(ir::successors(block));
        }
    }
    false
}

/// Whether an instruction comes after another one in the same block.
pub(crate) fn follows<'ctx>(first: Instruction<'ctx>, second: Instruction<'ctx>) -> bool {
    std::iter::successors(Some(first), |it| it.get_next_instruction()).any(|it| it == second)
}

pub(crate) fn is_intrinsic(instruction: Instruction, start: &str) -> bool {
    ir::callee(instruction).is_some_and(|callee| ir::name_of(callee).starts_with(start))
}

/// The instructions that use an address or one computed from it.
pub(crate) fn derived_uses<'ctx>(address: Instruction<'ctx>) -> Vec<Instruction<'ctx>> {
    let mut seen = HashSet::new();
    let mut work = vec![address];
    let mut found = Vec::new();
    while let Some(value) = work.pop() {
        for user in ir::users(value) {
            if seen.insert(user) {
                found.push(user);
                if is_address_of_same(user) {
                    work.push(user);
                }
            }
        }
    }
    found
}

/// Instructions whose result points into what an operand points into.
fn is_address_of_same(instruction: Instruction) -> bool {
    use InstructionOpcode as Op;
    matches!(instruction.get_opcode(), Op::GetElementPtr | Op::BitCast | Op::AddrSpaceCast | Op::Phi | Op::Select | Op::Freeze)
}
