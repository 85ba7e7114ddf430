//! Memory that the entry points of one kernel have for themselves: variables on the stack, and what lies in the frame and the exchange of a
//! block. It starts out defined, so that what is read there is undefined only where something undefined is written.

use super::definedness::{self, is_fill, is_foreign};
use crate::analysis::affine::Addresses;
use crate::analysis::memory::{self, Object};
use crate::analysis::{Body, Operand, Role, Row};
use crate::build::Build;
use crate::context;
use crate::ir::{self, Function, Value};
use crate::work_item_loops::Entries;
use hipify_abi::Context;
use inkwell::module::Module;
use inkwell::values::{InstructionOpcode, InstructionValue};
use std::collections::HashSet;
use std::mem::offset_of;

/// Such memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    /// A variable: the number of its function, and its row there.
    Local(usize, usize),
    /// The context itself.
    Context,
    /// What the field of the context at an offset leads to.
    Field(usize),
}

/// An entry point with what is known of its accesses.
struct Entry<'a, 'ctx> {
    number: usize,
    body: Body<'ctx>,
    /// Its parameters may be undefined, and are no context.
    is_called: bool,
    is_skipped: &'a dyn Fn(&Row<'ctx>) -> bool,
    /// Of each row, the places that it accesses; nothing among them for memory that is not known.
    places: Vec<Vec<Option<Place>>>,
}

/// Finds what is always defined in functions that share frames: what computes from nothing that may be undefined, accesses to memory that is
/// defined, and such variables. Of each function is given whether its parameters may be undefined, and are no context; what loads read that
/// `is_skipped` is known to be defined.
pub(super) fn defined<'ctx>(
    functions: &[(Function<'ctx>, bool)],
    is_skipped: &dyn Fn(&Row<'ctx>) -> bool,
) -> Vec<InstructionValue<'ctx>> {
    let numbered = functions.iter().enumerate();
    let entries: Vec<Entry> = numbered.map(|(number, one)| Entry::of(number, *one, is_skipped)).collect();
    // Nobody has written a block's shared memory.
    let mut tainted = HashSet::from([Place::Field(offset_of!(Context, shared))]);
    tainted.extend(entries.iter().flat_map(Entry::escaped));
    loop {
        let before = tainted.len();
        let undefined: Vec<Vec<bool>> = entries.iter().map(|entry| entry.undefined(&tainted)).collect();
        for (entry, undefined) in entries.iter().zip(&undefined) {
            tainted.extend(entry.tainted_by(undefined));
        }
        if tainted.len() == before {
            return entries.iter().zip(&undefined).flat_map(|(entry, undefined)| entry.defined(undefined, &tainted)).collect();
        }
    }
}

/// Variables of work-item loops, which carry values from one thread or region to the next, start out defined: what is undefined of a kernel's own
/// is in its body.
pub(crate) fn begin_variables<'ctx>(module: &Module<'ctx>, entries: &Entries<'ctx>) {
    for entry in [entries.run, entries.inner, entries.step].into_iter().flatten() {
        for alloca in ir::instructions(entry).into_iter().filter(|it| it.get_opcode() == InstructionOpcode::Alloca) {
            let (Ok(ty), Some(next), Some(Value::PointerValue(place))) =
                (alloca.get_allocated_type(), alloca.get_next_instruction(), ir::value_of(alloca))
            else {
                continue;
            };
            Build::before(module.get_context(), next).store(ty.const_zero(), place);
        }
    }
}

/// Whether an instruction makes a value of values, and nothing else.
fn computes(row: &Row) -> bool {
    use InstructionOpcode::{AtomicCmpXchg, AtomicRMW, Call, Fence, Invoke, Return};
    let does_more = matches!(row.opcode, AtomicCmpXchg | AtomicRMW | Call | Fence | Invoke | Return);
    !does_more && ir::value_of(row.instruction).is_some()
}

/// Whether a call copies or fills.
fn writes_bytes(row: &Row) -> bool {
    row.role == Some(Role::Copy) || is_fill(row)
}

impl<'a, 'ctx> Entry<'a, 'ctx> {
    fn of(number: usize, (function, is_called): (Function<'ctx>, bool), is_skipped: &'a dyn Fn(&Row<'ctx>) -> bool) -> Self {
        let mut entry = Entry { number, body: Body::of(function), is_called, is_skipped, places: Vec::new() };
        let address = |row: &Row<'ctx>| row.address().or_else(|| writes_bytes(row).then(|| row.operands[0]));
        let rows = entry.body.rows().iter();
        entry.places = rows.map(|row| address(row).map(|it| entry.places(it)).unwrap_or_default()).collect();
        entry
    }

    /// Where an address may lead to.
    fn places(&self, address: Operand<'ctx>) -> Vec<Option<Place>> {
        let place = |root: Operand<'ctx>| match (memory::root_object(&self.body, root), root) {
            (Object::Local(row), _) => Some(Place::Local(self.number, row)),
            (Object::Parameter(0), _) if !self.is_called => Some(Place::Context),
            (_, Operand::Instruction(row)) => self.field(&self.body.rows()[row]).map(Place::Field),
            _ => None,
        };
        memory::roots(&self.body, address).into_iter().map(place).collect()
    }

    /// Of a load from the context, the offset of the field.
    fn field(&self, row: &Row<'ctx>) -> Option<usize> {
        if self.is_called || !(self.is_skipped)(row) {
            return None;
        }
        context::field_of(&self.body, &Addresses::of(&self.body), row)?
    }

    /// Of which others may come to know the address, who may write anything there.
    fn escaped(&self) -> Vec<Place> {
        use InstructionOpcode::{AddrSpaceCast, BitCast, Freeze, GetElementPtr, ICmp, Load, Phi, Select};
        let passed = |row: &Row<'ctx>| match row.opcode {
            GetElementPtr | Phi | Select | Freeze | AddrSpaceCast | BitCast | ICmp | Load => Vec::new(),
            InstructionOpcode::Call if is_foreign(row) => Vec::new(),
            InstructionOpcode::Store => row.operands[..1].to_vec(),
            InstructionOpcode::AtomicRMW | InstructionOpcode::AtomicCmpXchg => row.operands[1..].to_vec(),
            _ => row.arguments().to_vec(),
        };
        let all = self.body.rows().iter().flat_map(passed).filter(|operand| matches!(operand, Operand::Instruction(_)));
        // The context is for who runs the kernel.
        all.flat_map(|operand| self.places(operand)).flatten().filter(|place| *place != Place::Context).collect()
    }

    /// Whether a row accesses memory that may be undefined.
    fn is_bad(&self, at: usize, tainted: &HashSet<Place>) -> bool {
        let is_bad = |place: &Option<Place>| place.is_none_or(|place| tainted.contains(&place));
        self.places[at].is_empty() || self.places[at].iter().any(is_bad)
    }

    fn undefined(&self, tainted: &HashSet<Place>) -> Vec<bool> {
        let number = |row: &Row<'ctx>| self.body.row_index(row.instruction).expect("it is one of the body's");
        let reads = |load: &Row<'ctx>| !(self.is_skipped)(load) && self.is_bad(number(load), tainted);
        definedness::undefined(&self.body, self.is_called, reads)
    }

    /// The places where something undefined may be left.
    fn tainted_by(&self, undefined: &[bool]) -> Vec<Place> {
        let may_be = |operand: Operand<'ctx>| definedness::may_be(operand, undefined, self.is_called);
        let leaves = |row: &Row<'ctx>| match row.opcode {
            InstructionOpcode::Store => may_be(row.operands[0]),
            InstructionOpcode::Call if row.role == Some(Role::Copy) => !self.is_argument(row.operands[1]),
            InstructionOpcode::Call => may_be(row.operands[1]),
            _ => false,
        };
        let rows = self.body.rows().iter().zip(&self.places).filter(|(_, places)| !places.is_empty());
        rows.filter(|(row, _)| leaves(row)).flat_map(|(_, places)| places.iter().copied().flatten()).collect()
    }

    /// Whether an address leads to an argument of the launch.
    fn is_argument(&self, address: Operand<'ctx>) -> bool {
        let is_argument = |root: Operand<'ctx>| {
            let Operand::Instruction(row) = root else { return false };
            let row = &self.body.rows()[row];
            (self.is_skipped)(row) && self.places(row.operands[0]) == [Some(Place::Field(offset_of!(Context, arguments)))]
        };
        memory::roots(&self.body, address).into_iter().all(is_argument)
    }

    fn defined(&self, undefined: &[bool], tainted: &HashSet<Place>) -> Vec<InstructionValue<'ctx>> {
        let is_defined = |at: usize, row: &Row<'ctx>| match row.opcode {
            InstructionOpcode::Load | InstructionOpcode::Store => !self.is_bad(at, tainted),
            InstructionOpcode::Alloca => !tainted.contains(&Place::Local(self.number, at)),
            _ => computes(row) && !undefined[at],
        };
        let rows = self.body.rows().iter().enumerate();
        rows.filter(|&(at, row)| is_defined(at, row)).map(|(_, row)| row.instruction).collect()
    }
}
