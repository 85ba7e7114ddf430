//! What a launch says of accesses by what holds where they are made: whether they are in bounds, and whether two lie apart.

use hipify_abi::checks::{Limit, Touch};
use hipify_happens_before::{Sum, most};

use super::{Answers, Ends, Place};
use crate::check::allocations;
use crate::module::object::list;

impl Answers<'_> {
    /// What holds where an access is made, as far as that is known.
    pub(super) fn limits(&self, touch: &Touch) -> Vec<Sum> {
        // SAFETY: the code object has so many.
        let all = unsafe { list(self.apart.limits, self.apart.limit_count) };
        let of = |step: u32| self.sums.get(step as usize)?.clone();
        let some = &all[touch.first_limit as usize..][..touch.limit_count as usize];
        let (always, given): (Vec<&Limit>, Vec<&Limit>) = some.iter().partition(|limit| limit.given == Limit::ALWAYS);
        let mut limits: Vec<Sum> = always.into_iter().filter_map(|limit| of(limit.step)).collect();
        for limit in given {
            let Some((line, given)) = of(limit.step).zip(of(limit.given)) else { continue };
            if self.range_within(&given, &limits).0.is_some_and(|least| least >= 0) {
                limits.push(line);
            }
        }
        limits
    }

    /// Whether all threads make an access aligned and in one allocation or variable.
    pub(super) fn is_in_bounds(&self, touch: &Touch) -> bool {
        let Some(Some(sum)) = self.sums.get(touch.address as usize) else { return false };
        let align = i128::from(touch.align.max(1));
        let whole = match touch.object {
            Touch::PASSED => {
                let Some(address) = self.argument(touch.number, touch.offset, usize::BITS) else { return false };
                let address = address as usize;
                if (sum.constant + address as i128) % align != 0 {
                    return false;
                }
                // Memory that nobody knows to be allocated is looked at where it is accessed.
                let Some((start, size)) = allocations::living(address) else { return false };
                let before = address as i128 - start as i128;
                (-before, size as i128 - before)
            }
            _ => (0, self.whole(touch)),
        };
        let is_aligned = touch.object == Touch::PASSED || sum.constant % align == 0;
        let holds = |(least, greatest): Ends| {
            least.is_some_and(|least| least >= whole.0)
                && greatest.is_some_and(|greatest| greatest + i128::from(touch.size) <= whole.1)
        };
        is_aligned
            && sum.terms.values().all(|times| times % align == 0)
            && (holds(self.range(sum)) || holds(self.range_within(sum, &self.limits(touch))))
    }

    /// Whether all of what one access touches lies before all of what the other does, by what holds where they are made.
    pub(super) fn lie_apart(&self, one: Place, other: Place, apart: i128, is_one: impl Fn(u32) -> bool) -> bool {
        let (Place { touch: one, sum: first }, Place { touch: other, sum: second }) = (one, other);
        let limits = [self.limits(one), self.limits(other)];
        if limits.iter().all(Vec::is_empty) {
            return false;
        }
        // The second's variables, but for those that are the same, come after all of the first's.
        let all = self.ends.len() as u32;
        let renamed = |line: &Sum| {
            let terms =
                line.terms.iter().map(|(&variable, &times)| (if is_one(variable) { variable } else { all + variable }, times));
            Sum { constant: line.constant, terms: terms.collect() }
        };
        let [of_first, of_second] = limits;
        let limits: Vec<Sum> = of_first.into_iter().chain(of_second.iter().map(renamed)).collect();
        let Some(mut after) = first.plus(1, &renamed(second), -1) else { return false };
        after.constant += apart;
        let Some(before) = after.plus(-1, &Sum::default(), 0) else { return false };
        // Which of two halves of an array it is decides which of two accesses is before the other.
        const FEW: i128 = 4;
        let values = |variable: u32| self.ends[(variable % all) as usize].0.zip(self.ends[(variable % all) as usize].1);
        let is_choice = |variable: &u32| is_one(*variable) && values(*variable).is_some_and(|(low, high)| high - low < FEW);
        let choice = after.terms.keys().copied().find(is_choice);
        let (low, high) = choice.and_then(values).unwrap_or((0, 0));
        (low..=high).all(|value| {
            let ends = |variable: u32| match choice {
                Some(choice) if choice == variable => (Some(value), Some(value)),
                _ => self.ends[(variable % all) as usize],
            };
            let is_less = |line: &Sum, size: u32| most(line, &limits, &ends).is_some_and(|most| most <= -i128::from(size));
            is_less(&after, one.size) || is_less(&before, other.size)
        })
    }
}
