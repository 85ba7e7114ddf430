//! A source file as the passes see it.

/// What a file's name says it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// `.cu`, `.cuh`: nvcc includes the runtime header by itself.
    Cuda,
    /// `.cpp`, `.h`, ...: C or C++, perhaps with CUDA calls.
    Cpp,
    /// `CMakeLists.txt`, `*.cmake`.
    CMake,
    /// `Makefile`, `*.mk`.
    Make,
    /// `setup.py`.
    SetupPy,
    /// `.f90`, `.cuf`, ...: Fortran in free or fixed form, perhaps with CUDA Fortran; the crate `gpufort` ports it.
    Fortran,
    /// A build file that is recognised and reported, not ported: Meson, Bazel, Visual Studio, autoconf, qmake.
    OtherBuild,
    /// Anything else: copied as it is.
    Other,
}

impl Language {
    /// The language of a file by its path.
    pub fn of(path: &str) -> Self {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let extension = name.rsplit_once('.').map_or("", |(_, e)| e);
        match name {
            "CMakeLists.txt" => return Language::CMake,
            "setup.py" => return Language::SetupPy,
            "Makefile" | "makefile" | "GNUmakefile" => return Language::Make,
            "meson.build" | "BUILD" | "BUILD.bazel" | "configure.ac" | "configure.in" => return Language::OtherBuild,
            _ => {}
        }
        match extension {
            "cu" | "cuh" | "CU" => Language::Cuda,
            "c" | "cc" | "cpp" | "cxx" | "c++" | "C" | "h" | "hh" | "hpp" | "hxx" | "h++" | "H" | "inl" | "ipp" | "tpp"
            | "tcc" | "inc" | "impl" | "hip" => Language::Cpp,
            "cuf" | "CUF" | "f" | "F" | "for" | "FOR" | "ftn" | "FTN" | "f90" | "F90" | "f95" | "F95" | "f03" | "F03" | "f08"
            | "F08" => Language::Fortran,
            "cmake" => Language::CMake,
            "mk" | "mak" => Language::Make,
            "bzl" | "vcxproj" | "pro" | "pri" => Language::OtherBuild,
            _ if name.starts_with("Makefile.") || name.starts_with("makefile.") => Language::Make,
            _ => Language::Other,
        }
    }
}

/// One file to port.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Path relative to the tree's root, with forward slashes.
    pub path: &'a str,
    pub bytes: &'a [u8],
}

impl Source<'_> {
    pub fn language(&self) -> Language {
        Language::of(self.path)
    }
}

/// Whether a path is that of a header of C or C++ by its extension.
pub fn is_header(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    matches!(extension, "h" | "cuh" | "hpp" | "hh" | "hxx" | "inl" | "inc")
}

/// The name that `--rename` gives a file: `.cu` becomes `.hip`, `.cuh` becomes `.hip.h`. `None` for files that keep theirs.
pub fn renamed(path: &str) -> Option<String> {
    if let Some(stem) = path.strip_suffix(".cu") {
        return Some(format!("{stem}.hip"));
    }
    path.strip_suffix(".cuh").map(|stem| format!("{stem}.hip.h"))
}
