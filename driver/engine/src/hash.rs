//! Hashes that say whether bytes, or all that a port depends on, are those of an earlier run.

use crate::options::Engine;
use hipify_tree::platform;
use hipify_tree::scan::FoundFile;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Of everything that one file's port depends on beside its bytes: the options, the tool, and which paths the tree has.
pub fn fingerprint(engine: &Engine, entries: &[FoundFile]) -> u64 {
    let mut hasher = Xxh3::new();
    // A build of the same version may know more names: the executable's size and time tell builds apart.
    let build = platform::own_stamp();
    hasher.update(format!("{} {build:?} {engine:?}", env!("CARGO_PKG_VERSION")).as_bytes());
    for entry in entries {
        hasher.update(entry.relative.as_os_str().as_encoded_bytes());
        hasher.update(b"\0");
    }
    hasher.digest()
}

/// Of bytes, for comparison alone: it withstands no attack.
pub fn hash(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}
