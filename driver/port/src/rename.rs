//! Output names.

use std::path::{Path, PathBuf};

/// Under `--rename` `a.cu` becomes `a.hip`, `a.cuh` becomes `a.hip.h` and `a.cuf` becomes `a.f90`; `None` for other names.
pub(crate) fn renamed(path: &Path) -> Option<PathBuf> {
    // A name that begins with its only dot has no ending.
    path.extension()?;
    let name = hipify_diagnostics::renamed(path.file_name()?.to_str()?);
    name.map(|name| path.with_file_name(name)).or_else(|| for_other_compilers(path))
}

/// The name in a mirror. Compilers other than NVIDIA's take `.cuf` for an object file, so that it never stays.
pub(crate) fn mirrored(path: &Path, rename: bool) -> PathBuf {
    let name = if rename { renamed(path) } else { for_other_compilers(path) };
    name.unwrap_or_else(|| path.to_path_buf())
}

fn for_other_compilers(path: &Path) -> Option<PathBuf> {
    gpufort::renamed(path.file_name()?.to_str()?).map(|name| path.with_file_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_cuda_endings_change() {
        assert_eq!(renamed(Path::new("a/b.x.cu")), Some("a/b.x.hip".into()));
        assert_eq!(renamed(Path::new("b.cuh")), Some("b.hip.h".into()));
        assert_eq!(renamed(Path::new("b.cpp")), None);
        assert_eq!(renamed(Path::new("cu")), None);
    }

    #[test]
    fn cuda_fortran_is_renamed_in_every_mirror() {
        assert_eq!(mirrored(Path::new("a/b.cuf"), false), Path::new("a/b.f90"));
        assert_eq!(mirrored(Path::new("b.CUF"), true), Path::new("b.F90"));
        assert_eq!(mirrored(Path::new("b.cu"), false), Path::new("b.cu"));
    }
}
