//! MRG32k3a (L'Ecuyer, 1999): two recurrences of order three.

use super::engine::Engine;

const M1: u64 = 4_294_967_087;
const M2: u64 = 4_294_944_443;
type Square = [[u64; 3]; 3];
const STEP_1: Square = [[0, 1, 0], [0, 0, 1], [M1 - 810_728, 1_403_580, 0]];
const STEP_2: Square = [[0, 1, 0], [0, 0, 1], [M2 - 1_370_589, 0, 527_612]];
/// Sequences are 2^76 words apart.
const SEQUENCE: u32 = 76;

#[derive(Clone)]
pub(super) struct Lane {
    one: [u64; 3],
    two: [u64; 3],
}

impl Engine for Lane {
    const LANES: usize = 81_920;

    /// As cuRAND makes a state of a seed.
    fn first(seed: u64) -> Lane {
        let (mut one, mut two) = ([12_345; 3], [12_345; 3]);
        if seed != 0 {
            let (low, high) = (u64::from(seed as u32 ^ 0x5555_5555), u64::from((seed >> 32) as u32 ^ 0xaaaa_aaaa));
            let mixed = |by: [u64; 3], modulus| by.map(|by| by * 12_345 % modulus);
            one = mixed([low, high, low], M1);
            two = mixed([high, low, high], M2);
        }
        Lane { one, two }
    }

    fn next_lane(&mut self) {
        static JUMPS: std::sync::LazyLock<(Square, Square)> =
            std::sync::LazyLock::new(|| (doubled(STEP_1, M1, SEQUENCE), doubled(STEP_2, M2, SEQUENCE)));
        (self.one, self.two) = (applied(&JUMPS.0, self.one, M1), applied(&JUMPS.1, self.two, M2));
    }

    fn skip(&mut self, words: u64) {
        if words > 0 {
            (self.one, self.two) =
                (applied(&power(STEP_1, M1, words), self.one, M1), applied(&power(STEP_2, M2, words), self.two, M2));
        }
    }

    fn word(&mut self) -> u32 {
        // The 2^32 - 209 values onto all words, as cuRAND spreads them.
        (self.next() as f64 * 1.000_000_048_662) as u32
    }

    fn uniform(&mut self) -> f32 {
        self.uniform_double() as f32
    }

    fn uniform_double(&mut self) -> f64 {
        self.next() as f64 * 2.328_306_549_837_829e-10
    }
}

impl Lane {
    /// From 1 to M1.
    fn next(&mut self) -> u64 {
        let one = (1_403_580 * self.one[1] + (M1 - 810_728) * self.one[0] % M1) % M1;
        let two = (527_612 * self.two[2] + (M2 - 1_370_589) * self.two[0] % M2) % M2;
        self.one = [self.one[1], self.one[2], one];
        self.two = [self.two[1], self.two[2], two];
        if one > two { one - two } else { one + M1 - two }
    }
}

fn applied(by: &Square, to: [u64; 3], modulus: u64) -> [u64; 3] {
    by.map(|row| row.iter().zip(to).map(|(a, b)| a * b % modulus).sum::<u64>() % modulus)
}

fn product(a: Square, b: Square, modulus: u64) -> Square {
    a.map(|row| [0, 1, 2].map(|j| (0..3).map(|k| row[k] * b[k][j] % modulus).sum::<u64>() % modulus))
}

/// The step to the power of two to a power.
fn doubled(step: Square, modulus: u64, times: u32) -> Square {
    (0..times).fold(step, |step, _| product(step, step, modulus))
}

fn power(mut step: Square, modulus: u64, mut exponent: u64) -> Square {
    let mut found = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    while exponent > 0 {
        if exponent & 1 == 1 {
            found = product(found, step, modulus);
        }
        step = product(step, step, modulus);
        exponent >>= 1;
    }
    found
}
