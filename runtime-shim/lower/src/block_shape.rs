//! Guesses the shape of the blocks that a kernel is launched with: as many threads along an axis as a shared array has elements for.
//!
//! A kernel that keeps a tile or a row in shared memory has it indexed by each thread's own indices, before any branch that only some
//! threads take. A block that goes past the array's end would be wrong, and a smaller one would leave elements over. Where the
//! guess is true, which the kernel's first instructions find out, the loops over threads have constant bounds.

use crate::analysis::affine::{Addresses, Affine, Term};
use crate::analysis::memory::{Object, object};
use crate::analysis::{self, Operand, Row};
use crate::convergence::Agreement;
use crate::ir;
use crate::regions::Regions;
use crate::work_item_intrinsics::THREAD;
use hipify_abi::{MAX_THREADS, Wait};
use inkwell::IntPredicate;
use inkwell::module::Module;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{GlobalValue, InstructionOpcode};

/// Threads along x, y and z; nothing for an axis of which nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockShape(pub(crate) [Option<u32>; 3]);

impl std::fmt::Display for BlockShape {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        let [x, y, z] = self.0.map(|threads| threads.map_or("any".to_owned(), |threads| threads.to_string()));
        write!(out, "{x} x {y} x {z}")
    }
}

/// Blocks of fewer threads are not worth code of their own.
const LEAST: u64 = 16;

/// Regions of a kernel beyond which compiling it twice takes too long: it takes seconds as it is.
const MOST_REGIONS: usize = 40;

/// The guess for a kernel whose barriers are of whole blocks; `most`: threads of its launch bounds, 0 without.
pub(crate) fn guess<'ctx>(
    module: &Module<'ctx>,
    agreement: &Agreement<'ctx>,
    regions: &Regions<'ctx>,
    most: u32,
) -> Option<BlockShape> {
    if !(2..=MOST_REGIONS).contains(&regions.regions.len()) || regions.has(Wait::Warp) || regions.leave() {
        return None;
    }
    let table = agreement.table();
    let search = Search { module, table, addresses: Addresses::of(table) };
    let accesses = table.rows().iter().filter(|row| row.address().is_some() && agreement.is_run_by_all(row.block));
    let mut bounds = [None; 3];
    for (axis, bound) in accesses.flat_map(|row| search.bounds(row)) {
        bounds[axis] = Some(bounds[axis].map_or(bound, |known: u64| known.min(bound)));
    }
    for (axis, bound) in table.rows().iter().filter(|row| agreement.is_run_by_all(row.block)).filter_map(|row| search.last(row)) {
        bounds[axis] = bounds[axis].map(|known| known.min(bound));
    }
    let is_used: Vec<bool> =
        THREAD.iter().map(|name| table.rows().iter().any(|row| called(row).is_some_and(|it| it == *name))).collect();
    for axis in (0..3).filter(|&axis| !is_used[axis]) {
        bounds[axis] = Some(1);
    }
    if bounds[0].is_none() && bounds[1..] == [Some(1); 2] && most > 0 {
        bounds[0] = Some(u64::from(most));
    }
    let threads: u64 = bounds.iter().flatten().product();
    let fits = bounds[0].is_some() && (LEAST..=MAX_THREADS as u64).contains(&threads);
    fits.then(|| BlockShape(bounds.map(|bound| bound.map(|threads| threads as u32))))
}

fn called(row: &Row) -> Option<String> {
    ir::callee(row.instruction).map(ir::name_of)
}

struct Search<'a, 'ctx> {
    module: &'a Module<'ctx>,
    table: &'a analysis::Body<'ctx>,
    addresses: Addresses<'a, 'ctx>,
}

impl<'ctx> Search<'_, 'ctx> {
    /// For an access of a shared variable by a thread's own indices: how many threads there can be along axes.
    fn bounds(&self, row: &Row<'ctx>) -> Vec<(usize, u64)> {
        let Some((address, variable)) = self.shared(row) else { return Vec::new() };
        let mut found = self.by_place(row, address, variable).unwrap_or_default();
        let mut step = address;
        while let Operand::Instruction(at) = step
            && let row = &self.table.rows()[at]
            && row.opcode == InstructionOpcode::GetElementPtr
        {
            found.extend(self.by_type(row));
            step = row.operands[0];
        }
        found
    }

    /// For a comparison of a thread's own index with a constant, as what the last thread along an axis does beside the others: how many
    /// threads there are if it is that, which is taken for granted if it makes a power of two.
    fn last(&self, row: &Row<'ctx>) -> Option<(usize, u64)> {
        let is_equal = row.opcode == InstructionOpcode::ICmp && row.instruction.get_icmp_predicate() == Some(IntPredicate::EQ);
        let [index, Operand::Integer(wanted)] = row.operands[..] else { return None };
        let Affine { constant, terms } = self.addresses.value(index);
        let (&term, &1) = terms.first_key_value().filter(|_| is_equal && terms.len() == 1)? else { return None };
        let threads = u64::try_from(wanted.checked_sub(constant)?).ok()? + 1;
        let axis = self.axis(term)?;
        (threads > 2 && threads.is_power_of_two()).then_some((axis, threads))
    }

    fn shared(&self, row: &Row<'ctx>) -> Option<(Operand<'ctx>, GlobalValue<'ctx>)> {
        let address = row.address()?;
        match object(self.table, address) {
            Object::Shared(variable) if !ir::is_empty_array(variable) => Some((address, variable)),
            _ => None,
        }
    }

    /// By the variable's size, and how far apart the elements of neighbours along each axis are.
    fn by_place(&self, row: &Row<'ctx>, address: Operand<'ctx>, variable: GlobalValue<'ctx>) -> Option<Vec<(usize, u64)>> {
        let value = match row.opcode {
            InstructionOpcode::Store => ir::operand(row.instruction, 0)?,
            _ => ir::value_of(row.instruction)?,
        };
        let bytes = ir::store_size_of(self.module, value.get_type());
        let Affine { constant, terms } = self.addresses.offset(address)?;
        let strides = terms.into_iter().map(|(term, stride)| Some((self.axis(term)?, u64::try_from(stride).ok()?)));
        let mut strides: Vec<(usize, u64)> = strides.collect::<Option<_>>()?;
        strides.sort_by_key(|&(_, stride)| std::cmp::Reverse(stride));
        let (mut room, mut offset) = (ir::contents_size(self.module, variable), u64::try_from(constant).ok()?);
        let mut found = Vec::new();
        for (axis, stride) in strides {
            let left = room.checked_sub(offset + bytes)?;
            found.push((axis, left / stride + 1));
            (room, offset) = (stride, offset % stride);
        }
        Some(found)
    }

    /// By the lengths of the arrays that an address computation chooses elements of.
    fn by_type(&self, row: &Row<'ctx>) -> Vec<(usize, u64)> {
        let mut ty = ir::value_of(row.instruction).and_then(ir::element_type);
        let mut found = Vec::new();
        for &index in row.operands.iter().skip(2) {
            let Some(BasicTypeEnum::ArrayType(array)) = ty else { break };
            found.extend(self.bound(index, u64::from(array.len())));
            ty = Some(array.get_element_type());
        }
        found
    }

    /// For an index that is a thread's own and a constant: how many threads there can be if it is below `length`.
    fn bound(&self, index: Operand<'ctx>, length: u64) -> Option<(usize, u64)> {
        let Affine { constant, terms } = self.addresses.value(index);
        let (&term, &1) = terms.first_key_value().filter(|_| terms.len() == 1)? else { return None };
        let left = length.checked_sub(u64::try_from(constant).ok()?)?;
        Some((self.axis(term)?, left))
    }

    fn axis(&self, term: Term) -> Option<usize> {
        let Term::Id(row) = term else { return None };
        let name = called(&self.table.rows()[row])?;
        THREAD.iter().position(|id| *id == name)
    }
}
