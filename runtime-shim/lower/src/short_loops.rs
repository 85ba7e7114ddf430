//! Short loops around meetings of warps, such as reductions by shuffles: they unroll whole, whatever their size, so that each of their
//! regions has one successor, and so that [`crate::shuffle_trees`] sees which lanes exchange values.
//!
//! A loop over the distances in a warp, such as `for (away = warpSize / 2; away > 0; away /= 2)`, has one iteration more for warps of 64
//! lanes. That one is taken out of the loop, in front of it or after it, and what is left runs as often for all warps.

use crate::analysis::dominance::{Dominators, Loop, loops};
use crate::analysis::{self, Role};
use crate::build::Build;
use crate::computed::Computed;
use crate::ir::{self, Block, Function, Instruction, Value};
use crate::work_item_intrinsics::{Constant, Id, WARP_SIZE, id_of};
use hipify_abi::MAX_LANES;
use inkwell::IntPredicate;
use inkwell::module::Module;
use inkwell::values::{BasicValue, InstructionOpcode as Op, IntValue, PhiValue};
use std::collections::HashMap;

/// Iterations of a loop over the distances in a warp.
const MOST: usize = MAX_LANES.ilog2() as usize;

/// Lanes of the two kinds of warps.
const WARPS: [i64; 2] = [MAX_LANES as i64 / 2, MAX_LANES as i64];

/// Marks such loops of a function, which LLVM's loop rotation has been through.
pub(crate) fn mark<'ctx>(module: &Module<'ctx>, function: Function<'ctx>) {
    let table = analysis::Body::of(function);
    if !table.rows().iter().any(|row| row.role == Some(Role::WarpSync)) {
        return;
    }
    let all = loops(&table.graph, &Dominators::of(&table.graph));
    let found: Vec<(Short, Often)> = all
        .iter()
        .filter_map(|one| Short::of(&table, one))
        .filter_map(|one| Some((one.often()?, one)))
        .map(|(often, one)| (one, often))
        .collect();
    for (one, often) in found {
        one.rewrite(module, often);
        mark_unrolled(module, one.block.get_terminator().expect("a branch"));
    }
}

/// Tells LLVM to take the iterations of the loop which a branch closes one by one, as straight code.
fn mark_unrolled<'ctx>(module: &Module<'ctx>, latch: Instruction<'ctx>) {
    let context = module.get_context();
    let text = "!nodes = !{!0}\n!0 = distinct !{!0, !1}\n!1 = !{!\"llvm.loop.unroll.full\"}\n";
    let _ = latch.set_metadata(ir::nodes(context, text)[0], context.get_kind_id("llvm.loop"));
}

/// How often a loop runs.
enum Often {
    /// As often for all warps.
    Alike,
    /// Once more for larger warps, at the beginning: what its numbers are after that, and for others at the beginning.
    MoreAtFirst(Vec<Option<i64>>),
    /// Once more, at the end.
    MoreAtLast,
}

/// A loop of one block around a meeting of a warp.
struct Short<'ctx> {
    block: Block<'ctx>,
    /// Where it is come from, and where it is left to.
    before: Block<'ctx>,
    after: Block<'ctx>,
    phis: Vec<Instruction<'ctx>>,
    condition: Value<'ctx>,
    /// Whether the condition holds as long as it runs.
    stays: bool,
}

impl<'ctx> Short<'ctx> {
    fn of(table: &analysis::Body<'ctx>, one: &Loop) -> Option<Self> {
        let meets = || table.span(one.header).any(|row| table.rows()[row].role == Some(Role::WarpSync));
        if one.latches[..] != [one.header] || one.blocks.iter().filter(|&&inside| inside).count() > 1 || !meets() {
            return None;
        }
        let block = table.block(one.header);
        let outside: Vec<usize> =
            table.graph.predecessors(one.header).iter().copied().filter(|&from| from != one.header).collect();
        let ([before], [then, other]) = (&outside[..], &ir::successors(block)[..]) else { return None };
        let stays = *then == block;
        let phis = ir::phis(block);
        let condition = ir::operand(block.get_terminator()?, 0)?;
        let after = if stays { *other } else { *then };
        // Loops have been given a block in front of them that leads nowhere else.
        if table.graph.successors(*before).len() > 1 {
            return None;
        }
        Some(Short { block, before: table.block(*before), after, phis, condition, stays })
    }

    /// What a phi has at first, or from the iteration before.
    fn value(&self, phi: Instruction<'ctx>, from_loop: bool) -> Option<Value<'ctx>> {
        ir::incomings(phi).into_iter().find(|(_, _, from)| (*from == self.block) == from_loop).map(|it| it.1)
    }

    fn often(&self) -> Option<Often> {
        if self.iterations(None).is_some() {
            return Some(Often::Alike);
        }
        let [small, large] = WARPS.map(|warp| self.iterations(Some(warp)));
        let (small, large) = (small?, large?);
        match () {
            () if large.get(1..) == Some(&small) => Some(Often::MoreAtFirst(small.into_iter().next()?)),
            () if large.split_last().map(|(_, others)| others) == Some(&small) => Some(Often::MoreAtLast),
            () => None,
        }
    }

    /// The numbers that its phis are in each iteration, for warps of so many lanes; nothing if there are too many, or that is not known.
    fn iterations(&self, warp: Option<i64>) -> Option<Vec<Vec<Option<i64>>>> {
        let given = |now: &[Option<i64>], it: Instruction<'ctx>| {
            let is_warp_size = it.get_opcode() == Op::Call && id_of(it) == Some(Id::Constant(Constant::WarpSize));
            let number = if is_warp_size { warp } else { now[self.phis.iter().position(|&phi| phi == it)?] };
            number.map(Computed::Number)
        };
        let nothing = vec![None; self.phis.len()];
        let step = |now: &[Option<i64>], from_loop: bool| -> Vec<Option<i64>> {
            let number = |&phi: &Instruction<'ctx>| Computed::number(self.value(phi, from_loop)?, &|it, _| given(now, it));
            self.phis.iter().map(number).collect()
        };
        let mut all = vec![step(&nothing, false)];
        while all.len() <= MOST {
            let now = all.last().expect("it has begun");
            if (Computed::number(self.condition, &|it, _| given(now, it))? != 0) != self.stays {
                return Some(all);
            }
            let next = step(now, true);
            all.push(next);
        }
        None
    }

    fn rewrite(&self, module: &Module<'ctx>, often: Often) {
        match often {
            Often::Alike => return,
            Often::MoreAtFirst(first) => self.take_out_first(module, &first),
            Often::MoreAtLast => self.take_out_last(module),
        }
        let end = self.block.get_terminator().expect("a branch");
        ir::set_operand(end, 0, for_small_warps(&Build::before(module.get_context(), end), self.condition));
    }

    fn take_out_first(&self, module: &Module<'ctx>, numbers: &[Option<i64>]) {
        let more = self.copy(module, |phi| self.value(phi, false).expect("it comes from there"));
        let build = Build::at_end(module.get_context(), more.block);
        build.jump(self.block);
        for (&phi, number) in self.phis.iter().zip(numbers) {
            let known = number.map(|number| {
                let ty = ir::value_of(phi).expect("a phi").into_int_value().get_type();
                Value::from(ty.const_int(number as u64, true))
            });
            let next = more.of(self.value(phi, true).expect("it comes round"));
            for (place, _, from) in ir::incomings(phi) {
                if let (Some(known), true) = (known, from == self.before) {
                    ir::set_operand(phi, place, known);
                }
            }
            add_incoming(phi, known.unwrap_or(next), more.block);
        }
        let end = self.before.get_terminator().expect("blocks end");
        let build = Build::before(module.get_context(), end);
        build.branch(is_large(module, &build), more.block, self.block);
        end.erase_from_basic_block();
    }

    fn take_out_last(&self, module: &Module<'ctx>) {
        let more = self.copy(module, |phi| self.value(phi, true).expect("it comes round"));
        let build = Build::at_end(module.get_context(), more.block);
        build.jump(self.after);
        let choose = build.append(self.block.get_parent().expect("it is in a function"), "warps");
        for phi in ir::phis(self.after) {
            let old = ir::value_of(phi).expect("a phi");
            let new = Build::before(module.get_context(), phi).phi(old.get_type());
            for (_, value, from) in ir::incomings(phi) {
                let is_left = from == self.block;
                new.add_incoming(&[(&value as &dyn BasicValue, if is_left { choose } else { from })]);
                if is_left {
                    new.add_incoming(&[(&more.of(value) as &dyn BasicValue, more.block)]);
                }
            }
            ir::replace_uses(old, new.as_basic_value());
            phi.erase_from_basic_block();
        }
        ir::retarget(self.block.get_terminator().expect("a branch"), self.after, choose);
        build.go_to_end(choose);
        build.branch(is_large(module, &build), more.block, self.after);
    }

    /// One iteration more, with what its phis are.
    fn copy(&self, module: &Module<'ctx>, phi: impl Fn(Instruction<'ctx>) -> Value<'ctx>) -> Iteration<'ctx> {
        let context = module.get_context();
        let block = context.append_basic_block(self.block.get_parent().expect("it is in a function"), "once.more");
        let build = Build::at_end(context, block);
        let mut values: HashMap<Instruction<'ctx>, Value<'ctx>> = self.phis.iter().map(|&it| (it, phi(it))).collect();
        let end = self.block.get_terminator();
        for instruction in self.block.get_instructions().skip(self.phis.len()).filter(|&it| Some(it) != end) {
            let operands: Vec<_> = ir::operands(instruction)
                .into_iter()
                .filter_map(|(place, operand)| Some((place, *values.get(&ir::maker(operand)?)?)))
                .collect();
            if let Some(value) = build.copy_with(instruction, operands) {
                values.insert(instruction, value);
            }
        }
        Iteration { block, values }
    }
}

struct Iteration<'ctx> {
    block: Block<'ctx>,
    values: HashMap<Instruction<'ctx>, Value<'ctx>>,
}

impl<'ctx> Iteration<'ctx> {
    /// What a value of the loop is there.
    fn of(&self, value: Value<'ctx>) -> Value<'ctx> {
        ir::maker(value).and_then(|made| self.values.get(&made).copied()).unwrap_or(value)
    }
}

fn add_incoming<'ctx>(phi: Instruction<'ctx>, value: Value<'ctx>, from: Block<'ctx>) {
    let phi: PhiValue = phi.try_into().expect("it is a phi");
    phi.add_incoming(&[(&value as &dyn BasicValue, from)]);
}

fn is_large<'ctx>(module: &Module<'ctx>, build: &Build<'ctx>) -> IntValue<'ctx> {
    let size = module.get_function(WARP_SIZE).expect("the loop depends on it");
    let size = build.call(size, &[]).try_as_basic_value().basic().expect("it gives a number").into_int_value();
    build.compare(IntPredicate::EQ, size, build.n32(MAX_LANES as u32))
}

/// What a condition is for the smaller warps.
fn for_small_warps<'ctx>(build: &Build<'ctx>, value: Value<'ctx>) -> Value<'ctx> {
    let Some(made) = ir::maker(value) else { return value };
    match made.get_opcode() {
        Op::Phi => value,
        Op::Call if id_of(made) == Some(Id::Constant(Constant::WarpSize)) => build.n32(WARPS[0] as u32).into(),
        Op::Call => value,
        _ => {
            let operands: Vec<_> =
                ir::operands(made).into_iter().map(|(place, operand)| (place, for_small_warps(build, operand))).collect();
            build.copy_with(made, operands).unwrap_or(value)
        }
    }
}
