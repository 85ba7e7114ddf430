//! Whether accesses of a launch race with none and are in bounds: what its kernel asks of it, answered by the launch's sizes, arguments
//! and memory.

mod limits;

use std::collections::BTreeMap;

use hipify_abi::checks::{Apart, Pair, Step, Touch};
use hipify_happens_before::{Sum, Term, may_meet, most};

use crate::check::{allocations, race, undefined};
use crate::kernel::arguments::{self, Arguments};
use crate::kernel::assumed::{self, Effect};
use crate::memory::{self, MemoryKind};
use crate::module::object::{KernelRef, list};

/// What a launch runs that begins now.
pub(crate) struct Code {
    pub(crate) kernel: KernelRef,
    /// What it does to what is undefined.
    pub(crate) effect: Effect,
    /// Whether it tells of accesses.
    pub(crate) tells: bool,
}

/// A launch, as far as its accesses go.
#[derive(Clone, Copy)]
pub(crate) struct Sizes<'a> {
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub(crate) dynamic_shared: u32,
    pub(crate) arguments: &'a Arguments,
}

/// A launch of a kernel begins: its code. Nothing is known any more of what it may leave undefined. `is_reached`: each access is to be told.
pub(crate) fn begin(kernel: &KernelRef, sizes: Sizes, is_reached: bool) -> Code {
    let code = if is_reached && kernel.tells_accesses() {
        let follows = kernel.follows_undefined() && undefined::is_on();
        let effect = if follows { Effect::ToAny } else { Effect::To(Vec::new()) };
        Code { kernel: kernel.clone(), effect, tells: true }
    } else {
        code(kernel, sizes)
    };
    code.effect.forget();
    code
}

fn code(kernel: &KernelRef, sizes: Sizes) -> Code {
    let arguments = sizes.arguments;
    let follows = kernel.follows_undefined() && undefined::is_on();
    let assumed = follows.then(|| assumed::code(kernel, arguments));
    let is_assumed = assumed.as_ref().is_some_and(|(code, _)| !std::ptr::eq(code.get(), kernel.get()));
    let tells = race::is_looking() && kernel.tells_accesses();
    let checks = allocations::is_guarded() && kernel.checks_accesses();
    let own = |assumed: Option<(KernelRef, Effect)>| {
        let (kernel, effect) = assumed.unwrap_or_else(|| (kernel.clone(), Effect::To(Vec::new())));
        Code { kernel, effect, tells }
    };
    let Some((apart, copy)) = kernel.apart().filter(|_| tells || checks) else { return own(assumed) };
    let may_hold = apart.assumes == 0 || is_assumed || !follows;
    if may_hold && Answers::of(kernel, sizes, apart).are_right(tells, checks) {
        let code = own(assumed);
        return Code { kernel: copy.unwrap_or(code.kernel), tells: tells && apart.silent == 0, ..code };
    }
    // The copy tells of too little, or checks too little.
    own(if apart.assumes != 0 && is_assumed { Some((kernel.clone(), Effect::ToAny)) } else { assumed })
}

/// Numbers that differ from thread to thread: along three axes that of the thread in its block, and that of the block. They are a sum's
/// first variables; those after them are of the steps, in their order.
const IDS: usize = 6;

fn number(constant: i64) -> Sum {
    Sum { constant: constant.into(), ..Sum::default() }
}

fn variable(variable: usize) -> Sum {
    Sum { constant: 0, terms: BTreeMap::from([(variable as u32, 1)]) }
}

fn constant(sum: &Sum) -> Option<i128> {
    sum.terms.is_empty().then_some(sum.constant)
}

/// The least and the most of a number, where there are such.
type Ends = (Option<i128>, Option<i128>);

/// An access whose offset is known.
#[derive(Clone, Copy)]
struct Place<'a> {
    touch: &'a Touch,
    sum: &'a Sum,
}

/// What a launch says of a kernel's accesses.
struct Answers<'a> {
    kernel: &'a KernelRef,
    shape: Sizes<'a>,
    apart: &'a Apart,
    /// What each step is, where that is known.
    sums: Vec<Option<Sum>>,
    /// The ends of each variable.
    ends: Vec<Ends>,
}

impl<'a> Answers<'a> {
    fn of(kernel: &'a KernelRef, shape: Sizes<'a>, apart: &'a Apart) -> Answers<'a> {
        let [x, y, z] = shape.block.map(i128::from);
        let [grid_x, grid_y, grid_z] = shape.grid.map(i128::from);
        let ends = [x, y, z, grid_x, grid_y, grid_z].map(|count| (Some(0), Some(count - 1))).to_vec();
        let mut answers = Answers { kernel, shape, apart, sums: Vec::new(), ends };
        // SAFETY: the code object has so many.
        for step in unsafe { list(apart.steps, apart.step_count) } {
            answers.ends.push((None, None));
            let sum = answers.step(step);
            answers.sums.push(sum);
        }
        answers
    }

    fn step(&mut self, step: &Step) -> Option<Sum> {
        let of = |number: u32| self.sums.get(number as usize)?.clone();
        let axis = step.first as usize;
        let here = self.ends.len() - 1;
        let sum = match step.what {
            Step::NUMBER => number(step.number),
            Step::ARGUMENT => number(self.argument(step.first, step.second, step.bits)?),
            Step::THREAD => variable(axis),
            Step::BLOCK => variable(3 + axis),
            Step::BLOCK_SIZE => number(self.shape.block[axis].into()),
            Step::GRID_SIZE => number(self.shape.grid[axis].into()),
            Step::SUM => of(step.first)?.plus(1, &of(step.second)?, 1)?,
            Step::DIFFERENCE => of(step.first)?.plus(1, &of(step.second)?, -1)?,
            Step::PRODUCT => {
                let (first, second) = (of(step.first)?, of(step.second)?);
                match (constant(&first), constant(&second)) {
                    (_, Some(by)) => first.plus(by, &Sum::default(), 0)?,
                    (Some(by), _) => second.plus(by, &Sum::default(), 0)?,
                    _ => return None,
                }
            }
            Step::UNSIGNED => {
                let sum = of(step.first)?;
                return self.range(&sum).0.is_some_and(|least| least >= 0).then_some(sum);
            }
            Step::SIGNED => of(step.first)?,
            Step::QUOTIENT | Step::REMAINDER => {
                let by = i128::from(step.number.max(1));
                let sum = of(step.first)?;
                let (least, most) = self.range(&sum);
                let least = least.filter(|least| *least >= 0)?;
                let is_quotient = step.what == Step::QUOTIENT;
                if let Some(number) = constant(&sum) {
                    let constant = if is_quotient { number / by } else { number % by };
                    return Some(Sum { constant, ..Sum::default() });
                }
                let of_rest = || most.map_or(by - 1, |most| most.min(by - 1));
                self.ends[here] =
                    if is_quotient { (Some(least / by), most.map(|most| most / by)) } else { (Some(0), Some(of_rest())) };
                return Some(variable(here));
            }
            Step::BETWEEN => {
                self.ends[here] = (Some(constant(&of(step.first)?)?), Some(constant(&of(step.second)?)?));
                return Some(variable(here));
            }
            Step::ROUNDS => {
                let sum = of(step.first)?;
                let round = constant(&of(step.second)?)?;
                // Numbers of 64 bits would have to go through more rounds than a program lives for.
                const FEW: u128 = 1 << 32;
                if step.bits != 0 && (step.bits < 64 || round.unsigned_abs() > FEW) {
                    return None;
                }
                self.ends[here] = (Some(0), None);
                return sum.plus(1, &variable(here), round);
            }
            _ => return None,
        };
        let is_whole = matches!(step.what, Step::NUMBER | Step::ARGUMENT) || step.bits == 0 || self.fits(&sum, step.bits);
        is_whole.then_some(sum)
    }

    /// Whether a sum is always a signed number of so many bits.
    fn fits(&self, sum: &Sum, bits: u32) -> bool {
        let most = 1i128 << (bits - 1);
        match self.range(sum) {
            (Some(least), Some(greatest)) => least >= -most && greatest < most,
            _ => bits >= 64,
        }
    }

    /// The least and the greatest that a sum can be.
    fn range(&self, sum: &Sum) -> Ends {
        self.range_within(sum, &[])
    }

    /// The same where none of `limits` is negative.
    fn range_within(&self, sum: &Sum, limits: &[Sum]) -> Ends {
        let ends = |variable: u32| self.ends[variable as usize];
        let least = sum.plus(-1, &Sum::default(), 0).and_then(|sum| most(&sum, limits, &ends));
        (least.map(|least| -least), most(sum, limits, &ends))
    }

    /// What is passed in a parameter.
    fn argument(&self, parameter: u32, offset: u32, bits: u32) -> Option<i64> {
        let size = bits / 8;
        let parameters = arguments::parameters(self.kernel.get());
        let whole = parameters.get(parameter as usize)?.size;
        if offset.checked_add(size).is_none_or(|end| end > whole) {
            return None;
        }
        let arguments = self.shape.arguments;
        let mut bytes = [0u8; 8];
        // SAFETY: there is a copy of each argument, of its parameter's size.
        unsafe {
            let place = (*arguments.pointers().add(parameter as usize)).cast::<u8>().add(offset as usize);
            place.copy_to_nonoverlapping(bytes.as_mut_ptr(), size as usize);
        }
        let unused = 64 - bits;
        Some(i64::from_le_bytes(bytes) << unused >> unused)
    }

    /// Of a launch whose accesses are told, and checked.
    fn are_right(&self, tells: bool, checks: bool) -> bool {
        // SAFETY: the code object has so many.
        let (touches, pairs) =
            unsafe { (list(self.apart.accesses, self.apart.access_count), list(self.apart.pairs, self.apart.pair_count)) };
        (!checks || touches.iter().all(|touch| touch.inside == 0 || self.is_in_bounds(touch)))
            && (!tells
                || pairs.iter().all(|pair| self.are_apart(&touches[pair.one as usize], &touches[pair.other as usize], pair)))
    }

    /// Whether threads that are not the same touch different bytes by two accesses.
    fn are_apart(&self, one: &Touch, other: &Touch, pair: &Pair) -> bool {
        match (one.object, other.object) {
            (Touch::SHARED, Touch::SHARED) if one.number != other.number => self.is_inside(one) && self.is_inside(other),
            (Touch::SHARED, _) | (Touch::VARIABLE, Touch::VARIABLE) => self.offsets_part(one, other, 0, pair),
            (Touch::PASSED, Touch::PASSED) => match (self.passed(one), self.passed(other)) {
                (Some(Passed::Nothing), Some(_)) | (Some(_), Some(Passed::Nothing)) => true,
                (Some(Passed::To { start, address }), Some(Passed::To { start: other_start, address: other_address })) => {
                    start != other_start || self.offsets_part(one, other, address as i128 - other_address as i128, pair)
                }
                _ => false,
            },
            // Variables are no memory that `passed` knows.
            _ => [one, other].into_iter().filter(|touch| touch.object == Touch::PASSED).all(|touch| self.passed(touch).is_some()),
        }
    }

    /// Bytes of the variable that an access lies in.
    fn whole(&self, touch: &Touch) -> i128 {
        let is_dynamic = touch.object == Touch::SHARED && touch.whole == 0;
        if is_dynamic { self.shape.dynamic_shared.into() } else { touch.whole.into() }
    }

    /// Whether an access lies in its shared variable, whoever makes it.
    fn is_inside(&self, touch: &Touch) -> bool {
        let Some(Some(sum)) = self.sums.get(touch.address as usize) else { return false };
        let (least, greatest) = self.range_within(sum, &self.limits(touch));
        let end = greatest.map(|greatest| greatest + i128::from(touch.size));
        least.is_some_and(|least| least >= 0) && end.is_some_and(|end| end <= self.whole(touch))
    }

    /// Whether the offsets of two accesses, the first's `apart` bytes on, are such that threads touch different bytes.
    fn offsets_part(&self, one: &Touch, other: &Touch, apart: i128, pair: &Pair) -> bool {
        let place = |touch| Some(Place { touch, sum: self.sums.get(touch.address as usize)?.as_ref()? });
        let (Some(first), Some(second)) = (place(one), place(other)) else { return false };
        // SAFETY: the code object has so many.
        let same = unsafe { list(self.apart.sames, self.apart.same_count) };
        let same = &same[pair.first_same as usize..][..pair.same_count as usize];
        let is_one = |variable: u32| match (variable as usize).checked_sub(IDS) {
            // Both are of one block.
            None => one.object == Touch::SHARED && variable >= 3,
            Some(step) => same.contains(&(step as u32)),
        };
        self.meet_never(first, second, apart, is_one) || self.lie_apart(first, second, apart, is_one)
    }

    /// Whether two accesses touch different bytes by the numbers of which their offsets are sums. `is_one`: a variable that is the same for both.
    fn meet_never(&self, one: Place, other: Place, mut apart: i128, is_one: impl Fn(u32) -> bool) -> bool {
        let (Place { touch: one, sum: first }, Place { touch: other, sum: second }) = (one, other);
        let times = |line: &Sum, variable: usize| line.terms.get(&(variable as u32)).copied().unwrap_or(0);
        let mut terms = Vec::new();
        let mut are_two = false;
        for place in 0..IDS {
            let numbers = |touch: &Touch| match touch.threads.get(place) {
                Some(&thread) if thread >= 0 => (i128::from(thread), i128::from(thread)),
                _ => (0, self.ends[place].1.unwrap_or(0)),
            };
            let ((low, high), (other_low, other_high)) = (numbers(one), numbers(other));
            let (mut bytes, mut other_bytes) = (times(first, place), times(second, place));
            // What is known of a thread's number is part of the constant, so that it may count as often as that of the other.
            if low == high {
                apart += (bytes - other_bytes) * low;
                bytes = other_bytes;
            } else if other_low == other_high {
                apart -= (other_bytes - bytes) * other_low;
                other_bytes = bytes;
            }
            if is_one(place as u32) {
                terms.push((bytes - other_bytes, Some((0, self.ends[place].1.unwrap_or(0))), false));
            } else if bytes == other_bytes {
                terms.push((bytes, Some((low - other_high, high - other_low)), true));
            } else {
                are_two = true;
                terms.extend([(bytes, Some((low, high)), false), (-other_bytes, Some((other_low, other_high)), false)]);
            }
        }
        let rest = |line: &Sum| line.terms.keys().copied().filter(|&one| one as usize >= IDS).collect::<Vec<u32>>();
        let mut add = |variable: u32, times: i128| {
            let (low, high) = self.ends[variable as usize];
            terms.push((times, low.zip(high), false));
        };
        for variable in rest(first) {
            let more = if is_one(variable) { times(second, variable as usize) } else { 0 };
            add(variable, times(first, variable as usize) - more);
        }
        for variable in rest(second) {
            if !(is_one(variable) && first.terms.contains_key(&variable)) {
                add(variable, -times(second, variable as usize));
            }
        }
        let narrow = |number: i128| i64::try_from(number).ok();
        let term = |(bytes, range, tells_threads): (i128, Option<(i128, i128)>, bool)| {
            let range = match range {
                Some((low, high)) => Some((narrow(low)?, narrow(high)?)),
                None => None,
            };
            Some(Term { bytes: narrow(bytes)?, range, tells_threads })
        };
        let terms: Option<Vec<Term>> = terms.into_iter().map(term).collect();
        let apart = narrow(apart + first.constant - second.constant);
        let Some((terms, apart)) = terms.zip(apart) else { return false };
        !may_meet(apart, one.size.into(), other.size.into(), &terms, are_two)
    }

    /// Where a pointer leads to that is passed; nothing where that is not known, or where memory may be known by two addresses.
    fn passed(&self, touch: &Touch) -> Option<Passed> {
        let address = self.argument(touch.number, touch.offset, usize::BITS)? as usize;
        if address == 0 {
            return Some(Passed::Nothing);
        }
        let [range, before] = [address, address - 1].map(|address| memory::find(address as *const _));
        let range = match (range, before) {
            // A pointer may be that to an end, from which a kernel goes back.
            (Some(range), Some(before)) if range.start != before.start => return None,
            (Some(range), _) | (None, Some(range)) => range,
            (None, None) => return None,
        };
        let is_whole = !matches!(range.kind, MemoryKind::Mapped | MemoryKind::Variable | MemoryKind::Registered);
        is_whole.then_some(Passed::To { start: range.start, address })
    }
}

/// What is passed as a pointer.
#[derive(Clone, Copy, Debug)]
enum Passed {
    /// A null pointer, by which nobody accesses memory.
    Nothing,
    To {
        /// Of the allocation.
        start: usize,
        address: usize,
    },
}
