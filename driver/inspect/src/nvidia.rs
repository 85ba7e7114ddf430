//! NVIDIA's fat binaries, as far as their entries say for which GPUs they are.
//!
//! The format is not documented; the fields used here are those of CUDA's `fatbinary.h` and of what nvcc writes.

use hipify_bundle::{Part, ReadError};

/// How a fat binary starts: `0xba55ed50`.
pub(super) const MAGIC: &[u8] = &[0x50, 0xed, 0x55, 0xba];

const WHAT: &str = "the NVIDIA fat binary";
/// `kind` of an entry that holds PTX text; 2 is machine code.
const PTX: u16 = 1;

/// One entry: PTX text or a cubin, maybe compressed.
pub(super) struct Image<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) ptx: bool,
    /// 80 for `sm_80`.
    pub(super) sm: u32,
}

/// The entries of all fat binaries in `bytes`; what lies between them is padding.
pub(super) fn images(bytes: &[u8]) -> Result<Vec<Image<'_>>, ReadError> {
    let mut found = Vec::new();
    let mut rest = bytes;
    while let Some(at) = memchr::memmem::find(rest, MAGIC) {
        let part = Part::new(WHAT, &rest[at..]);
        let (header, size) = (u64::from(part.u16(6)?), part.u64(8)?);
        entries(Part::new(WHAT, part.slice(header, size)?), &mut found)?;
        let end = usize::try_from(header + size).expect("it lies within the bytes");
        rest = &rest[at + end.max(MAGIC.len())..];
    }
    Ok(found)
}

fn entries<'a>(part: Part<'a>, found: &mut Vec<Image<'a>>) -> Result<(), ReadError> {
    let mut at = 0;
    while at < part.bytes.len() as u64 {
        let (header, size) = (u64::from(part.u32(at + 4)?), part.u64(at + 8)?);
        let start = at + header;
        found.push(Image { bytes: part.slice(start, size)?, ptx: part.u16(at)? == PTX, sm: part.u32(at + 28)? });
        let next = (start + size).next_multiple_of(8);
        if next <= at {
            return Err(ReadError::broken(WHAT, "an entry has no size"));
        }
        at = next;
    }
    Ok(())
}
