//! What one run of `build` or `cc` is asked to make, whatever command line it was typed as.

use crate::runtime::RuntimeOptions;
use std::path::PathBuf;

/// What a source is compiled as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// CUDA or HIP: a host pass, and a device pass for each target.
    Hip,
    /// C++ that may call the runtime: ported, then a host pass alone.
    Cxx,
    /// C that may call the runtime: likewise.
    C,
    /// Fortran, perhaps with CUDA Fortran: ported, then the Fortran compiler's.
    Fortran,
    /// Assembly and the like: clang gets it as it is.
    Other,
}

/// One translation unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// As the user named it, relative to the current folder or absolute.
    pub path: PathBuf,
    /// What it is compiled as.
    pub language: Language,
    /// Flags of this source alone, after those of the request.
    pub flags: Vec<String>,
    /// The object asked for by name; without it, the name is made of the source's.
    pub object: Option<PathBuf>,
}

/// One word of the link, in the order of the command line, which is what static libraries need.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkWord {
    /// What became of the source of that number.
    Source(usize),
    /// An object, an archive or a shared library.
    File(PathBuf),
    /// `-lm`, `-Wl,...`, `-L...`.
    Flag(String),
}

/// What device code is left as when only device code is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeviceForm {
    /// One file with the linked code objects of all targets, which `hipModuleLoad` takes.
    Bundle,
    /// The linked code object of the one target.
    CodeObject,
    /// The target's assembly.
    Assembly,
    /// LLVM's binary form.
    Bitcode,
    /// LLVM assembly.
    Ir,
}

/// What is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Produce {
    /// A program.
    Executable,
    /// `-shared`.
    SharedLibrary,
    /// An archive of the objects.
    StaticLibrary,
    /// One object a source.
    Objects,
    /// Device code alone.
    Device(DeviceForm),
    /// The object that a host linker needs beside objects with relocatable device code: device code linked, in a fat binary.
    DeviceLink,
    /// The preprocessed host text of each source, on standard output or in the output file.
    Preprocessed,
    /// The host code of each source as assembly, or as LLVM's.
    HostText {
        /// As LLVM assembly.
        ir: bool,
    },
    /// Host code with its device code inside as C++ source, one a source (nvcc's `-cuda`).
    HostSource,
    /// Make rules of each source, likewise (`-M`, `-MM`).
    Dependencies,
    /// Diagnostics alone.
    Nothing,
}

/// A dependency file made while compiling.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Depfile {
    /// Asked for by `-MD` or `-MMD`.
    pub wanted: bool,
    /// Leave system headers out (`-MMD`, `-MM`).
    pub user_only: bool,
    /// `-MF`.
    pub path: Option<PathBuf>,
    /// `-MT`, `-MQ` (already quoted) and `-MP`, as typed.
    pub flags: Vec<String>,
}

/// All of it, in clang's terms: nvcc's and hipcc's spellings are gone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// What is made.
    pub produce: Produce,
    /// In the order of the command line.
    pub sources: Vec<Source>,
    /// `LinkWord::Source` stands once for each source.
    pub link: Vec<LinkWord>,
    /// For host and device passes alike: `-I`, `-D`, `-O2`, `-std=c++17`, ...
    pub flags: Vec<String>,
    /// For host passes alone.
    pub host_flags: Vec<String>,
    /// For device passes alone.
    pub device_flags: Vec<String>,
    /// Target ids as typed; empty means the default of the caller.
    pub targets: Vec<String>,
    /// Relocatable device code: device functions and variables are linked across translation units.
    pub rdc: bool,
    /// Add no library of the runtime to the link.
    pub bare_link: bool,
    /// Which runtime the program is linked with, and how code for the CPU is compiled.
    pub runtime: RuntimeOptions,
    /// The dependency file that is made beside.
    pub depfile: Depfile,
    /// `-o`.
    pub output: Option<PathBuf>,
    /// What the Fortran sources are compiled with.
    pub fortran: Fortran,
}

impl Request {
    /// Whether a source has device code.
    pub fn compiles_device_code(&self) -> bool {
        self.sources.iter().any(|source| source.language == Language::Hip)
    }
}

/// What is asked of the Fortran compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fortran {
    /// Named by the user.
    pub compiler: Option<PathBuf>,
    /// Where module files go, and are looked for first; a temporary folder without it.
    pub modules: Option<PathBuf>,
    /// Links are the Fortran compiler's, though no source is Fortran.
    pub links: bool,
    /// Bytes of `real` without a kind.
    pub real: u8,
    /// Bytes of `integer` and `logical` without a kind.
    pub integer: u8,
    /// `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
}

impl Default for Fortran {
    fn default() -> Self {
        Self { compiler: None, modules: None, links: false, real: 4, integer: 4, defines: Vec::new() }
    }
}

impl Default for Request {
    fn default() -> Self {
        Self {
            produce: Produce::Executable,
            sources: Vec::new(),
            link: Vec::new(),
            flags: Vec::new(),
            host_flags: Vec::new(),
            device_flags: Vec::new(),
            targets: Vec::new(),
            rdc: false,
            bare_link: false,
            runtime: RuntimeOptions::default(),
            depfile: Depfile::default(),
            output: None,
            fortran: Fortran::default(),
        }
    }
}
