//! clang's compressed offload bundles (`--offload-compress`), versions 1 to 3, into plain ones.

use super::bytes::{Part, ReadError};
use flate2::bufread::ZlibDecoder;
use ruzstd::decoding::StreamingDecoder;
use std::io::Read;

/// How a compressed bundle starts (`CompressedOffloadBundle` of clang's `OffloadBundler.h`).
pub const MAGIC: &[u8] = b"CCOB";

const WHAT: &str = "the compressed offload bundle";

/// Bytes that one compressed byte becomes at most. Code for many targets compresses well, a hundredfold at times; a file that
/// claims far more is broken, or made to fill the memory.
const MOST_EXPANSION: u64 = 4096;

struct Header {
    method: u16,
    /// Where the compressed data starts and, from version 2 on, the bundle ends.
    start: u64,
    end: Option<u64>,
    /// Bytes of the plain bundle.
    plain: u64,
}

/// The plain bundle, and how many of `bytes` it took.
///
/// # Errors
/// When it is cut off, broken, or of a version or method that is not known.
pub fn decompress(bytes: &[u8]) -> Result<(Vec<u8>, usize), ReadError> {
    let part = Part::new(WHAT, bytes);
    let header = header(&part)?;
    let end = header.end.unwrap_or(bytes.len() as u64);
    let size = end.checked_sub(header.start).ok_or_else(|| ReadError::broken(WHAT, "it is shorter than its header"))?;
    let packed = part.slice(header.start, size)?;
    if header.plain > size.saturating_mul(MOST_EXPANSION) {
        return Err(ReadError::broken(WHAT, format!("{size} bytes cannot hold {} bytes", header.plain)));
    }
    let (plain, taken) = inflate(header.method, packed, header.plain)?;
    if plain.len() as u64 != header.plain {
        return Err(ReadError::broken(WHAT, format!("it does not hold the {} bytes it says", header.plain)));
    }
    // Version 1 does not say where it ends; the compressed stream does.
    let end = header.end.map_or(header.start + taken, |end| end);
    Ok((plain, usize::try_from(end).expect("it lies within the bytes")))
}

/// After the magic: version and method in 16 bits each, total size (from version 2 on), plain size, and a hash of 64 bits.
/// Sizes have 32 bits, in version 3 they have 64.
fn header(part: &Part) -> Result<Header, ReadError> {
    let method = part.u16(6)?;
    let (start, end, plain) = match part.u16(4)? {
        1 => (20, None, u64::from(part.u32(8)?)),
        2 => (24, Some(u64::from(part.u32(8)?)), u64::from(part.u32(12)?)),
        3 => (32, Some(part.u64(8)?), part.u64(16)?),
        other => return Err(ReadError::Unsupported { what: format!("version {other} of compressed offload bundles") }),
    };
    Ok(Header { method, start, end, plain })
}

/// At most `plain` bytes and one more, which tells that there are too many; with the number of compressed bytes read.
fn inflate(method: u16, packed: &[u8], plain: u64) -> Result<(Vec<u8>, u64), ReadError> {
    let mut out = Vec::new();
    let most = plain.saturating_add(1);
    let taken = match method {
        0 => {
            let mut decoder = ZlibDecoder::new(packed);
            decoder.by_ref().take(most).read_to_end(&mut out).map_err(|error| ReadError::broken(WHAT, error))?;
            decoder.total_in()
        }
        1 => {
            let mut rest = packed;
            let mut decoder = StreamingDecoder::new(&mut rest).map_err(|error| ReadError::broken(WHAT, error))?;
            decoder.by_ref().take(most).read_to_end(&mut out).map_err(|error| ReadError::broken(WHAT, error))?;
            (packed.len() - rest.len()) as u64
        }
        other => return Err(ReadError::Unsupported { what: format!("compression method {other} of offload bundles") }),
    };
    Ok((out, taken))
}
