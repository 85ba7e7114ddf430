//! nvfortran's options (NVIDIA HPC SDK 24.x, `nvfortran -help`, with those of its older name pgfortran), and what they are to a
//! driver that stands in for nvfortran.

use super::{CompilerOption, FlagScope, Meaning, Query as Question, Stage as Make, Tool, Value};
use FlagScope::{Both, Link};
use Meaning::*;
use Value::{Joined, None as No, Separate};

type Names = &'static [&'static str];

const fn row(names: Names, value: Value, meaning: Meaning) -> CompilerOption {
    CompilerOption::new(&[Tool::Nvfortran], names, value, meaning)
}

/// The value follows directly, or in the next word.
const fn either(names: Names, meaning: Meaning) -> CompilerOption {
    CompilerOption { joined: true, ..row(names, Separate, meaning) }
}

/// Rows whose name is a whole word come before those that a word only begins with; the first that fits counts.
pub(super) const ROWS: &[CompilerOption] = &[
    row(&["c"], No, Stage(Make::Compile)),
    either(&["o"], Output),
    row(&["module"], Separate, Modules),
    either(&["J"], Modules),
    row(&["shared"], No, Stage(Make::Shared)),
    row(&["r8"], No, Real(8)),
    row(&["r4"], No, Real(4)),
    row(&["Mr8"], No, Real(8)),
    row(&["i8"], No, Integer(8)),
    row(&["i4"], No, Integer(4)),
    row(&["Mi8"], No, Integer(8)),
    row(&["Mi4"], No, Integer(4)),
    either(&["D"], Each(Both, "-D")),
    row(&["cudalib"], Joined, CudaLibraries),
    row(&["Mcudalib"], Joined, CudaLibraries),
    row(&["Mpreprocess"], No, FlagsAs(Both, &["-cpp"])),
    row(&["Mcpp"], Joined, FlagsAs(Both, &["-cpp"])),
    row(&["cpp"], No, Flags(Both)),
    row(&["Mfixed"], No, FlagsAs(Both, &["-ffixed-form"])),
    row(&["Mfree"], No, FlagsAs(Both, &["-ffree-form"])),
    row(&["Mfreeform"], No, FlagsAs(Both, &["-ffree-form"])),
    row(&["Mextend"], No, FlagsAs(Both, &["-ffixed-line-length-132"])),
    row(&["Mbackslash"], No, Nothing),
    row(&["Mnobackslash"], No, Nothing),
    row(&["Mbounds"], No, FlagsAs(Both, &["-fcheck=bounds"])),
    row(&["Mrecursive"], No, FlagsAs(Both, &["-frecursive"])),
    row(&["Mdclchk"], No, FlagsAs(Both, &["-fimplicit-none"])),
    row(&["mp"], Joined, FlagsAs(Both, &["-fopenmp"])),
    row(&["acc"], Joined, FlagsAs(Both, &["-fopenmp"])),
    row(&["ta="], Joined, Nothing),
    row(&["cuda"], Joined, Nothing),
    row(&["Mcuda"], Joined, Nothing),
    row(&["gpu="], Joined, Nothing),
    row(&["target="], Joined, Nothing),
    row(&["fast"], Joined, FlagsAs(Both, &["-O3"])),
    row(&["O4"], No, FlagsAs(Both, &["-O3"])),
    row(&["O"], Joined, Flags(Both)),
    row(&["gopt"], No, FlagsAs(Both, &["-g"])),
    row(&["g"], Joined, Flags(Both)),
    either(&["I"], Each(Both, "-I")),
    either(&["U"], Each(Both, "-U")),
    row(&["Wl,"], Joined, Flags(Link)),
    either(&["L"], Each(Link, "-L")),
    either(&["l"], Each(Link, "-l")),
    row(&["rpath"], Separate, Each(Link, "-Wl,-rpath,")),
    either(&["R"], Dropped),
    row(&["pthread"], No, Flags(Link)),
    row(&["static-nvidia"], No, Nothing),
    row(&["static"], No, Flags(Link)),
    row(&["c++libs"], No, Nothing),
    row(&["cudaforlibs"], No, Nothing),
    row(&["fortranlibs"], No, Nothing),
    row(&["pgf90libs"], No, Nothing),
    row(&["pgc++libs"], No, Nothing),
    row(&["fPIC"], No, Flags(Both)),
    row(&["fpic"], No, FlagsAs(Both, &["-fPIC"])),
    row(&["Kpic"], No, FlagsAs(Both, &["-fPIC"])),
    row(&["KPIC"], No, FlagsAs(Both, &["-fPIC"])),
    row(&["Kieee"], No, Nothing),
    row(&["K"], Joined, Dropped),
    row(&["byteswapio"], No, FlagsAs(Both, &["-fconvert=big-endian"])),
    row(&["traceback"], No, Nothing),
    row(&["tp"], Joined, Nothing),
    row(&["mcmodel="], Joined, Nothing),
    row(&["Minfo"], Joined, Nothing),
    row(&["Mneginfo"], Joined, Nothing),
    row(&["Minform"], Joined, Nothing),
    row(&["Minline"], Joined, Nothing),
    row(&["Mvect"], Joined, Nothing),
    row(&["Munroll"], Joined, Nothing),
    row(&["Mlarge_arrays"], No, Nothing),
    row(&["Mallocatable="], Joined, Nothing),
    row(&["Mcache_align"], No, Nothing),
    row(&["Mnomain"], No, Nothing),
    row(&["Mstandard"], No, Nothing),
    row(&["M"], Joined, Dropped),
    row(&["stdpar"], Joined, Refused("`do concurrent` is not turned into kernels")),
    row(&["E"], No, Refused("preprocessed text is not made")),
    row(&["F"], No, Refused("preprocessed text is not made")),
    row(&["S"], No, Refused("assembly is not made")),
    row(&["fc"], Separate, FortranCompiler),
    row(&["dryrun"], No, DryRun),
    row(&["v"], No, Verbose),
    row(&["V"], Joined, Query(Question::Version)),
    row(&["version"], No, Query(Question::Version)),
    row(&["w"], No, Nothing),
    row(&["silent"], No, Nothing),
    row(&["W"], Joined, Nothing),
    row(&["f"], Joined, Flags(Both)),
    row(&["std="], Joined, Flags(Both)),
    row(&["march="], Joined, Flags(Both)),
];
