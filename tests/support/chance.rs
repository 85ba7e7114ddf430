//! Numbers that look like chance and are the same in every run.

/// A linear congruence (Knuth's MMIX), of which the upper bits are used.
pub struct Chance(pub u64);

impl Chance {
    /// A number below `limit`, which is not zero.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}
