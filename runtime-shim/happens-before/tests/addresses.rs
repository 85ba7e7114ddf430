//! Which addresses meet, against trying all numbers.

use hipify_happens_before::{Sum, Term, may_meet, most};

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, end: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as i64
    }
}

fn tried(apart: i64, first: i64, second: i64, terms: &[Term], differs: bool, wide: i64) -> bool {
    let Some((term, rest)) = terms.split_first() else {
        return differs && apart < second && -apart < first;
    };
    let (low, high) = term.range.unwrap_or((-wide, wide));
    (low..=high).any(|number| {
        tried(apart + term.bytes * number, first, second, rest, differs || (term.tells_threads && number != 0), wide)
    })
}

#[test]
fn what_is_found_is_what_trying_all_numbers_finds() {
    let mut random = Random(1);
    let mut met = 0;
    for _ in 0..20_000 {
        let terms: Vec<Term> = (0..1 + random.below(3))
            .map(|_| {
                let low = random.below(5) - 3;
                let range = Some((low, low + random.below(4)));
                Term { bytes: random.below(41) - 20, range, tells_threads: random.below(3) != 0 }
            })
            .collect();
        let (apart, first, second) = (random.below(61) - 30, 1 + random.below(8), 1 + random.below(8));
        let are_two = random.below(4) == 0;
        let expected = tried(apart, first, second, &terms, are_two, 0);
        // A term of no bytes counts as not 0 where it can be.
        assert_eq!(may_meet(apart, first as u64, second as u64, &terms, are_two), expected, "{apart} {first} {second} {terms:?}");
        met += i32::from(expected);
    }
    assert!((2_000..18_000).contains(&met), "{met}");
}

#[test]
fn numbers_without_bounds_are_all_numbers() {
    let mut random = Random(2);
    let mut met = 0;
    for _ in 0..5_000 {
        let thread = Term { bytes: 1 + random.below(6), range: Some((-3, 3)), tells_threads: true };
        let round = Term { bytes: random.below(61) - 30, range: None, tells_threads: false };
        let (apart, size) = (random.below(21) - 10, 1 + random.below(4));
        let expected = tried(apart, size, size, &[thread, round], false, 100);
        assert_eq!(
            may_meet(apart, size as u64, size as u64, &[thread, round], false),
            expected,
            "{apart} {size} {thread:?} {round:?}"
        );
        met += i32::from(expected);
    }
    assert!((500..4_500).contains(&met), "{met}");
}

#[test]
fn rows_of_an_array_are_apart() {
    let thread = |bytes, count: i64| Term { bytes, range: Some((1 - count, count - 1)), tells_threads: true };
    // out[y * n + x] of blocks of 32 by 8, for n as wide as the grid and one less.
    let terms = |n: i64| [thread(4, 32), thread(4 * n, 8), thread(128, 64), thread(32 * n, 256)];
    assert!(!may_meet(0, 4, 4, &terms(2048), false));
    assert!(may_meet(0, 4, 4, &terms(2047), false));
    // A loop over the grid's size is as good as a loop without an end.
    let round = |bytes| Term { bytes, range: None, tells_threads: false };
    assert!(!may_meet(0, 4, 4, &[thread(4, 256), thread(1024, 100), round(102_400)], false));
    assert!(may_meet(0, 4, 4, &[thread(4, 256), thread(1024, 100), round(51_200)], false));
}

fn line(constant: i128, terms: &[(u32, i128)]) -> Sum {
    let mut line = Sum { constant, ..Sum::default() };
    terms.iter().for_each(|&(variable, times)| line.add(variable, times));
    line
}

#[test]
fn no_number_within_limits_is_greater_than_the_most() {
    let mut random = Random(3);
    let (mut exact, mut all) = (0, 0);
    for _ in 0..20_000 {
        let ends: Vec<(i128, i128)> = (0..3)
            .map(|_| {
                let low = i128::from(random.below(7) - 3);
                (low, low + i128::from(random.below(5)))
            })
            .collect();
        let mut some = || {
            let terms: Vec<(u32, i128)> = (0..3).map(|variable| (variable, i128::from(random.below(7) - 3))).collect();
            line(i128::from(random.below(11) - 5), &terms)
        };
        let (whole, limits) = (some(), [some(), some()]);
        let of = |line: &Sum, at: &[i128; 3]| {
            line.terms.iter().fold(line.constant, |sum, (&one, times)| sum + times * at[one as usize])
        };
        let mut greatest = None;
        for x in ends[0].0..=ends[0].1 {
            for y in ends[1].0..=ends[1].1 {
                for z in ends[2].0..=ends[2].1 {
                    let at = [x, y, z];
                    if limits.iter().all(|limit| of(limit, &at) >= 0) {
                        greatest = greatest.max(Some(of(&whole, &at)));
                    }
                }
            }
        }
        let bound =
            most(&whole, &limits, &|variable| (Some(ends[variable as usize].0), Some(ends[variable as usize].1))).unwrap();
        if let Some(greatest) = greatest {
            assert!(bound >= greatest, "{whole:?} {limits:?} {ends:?}: {bound} < {greatest}");
            all += 1;
            exact += i32::from(bound == greatest);
        }
    }
    assert!(exact * 2 > all, "{exact} of {all}");
}

#[test]
fn guards_bound_what_threads_touch() {
    // Threads 0 and 1 along two axes, 2 a round of a loop.
    let range = |variable| (Some(0), if variable == 2 { None } else { Some(2047) });
    // in[(y + 1) * n + x + 1] where y < n - 1 and x < n - 1, of an array of 2000 * 2000.
    let inner = [line(1998, &[(0, -1)]), line(1998, &[(1, -1)])];
    assert_eq!(most(&line(2001, &[(0, 1), (1, 2000)]), &inner, &range), Some(2000 * 2000 - 1));
    // in[i] where i = thread + round * 2048 < 5000.
    assert_eq!(most(&line(0, &[(0, 1), (2, 2048)]), &[line(4999, &[(0, -1), (2, -2048)])], &range), Some(4999));
    assert_eq!(most(&line(0, &[(0, 1), (2, 2048)]), &[], &range), None);
}
