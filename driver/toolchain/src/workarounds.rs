//! Flags that keep a compiler from its known faults (`rules/compiler-faults.toml`), by its release and the targets.
//!
//! The release decides, and no probe: a plan has to be the same on every machine with the same compiler, build files know the
//! release alone, and a probe that finds nothing proves nothing about other code. `doctor` runs the probes and says where they
//! and the releases differ.

use super::Toolchain;
use super::bundled::Cpu;
use super::clang::Clang;
use hipify_rules::{CompilerFault, Gfx, compiler_faults};

impl Clang {
    /// The known faults of this release, on whatever targets.
    pub fn faults(&self) -> impl Iterator<Item = &'static CompilerFault> + use<> {
        let (major, minor) = (self.version.major, self.version.minor);
        compiler_faults().iter().filter(move |fault| fault.in_release(major, minor))
    }
}

impl Toolchain {
    /// Flags of device compiles for these targets, each once: what serves some of them and does no harm to the others.
    pub fn workarounds(&self, targets: &[&Gfx]) -> Vec<String> {
        let release = (self.clang.version.major, self.clang.version.minor);
        let serves = |fault: &&CompilerFault| {
            let mut worked_around = targets.iter().filter(|gfx| fault.is_worked_around(release, gfx));
            worked_around.next().is_some() && (fault.is_worked_around_everywhere || worked_around.count() + 1 == targets.len())
        };
        flags(self.clang.faults().filter(serves))
    }

    /// Flags of the CPU's device pass.
    pub(super) fn cpu_workarounds(cpu: &Cpu) -> Vec<String> {
        flags(cpu.clang.faults().filter(|fault| fault.cpu))
    }
}

fn flags(faults: impl Iterator<Item = &'static CompilerFault>) -> Vec<String> {
    faults.flat_map(|fault| fault.workaround).map(|&flag| flag.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use crate::made_up::Machine;
    use hipify_rules::gfx;

    const WITHOUT_SELECTIONS: &str = "-mllvm -amdgpu-sdwa-peephole=0";
    const MAYBE_UNDEFINED: &str = "-Xclang -no-enable-noundef-analysis";
    const MASKED_PRODUCTS: &str = "-mllvm -amdgpu-codegenprepare-mul24=0";

    fn of_clang(version: u32, target: &str) -> String {
        let machine = Machine::debian();
        std::fs::remove_dir_all(machine.path("usr/lib/llvm-19")).unwrap();
        machine.debian_clang(version);
        machine.found().workarounds(&[gfx(target).unwrap()]).join(" ")
    }

    #[test]
    fn clang_19_gets_the_flag_for_targets_that_select_parts_of_registers() {
        for target in ["gfx90a", "gfx942"] {
            assert_eq!(of_clang(19, target), format!("{WITHOUT_SELECTIONS} {MAYBE_UNDEFINED} {MASKED_PRODUCTS}"), "{target}");
        }
        for target in ["gfx900", "gfx1030"] {
            assert_eq!(of_clang(19, target), format!("{WITHOUT_SELECTIONS} {MAYBE_UNDEFINED}"), "{target}");
        }
        for target in ["gfx803", "gfx1100", "gfx1201"] {
            assert_eq!(of_clang(19, target), MAYBE_UNDEFINED, "{target}");
        }
    }

    #[test]
    fn other_releases_get_what_they_need_alone() {
        for version in [20, 22] {
            assert_eq!(of_clang(version, "gfx90a"), format!("{MAYBE_UNDEFINED} {MASKED_PRODUCTS}"), "{version}");
        }
        for version in [17, 18, 23] {
            assert_eq!(of_clang(version, "gfx90a"), MAYBE_UNDEFINED, "{version}");
        }
    }

    #[test]
    fn a_flag_that_several_targets_need_stands_once_and_one_that_harms_another_not_at_all() {
        let of = |names: &[&str]| {
            let targets: Vec<_> = names.iter().map(|name| gfx(name).unwrap()).collect();
            Machine::debian().found().workarounds(&targets).join(" ")
        };
        assert_eq!(of(&["gfx90a", "gfx942"]), format!("{WITHOUT_SELECTIONS} {MAYBE_UNDEFINED} {MASKED_PRODUCTS}"));
        assert_eq!(of(&["gfx90a", "gfx942", "gfx1100"]), format!("{WITHOUT_SELECTIONS} {MAYBE_UNDEFINED}"));
    }
}
