//! Splits inductions of loops with barriers: a number that each thread begins somewhere else and all move on by the same (`at += area`)
//! becomes where the thread begins plus how far all have come.
//!
//! Between barriers such a number would lie in the frame, one a thread, and what is read from memory says nothing about its neighbours: the
//! accesses that it is the place of would be gathers and scatters. Where a thread begins can mostly be computed again, and how far
//! all have come is one number for the block, so that neighbours are seen to access what lies side by side.

use crate::analysis::dominance::{Dominators, Loop, loops};
use crate::analysis::{self, Group, Operand, Sources, Uniformity};
use crate::build::Build;
use crate::ir::{self, Instruction, Value};
use inkwell::context::ContextRef;
use inkwell::values::{BasicValue, InstructionOpcode as Op};

/// A number that a loop moves on.
struct Induction<'ctx> {
    phi: Instruction<'ctx>,
    /// The place among its operands of what it is at first, in each thread something else.
    start: u32,
    /// The sum or difference that is the phi's next value.
    next: Instruction<'ctx>,
    /// The place of the step among its operands: the same for all threads, though not in all iterations.
    step: u32,
}

/// Splits the inductions of a kernel. Sums are the same modulo their width, whichever way they are added up.
pub(crate) fn split(kernel: ir::Function<'_>) {
    let table = analysis::Body::of(kernel);
    if !table.rows().iter().any(analysis::Row::is_sync) {
        return;
    }
    let uniformity = Uniformity::of(&table, &Sources { group: Group::Block, parameters: Vec::new() });
    let all = loops(&table.graph, &Dominators::of(&table.graph));
    let mut around: Vec<_> = all.iter().filter(|one| meets(&table, one) && ends_for_all(&table, &uniformity, one)).collect();
    // Inner loops first: what one begins with may be what another around it moves on.
    around.sort_by_key(|one| one.blocks.iter().filter(|&&inside| inside).count());
    let found: Vec<_> = around
        .into_iter()
        .flat_map(|one| table.span(one.header).filter_map(|row| induction(&table, &uniformity, one, row)))
        .collect();
    let mut replaced = Replaced::default();
    found.iter().for_each(|one| rewrite(kernel.get_type().get_context(), one, &mut replaced));
    replaced.erase();
}

/// Splits the inductions of a loop that a strip of threads goes through in step.
pub(crate) fn split_one<'ctx>(table: &analysis::Body<'ctx>, uniformity: &Uniformity, one: &Loop, replaced: &mut Replaced<'ctx>) {
    let found: Vec<_> = table.span(one.header).filter_map(|row| induction(table, uniformity, one, row)).collect();
    found.iter().for_each(|induction| rewrite(table.function.get_type().get_context(), induction, replaced));
}

/// Instructions that nothing uses any more. As long as a table of the function is read they stay: a new instruction at the address of an
/// erased one would be taken for it.
#[derive(Default)]
pub(crate) struct Replaced<'ctx>(Vec<Instruction<'ctx>>);

impl<'ctx> Replaced<'ctx> {
    /// Takes the operands of one away.
    pub(crate) fn add(&mut self, instruction: Instruction<'ctx>) {
        for (place, operand) in ir::operands(instruction) {
            ir::set_operand(instruction, place, ir::poison(operand.get_type()));
        }
        self.0.push(instruction);
    }

    /// Erases them, when the table is no longer needed.
    pub(crate) fn erase(self) {
        self.0.into_iter().for_each(|instruction| instruction.erase_from_basic_block());
    }
}

/// Whether threads wait in a loop: only there is what it moves on kept in memory.
fn meets(table: &analysis::Body, one: &Loop) -> bool {
    table.rows().iter().any(|row| row.is_sync() && one.contains(row.block))
}

/// Whether threads leave a loop together. Else how far they have come is not the same for all.
fn ends_for_all(table: &analysis::Body, uniformity: &Uniformity, one: &Loop) -> bool {
    one.exits(&table.graph).iter().all(|&(from, _)| uniformity.is_uniform_branch(from))
}

fn induction<'ctx>(table: &analysis::Body<'ctx>, uniformity: &Uniformity, one: &Loop, row: usize) -> Option<Induction<'ctx>> {
    let phi = &table.rows()[row];
    let &[latch] = &one.latches[..] else { return None };
    if phi.opcode != Op::Phi || phi.operands.len() != 2 {
        return None;
    }
    let back = phi.incoming.iter().position(|&block| block == latch)?;
    let Operand::Instruction(next) = phi.operands[back] else { return None };
    let moved = &table.rows()[next];
    let is_phi = |place: u32| moved.operands[place as usize] == Operand::Instruction(row);
    let step = match moved.opcode {
        Op::Add => (0..2).find(|place| is_phi(1 - place))?,
        Op::Sub if is_phi(0) => 1,
        _ => return None,
    };
    let differs = !uniformity.is_uniform_operand(phi.operands[1 - back]);
    let start = 1 - back as u32;
    (differs && uniformity.is_uniform_operand(moved.operands[step as usize])).then_some(Induction {
        phi: phi.instruction,
        start,
        next: moved.instruction,
        step,
    })
}

fn rewrite<'ctx>(context: ContextRef<'ctx>, induction: &Induction<'ctx>, replaced: &mut Replaced<'ctx>) {
    let &Induction { phi, next, .. } = induction;
    let start = ir::operand(phi, induction.start).expect("it has two operands").into_int_value();
    let step = ir::operand(next, induction.step).expect("it has two operands").into_int_value();
    let ty = start.get_type();
    let way = Build::before(context, phi).phi(ty);
    let build = Build::before(context, next);
    let way_now = way.as_basic_value().into_int_value();
    let way_next = if next.get_opcode() == Op::Sub { build.sub(way_now, step) } else { build.add(way_now, step) };
    let none = ty.const_zero();
    for (_, value, block) in ir::incomings(phi) {
        let comes: &dyn BasicValue = if ir::maker(value) == Some(next) { &way_next } else { &none };
        way.add_incoming(&[(comes, block)]);
    }
    for (value, way) in [(phi, way_now), (next, way_next)] {
        for user in ir::users(value).into_iter().filter(|&user| user != phi && user != next) {
            replace(context, user, value, &|build| build.add(start, way).into(), replaced);
        }
    }
    ir::replace_uses(phi, ir::poison(ty.into()));
    replaced.add(phi);
    replaced.add(next);
}

/// Computes what a user takes of a value right before it does: what does not live across barriers is not kept. Wider forms of the value and
/// addresses that it is the index of are computed again with it.
fn replace<'ctx>(
    context: ContextRef<'ctx>,
    user: Instruction<'ctx>,
    old: Instruction<'ctx>,
    new: &dyn Fn(&Build<'ctx>) -> Value<'ctx>,
    replaced: &mut Replaced<'ctx>,
) {
    let is_old = |value: Value<'ctx>| ir::maker(value) == Some(old);
    let takes = |at: Instruction<'ctx>| ir::operands(at).into_iter().filter(|(_, value)| is_old(*value)).map(|(place, _)| place);
    if user.get_opcode() == Op::Phi {
        for (place, _, block) in ir::incomings(user).into_iter().filter(|(_, value, _)| is_old(*value)) {
            let end = block.get_terminator().expect("blocks end");
            ir::set_operand(user, place, new(&Build::before(context, end)));
        }
    } else if is_form(user, old) {
        let again = |build: &Build<'ctx>| {
            let sum = new(build);
            build.copy_with(user, takes(user).map(|place| (place, sum))).expect("casts and addresses are values")
        };
        ir::users(user).into_iter().for_each(|next| replace(context, next, user, &again, replaced));
        replaced.add(user);
    } else {
        let sum = new(&Build::before(context, user));
        takes(user).for_each(|place| ir::set_operand(user, place, sum));
    }
}

/// Whether an instruction is a wider form of a value, or an address of which nothing else varies.
fn is_form<'ctx>(user: Instruction<'ctx>, old: Instruction<'ctx>) -> bool {
    let alone = || ir::operands(user).into_iter().all(|(_, operand)| ir::maker(operand).is_none_or(|maker| maker == old));
    matches!(user.get_opcode(), Op::SExt | Op::ZExt | Op::Trunc | Op::GetElementPtr) && alone()
}
