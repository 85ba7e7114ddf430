//! Which byte encodings can be ported as they stand.

/// The encoding of a file, as far as porting cares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// ASCII, UTF-8 or any one-byte superset of ASCII: ported byte for byte.
    AsciiSuperset,
    /// UTF-16, by its byte order mark or its zero bytes: not ported.
    Utf16,
    /// Holds zero bytes: not text.
    Binary,
}

/// Looks at the byte order mark and, for zero bytes, at the first 8 KiB.
pub fn encoding(bytes: &[u8]) -> Encoding {
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Encoding::Utf16;
    }
    let head = &bytes[..bytes.len().min(8192)];
    if memchr::memchr(0, head).is_none() {
        return Encoding::AsciiSuperset;
    }
    let zeros_at = |parity: usize| head.iter().skip(parity).step_by(2).filter(|b| **b == 0).count();
    let (even, odd) = (zeros_at(0), zeros_at(1));
    let quarter = head.len() / 4;
    if (even == 0 && odd > quarter) || (odd == 0 && even > quarter) { Encoding::Utf16 } else { Encoding::Binary }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_1_and_utf_8_can_be_ported_and_utf_16_cannot() {
        assert_eq!(encoding("größe".as_bytes()), Encoding::AsciiSuperset);
        assert_eq!(encoding(b"gr\xF6\xDFe"), Encoding::AsciiSuperset);
        assert_eq!(encoding(b""), Encoding::AsciiSuperset);
        assert_eq!(encoding(b"\xFF\xFEa\0"), Encoding::Utf16);
        assert_eq!(encoding(b"i\0n\0t\0 \0"), Encoding::Utf16);
        assert_eq!(encoding(b"\x7fELF\0\0\0\x01\x02\x03"), Encoding::Binary);
    }
}
