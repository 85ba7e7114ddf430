//! Makes divergent loop exits uniform by masking: a loop that threads leave one by one, such as an iteration until a value
//! converges, becomes one that a strip of threads leaves together. Threads that are done repeat their last iteration, with the
//! same values and on the same path, until all are done. Nothing in the loop accesses memory, so that this cannot be observed.

use crate::analysis::dominance::{Dominators, Loop, loops};
use crate::analysis::{self, Uniformity};
use crate::build::Build;
use crate::ir::{self, Block, Function, Instruction, Value};
use crate::strip_candidates;
use inkwell::context::ContextRef;
use inkwell::module::Module;
use inkwell::types::{BasicType, BasicTypeEnum};
use inkwell::values::{InstructionOpcode, PhiValue};

/// What stands for the question whether a thread of the strip stays in the loop; its argument is whether this one does.
const STAYS: &str = "hipify.stays";

/// Whether it is that question.
pub(crate) fn is_question(call: Instruction) -> bool {
    ir::callee(call).is_some_and(|callee| ir::name_of(callee) == STAYS)
}

/// Rewrites the loops of a function that are worth it. The answer is where threads of a strip meet for each: in front of the
/// question, and of the first instruction after the loop.
pub(crate) fn rewrite<'ctx>(
    module: &Module<'ctx>,
    function: Function<'ctx>,
    table: &analysis::Body<'ctx>,
    uniformity: &Uniformity,
) -> Vec<Instruction<'ctx>> {
    let dominators = Dominators::of(&table.graph);
    let all = loops(&table.graph, &dominators);
    let is_natural = |one: &Loop| one.latches.iter().all(|&latch| dominators.dominates(one.header, latch));
    let worth = |one: &&Loop| is_natural(one) && strip_candidates::lingers(table, uniformity, &all, one) && !escapes(table, one);
    let chosen: Vec<Shape> = all.iter().filter(worth).filter_map(|one| Shape::of(table, one)).collect();
    chosen.iter().flat_map(|shape| shape.rewrite(module, function)).collect()
}

/// Whether values of the loop are used after it other than by the phis there.
pub(super) fn escapes(table: &analysis::Body, one: &Loop) -> bool {
    let targets: Vec<usize> = one.exits(&table.graph).into_iter().map(|(_, to)| to).collect();
    let inside = table.rows().iter().filter(|row| one.contains(row.block));
    let is_bad = |user: usize| {
        let user = &table.rows()[user];
        !(one.contains(user.block) || user.opcode == InstructionOpcode::Phi && targets.contains(&user.block))
    };
    inside.flat_map(|row| &row.users).any(|&user| is_bad(user))
}

/// A loop's blocks.
struct Shape<'ctx> {
    header: Block<'ctx>,
    latch: Block<'ctx>,
    exits: Vec<(Block<'ctx>, Block<'ctx>)>,
}

impl<'ctx> Shape<'ctx> {
    fn of(table: &analysis::Body<'ctx>, one: &Loop) -> Option<Self> {
        let [latch] = one.latches[..] else { return None };
        let exits = one.exits(&table.graph);
        let ends = exits.iter().map(|&(from, _)| from).chain([latch]);
        let parts = |block: usize| {
            let ways = ir::successors(table.block(block));
            ways.len() == 1 || ways[0] != ways[1]
        };
        let is_plain = ends.into_iter().all(parts);
        let exits = exits.into_iter().map(|(from, to)| (table.block(from), table.block(to))).collect();
        is_plain.then(|| Shape { header: table.block(one.header), latch: table.block(latch), exits })
    }

    fn rewrite(&self, module: &Module<'ctx>, function: Function<'ctx>) -> [Instruction<'ctx>; 2] {
        let context = module.get_context();
        let [meet, left] = ["meet", "left"].map(|name| context.append_basic_block(function, name));
        let build = Build::at_end(context, meet);
        let again = detour(context, function, (self.latch, self.header), meet);
        let out: Vec<_> = self.exits.iter().map(|&(from, to)| (detour(context, function, (from, to), meet), from, to)).collect();
        let join = Join { build, meet, again, out };
        let goes_on = join.phi(join.build.context.bool_type().into(), |_| None, truth(context, true), truth(context, false));
        let targets = self.targets();
        let number = |to: Block<'ctx>| targets.iter().position(|&one| one == to).unwrap_or(0) as u32;
        let zero = join.build.n32(0).into();
        let which = join.phi(join.build.i32().into(), |(_, to)| Some(join.build.n32(number(to)).into()), zero, zero);
        self.carry(&join);
        for &target in &targets {
            join.bring_out(target);
        }
        let question = join.build.call(question(module), &[goes_on.as_basic_value()]);
        let stays = question.try_as_basic_value().basic().expect("it gives a truth value");
        join.build.branch(stays.into_int_value(), self.header, left);
        let after = Build::at_end(context, left);
        let cases: Vec<_> = targets.iter().map(|&to| (after.n32(number(to)), to)).collect();
        after.switch(which.as_basic_value().into_int_value(), targets[0], &cases[1..]);
        [ir::maker(stays).expect("a call"), left.get_terminator().expect("a switch")]
    }

    fn targets(&self) -> Vec<Block<'ctx>> {
        let mut targets: Vec<Block<'ctx>> = Vec::new();
        for &(_, to) in &self.exits {
            if !targets.contains(&to) {
                targets.push(to);
            }
        }
        targets
    }

    /// What an iteration hands to the next; a thread that is done hands on what it was given.
    fn carry(&self, join: &Join<'ctx>) {
        let handed: Vec<_> = ir::phis(self.header)
            .into_iter()
            .map(|phi| {
                let own = ir::value_of(phi).expect("phis are values");
                let incomings = ir::incomings(phi);
                let next = incomings.iter().find(|(.., from)| *from == self.latch).expect("the latch goes to the header").1;
                (phi, incomings, join.phi(own.get_type(), |_| None, next, own))
            })
            .collect();
        for (phi, incomings, next) in handed {
            let new = Build::before(join.build.context, phi).phi(next.as_basic_value().get_type());
            for (_, value, from) in incomings.into_iter().filter(|(.., from)| *from != self.latch) {
                new.add_incoming(&[(&value, from)]);
            }
            new.add_incoming(&[(&next.as_basic_value(), join.meet)]);
            ir::replace_uses(phi, new.as_basic_value());
            phi.erase_from_basic_block();
        }
    }
}

/// The block in which threads that stay and threads that are done come together.
struct Join<'ctx> {
    build: Build<'ctx>,
    meet: Block<'ctx>,
    /// Where those that stay come from.
    again: Block<'ctx>,
    /// Where those that are done come from, with the edge by which they left.
    out: Vec<(Block<'ctx>, Block<'ctx>, Block<'ctx>)>,
}

impl<'ctx> Join<'ctx> {
    /// `stay` for those that stay; for others what the edge gives, or else `other`.
    fn phi(
        &self,
        ty: BasicTypeEnum<'ctx>,
        by_edge: impl Fn((Block<'ctx>, Block<'ctx>)) -> Option<Value<'ctx>>,
        stay: Value<'ctx>,
        other: Value<'ctx>,
    ) -> PhiValue<'ctx> {
        let phi = self.build.phi(ty);
        phi.add_incoming(&[(&stay, self.again)]);
        for &(stub, from, to) in &self.out {
            phi.add_incoming(&[(&by_edge((from, to)).unwrap_or(other), stub)]);
        }
        phi
    }

    /// The values that are used after the loop.
    fn bring_out(&self, target: Block<'ctx>) {
        for phi in ir::phis(target) {
            let incomings = ir::incomings(phi);
            let by_edge = |(from, to): (Block<'ctx>, Block<'ctx>)| {
                let known = incomings.iter().find(|(.., block)| *block == from && to == target);
                known.map(|(_, value, _)| *value)
            };
            let ty = ir::value_of(phi).expect("phis are values").get_type();
            let nothing = ty.as_basic_type_enum().const_zero();
            let brought = self.phi(ty, by_edge, nothing, nothing);
            ir::replace_uses(phi, brought.as_basic_value());
            phi.erase_from_basic_block();
        }
    }
}

/// Makes an edge lead to another block, over one of its own.
fn detour<'ctx>(
    context: ContextRef<'ctx>,
    function: Function<'ctx>,
    (from, to): (Block<'ctx>, Block<'ctx>),
    meet: Block<'ctx>,
) -> Block<'ctx> {
    let stub = context.append_basic_block(function, "over");
    Build::at_end(context, stub).jump(meet);
    ir::retarget(from.get_terminator().expect("blocks end"), to, stub);
    stub
}

fn truth<'ctx>(context: ContextRef<'ctx>, value: bool) -> Value<'ctx> {
    context.bool_type().const_int(u64::from(value), false).into()
}

fn question<'ctx>(module: &Module<'ctx>) -> Function<'ctx> {
    module.get_function(STAYS).unwrap_or_else(|| {
        let bool = module.get_context().bool_type();
        let function = module.add_function(STAYS, bool.fn_type(&[bool.into()], false), None);
        ["nounwind", "convergent"].iter().for_each(|attribute| ir::mark(function, attribute));
        function
    })
}
