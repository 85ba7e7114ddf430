//! What a file of a command line is, by its name.

use crate::Style;
use crate::request::Language;
use hipify_error::Error;
use std::path::Path;

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// A source of this language.
    Source(Language),
    /// A header, which is compiled as that where it is named.
    Header(Language),
    /// Code of NVIDIA GPUs.
    NvidiaCode,
    /// For the linker: an object, an archive, a shared library, a linker script.
    Link,
}

const NO_PTX: &str = "build it from its source: `hipify-rs cc` ports and compiles that";

/// What a file of this name is.
pub fn kind(path: &Path) -> FileKind {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    match ending {
        "cu" | "hip" => FileKind::Source(Language::Hip),
        "cuh" => FileKind::Header(Language::Hip),
        "cpp" | "cc" | "cxx" | "C" | "c++" | "CPP" | "cp" => FileKind::Source(Language::Cxx),
        "c" => FileKind::Source(Language::C),
        "s" | "S" | "ll" | "bc" | "i" | "ii" => FileKind::Source(Language::Other),
        "ptx" | "cubin" | "fatbin" | "gpu" | "ltoir" => FileKind::NvidiaCode,
        _ if hipify_diagnostics::Language::of(&path.to_string_lossy()) == hipify_diagnostics::Language::Fortran => {
            FileKind::Source(Language::Fortran)
        }
        _ => FileKind::Link,
    }
}

/// What nvcc or hipcc compiles a file as, None for what goes to the linker: nvcc takes `.cpp` as host code, hipcc as HIP, and both
/// leave Fortran to the driver that links.
pub(crate) fn language_of(path: &str, style: Style) -> Result<Option<Language>, Error> {
    Ok(match kind(Path::new(path)) {
        FileKind::Source(Language::Cxx) if style == Style::Hipcc => Some(Language::Hip),
        FileKind::Source(Language::Fortran) | FileKind::Link => None,
        FileKind::Source(language) | FileKind::Header(language) => Some(language),
        FileKind::NvidiaCode => {
            let reason = "holds code of NVIDIA GPUs, which nothing translates";
            return Err(Error::path(Path::new(path), reason, NO_PTX));
        }
    })
}

/// The language of a name that `-x` takes; None for one that is not known, or that ends the option's effect.
pub(crate) fn language_named(name: &str) -> Option<Language> {
    Some(match name {
        "cu" | "cuda" | "hip" => Language::Hip,
        "c++" | "cxx" => Language::Cxx,
        "c" => Language::C,
        "f95" | "f77" | "f95-cpp-input" | "f77-cpp-input" => Language::Fortran,
        "assembler" | "assembler-with-cpp" | "ir" => Language::Other,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_tells_what_a_file_is() {
        let of = |name: &str| kind(Path::new(name));
        assert_eq!((of("a.cu"), of("a.b.hip")), (FileKind::Source(Language::Hip), FileKind::Source(Language::Hip)));
        assert_eq!((of("a.cuh"), of("a.h")), (FileKind::Header(Language::Hip), FileKind::Link));
        assert_eq!((of("a.C"), of("a.c")), (FileKind::Source(Language::Cxx), FileKind::Source(Language::C)));
        assert_eq!((of("a.F90"), of("a.cuf")), (FileKind::Source(Language::Fortran), FileKind::Source(Language::Fortran)));
        assert_eq!((of("a.ptx"), of("a.o"), of("a")), (FileKind::NvidiaCode, FileKind::Link, FileKind::Link));
    }

    #[test]
    fn hipcc_takes_c_plus_plus_as_hip() {
        let of = |name, style| language_of(name, style).unwrap();
        assert_eq!((of("a.cpp", Style::Nvcc), of("a.cpp", Style::Hipcc)), (Some(Language::Cxx), Some(Language::Hip)));
        assert_eq!(
            (of("a.cuh", Style::Nvcc), of("a.f90", Style::Nvcc), of("a.o", Style::Nvcc)),
            (Some(Language::Hip), None, None)
        );
        assert!(language_of("a.cubin", Style::Nvcc).is_err());
    }
}
