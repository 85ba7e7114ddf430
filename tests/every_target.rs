//! `hipify-rs build` of one probe program for every target that `hipify-rs doctor` says it builds for, and for target ids with
//! features: each gives a code object of that target. The others are refused with what they need.

use hipify_rules::gfx;
use hipify_tests::cli_command::TestFolder;
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::process::ExitCode;

const PROBE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/corpora/probe/probe.cu");

/// `e_flags` of a code object (AMDGPUUsage, "ELF Header"): the machine, and what is said of a feature.
const MACHINE: u32 = 0xff;
const XNACK: Feature = Feature { mask: 0x300, any: 0x100, off: 0x200, on: 0x300 };
const SRAMECC: Feature = Feature { mask: 0xc00, any: 0x400, off: 0x800, on: 0xc00 };

/// Machines of ELF files.
const AMDGPU: u16 = 224;
const X86_64: u16 = 62;

struct Feature {
    mask: u32,
    any: u32,
    off: u32,
    on: u32,
}

/// Target ids with features, and `e_flags` for these.
const IDS: [(&str, u32); 4] = [
    ("gfx90a:xnack+:sramecc-", XNACK.on | SRAMECC.off),
    ("gfx90a:sramecc+", XNACK.any | SRAMECC.on),
    ("gfx942:xnack-", XNACK.off | SRAMECC.any),
    ("gfx906:sramecc+", XNACK.any | SRAMECC.on),
];

fn main() -> ExitCode {
    let said = TestFolder::new(&[]).run("doctor --output-format json");
    let checkup: Value = serde_json::from_str(&said.out).expect("the report of doctor");
    let targets = checkup["targets"].as_array().expect("a list");
    let mut trials: Vec<_> = targets.iter().map(|target| trial_of(target.clone())).collect();
    for (id, features) in IDS {
        trials.push(Trial::test(id, move || builds(id, features, XNACK.mask | SRAMECC.mask)));
    }
    trials.push(Trial::test("most_targets_can_be_built", {
        let count = targets.iter().filter(|target| can_be_built(target)).count();
        move || if count >= 40 { Ok(()) } else { Err(format!("{count} can: `make setup` installs what is missing").into()) }
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn can_be_built(target: &Value) -> bool {
    target["state"].as_str().is_some_and(|state| state.starts_with("builds"))
}

fn trial_of(target: Value) -> Trial {
    let name = target["name"].as_str().expect("a name").to_owned();
    if name == "cpu" {
        Trial::test(name, builds_for_the_cpu)
    } else if can_be_built(&target) {
        Trial::test(name.clone(), move || builds(&name, 0, 0))
    } else {
        Trial::test(format!("{name} is refused"), move || is_refused(&name, &target))
    }
}

/// Builds the probe and reads the code object's flags; those of `mask` must be `flags`.
fn builds(id: &str, flags: u32, mask: u32) -> Result<(), Failed> {
    let place = TestFolder::new(&[]);
    let target = gfx(id.split(':').next().unwrap_or(id)).ok_or("doctor names a target that the table lacks")?;
    let said = place.run(&format!("build --emit code-object --offload-arch {id} -O1 {PROBE} -o probe.co"));
    if said.code != 0 {
        return Err(format!("exit {}: {}", said.code, said.err).into());
    }
    let found = elf_flags(&place.bytes("probe.co"))?;
    let same = found & MACHINE == target.mach && found & mask == flags;
    if same { Ok(()) } else { Err(format!("e_flags are {found:#x}, the machine {:#x}, features {flags:#x}", target.mach).into()) }
}

/// The code object is a shared library of the processor.
fn builds_for_the_cpu() -> Result<(), Failed> {
    let place = TestFolder::new(&[]);
    let said = place.run(&format!("build --emit code-object --offload-arch cpu -O1 {PROBE} -o probe.so"));
    if said.code != 0 {
        return Err(format!("exit {}: {}", said.code, said.err).into());
    }
    if is_elf_of(&place.bytes("probe.so"), X86_64) { Ok(()) } else { Err("no library was made".into()) }
}

/// Whether this is a 64-bit ELF file of a machine (`e_machine`).
fn is_elf_of(bytes: &[u8], machine: u16) -> bool {
    bytes.get(..5) == Some(b"\x7fELF\x02") && bytes.get(18..20) == Some(&machine.to_le_bytes())
}

/// `e_flags` of a code object for a GPU.
fn elf_flags(bytes: &[u8]) -> Result<u32, Failed> {
    if !is_elf_of(bytes, AMDGPU) {
        return Err("no code object was made".into());
    }
    let flags = bytes.get(48..52).and_then(|bytes| bytes.try_into().ok()).ok_or("the file is cut")?;
    Ok(u32::from_le_bytes(flags))
}

fn is_refused(name: &str, target: &Value) -> Result<(), Failed> {
    let said = TestFolder::new(&[]).run(&format!("build --emit code-object --offload-arch {name} {PROBE} -o probe.co"));
    let needed = target["version"].as_u64().map(|version| format!("clang {version}"));
    let expected = needed.unwrap_or_else(|| name.to_owned());
    if said.code == 2 && said.err.contains(name) && said.err.contains(&expected) {
        return Ok(());
    }
    Err(format!("exit {}, and `{expected}` is expected: {}", said.code, said.err).into())
}
