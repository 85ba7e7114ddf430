//! Goes through the runs of two sides launch by launch, side by side, and finds the pages whose digests differ.
//!
//! A side may have two runs: where these differ from each other, a page is unsteady, and says nothing until its elements are looked at.

use crate::player::{Player, RunFile};
use crate::signature;
use hipify_error::Error;
use hipify_record::reader::{Change, Step};
use hipify_record::{Born, Key, Launch, When};
use std::collections::{BTreeMap, BTreeSet};

/// A page that differs between the sides at one end of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Candidate {
    /// The launch's number on each side; calls of libraries may count on one side alone.
    pub(crate) launches: [u64; 2],
    pub(crate) when: When,
    pub(crate) key: Key,
    pub(crate) page: u32,
}

/// An end of a launch at which pages differ that did not before, or in another way.
pub(crate) struct Moment {
    pub(crate) when: When,
    /// The launch on each side.
    pub(crate) launches: [Launch; 2],
    /// Pages that differed already when the launch began.
    pub(crate) differed_before: usize,
    /// Launches since the last digests, this one included.
    pub(crate) since: u64,
    pub(crate) candidates: Vec<Candidate>,
    /// The allocations of the pages, on each side.
    pub(crate) born: BTreeMap<Key, [Born; 2]>,
}

/// Pages that runs of one side do not agree on, by launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unsteady {
    pub(crate) launch: Launch,
    pub(crate) pages: usize,
}

/// The sides launch different kernels.
pub(crate) struct Parting {
    /// The launch of each side; none where it has ended.
    pub(crate) launches: [Option<Launch>; 2],
    /// Two runs of one side part.
    pub(crate) is_within_side: bool,
}

/// What a pass over the runs has found.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) moments: Vec<Moment>,
    pub(crate) unsteady: Vec<Unsteady>,
    pub(crate) parting: Option<Parting>,
    /// Launches that were compared, of all of the first side.
    pub(crate) compared: u64,
    pub(crate) launches: u64,
    /// Launches without digests, and why.
    pub(crate) skipped: Vec<(Launch, String)>,
    /// Launches whose grid or block differs, of the first few.
    pub(crate) extents: Vec<[Launch; 2]>,
    /// Allocations that have other sizes on the other side.
    pub(crate) sizes: BTreeMap<Key, [u64; 2]>,
    /// The pass ended before the runs, having found as many pages as it may.
    pub(crate) is_partial: bool,
}

/// Pages that one pass finds at most: their contents are fetched at once.
const MOST: usize = 8192;

/// The runs, and which side each is of: the first two are of either side.
pub(crate) struct Runs {
    players: Vec<Player>,
    sides: Vec<usize>,
}

impl Runs {
    /// # Errors
    /// Where a record cannot be read.
    pub(crate) fn open(files: &[Vec<RunFile>; 2]) -> Result<Runs, Error> {
        let mut runs = Runs { players: Vec::new(), sides: Vec::new() };
        for run in 0..files[0].len().max(files[1].len()) {
            for (side, files) in files.iter().enumerate() {
                if let Some(file) = files.get(run) {
                    runs.players.push(Player::open(file)?);
                    runs.sides.push(side);
                }
            }
        }
        // What an NVIDIA GPU's libraries do is not recorded; launches of kernels stay.
        let is_cpu = |player: &Player| player.device().starts_with("CPU");
        if !runs.players.iter().all(is_cpu) {
            runs.players.iter_mut().for_each(Player::join_libraries);
        }
        Ok(runs)
    }

    /// Finds pages that differ, from after `past`: a launch's number on the first side, and which end of it.
    ///
    /// # Errors
    /// Where a record is damaged.
    pub(crate) fn find(mut self, past: Option<(u64, When)>) -> Result<Found, Error> {
        let mut found = Found::default();
        let mut differing = BTreeSet::new();
        let mut since = 0;
        loop {
            let steps = self.players.iter_mut().map(Player::step).collect::<Result<Vec<_>, _>>()?;
            found.parting = self.parting(&steps);
            let Some(steps) = steps.into_iter().collect::<Option<Vec<Step>>>().filter(|_| found.parting.is_none()) else { break };
            found.launches += 1;
            since += 1;
            let launches = [&steps[0], &steps[1]].map(|step| step.launch.clone());
            if (launches[0].grid, launches[0].block) != (launches[1].grid, launches[1].block) {
                found.extents.push(launches.clone());
            }
            self.note_sizes(&steps, &mut found);
            if let Some(why) = steps.iter().find_map(|step| step.skipped.clone()) {
                found.skipped.push((launches[0].clone(), why));
            }
            for when in [When::Before, When::After] {
                let changes: Vec<&[Change]> = steps.iter().map(|step| changes(step, when)).collect();
                let has_digests = steps.iter().all(|step| changes_of(step, when).is_some());
                let differed_before = differing.len();
                let (mut candidates, unsteady) = self.compare(&changes, &launches, when, &mut differing);
                found.compared += u64::from(has_digests && when == When::After);
                if unsteady > 0 {
                    found.unsteady.push(Unsteady { launch: launches[0].clone(), pages: unsteady });
                }
                candidates.retain(|_| past.is_none_or(|past| (launches[0].number, when) > past));
                if !candidates.is_empty() {
                    let launches = launches.clone();
                    let born = self.born(&candidates);
                    found.moments.push(Moment { when, launches, differed_before, since, candidates, born });
                }
                if has_digests {
                    since = 0;
                }
            }
            if found.moments.iter().map(|moment| moment.candidates.len()).sum::<usize>() >= MOST {
                found.is_partial = true;
                break;
            }
        }
        Ok(found)
    }

    fn parting(&self, steps: &[Option<Step>]) -> Option<Parting> {
        let differ = |one: &Option<Step>, other: &Option<Step>| match (one, other) {
            (Some(one), Some(other)) => !signature::is_same(&one.launch.kernel, &other.launch.kernel),
            (None, None) => false,
            _ => true,
        };
        let launch = |run: usize| steps[run].as_ref().map(|step| step.launch.clone());
        if differ(&steps[0], &steps[1]) {
            return Some(Parting { launches: [launch(0), launch(1)], is_within_side: false });
        }
        let run = (2..steps.len()).find(|&run| differ(&steps[self.sides[run]], &steps[run]))?;
        Some(Parting { launches: [launch(self.sides[run]), launch(run)], is_within_side: true })
    }

    fn note_sizes(&self, steps: &[Step], found: &mut Found) {
        for born in steps.iter().flat_map(|step| &step.born) {
            let sizes = [0, 1].map(|side: usize| self.players[side].alive.get(&born.key).map(|alive| alive.born.size));
            if let [Some(one), Some(other)] = sizes
                && one != other
            {
                found.sizes.insert(born.key, [one, other]);
            }
        }
    }

    fn born(&self, candidates: &[Candidate]) -> BTreeMap<Key, [Born; 2]> {
        let born = |side: usize, key: &Key| self.players[side].alive.get(key).map(|alive| alive.born.clone());
        let both = candidates.iter().filter_map(|one| Some((one.key, [born(0, &one.key)?, born(1, &one.key)?])));
        both.collect()
    }

    /// Takes changes over and gives the pages among them that differ between the sides, and how many others differ between runs of a side.
    fn compare(
        &mut self,
        changes: &[&[Change]],
        launches: &[Launch; 2],
        when: When,
        differing: &mut BTreeSet<(Key, u32)>,
    ) -> (Vec<Candidate>, usize) {
        self.players.iter_mut().zip(changes).for_each(|(player, changes)| player.apply(changes));
        let places: BTreeSet<(Key, u32)> =
            changes.iter().flat_map(|changes| changes.iter().map(|one| (one.key, one.page))).collect();
        let (mut candidates, mut unsteady) = (Vec::new(), 0);
        for (key, page) in places {
            let digests: Vec<Option<u64>> =
                self.players.iter().map(|player| player.alive.get(&key).and_then(|alive| alive.digest(page))).collect();
            let (Some(one), Some(other)) = (digests[0], digests[1]) else { continue };
            let is_unsteady = digests.iter().zip(&self.sides).any(|(digest, &side)| *digest != digests[side]);
            if one == other {
                differing.remove(&(key, page));
                unsteady += usize::from(is_unsteady);
                continue;
            }
            differing.insert((key, page));
            candidates.push(Candidate { launches: [launches[0].number, launches[1].number], when, key, page });
        }
        (candidates, unsteady)
    }
}

fn changes_of(step: &Step, when: When) -> Option<&Vec<Change>> {
    match when {
        When::Before => step.before.as_ref(),
        When::After => step.after.as_ref(),
    }
}

fn changes(step: &Step, when: When) -> &[Change] {
    changes_of(step, when).map_or(&[], Vec::as_slice)
}
