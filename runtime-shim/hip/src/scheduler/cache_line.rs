//! Memory that threads write while others read what lies beside it.

use std::mem::MaybeUninit;
use std::ops::Deref;

/// In a cache line of its own, by room around it: memory of a larger alignment takes longer to allocate.
pub(crate) struct Apart<T> {
    _before: MaybeUninit<[u8; LINE]>,
    value: T,
    _after: MaybeUninit<[u8; LINE]>,
}

/// Bytes of a cache line.
const LINE: usize = 64;

impl<T> Apart<T> {
    pub(crate) const fn new(value: T) -> Apart<T> {
        Apart { _before: MaybeUninit::uninit(), value, _after: MaybeUninit::uninit() }
    }
}

impl<T> Deref for Apart<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}
