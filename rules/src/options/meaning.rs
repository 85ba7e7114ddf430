//! What an option of a compiler means: to a driver that stands in for the compiler, and in a build file that calls clang.

/// Whose flag a word is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlagScope {
    /// Host and device compilation.
    Both,
    Host,
    Device,
    Link,
    HostAndLink,
}

/// What becomes of an option in a command line of clang.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// clang takes it as it is.
    Keep,
    /// These words stand in its place; none drops it.
    Become(&'static [&'static str]),
    /// The words depend on the value; a value that is not listed drops it.
    ByValue(&'static [(&'static str, &'static [&'static str])]),
    /// This text, and the value joined to it.
    Prefix(&'static str),
    /// The value is a comma-separated list of words for the host compiler, which is clang itself.
    HostWords,
    /// The value is for the linker; clang takes one word where nvcc takes a list.
    LinkerWords,
    /// The value names NVIDIA architectures.
    GpuArch,
    /// clang cannot do this; the words stay and are reported.
    Report,
    /// clang has the same option: a build file keeps it, whatever its value looks like.
    Same,
}

/// What an option is to a driver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// The words that the row's action makes, as flags.
    Flags(FlagScope),
    /// Other flags than in a build file, where one command compiles for both sides.
    FlagsAs(FlagScope, &'static [&'static str]),
    /// A list separated by commas; each element is a flag of its own, after this text.
    Each(FlagScope, &'static str),
    Nothing,
    /// It has no counterpart, which may matter.
    Dropped,
    /// It decides what is made.
    Stage(Stage),
    /// It is answered, and nothing is made.
    Query(Query),
    /// It ends the run: why.
    Refused(&'static str),
    /// Words for the host compiler.
    HostWords,
    /// Words for the linker.
    LinkerWords,
    /// Words for ptxas, of which `-v` and `-O` have a meaning.
    Ptxas,
    /// NVIDIA's architectures, or AMD's.
    Arch,
    /// AMD target ids.
    Targets,
    Output,
    OutputFolder,
    /// Language of the files that follow.
    Language,
    /// Optimisation level; nvcc's is of the host's code.
    Optimize,
    /// `-g`; nvcc's is of the host's code.
    Debug,
    /// `-G`.
    DeviceDebug,
    Rdc,
    /// Which form of the runtime is linked; `none` links none.
    Runtime,
    Machine,
    /// `-MD`, `-MMD`: whether system headers are left out.
    DepfileWanted {
        user_only: bool,
    },
    DepfilePath,
    /// `-MT`, `-MQ`, `-MP`: this text before the value.
    DepfileFlag(&'static str),
    Jobs,
    Keep,
    KeepFolder,
    DryRun,
    Verbose,
    Launcher,
    /// What becomes of CUDA code.
    Mode,
    /// The processors that code for the CPU is for.
    CpuArch,
    /// The HIP runtime that is linked.
    HipRuntime,
    /// The bundled runtime goes beside what is made.
    BundleRuntime,
    /// What code for the CPU is checked for at run time.
    Sanitize,
    /// What code for the CPU is made ready to be checked for.
    Checks,
    Clang,
    RocmPath,
    DeviceLibraries,
    RunArguments,
    /// The folder of Fortran's module files.
    Modules,
    /// Bytes of Fortran's `real` without a kind.
    Real(u8),
    /// Bytes of Fortran's `integer` and `logical` without a kind.
    Integer(u8),
    /// Libraries of CUDA by nvfortran's names.
    CudaLibraries,
    FortranCompiler,
    OptionsFile,
}

/// What a command line makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    Compile,
    /// `-c` with relocatable device code.
    CompileRelocatable,
    /// The object that holds the linked device code of the given objects.
    DeviceLink,
    StaticLibrary,
    Shared,
    Executable,
    /// An executable, which is then run.
    Run,
    Preprocess,
    /// Make rules; whether system headers are left out.
    Dependencies {
        user_only: bool,
    },
    /// Device code in the place of PTX.
    PortableCode,
    /// `-S`: host and device assembly, unless one of them is left out.
    AssemblyOfBoth,
    CodeObject,
    /// Host code with its device code inside, as C++ source.
    HostSource,
    /// The code objects of all targets in one file.
    Bundle,
    /// What the other options make, of the device alone.
    DeviceOnly,
    HostOnly,
    /// `-emit-llvm`.
    Llvm,
    Check,
}

/// A question to the compiler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    Help,
    Version,
    ShortVersion,
    /// nvcc's virtual architectures.
    VirtualArchs,
    /// nvcc's architectures.
    Archs,
    CompileFlags,
    LinkFlags,
    /// The folder that stands for a CUDA toolkit.
    Toolkit,
}
