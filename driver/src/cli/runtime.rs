//! Options of `build` for code for the CPU, and for the runtime that programs are linked with.

use clap::{Args, ValueEnum};

/// How code for the CPU is made, and which runtime is linked.
#[derive(Args, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct RuntimeArgs {
    /// The processors that code for the CPU runs on.
    #[arg(long, value_enum, default_value_t = CpuArch::Native, value_name = "LEVEL", help_heading = "Runtime")]
    pub(crate) cpu_arch: CpuArch,
    /// The HIP runtime to link with; without it the bundled one where the CPU is a target, else the system's.
    #[arg(long, value_enum, value_name = "RUNTIME", help_heading = "Runtime")]
    pub(crate) runtime: Option<Runtime>,
    /// Link with the bundled runtime and put it beside what is made, where programs look for it first.
    #[arg(long, help_heading = "Runtime")]
    pub(crate) bundle: bool,
    /// Check at run time what kernels on the CPU and the host do; address finds accesses outside of what was allocated, and
    /// names the kernel, the block, the thread and the line.
    #[arg(long, value_enum, value_name = "KIND", help_heading = "Runtime")]
    pub(crate) sanitize: Option<Sanitize>,
}

/// Which HIP runtime a program is linked with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Runtime {
    /// libamdhip64, of the HIP that is compiled against.
    System,
    /// The bundled one, which runs programs on the CPU and hands calls on to libamdhip64 where there is a GPU.
    Bundled,
}

/// What code is checked for while it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Sanitize {
    /// Invalid accesses to memory, by AddressSanitizer.
    Address,
}

/// Processors by what they can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum CpuArch {
    /// This machine's.
    #[default]
    Native,
    /// Any of 64 bits.
    #[value(name = "x86-64")]
    X86_64,
    /// SSE 4.2.
    #[value(name = "x86-64-v2")]
    X86_64V2,
    /// AVX2 and FMA.
    #[value(name = "x86-64-v3")]
    X86_64V3,
    /// AVX-512.
    #[value(name = "x86-64-v4")]
    X86_64V4,
}

impl CpuArch {
    /// As `-march` takes it.
    pub(crate) fn march(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::X86_64 => "x86-64",
            Self::X86_64V2 => "x86-64-v2",
            Self::X86_64V3 => "x86-64-v3",
            Self::X86_64V4 => "x86-64-v4",
        }
    }
}

impl RuntimeArgs {
    /// What is added to the flags of host compiles and links.
    pub(crate) fn host_flags(&self) -> Vec<String> {
        self.sanitize.map_or(Vec::new(), Sanitize::flags)
    }

    /// The words of a command line that say the same.
    pub(crate) fn words(&self) -> Vec<String> {
        let name = |value: &dyn Fn() -> Option<clap::builder::PossibleValue>| value().map(|value| value.get_name().to_owned());
        let mut words = Vec::new();
        if self.cpu_arch != CpuArch::default() {
            words.push(format!("--cpu-arch={}", self.cpu_arch.march()));
        }
        words.extend(
            self.runtime.and_then(|runtime| name(&|| runtime.to_possible_value())).map(|name| format!("--runtime={name}")),
        );
        words.extend(self.bundle.then(|| "--bundle".to_owned()));
        words.extend(self.sanitize.and_then(|kind| name(&|| kind.to_possible_value())).map(|name| format!("--sanitize={name}")));
        words
    }
}

impl Sanitize {
    /// Flags of compiles and links.
    pub(crate) fn flags(self) -> Vec<String> {
        match self {
            Self::Address => ["-fsanitize=address", "-fno-omit-frame-pointer", "-g"].map(str::to_owned).to_vec(),
        }
    }
}
