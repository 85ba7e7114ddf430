//! Finds accesses whose order within one thread LLVM's loop vectoriser would lose.
//!
//! The vectoriser takes accesses to neighbouring elements together: stores move down to the last one of such a group, loads up to
//! its first. Whether something between them touches the same memory it asks of the loop's dependences. A loop whose accesses are
//! marked as independent (`llvm.loop.parallel_accesses`) has none, those within one iteration included (LLVM 19,
//! `InterleavedAccessInfo::canReorderMemAccessesForInterleavedGroups`), although the mark speaks of different iterations alone.
//! An access that is not marked makes the loop an ordinary one, whose dependences are looked for.

use crate::analysis::cfg::Graph;
use crate::ir::{self, Block, Function, Instruction, Value};
use inkwell::module::Module;
use inkwell::values::InstructionOpcode as Op;
use std::collections::HashMap;

/// Accesses of one root beyond which all of them are taken for unsafe: each is compared with each.
const MOST: usize = 1000;

/// Where an access is: `base + scale * index + offset` bytes.
#[derive(PartialEq)]
struct AddressParts<'ctx> {
    base: Value<'ctx>,
    /// Nothing where the base says it all; the value, how it was extended, and the bytes of one step.
    index: Option<(Value<'ctx>, Option<Op>, i64)>,
}

struct Access<'ctx> {
    instruction: Instruction<'ctx>,
    is_store: bool,
    place: AddressParts<'ctx>,
    offset: i64,
    /// Bytes.
    size: i64,
    /// Of the block, and of the instruction in the function.
    at: (usize, usize),
}

/// Accesses that must not be marked as independent, or something before or after them would be moved past them.
pub(crate) fn unsafe_to_mark<'ctx>(module: &Module<'ctx>, body: Function<'ctx>) -> Vec<Instruction<'ctx>> {
    let paths = Paths::of(body);
    let mut roots: HashMap<Value<'ctx>, Vec<Access<'ctx>>> = HashMap::new();
    let blocks = ir::blocks(body).into_iter().enumerate();
    let instructions = blocks.flat_map(|(number, block)| block.get_instructions().map(move |instruction| (number, instruction)));
    for (number, (block, instruction)) in instructions.enumerate() {
        if let Some((root, access)) = access(module, instruction, (block, number)) {
            roots.entry(root).or_default().push(access);
        }
    }
    roots.values().flat_map(|accesses| crossed(accesses, &paths)).collect()
}

/// Which blocks of a body lead to which without a wait in between: a region ends with a return.
struct Paths(Vec<Vec<bool>>);

impl Paths {
    fn of(body: Function<'_>) -> Self {
        let blocks = ir::blocks(body);
        let numbers: HashMap<Block<'_>, usize> = blocks.iter().enumerate().map(|(number, block)| (*block, number)).collect();
        let successors: Vec<Vec<usize>> =
            blocks.iter().map(|block| ir::successors(*block).iter().map(|next| numbers[next]).collect()).collect();
        let graph = Graph::new(successors);
        Self((0..graph.len()).map(|block| graph.reachable(graph.successors(block), |_| true)).collect())
    }

    fn lead(&self, from: &Access<'_>, to: &Access<'_>) -> bool {
        self.0[from.at.0][to.at.0] || (from.at.0 == to.at.0 && from.at.1 < to.at.1)
    }
}

/// The accesses that stand between two of the other kind and may touch the memory of one of them that would be moved past it.
fn crossed<'ctx>(accesses: &[Access<'ctx>], paths: &Paths) -> Vec<Instruction<'ctx>> {
    let has_both = accesses.iter().any(|one| one.is_store) && accesses.iter().any(|one| !one.is_store);
    if !has_both || accesses.len() > MOST {
        return accesses.iter().filter(|_| has_both).map(|one| one.instruction).collect();
    }
    let is_crossed = |one: &&Access<'ctx>| {
        let others = || accesses.iter().filter(|other| other.is_store != one.is_store);
        let before = |overlap: bool| others().any(|other| paths.lead(other, one) && (!overlap || may_overlap(one, other)));
        let after = |overlap: bool| others().any(|other| paths.lead(one, other) && (!overlap || may_overlap(one, other)));
        // A store before a load moves down where one follows the load; a load after a store moves up where one precedes it.
        if one.is_store { before(false) && after(true) } else { before(true) && after(false) }
    };
    accesses.iter().filter(is_crossed).map(|one| one.instruction).collect()
}

fn may_overlap(one: &Access<'_>, other: &Access<'_>) -> bool {
    one.place != other.place || (one.offset < other.offset + other.size && other.offset < one.offset + one.size)
}

/// A load or store, and what its address is computed from.
fn access<'ctx>(
    module: &Module<'ctx>,
    instruction: Instruction<'ctx>,
    at: (usize, usize),
) -> Option<(Value<'ctx>, Access<'ctx>)> {
    let address = address(instruction)?;
    let value = if instruction.get_opcode() == Op::Load { ir::value_of(instruction) } else { ir::operand(instruction, 0) }?;
    let (place, offset) = place(module, address);
    let size = i64::try_from(ir::store_size_of(module, value.get_type())).unwrap_or(i64::MAX / 4);
    Some((root(address), Access { instruction, is_store: instruction.get_opcode() == Op::Store, place, offset, size, at }))
}

/// The address of a load or store.
pub(crate) fn address<'ctx>(access: Instruction<'ctx>) -> Option<Value<'ctx>> {
    match access.get_opcode() {
        Op::Load => ir::operand(access, 0),
        Op::Store => ir::operand(access, 1),
        _ => None,
    }
}

/// An address, what it is an offset from, and so on.
pub(crate) fn steps<'ctx>(address: Value<'ctx>) -> impl Iterator<Item = Value<'ctx>> {
    let base = |&address: &Value<'ctx>| {
        let step = ir::maker(address).filter(|maker| maker.get_opcode() == Op::GetElementPtr)?;
        ir::operand(step, 0)
    };
    std::iter::successors(Some(address), base)
}

/// What an address starts from.
fn root<'ctx>(address: Value<'ctx>) -> Value<'ctx> {
    steps(address).last().unwrap_or(address)
}

/// Takes constants, and one index, from an address.
fn place<'ctx>(module: &Module<'ctx>, mut address: Value<'ctx>) -> (AddressParts<'ctx>, i64) {
    let mut offset = 0;
    while let Some((base, index, scale)) = step(module, address) {
        let (index, extension, constant) = without_constant(index);
        offset += constant * scale;
        let Some(index) = index else {
            address = base;
            continue;
        };
        return (AddressParts { base, index: Some((index, extension, scale)) }, offset);
    }
    (AddressParts { base: address, index: None }, offset)
}

/// The base of an address computation of one index, the index, and the bytes of a step.
fn step<'ctx>(module: &Module<'ctx>, address: Value<'ctx>) -> Option<(Value<'ctx>, Value<'ctx>, i64)> {
    let step = ir::maker(address).filter(|maker| maker.get_opcode() == Op::GetElementPtr && maker.get_num_operands() == 2)?;
    let size = i64::try_from(ir::size_of(module, ir::element_type(address)?)).ok()?;
    Some((ir::operand(step, 0)?, ir::operand(step, 1)?, size))
}

/// An index without what is added to it, how it was extended, and what is added. Indices that differ by a constant differ after an
/// extension too, however they wrap.
fn without_constant<'ctx>(index: Value<'ctx>) -> (Option<Value<'ctx>>, Option<Op>, i64) {
    if let Some(constant) = constant(index) {
        return (None, None, constant);
    }
    let extended = ir::maker(index).filter(|maker| matches!(maker.get_opcode(), Op::ZExt | Op::SExt));
    let extension = extended.map(|maker| maker.get_opcode());
    let narrow = extended.and_then(|maker| ir::operand(maker, 0)).unwrap_or(index);
    let sum = ir::maker(narrow).filter(|maker| maker.get_opcode() == Op::Add);
    let parts = sum.and_then(|sum| Some((ir::operand(sum, 0)?, constant(ir::operand(sum, 1)?)?)));
    match parts {
        Some((value, constant)) => (Some(value), extension, constant),
        None => (Some(narrow), extension, 0),
    }
}

fn constant(value: Value<'_>) -> Option<i64> {
    let number = value.is_int_value().then(|| value.into_int_value())?;
    number.get_sign_extended_constant()
}
