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
    pub(crate) fn faults(&self) -> impl Iterator<Item = &'static CompilerFault> + use<> {
        let (major, minor) = (self.version.major, self.version.minor);
        compiler_faults().iter().filter(move |fault| fault.in_release(major, minor))
    }
}

impl Toolchain {
    /// Flags of device compiles that serve some of these targets, each once: on the others they change nothing.
    pub(crate) fn workarounds(&self, targets: &[&Gfx]) -> Vec<String> {
        flags(self.clang.faults().filter(|fault| targets.iter().any(|gfx| fault.on(gfx))))
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
    use super::super::made_up::Machine;
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
        for target in ["gfx900", "gfx90a", "gfx942", "gfx1030"] {
            assert_eq!(of_clang(19, target), format!("{WITHOUT_SELECTIONS} {MAYBE_UNDEFINED} {MASKED_PRODUCTS}"), "{target}");
        }
        for target in ["gfx1100", "gfx1201"] {
            assert_eq!(of_clang(19, target), format!("{MAYBE_UNDEFINED} {MASKED_PRODUCTS}"), "{target}");
        }
        assert_eq!(of_clang(19, "gfx803"), MAYBE_UNDEFINED);
    }

    #[test]
    fn other_releases_get_what_they_need_alone() {
        for version in [18, 20, 22] {
            assert_eq!(of_clang(version, "gfx90a"), format!("{MAYBE_UNDEFINED} {MASKED_PRODUCTS}"), "{version}");
        }
        for version in [17, 23] {
            assert_eq!(of_clang(version, "gfx90a"), MAYBE_UNDEFINED, "{version}");
        }
    }

    #[test]
    fn a_flag_that_several_targets_need_stands_once() {
        let targets = ["gfx90a", "gfx942", "gfx1100"].map(|name| gfx(name).unwrap());
        let flags = Machine::debian().found().workarounds(&targets);
        assert_eq!(flags.join(" "), format!("{WITHOUT_SELECTIONS} {MAYBE_UNDEFINED} {MASKED_PRODUCTS}"));
    }
}
