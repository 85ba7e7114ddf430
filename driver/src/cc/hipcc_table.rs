//! Options of hipcc and clang, and our own, that need more than being passed on, as facts.

use Form::{Flag, Prefix, Value};
use Part::{Flags, Nothing};
use Place::{Both, Host, HostAndLink, Link};
use hipify_buildfile::nvcc::{Part, Place, Query, Stage};

/// How an option is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// The word alone.
    Flag,
    /// `NAME=value`, `NAME value`.
    Value,
    /// The word starts so; a value follows directly, or none.
    Prefix,
}

/// Whose option it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    /// hipcc's alone: it tells whose command line this is.
    Hipcc,
    Clang,
    /// hipify-rs's.
    Ours,
}

/// One option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Row {
    /// Spellings without their dashes; one or two dashes are taken.
    pub(super) names: &'static [&'static str],
    pub(super) form: Form,
    pub(super) part: Part,
    pub(super) owner: Owner,
    /// What clang gets before the value; None passes the words as typed.
    pub(super) instead: Option<&'static str>,
}

const fn clang(names: &'static [&'static str], form: Form, part: Part) -> Row {
    Row { names, form, part, owner: Owner::Clang, instead: None }
}

const fn hipcc(names: &'static [&'static str], form: Form, part: Part) -> Row {
    Row { owner: Owner::Hipcc, ..clang(names, form, part) }
}

const fn ours(names: &'static [&'static str], form: Form, part: Part) -> Row {
    Row { owner: Owner::Ours, ..clang(names, form, part) }
}

/// Sources: the script hipcc of HIP 5.2.3; clang 19's "Clang command line argument reference". The first row that fits counts.
pub(super) const ROWS: &[Row] = &[
    ours(&["launcher"], Value, Part::Launcher),
    ours(&["clang"], Value, Part::Clang),
    ours(&["mode"], Value, Part::Mode),
    ours(&["jobs"], Value, Part::Jobs),
    ours(&["cpu-arch"], Value, Part::CpuArch),
    ours(&["runtime"], Value, Part::HipRuntime),
    ours(&["bundle"], Flag, Part::BundleRuntime),
    clang(&["offload-arch", "cuda-gpu-arch"], Value, Part::Targets),
    hipcc(&["amdgpu-target"], Value, Part::Targets),
    hipcc(&["genco"], Flag, Part::Stage(Stage::Bundle)),
    hipcc(&["short-version"], Flag, Part::Query(Query::ShortVersion)),
    hipcc(&["cxxflags"], Flag, Part::Query(Query::CompileFlags)),
    hipcc(&["ldflags"], Flag, Part::Query(Query::LinkFlags)),
    hipcc(&["use-staticlib", "use-sharedlib", "hipcc-func-supp", "hipcc-no-func-supp"], Flag, Nothing),
    Row { instead: Some("-mcode-object-version="), ..hipcc(&["amdhsa-code-object-version"], Value, Flags(Both)) },
    clang(&["fgpu-rdc"], Flag, Part::Rdc),
    clang(&["fno-gpu-rdc"], Flag, Part::Rdc),
    clang(&["hip-link", "no-gpu-bundle-output", "gpu-bundle-output", "offload-new-driver"], Flag, Nothing),
    clang(&["emit-static-lib"], Flag, Part::Stage(Stage::StaticLibrary)),
    clang(&["cuda-device-only", "offload-device-only"], Flag, Part::Stage(Stage::DeviceOnly)),
    clang(&["cuda-host-only", "offload-host-only"], Flag, Part::Stage(Stage::HostOnly)),
    clang(&["S"], Flag, Part::Stage(Stage::AssemblyOfBoth)),
    clang(&["emit-llvm"], Flag, Part::Stage(Stage::Llvm)),
    clang(&["fsyntax-only"], Flag, Part::Stage(Stage::Check)),
    clang(&["rocm-path", "hip-path"], Value, Part::RocmPath),
    clang(&["rocm-device-lib-path", "hip-device-lib-path"], Value, Part::DeviceLibraries),
    clang(&["###"], Flag, Part::DryRun),
    // Words with a word behind them, which would be taken for a file.
    clang(&["Xclang", "mllvm", "Xarch_host", "Xarch_device", "Xpreprocessor", "Xassembler"], Value, Flags(Both)),
    clang(&["iquote", "idirafter", "imacros", "iprefix", "isysroot", "sysroot", "Xopenmp-target"], Value, Flags(Both)),
    clang(&["target"], Value, Flags(HostAndLink)),
    clang(&["T", "u", "z"], Value, Flags(Link)),
    // The link.
    clang(&["Wl,", "fuse-ld=", "static-lib", "ld-path=", "rtlib=", "unwindlib="], Prefix, Flags(Link)),
    clang(&["static", "static-pie", "s", "rdynamic", "pie", "no-pie", "nopie"], Flag, Flags(Link)),
    clang(&["nostdlib", "nodefaultlibs", "nostartfiles", "nolibc"], Flag, Flags(Link)),
    // Both compilation and link.
    clang(&["fopenmp", "fsanitize=", "fprofile", "fcoverage", "coverage", "flto"], Prefix, Flags(HostAndLink)),
    clang(&["pthread", "pg", "stdlib=", "gsplit-dwarf"], Prefix, Flags(HostAndLink)),
    // The host's processor; what follows `-m` for AMDGPU stands first.
    clang(&["mcode-object-version", "mwavefrontsize64", "mno-wavefrontsize64", "mcumode", "mno-cumode"], Prefix, Flags(Both)),
    clang(&["munsafe-fp-atomics", "mno-unsafe-fp-atomics", "mtgsplit", "mprintf-kind="], Prefix, Flags(Both)),
    clang(&["m"], Prefix, Flags(Host)),
    // What clang surely takes.
    clang(&["f", "W", "g", "R", "Q", "ansi", "pedantic", "nostdinc", "nobuiltininc", "hip", "pipe", "std"], Prefix, Flags(Both)),
    clang(&["C", "P", "CC", "H", "dM", "dD", "MG", "no-hip-rt", "nogpulib", "nogpuinc", "nohipwrapperinc"], Flag, Flags(Both)),
];

/// The row of a word, and the value after its `=`.
pub(super) fn find(word: &str) -> Option<(&'static Row, Option<&str>)> {
    let double = word.strip_prefix("--");
    let name = double.or_else(|| word.strip_prefix('-'))?;
    ROWS.iter().find_map(|row| row.takes(name, double.is_some()).map(|value| (row, value)))
}

impl Row {
    /// Whether this is the option, and the value written with it.
    fn takes<'w>(&self, name: &'w str, double: bool) -> Option<Option<&'w str>> {
        match self.form {
            Flag => self.names.contains(&name).then_some(None),
            // Families such as `-f` have one dash.
            Prefix => {
                let fits = |known: &&str| name.starts_with(known) && !(double && known.len() == 1);
                self.names.iter().any(fits).then_some(None)
            }
            Value => {
                let (key, value) = name.split_once('=').map_or((name, None), |(key, value)| (key, Some(value)));
                self.names.contains(&key).then_some(value)
            }
        }
    }
}
