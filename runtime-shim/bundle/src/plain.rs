//! clang's offload bundles, plain and compressed, one or several after another, into their entries.

use super::bytes::{Part, ReadError};
use super::compressed;
use std::borrow::Cow;

/// How a plain bundle starts (clang's `OffloadBundler.cpp`).
pub const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";

const WHAT: &str = "the offload bundle";

/// A bundle on its way out of a section or file.
pub struct Bundle<'a> {
    /// The bytes that the entries' offsets count from, decompressed.
    pub bytes: Cow<'a, [u8]>,
    pub compressed: bool,
}

/// What a bundle holds for one target.
pub struct BundleEntry<'a> {
    /// `hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+`: offload kind, triple, target id.
    pub id: &'a [u8],
    pub code: &'a [u8],
    /// Where the code ends in its bundle, bytes.
    end: u64,
}

/// All bundles in `bytes`. The linker puts those of several objects one after another, with zeros up to the next page between.
///
/// # Errors
/// When one is broken, or something else stands between them.
pub fn bundles(bytes: &[u8]) -> Result<Vec<Bundle<'_>>, ReadError> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(gap) = bytes[at..].iter().position(|byte| *byte != 0) {
        at += gap;
        let rest = &bytes[at..];
        let (bundle, size) = if rest.starts_with(MAGIC) {
            let size = plain_size(rest)?;
            (Bundle { bytes: Cow::Borrowed(&rest[..size]), compressed: false }, size)
        } else if rest.starts_with(compressed::MAGIC) {
            let (inner, size) = compressed::decompress(rest)?;
            (Bundle { bytes: Cow::Owned(inner), compressed: true }, size)
        } else {
            return Err(ReadError::broken("the fat binary", format!("byte {at} starts no offload bundle")));
        };
        found.push(bundle);
        at += size;
    }
    Ok(found)
}

/// The entries of one plain bundle: after the magic a count, then for each offset, size, length of the id, and the id.
///
/// # Errors
/// When it is cut off, or no bundle.
pub fn entries(bytes: &[u8]) -> Result<Vec<BundleEntry<'_>>, ReadError> {
    if !bytes.starts_with(MAGIC) {
        return Err(ReadError::broken("the compressed offload bundle", "it holds no offload bundle"));
    }
    let part = Part::new(WHAT, bytes);
    let mut at = MAGIC.len() as u64;
    let count = part.u64(at)?;
    at += 8;
    let mut found = Vec::new();
    for _ in 0..count {
        let (offset, size, length) = (part.u64(at)?, part.u64(at + 8)?, part.u64(at + 16)?);
        let id = part.slice(at + 24, length)?;
        let end = offset.checked_add(size).ok_or_else(|| ReadError::broken(WHAT, "an entry's size is impossible"))?;
        found.push(BundleEntry { id, code: part.slice(offset, size)?, end });
        at += 24 + length;
    }
    Ok(found)
}

/// A bundle does not say its size: it ends where the last of its entries ends.
fn plain_size(bytes: &[u8]) -> Result<usize, ReadError> {
    let ends = entries(bytes)?.iter().map(|entry| entry.end).max();
    Ok(usize::try_from(ends.unwrap_or(0)).expect("the entries lie within the bytes").max(MAGIC.len() + 8))
}
