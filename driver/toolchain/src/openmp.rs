//! The OpenMP runtimes of clang and gcc. A program takes one of them: functions such as `omp_get_thread_num` of one know nothing of the
//! threads of the other. Objects that clang compiles need its own, which serves those of gcc too.

use super::Toolchain;
use std::path::{Path, PathBuf};

/// Links clang's runtime.
pub const FLAG: &str = "-fopenmp";

impl Toolchain {
    /// clang's runtime, where it is installed.
    pub fn openmp_library(&self) -> Option<PathBuf> {
        library_of(&self.clang.bin)
    }
}

/// clang's runtime, where it is installed with the compilers in the folder `bin`.
pub fn library_of(bin: &Path) -> Option<PathBuf> {
    let beside = bin.parent().map(|root| root.join("lib/libomp.so"));
    beside.filter(|path| path.is_file())
}

/// Whether a word of a link names gcc's runtime: makefiles write `-lgomp`, CMake's FindOpenMP the file.
pub fn is_gccs(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    name == "-lgomp" || name == "libgomp.a" || name == "libgomp.so" || name.starts_with("libgomp.so.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gccs_runtime_is_known_by_its_names() {
        assert!(
            ["-lgomp", "/usr/lib/gcc/x86_64-linux-gnu/12/libgomp.so", "libgomp.so.1", "x/libgomp.a"]
                .iter()
                .all(|word| is_gccs(word))
        );
        assert!(!["-lgompertz", "libgomp.sox", "-fopenmp", "gomp"].iter().any(|word| is_gccs(word)));
    }
}
