//! Transposes arrays in shared memory through whose rows neighbouring threads go side by side: `tile[threadIdx.x][k]`. On a GPU the rows of such
//! a tile lie in different banks, as long as they are padded; on a processor neighbours access memory here and there. With rows and columns
//! exchanged they access what lies side by side.
//!
//! It is done in a copy of the kernel, for blocks of at most so many threads along x and y as are sure to stay within a row: C++ forbids to
//! go over the end of one, but programs do.

use crate::analysis::affine::{Addresses, Affine, Term};
use crate::analysis::memory::is_shared;
use crate::analysis::{self, Operand, Row};
use crate::body::Body;
use crate::bounds::Bounds;
use crate::build::Build;
use crate::debug::Debug;
use crate::error::Result;
use crate::inline::run_passes;
use crate::ir::{self, Function};
use crate::kernels::{self, Kernel};
use crate::processor::Processor;
use crate::shared_memory_layout::{addresses, mentioned};
use crate::work_item_intrinsics::THREAD;
use crate::work_item_loops::{self, Entries, OfSmallBlocks};
use hipify_abi::MAX_THREADS;
use inkwell::IntPredicate;
use inkwell::module::{Linkage, Module};
use inkwell::types::{BasicType, BasicTypeEnum};
use inkwell::values::{GlobalValue, InstructionOpcode as Op};
use std::ops::RangeInclusive;

/// A kernel with transposed tiles.
pub(crate) struct Transposed<'ctx> {
    /// The kernel that it is a copy of, and what is known of the copy.
    pub(crate) of: Function<'ctx>,
    pub(crate) copy: Kernel<'ctx>,
    /// For how many threads of a block along x and y it is.
    pub(crate) most: [u32; 2],
}

/// What a copy's name ends with.
const COPY: &str = ".transposed";

/// Copies those kernels that have such arrays, which become new variables of the module.
///
/// # Errors
/// Where LLVM's passes cannot be run.
pub(crate) fn add<'ctx>(
    module: &Module<'ctx>,
    kernels: &[Kernel<'ctx>],
    variables: &mut Vec<GlobalValue<'ctx>>,
    bounds: &mut Bounds<'ctx>,
    processor: &Processor,
) -> Result<Vec<Transposed<'ctx>>> {
    let mut debug = Debug::of(module);
    let mut made = Vec::new();
    for kernel in kernels {
        let tiles = tiles(kernel.function, variables);
        if tiles.is_empty() {
            continue;
        }
        let function = kernels::copy(module, kernel, COPY);
        debug.describe_copy(function, kernel.function);
        ir::mark(kernel.function, "alwaysinline");
        let most = [0, 1].map(|axis| tiles.iter().map(|tile| tile.most[axis]).min().unwrap_or(0));
        let copy = Kernel { function, name: ir::name_of(function), ..kernel.clone() };
        made.push((Transposed { of: kernel.function, copy, most }, tiles));
    }
    debug.finish();
    if made.is_empty() {
        return Ok(Vec::new());
    }
    run_passes(module, processor, "always-inline")?;
    let finish = |(one, tiles): (Transposed<'ctx>, Vec<Tile<'ctx>>)| {
        ir::unmark(one.of, "alwaysinline");
        let new: Vec<_> = tiles.iter().map(|tile| tile.transpose(module, one.copy.function)).collect();
        // Where one is mentioned in another way, the copy would have it twice.
        let old: Vec<_> = tiles.iter().map(|tile| tile.variable).collect();
        let is_whole = mentioned(one.copy.function, &addresses(&old)).is_empty();
        if is_whole {
            variables.extend(new);
            bounds.copy(one.of, one.copy.function);
        } else {
            ir::delete(one.copy.function);
        }
        is_whole.then_some(one)
    };
    Ok(made.into_iter().filter_map(finish).collect())
}

/// A copy with its work-item loops.
pub(crate) struct Written<'ctx> {
    pub(crate) of: Transposed<'ctx>,
    pub(crate) body: Body<'ctx>,
    pub(crate) entries: Entries<'ctx>,
}

impl<'ctx> Written<'ctx> {
    /// Whether it can run blocks in the place of a kernel: the runtime goes on with none that one of them has begun.
    pub(crate) fn is_of(&self, kernel: &Kernel<'ctx>, body: &Body<'ctx>) -> bool {
        self.of.of == kernel.function && [&self.body, body].into_iter().all(work_item_loops::is_whole)
    }

    /// What runs blocks, and which.
    pub(crate) fn small(&self) -> Option<OfSmallBlocks<'ctx>> {
        Some((self.entries.run?, self.of.most))
    }
}

/// Writes the work-item loops of copies.
pub(crate) fn write<'ctx>(
    module: &Module<'ctx>,
    copies: Vec<Transposed<'ctx>>,
    bodies: impl Iterator<Item = (Kernel<'ctx>, Body<'ctx>)>,
    processor: &Processor,
) -> Vec<Written<'ctx>> {
    let written = |(of, (kernel, body)): (Transposed<'ctx>, (Kernel<'ctx>, Body<'ctx>))| {
        let entries = work_item_loops::write(module, &kernel, &body, processor, None);
        Written { of, body, entries }
    };
    copies.into_iter().zip(bodies).map(written).collect()
}

/// A variable that can be transposed.
struct Tile<'ctx> {
    variable: GlobalValue<'ctx>,
    rows: u32,
    columns: u32,
    element: BasicTypeEnum<'ctx>,
    /// Threads along x and y that stay within it.
    most: [u32; 2],
}

impl<'ctx> Tile<'ctx> {
    /// Has a function use a variable with rows and columns exchanged.
    fn transpose(&self, module: &Module<'ctx>, function: Function<'ctx>) -> GlobalValue<'ctx> {
        let ty = self.element.array_type(self.rows).array_type(self.columns);
        let name = format!("{}{COPY}", self.variable.get_name().to_string_lossy());
        let new = module.add_global(ty, None, &name);
        new.set_linkage(Linkage::Internal);
        new.set_initializer(&ty.get_undef());
        new.set_alignment(self.variable.get_alignment());
        let old = self.variable.as_pointer_value().into();
        let is_own = |it: &ir::Instruction<'ctx>| it.get_opcode() == Op::GetElementPtr && ir::operand(*it, 0) == Some(old);
        for address in ir::instructions(function).into_iter().filter(is_own) {
            let build = Build::before(module.get_context(), address);
            let index = |place| ir::operand(address, place).map(|index| index.into_int_value());
            let (Some(none), Some(row), Some(column)) = (index(1), index(2), index(3)) else { continue };
            let place = build.address(ty.into(), new.as_pointer_value(), &[none, column, row]);
            ir::replace_uses(address, place);
            address.erase_from_basic_block();
        }
        new
    }
}

/// The variables of a kernel that can be transposed.
fn tiles<'ctx>(kernel: Function<'ctx>, variables: &[GlobalValue<'ctx>]) -> Vec<Tile<'ctx>> {
    let candidates = variables.iter().filter_map(|&variable| shape(variable).filter(|_| is_shared(variable)));
    let candidates: Vec<_> = candidates.collect();
    if candidates.is_empty() {
        return Vec::new();
    }
    let table = analysis::Body::of(kernel);
    // What is called may use shared memory as well.
    let is_known =
        |row: &Row| row.opcode != Op::Call || ir::callee(row.instruction).is_some_and(|it| it.count_basic_blocks() == 0);
    if !table.rows().iter().all(is_known) {
        return Vec::new();
    }
    let uses = Uses { table: &table, addresses: Addresses::of(&table) };
    candidates.into_iter().filter_map(|tile| uses.bounded(tile)).collect()
}

fn shape(variable: GlobalValue<'_>) -> Option<Tile<'_>> {
    let BasicTypeEnum::ArrayType(rows) = BasicTypeEnum::try_from(variable.get_value_type()).ok()? else { return None };
    let BasicTypeEnum::ArrayType(columns) = rows.get_element_type() else { return None };
    let element = columns.get_element_type();
    let is_number = matches!(element, BasicTypeEnum::FloatType(_) | BasicTypeEnum::IntType(_));
    let is_fit = is_number && rows.len() > 1 && columns.len() > 1;
    is_fit.then_some(Tile { variable, rows: rows.len(), columns: columns.len(), element, most: [MAX_THREADS as u32; 2] })
}

struct Uses<'a, 'ctx> {
    table: &'a analysis::Body<'ctx>,
    addresses: Addresses<'a, 'ctx>,
}

impl<'ctx> Uses<'_, 'ctx> {
    /// The variable with the blocks that stay within its rows, if each use is an access of one element and neighbours access different rows.
    fn bounded(&self, mut tile: Tile<'ctx>) -> Option<Tile<'ctx>> {
        let mut goes_down = false;
        let ty = BasicTypeEnum::try_from(tile.variable.get_value_type()).ok();
        for (at, row) in self.table.rows().iter().enumerate() {
            let is_own = |operand: &Operand| matches!(*operand, Operand::Global { variable, .. } if variable == tile.variable);
            if !row.operands.iter().any(is_own) {
                continue;
            }
            let &[Operand::Global { place: 0, .. }, Operand::Integer(0), down, along] = &row.operands[..] else { return None };
            let is_access = |&user: &usize| {
                let user = &self.table.rows()[user];
                let element = match user.opcode {
                    Op::Load => ir::value_of(user.instruction),
                    Op::Store => ir::operand(user.instruction, 0),
                    _ => None,
                };
                element.is_some_and(|it| it.get_type() == tile.element) && user.address() == Some(Operand::Instruction(at))
            };
            let is_element = ir::value_of(row.instruction).and_then(ir::element_type) == ty;
            if row.opcode != Op::GetElementPtr || !is_element || !row.users.iter().all(is_access) {
                return None;
            }
            let (down, along) = (self.addresses.value(down), self.addresses.value(along));
            goes_down |= self.threads(&down)?[0] == 1;
            if self.threads(&along)?[0] != 0 {
                return None;
            }
            self.limit(&down, tile.rows, &mut tile.most)?;
            self.limit(&along, tile.columns, &mut tile.most)?;
        }
        goes_down.then_some(tile)
    }

    /// How often a sum has a thread's index along x and along y; nothing for one that has another.
    fn threads(&self, sum: &Affine) -> Option<[i64; 2]> {
        let mut found = [0; 2];
        for (&term, &times) in &sum.terms {
            if let Term::Id(at) = term {
                let name = ir::name_of(ir::callee(self.table.rows()[at].instruction)?);
                *found.get_mut(THREAD.iter().position(|id| *id == name)?)? = times;
            }
        }
        Some(found)
    }

    /// Lessens the number of threads to those for which a sum is an index below a length.
    fn limit(&self, sum: &Affine, length: u32, most: &mut [u32; 2]) -> Option<()> {
        let (mut least, mut greatest) = (i128::from(sum.constant), i128::from(sum.constant));
        for (&term, &times) in &sum.terms {
            let Term::Row(at) = term else { continue };
            let range = self.range(at)?;
            let ends = [*range.start(), *range.end()].map(|end| i128::from(end) * i128::from(times));
            least += ends[0].min(ends[1]);
            greatest += ends[0].max(ends[1]);
        }
        let parameters = sum.terms.keys().any(|term| matches!(term, Term::Parameter(_)));
        let room = i128::from(length) - 1 - greatest;
        if parameters || least < 0 || room < 0 {
            return None;
        }
        let (axis, times) = match self.threads(sum)? {
            [0, 0] => return Some(()),
            [times, 0] if times > 0 => (0, times),
            [0, times] if times > 0 => (1, times),
            _ => return None,
        };
        most[axis] = most[axis].min(u32::try_from(room / i128::from(times) + 1).unwrap_or(u32::MAX));
        Some(())
    }

    /// What a number can be: one with a mask, or one that a loop moves on by a constant from a constant until a comparison with one ends it.
    fn range(&self, at: usize) -> Option<RangeInclusive<i64>> {
        let rows = self.table.rows();
        let row = &rows[at];
        let number = |operand: &Operand| if let Operand::Integer(number) = *operand { Some(number) } else { None };
        if row.opcode == Op::And {
            return row.operands.iter().find_map(number).filter(|mask| *mask >= 0).map(|mask| 0..=mask);
        }
        let [one, other] = row.operands[..] else { return None };
        let (first, next) = match (one, other) {
            (Operand::Integer(first), Operand::Instruction(next)) | (Operand::Instruction(next), Operand::Integer(first)) => {
                (first, next)
            }
            _ => return None,
        };
        let step = rows[next].operands.iter().find_map(number).filter(|_| rows[next].opcode == Op::Add)?;
        if row.opcode != Op::Phi || !rows[next].operands.contains(&Operand::Instruction(at)) {
            return None;
        }
        // The latch alone decides whether there is a next round.
        let latch = row.incoming[row.operands.iter().position(|it| *it == Operand::Instruction(next))?];
        let end = &rows[self.table.terminator(latch)?];
        let &[Operand::Instruction(compare), Operand::Block(_), Operand::Block(then)] = &end.operands[..] else { return None };
        let compare = &rows[compare];
        let how = compare.instruction.get_icmp_predicate().filter(|_| compare.opcode == Op::ICmp)?;
        let &[Operand::Instruction(tested), Operand::Integer(limit)] = &compare.operands[..] else { return None };
        if ![at, next].contains(&tested) {
            return None;
        }
        let (mut now, mut range) = (first, first..=first);
        for _ in 0..MOST_ROUNDS {
            let moved = now.checked_add(step)?;
            let value = if tested == next { moved } else { now };
            if holds(how, value, limit)? != (then == row.block) {
                return Some(range);
            }
            now = moved;
            range = (*range.start()).min(now)..=(*range.end()).max(now);
        }
        None
    }
}

/// Rounds of a loop that are counted at most.
const MOST_ROUNDS: usize = 4096;

/// Numbers that wrap round nowhere.
const SMALL: u64 = 1 << 30;

/// A comparison of small numbers; nothing where one without sign is of negative ones.
fn holds(how: IntPredicate, a: i64, b: i64) -> Option<bool> {
    use IntPredicate::*;
    if a.unsigned_abs() > SMALL || matches!(how, ULT | ULE | UGT | UGE) && (a < 0 || b < 0) {
        return None;
    }
    Some(match how {
        EQ => a == b,
        NE => a != b,
        SLT | ULT => a < b,
        SLE | ULE => a <= b,
        SGT | UGT => a > b,
        SGE | UGE => a >= b,
    })
}
