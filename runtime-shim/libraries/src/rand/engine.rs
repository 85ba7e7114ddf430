//! What a method of making random numbers is: many sequences beside each other, its lanes, and how words become other numbers.

use std::f32::consts::TAU as TAU_32;
use std::f64::consts::TAU;

/// 2^-32 and its half: words become numbers above zero and up to one, as cuRAND has it.
const STEP: f64 = 1.0 / 4_294_967_296.0;
/// 2^-53.
const FINE: f64 = 1.0 / 9_007_199_254_740_992.0;

/// One sequence of a method.
pub(super) trait Engine: Clone + Send {
    /// Sequences that a generator takes in turn, as cuRAND does (measured with cuRAND 10.4 on an H200).
    const LANES: usize;
    /// Words and single numbers that are taken of a sequence before the next one's turn.
    const TOGETHER: usize = 1;
    /// The same for numbers of double precision.
    const DOUBLES: usize = 1;
    /// The same for normal numbers of both precisions.
    const NORMALS: usize = 2;

    /// The first sequence of a seed.
    fn first(seed: u64) -> Self;
    /// From one sequence's beginning to that of the next.
    fn next_lane(&mut self);
    /// Leaves words out.
    fn skip(&mut self, words: u64);
    fn word(&mut self) -> u32;

    fn uniform(&mut self) -> f32 {
        uniform(self.word())
    }

    fn uniform_double(&mut self) -> f64 {
        let low = u64::from(self.word());
        let bits = low ^ u64::from(self.word()) << 21;
        bits as f64 * FINE + FINE / 2.0
    }

    /// Two normal numbers, by Box and Muller's transform.
    fn normal(&mut self) -> [f32; 2] {
        let (length, turn) = (self.uniform(), self.uniform());
        let (sine, cosine) = (turn * TAU_32).sin_cos();
        let radius = (-2.0 * length.ln()).sqrt();
        [sine * radius, cosine * radius]
    }

    fn normal_double(&mut self) -> [f64; 2] {
        let (length, turn) = (self.uniform_double(), self.uniform_double());
        let (sine, cosine) = (turn * TAU).sin_cos();
        let radius = (-2.0 * length.ln()).sqrt();
        [sine * radius, cosine * radius]
    }

    /// A Poisson number: by multiplication where lambda is small, else by Hörmann's transformed rejection (PTRS, 1993). cuRAND's
    /// algorithm is another: the distribution is the same, the numbers are not.
    fn poisson(&mut self, lambda: f64) -> u32 {
        if lambda < 30.0 {
            let (limit, mut product, mut count) = ((-lambda).exp(), 1.0, 0);
            loop {
                product *= self.uniform_double();
                if product <= limit {
                    return count;
                }
                count += 1;
            }
        }
        let root = lambda.sqrt();
        let b = 0.931 + 2.53 * root;
        let a = -0.059 + 0.02483 * b;
        let inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
        let fast = 0.9277 - 3.6224 / (b - 2.0);
        loop {
            let u = self.uniform_double() - 0.5;
            let v = self.uniform_double();
            let us = 0.5 - u.abs();
            let k = ((2.0 * a / us + b) * u + lambda + 0.43).floor();
            if us >= 0.07 && v <= fast {
                return k as u32;
            }
            if k < 0.0 || us < 0.013 && v > us {
                continue;
            }
            let left = (v * inverse_alpha / (a / (us * us) + b)).ln();
            if left <= -lambda + k * lambda.ln() - log_factorial(k) {
                return k as u32;
            }
        }
    }
}

/// A word as a number above zero and up to one. It is rounded to single precision at each step, as cuRAND does: rounding once gives
/// another last bit for one word of 128.
pub(super) fn uniform(word: u32) -> f32 {
    word as f32 * STEP as f32 + STEP as f32 / 2.0
}

/// The logarithm of k!, by Stirling's series from ten on.
fn log_factorial(k: f64) -> f64 {
    if k < 10.0 {
        return (2..=k as u32).map(|n| f64::from(n).ln()).sum();
    }
    let n = k + 1.0;
    (n - 0.5) * n.ln() - n + 0.5 * TAU.ln() + 1.0 / (12.0 * n) - 1.0 / (360.0 * n.powi(3))
}

#[cfg(test)]
mod tests {
    use super::Engine;
    use crate::rand::checksum::crc32;
    use crate::rand::generator::{Generate, Lanes};
    use crate::rand::{mrg32k3a, philox, xorwow};

    /// Sums over the words and the uniform numbers of seed 1234.
    fn sums<E: Engine>() -> [u32; 2] {
        let (mut words, mut numbers) = (vec![0; 40_000], vec![0.0; 40_000]);
        Lanes::<E>::new(1234, 0).words(&mut words);
        Lanes::<E>::new(1234, 0).uniform(&mut numbers);
        let words = crc32(words.iter().flat_map(|word| word.to_le_bytes()));
        [words, crc32(numbers.iter().flat_map(|number| number.to_le_bytes()))]
    }

    /// Of what cuRAND 10.4 wrote on an H100.
    #[test]
    fn words_and_uniform_numbers_are_curands_to_the_last_bit() {
        assert_eq!(sums::<xorwow::Lane>(), [0x4e29_31d8, 0xfbb0_dfd5]);
        assert_eq!(sums::<philox::Lane>(), [0x0680_361e, 0x5aa1_6bfe]);
        assert_eq!(sums::<mrg32k3a::Lane>(), [0x3649_ce04, 0xc1d1_2f02]);
    }
}
