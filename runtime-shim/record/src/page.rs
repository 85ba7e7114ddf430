//! The digest of a page: XXH64, after addresses of the program's own allocations have been made relative to these, since an address
//! differs from run to run though it means the same.

use crate::{Key, PAGE};
use xxhash_rust::xxh64::xxh64;

/// The bit that every relative address has set; no address of a program has it.
const RELATIVE: u64 = 1 << 63;

/// Bits of a relative address that hold the place in the allocation.
const OFFSET_BITS: u32 = 40;

/// Where allocations lie, in the order of their addresses.
#[derive(Clone, Debug, Default)]
pub struct Addresses {
    /// First address, one past the last, and what stands for the first in a digest.
    ranges: Vec<(u64, u64, u64)>,
}

impl Addresses {
    /// Of allocations: address, bytes and key.
    pub fn new(allocations: impl Iterator<Item = (u64, u64, Key)>) -> Addresses {
        let mut ranges: Vec<_> = allocations.map(|(start, size, key)| (start, start + size, relative(key))).collect();
        ranges.sort_unstable();
        Addresses { ranges }
    }

    /// What stands for an address: itself where no allocation has it.
    #[must_use]
    pub fn relative(&self, address: u64) -> u64 {
        let after = self.ranges.partition_point(|range| range.0 <= address);
        match after.checked_sub(1).map(|index| self.ranges[index]) {
            Some((start, end, base)) if address < end => base + (address - start),
            _ => address,
        }
    }

    /// The lowest address, and how many bytes are from it to the highest.
    fn span(&self) -> (u64, u64) {
        let low = self.ranges.first().map_or(0, |range| range.0);
        let high = self.ranges.last().map_or(0, |range| range.1);
        (low, high - low)
    }
}

/// What stands for an allocation's first address: sixteen bits of its ordinal are enough to tell neighbours apart.
fn relative(key: Key) -> u64 {
    RELATIVE | u64::from(key.kind as u32) << 56 | (key.ordinal & 0xffff) << OFFSET_BITS
}

/// XXH64 with seed 0.
#[must_use]
pub fn hash(bytes: &[u8]) -> u64 {
    xxh64(bytes, 0)
}

/// The digest of a page, of [`PAGE`] bytes at most.
#[must_use]
pub fn digest(page: &[u8], addresses: &Addresses) -> u64 {
    let (low, span) = addresses.span();
    let is_inside = |word: &u64| word.wrapping_sub(low) < span;
    // Without a branch a word, so that it is done many words at a time.
    if !words(page).fold(false, |any, word| any | is_inside(&word)) {
        return hash(page);
    }
    let mut copy = [0; PAGE];
    let copy = &mut copy[..page.len()];
    copy.copy_from_slice(page);
    for (bytes, word) in copy.chunks_exact_mut(8).zip(words(page)) {
        if is_inside(&word) {
            bytes.copy_from_slice(&addresses.relative(word).to_le_bytes());
        }
    }
    hash(copy)
}

/// The page with addresses made relative, as its digest is of it.
#[must_use]
pub fn made_relative(page: &[u8], addresses: &Addresses) -> Vec<u8> {
    let mut copy = page.to_vec();
    for (bytes, word) in copy.chunks_exact_mut(8).zip(words(page)) {
        bytes.copy_from_slice(&addresses.relative(word).to_le_bytes());
    }
    copy
}

fn words(page: &[u8]) -> impl Iterator<Item = u64> {
    page.chunks_exact(8).map(|bytes| u64::from_le_bytes(bytes.try_into().expect("a chunk has eight bytes")))
}

/// The digest of so many zeros, [`PAGE`] at most.
#[must_use]
pub fn of_zeros(bytes: usize) -> u64 {
    hash(&[0; PAGE][..bytes])
}

/// Bytes of a page of an allocation of `size` bytes.
#[must_use]
pub fn bytes_of(size: u64, page: u32) -> usize {
    size.saturating_sub(u64::from(page) * PAGE as u64).min(PAGE as u64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MemoryKind;

    fn at(start: u64) -> Addresses {
        let key = |ordinal| Key { kind: MemoryKind::Device, ordinal };
        Addresses::new([(start + 0x1000, 0x100, key(1)), (start, 0x800, key(0))].into_iter())
    }

    #[test]
    fn the_hash_is_the_one_of_the_reference() {
        // Of xxHash's own specification and its command `xxhsum -H1`.
        assert_eq!(hash(b""), 0xef46_db37_51d8_e999);
        assert_eq!(hash(b"abc"), 0x44bc_2cf5_ad77_0999);
        assert_eq!(hash(b"The quick brown fox jumps over the lazy dog"), 0x0b24_2d36_1fda_71bc);
    }

    #[test]
    fn a_page_with_addresses_has_the_same_digest_wherever_they_lie() {
        let page = |start: u64| [7, start + 0x7ff, start + 0x1010, 9].map(u64::to_le_bytes).concat();
        assert_eq!(digest(&page(0x5000), &at(0x5000)), digest(&page(0x7f00_0000), &at(0x7f00_0000)));
        assert_ne!(digest(&page(0x5000), &at(0x5000)), digest(&page(0x5008), &at(0x5000)));
    }

    #[test]
    fn what_lies_between_allocations_is_no_address() {
        let between = 0x5900u64.to_le_bytes();
        assert_eq!(digest(&between, &at(0x5000)), hash(&between));
        assert_eq!(at(0x5000).relative(0x5800), 0x5800);
    }

    #[test]
    fn the_last_page_is_shorter() {
        assert_eq!((bytes_of(5000, 0), bytes_of(5000, 1), bytes_of(5000, 2)), (4096, 904, 0));
        assert_eq!(crate::pages(5000), 2);
    }
}
