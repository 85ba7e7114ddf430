//! Options of clang and hipcc, and those of hipify-rs, that need more than being passed on.

use super::{Action, CompilerOption, FlagScope, Meaning, Preprocessing, Query, Stage, Tool, Value};
use FlagScope::{Both, Host, HostAndLink, Link};
use Meaning::{DepfileFlag, Flags, FlagsAs, Nothing};
use Value::{Joined, None as No, Optional, Separate};

type Names = &'static [&'static str];

const fn clang(names: Names, value: Value, meaning: Meaning) -> CompilerOption {
    CompilerOption::new(&[Tool::Clang], names, value, meaning)
}

const fn hipcc(names: Names, value: Value, meaning: Meaning) -> CompilerOption {
    CompilerOption::new(&[Tool::Hipcc], names, value, meaning)
}

const fn ours(names: Names, value: Value, meaning: Meaning) -> CompilerOption {
    CompilerOption::new(&[Tool::Hipify], names, value, meaning)
}

/// nvfortran has the option too, or we where we stand in for it.
const fn nvfortrans(row: CompilerOption) -> CompilerOption {
    CompilerOption { tools: &[Tool::Clang, Tool::Nvfortran], ..row }
}

/// The value may also follow the name directly.
const fn joined(row: CompilerOption) -> CompilerOption {
    CompilerOption { joined: true, ..row }
}

/// Sources: the script hipcc of HIP 5.2.3; clang 19's "Clang command line argument reference". The first row that fits counts.
pub(super) const ROWS: &[CompilerOption] = &[
    ours(&["launcher"], Separate, Meaning::Launcher),
    ours(&["clang"], Separate, Meaning::Clang),
    ours(&["mode"], Separate, Meaning::Mode),
    ours(&["jobs"], Separate, Meaning::Jobs),
    ours(&["cpu-arch"], Separate, Meaning::CpuArch),
    ours(&["checks"], Separate, Meaning::Checks),
    ours(&["runtime"], Separate, Meaning::HipRuntime),
    ours(&["toolkit"], No, Meaning::Query(Query::Toolkit)),
    ours(&["bundle"], No, Meaning::BundleRuntime),
    nvfortrans(clang(&["offload-arch", "cuda-gpu-arch"], Separate, Meaning::Targets)),
    hipcc(&["amdgpu-target"], Separate, Meaning::Targets),
    hipcc(&["genco"], No, Meaning::Stage(Stage::Bundle)),
    hipcc(&["short-version"], No, Meaning::Query(Query::ShortVersion)),
    hipcc(&["cxxflags"], No, Meaning::Query(Query::CompileFlags)),
    hipcc(&["ldflags"], No, Meaning::Query(Query::LinkFlags)),
    hipcc(&["use-staticlib", "use-sharedlib", "hipcc-func-supp", "hipcc-no-func-supp"], No, Nothing),
    CompilerOption {
        action: Action::Prefix("-mcode-object-version="),
        ..hipcc(&["amdhsa-code-object-version"], Separate, Flags(Both))
    },
    clang(&["fgpu-rdc"], No, Meaning::Rdc),
    clang(&["fno-gpu-rdc"], No, Meaning::Rdc),
    clang(&["hip-link", "no-gpu-bundle-output", "gpu-bundle-output", "offload-new-driver"], No, Nothing),
    clang(&["emit-static-lib"], No, Meaning::Stage(Stage::StaticLibrary)),
    clang(&["cuda-device-only", "offload-device-only"], No, Meaning::Stage(Stage::DeviceOnly)),
    clang(&["cuda-host-only", "offload-host-only"], No, Meaning::Stage(Stage::HostOnly)),
    clang(&["S"], No, Meaning::Stage(Stage::AssemblyOfBoth)),
    clang(&["emit-llvm"], No, Meaning::Stage(Stage::Llvm)),
    clang(&["fsyntax-only"], No, Meaning::Stage(Stage::Check)),
    clang(&["rocm-path", "hip-path"], Separate, Meaning::RocmPath),
    clang(&["rocm-device-lib-path", "hip-device-lib-path"], Separate, Meaning::DeviceLibraries),
    nvfortrans(clang(&["###"], No, Meaning::DryRun)),
    // Words with a word after them, which would be taken for a file.
    clang(&["Xclang", "mllvm", "Xarch_host", "Xarch_device", "Xpreprocessor", "Xassembler"], Separate, Flags(Both)),
    clang(&["iquote", "idirafter"], Separate, Flags(Both)).preprocessing(Preprocessing::Folder),
    clang(&["imacros"], Separate, Flags(Both)).preprocessing(Preprocessing::File),
    clang(&["iprefix", "iwithprefix", "isysroot"], Separate, Flags(Both)),
    clang(&["sysroot"], Separate, Flags(Both)).at_link(),
    clang(&["include-pch", "Xopenmp-target", "Xoffload-linker", "param"], Separate, Flags(Both)),
    clang(&["gcc-toolchain", "gcc-install-dir"], Separate, Flags(Both)),
    clang(&["gpu-max-threads-per-block"], Optional, Flags(Both)),
    clang(&["B"], Separate, Flags(Both)).at_link(),
    clang(&["undef"], No, Flags(Both)),
    clang(&["target"], Separate, Flags(HostAndLink)),
    clang(&["e", "rpath", "framework"], Separate, Flags(Link)),
    // The link.
    clang(&["Wl,", "fuse-ld=", "static-lib", "ld-path=", "unwindlib="], Joined, Flags(Link)),
    clang(&["rtlib="], Joined, Flags(Link)).at_link(),
    clang(&["static", "static-pie", "s", "rdynamic", "pie", "no-pie", "nopie"], No, Flags(Link)),
    clang(&["nostdlib", "nodefaultlibs", "nostartfiles", "nolibc"], No, Flags(Link)),
    // Both compilation and link.
    clang(&["fopenmp", "fsanitize=", "fprofile", "fcoverage", "coverage", "flto"], Joined, Flags(HostAndLink)).at_link(),
    clang(&["p"], No, Flags(HostAndLink)).at_link(),
    clang(&["pthread", "pg", "stdlib=", "gsplit-dwarf"], Joined, Flags(HostAndLink)).at_link(),
    // The host's processor; what follows `-m` for AMDGPU stands first.
    clang(&["mcode-object-version", "mwavefrontsize64", "mno-wavefrontsize64", "mcumode", "mno-cumode"], Joined, Flags(Both)),
    // The result of `printf` in kernels is another one then, which code for the CPU learns by the macro.
    clang(&["mprintf-kind=buffered"], No, FlagsAs(Both, &["-mprintf-kind=buffered", "-DHIPIFY_BUFFERED_PRINTF"])),
    clang(&["munsafe-fp-atomics", "mno-unsafe-fp-atomics", "mtgsplit", "mprintf-kind="], Joined, Flags(Both)),
    clang(&["m"], Joined, Flags(Host)).at_link(),
    clang(&["MG"], No, DepfileFlag("-MG")),
    // What clang surely takes.
    clang(&["f", "g", "pedantic", "pipe"], Joined, Flags(Both)).at_link(),
    clang(&["W", "R", "Q", "ansi", "nostdinc", "nobuiltininc", "hip", "std"], Joined, Flags(Both)),
    clang(&["C", "P", "CC", "H", "dM", "dD", "no-hip-rt", "nogpulib", "nogpuinc", "nohipwrapperinc"], No, Flags(Both)),
    // Last, since their letters begin other options.
    joined(clang(&["T", "u", "z"], Separate, Flags(Link))),
    clang(&["offload-", "no-offload-"], Joined, Flags(Both)),
];
