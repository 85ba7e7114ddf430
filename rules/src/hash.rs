// The hash of the symbol table, shared by build.rs (which lays the table out) and the look-up. Reading at most the first
// and the last eight bytes keeps it cheaper than hashing the whole name; API names of equal length differ in one of the two.

/// Which bit of the filter stands for a hash: of higher bits than the slot number, so that the two tell names apart
/// independently. A bit for each hash of the table is set; most words of a program are told from names by that alone.
#[inline]
pub(crate) fn filter_bit(hash: u32) -> (usize, u64) {
    let number = hash >> (32 - FILTER_BITS);
    (number as usize / 64, 1 << (number % 64))
}

/// 2^17 bits, 16 KiB, stay in the first-level cache; ten thousand names set less than a tenth of them.
pub(crate) const FILTER_BITS: u32 = 17;

/// Hash of an identifier for the open-addressing symbol table.
#[inline]
pub(crate) fn hash(name: &[u8]) -> u32 {
    let n = name.len();
    let (head, tail) = match n {
        8.. => (word(&name[..8]), word(&name[n - 8..])),
        4..8 => (half(&name[..4]), half(&name[n - 4..])),
        1..4 => (u64::from(name[0]) | u64::from(name[n / 2]) << 8, u64::from(name[n - 1])),
        0 => (0, 0),
    };
    let middle = if n > 16 { word(&name[n / 2 - 4..n / 2 + 4]) } else { 0 };
    let mixed = (head ^ tail.rotate_left(23) ^ middle.rotate_left(41) ^ n as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 32) as u32
}

#[inline]
fn word(eight: &[u8]) -> u64 {
    u64::from_le_bytes([eight[0], eight[1], eight[2], eight[3], eight[4], eight[5], eight[6], eight[7]])
}

#[inline]
fn half(four: &[u8]) -> u64 {
    u64::from(u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
}
