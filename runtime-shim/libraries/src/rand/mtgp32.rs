//! MTGP32 (Saito and Matsumoto, "Variants of Mersenne Twister suitable for graphic processors", 2010): Mersenne Twisters of period
//! 2^11213 - 1 with other parameters each, of which a GPU's blocks run one apiece. Words, and all but Poisson numbers, are those of
//! cuRAND, whose table of parameters this is (measured with cuRAND 10.4 on an H100).

use super::generator::Generate;
use super::{engine, quantile};
use std::sync::LazyLock;

/// Sequences that a generator takes in turn, and those of the ordering `HIPRAND_ORDERING_PSEUDO_LEGACY`.
pub(super) const LANES: usize = 192;
pub(super) const LEGACY_LANES: usize = 64;

/// Numbers of a sequence before the next one's turn: one for each thread of a block.
const TOGETHER: usize = 256;

/// Words of a state, and of the ring that holds them; the uppermost bits of the first that count.
const WORDS: usize = 351;
const RING: usize = 1024;
const MASK: u32 = 0xfff8_0000;

/// 2^-32 and its half.
const STEP: f64 = 1.0 / 4_294_967_296.0;

/// One set of parameters.
struct Set {
    /// How far from a step's first word that is which it picks up.
    pick: usize,
    shifts: [u32; 2],
    /// What four bits of a word add to the next one, and those of another to what is given.
    recursion: [u32; 16],
    tempering: [u32; 16],
}

/// All sets, in cuRAND's order.
static SETS: LazyLock<Vec<Set>> = LazyLock::new(|| rows().map(|row| Set::of(&row)).collect());

/// The numbers of each line of the table, which the header for device code has too: the first three are decimal.
fn rows() -> impl Iterator<Item = Vec<u32>> {
    let lines = include_str!("../../../include/hiprand/hipify/mtgp32_sets.h").lines();
    let rows = lines.filter_map(|line| line.strip_prefix("HIPIFY_MTGP32(")?.strip_suffix(")"));
    rows.map(|row| {
        let numbers = row.split(", ").enumerate();
        let parsed = numbers.map(|(i, number)| u32::from_str_radix(number, if i < 3 { 10 } else { 16 }));
        parsed.collect::<Result<_, _>>().expect("the table has numbers alone")
    })
}

impl Set {
    fn of(row: &[u32]) -> Set {
        let sums = |basis: &[u32]| -> [u32; 16] {
            std::array::from_fn(|bits| (0..4).filter(|bit| bits >> bit & 1 == 1).fold(0, |sum, bit| sum ^ basis[bit]))
        };
        Set { pick: row[0] as usize, shifts: [row[1], row[2]], recursion: sums(&row[3..7]), tempering: sums(&row[7..11]) }
    }
}

/// One sequence.
struct Lane {
    set: &'static Set,
    ring: Box<[u32; RING]>,
    /// The first of the last [`WORDS`] words.
    at: usize,
}

impl Lane {
    /// As MTGP's own program begins with a seed of 32 bits.
    fn new(set: &'static Set, seed: u32) -> Lane {
        let mut ring = Box::new([0; RING]);
        let hidden = set.recursion[4] ^ set.recursion[8] << 16;
        let filled = hidden.wrapping_add(hidden >> 16);
        let filled = filled.wrapping_add(filled >> 8) & 0xff;
        ring[..WORDS].fill(filled * 0x0101_0101);
        ring[0] = seed;
        ring[1] = hidden;
        for i in 1..WORDS {
            let before = ring[i - 1];
            ring[i] ^= 1_812_433_253_u32.wrapping_mul(before ^ before >> 30).wrapping_add(i as u32);
        }
        Lane { set, ring, at: 0 }
    }

    /// The next word of the recursion.
    fn step(&mut self) -> u32 {
        let word = |distance: usize| self.ring[(self.at + distance) % RING];
        let [left, right] = self.set.shifts;
        let mixed = (word(0) & MASK) ^ word(1);
        let mixed = mixed ^ mixed << left ^ word(self.set.pick) >> right;
        let made = mixed ^ self.set.recursion[mixed as usize % 16];
        self.ring[(self.at + WORDS) % RING] = made;
        self.at = (self.at + 1) % RING;
        made
    }

    /// The next word of the sequence, tempered.
    fn word(&mut self) -> u32 {
        // Seen from the place after the step, one less.
        let made = self.step();
        let index = self.ring[(self.at + RING + self.set.pick - 2) % RING];
        let index = index ^ index >> 16;
        let index = index ^ index >> 8;
        made ^ self.set.tempering[index as usize % 16]
    }
}

/// The sequences in turn; each number is made of one word.
pub(super) struct Mtgp32 {
    lanes: Vec<Lane>,
    /// Whose turn it is, and what it has given.
    turn: usize,
    given: usize,
}

impl Mtgp32 {
    pub(super) fn new(lanes: usize, seed: u64) -> Mtgp32 {
        let seed = (seed ^ seed >> 32) as u32;
        let lanes = SETS.iter().zip(1..).take(lanes).map(|(set, lane)| Lane::new(set, seed.wrapping_add(lane))).collect();
        Mtgp32 { lanes, turn: 0, given: 0 }
    }

    fn fill<T>(&mut self, mut to: &mut [T], make: impl Fn(u32) -> T) {
        while !to.is_empty() {
            let (now, later) = to.split_at_mut((TOGETHER - self.given).min(to.len()));
            let lane = &mut self.lanes[self.turn];
            now.iter_mut().for_each(|number| *number = make(lane.word()));
            self.given += now.len();
            if self.given == TOGETHER {
                self.given = 0;
                self.turn = (self.turn + 1) % self.lanes.len();
            }
            to = later;
        }
    }
}

/// Between zero and one, of which other numbers are quantiles.
fn probability(word: u32) -> f64 {
    f64::from(word) * STEP + STEP / 2.0
}

impl Generate for Mtgp32 {
    fn words(&mut self, to: &mut [u32]) {
        self.fill(to, |word| word);
    }

    /// Never asked for: words have 32 bits.
    fn long_words(&mut self, to: &mut [u64]) {
        self.fill(to, u64::from);
    }

    fn uniform(&mut self, to: &mut [f32]) {
        self.fill(to, engine::uniform);
    }

    fn uniform_double(&mut self, to: &mut [f64]) {
        self.fill(to, |word| f64::from(word) * STEP + STEP);
    }

    fn normal(&mut self, to: &mut [f32]) {
        self.fill(to, |word| quantile::normal(probability(word)) as f32);
    }

    fn normal_double(&mut self, to: &mut [f64]) {
        self.fill(to, |word| quantile::normal(probability(word)));
    }

    fn poisson(&mut self, to: &mut [u32], lambda: f64) {
        self.fill(to, |word| quantile::poisson(probability(word), lambda));
    }
}

#[cfg(test)]
#[path = "mtgp32/tests.rs"]
mod tests;
