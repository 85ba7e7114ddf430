//! Which known faults the found compiler has: by its release, and by what it makes of each fault's probe.

use super::advice::Advice;
use hipify_rules::{CompilerFault, Emit, Gfx, compiler_faults, gfx_targets};
use hipify_toolchain::clang::Clang;
use hipify_toolchain::environment::Environment;
use serde::Serialize;
use std::io;
use std::path::Path;
use tempfile::TempDir;

/// A known fault that the compiler's release has.
#[derive(Serialize)]
pub(crate) struct Fault {
    /// What `explain` knows it by.
    pub(crate) code: &'static str,
    pub(crate) summary: &'static str,
    /// Targets of this compiler whose code has it; `cpu` too.
    pub(crate) targets: Vec<&'static str>,
    /// Their architectures; none where all targets have it.
    pub(crate) architectures: Vec<&'static str>,
    /// Flags that builds pass; empty where no flag helps.
    pub(crate) workaround: String,
    /// Architectures that builds pass them for; none where that is wherever the fault is.
    pub(crate) worked_around_on: Vec<&'static str>,
    pub(crate) probe: Probed,
}

/// What a compiler makes of a probe.
#[derive(Clone, Copy, Serialize, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Probed {
    /// The fault shows, and not with the workaround.
    WorkedAround,
    /// The fault shows with the workaround too.
    Shows,
    /// The fault does not show.
    Absent,
    /// The probe could not be compiled.
    NotCompiled,
}

/// The faults of the compiler's release, and advice where its probes say otherwise.
pub(crate) fn faults(environment: &Environment, clang: &Clang) -> (Vec<Fault>, Vec<Advice>) {
    let listed: Vec<&CompilerFault> = clang.faults().collect();
    let (mut faults, mut advice) = (Vec::new(), Vec::new());
    for fault in compiler_faults() {
        let probed = probe(environment, clang, fault);
        let is_listed = listed.iter().any(|other| other.code == fault.code);
        advice.extend(advice_of(clang, fault, is_listed, probed));
        if is_listed {
            faults.push(described(clang, fault, probed));
        }
    }
    (faults, advice)
}

fn described(clang: &Clang, fault: &'static CompilerFault, probe: Probed) -> Fault {
    let known: Vec<&Gfx> = known_targets(clang).collect();
    let affected: Vec<&Gfx> = known.iter().copied().filter(|gfx| fault.on(gfx)).collect();
    let release = (clang.version.major, clang.version.minor);
    let served: Vec<&Gfx> = affected.iter().copied().filter(|gfx| fault.is_worked_around(release, gfx)).collect();
    let cpu = fault.cpu.then_some(hipify_command_line::target::CPU);
    Fault {
        code: fault.code,
        summary: fault.summary,
        targets: affected.iter().map(|gfx| gfx.name).chain(cpu).collect(),
        architectures: if affected.len() < known.len() { titles(&affected) } else { Vec::new() },
        workaround: fault.workaround.join(" "),
        worked_around_on: if served.len() < affected.len() { titles(&served) } else { Vec::new() },
        probe,
    }
}

/// The architectures of some targets, each once.
fn titles(targets: &[&Gfx]) -> Vec<&'static str> {
    let mut titles: Vec<&str> = Vec::new();
    for title in targets.iter().map(|gfx| gfx.architecture.title()) {
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    titles
}

fn advice_of(clang: &Clang, fault: &CompilerFault, is_listed: bool, probed: Probed) -> Option<Advice> {
    let (version, code, flags) = (clang.version, fault.code, fault.workaround.join(" "));
    match (is_listed, probed) {
        // What is listed and has no workaround is told where it is listed.
        (true, Probed::Shows) if flags.is_empty() => None,
        (_, Probed::Shows) => Some(Advice {
            fact: format!("clang {version} has {code} in spite of `{flags}`: {}", fault.summary),
            remedy: format!("take another clang; `hipify-rs explain {code}` says which releases are right"),
        }),
        (false, Probed::WorkedAround) => Some(Advice {
            fact: format!("this build of clang {version} has {code}, unlike its release: {}", fault.summary),
            remedy: format!("pass `{flags}` to `build` and `cc`, or take another clang"),
        }),
        _ => None,
    }
}

fn known_targets(clang: &Clang) -> impl Iterator<Item = &'static Gfx> {
    gfx_targets().filter(|gfx| clang.targets.iter().any(|known| known == gfx.name))
}

/// Compiles the probe of a fault, and again with the workaround where it shows.
pub(crate) fn probe(environment: &Environment, clang: &Clang, fault: &CompilerFault) -> Probed {
    let Some(gfx) = probed_on(clang, fault) else { return Probed::NotCompiled };
    let shows = |flags: &[&str]| {
        let output = compiled(environment, clang, fault, gfx, flags)?;
        // An output without the kernel shows nothing.
        output.contains("probe").then(|| fault.probe.shows_fault(&output))
    };
    match (shows(&[]), shows(fault.workaround)) {
        (None, _) | (Some(true), None) => Probed::NotCompiled,
        (Some(false), _) => Probed::Absent,
        (Some(true), Some(true)) => Probed::Shows,
        (Some(true), Some(false)) => Probed::WorkedAround,
    }
}

/// A target that has the fault, one for which builds work around it if they do.
fn probed_on(clang: &Clang, fault: &CompilerFault) -> Option<&'static Gfx> {
    let release = (clang.version.major, clang.version.minor);
    let mut affected: Vec<&Gfx> = known_targets(clang).filter(|gfx| fault.on(gfx) && serves(gfx)).collect();
    affected.sort_by_key(|gfx| !fault.is_worked_around(release, gfx));
    affected.first().copied()
}

/// Whether probes compile for a target: they exchange values between lanes, and ask for no version of the code object.
fn serves(gfx: &Gfx) -> bool {
    gfx.bpermute && !gfx.generic
}

fn compiled(environment: &Environment, clang: &Clang, fault: &CompilerFault, gfx: &Gfx, flags: &[&str]) -> Option<String> {
    let folder = TempDir::new().ok()?;
    let source = written(folder.path(), fault).ok()?;
    let target = format!("--offload-arch={}", gfx.name);
    let mut words = vec!["-x", "hip", "--cuda-device-only", &target, "-nogpulib", "-nogpuinc", "-O2", "-S", "-o", "-"];
    words.extend(match fault.probe.emit {
        Emit::Assembly => None,
        Emit::Ir => Some("-emit-llvm"),
    });
    words.extend(flags);
    words.push(&source);
    // Errors name the source: an output that is none has the name of the kernel all the same.
    environment.ask(&clang.path, &words).filter(|output| !output.contains("error:"))
}

fn written(folder: &Path, fault: &CompilerFault) -> io::Result<String> {
    let source = folder.join("fault.hip");
    std::fs::write(&source, fault.probe.source)?;
    Ok(source.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hipify_toolchain::clang::of_release;

    #[test]
    fn clang_19_shows_its_faults_without_the_flags_and_not_with_them() {
        let environment = Environment::of_process();
        let clang = of_release(&environment, 19).expect("`make setup` installs clang 19");
        for fault in compiler_faults().iter().filter(|fault| fault.in_release(19, 1)) {
            let expected = if fault.workaround.is_empty() { Probed::Shows } else { Probed::WorkedAround };
            assert_eq!(probe(&environment, &clang, fault), expected, "{}", fault.name);
        }
    }

    #[test]
    fn every_probe_compiles_for_each_architecture_that_has_the_fault() {
        let environment = Environment::of_process();
        let clang = of_release(&environment, 19).expect("`make setup` installs clang 19");
        for fault in compiler_faults() {
            let mut seen = Vec::new();
            for gfx in known_targets(&clang).filter(|gfx| fault.on(gfx) && serves(gfx)) {
                if seen.contains(&gfx.architecture) {
                    continue;
                }
                seen.push(gfx.architecture);
                let (name, target) = (fault.name, gfx.name);
                let shows = |flags| fault.probe.shows_fault(&compiled(&environment, &clang, fault, gfx, flags).unwrap());
                let has = fault.in_release(19, 1);
                let expected = (has, has && fault.workaround.is_empty());
                assert_eq!((shows(&[]), shows(fault.workaround)), expected, "{name} {target}");
            }
            assert!(!seen.is_empty(), "{}", fault.name);
        }
    }
}
