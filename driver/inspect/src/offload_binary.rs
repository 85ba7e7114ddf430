//! LLVM's offload binaries, which `--offload-new-driver` puts into objects, into their images.

use hipify_bundle::{Part, ReadError};

/// How one starts (LLVM's `Object/OffloadBinary.h`).
pub(super) const MAGIC: &[u8] = &[0x10, 0xff, 0x10, 0xad];

const WHAT: &str = "the offload binary";

/// One image with the strings that describe it.
pub(super) struct Image<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) triple: String,
    /// The target id, under the key `arch`.
    pub(super) arch: String,
}

/// All images in `bytes`: offload binaries that lie one after another, with zeros between.
pub(super) fn images(bytes: &[u8]) -> Result<Vec<Image<'_>>, ReadError> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(gap) = bytes[at..].iter().position(|byte| *byte != 0) {
        at += gap;
        let rest = &bytes[at..];
        if !rest.starts_with(MAGIC) {
            return Err(ReadError::broken(WHAT, format!("byte {at} of its section starts none")));
        }
        let size = Part::new(WHAT, rest).u64(8)?;
        let whole = Part::new(WHAT, rest).slice(0, size)?;
        found.push(image(whole)?);
        at += whole.len();
    }
    Ok(found)
}

/// Header: magic, version, size, where the entry is. Entry: kinds, flags, where the strings and where the image are.
fn image(bytes: &[u8]) -> Result<Image<'_>, ReadError> {
    let part = Part::new(WHAT, bytes);
    let version = part.u32(4)?;
    if version != 1 {
        return Err(ReadError::Unsupported { what: format!("version {version} of offload binaries") });
    }
    let entry = Part::new(WHAT, part.slice(part.u64(16)?, part.u64(24)?)?);
    let (strings, count) = (entry.u64(8)?, entry.u64(16)?);
    let image = part.slice(entry.u64(24)?, entry.u64(32)?)?;
    let mut found = Image { bytes: image, triple: String::new(), arch: String::new() };
    for number in 0..count {
        let at = strings.saturating_add(number.saturating_mul(16));
        let (key, value) = (text(&part, part.u64(at)?)?, text(&part, part.u64(at.saturating_add(8))?)?);
        match key {
            b"triple" => found.triple = String::from_utf8_lossy(value).into_owned(),
            b"arch" => found.arch = String::from_utf8_lossy(value).into_owned(),
            _ => {}
        }
    }
    Ok(found)
}

/// The bytes up to the next zero.
fn text<'a>(part: &Part<'a>, at: u64) -> Result<&'a [u8], ReadError> {
    let rest = part.slice(at, (part.bytes.len() as u64).saturating_sub(at))?;
    let end = memchr::memchr(0, rest).ok_or_else(|| ReadError::broken(WHAT, "a string has no end"))?;
    Ok(&rest[..end])
}
