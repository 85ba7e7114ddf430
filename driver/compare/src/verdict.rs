//! Looks at the elements of pages that differ: which of them lie apart beyond the tolerance, and which are not the same in every run.

use crate::contents::{Contents, Page};
use crate::differ::{Candidate, Moment};
use crate::element::{Tolerance, Type, guess};
use crate::signature;
use hipify_record::{Born, Key, Launch, PAGE, Place};
use std::collections::BTreeMap;

/// An element that differs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Element {
    /// Its number in the allocation, from 0.
    pub(crate) index: u64,
    /// Its value on each side.
    pub(crate) values: [String; 2],
    pub(crate) distance: f64,
}

/// How the type of elements is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Asked,
    /// By the kernel's parameter, from 1, of this type.
    Parameter(usize, String),
    Guessed,
}

/// An allocation with elements that differ.
#[derive(Clone, Debug)]
pub(crate) struct Differing {
    pub(crate) key: Key,
    pub(crate) born: [Born; 2],
    pub(crate) kind: Type,
    pub(crate) known: Known,
    /// The first and the worst; none where a record does not hold the contents.
    pub(crate) ends: Option<[Element; 2]>,
    pub(crate) count: u64,
    /// Pages whose contents a record does not hold.
    pub(crate) missing: usize,
}

/// What the elements of one moment say.
#[derive(Default)]
pub(crate) struct Verdict {
    pub(crate) differing: Vec<Differing>,
    /// Elements that are not the same in two runs of one side.
    pub(crate) unsteady: u64,
}

/// Contents by run, the first of either side before all others, and the side of each.
pub(crate) struct Looked<'a> {
    pub(crate) contents: &'a [(usize, Contents)],
    pub(crate) tolerance: Tolerance,
    pub(crate) kind: Option<Type>,
}

impl Looked<'_> {
    pub(crate) fn verdict(&self, moment: &Moment) -> Verdict {
        let mut by_key: BTreeMap<Key, Vec<&Candidate>> = BTreeMap::new();
        for candidate in &moment.candidates {
            by_key.entry(candidate.key).or_default().push(candidate);
        }
        let mut verdict = Verdict::default();
        for (key, candidates) in by_key {
            let Some(born) = moment.born.get(&key) else { continue };
            let (differing, unsteady) = self.allocation(moment, key, born, &candidates);
            verdict.unsteady += unsteady;
            verdict.differing.extend(differing);
        }
        // What has contents comes first, then what has more elements that differ.
        verdict.differing.sort_by_key(|one| (one.ends.is_none(), std::cmp::Reverse(one.count)));
        verdict
    }

    fn pages(&self, candidate: &Candidate) -> Option<Vec<(usize, &Page)>> {
        let found: Vec<_> =
            self.contents.iter().filter_map(|(side, contents)| Some((*side, contents.get(&place(candidate, *side))?))).collect();
        (found.iter().any(|(side, _)| *side == 0) && found.iter().any(|(side, _)| *side == 1)).then_some(found)
    }

    fn allocation(&self, moment: &Moment, key: Key, born: &[Born; 2], candidates: &[&Candidate]) -> (Option<Differing>, u64) {
        let pages: Vec<_> = candidates.iter().map(|candidate| (candidate, self.pages(candidate))).collect();
        let missing = pages.iter().filter(|(_, pages)| pages.is_none()).count();
        let all: Vec<&[u8]> =
            pages.iter().filter_map(|(_, pages)| pages.as_ref()).flatten().map(|(_, page)| page.bytes.as_slice()).collect();
        let (kind, known) = self.kind_of(moment, born, candidates[0].page, &all);
        let (mut count, mut unsteady) = (0, 0);
        let mut ends: Option<[Element; 2]> = None;
        for (candidate, pages) in &pages {
            let Some(pages) = pages else { continue };
            let first = |side: usize| pages.iter().find(|(of, _)| *of == side).map(|(_, page)| *page).expect("each side has one");
            let (one, other) = (first(0), first(1));
            let length = one.bytes.len().min(other.bytes.len());
            for at in (0..length / kind.size() * kind.size()).step_by(kind.size()) {
                let Some(distance) = self.distance(kind, one, other, at) else { continue };
                let is_steady = pages.iter().all(|(side, page)| self.distance(kind, first(*side), page, at).is_none());
                if !is_steady {
                    unsteady += 1;
                    continue;
                }
                count += 1;
                let index = (u64::from(candidate.page) * PAGE as u64 + at as u64) / kind.size() as u64;
                let text = |page: &Page| kind.text(&page.bytes[at..at + kind.size()]);
                let element = Element { index, values: [text(one), text(other)], distance };
                match &mut ends {
                    None => ends = Some([element.clone(), element]),
                    Some([_, worst]) if distance > worst.distance => *worst = element,
                    Some(_) => {}
                }
            }
        }
        // Where most of what differs is not the same in two runs of one side, the rest is so by chance.
        let is_chance = unsteady > 0 && count <= unsteady;
        if is_chance {
            return (None, unsteady + count);
        }
        let is_different = count > 0 || missing > 0;
        let differing = Differing { key, born: born.clone(), kind, known, ends, count, missing };
        (is_different.then_some(differing), unsteady)
    }

    /// How far elements of two pages lie apart; none where they are equal, or the same place in an allocation.
    fn distance(&self, kind: Type, one: &Page, other: &Page, at: usize) -> Option<f64> {
        let whole = at / 8 * 8;
        let word = |page: &Page| page.relative.get(whole..whole + 8).map(<[u8]>::to_vec);
        if at + kind.size() > other.bytes.len() || word(one).is_some() && word(one) == word(other) {
            return None;
        }
        self.tolerance.distance(kind, &one.bytes[at..at + kind.size()], &other.bytes[at..at + kind.size()])
    }

    /// The type of an allocation's elements at a page.
    fn kind_of(&self, moment: &Moment, born: &[Born; 2], page: u32, pages: &[&[u8]]) -> (Type, Known) {
        if let Some(kind) = self.kind {
            return (kind, Known::Asked);
        }
        let of_side = |side: usize| parameter(&moment.launches[side], &born[side], u64::from(page) * PAGE as u64);
        match of_side(0).or_else(|| of_side(1)) {
            Some((index, name)) => match Type::of_pointer(&name) {
                Some(kind) => (kind, Known::Parameter(index + 1, name)),
                None => (guess(pages), Known::Guessed),
            },
            None => (guess(pages), Known::Guessed),
        }
    }
}

/// Where the contents of a page are on a side.
pub(crate) fn place(candidate: &Candidate, side: usize) -> Place {
    Place { launch: candidate.launches[side], when: candidate.when, key: candidate.key, page: candidate.page }
}

/// The kernel's parameter that leads to the end of a page or before, the nearest one, and its type.
fn parameter(launch: &Launch, born: &Born, offset: u64) -> Option<(usize, String)> {
    let types = signature::parameters(&launch.kernel)?;
    let end = offset + PAGE as u64;
    let pointers = launch.arguments.iter().enumerate().filter_map(|(index, bytes)| {
        let address = u64::from_le_bytes(bytes.as_slice().try_into().ok()?);
        let inside = address.checked_sub(born.address).filter(|&inside| inside < born.size.min(end))?;
        types.get(index).filter(|name| name.contains('*')).map(|name| (inside, index, name.clone()))
    });
    pointers.max_by_key(|(inside, index, _)| (*inside, std::cmp::Reverse(*index))).map(|(_, index, name)| (index, name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hipify_record::{MemoryKind, When};

    const KEY: Key = Key { kind: MemoryKind::Device, ordinal: 0 };

    fn moment() -> Moment {
        let born = Born { handle: 0, key: KEY, size: 16, address: 0x1000, name: String::new(), calls: String::new() };
        let arguments = vec![0x1000u64.to_le_bytes().to_vec()];
        let launch = Launch { number: 3, kernel: "_Z1kPf".into(), arguments, ..Launch::default() };
        let candidate = Candidate { launches: [3, 3], when: When::After, key: KEY, page: 0 };
        Moment {
            when: When::After,
            launches: [launch.clone(), launch],
            differed_before: 0,
            since: 1,
            candidates: vec![candidate],
            born: [(KEY, [born.clone(), born])].into(),
        }
    }

    fn contents(side: usize, values: [f32; 4]) -> (usize, Contents) {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let place = Place { launch: 3, when: When::After, key: KEY, page: 0 };
        (side, [(place, Page { relative: bytes.clone(), bytes })].into())
    }

    fn verdict(contents: &[(usize, Contents)]) -> Verdict {
        Looked { contents, tolerance: Tolerance::default(), kind: None }.verdict(&moment())
    }

    #[test]
    fn the_first_and_the_worst_element_are_named_with_the_parameter() {
        let verdict = verdict(&[contents(0, [1.0, 2.0, 3.0, 4.0]), contents(1, [1.0, 2.5, 3.0, 9.0])]);
        let [one] = verdict.differing.as_slice() else { panic!() };
        assert_eq!((one.kind, &one.known, one.count), (Type::F32, &Known::Parameter(1, "float*".into()), 2));
        let [first, worst] = one.ends.as_ref().unwrap();
        assert_eq!((first.index, worst.index, worst.distance), (1, 3, 5.0));
        assert_eq!(worst.values, ["4.0", "9.0"]);
    }

    #[test]
    fn what_differs_within_the_tolerance_is_equal() {
        assert!(verdict(&[contents(0, [1.0, 2.0, 3.0, 4.0]), contents(1, [1.0, 2.000_001, 3.0, 4.0])]).differing.is_empty());
    }

    #[test]
    fn what_runs_of_one_side_do_not_agree_on_is_set_apart() {
        let sides = [
            contents(0, [1.0, 2.0, 3.0, 4.0]),
            contents(1, [1.0, 7.0, 3.0, 5.0]),
            contents(0, [1.0, 9.0, 3.0, 4.0]),
            contents(1, [1.0, 7.0, 3.0, 5.0]),
        ];
        let by_chance = verdict(&sides);
        assert_eq!((by_chance.unsteady, by_chance.differing.len()), (2, 0));
        let sides = [
            contents(0, [1.0, 2.0, 3.0, 4.0]),
            contents(1, [8.0, 7.0, 3.0, 5.0]),
            contents(0, [1.0, 9.0, 3.0, 4.0]),
            contents(1, [8.0, 7.0, 3.0, 5.0]),
        ];
        let verdict = verdict(&sides);
        assert_eq!((verdict.unsteady, verdict.differing[0].count), (1, 2));
        assert_eq!(verdict.differing[0].ends.as_ref().unwrap()[0].index, 0);
    }

    #[test]
    fn pages_that_a_record_does_not_hold_count_as_different() {
        let verdict = verdict(&[contents(0, [1.0; 4]), (1, Contents::new())]);
        assert_eq!((verdict.differing[0].missing, verdict.differing[0].count), (1, 0));
    }
}
