//! Which addresses meet, against trying all numbers.

use hipify_happens_before::{Term, may_meet};

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
