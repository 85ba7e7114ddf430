//! Device code for the CPU: bitcode of a device pass that looks like one for a GPU and makes code for the host, which
//! `hipify-lower` turns into that of a code object, and clang into a shared library.

use super::compile::{Command, without};
use super::names::with_ending;
use super::{CpuTools, Planner, owned, shown};
use crate::plan::{Step, StepKind, Work};
use hipify_command_line::request::{DeviceForm, Language};
use hipify_command_line::runtime::Sanitize;
use hipify_command_line::target::CPU;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// The device pass is clang's host pass with the device's rules (`-fcuda-is-device`). A GPU must be named for it to be one of
/// HIP; nothing is compiled for that.
const AS_DEVICE: &[&str] = &[
    "--cuda-host-only",
    "-nogpulib",
    "--offload-arch=gfx90a",
    "-Xclang",
    "-fcuda-is-device",
    "-Xclang",
    "-aux-triple",
    "-Xclang",
    "x86_64-pc-linux-gnu",
    // Names of parameters mark the kernels, and tell which LLVM parameter is part of which.
    "-Xclang",
    "-fhip-kernel-arg-name",
    "-fno-discard-value-names",
    // Passes before the lowering would take apart what it looks for.
    "-Xclang",
    "-disable-llvm-passes",
    "-Xclang",
    "-disable-O0-optnone",
    "-fPIC",
    // Device functions are called by device functions alone: how other programs pass vectors does not matter.
    "-Wno-psabi",
    // As for a GPU: products and sums may fuse, and math functions leave errno alone.
    "-ffp-contract=fast",
    "-fno-math-errno",
];

/// The vector math library of the C library, for loops over threads. No index of names: it would have those of the entry points
/// alone, and debuggers believe it. CodeGenPrepare starts anew on a whole function of fewer blocks than `cgpp-huge-func` after each
/// change, which takes a fifth of the time of kernels with unrolled shuffles. Atomic accesses of 16 bytes, as rocPRIM has them, are an
/// instruction of all processors but the first of x86-64. Work-item loops are for the loop vectoriser: scalar PRE makes a phi of the
/// increment of one whose body uses the next thread's number under a condition (`enable-pre`), and uniform branches have to leave loops
/// of more instructions than the 50 that LLVM copies without being told (`unswitch-threshold`). Domain reassignment, which moves chains of
/// integer instructions to mask registers, is quadratic in a function's registers: a fifth of the time of large kernels, for code that is
/// the same to the byte. A conversion from integers keeps the rest of its register, and so waits for what the register held; LLVM frees it
/// from that where the function wrote the register shortly before, but does not see that a function it calls did (`undef-reg-clearance`).
/// Where threads read what lies here and there, processors with AVX2 have gathers, of which LLVM thinks little where the processor is one
/// of a level: without `fast-gather` a read that some threads have alone becomes a branch for each of them.
/// Loops that a source wants unrolled are others after the lowering: no warning says that they are not.
const GENERATE: &[&str] = &[
    "-mcx16",
    "-Xclang",
    "-target-feature",
    "-Xclang",
    "+fast-gather",
    "-fveclib=libmvec",
    "-mllvm",
    "-accel-tables=Disable",
    "-mllvm",
    "-cgpp-huge-func=64",
    "-mllvm",
    "-enable-pre=false",
    "-mllvm",
    "-unswitch-threshold=300",
    "-mllvm",
    "-disable-x86-domain-reassignment",
    "-mllvm",
    "-undef-reg-clearance=1000000000",
    "-Wno-pass-failed",
];

/// Where masks are vectors themselves, comparisons of the thread's number with others stay of 32 bits: made 64 bits wide, as addresses are, they are
/// two vectors that have to be packed into one for each vector of what they choose.
const WITHOUT_MASK_REGISTERS: &[&str] = &["-mllvm", "-indvars-widen-indvars=false"];

/// Code that runs only where it is asked for: uniform branches leave the loops that LLVM copies by itself (its default), which takes an
/// eighth of the time of kernels of rocPRIM.
const SELDOM: &[&str] = &["-mllvm", "-unswitch-threshold=50"];

/// Of processors with AVX10.1 clang 19 takes half for `native`, and warns that it makes it whole: AVX-512's own features say the same.
/// clang 17 does not know it yet, 21 deprecates and 22 drops it.
const WITHOUT_HALF_OF_AVX10: &str = "-mno-avx10.1-256";
const HALF_OF_AVX10: RangeInclusive<u32> = 18..=20;

/// Flags that speak to a GPU's back end, or are the whole compile's and not the device pass's: these, and what starts so.
const NOT_FOR_THE_CPU: &[&str] =
    &["-m", "-Rpass", "--offload-", "--gpu-", "-fgpu-", "-fno-gpu-", "-O", "-fpic", "-fpie", "-fPIE"];

/// The same, with a value in the next word.
const NOT_FOR_THE_CPU_WITH_VALUE: &[&str] = &["-mllvm", "-Xarch_host", "-Xoffload-linker", "-target"];

impl Planner<'_> {
    /// The device pass of a source.
    pub(super) fn cpu_pass(&self, number: usize, tools: &CpuTools, flags: &[String]) -> Command {
        let mut first = self.language(Language::Hip);
        first.extend(owned(AS_DEVICE));
        first.extend(["-Xclang".to_owned(), format!("-cuid={}", self.cuid(number))]);
        if self.request.rdc {
            first.push("-fgpu-rdc".into());
        }
        let users = [&self.user_flags(number)[..], &self.request.device_flags].concat();
        let own = [for_the_cpu(&users), self.sanitizer()].concat();
        let flags = [flags, &own, &owned(types_flags(&own)), &owned(&[level(&users)])].concat();
        let program = tools.cxx.clone();
        Command { program, kind: StepKind::Device, target: Some(CPU.to_owned()), first, flags, last: Vec::new() }
    }

    /// Links bitcode of device passes and makes a code object of it.
    pub(super) fn cpu_code_object(&mut self, tools: &CpuTools, subject: &Path, bitcode: Vec<PathBuf>, to: &Path) {
        let lowered = self.lowered(to);
        self.lower(tools, subject, bitcode, &lowered, false);
        self.generate(tools, subject, &lowered, to, &["-shared"]);
    }

    /// Device code of the CPU in the form asked for.
    pub(super) fn cpu_form(&mut self, tools: &CpuTools, subject: &Path, bitcode: PathBuf, form: DeviceForm, to: &Path) {
        let inputs = vec![bitcode];
        match form {
            DeviceForm::Bundle | DeviceForm::CodeObject => self.cpu_code_object(tools, subject, inputs, to),
            DeviceForm::Bitcode => self.lower(tools, subject, inputs, to, false),
            DeviceForm::Ir => self.lower(tools, subject, inputs, to, true),
            DeviceForm::Assembly => {
                let lowered = self.lowered(to);
                self.lower(tools, subject, inputs, &lowered, false);
                self.generate(tools, subject, &lowered, to, &["-S"]);
            }
        }
    }

    /// The bitcode that `to` is made of.
    fn lowered(&self, to: &Path) -> PathBuf {
        self.work_file(with_ending(Path::new(to.file_name().unwrap_or_default()), "lowered.bc"))
    }

    fn lower(&mut self, tools: &CpuTools, subject: &Path, inputs: Vec<PathBuf>, to: &Path, as_text: bool) {
        let mut args: Vec<String> = inputs.iter().map(|input| shown(input)).collect();
        args.extend(["-o".into(), shown(to), "--cpu".into(), tools.arch.clone()]);
        // Reports of bad accesses name the thread.
        args.extend(self.request.runtime.sanitize.map(|_| "--current-thread".to_owned()));
        if !self.request.runtime.checks_list().is_empty() {
            args.extend(["--checks".to_owned(), self.request.runtime.checks_list()]);
        }
        if tools.runs_seldom {
            args.push("--runs-seldom".into());
        }
        if as_text {
            args.extend(owned(&["--emit", "ll"]));
        }
        self.cpu_step(StepKind::Lower, subject, (&tools.lower, args), inputs, to);
    }

    fn generate(&mut self, tools: &CpuTools, subject: &Path, from: &Path, to: &Path, last: &[&str]) {
        let users = self.request.flags.iter().chain(&self.request.device_flags).cloned().collect::<Vec<_>>();
        let mut args = owned(&["-x", "ir", level(&users), "-fPIC"]);
        args.push(format!("-march={}", tools.arch));
        if HALF_OF_AVX10.contains(&tools.release) {
            args.push(WITHOUT_HALF_OF_AVX10.to_owned());
        }
        args.extend(owned(GENERATE));
        if !tools.has_mask_registers {
            args.extend(owned(WITHOUT_MASK_REGISTERS));
        }
        if tools.runs_seldom {
            args.extend(owned(SELDOM));
        }
        args.extend(self.sanitizer());
        args.extend(owned(last));
        args.extend([shown(from), "-o".into(), shown(to)]);
        if last.contains(&"-shared") {
            args.extend(owned(&["-fuse-ld=lld", "-lmvec", "-lm"]));
        }
        self.cpu_step(StepKind::Generate, subject, (&tools.cxx, args), vec![from.to_path_buf()], to);
    }

    fn sanitizer(&self) -> Vec<String> {
        self.request.runtime.sanitize.map_or(Vec::new(), Sanitize::flags)
    }

    fn cpu_step(
        &mut self,
        kind: StepKind,
        subject: &Path,
        (program, args): (&Path, Vec<String>),
        inputs: Vec<PathBuf>,
        to: &Path,
    ) {
        self.plan.steps.push(Step {
            kind,
            target: Some(CPU.to_owned()),
            subject: subject.to_path_buf(),
            work: Work::Command { program: program.to_path_buf(), args },
            inputs,
            outputs: vec![to.to_path_buf()],
            depfile: None,
        });
    }
}

/// The lowering reads from debug information how large the classes of parameters are, and drops it where the user wants none, or lines
/// alone: the text of `-dwarf-debug-flags` tells it.
const TYPES: &[&str] = &["-g", "-fstandalone-debug"];
const TYPES_ALONE: &[&str] = &["-g", "-fstandalone-debug", "-Xclang", "-dwarf-debug-flags", "-Xclang", "hipify-types"];
const TYPES_AND_LINES: &[&str] =
    &["-g", "-fstandalone-debug", "-Xclang", "-dwarf-debug-flags", "-Xclang", "hipify-types-and-lines"];

fn types_flags(users: &[String]) -> &'static [&'static str] {
    let is_level = |flag: &str| {
        flag == "-g"
            || flag.starts_with("-ggdb")
            || flag.starts_with("-gdwarf")
            || flag.starts_with("-gline")
            || flag.starts_with("-g1")
            || matches!(flag, "-g0" | "-g2" | "-g3" | "-gmlt")
    };
    match users.iter().rfind(|flag| is_level(flag)).map(String::as_str) {
        None | Some("-g0" | "-ggdb0") => TYPES_ALONE,
        Some("-g1" | "-ggdb1" | "-gmlt" | "-gline-tables-only" | "-gline-directives-only") => TYPES_AND_LINES,
        Some(_) => TYPES,
    }
}

/// The level of optimization of device code: those that save time in compiling as the user says, else all that there is, as
/// clang has it for GPUs.
fn level(flags: &[String]) -> &'static str {
    match flags.iter().rfind(|flag| flag.starts_with("-O")).map(String::as_str) {
        Some("-O0") => "-O0",
        Some("-O1" | "-Og") => "-O1",
        _ => "-O3",
    }
}

/// The user's flags as far as they are about the source.
fn for_the_cpu(flags: &[String]) -> Vec<String> {
    without(flags, NOT_FOR_THE_CPU_WITH_VALUE, NOT_FOR_THE_CPU)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_information_is_kept_as_far_as_the_user_wants_it() {
        let of = |flags: &[&str]| types_flags(&owned(flags)).last().copied();
        assert_eq!(of(&["-gpu-x", "-gsplit-dwarf"]), Some("hipify-types"));
        assert_eq!(of(&["-g", "-g0"]), Some("hipify-types"));
        assert_eq!(of(&["-gline-tables-only"]), Some("hipify-types-and-lines"));
        assert_eq!(of(&["-g1", "-ggdb3"]), Some("-fstandalone-debug"));
    }

    #[test]
    fn the_cpu_pass_keeps_what_is_about_the_source() {
        let flags = ["-O2", "-Iinc", "-DA", "-mllvm", "-amdgpu-x", "-march=haswell", "-std=c++20", "-munsafe-fp-atomics", "-g"];
        assert_eq!(for_the_cpu(&owned(&flags)), ["-Iinc", "-DA", "-std=c++20", "-g"]);
    }

    #[test]
    fn the_last_level_counts() {
        assert_eq!(level(&owned(&["-O3", "-g", "-O0"])), "-O0");
        assert_eq!(level(&owned(&["-O0", "-O1"])), "-O1");
        assert_eq!((level(&owned(&["-O0", "-O2"])), level(&[])), ("-O3", "-O3"));
    }
}
