//! Enumerators that stand for each other -> values converted in both directions.

/// Two enumerations. The lists are sorted by their first values.
#[derive(Debug)]
pub struct Enumeration {
    /// CUDA's values and HIP's.
    pub forth: &'static [(i32, i32)],
    /// HIP's values and CUDA's.
    pub back: &'static [(i32, i32)],
    /// CUDA's values that HIP has nothing for.
    pub alone: &'static [i32],
    /// What a HIP value becomes that CUDA has nothing for; itself where there is none.
    pub unknown: Option<i32>,
}

impl Enumeration {
    /// HIP's value; `None` where it has none.
    pub fn to_hip(&self, value: i32) -> Option<i32> {
        find(self.forth, value)
    }

    /// CUDA's value.
    pub fn to_cuda(&self, value: i32) -> i32 {
        find(self.back, value).or(self.unknown).unwrap_or(value)
    }

    /// Whether CUDA has a value.
    pub fn knows(&self, value: i32) -> bool {
        find(self.forth, value).is_some() || self.alone.binary_search(&value).is_ok()
    }
}

fn find(pairs: &[(i32, i32)], value: i32) -> Option<i32> {
    pairs.binary_search_by_key(&value, |pair| pair.0).ok().map(|at| pairs[at].1)
}
