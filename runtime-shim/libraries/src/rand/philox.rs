//! Philox4x32-10 (Salmon and others, 2011): a counter, scrambled by a key in ten rounds, gives four words.

use super::engine::Engine;

#[derive(Clone)]
pub(super) struct Lane {
    key: u64,
    lane: u64,
    /// Words given.
    at: u64,
    block: [u32; 4],
}

impl Engine for Lane {
    const LANES: usize = 65_536;
    const TOGETHER: usize = 4;
    const DOUBLES: usize = 4;
    const NORMALS: usize = 4;

    fn first(seed: u64) -> Lane {
        Lane { key: seed, lane: 0, at: 0, block: [0; 4] }
    }

    fn next_lane(&mut self) {
        self.lane += 1;
    }

    fn skip(&mut self, words: u64) {
        self.at += words;
        if !self.at.is_multiple_of(4) {
            self.block = scrambled(self.key, self.lane, self.at / 4);
        }
    }

    fn word(&mut self) -> u32 {
        let place = (self.at % 4) as usize;
        if place == 0 {
            self.block = scrambled(self.key, self.lane, self.at / 4);
        }
        self.at += 1;
        self.block[place]
    }
}

fn scrambled(key: u64, lane: u64, block: u64) -> [u32; 4] {
    let mut counter = [block as u32, (block >> 32) as u32, lane as u32, (lane >> 32) as u32];
    let (mut low, mut high) = (key as u32, (key >> 32) as u32);
    for _ in 0..10 {
        let one = 0xd251_1f53 * u64::from(counter[0]);
        let two = 0xcd9e_8d57 * u64::from(counter[2]);
        counter = [(two >> 32) as u32 ^ counter[1] ^ low, two as u32, (one >> 32) as u32 ^ counter[3] ^ high, one as u32];
        low = low.wrapping_add(0x9e37_79b9);
        high = high.wrapping_add(0xbb67_ae85);
    }
    counter
}
