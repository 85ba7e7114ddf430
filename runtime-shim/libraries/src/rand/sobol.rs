//! Sobol's quasi-random sequences in the order of Gray's code, of 32 and of 64 bits, plain and scrambled.
//!
//! Direction numbers are Joe and Kuo's (2008) for up to 20,000 dimensions, which cuRAND and rocRAND have too. Scrambling is Matoušek's
//! (1998): a lower triangular matrix and a shift for each dimension, which words of Philox fill; cuRAND's and rocRAND's are others.

use super::engine::Engine;
use super::generator::Generate;
use super::{engine, philox, quantile};
use ::sobol::SobolParams;
use ::sobol::params::JoeKuoD6;
use std::sync::LazyLock;

/// Dimensions that there are, as in cuRAND.
pub(super) const DIMENSIONS: usize = 20_000;

/// A word of 32 or 64 bits.
pub(super) trait Word: Copy + Send + Sync + 'static + std::ops::BitXor<Output = Self> {
    const BITS: usize;
    /// The upper bits of 64.
    fn of(bits: u64) -> Self;
    /// As the upper bits of 64.
    fn wide(self) -> u64;
    /// Above zero and up to one.
    fn uniform_double(self) -> f64;
    /// Between zero and one, of which normal numbers are quantiles.
    fn probability(self) -> f64;
    /// Where the direction vectors of all dimensions are kept.
    fn vectors(scrambled: bool) -> &'static Vectors<Self>;
}

/// 2^-32 and 2^-53.
const STEP: f64 = 1.0 / 4_294_967_296.0;
const FINE: f64 = 1.0 / 9_007_199_254_740_992.0;

impl Word for u32 {
    const BITS: usize = 32;
    fn of(bits: u64) -> u32 {
        (bits >> 32) as u32
    }
    fn wide(self) -> u64 {
        u64::from(self) << 32
    }
    fn uniform_double(self) -> f64 {
        f64::from(self) * STEP + STEP
    }
    fn probability(self) -> f64 {
        f64::from(self) * STEP + STEP / 2.0
    }
    fn vectors(scrambled: bool) -> &'static Vectors<u32> {
        static PLAIN: LazyLock<Vectors<u32>> = LazyLock::new(|| Vectors::new(false));
        static SCRAMBLED: LazyLock<Vectors<u32>> = LazyLock::new(|| Vectors::new(true));
        if scrambled { &SCRAMBLED } else { &PLAIN }
    }
}

impl Word for u64 {
    const BITS: usize = 64;
    fn of(bits: u64) -> u64 {
        bits
    }
    fn wide(self) -> u64 {
        self
    }
    fn uniform_double(self) -> f64 {
        self.probability()
    }
    fn probability(self) -> f64 {
        (self >> 11) as f64 * FINE + FINE / 2.0
    }
    fn vectors(scrambled: bool) -> &'static Vectors<u64> {
        static PLAIN: LazyLock<Vectors<u64>> = LazyLock::new(|| Vectors::new(false));
        static SCRAMBLED: LazyLock<Vectors<u64>> = LazyLock::new(|| Vectors::new(true));
        if scrambled { &SCRAMBLED } else { &PLAIN }
    }
}

/// For each dimension a vector for each bit of a point's number, and what its points are shifted by.
pub(super) struct Vectors<W> {
    /// [`Word::BITS`] for each dimension.
    pub(super) all: Vec<W>,
    pub(super) shifts: Vec<W>,
}

impl<W: Word> Vectors<W> {
    fn new(scrambled: bool) -> Vectors<W> {
        let parameters = JoeKuoD6::extended();
        let mut made = Vectors { all: Vec::with_capacity(DIMENSIONS * W::BITS), shifts: Vec::with_capacity(DIMENSIONS) };
        for dimension in 0..DIMENSIONS {
            let vectors = directions::<W>(&parameters, dimension);
            let (vectors, shift) = if scrambled { scramble(vectors, dimension) } else { (vectors, 0) };
            made.all.extend(vectors.into_iter().map(W::of));
            made.shifts.push(W::of(shift));
        }
        made
    }

    fn of(&self, dimension: usize) -> &[W] {
        &self.all[dimension * W::BITS..(dimension + 1) * W::BITS]
    }
}

/// The direction vectors of a dimension as the upper bits of 64, by Bratley and Fox's recurrence (1988). The first dimension, which has
/// no polynomial, mirrors the bits of a number.
fn directions<W: Word>(parameters: &JoeKuoD6, dimension: usize) -> Vec<u64> {
    if dimension == 0 {
        return (0..W::BITS).map(|bit| 1 << (63 - bit)).collect();
    }
    let found = parameters.get_dim(dimension + 1);
    let degree = found.s();
    let mut vectors: Vec<u64> = (0..degree.min(W::BITS)).map(|bit| u64::from(found.m(bit)) << (63 - bit)).collect();
    for bit in degree..W::BITS {
        let whole = vectors[bit - degree];
        let inner = (1..degree).filter(|step| found.coefficient(degree - 1 - step) == 1);
        let vector = inner.fold(whole ^ (whole >> degree), |sum, step| sum ^ vectors[bit - step]);
        vectors.push(vector);
    }
    // Of a recurrence in words, no bits below the word's are kept.
    let mask = u64::MAX << (64 - W::BITS);
    vectors.iter().map(|vector| vector & mask).collect()
}

/// The vectors times a matrix with ones on the diagonal, and a shift.
fn scramble(vectors: Vec<u64>, dimension: usize) -> (Vec<u64>, u64) {
    /// Of no meaning: "SOBOL" in ASCII.
    const SEED: u64 = 0x53_4f42_4f4c;
    let mut words = philox::Lane::first(SEED ^ (dimension as u64) << 40);
    let mut word = || u64::from(words.word()) << 32 | u64::from(words.word());
    // Row i, counted from the uppermost bit, names bits of a vector down to bit i.
    let rows: Vec<u64> = (0..64).map(|i| (word() & (u64::MAX.checked_shl(64 - i).unwrap_or(0))) | 1 << (63 - i)).collect();
    let times = |vector: u64| (0..64).filter(|&i| (rows[i] & vector).count_ones() % 2 == 1).fold(0, |sum, i| sum | 1 << (63 - i));
    (vectors.into_iter().map(times).collect(), word())
}

/// Points one after the other: in each request all of the first dimension, then all of the next.
pub(super) struct Sobol<W: Word> {
    vectors: &'static Vectors<W>,
    dimensions: usize,
    /// The number of the next point.
    at: u64,
}

impl<W: Word> Sobol<W> {
    pub(super) fn new(scrambled: bool, dimensions: usize, offset: u64) -> Sobol<W> {
        Sobol { vectors: W::vectors(scrambled), dimensions, at: offset }
    }

    /// As many points as `to` has of each dimension.
    fn fill<T>(&mut self, to: &mut [T], make: impl Fn(W) -> T) {
        let points = to.len() / self.dimensions;
        if points == 0 {
            return;
        }
        for (dimension, to) in to.chunks_exact_mut(points).enumerate() {
            let vectors = self.vectors.of(dimension);
            let mut point = point(vectors, self.vectors.shifts[dimension], self.at);
            for (index, to) in (self.at..).zip(to) {
                *to = make(point);
                point = point ^ vectors[(index.trailing_ones() as usize).min(W::BITS - 1)];
            }
        }
        self.at += points as u64;
    }
}

/// The point of a number: the sum of the vectors that its Gray code names.
fn point<W: Word>(vectors: &[W], shift: W, index: u64) -> W {
    let gray = index ^ index >> 1;
    (0..W::BITS).filter(|bit| gray >> bit & 1 == 1).fold(shift, |sum, bit| sum ^ vectors[bit])
}

impl<W: Word> Generate for Sobol<W> {
    fn words(&mut self, to: &mut [u32]) {
        self.fill(to, |point| (point.wide() >> 32) as u32);
    }

    fn long_words(&mut self, to: &mut [u64]) {
        self.fill(to, W::wide);
    }

    fn uniform(&mut self, to: &mut [f32]) {
        self.fill(to, |point| engine::uniform((point.wide() >> 32) as u32));
    }

    fn uniform_double(&mut self, to: &mut [f64]) {
        self.fill(to, W::uniform_double);
    }

    fn normal(&mut self, to: &mut [f32]) {
        let single = |point: W| f64::from((point.probability()) as f32);
        self.fill(to, |point| quantile::normal(single(point).min(1.0 - FINE)) as f32);
    }

    fn normal_double(&mut self, to: &mut [f64]) {
        self.fill(to, |point| quantile::normal(point.probability()));
    }

    fn poisson(&mut self, to: &mut [u32], lambda: f64) {
        self.fill(to, |point| quantile::poisson(point.probability(), lambda));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rand::checksum::crc32;

    /// Sums over the vectors of all dimensions, of cuRAND 10.4's `curandGetDirectionVectors32` and `64`.
    #[test]
    fn direction_vectors_are_curands() {
        assert_eq!(crc32(u32::vectors(false).all.iter().flat_map(|word| word.to_le_bytes())), 0x23fa_cf0f);
        assert_eq!(crc32(u64::vectors(false).all.iter().flat_map(|word| word.to_le_bytes())), 0x61ad_0b8a);
    }

    /// The next points begin where the last request ended, and an offset is where a sequence begins.
    #[test]
    fn points_are_the_same_in_one_request_and_in_several() {
        let mut whole = vec![0; 3 * 40];
        Sobol::<u32>::new(false, 3, 0).words(&mut whole);
        let (mut first, mut rest) = (vec![0; 3 * 13], vec![0; 3 * 27]);
        let mut parts = Sobol::<u32>::new(false, 3, 0);
        parts.words(&mut first);
        parts.words(&mut rest);
        let mut moved = vec![0; 3 * 27];
        Sobol::<u32>::new(false, 3, 13).words(&mut moved);
        assert_eq!(rest, moved);
        for dimension in 0..3 {
            assert_eq!(whole[dimension * 40..][..13], first[dimension * 13..][..13]);
            assert_eq!(whole[dimension * 40 + 13..][..27], rest[dimension * 27..][..27]);
        }
    }

    /// What makes a sequence one of low discrepancy: of the first 2^k points, each interval of length 2^-k has one, in each dimension.
    #[test]
    fn scrambled_points_still_fill_each_interval_once() {
        for scrambled in [false, true] {
            for (dimension, points) in [(0, 256), (1, 256), (77, 256), (19_999, 64)] {
                let vectors = u64::vectors(scrambled);
                let of = |index: u64| point(vectors.of(dimension), vectors.shifts[dimension], index);
                let mut hit = vec![0; points];
                (0..points as u64).for_each(|index| hit[((of(index) >> 32) as usize * points) >> 32] += 1);
                assert!(hit.iter().all(|&hits| hits == 1), "{scrambled} {dimension}");
            }
        }
        assert_ne!(u32::vectors(true).of(5), u32::vectors(false).of(5));
        assert_ne!(u32::vectors(true).shifts[5], u32::vectors(true).shifts[6]);
    }
}
