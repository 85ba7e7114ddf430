//! Device functions of CUDA that AMD's HIP lacks, as headers that compiles include first.

use super::Toolchain;
use super::hip::HipOrigin;
use hipify_diagnostics::Code;
use hipify_error::Error;

/// What a compile includes first: warp functions in the place of HIP's, which need exact masks; what HIP lacks or has with other results.
const HEADERS: [&str; 2] = ["warp.h", "supplement.h"];

/// The codes of names that no HIP has and every build does: cached loads, dot products, SIMD video intrinsics,
/// atomics with a scope.
pub const SUPPLIED: [Code; 4] = [Code::CACHE_HINT_LOADS, Code::DP4A, Code::SIMD_VIDEO, Code::SCOPED_ATOMICS];

/// Folders with a header that takes the place of AMD's of that name, where there is one.
const IN_FRONT: [(&str, &str); 2] = [("in_front_of_half", "hip/hip_fp16.h"), ("in_front_of_bfloat16", "hip/hip_bf16.h")];

impl Toolchain {
    /// The flags that include the headers; none beside the bundled ones, which have it all.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub fn supplement(&self) -> Result<Vec<String>, Error> {
        if self.hip.origin == HipOrigin::Bundled {
            return Ok(Vec::new());
        }
        let folder = hipify_headers::unpack(&self.cache).map_err(Error::io("write headers to", &self.cache))?;
        let path = |name: &str| folder.join("amd").join(name).display().to_string();
        let has = |header: &str| self.hip.include.iter().any(|folder| folder.join(header).exists());
        // Before AMD's in the path: they include those by `#include_next`.
        let wrapped = IN_FRONT.iter().filter(|(_, header)| has(header)).map(|(name, _)| format!("-I{}", path(name)));
        let included = HEADERS.iter().flat_map(|name| ["-include".to_owned(), path(name)]);
        Ok(wrapped.chain(included).collect())
    }
}
