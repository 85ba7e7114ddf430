//! Device functions that an older HIP lacks, as a header in the cache that compiles include first.

use super::Toolchain;
use super::hip::HipOrigin;
use crate::error::Error;
use crate::write;
use std::path::PathBuf;

const TEXT: &str = include_str!("../../data/supplement.h");

/// The first HIP that has all that the header makes up for (`__syncwarp`, by its headers).
const COMPLETE: u32 = 7;

impl Toolchain {
    /// The flags that include the header; none where HIP needs no help.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub(crate) fn supplement(&self) -> Result<Vec<String>, Error> {
        if self.hip.version.major >= COMPLETE || self.hip.origin == HipOrigin::Bundled {
            return Ok(Vec::new());
        }
        let path = self.header()?;
        Ok(vec!["-include".to_owned(), path.display().to_string()])
    }

    fn header(&self) -> Result<PathBuf, Error> {
        // Another version of this tool has another text, and compiler caches go by names.
        let name = format!("supplement-{:016x}.h", xxhash_rust::xxh3::xxh3_64(TEXT.as_bytes()));
        let path = self.cache.join(name);
        if !path.is_file() {
            std::fs::create_dir_all(&self.cache).map_err(Error::io("make", &self.cache))?;
            write::write(&path, 0o644, TEXT.as_bytes())?;
        }
        Ok(path)
    }
}
