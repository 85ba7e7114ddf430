//! Objects and libraries -> which of CUDA's libraries they name or hold, and their symbols' names.

use hipify_cuda_libraries::sonames;

/// CUDA's libraries that the file names; objects name none.
pub fn libraries(bytes: &[u8]) -> Vec<&'static str> {
    let named = |soname: &&'static str| memchr::memmem::find(bytes, format!("\0{soname}\0").as_bytes()).is_some();
    sonames().filter(named).collect()
}

/// A symbol's name without its version, which follows an `@`.
pub fn unversioned(name: &str) -> &str {
    name.split('@').next().unwrap_or(name)
}

/// What the CUDA shim cannot serve, in words that follow the file's name.
pub const STATIC_RUNTIME: &str = "has CUDA's runtime linked in, nvcc's default, which asks NVIDIA's driver for tables that nobody \
                                         documents: the CUDA shim cannot serve it; link it again with nvcc's `-cudart shared`";

/// Whether a program or library has `libcudart_static.a` inside: it loads the driver itself, and has the text of a status that
/// only CUDA's runtime gives. CUDA's shared runtime is no such file.
pub fn has_static_runtime(bytes: &[u8]) -> bool {
    let has = |text: &str| memchr::memmem::find(bytes, text.as_bytes()).is_some();
    has("libcuda.so.1\0") && has("CUDA driver version is insufficient for CUDA runtime version\0") && !has("\0libcudart.so.")
}

/// NVIDIA's libraries for static links that HIP's runtime stands for.
pub const STATIC_LIBRARIES: [&str; 3] = ["cudart_static", "cudadevrt", "culibos"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runtime_is_told_by_the_driver_that_it_loads_and_by_its_own_status() {
        let text = "CUDA driver version is insufficient for CUDA runtime version\0";
        assert!(has_static_runtime(format!("libcuda.so.1\0{text}").as_bytes()));
        assert!(!has_static_runtime(format!("\0libcudart.so.12\0libcuda.so.1\0{text}").as_bytes()));
        assert!(!has_static_runtime(text.as_bytes()) && !has_static_runtime(b"libcuda.so.1\0"));
    }
}
