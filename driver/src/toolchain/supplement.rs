//! Device functions of CUDA that AMD's HIP lacks, as headers that compiles include first.

use super::Toolchain;
use super::hip::HipOrigin;
use crate::error::Error;
use hipify::Code;

/// The first HIP that has all warp functions that `amd/warp.h` makes up for (`__syncwarp`, by its headers).
const COMPLETE: u32 = 7;

/// The codes of names that no HIP has and every build does: cached loads, dot products, SIMD video intrinsics,
/// atomics with a scope.
pub(crate) const SUPPLIED: [Code; 4] = [Code::CACHE_HINT_LOADS, Code::DP4A, Code::SIMD_VIDEO, Code::SCOPED_ATOMICS];

impl Toolchain {
    /// The flags that include the headers; none beside the bundled ones, which have it all.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub(crate) fn supplement(&self) -> Result<Vec<String>, Error> {
        if self.hip.origin == HipOrigin::Bundled {
            return Ok(Vec::new());
        }
        let folder = hipify_headers::unpack(&self.cache).map_err(Error::io("write headers to", &self.cache))?;
        let names = if self.hip.version.major < COMPLETE { &["warp.h", "supplement.h"][..] } else { &["supplement.h"] };
        let include = |name: &&str| ["-include".to_owned(), folder.join("amd").join(name).display().to_string()];
        Ok(names.iter().flat_map(include).collect())
    }
}
