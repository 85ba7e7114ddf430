//! Finds the LLVM target machine of a processor's name and the features that its code needs.

use crate::error::{Error, Result};
use inkwell::OptimizationLevel;
use inkwell::targets::{CodeModel, InitializationConfig, RelocMode, Target, TargetMachine};

/// Features of the x86-64 levels as Rust names them: the psABI's table of micro-architecture levels.
const V2: &[&str] = &["cmpxchg16b", "popcnt", "sse3", "sse4.1", "sse4.2", "ssse3"];
const V3: &[&str] = &["avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"];
const V4: &[&str] = &["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"];

/// LLVM's names of features where Rust has another.
const OTHER_NAMES: &[(&str, &str)] = &[("bmi", "bmi1"), ("cx16", "cmpxchg16b"), ("pclmul", "pclmulqdq")];

/// Features that a running program can ask for by Rust's names and compilers make use of.
const DETECTED: &[&str] = &[
    "adx",
    "aes",
    "avx512bf16",
    "avx512bitalg",
    "avx512fp16",
    "avx512ifma",
    "avx512vbmi",
    "avx512vbmi2",
    "avx512vnni",
    "avx512vpopcntdq",
    "fxsr",
    "gfni",
    "pclmulqdq",
    "sha",
    "vaes",
    "vpclmulqdq",
    "xsavec",
    "xsaveopt",
    "xsaves",
];

/// What code is made for.
pub(crate) struct Processor {
    pub(crate) machine: TargetMachine,
    /// As Rust names them, separated by spaces.
    pub(crate) features: String,
}

impl Processor {
    /// Whether vectors of numbers and addresses take masks at no cost: accesses side by side and gathers of 32 and 64 bits do since AVX2, all
    /// instructions since AVX-512.
    pub(crate) fn has_masks(&self) -> bool {
        self.has("avx2")
    }

    /// Whether vectors of 512 bits are faster than those of 256, for which LLVM has a preference up to Sapphire Rapids: the first processors
    /// with AVX-512 (Skylake to Cooper Lake) lower their frequency for them, Ice Lake and later ones, which have VBMI2, hardly do.
    pub(crate) fn has_wide_vectors(&self) -> bool {
        self.has("avx512vbmi2")
    }

    fn has(&self, wanted: &str) -> bool {
        self.features.split(' ').any(|feature| feature == wanted)
    }
}

/// The processor of a name as `-march` takes it.
pub(crate) fn find(name: &str) -> Result<Processor> {
    let features = match name {
        "native" => native(),
        "x86-64" => Vec::new(),
        "x86-64-v2" => V2.to_vec(),
        "x86-64-v3" => [V2, V3].concat(),
        "x86-64-v4" => [V2, V3, V4].concat(),
        _ => return Err(Error::Processor(name.to_owned())),
    };
    Ok(Processor { machine: machine(name)?, features: features.join(" ") })
}

fn machine(name: &str) -> Result<TargetMachine> {
    Target::initialize_x86(&InitializationConfig::default());
    let triple = TargetMachine::get_default_triple();
    let target = Target::from_triple(&triple).map_err(|message| Error::Passes(message.to_string()))?;
    let (cpu, features) = if name == "native" {
        (TargetMachine::get_host_cpu_name().to_string(), TargetMachine::get_host_cpu_features().to_string())
    } else {
        (name.to_owned(), String::new())
    };
    target
        .create_target_machine(&triple, &cpu, &features, OptimizationLevel::Aggressive, RelocMode::PIC, CodeModel::Default)
        .ok_or_else(|| Error::Processor(name.to_owned()))
}

/// The features of the machine this runs on, as far as a program can ask for them.
fn native() -> Vec<&'static str> {
    let host = TargetMachine::get_host_cpu_features().to_string();
    let has = |rust: &str| {
        let llvm = OTHER_NAMES.iter().find(|names| names.1 == rust).map_or(rust, |names| names.0);
        host.split(',').any(|feature| feature.strip_prefix('+') == Some(llvm))
    };
    [V2, V3, V4, DETECTED].concat().into_iter().filter(|feature| has(feature)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_needs_what_the_levels_below_it_need() {
        let features = find("x86-64-v3").unwrap().features;
        assert!(features.contains("sse4.2") && features.contains("fma") && !features.contains("avx512f"));
    }

    #[test]
    fn an_unknown_processor_is_an_error() {
        assert!(matches!(find("z80"), Err(Error::Processor(name)) if name == "z80"));
    }
}
