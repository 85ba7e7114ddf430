//! Names under which build files keep the CUDA toolkit's folder.

/// Variables of make and of the environment that people use for it.
pub(super) const ROOTS: &[&str] = &[
    "CUDA_PATH",
    "CUDA_HOME",
    "CUDA_ROOT",
    "CUDA_DIR",
    "CUDA_BASE",
    "CUDA_INSTALL_PATH",
    "CUDA_INSTALL_DIR",
    "CUDA_TOOLKIT",
    "CUDA_TOOLKIT_PATH",
    "CUDA_TOOLKIT_ROOT",
    "CUDA_TOOLKIT_ROOT_DIR",
    "CUDA_TOOLKIT_DIR",
    "CUDA_SDK_PATH",
    "CUDAHOME",
    "CUDAPATH",
    "CUDADIR",
    "CUDAROOT",
    "CUDATOOLKIT_HOME",
];

/// Length of `/usr/local/cuda`, `/usr/local/cuda-12.2` or `/opt/cuda` at the start of `text`.
pub(super) fn root_path_length(text: &str) -> Option<usize> {
    let prefix = ["/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda"].into_iter().find(|p| text.starts_with(p))?;
    let version = text[prefix.len()..].bytes().take_while(|b| b.is_ascii_digit() || matches!(b, b'-' | b'.')).count();
    let end = prefix.len() + version;
    let ends = text.as_bytes().get(end).is_none_or(|b| !b.is_ascii_alphanumeric() && *b != b'_');
    ends.then_some(end)
}

/// Programs of the CUDA toolkit, with what does the same for HIP.
pub(super) const PROGRAMS: &[(&str, &str)] = &[
    ("nvcc", "clang++ -x hip --offload-arch=... is the compiler"),
    ("nvlink", "clang++ -fgpu-rdc --hip-link links device code"),
    ("ptxas", "clang assembles AMDGPU code itself"),
    ("fatbinary", "clang-offload-bundler makes fat binaries"),
    ("cuobjdump", "llvm-objdump --offloading and roc-obj-ls show code objects"),
    ("nvdisasm", "llvm-objdump -d disassembles code objects"),
    ("nvprof", "rocprofv3 profiles HIP programs"),
    ("nsys", "rocprofv3 --sys-trace traces HIP programs"),
    ("ncu", "rocprof-compute profiles HIP kernels"),
    ("cuda-gdb", "rocgdb debugs HIP programs"),
    ("cuda-memcheck", "clang's AddressSanitizer checks device memory"),
    ("compute-sanitizer", "clang's AddressSanitizer checks device memory"),
    ("nvidia-smi", "amd-smi or rocm-smi shows the devices"),
];

/// The help for a command word that runs a program of the toolkit.
pub(super) fn program(word: &str) -> Option<(&'static str, &'static str)> {
    let name = word.rsplit('/').next().unwrap_or(word);
    PROGRAMS.iter().find(|row| row.0 == name).copied()
}
