//! clang's offload bundles, plain and compressed, into their entries, and which LLVM wrote an entry's bitcode; all that is read is
//! checked against what is there.

mod bytes;
mod compressed;
mod plain;
mod producer;

pub use bytes::{Part, ReadError};
pub use compressed::{MAGIC as COMPRESSED, decompress};
pub use plain::{Bundle, BundleEntry, MAGIC as PLAIN, bundles, entries};
pub use producer::{FRONT, producer};

/// Whether bytes start as a bundle does.
pub fn is_bundle(bytes: &[u8]) -> bool {
    bytes.starts_with(PLAIN) || bytes.starts_with(COMPRESSED)
}
