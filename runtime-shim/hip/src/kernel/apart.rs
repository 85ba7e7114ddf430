//! Whether accesses of a launch race with none: what its kernel asks of it, answered by the launch's sizes, arguments and memory.

use hipify_abi::checks::{Apart, Step, Touch};
use hipify_happens_before::{Term, may_meet};

use crate::check::{race, undefined};
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
    let own = |assumed: Option<(KernelRef, Effect)>| {
        let (kernel, effect) = assumed.unwrap_or_else(|| (kernel.clone(), Effect::To(Vec::new())));
        Code { kernel, effect, tells }
    };
    let Some((apart, copy)) = kernel.apart().filter(|_| tells) else { return own(assumed) };
    if (apart.assumes == 0 || is_assumed || !follows) && Answers::of(kernel, sizes, apart).are_right() {
        let code = own(assumed);
        return Code { kernel: copy.unwrap_or(code.kernel), tells: apart.silent == 0, ..code };
    }
    // The copy tells of too little.
    own(if apart.assumes != 0 && is_assumed { Some((kernel.clone(), Effect::ToAny)) } else { assumed })
}

/// Numbers that differ from thread to thread: along three axes that of the thread in its block, and that of the block.
const IDS: usize = 6;

/// A number that is the sum of a constant, of ids and of rounds of loops, each so many times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sum {
    constant: i128,
    ids: [i128; IDS],
    /// What a round of each loop adds.
    rounds: Vec<i128>,
}

impl Sum {
    fn number(constant: i64) -> Sum {
        Sum { constant: constant.into(), ..Sum::default() }
    }

    fn constant(&self) -> Option<i128> {
        (self.ids == [0; IDS] && self.rounds.is_empty()).then_some(self.constant)
    }

    fn scaled(&self, by: i128) -> Option<Sum> {
        let product = |number: i128| number.checked_mul(by).filter(|product| product.unsigned_abs() < 1 << 96);
        let mut ids = [0; IDS];
        for (to, &from) in ids.iter_mut().zip(&self.ids) {
            *to = product(from)?;
        }
        let rounds = if by == 0 { Vec::new() } else { self.rounds.iter().map(|&round| product(round)).collect::<Option<_>>()? };
        Some(Sum { constant: product(self.constant)?, ids, rounds })
    }

    fn plus(mut self, other: &Sum) -> Sum {
        self.constant += other.constant;
        self.ids.iter_mut().zip(&other.ids).for_each(|(to, from)| *to += from);
        self.rounds.extend(&other.rounds);
        self
    }
}

/// What a launch says of a kernel's accesses.
struct Answers<'a> {
    kernel: &'a KernelRef,
    shape: Sizes<'a>,
    apart: &'a Apart,
    /// What each step is, where that is known.
    sums: Vec<Option<Sum>>,
    /// How many there are of each id.
    counts: [i128; IDS],
}

impl<'a> Answers<'a> {
    fn of(kernel: &'a KernelRef, shape: Sizes<'a>, apart: &'a Apart) -> Answers<'a> {
        let [x, y, z] = shape.block.map(i128::from);
        let [grid_x, grid_y, grid_z] = shape.grid.map(i128::from);
        let mut answers = Answers { kernel, shape, apart, sums: Vec::new(), counts: [x, y, z, grid_x, grid_y, grid_z] };
        // SAFETY: the code object has so many.
        for step in unsafe { list(apart.steps, apart.step_count) } {
            let sum = answers.step(step);
            answers.sums.push(sum);
        }
        answers
    }

    fn step(&self, step: &Step) -> Option<Sum> {
        let of = |number: u32| self.sums.get(number as usize)?.clone();
        let id = |place: usize| {
            let mut sum = Sum::default();
            sum.ids[place] = 1;
            Some(sum)
        };
        let axis = step.first as usize;
        let sum = match step.what {
            Step::NUMBER => Sum::number(step.number),
            Step::ARGUMENT => Sum::number(self.argument(step.first, step.second, step.bits)?),
            Step::THREAD => id(axis)?,
            Step::BLOCK => id(3 + axis)?,
            Step::BLOCK_SIZE => Sum::number(self.shape.block[axis].into()),
            Step::GRID_SIZE => Sum::number(self.shape.grid[axis].into()),
            Step::SUM => of(step.first)?.plus(&of(step.second)?),
            Step::DIFFERENCE => of(step.first)?.plus(&of(step.second)?.scaled(-1)?),
            Step::PRODUCT => {
                let (first, second) = (of(step.first)?, of(step.second)?);
                match (first.constant(), second.constant()) {
                    (_, Some(by)) => first.scaled(by)?,
                    (Some(by), _) => second.scaled(by)?,
                    _ => return None,
                }
            }
            Step::UNSIGNED => {
                let sum = of(step.first)?;
                return self.range(&sum).0.is_some_and(|least| least >= 0).then_some(sum);
            }
            Step::SIGNED => of(step.first)?,
            Step::ROUNDS => {
                let mut sum = of(step.first)?;
                let round = of(step.second)?.constant()?;
                // Numbers of 64 bits would have to go through more rounds than a program lives for.
                const FEW: u128 = 1 << 32;
                if step.bits != 0 && (step.bits < 64 || round.unsigned_abs() > FEW) {
                    return None;
                }
                if round != 0 {
                    sum.rounds.push(round);
                }
                return Some(sum);
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
    fn range(&self, sum: &Sum) -> (Option<i128>, Option<i128>) {
        let (mut least, mut greatest) = (sum.constant, sum.constant);
        for (bytes, count) in sum.ids.iter().zip(self.counts) {
            let last = bytes * (count - 1);
            (least, greatest) = (least + last.min(0), greatest + last.max(0));
        }
        let is_open = |down: bool| sum.rounds.iter().any(|&round| (round < 0) == down);
        ((!is_open(true)).then_some(least), (!is_open(false)).then_some(greatest))
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

    fn are_right(&self) -> bool {
        // SAFETY: the code object has so many.
        let (touches, pairs) =
            unsafe { (list(self.apart.accesses, self.apart.access_count), list(self.apart.pairs, self.apart.pair_count)) };
        pairs.iter().all(|&[one, other]| self.are_apart(&touches[one as usize], &touches[other as usize]))
    }

    /// Whether threads that are not the same touch different bytes by two accesses.
    fn are_apart(&self, one: &Touch, other: &Touch) -> bool {
        match (one.object, other.object) {
            (Touch::SHARED, Touch::SHARED) if one.number != other.number => self.is_inside(one) && self.is_inside(other),
            (Touch::SHARED, _) | (Touch::VARIABLE, Touch::VARIABLE) => self.offsets_part(one, other, 0),
            (Touch::PASSED, Touch::PASSED) => match (self.passed(one), self.passed(other)) {
                (Some(Passed::Nothing), Some(_)) | (Some(_), Some(Passed::Nothing)) => true,
                (Some(Passed::To { start, address }), Some(Passed::To { start: other_start, address: other_address })) => {
                    start != other_start || self.offsets_part(one, other, address as i128 - other_address as i128)
                }
                _ => false,
            },
            // Variables are no memory that `passed` knows.
            _ => [one, other].into_iter().filter(|touch| touch.object == Touch::PASSED).all(|touch| self.passed(touch).is_some()),
        }
    }

    /// Whether an access lies in its shared variable, whoever makes it.
    fn is_inside(&self, touch: &Touch) -> bool {
        let whole = if touch.whole == 0 { self.shape.dynamic_shared.into() } else { touch.whole };
        let Some(Some(sum)) = self.sums.get(touch.address as usize) else { return false };
        let (least, greatest) = self.range(sum);
        let end = greatest.map(|greatest| greatest + i128::from(touch.size));
        least.is_some_and(|least| least >= 0) && end.is_some_and(|end| end <= whole.into())
    }

    /// Whether the offsets of two accesses, the first's `apart` bytes on, are such that threads touch different bytes.
    fn offsets_part(&self, one: &Touch, other: &Touch, apart: i128) -> bool {
        let sum = |touch: &Touch| self.sums.get(touch.address as usize)?.as_ref();
        let (Some(first), Some(second)) = (sum(one), sum(other)) else { return false };
        let mut terms = Vec::new();
        let mut are_two = false;
        for (place, count) in self.counts.iter().enumerate() {
            let numbers = |touch: &Touch| match touch.threads.get(place) {
                Some(&thread) if thread >= 0 => (i128::from(thread), i128::from(thread)),
                _ => (0, count - 1),
            };
            let ((low, high), (other_low, other_high)) = (numbers(one), numbers(other));
            let (bytes, other_bytes) = (first.ids[place], second.ids[place]);
            if one.object == Touch::SHARED && place >= 3 {
                // Both are of one block.
                terms.push((bytes - other_bytes, Some((0, count - 1)), false));
            } else if bytes == other_bytes {
                terms.push((bytes, Some((low - other_high, high - other_low)), true));
            } else {
                are_two = true;
                terms.extend([(bytes, Some((low, high)), false), (-other_bytes, Some((other_low, other_high)), false)]);
            }
        }
        terms.extend(first.rounds.iter().chain(&second.rounds).map(|&round| (round, None, false)));
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
