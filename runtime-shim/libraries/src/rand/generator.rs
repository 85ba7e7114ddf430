//! A generator: the lanes of a method in turn, each of which gives a few numbers before the next one.

use super::engine::Engine;

/// What generators write, whatever their method.
pub(super) trait Generate: Send {
    fn words(&mut self, to: &mut [u32]);
    /// Words of 64 bits.
    fn long_words(&mut self, to: &mut [u64]);
    fn uniform(&mut self, to: &mut [f32]);
    fn uniform_double(&mut self, to: &mut [f64]);
    fn normal(&mut self, to: &mut [f32]);
    fn normal_double(&mut self, to: &mut [f64]);
    fn poisson(&mut self, to: &mut [u32], lambda: f64);
}

/// The lanes of a method, made when their turn comes first.
pub(super) struct Lanes<E> {
    lanes: Vec<E>,
    /// The beginning of the lane that is made next.
    beginning: E,
    /// Words that each lane leaves out, and lanes that leave out `TOGETHER` more.
    skipped: u64,
    skipped_more: usize,
    /// Whose turn it is.
    turn: usize,
    /// Numbers that this one has given in its turn.
    given: usize,
}

impl<E: Engine> Lanes<E> {
    pub(super) fn new(seed: u64, offset: u64) -> Lanes<E> {
        let (lanes, together) = (E::LANES as u64, E::TOGETHER as u64);
        let turn = (offset / together % lanes) as usize;
        Lanes {
            lanes: Vec::new(),
            beginning: E::first(seed),
            skipped: offset / together / lanes * together,
            skipped_more: turn,
            turn,
            given: (offset % together) as usize,
        }
    }

    /// The lane whose turn it is.
    fn current(&mut self) -> &mut E {
        while self.lanes.len() <= self.turn {
            let index = self.lanes.len();
            let more = if index < self.skipped_more { E::TOGETHER as u64 } else { 0 };
            let inside = if index == self.skipped_more { self.given as u64 } else { 0 };
            let mut lane = self.beginning.clone();
            lane.skip(self.skipped + more + inside);
            self.lanes.push(lane);
            self.beginning.next_lane();
        }
        &mut self.lanes[self.turn]
    }

    fn pass_on(&mut self) {
        self.turn = (self.turn + 1) % E::LANES;
        self.given = 0;
    }

    /// Numbers of which each turn gives `together`, one by one.
    fn singly<T>(&mut self, to: &mut [T], together: usize, make: impl Fn(&mut E) -> T) {
        for value in to {
            *value = make(self.current());
            self.given += 1;
            if self.given >= together {
                self.pass_on();
            }
        }
    }

    /// Numbers that come in pairs; what is left of a turn at the end is lost.
    fn in_pairs<T: Copy>(&mut self, to: &mut [T], make: impl Fn(&mut E) -> [T; 2]) {
        for turn in to.chunks_mut(E::NORMALS) {
            for pair in turn.chunks_mut(2) {
                let made = make(self.current());
                pair.copy_from_slice(&made[..pair.len()]);
            }
            self.pass_on();
        }
    }
}

impl<E: Engine> Generate for Lanes<E> {
    fn words(&mut self, to: &mut [u32]) {
        self.singly(to, E::TOGETHER, E::word);
    }

    fn long_words(&mut self, to: &mut [u64]) {
        self.singly(to, E::TOGETHER, |lane| u64::from(lane.word()) | u64::from(lane.word()) << 32);
    }

    fn uniform(&mut self, to: &mut [f32]) {
        self.singly(to, E::TOGETHER, E::uniform);
    }

    fn uniform_double(&mut self, to: &mut [f64]) {
        self.singly(to, E::DOUBLES, E::uniform_double);
    }

    fn normal(&mut self, to: &mut [f32]) {
        self.in_pairs(to, E::normal);
    }

    fn normal_double(&mut self, to: &mut [f64]) {
        self.in_pairs(to, E::normal_double);
    }

    fn poisson(&mut self, to: &mut [u32], lambda: f64) {
        self.singly(to, 1, |lane| lane.poisson(lambda));
    }
}
