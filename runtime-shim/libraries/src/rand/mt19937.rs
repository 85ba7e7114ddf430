//! MT19937 (Matsumoto and Nishimura, 1998), as its authors' program `mt19937ar` seeds it: words are that program's, in its order. cuRAND
//! and rocRAND begin alike and then take words of 8192 far places of the sequence in turn.

use super::engine::Engine;

/// Words of the state, and how far apart the two are that each step mixes.
const N: usize = 624;
const M: usize = 397;

#[derive(Clone)]
pub(super) struct Lane {
    words: Box<[u32; N]>,
    /// The next word of the state that is given; all are used at `N`.
    at: usize,
}

impl Engine for Lane {
    /// There is but one sequence.
    const LANES: usize = 1;

    /// A seed above 32 bits is a key of two words, the lower one first.
    fn first(seed: u64) -> Lane {
        let high = (seed >> 32) as u32;
        if high == 0 { Lane::of_word(seed as u32) } else { Lane::of_key(&[seed as u32, high]) }
    }

    fn next_lane(&mut self) {}

    fn skip(&mut self, words: u64) {
        (0..words).for_each(|_| _ = self.word());
    }

    fn word(&mut self) -> u32 {
        if self.at == N {
            self.renew();
        }
        let mut word = self.words[self.at];
        self.at += 1;
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c_5680;
        word ^= word << 15 & 0xefc6_0000;
        word ^ word >> 18
    }

    /// Rounded once, as cuRAND does for this generator alone.
    fn uniform(&mut self) -> f32 {
        const STEP: f64 = 1.0 / 4_294_967_296.0;
        (f64::from(self.word()) * STEP + STEP / 2.0) as f32
    }
}

impl Lane {
    /// `init_genrand`.
    fn of_word(seed: u32) -> Lane {
        let mut words = Box::new([seed; N]);
        for i in 1..N {
            let before = words[i - 1];
            words[i] = 1_812_433_253_u32.wrapping_mul(before ^ before >> 30).wrapping_add(i as u32);
        }
        Lane { words, at: N }
    }

    /// `init_by_array`.
    fn of_key(key: &[u32]) -> Lane {
        let mut lane = Lane::of_word(19_650_218);
        let words = &mut lane.words;
        let mut i = 1;
        let mut mix = |by: u32, plus: &dyn Fn(usize) -> u32| {
            let before = words[i - 1];
            words[i] = (words[i] ^ by.wrapping_mul(before ^ before >> 30)).wrapping_add(plus(i));
            i += 1;
            if i == N {
                words[0] = words[N - 1];
                i = 1;
            }
        };
        for step in 0..N.max(key.len()) {
            let j = step % key.len();
            mix(1_664_525, &|_| key[j].wrapping_add(j as u32));
        }
        for _ in 1..N {
            mix(1_566_083_941, &|i| 0_u32.wrapping_sub(i as u32));
        }
        words[0] = 0x8000_0000;
        lane
    }

    /// All words of the state, each of itself, its neighbour and the one `M` further.
    fn renew(&mut self) {
        for i in 0..N {
            let joined = self.words[i] & 0x8000_0000 | self.words[(i + 1) % N] & 0x7fff_ffff;
            let twisted = joined >> 1 ^ if joined & 1 == 1 { 0x9908_b0df } else { 0 };
            self.words[i] = self.words[(i + M) % N] ^ twisted;
        }
        self.at = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::engine;
    use super::*;

    /// The first words that `mt19937ar.out`, which its authors publish with the program, has for the key 0x123, 0x234, 0x345, 0x456;
    /// and the 10,000th of the seed 5489, which the C++ standard names for `std::mt19937`.
    #[test]
    fn words_are_the_published_ones() {
        let mut lane = Lane::of_key(&[0x123, 0x234, 0x345, 0x456]);
        let first: Vec<u32> = (0..5).map(|_| lane.word()).collect();
        assert_eq!(first, [1_067_595_299, 955_945_823, 477_289_528, 4_107_218_783, 4_228_976_476]);
        let mut lane = Lane::first(5489);
        lane.skip(9_999);
        assert_eq!(lane.word(), 4_123_659_995);
    }

    /// Some words in a hundred are rounded otherwise where single precision is kept at each step; cuRAND 10.4 on an H100 rounded none of
    /// a million words of this generator so.
    #[test]
    fn uniform_numbers_are_rounded_once() {
        let (mut lane, mut words) = (Lane::first(1234), Lane::first(1234));
        let differing = (0..10_000).filter(|_| lane.uniform() != engine::uniform(words.word())).count();
        assert!((50..110).contains(&differing), "{differing}");
    }

    #[test]
    fn a_seed_above_32_bits_has_a_sequence_of_its_own() {
        assert_ne!(Lane::first(7).word(), Lane::first(7 | 1 << 40).word());
    }
}
