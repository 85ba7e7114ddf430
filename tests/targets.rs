//! The table of AMDGPU targets against the clang that is installed: names, features, ELF machines, and occupancy.
//!
//! Without a clang each test is an ignored one whose name says so.

use hipify_rules::{Gfx, gfx, gfx_targets};
use hipify_tests::device_code::{Clang, KERNELS, kernels_of, remarks};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::process::ExitCode;

fn main() -> ExitCode {
    let clang = Clang::find();
    let trial = |name: &str, check: fn(&Clang)| {
        let (missing, clang) = (clang.is_none(), clang.clone());
        let run = move || clang.as_ref().map(check).ok_or_else(|| Failed::from("clang is missing"));
        let kind = if missing { "needs clang" } else { "" };
        Trial::test(name, run).with_kind(kind).with_ignored_flag(missing)
    };
    let of_later_clang = clang.as_ref().is_some_and(|clang| clang.version() > 19);
    let trials = vec![
        trial("the_table_has_the_targets_that_clang_knows", names),
        trial("target_ids_may_carry_the_features_that_clang_takes", features),
        trial("elf_machines_are_those_that_clang_writes", machines),
        match trial("occupancy_is_what_clang_says", occupancy) {
            // It prints what the best size of workgroups would give, not what the largest does.
            trial if of_later_clang => trial.with_kind("needs clang 17 to 19").with_ignored_flag(true),
            trial => trial,
        },
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// What this clang knows, going by the table.
fn known(clang: &Clang) -> impl Iterator<Item = &'static Gfx> {
    let version = clang.version();
    gfx_targets().filter(move |gfx| gfx.clang_added <= version && gfx.clang_removed.is_none_or(|removed| version < removed))
}

fn names(clang: &Clang) {
    let printed = clang.run(&["--target=amdgcn", "--print-supported-cpus"]);
    let printed: BTreeSet<&str> =
        printed.err.lines().map(str::trim).filter(|name| name.starts_with("gfx") && !name.contains(' ')).collect();
    let in_table: BTreeSet<&str> = known(clang).map(|gfx| gfx.name).collect();
    assert_eq!(in_table, printed);
}

fn features(clang: &Clang) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("k.hip"), "").unwrap();
    for gfx in known(clang) {
        for (feature, has) in [("xnack", gfx.xnack), ("sramecc", gfx.sramecc)] {
            let target = format!("--offload-arch={}:{feature}-", gfx.name);
            let ran = clang.run_in(
                folder.path(),
                &["-###", "-x", "hip", "-nogpuinc", "-nogpulib", "--cuda-device-only", &target, "-c", "k.hip"],
            );
            assert_eq!(ran.ok, has, "{target}: {}", ran.err);
            assert_eq!(ran.err.contains("invalid target ID"), !has, "{target}: {}", ran.err);
        }
    }
}

fn machines(clang: &Clang) {
    let folder = tempfile::tempdir().unwrap();
    let (source, object) = (folder.path().join("empty.s"), folder.path().join("empty.o"));
    std::fs::write(&source, "").unwrap();
    for gfx in known(clang) {
        let version = format!("-mcode-object-version={}", gfx.code_object_min.max(5));
        let cpu = format!("-mcpu={}", gfx.name);
        let paths = [source.to_str().unwrap(), "-o", object.to_str().unwrap()];
        let run = clang.run(&[&["--target=amdgcn-amd-amdhsa", "-w", &version, &cpu, "-c"], &paths[..]].concat());
        assert!(run.ok, "{}: {}", gfx.name, run.err);
        let flags = std::fs::read(&object).unwrap()[0x30];
        assert_eq!(u32::from(flags), gfx.mach, "{}", gfx.name);
    }
}

/// One target for each set of limits, and the modes that change them.
fn occupancy(clang: &Clang) {
    let mut seen: Vec<&Gfx> = Vec::new();
    for gfx in known(clang) {
        if !seen.iter().any(|other| (&other.limits, other.architecture) == (&gfx.limits, gfx.architecture)) {
            seen.push(gfx);
        }
    }
    let mut runs: Vec<(&Gfx, &str)> = seen.into_iter().map(|gfx| (gfx, "-O1")).collect();
    let gfx = |name| gfx(name).expect("a target of the table");
    runs.extend([(gfx("gfx1100"), "-mwavefrontsize64"), (gfx("gfx1201"), "-mcumode"), (gfx("gfx1010"), "-mcumode")]);
    runs.iter().for_each(|(gfx, mode)| same_occupancy(clang, gfx, mode));
}

/// Compares each of the twelve kernels.
fn same_occupancy(clang: &Clang, gfx: &Gfx, mode: &str) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("k.hip"), KERNELS).unwrap();
    let object = folder.path().join("k.co");
    let remarks = remarks(clang, folder.path(), &[&format!("--offload-arch={}", gfx.name), mode, "-mcode-object-version=6"]);
    let kernels = kernels_of(&object);
    assert_eq!((kernels.len(), remarks.len()), (12, 12), "{} {mode}", gfx.name);
    for (name, waves) in &remarks {
        let kernel = kernels.iter().find(|kernel| kernel["name"] == **name).unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!(kernel["occupancy"]["waves"], *waves, "{} {mode} {name}: {kernel}", gfx.name);
        assert_eq!(kernel["occupancy"]["most"], gfx.limits.waves_per_simd);
    }
}
