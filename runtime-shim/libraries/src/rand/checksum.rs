//! A checksum by which tests compare many numbers with those of another library.

/// CRC-32 as in ISO/IEC 13239, of which zlib's function is one.
pub(super) fn crc32(bytes: impl Iterator<Item = u8>) -> u32 {
    !bytes.fold(!0_u32, |sum, byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| sum >> 1 ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}
