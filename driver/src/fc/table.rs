//! nvfortran's options (NVIDIA HPC SDK 24.x, `nvfortran -help`, with those of its older name pgfortran) as facts: how they take
//! values, and what they are here.

/// Where an option's value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    None,
    /// In the next word.
    Next,
    /// In the next word, or right behind the name.
    NextOrJoined,
    /// Right behind the name, perhaps nothing.
    Joined,
}

/// What an option becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Compile,
    Output,
    /// The folder of module files.
    Modules,
    Shared,
    /// `-r8`, `-r4`: bytes of `real`.
    Real(u8),
    /// `-i8`, `-i4`: bytes of `integer`.
    Integer(u8),
    Define,
    /// Libraries of `-cudalib=`, by their names.
    CudaLibraries,
    /// The same word for the Fortran compiler.
    Same,
    /// These words for the Fortran compiler instead.
    Words(&'static [&'static str]),
    /// Goes to the link.
    Link,
    /// Targets of ours.
    Targets,
    /// The Fortran compiler.
    Compiler,
    DryRun,
    Verbose,
    Version,
    /// Has no counterpart and needs none.
    Nothing,
    /// Has no counterpart, which may matter.
    Dropped,
    /// Cannot be done.
    Refused(&'static str),
}

/// One option.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) value: Value,
    pub(super) part: Part,
}

const fn row(name: &'static str, value: Value, part: Part) -> Row {
    Row { name, value, part }
}

use Part::*;
use Value::{Joined, Next, NextOrJoined, None as Alone};

/// Rows whose name is a whole word come before those that a word only begins with; the first that fits counts.
pub(super) const ROWS: &[Row] = &[
    row("-c", Alone, Compile),
    row("-o", NextOrJoined, Output),
    row("-module", Next, Modules),
    row("-J", NextOrJoined, Modules),
    row("-shared", Alone, Shared),
    row("-r8", Alone, Real(8)),
    row("-r4", Alone, Real(4)),
    row("-Mr8", Alone, Real(8)),
    row("-i8", Alone, Integer(8)),
    row("-i4", Alone, Integer(4)),
    row("-Mi8", Alone, Integer(8)),
    row("-Mi4", Alone, Integer(4)),
    row("-D", NextOrJoined, Define),
    row("-cudalib", Joined, CudaLibraries),
    row("-Mcudalib", Joined, CudaLibraries),
    row("-Mpreprocess", Alone, Words(&["-cpp"])),
    row("-Mcpp", Joined, Words(&["-cpp"])),
    row("-cpp", Alone, Same),
    row("-Mfixed", Alone, Words(&["-ffixed-form"])),
    row("-Mfree", Alone, Words(&["-ffree-form"])),
    row("-Mfreeform", Alone, Words(&["-ffree-form"])),
    row("-Mextend", Alone, Words(&["-ffixed-line-length-132"])),
    row("-Mbackslash", Alone, Nothing),
    row("-Mnobackslash", Alone, Nothing),
    row("-Mbounds", Alone, Words(&["-fcheck=bounds"])),
    row("-Mrecursive", Alone, Words(&["-frecursive"])),
    row("-Mdclchk", Alone, Words(&["-fimplicit-none"])),
    row("-mp", Joined, Words(&["-fopenmp"])),
    row("-acc", Joined, Words(&["-fopenmp"])),
    row("-ta=", Joined, Nothing),
    row("-cuda", Joined, Nothing),
    row("-Mcuda", Joined, Nothing),
    row("-gpu=", Joined, Nothing),
    row("-target=", Joined, Nothing),
    row("-fast", Joined, Words(&["-O3"])),
    row("-O4", Alone, Words(&["-O3"])),
    row("-O", Joined, Same),
    row("-gopt", Alone, Words(&["-g"])),
    row("-g", Joined, Same),
    row("-I", NextOrJoined, Same),
    row("-U", NextOrJoined, Same),
    row("-Wl,", Joined, Link),
    row("-L", NextOrJoined, Link),
    row("-l", NextOrJoined, Link),
    row("-rpath", Next, Link),
    row("-R", NextOrJoined, Dropped),
    row("-pthread", Alone, Link),
    row("-static-nvidia", Alone, Nothing),
    row("-static", Alone, Link),
    row("-c++libs", Alone, Nothing),
    row("-cudaforlibs", Alone, Nothing),
    row("-fortranlibs", Alone, Nothing),
    row("-pgf90libs", Alone, Nothing),
    row("-pgc++libs", Alone, Nothing),
    row("-fPIC", Alone, Same),
    row("-fpic", Alone, Words(&["-fPIC"])),
    row("-Kpic", Alone, Words(&["-fPIC"])),
    row("-KPIC", Alone, Words(&["-fPIC"])),
    row("-Kieee", Alone, Nothing),
    row("-K", Joined, Dropped),
    row("-byteswapio", Alone, Words(&["-fconvert=big-endian"])),
    row("-traceback", Alone, Nothing),
    row("-tp", Joined, Nothing),
    row("-mcmodel=", Joined, Nothing),
    row("-Minfo", Joined, Nothing),
    row("-Mneginfo", Joined, Nothing),
    row("-Minform", Joined, Nothing),
    row("-Minline", Joined, Nothing),
    row("-Mvect", Joined, Nothing),
    row("-Munroll", Joined, Nothing),
    row("-Mlarge_arrays", Alone, Nothing),
    row("-Mallocatable=", Joined, Nothing),
    row("-Mcache_align", Alone, Nothing),
    row("-Mnomain", Alone, Nothing),
    row("-Mstandard", Alone, Nothing),
    row("-M", Joined, Dropped),
    row("-stdpar", Joined, Refused("`do concurrent` is not turned into kernels")),
    row("-E", Alone, Refused("preprocessed text is not made")),
    row("-F", Alone, Refused("preprocessed text is not made")),
    row("-S", Alone, Refused("assembly is not made")),
    row("--offload-arch=", Joined, Targets),
    row("--fc=", Joined, Compiler),
    row("-###", Alone, DryRun),
    row("-dryrun", Alone, DryRun),
    row("-v", Alone, Verbose),
    row("-V", Joined, Version),
    row("--version", Alone, Version),
    row("-w", Alone, Nothing),
    row("-silent", Alone, Nothing),
    row("-W", Joined, Nothing),
    row("-f", Joined, Same),
    row("-std=", Joined, Same),
    row("-march=", Joined, Same),
];

/// Libraries of `-cudalib` and what is linked in their place; `None` for those that HIP has no library for.
pub(super) const LIBRARIES: &[(&str, Option<&str>)] = &[
    ("cublas", Some("hipblas")),
    ("cufft", Some("hipfft")),
    ("cufftw", None),
    ("curand", Some("hiprand")),
    ("cusolver", Some("hipsolver")),
    ("cusparse", Some("hipsparse")),
    ("cutensor", None),
    ("nvblas", None),
    ("nccl", Some("rccl")),
    ("nvtx", Some("roctx64")),
];

impl Row {
    /// Whether `word` is this option, with its value joined if it takes one so.
    pub(super) fn fits(&self, word: &str) -> bool {
        match self.value {
            Alone | Next => word == self.name,
            NextOrJoined | Joined => word.starts_with(self.name),
        }
    }
}
