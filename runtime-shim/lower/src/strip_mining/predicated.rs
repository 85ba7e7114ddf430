//! Predication of the walks of [`super::walks`]: a strip leaves such a loop once its first thread comes to the bound, which is the last to do
//! so, and each thread works in an iteration if it is below the bound itself. So threads stay together to the end, where those that are done
//! would otherwise wait for those that go on one by one: rows of a sparse matrix are about as long as a strip.
//!
//! The loop
//!
//! ```text
//! guard:  if (k < end) {  do { work; k += step; } while (k < end);  }
//! ```
//!
//! becomes, with `any` and `all` the same for the strip,
//!
//! ```text
//! guard:  if (any(k < end)) {
//!             own = k < end; everyone = all(k < end);
//!             do { if (everyone | own) work; k += step; own &= k < end; everyone &= all(k < end); } while (any(k < end));
//!         }
//! ```
//!
//! Where those that go into the loop are those below the bound, and a step is no shorter than a strip, who works need not be noted: if the
//! first thread has a next iteration all have this one, and in the last one each compares its number.
//!
//! ```text
//! guard:  if (any(k < end)) {
//!             do { if (first(k) + step < end | k < end) work; k += step; } while (any(k < end));
//!         }
//! ```

mod compared;

use self::compared::Compared;
use super::first_thread::{DEPTH, OfFirst};
use super::masked_exits::escapes;
use crate::analysis::dominance::Loop;
use crate::analysis::{self, Operand, Uniformity};
use crate::build::Build;
use crate::context_save;
use crate::guard_hoisting::is_signed;
use crate::induction_splitting::Replaced;
use crate::ir::{self, Block, Function, Instruction, Value};
use inkwell::values::{InstructionOpcode as Op, IntValue};

/// A loop, and what is known of it.
pub(super) struct Walk<'a, 'ctx> {
    pub(super) function: Function<'ctx>,
    pub(super) table: &'a analysis::Body<'ctx>,
    pub(super) uniformity: &'a Uniformity,
    pub(super) one: &'a Loop,
    /// The block at whose end threads pass the loop by that have no iteration, if they do not do so together, and where it goes on to the loop.
    pub(super) guard: Option<(usize, Block<'ctx>)>,
    /// Whether the processor masks accesses.
    pub(super) has_masks: bool,
    /// How many threads a strip has.
    pub(super) threads: u32,
}

/// Whether what moves in a loop and is compared with its bound never goes round: what has come to the bound stays beyond it.
pub(super) fn keeps_order(table: &analysis::Body, one: &Loop) -> bool {
    let row = |operand: &Operand| if let Operand::Instruction(at) = *operand { Some(&table.rows()[at]) } else { None };
    let keeps = || {
        let &[latch] = &one.latches[..] else { return None };
        let compare = row(table.rows()[table.terminator(latch)?].operands.first()?)?;
        let how = compare.instruction.get_icmp_predicate().filter(|_| compare.opcode == Op::ICmp)?;
        let is_step = |operand: &Operand| {
            let number = row(operand)?;
            let number = if matches!(number.opcode, Op::SExt | Op::ZExt) { row(&number.operands[0])? } else { number };
            let flag = if is_signed(how) {
                number.instruction.get_no_signed_wrap_flag()
            } else {
                number.instruction.get_no_unsigned_wrap_flag()
            };
            let of_phi = number.operands.iter().filter_map(row).any(|it| it.opcode == Op::Phi && it.block == one.header);
            Some(number.opcode == Op::Add && of_phi && flag == Ok(true))
        };
        Some(compare.operands.iter().any(|operand| is_step(operand) == Some(true)))
    };
    keeps() == Some(true)
}

/// What an iteration hands to the next.
struct Handed<'ctx> {
    phi: Instruction<'ctx>,
    first: Value<'ctx>,
    next: Value<'ctx>,
    /// Whether all threads of the strip move it on, those that are done as well.
    by_all: bool,
}

/// Threads that pass a loop by.
struct Passing<'ctx> {
    end: Instruction<'ctx>,
    condition: Value<'ctx>,
    /// What the condition is for those that go into the loop.
    goes_in: bool,
    /// What those that pass bring, by the places of phis where they meet the others that is not what the loop begins with.
    brought: Vec<(Instruction<'ctx>, u32, Value<'ctx>)>,
}

impl<'ctx> Walk<'_, 'ctx> {
    /// Rewrites the loop, whose inductions are split, if it has the form. The answer is where its threads meet in front of an iteration.
    pub(super) fn rewrite(&self, replaced: &mut Replaced<'ctx>) -> Option<Instruction<'ctx>> {
        let (table, one) = (self.table, self.one);
        let (&[latch], &[(from, to)]) = (&one.latches[..], &one.exits(&table.graph)[..]) else { return None };
        if from != latch {
            return None;
        }
        let [header, latch, out] = [one.header, latch, to].map(|block| table.block(block));
        let before = self.before(header)?;
        let end = latch.get_terminator()?;
        let stays = *ir::successors(latch).first()? == header;
        let condition = ir::operand(end, 0)?;
        let handed = self.handed(header, latch)?;
        let passing = match self.guard {
            Some((guard, into)) => Some(self.passing(table.block(guard), into, header, out, &handed)?),
            None => None,
        };
        let context = self.function.get_type().get_context();
        let asks = |place, condition, wanted| self.of_first(&Build::before(context, place)).can_ask(condition, wanted);
        let is_brought = |phi: &Instruction<'ctx>| {
            let is_known = |value| !self.is_inside(value) || handed.iter().any(|it| !it.by_all && it.next == value);
            ir::incomings(*phi).into_iter().all(|(_, value, _)| is_known(value))
        };
        let is_fit = !escapes(table, one)
            && self.is_free(condition, DEPTH)
            && ir::phis(out).iter().all(is_brought)
            && asks(end, condition, stays)
            && passing.as_ref().is_none_or(|it| asks(it.end, it.condition, it.goes_in));
        if !is_fit {
            return None;
        }

        let asked = (condition, stays);
        let compared = passing.as_ref().filter(|_| self.has_masks).and_then(|it| Compared::of(self, asked, &handed, it));
        let [head, meet] = ["walk", "meet"].map(|name| context.append_basic_block(self.function, name));
        let truth = |value: bool| context.bool_type().const_int(u64::from(value), false);
        let (mut everyone, mut own) = (truth(true), truth(true));
        if let Some(Passing { end, condition, goes_in, brought }) = &passing {
            let build = Build::before(context, *end);
            let first = self.of_first(&build);
            everyone = first.all(*condition, *goes_in)?;
            own = as_wanted(&build, condition.into_int_value(), *goes_in);
            let any = first.any(*condition, *goes_in)?;
            ir::set_operand(*end, 0, as_wanted(&build, any, *goes_in).into());
            let build = Build::before(context, out.get_terminator()?);
            for &(phi, place, other) in brought {
                let mine = ir::operand(phi, place)?;
                ir::set_operand(phi, place, build.select_value(own, mine, other));
            }
        }
        ir::retarget(before.get_terminator()?, header, head);
        ir::retarget(end, header, meet);
        ir::retarget(end, out, meet);

        let (build, last) = (Build::at_end(context, head), Build::at_end(context, meet));
        let new = |first: Value<'ctx>| {
            let phi = build.phi(first.get_type());
            phi.add_incoming(&[(&first, before)]);
            phi
        };
        let noted = compared.is_none().then(|| [everyone, own].map(|value| new(value.into())));
        let handed_now: Vec<_> = handed.iter().map(|it| new(it.first)).collect();
        for (it, now) in handed.iter().zip(&handed_now) {
            ir::replace_uses(it.phi, now.as_basic_value());
            replaced.add(it.phi);
        }
        for (it, now) in handed.iter().zip(&handed_now) {
            // What an iteration hands on may be what it was handed.
            let own = handed.iter().position(|other| ir::value_of(other.phi) == Some(it.next));
            let next = own.map_or(it.next, |at| handed_now[at].as_basic_value());
            if it.by_all {
                now.add_incoming(&[(&next, meet)]);
                continue;
            }
            // The latch has two ways to where threads meet.
            let phi = now.as_basic_value();
            let held = last.phi(phi.get_type());
            held.add_incoming(&[(&next, latch), (&next, latch), (&phi, head)]);
            let held = held.as_basic_value();
            now.add_incoming(&[(&held, meet)]);
            for phi in ir::phis(out) {
                let same = ir::incomings(phi).into_iter().filter(|(_, value, _)| *value == next);
                same.for_each(|(place, ..)| ir::set_operand(phi, place, held));
            }
        }
        let moved = handed.iter().filter(|it| it.by_all).map(|it| it.next);
        moved.chain([condition]).for_each(|value| self.bring(value, &build));
        let first = self.of_first(&last);
        if let Some(compared) = compared {
            let now: Vec<_> = handed_now.iter().map(|it| it.as_basic_value()).collect();
            build.branch(compared.works(self, &build, asked, &now)?, header, meet);
        } else if let Some([all, mine]) = noted {
            let [everyone, own] = [all, mine].map(|it| it.as_basic_value().into_int_value());
            let works = build.or(everyone, own);
            build.branch(works, header, meet);
            let stays_below = last.and(works, as_wanted(&last, condition.into_int_value(), stays));
            // Who is done stays so, whatever becomes of the bound.
            let all_next = last.and(first.all(condition, stays)?, everyone);
            all.add_incoming(&[(&all_next, meet)]);
            mine.add_incoming(&[(&stays_below, meet)]);
        }
        let any_next = first.any(condition, stays)?;
        last.branch(any_next, head, out);
        for phi in ir::phis(out) {
            let value = ir::incomings(phi).first()?.1;
            let brought = Build::before(context, phi).phi(value.get_type());
            brought.add_incoming(&[(&value, meet)]);
            ir::replace_uses(phi, brought.as_basic_value());
            replaced.add(phi);
        }
        head.get_instructions().find(|it| it.get_opcode() != Op::Phi)
    }

    pub(super) fn of_first<'b>(&'b self, build: &'b Build<'ctx>) -> OfFirst<'b, 'ctx> {
        let Walk { function, table, uniformity, threads, .. } = *self;
        OfFirst { build, function, table, uniformity, threads }
    }

    fn is_same(&self, value: Value<'ctx>) -> bool {
        self.of_first(&self.at_header()).growth(value, DEPTH) == Some(0)
    }

    /// For questions about numbers, of which nothing is written.
    fn at_header(&self) -> Build<'ctx> {
        Build::at_end(self.function.get_type().get_context(), self.table.block(self.one.header))
    }

    fn is_inside(&self, value: Value<'ctx>) -> bool {
        ir::maker(value).is_some_and(|made| self.holds(made))
    }

    /// Whether an instruction stands in the loop.
    fn holds(&self, made: Instruction<'ctx>) -> bool {
        let block = made.get_parent().and_then(|block| self.table.block_index(block));
        block.is_some_and(|block| self.one.contains(block))
    }

    /// Whether a value of the loop can be computed at an iteration's beginning, by any thread.
    fn is_free(&self, value: Value<'ctx>, depth: usize) -> bool {
        let Some(made) = ir::maker(value).filter(|_| self.is_inside(value)) else { return true };
        let Some(depth) = depth.checked_sub(1) else { return false };
        let is_handed = made.get_opcode() == Op::Phi && made.get_parent() == Some(self.table.block(self.one.header));
        let is_plain =
            || context_save::is_plain(made) && ir::operands(made).into_iter().all(|(_, operand)| self.is_free(operand, depth));
        is_handed || is_plain()
    }

    /// Has it be computed there.
    fn bring(&self, value: Value<'ctx>, build: &Build<'ctx>) {
        let Some(made) = ir::maker(value).filter(|made| self.is_inside(value) && made.get_opcode() != Op::Phi) else { return };
        ir::operands(made).into_iter().for_each(|(_, operand)| self.bring(operand, build));
        made.remove_from_basic_block();
        build.place(made);
    }

    /// The block in front of the loop.
    fn before(&self, header: Block<'ctx>) -> Option<Block<'ctx>> {
        let mut outside = self.table.graph.predecessors(self.one.header).iter().filter(|&&from| !self.one.contains(from));
        let before = self.table.block(*outside.next()?);
        (outside.next().is_none() && ir::successors(before) == [header]).then_some(before)
    }

    fn handed(&self, header: Block<'ctx>, latch: Block<'ctx>) -> Option<Vec<Handed<'ctx>>> {
        // Those that splitting has replaced are erased in the end.
        let is_replaced = |phi: &Instruction<'ctx>| ir::incomings(*phi).iter().all(|(_, value, _)| ir::is_undef(*value));
        let live = ir::phis(header).into_iter().filter(|phi| !is_replaced(phi));
        live.map(|phi| {
            let incomings = ir::incomings(phi);
            let (next, first): (Vec<_>, Vec<_>) = incomings.into_iter().partition(|(.., from)| *from == latch);
            let (&[(_, next, _)], &[(_, first, _)]) = (&next[..], &first[..]) else { return None };
            let by_all = self.is_same(ir::value_of(phi)?);
            let stays_inside = |value: Value<'ctx>| {
                let mut users = ir::maker(value).into_iter().flat_map(ir::users);
                users.all(|user| self.holds(user))
            };
            let is_fit = !by_all || self.is_free(next, DEPTH) && [ir::value_of(phi)?, next].into_iter().all(stays_inside);
            is_fit.then_some(Handed { phi, first, next, by_all })
        })
        .collect()
    }

    /// How threads pass by the loop, if they do nothing else before it and meet the others after it.
    fn passing(
        &self,
        guard: Block<'ctx>,
        into: Block<'ctx>,
        header: Block<'ctx>,
        out: Block<'ctx>,
        handed: &[Handed<'ctx>],
    ) -> Option<Passing<'ctx>> {
        let end = guard.get_terminator()?;
        let (&[one, other], &[met]) = (&ir::successors(guard)[..], &ir::successors(out)[..]) else { return None };
        let mut block = into;
        while block != header {
            let is_idle = |it: Instruction<'ctx>| match it.get_opcode() {
                Op::Br | Op::Phi => true,
                Op::Load => ir::metadata(it, "invariant.load").is_some(),
                _ => context_save::is_plain(it),
            };
            let (&[next], true) = (&ir::successors(block)[..], block.get_instructions().all(is_idle)) else { return None };
            block = next;
        }
        let is_empty = out.get_instructions().all(|it| matches!(it.get_opcode(), Op::Phi | Op::Br));
        if one == other || !is_empty || met != if one == into { other } else { one } {
            return None;
        }
        let of = |phi: Instruction<'ctx>, block| ir::incomings(phi).into_iter().find(|(.., from)| *from == block);
        let brought = ir::phis(met).into_iter().map(|phi| {
            let (place, mine, _) = of(phi, out)?;
            let (_, other, _) = of(phi, guard)?;
            let result = ir::maker(mine).filter(|made| made.get_parent() == Some(out));
            let result = result.and_then(|phi| Some(ir::incomings(phi).first()?.1));
            // Threads that have no iteration hold what the loop begins with.
            let is_held = mine == other || handed.iter().any(|it| Some(it.next) == result && it.first == other);
            Some((!is_held).then_some((phi, place, other)))
        });
        let brought = brought.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
        Some(Passing { end, condition: ir::operand(end, 0)?, goes_in: one == into, brought })
    }
}

/// A condition as one that holds where it is `wanted`, or the other way round.
fn as_wanted<'ctx>(build: &Build<'ctx>, condition: IntValue<'ctx>, wanted: bool) -> IntValue<'ctx> {
    if wanted { condition } else { build.xor(condition, build.context.bool_type().const_int(1, false)) }
}
