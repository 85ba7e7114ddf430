//! The search for the first launch that differs: digests first, then the contents of the pages whose digests differ.

use crate::contents::{self, Contents};
use crate::differ::{Found, Moment, Runs};
use crate::element::{Tolerance, Type};
use crate::player::{Player, RunFile};
use crate::side::{Ending, Side, Wanted};
use crate::verdict::{Looked, Verdict, place};
use hipify_error::Error;
use std::collections::BTreeSet;
use std::path::Path;

/// How often both sides are run again before a difference is one.
const CONFIRMATIONS: usize = 2;

/// What is compared, and how.
pub(crate) struct Search<'a> {
    pub(crate) sides: &'a [Side; 2],
    /// For records.
    pub(crate) folder: &'a Path,
    pub(crate) wanted: Wanted,
    /// How often each program is run.
    pub(crate) runs: usize,
    pub(crate) tolerance: Tolerance,
    pub(crate) kind: Option<Type>,
}

/// What came of it.
pub(crate) struct Answer {
    /// The first difference.
    pub(crate) difference: Option<(Moment, Verdict)>,
    /// The last pass: what else there is to say.
    pub(crate) found: Found,
    pub(crate) endings: Vec<Ending>,
    /// Elements that are not the same in two runs of one side, all moments before the difference.
    pub(crate) unsteady: Vec<(Moment, u64)>,
    /// Moments at which bytes differed and no element did beyond the tolerance.
    pub(crate) tolerated: usize,
}

impl Search<'_> {
    /// # Errors
    /// Where a program cannot be run or a record not be read.
    pub(crate) fn run(&self) -> Result<Answer, Error> {
        let answer = self.pass(&self.wanted)?;
        // Digests of some launches alone leave open which of those between is the one.
        if let Some((moment, _)) = &answer.difference
            && moment.since > 1
            && self.sides.iter().all(|side| side.program().is_some())
        {
            let last = moment.launches[0].number;
            let launches = Some((last - moment.since, last));
            return self.pass(&Wanted { every: 1, launches, ..self.wanted.clone() });
        }
        Ok(answer)
    }

    fn pass(&self, wanted: &Wanted) -> Result<Answer, Error> {
        let mut endings = Vec::new();
        let mut files = [Vec::new(), Vec::new()];
        for (side, files) in files.iter_mut().enumerate() {
            *files = self.sides[side].runs(self.folder, &format!("side-{side}"), wanted, self.runs, &mut endings)?;
        }
        let mut past = None;
        let (mut unsteady, mut tolerated) = (Vec::new(), 0);
        loop {
            let mut found = Runs::open(&files)?.find(past)?;
            let moments = std::mem::take(&mut found.moments);
            if moments.is_empty() {
                return Ok(Answer { difference: None, found, endings, unsteady, tolerated });
            }
            let mut contents = self.contents(&files, &moments, &[0, 1])?;
            for moment in moments {
                past = Some((moment.launches[0].number, moment.when));
                let verdict = self.verdict(&files, &moment, &mut contents)?;
                if !verdict.differing.is_empty() {
                    return Ok(Answer { difference: Some((moment, verdict)), found, endings, unsteady, tolerated });
                }
                if verdict.unsteady > 0 {
                    unsteady.push((moment, verdict.unsteady));
                } else {
                    tolerated += 1;
                }
            }
            if !found.is_partial {
                return Ok(Answer { difference: None, found, endings, unsteady, tolerated });
            }
        }
    }

    /// What the elements of a moment say. Where they differ, more runs have to agree: blocks that take places by an atomic operation
    /// may come in one order in the runs of one side, and in another order in those of the other side, by chance.
    fn verdict(
        &self,
        files: &[Vec<RunFile>; 2],
        moment: &Moment,
        contents: &mut Vec<(usize, Contents)>,
    ) -> Result<Verdict, Error> {
        let look = |contents: &[_]| Looked { contents, tolerance: self.tolerance, kind: self.kind }.verdict(moment);
        let mut verdict = look(contents);
        // A file says the same again.
        let programs: Vec<usize> = (0..2).filter(|&side| self.runs > 1 && self.sides[side].program().is_some()).collect();
        for _ in 0..CONFIRMATIONS {
            if programs.is_empty() || verdict.differing.is_empty() {
                break;
            }
            contents.extend(self.contents(files, std::slice::from_ref(moment), &programs)?);
            verdict = look(contents);
        }
        Ok(verdict)
    }

    /// The contents of the pages of moments on some sides, run by run, the first runs of the sides first.
    fn contents(&self, files: &[Vec<RunFile>; 2], moments: &[Moment], sides: &[usize]) -> Result<Vec<(usize, Contents)>, Error> {
        let candidates = || moments.iter().flat_map(|moment| &moment.candidates);
        let mut joins = false;
        for files in files {
            joins |= !Player::open(&files[0])?.device().starts_with("CPU");
        }
        let mut all = Vec::new();
        for &side in sides {
            let places: BTreeSet<_> = candidates().map(|candidate| place(candidate, side)).collect();
            let runs =
                self.sides[side].runs_with(self.folder, &format!("side-{side}"), &places, self.wanted.patience, self.runs)?;
            for (index, file) in runs.iter().enumerate() {
                all.push((index, side, contents::read(file, &places, joins)?));
            }
        }
        all.sort_by_key(|(index, side, _)| (*index, *side));
        Ok(all.into_iter().map(|(_, side, contents)| (side, contents)).collect())
    }
}

impl Answer {
    /// Whether the sides parted before any difference in memory.
    pub(crate) fn has_parted(&self) -> bool {
        self.difference.is_none() && self.found.parting.as_ref().is_some_and(|parting| !parting.is_within_side)
    }
}
