//! Whether two threads can touch the same bytes, where addresses are sums of numbers that differ from thread to thread.

use std::collections::BTreeMap;

/// What two accesses' addresses differ by, in part: so many bytes for each unit of a number that lies in a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Bytes for each unit.
    pub bytes: i64,
    /// The least and the most of the number, nothing where any number may be.
    pub range: Option<(i64, i64)>,
    /// Whether the accesses are of two threads where the number is not 0.
    pub tells_threads: bool,
}

/// Numbers that are tried before [`may_meet`] gives up.
const MOST_TRIED: u32 = 4096;

/// Whether accesses of `first` and of `second` bytes by two threads may have a byte in common: the address of the first is that of the
/// second, `apart` bytes on, with all terms added. `are_two`: the threads are two whatever the terms' numbers.
///
/// The question is one of an integer solution within bounds, as that of array subscripts is (Banerjee, "Dependence Analysis for
/// Supercomputing", 1988). Terms are tried from the largest on, each with those numbers that the rest can still make up for, which are
/// one or two where terms are the digits of a place in an array. "May" where there is too much to try.
#[must_use]
pub fn may_meet(apart: i64, first: u64, second: u64, terms: &[Term], are_two: bool) -> bool {
    let mut unbounded = 0u64;
    let mut sorted = Vec::with_capacity(terms.len() + 1);
    let mut differs = are_two;
    for term in terms {
        match term.range {
            _ if term.bytes == 0 => differs |= term.tells_threads && term.range != Some((0, 0)),
            // Numbers without bounds make up all multiples of what their bytes have in common.
            None => {
                differs |= term.tells_threads;
                unbounded = common(unbounded, term.bytes.unsigned_abs());
            }
            Some(range) => sorted.push((i128::from(term.bytes), range, term.tells_threads)),
        }
    }
    sorted.sort_by_key(|(bytes, ..)| std::cmp::Reverse(bytes.unsigned_abs()));
    let rest = |terms: &[(i128, (i64, i64), bool)]| {
        terms.iter().fold((0i128, 0i128), |(least, most), (bytes, (low, high), _)| {
            let (a, b) = (bytes * i128::from(*low), bytes * i128::from(*high));
            (least + a.min(b), most + a.max(b))
        })
    };
    let rests = (0..sorted.len()).map(|at| rest(&sorted[at + 1..])).collect();
    let window = (1 - i128::from(first), i128::from(second) - 1);
    let mut search = Search { terms: &sorted, rests, window, left: MOST_TRIED };
    if unbounded == 0 {
        return search.meets(0, i128::from(apart), differs);
    }
    let unbounded = i128::from(unbounded);
    let (least, most) = rest(&sorted);
    let low = (window.0 - i128::from(apart) - most).div_euclid(unbounded);
    let high = (window.1 - i128::from(apart) - least).div_euclid(unbounded) + 1;
    high - low > i128::from(MOST_TRIED)
        || (low..=high).any(|number| search.meets(0, i128::from(apart) + number * unbounded, differs))
}

fn common(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common(b, a % b) }
}

struct Search<'a> {
    terms: &'a [(i128, (i64, i64), bool)],
    /// For each term the least and the most that those after it add.
    rests: Vec<(i128, i128)>,
    window: (i128, i128),
    left: u32,
}

impl Search<'_> {
    fn meets(&mut self, at: usize, sum: i128, differs: bool) -> bool {
        let Some(&(bytes, (low, high), tells_threads)) = self.terms.get(at) else {
            return differs && (self.window.0..=self.window.1).contains(&sum);
        };
        let (least, most) = self.rests[at];
        let (from, to) = (self.window.0 - sum - most, self.window.1 - sum - least);
        let (from, to) = if bytes > 0 { (from, to) } else { (-to, -from) };
        let bytes_up = bytes.abs();
        let first = from.div_euclid(bytes_up) + i128::from(from.rem_euclid(bytes_up) != 0);
        let last = to.div_euclid(bytes_up);
        for number in first.max(i128::from(low))..=last.min(i128::from(high)) {
            if self.left == 0 {
                return true;
            }
            self.left -= 1;
            if self.meets(at + 1, sum + bytes * number, differs || (tells_threads && number != 0)) {
                return true;
            }
        }
        false
    }
}

/// A number that is a constant and variables, each so many times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// What is left where all variables are 0.
    pub constant: i128,
    /// For each variable of the line how often it counts; never 0.
    pub terms: BTreeMap<u32, i128>,
}

/// Numbers are kept below this, so that sums and products of two are numbers.
const LARGEST: u128 = 1 << 60;

impl Sum {
    /// Adds a variable, so many times.
    pub fn add(&mut self, variable: u32, times: i128) {
        let sum = self.terms.entry(variable).or_insert(0);
        *sum += times;
        if *sum == 0 {
            self.terms.remove(&variable);
        }
    }

    /// The sum of a line and another, each so many times; nothing where its numbers are too large.
    #[must_use]
    pub fn plus(&self, times: i128, other: &Sum, other_times: i128) -> Option<Sum> {
        let small = |number: i128| Some(number).filter(|number| number.unsigned_abs() < LARGEST);
        let product = |number: i128, by: i128| small(number)?.checked_mul(small(by)?);
        let mut sum = Sum::default();
        for (line, by) in [(self, times), (other, other_times)] {
            sum.constant = sum.constant.checked_add(product(line.constant, by)?)?;
            for (&variable, &number) in &line.terms {
                sum.add(variable, product(number, by)?);
            }
        }
        Some(sum)
    }

    /// The greatest that it can be within its variables' ranges, and how many of these let it be anything.
    fn within(&self, range: &Ranges) -> (usize, i128) {
        self.terms.iter().fold((0, self.constant), |(open, sum), (&variable, &times)| {
            let (low, high) = range(variable);
            match if times > 0 { high } else { low } {
                Some(end) => (open, sum.saturating_add(end.saturating_mul(times))),
                None => (open + 1, sum),
            }
        })
    }
}

/// For each variable the least and the most that it can be; nothing where there is no bound.
pub type Ranges<'a> = dyn Fn(u32) -> (Option<i128>, Option<i128>) + 'a;

/// A number that a line is not greater than where none of `limits` is negative: not always the least such number; nothing where none is found.
///
/// Each limit, multiplied by a number that is not negative, may be added to the line without making it less, and the greatest that the sum
/// can be within the ranges is an answer: a solution of the dual of the linear program (Dantzig, "Linear Programming and Extensions", 1963).
/// Limits are added as long as an answer gets better, each so often that one of the variables goes.
#[must_use]
pub fn most(line: &Sum, limits: &[Sum], range: &Ranges) -> Option<i128> {
    const MOST_ADDED: u32 = 8;
    let (mut best, mut scale) = (line.clone(), 1i128);
    let (mut open, mut bound) = best.within(range);
    for _ in 0..MOST_ADDED {
        let mut better = None;
        for limit in limits {
            for (variable, &times) in &limit.terms {
                let Some(&have) = best.terms.get(variable).filter(|&&have| (have < 0) != (times < 0)) else { continue };
                let common: i128 = common(times.unsigned_abs() as u64, have.unsigned_abs() as u64).max(1).into();
                let (by, limit_by): (i128, i128) = (times.abs() / common, have.abs() / common);
                let Some((sum, scale)) = best.plus(by, limit, limit_by).zip(scale.checked_mul(by)) else { continue };
                let (still_open, most) = sum.within(range);
                let new = (still_open, most.div_euclid(scale));
                if scale.unsigned_abs() < LARGEST && new < (open, bound) {
                    (open, bound) = new;
                    better = Some((sum, scale));
                }
            }
        }
        let Some(found) = better else { break };
        (best, scale) = found;
    }
    (open == 0).then_some(bound)
}
