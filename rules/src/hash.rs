// The hash of the symbol table, shared by build.rs (which lays the table out) and the look-up. Reading at most the first
// and the last eight bytes keeps it cheaper than hashing the whole name; API names of equal length differ in one of the two.

/// Hash of an identifier for the open-addressing symbol table.
#[inline]
pub(crate) fn hash(name: &[u8]) -> u32 {
    let n = name.len();
    let (head, tail) = if n >= 8 {
        (word(&name[..8]), word(&name[n - 8..]))
    } else {
        let mut padded = [0u8; 8];
        padded[..n].copy_from_slice(name);
        (u64::from_le_bytes(padded), 0)
    };
    let middle = if n > 16 { word(&name[n / 2 - 4..n / 2 + 4]) } else { 0 };
    let mixed = (head ^ tail.rotate_left(23) ^ middle.rotate_left(41) ^ n as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 32) as u32
}

#[inline]
fn word(eight: &[u8]) -> u64 {
    u64::from_le_bytes([eight[0], eight[1], eight[2], eight[3], eight[4], eight[5], eight[6], eight[7]])
}
