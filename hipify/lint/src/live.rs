//! Which code is compiled for which targets, by the `#if`s around it.
//!
//! A condition is true, false or not known. `__CUDA_ARCH__` and the like count as the port makes them: as for compute capability
//! 7.0, but for branches that only give up there, and undefined in a chain of branches that asks for HIP by itself.

use crate::predefined::{Known, Pass, holds};
use crate::targets::{TargetSet, Targets};
use hipify_condition::{Branching, OpenIfs, Truth};
use hipify_syntax::Code;
use std::ops::Range;

/// Parts of a file that not every target compiles.
#[derive(Default, Debug)]
pub(crate) struct Live {
    /// Token ranges in order, without overlap, and who compiles them.
    parts: Vec<(Range<usize>, TargetSet)>,
}

impl Live {
    pub(crate) fn of(code: &Code<'_>, targets: &Targets, known: Known) -> Self {
        let chains = chains(code);
        let everywhere = targets.everywhere();
        let mut live = Self::default();
        let mut open: OpenIfs<TargetSet, bool> = OpenIfs::new(everywhere);
        let mut start = 0;
        let mut conditionals = chains.into_iter();
        for hash in code.directives() {
            let Some((_, end)) = code.directive(hash) else { continue };
            let Some(branching) = code.branching(hash) else { continue };
            live.close(start..hash, open.present(), everywhere);
            start = end;
            let truth = |asks_for_hip: &bool| truth(code, hash, end, targets, known, *asks_for_hip);
            match branching {
                Branching::Opens => open.open(conditionals.next().unwrap_or(false), truth),
                Branching::Continues => open.branch(truth),
                Branching::Else => open.otherwise(),
                Branching::Closes => drop(open.close()),
            }
        }
        live.close(start..code.tokens.len(), open.present(), everywhere);
        live
    }

    fn close(&mut self, part: Range<usize>, set: TargetSet, everywhere: TargetSet) {
        if set != everywhere && !part.is_empty() {
            self.parts.push((part, set));
        }
    }

    /// Who compiles the token at `at`; `None`: all.
    pub(crate) fn at(&self, at: usize) -> Option<TargetSet> {
        let number = self.parts.partition_point(|(part, _)| part.start <= at).checked_sub(1)?;
        let (part, set) = &self.parts[number];
        part.contains(&at).then_some(*set)
    }

    /// Whether nothing compiles the token at `at`.
    pub(crate) fn is_dead(&self, at: usize) -> bool {
        !self.parts.is_empty() && self.at(at).is_some_and(TargetSet::is_empty)
    }

    pub(crate) fn parts(&self) -> &[(Range<usize>, TargetSet)] {
        &self.parts
    }
}

/// For each `#if` in order, whether one of its branches asks for HIP.
fn chains(code: &Code<'_>) -> Vec<bool> {
    let mut all: Vec<bool> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for hash in code.directives() {
        let Some((_, end)) = code.directive(hash) else { continue };
        match Branching::of(code.text((hash + 1).min(end))) {
            Some(Branching::Opens) => {
                open.push(all.len());
                all.push(false);
            }
            Some(Branching::Continues) => {}
            Some(Branching::Closes) => {
                open.pop();
                continue;
            }
            Some(Branching::Else) | None => continue,
        }
        if let Some(&chain) = open.last() {
            all[chain] |= (hash + 2..end).any(|at| hipify_port::asks_for_hip(code, at));
        }
    }
    all
}

/// For whom the condition of a directive holds, and for whom not.
fn truth(code: &Code<'_>, hash: usize, end: usize, targets: &Targets, known: Known, hip: bool) -> Truth<TargetSet> {
    let (mut yes, mut no) = (TargetSet::NONE, TargetSet::NONE);
    let mut before = None;
    for (bit, gfx) in targets.passes() {
        let pass = Pass { gfx, hip, known };
        let (value, depends) = match before {
            Some(answer) => (answer, false),
            None => holds(code, hash, end, &pass),
        };
        if !depends && before.is_none() {
            before = Some(value);
        }
        match value {
            Some(true) => yes.0 |= bit,
            Some(false) => no.0 |= bit,
            None => {}
        }
    }
    Truth { holds: yes, fails: no }
}
