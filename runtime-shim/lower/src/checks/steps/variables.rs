//! What steps depend on that differs by more than ids: rounds of loops, and numbers of which no more is known than where they lie.

use super::{Counter, Steps};
use hipify_abi::checks::Step;
use std::collections::BTreeSet;

impl<'ctx> Steps<'_, 'ctx> {
    /// The loops' counters that have been met so far.
    pub(in crate::checks) fn counters(&self) -> &[Counter<'ctx>] {
        &self.counters
    }

    /// The rows that say what a step is, of which no more is known than where they lie.
    pub(in crate::checks) fn free_rows(&self, step: u32) -> BTreeSet<usize> {
        self.parts(step).iter().filter_map(|part| self.free.iter().find(|(free, _)| free == part)).map(|(_, row)| *row).collect()
    }

    /// Numbers that a step depends on which differ by more than ids: by rounds, or in ways that are not understood.
    pub(in crate::checks) fn variables(&self, step: u32) -> BTreeSet<u32> {
        let is_variable =
            |part: &u32| self.made[*part as usize].what == Step::ROUNDS || self.free.iter().any(|(free, _)| free == part);
        self.parts(step).into_iter().filter(is_variable).collect()
    }

    /// Whether such a number is that of a loop's rounds.
    pub(in crate::checks) fn is_counter(&self, variable: u32) -> bool {
        self.made[variable as usize].what == Step::ROUNDS
    }

    /// The rows that give such a number, and what it is computed from.
    pub(in crate::checks) fn rows_of(&self, variable: u32) -> BTreeSet<usize> {
        let counters = self.counters.iter().filter(|counter| counter.step == variable).map(|counter| counter.row);
        let free = self.free.iter().filter(|(free, _)| *free == variable).map(|(_, row)| *row);
        let mut rows: BTreeSet<usize> = counters.chain(free).collect();
        let this = self.made[variable as usize];
        if matches!(this.what, Step::QUOTIENT | Step::REMAINDER) {
            self.variables(this.first).into_iter().for_each(|below| rows.extend(self.rows_of(below)));
        }
        rows
    }

    /// A step and those that its sums and products are made of.
    pub(in crate::checks) fn parts(&self, step: u32) -> BTreeSet<u32> {
        let mut all = BTreeSet::new();
        let mut open = vec![step];
        while let Some(step) = open.pop() {
            let this = self.made[step as usize];
            let is_free = self.free.iter().any(|(free, _)| *free == step);
            if !all.insert(step) || is_free {
                continue;
            }
            match this.what {
                Step::SUM | Step::DIFFERENCE | Step::PRODUCT => open.extend([this.first, this.second]),
                Step::ROUNDS | Step::UNSIGNED | Step::SIGNED => open.push(this.first),
                _ => {}
            }
        }
        all
    }

    /// How much a step is more than another, where that is a constant.
    pub(in crate::checks) fn constant_apart(&mut self, step: u32, other: u32) -> Option<i64> {
        let this = self.made[step as usize];
        match this.what {
            _ if step == other => Some(0),
            Step::SUM => {
                let (first, second) = (this.first, this.second);
                let of = |one: u32, two: u32| (one == other).then_some(two);
                let number = of(first, second).or_else(|| of(second, first))?;
                self.constant(number)
            }
            Step::DIFFERENCE if this.first == other => self.constant(this.second)?.checked_neg(),
            _ => None,
        }
    }

    /// The number that a step is, where it is a constant.
    pub(in crate::checks) fn number_of(&self, step: u32) -> Option<i64> {
        self.constant(step)
    }
}
