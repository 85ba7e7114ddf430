//! Which LLVM wrote a bitcode file: read from the identification block at its front ("LLVM Bitcode File Format").

const MAGIC: [u8; 4] = *b"BC\xC0\xDE";
const IDENTIFICATION_BLOCK: u64 = 13;
const STRING_RECORD: u64 = 1;
// Abbreviation ids that every block has.
const ENTER_BLOCK: u64 = 1;
const DEFINE_ABBREVIATION: u64 = 2;
const UNABBREVIATED: u64 = 3;
const FIRST_DEFINED: u64 = 4;
// Encodings of an abbreviation's operands.
const FIXED: u64 = 1;
const VBR: u64 = 2;
const CHAR6: u64 = 4;

/// Bytes at the front of a file that are enough: the block is some 40 bytes long.
pub const FRONT: usize = 256;

/// The version of the LLVM that wrote a file, such as `17.0.0git`, from the bytes at its front; `None` when they are no bitcode.
pub fn producer(front: &[u8]) -> Option<String> {
    let mut bits = Bits { bytes: front.strip_prefix(&MAGIC)?, at: 0 };
    if bits.fixed(2)? != ENTER_BLOCK || bits.vbr(8)? != IDENTIFICATION_BLOCK {
        return None;
    }
    let id_width = u32::try_from(bits.vbr(4)?).ok()?;
    // The block's own bits start at the next word, after its length.
    bits.at = bits.at.next_multiple_of(32) + 32;
    let mut element = CHAR6_ELEMENT;
    loop {
        match bits.fixed(id_width)? {
            DEFINE_ABBREVIATION => element = bits.abbreviation()?,
            UNABBREVIATED => {
                let is_string = bits.vbr(6)? == STRING_RECORD;
                let length = bits.vbr(6)?;
                let text = (0..length).map(|_| Some(char::from(u8::try_from(bits.vbr(6)?).ok()?))).collect::<Option<String>>()?;
                if is_string {
                    return version(&text);
                }
            }
            FIRST_DEFINED => {
                let length = bits.vbr(6)?;
                let text = (0..length).map(|_| bits.character(element)).collect::<Option<String>>()?;
                return version(&text);
            }
            _ => return None,
        }
    }
}

/// `LLVM17.0.0git`.
fn version(text: &str) -> Option<String> {
    text.strip_prefix("LLVM").map(str::to_owned)
}

/// Encoding and width of one element of an abbreviated array.
type Element = (u64, u32);

const CHAR6_ELEMENT: Element = (CHAR6, 6);

/// Bits from the lowest of each byte on.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn fixed(&mut self, width: u32) -> Option<u64> {
        let mut value = 0;
        for place in 0..width {
            let byte = self.bytes.get(self.at / 8)?;
            value |= u64::from(byte >> (self.at % 8) & 1).checked_shl(place)?;
            self.at += 1;
        }
        Some(value)
    }

    /// Variable bit rate: the top bit of each group says that more follow.
    fn vbr(&mut self, width: u32) -> Option<u64> {
        let more = 1u64 << (width - 1);
        let mut value = 0;
        let mut place = 0;
        loop {
            let group = self.fixed(width)?;
            value |= (group & (more - 1)).checked_shl(place)?;
            if group & more == 0 {
                return Some(value);
            }
            place += width - 1;
        }
    }

    /// Reads a definition and returns its last operand, which is the array's element here.
    fn abbreviation(&mut self) -> Option<Element> {
        let mut last = CHAR6_ELEMENT;
        for _ in 0..self.vbr(5)? {
            if self.fixed(1)? == 1 {
                self.vbr(8)?;
                continue;
            }
            let encoding = self.fixed(3)?;
            let width = if matches!(encoding, FIXED | VBR) { u32::try_from(self.vbr(5)?).ok()? } else { 6 };
            last = (encoding, width);
        }
        Some(last)
    }

    fn character(&mut self, (encoding, width): Element) -> Option<char> {
        const ALPHABET: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
        let value = self.fixed(width)?;
        match encoding {
            CHAR6 => ALPHABET.get(usize::try_from(value).ok()?).copied().map(char::from),
            FIXED => u8::try_from(value).ok().map(char::from),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The first 64 bytes of Debian 12's `ocml.bc`.
    const DEBIAN_12: &str = "4243c0de351400000500000062 0c30244a59be669dfbb49f0b51804c01000000 \
                             210c000073a100000b0221000200000016000000078123914 1c80449061032 39";

    fn bytes(hex: &str) -> Vec<u8> {
        let digits: Vec<_> = hex.chars().filter_map(|c| c.to_digit(16)).collect();
        digits.chunks_exact(2).map(|pair| u8::try_from(pair[0] * 16 + pair[1]).unwrap()).collect()
    }

    #[test]
    fn the_llvm_that_wrote_a_file_is_read_from_its_front() {
        assert_eq!(producer(&bytes(DEBIAN_12)).unwrap(), "15.0.5");
    }

    #[test]
    fn a_cut_or_damaged_file_has_no_known_producer_or_another_and_never_ends_the_program() {
        let whole = bytes(DEBIAN_12);
        for length in 0..25 {
            assert_eq!(producer(&whole[..length]), None, "{length} bytes");
        }
        for (at, value) in (0..whole.len()).flat_map(|at| [0, 0x55, 0xff].map(|value| (at, value))) {
            let mut damaged = whole.clone();
            damaged[at] = value;
            let read = producer(&damaged);
            assert!(at >= 4 || damaged == whole || read.is_none(), "byte {at} of the magic");
        }
    }
}
