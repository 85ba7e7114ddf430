//! Headers under CUDA's names, for sources that are compiled as HIP without being ported.

use super::Toolchain;
use hipify_error::Error;
use std::path::PathBuf;

/// Folders to search; none where sources are ported.
#[derive(Clone, Default, Debug)]
pub struct CudaHeaders {
    folders: Vec<PathBuf>,
}

impl Toolchain {
    /// The headers of the toolkit, those that ported sources keep too, and those of NVIDIA's samples.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub fn cuda_headers(&self) -> Result<CudaHeaders, Error> {
        let folder = hipify_headers::unpack(&self.cache).map_err(Error::io("write headers to", &self.cache))?;
        Ok(CudaHeaders { folders: ["cuda_compat", "cuda_kept", "cuda_samples"].map(|name| folder.join(name)).to_vec() })
    }

    /// The folder with the headers of the toolkit.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub fn cuda_runtime_headers(&self) -> Result<PathBuf, Error> {
        let folder = hipify_headers::unpack(&self.cache).map_err(Error::io("write headers to", &self.cache))?;
        Ok(folder.join("cuda_compat"))
    }

    /// The flags by which ported sources find the headers that they go on including by CUDA's names, and those of NVIDIA's
    /// samples, after those of the project.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub fn sample_headers(&self) -> Result<Vec<String>, Error> {
        let folder = hipify_headers::unpack(&self.cache).map_err(Error::io("write headers to", &self.cache))?;
        let flags = ["cuda_kept", "cuda_samples"].map(|name| ["-idirafter".to_owned(), folder.join(name).display().to_string()]);
        Ok(flags.into_iter().flatten().collect())
    }
}

impl CudaHeaders {
    /// For sources with kernels, into which nvcc includes the runtime's header by itself.
    pub fn for_kernels(&self) -> Vec<String> {
        let mut flags = self.for_hosts();
        if !flags.is_empty() {
            flags.extend(["-include", "cuda_runtime.h"].map(str::to_owned));
        }
        flags
    }

    /// For C and C++ that calls CUDA.
    pub fn for_hosts(&self) -> Vec<String> {
        let folders = self.folders.iter().flat_map(|folder| ["-isystem".to_owned(), folder.display().to_string()]);
        // HIP deprecates much that CUDA does not, and the source says CUDA's names.
        let quiet = (!self.folders.is_empty()).then(|| "-Wno-deprecated-declarations".to_owned());
        folders.chain(quiet).collect()
    }
}
