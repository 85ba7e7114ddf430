//! Device functions of CUDA that AMD's HIP lacks, as headers that compiles include first.

use super::Toolchain;
use super::hip::HipOrigin;
use hipify_diagnostics::Code;
use hipify_error::Error;

/// What a compile includes first: warp functions in the place of HIP's, which need exact masks; what HIP lacks or has with other results.
const HEADERS: [&str; 2] = ["warp.h", "supplement.h"];

/// The folder with what makes functions of the standard library callable in kernels that are not constexpr before C++20.
const STANDARD: &str = "standard";

/// The codes of names that no HIP has and every build does: cached loads, dot products, SIMD video intrinsics,
/// atomics with a scope.
pub const SUPPLIED: [Code; 4] = [Code::CACHE_HINT_LOADS, Code::DP4A, Code::SIMD_VIDEO, Code::SCOPED_ATOMICS];

/// Folders with a header that takes the place of AMD's of that name, where there is one.
const IN_FRONT: &[(&str, &str)] = &[
    ("in_front_of_runtime", "hip/hip_runtime_api.h"),
    ("in_front_of_blas", "hipblas/hipblas.h"),
    ("in_front_of_blaslt", "hipblaslt/hipblaslt.h"),
    ("in_front_of_groups", "hip/hip_cooperative_groups.h"),
    ("in_front_of_half", "hip/hip_fp16.h"),
    ("in_front_of_bfloat16", "hip/hip_bf16.h"),
    ("in_front_of_fp8", "hip/hip_fp8.h"),
    ("in_front_of_mtgp32", "hiprand/hiprand_mtgp32_host.h"),
    ("in_front_of_roctx", "roctracer/roctx.h"),
];

/// Folders with a header that AMD's HIP has from some version on, or in a package of its own, for those that lack it: the header that
/// says so. Debian's package of rocWMMA 7.2 has `rocwmma.hpp` without what that includes.
const FOR_WANT: [(&str, &str); 4] = [
    ("for_want_of_bfloat16", "hip/hip_bf16.h"),
    ("for_want_of_fp8", "hip/hip_fp8.h"),
    ("for_want_of_fp4", "hip/hip_fp4.h"),
    ("for_want_of_rocwmma", "rocwmma/internal/types.hpp"),
];

/// Folders with a header for sources without device code, and the headers of AMD's that they take the place of.
const IN_FRONT_OF_PLAIN: [(&str, &str); 4] = [
    ("in_front_of_plain_runtime", "hip/hip_runtime_api.h"),
    ("in_front_of_plain_blas", "hipblas/hipblas.h"),
    ("in_front_of_random", "hiprand/hiprand.h"),
    ("in_front_of_roctx", "roctracer/roctx.h"),
];

impl Toolchain {
    /// The flags that bring sources without device code, C above all, what AMD's headers lack for them.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub fn supplement_of_plain(&self) -> Result<Vec<String>, Error> {
        if self.hip.origin == HipOrigin::Bundled || self.bundled_for_host().is_some() {
            return Ok(Vec::new());
        }
        let has = |header: &str| self.hip.include.iter().any(|folder| folder.join(header).exists());
        let wrapped: Vec<&str> = IN_FRONT_OF_PLAIN.iter().filter(|(_, header)| has(header)).map(|(name, _)| *name).collect();
        if wrapped.is_empty() {
            return Ok(Vec::new());
        }
        let folder = hipify_headers::unpack(&self.cache).map_err(Error::io("write headers to", &self.cache))?;
        Ok(wrapped.iter().map(|name| format!("-I{}", folder.join("amd").join(name).display())).collect())
    }

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
        let wrapped = IN_FRONT.iter().filter(|(_, header)| has(header));
        let wanted = FOR_WANT.iter().filter(|(_, header)| !has(header));
        let folders = wrapped.chain(wanted).map(|(name, _)| format!("-I{}", path(name)));
        // Before the standard library's in the path.
        let standard = ["-isystem".to_owned(), path(STANDARD)];
        let included = HEADERS.iter().flat_map(|name| ["-include".to_owned(), path(name)]);
        Ok(folders.chain(standard).chain(included).collect())
    }
}
