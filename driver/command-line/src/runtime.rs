//! What a command line says of the HIP runtime, of code for the CPU, and of what becomes of CUDA code.

use hipify_abi::Tool;

/// A value of an option that is one of a few names.
pub trait Choice: Copy + PartialEq + Send + Sync + 'static {
    /// Each value with its name and what it means, which may be empty where the name says it.
    const ALL: &'static [(Self, &'static str, &'static str)];

    /// As it is typed.
    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(value, ..)| *value == self).map_or("", |(_, name, _)| name)
    }

    /// The value of that name.
    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known, _)| *known == name).map(|(value, ..)| *value)
    }
}

/// How code for the CPU is made, and which runtime is linked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RuntimeOptions {
    /// The processors that code for the CPU runs on.
    pub cpu_arch: CpuArch,
    /// The HIP runtime to link with; without it the bundled one where the CPU is a target, else the system's.
    pub runtime: Option<Runtime>,
    /// Link with the bundled runtime and put it beside what is made, where programs look for it first.
    pub bundle: bool,
    /// What kernels on the CPU and the host are checked for at run time.
    pub sanitize: Option<Sanitize>,
    /// What kernels on the CPU are made ready to be checked for, by `hipify-rs check`.
    pub checks: Vec<Tool>,
}

/// Which HIP runtime a program is linked with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runtime {
    /// libamdhip64, of the HIP that is compiled against.
    System,
    /// The one that comes with this tool.
    Bundled,
}

impl Choice for Runtime {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::System, "system", "libamdhip64, of the HIP that is compiled against"),
        (
            Self::Bundled,
            "bundled",
            "The bundled one, which runs programs on the CPU and hands calls on to libamdhip64 where there is a GPU",
        ),
    ];
}

/// What code is checked for while it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sanitize {
    /// Invalid accesses to memory.
    Address,
}

impl Choice for Sanitize {
    const ALL: &'static [(Self, &'static str, &'static str)] =
        &[(Self::Address, "address", "Invalid accesses to memory, by AddressSanitizer")];
}

/// Processors by what they can do (the levels of the x86-64 psABI).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CpuArch {
    /// This machine's.
    #[default]
    Native,
    /// Any of 64 bits.
    X86_64,
    /// With SSE 4.2.
    X86_64V2,
    /// With AVX2 and FMA.
    X86_64V3,
    /// With AVX-512.
    X86_64V4,
}

/// The names are those that `-march` takes.
impl Choice for CpuArch {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Native, "native", "This machine's"),
        (Self::X86_64, "x86-64", "Any of 64 bits"),
        (Self::X86_64V2, "x86-64-v2", "SSE 4.2"),
        (Self::X86_64V3, "x86-64-v3", "AVX2 and FMA"),
        (Self::X86_64V4, "x86-64-v4", "AVX-512"),
    ];
}

/// What becomes of CUDA code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// CUDA sources are ported to HIP, and compiled as such.
    #[default]
    Port,
    /// CUDA sources are compiled as they are.
    SingleSource,
}

impl Choice for Mode {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Port, "port", "HIP's names take the place of CUDA's"),
        (Self::SingleSource, "compat", "It stays as it is, for nvcc too: headers give CUDA's names their meaning in HIP"),
    ];
}

impl RuntimeOptions {
    /// What is added to the flags of host compiles and links.
    pub fn host_flags(&self) -> Vec<String> {
        self.sanitize.map_or(Vec::new(), Sanitize::flags)
    }

    /// The words of a command line that say the same.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        if self.cpu_arch != CpuArch::default() {
            words.push(format!("--cpu-arch={}", self.cpu_arch.name()));
        }
        words.extend(self.runtime.map(|runtime| format!("--runtime={}", runtime.name())));
        words.extend(self.bundle.then(|| "--bundle".to_owned()));
        words.extend(self.sanitize.map(|kind| format!("--sanitize={}", kind.name())));
        words.extend((!self.checks_list().is_empty()).then(|| format!("--checks={}", self.checks_list())));
        words
    }

    /// The checks that code is made ready for, by their names, with commas; the other tools take it as it is.
    pub fn checks_list(&self) -> String {
        self.checks.iter().filter(|tool| tool.code().is_some()).map(|tool| tool.name()).collect::<Vec<_>>().join(",")
    }
}

impl Sanitize {
    /// Flags of compiles and links.
    pub fn flags(self) -> Vec<String> {
        match self {
            Self::Address => ["-fsanitize=address", "-fno-omit-frame-pointer", "-g"].map(str::to_owned).to_vec(),
        }
    }
}
