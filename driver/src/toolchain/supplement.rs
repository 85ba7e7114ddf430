//! Device functions of CUDA that AMD's HIP lacks, as headers that compiles include first.

use super::Toolchain;
use super::hip::HipOrigin;
use crate::error::Error;
use hipify::Code;

/// What a compile includes first: warp functions in the place of HIP's, which need exact masks; what HIP lacks or has with other results.
const HEADERS: [&str; 2] = ["warp.h", "supplement.h"];

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
        let include = |name: &str| ["-include".to_owned(), folder.join("amd").join(name).display().to_string()];
        Ok(HEADERS.into_iter().flat_map(include).collect())
    }
}
