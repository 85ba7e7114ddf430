//! XORWOW (Marsaglia, 2003): five words that shift, and a counter. Steps ahead are powers of x modulo the characteristic polynomial
//! of the shifts.

use super::engine::Engine;

/// The characteristic polynomial less x^160, lowest coefficients first (found by Berlekamp and Massey's algorithm).
const POLYNOMIAL: [u32; 5] = [0x0006_0001, 0x0861_0030, 0x0006_2121, 0x0f3c_0035, 0x0000_0f0e];
/// x^(2^67) modulo that: from one sequence to the next.
const SEQUENCE: [u32; 5] = [0x2629_4934, 0x77bb_c248, 0x1a87_dad0, 0x9300_52d4, 0x947e_6dd2];
/// What the counter goes up by.
const WEYL: u32 = 362_437;

#[derive(Clone)]
pub(super) struct Lane {
    words: [u32; 5],
    counter: u32,
}

impl Engine for Lane {
    const LANES: usize = 4096;

    /// As cuRAND makes a state of a seed.
    fn first(seed: u64) -> Lane {
        let low = 1_099_087_573_u32.wrapping_mul(seed as u32 ^ 0xaad2_6b49);
        let high = 2_591_861_531_u32.wrapping_mul((seed >> 32) as u32 ^ 0xf7dc_efdd);
        let words = [
            123_456_789_u32.wrapping_add(low),
            362_436_069 ^ low,
            521_288_629_u32.wrapping_add(high),
            88_675_123 ^ high,
            5_783_321_u32.wrapping_add(low),
        ];
        Lane { words, counter: 6_615_241_u32.wrapping_add(high).wrapping_add(low) }
    }

    fn next_lane(&mut self) {
        self.jump(SEQUENCE);
    }

    fn skip(&mut self, words: u64) {
        if words > 0 {
            self.jump(power(words));
            self.counter = self.counter.wrapping_add(WEYL.wrapping_mul(words as u32));
        }
    }

    fn word(&mut self) -> u32 {
        self.shift();
        self.counter = self.counter.wrapping_add(WEYL);
        self.words[4].wrapping_add(self.counter)
    }
}

impl Lane {
    fn shift(&mut self) {
        let [first, .., last] = self.words;
        let mixed = first ^ first >> 2;
        self.words.rotate_left(1);
        self.words[4] = last ^ last << 4 ^ mixed ^ mixed << 1;
    }

    /// Applies a polynomial in the shift: a sum of the states that its coefficients name.
    fn jump(&mut self, polynomial: [u32; 5]) {
        let mut sum = [0; 5];
        for bit in 0..160 {
            if polynomial[bit / 32] >> (bit % 32) & 1 == 1 {
                sum.iter_mut().zip(self.words).for_each(|(sum, word)| *sum ^= word);
            }
            self.shift();
        }
        self.words = sum;
    }
}

/// x to a power.
fn power(mut exponent: u64) -> [u32; 5] {
    let (mut found, mut base) = ([1, 0, 0, 0, 0], [2, 0, 0, 0, 0]);
    while exponent > 0 {
        if exponent & 1 == 1 {
            found = times(found, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    found
}

fn times(a: [u32; 5], b: [u32; 5]) -> [u32; 5] {
    let mut product = [0; 5];
    for bit in (0..160).rev() {
        let carry = product[4] >> 31 == 1;
        for word in (0..5).rev() {
            let below: u32 = if word > 0 { product[word - 1] >> 31 } else { 0 };
            product[word] = product[word] << 1 | below;
        }
        if carry {
            product.iter_mut().zip(POLYNOMIAL).for_each(|(word, other)| *word ^= other);
        }
        if b[bit / 32] >> (bit % 32) & 1 == 1 {
            product.iter_mut().zip(a).for_each(|(word, other)| *word ^= other);
        }
    }
    product
}
