//! Programs on AMD's simulator of its GPUs, `rocjitsu`, where it is installed: its command line for a target.
//!
//! `rocjitsu --config FILE -- PROGRAM ARGS` loads a stand-in for the kernel driver into the program, which runs on AMD's own
//! runtime. Names of its configurations differ from release to release: what counts is the device that a file describes
//! (docs/rocjitsu-cli.md of emulation/rocjitsu in ROCm/rocm-systems, read in November 2026).

use super::SEARCH_PATH;
use hipify_command_line::target::Target;
use hipify_error::Error;
use hipify_inspect::{CodeObject, with_code_objects};
use hipify_rules::Gfx;
use hipify_toolchain::environment::Environment;
use hipify_toolchain::hip;
use hipify_tree::platform::is_program;
use serde_json::Value;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The simulator's program.
pub const NAME: &str = "rocjitsu";
/// The variable that names it.
const PROGRAM: &str = "HIPIFY_ROCJITSU";
/// The variable that names a configuration.
const CONFIG: &str = "HIPIFY_ROCJITSU_CONFIG";
/// What brings it.
pub const REMEDY: &str =
    "install `rocjitsu` of ROCm (emulation/rocjitsu of ROCm/rocm-systems), or name the program with `HIPIFY_ROCJITSU`";
/// Where its configurations lie below the folder that `bin` lies in.
const CONFIGS: &str = "share/rocjitsu/configs";

/// A simulator that was found.
pub struct Simulator {
    /// `rocjitsu`, as it is called.
    pub program: PathBuf,
}

impl Simulator {
    /// The program that `HIPIFY_ROCJITSU` names, that of an installed ROCm, or the first in PATH.
    ///
    /// # Errors
    /// When none is there.
    pub fn find(environment: &Environment) -> Result<Self, Error> {
        if let Some(program) = environment.path_variable(PROGRAM) {
            if is_program(&program) {
                return Ok(Self { program });
            }
            let fact = format!("what `{PROGRAM}` names is not a program");
            return Err(Error::path(&program, fact, "correct the variable, or unset it"));
        }
        let roots = hip::rocm_roots(environment, None).unwrap_or_default();
        let of_rocm = roots.iter().map(|root| root.join("bin").join(NAME)).find(|path| is_program(path));
        let found = of_rocm.or_else(|| environment.program(NAME)).map(|program| Self { program });
        found.ok_or_else(|| Error::usage(format!("AMD's simulator `{NAME}` is not installed"), REMEDY))
    }

    /// What runs `program` on the device that `what` names: a target, or a configuration file of the simulator.
    ///
    /// # Errors
    /// When there is no such configuration, and when the program holds code for other GPUs alone.
    pub(super) fn command(
        &self,
        environment: &Environment,
        what: &str,
        program: &Path,
        words: &[OsString],
    ) -> Result<Command, Error> {
        let config = match configuration_file(environment, what) {
            Some(file) => there(file)?,
            None => self.configuration_for(device(what)?, program)?,
        };
        let mut command = Command::new(&self.program);
        command.arg("--config").arg(config).arg("--").arg(program).args(words);
        // The bundled runtime hands work on to AMD's, though this machine has no driver.
        command.env("HIPIFY_DEVICE", "gpu");
        // AMD's tests of the simulator set it: copies by its DMA engines.
        if environment.variable("HSA_ENABLE_SDMA").is_none() {
            command.env("HSA_ENABLE_SDMA", "1");
        }
        if let Some(folder) = self.root().map(|root| root.join("lib")).filter(|folder| has_runtime(folder)) {
            command.env(SEARCH_PATH, super::in_front(&folder, environment.variable(SEARCH_PATH).map(OsString::from)));
        }
        Ok(command)
    }

    /// The folder that it is installed in; a link to the program counts as the program.
    fn root(&self) -> Option<PathBuf> {
        let real = self.program.canonicalize().unwrap_or_else(|_| self.program.clone());
        let roots = [&real, &self.program].map(|path| path.parent()?.parent().map(Path::to_path_buf));
        roots.into_iter().flatten().find(|root| root.join(CONFIGS).is_dir())
    }

    /// The configuration of a device that the program holds code for.
    fn configuration_for(&self, gfx: &Gfx, program: &Path) -> Result<PathBuf, Error> {
        check_code(program, gfx)?;
        self.configuration(gfx)
    }

    /// The simplest configuration that describes this device.
    fn configuration(&self, gfx: &Gfx) -> Result<PathBuf, Error> {
        let name_one = "name a configuration: `--simulate FILE.json`, or `HIPIFY_ROCJITSU_CONFIG`";
        let missing = || Error::path(&self.program, format!("no `{CONFIGS}` lies beside its folder"), name_one);
        let folder = self.root().ok_or_else(missing)?.join(CONFIGS);
        let entries = std::fs::read_dir(&folder).map_err(Error::io("read", &folder))?.flatten().map(|entry| entry.path());
        let fitting = entries.filter(|path| path.extension().is_some_and(|ending| ending == "json") && describes(path, gfx));
        let none = || Error::path(&folder, format!("no configuration of the simulator describes {}", gfx.name), name_one);
        fitting.min_by_key(|path| rank(path)).ok_or_else(none)
    }
}

/// The file that the option or the variable names.
fn configuration_file(environment: &Environment, what: &str) -> Option<PathBuf> {
    let is_file = what.ends_with(".json") || what.contains('/');
    if is_file { Some(what.into()) } else { environment.path_variable(CONFIG) }
}

fn there(file: PathBuf) -> Result<PathBuf, Error> {
    let missing = || Error::path(&file, "there is no such configuration of the simulator", "check the path");
    if file.is_file() { Ok(file) } else { Err(missing()) }
}

/// The GPU that a target names.
fn device(what: &str) -> Result<&'static Gfx, Error> {
    let remedy = "name a GPU, as in `--simulate gfx942`";
    match Target::parse(what)? {
        Target::Gpu(id) if !id.gfx.generic => Ok(id.gfx),
        _ => Err(Error::usage(format!("`{what}` is no GPU that can be simulated"), remedy)),
    }
}

/// Refuses a program whose device code is for other GPUs; one without any may start another program.
fn check_code(program: &Path, gfx: &Gfx) -> Result<(), Error> {
    let held = |objects: Vec<CodeObject<'_>>| Ok(objects.iter().filter_map(|object| object.target()).collect());
    let held: Vec<Target> = with_code_objects(program, held).unwrap_or_default();
    let gpus: Vec<_> = held.iter().filter_map(Target::gpu).collect();
    // Code for a group of GPUs may be right for this one.
    if held.is_empty() || gpus.iter().any(|id| id.gfx.generic || id.gfx.name == gfx.name) {
        return Ok(());
    }
    let held: Vec<String> = held.iter().map(Target::to_string).collect();
    let fact = format!("holds code for {}, and none for {}", held.join(", "), gfx.name);
    Err(Error::path(program, fact, format!("build it with `--offload-arch {}`", gfx.name)))
}

/// Whether all GPUs of a configuration are of this kind.
fn describes(path: &Path, gfx: &Gfx) -> bool {
    let devices = devices(path);
    // The driver's number: major * 10000 + minor * 100 + step, in decimal digits.
    let number = u64::from(gfx.isa / 1000 * 10_000 + gfx.isa / 100 % 10 * 100 + gfx.isa % 100);
    !devices.is_empty() && devices.iter().all(|device| *device == number)
}

/// `gfx_target_version` of each GPU that a configuration describes.
fn devices(path: &Path) -> Vec<u64> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut found = Vec::new();
    let mut left: Vec<Value> = serde_json::from_str(&text).into_iter().collect();
    while let Some(value) = left.pop() {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("gfx_target_version").and_then(Value::as_u64));
                left.extend(fields.into_iter().map(|(_, value)| value));
            }
            Value::Array(values) => left.extend(values),
            _ => {}
        }
    }
    found
}

/// Simple ones first: no translation of code (`guest_`), one GPU, with the kernel driver's interface (`_kmd`), a short name.
fn rank(path: &Path) -> (bool, bool, bool, usize, String) {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    (name.contains("guest"), is_for_several(&name), !name.contains("_kmd"), name.len(), name)
}

/// `gfx942_mi300x_4gpu`.
fn is_for_several(name: &str) -> bool {
    name.strip_suffix("gpu").and_then(|rest| rest.chars().last()).is_some_and(|digit| digit.is_ascii_digit() && digit != '1')
}

fn has_runtime(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| entry.file_name().to_string_lossy().starts_with("libamdhip64.so"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hipify_rules::gfx;
    use hipify_toolchain::made_up::Machine;

    fn config(machine: &Machine, name: &str, version: u32) {
        let text = format!("{{\"vm\": {{\"gpu\": {{\"device\": {{\"gfx_target_version\": {version}}}}}}}}}");
        machine.write(&format!("opt/rocm/share/rocjitsu/configs/{name}.json"), text);
    }

    /// A machine with a simulator and some of its configurations.
    fn machine() -> Machine {
        let machine = Machine::new();
        machine.program("opt/rocm/bin/rocjitsu", "");
        for (name, version) in [
            ("gfx942_cdna3_kmd", 90402),
            ("amdgpu_cdna3", 90402),
            ("gfx942_kmd_4gpu", 90402),
            ("guest_gfx942_kmd", 90402),
            ("gfx1100_w7900", 110_000),
            ("gfx90a_mi210_kmd", 90010),
        ] {
            config(&machine, name, version);
        }
        machine
    }

    fn words(command: &Command) -> Vec<String> {
        command.get_args().map(|word| word.to_string_lossy().into_owned()).collect()
    }

    fn refused(machine: &Machine, what: &str) -> String {
        let environment = machine.environment();
        let program = machine.program("prog", "#!/bin/sh\n");
        let command = Simulator::find(&environment).and_then(|found| found.command(&environment, what, &program, &[]));
        command.unwrap_err().to_string()
    }

    #[test]
    fn a_target_gets_the_simplest_configuration_that_describes_it() {
        let machine = machine();
        let chosen = |target| {
            let path = Simulator::find(&machine.environment()).unwrap().configuration(gfx(target).unwrap()).unwrap();
            path.file_stem().unwrap().to_string_lossy().into_owned()
        };
        assert_eq!(["gfx942", "gfx1100", "gfx90a"].map(chosen), ["gfx942_cdna3_kmd", "gfx1100_w7900", "gfx90a_mi210_kmd"]);
    }

    #[test]
    fn the_program_follows_the_configuration_with_its_own_words() {
        let machine = machine();
        machine.write("opt/rocm/lib/libamdhip64.so.7", "");
        let environment = machine.environment();
        let program = machine.program("prog", "#!/bin/sh\n");
        let found = Simulator::find(&environment).unwrap();
        let command = found.command(&environment, "gfx1100", &program, &["--config".into(), "2".into()]).unwrap();
        let config = machine.path("opt/rocm/share/rocjitsu/configs/gfx1100_w7900.json").display().to_string();
        assert_eq!(words(&command), ["--config", &config, "--", &program.display().to_string(), "--config", "2"]);
        let lib = machine.path("opt/rocm/lib");
        let variables: Vec<_> = command.get_envs().collect();
        for (name, value) in
            [("HIPIFY_DEVICE", "gpu".as_ref()), ("HSA_ENABLE_SDMA", "1".as_ref()), (SEARCH_PATH, lib.as_os_str())]
        {
            assert!(variables.contains(&(name.as_ref(), Some(value))), "{name}: {variables:?}");
        }
    }

    #[test]
    fn a_configuration_can_be_named_by_the_option_or_the_variable() {
        let mut machine = machine();
        let own = machine.write("own.json", "{}").display().to_string();
        let program = machine.program("prog", "#!/bin/sh\n");
        let chosen = |machine: &Machine, what: &str| {
            let environment = machine.environment();
            words(&Simulator::find(&environment).unwrap().command(&environment, what, &program, &[]).unwrap())[1].clone()
        };
        assert_eq!(chosen(&machine, &own), own);
        machine.variables.push((CONFIG, own.clone().into()));
        assert_eq!(chosen(&machine, "gfx942"), own);
    }

    #[test]
    fn what_cannot_be_simulated_is_refused() {
        assert_eq!(refused(&Machine::new(), "gfx942"), "AMD's simulator `rocjitsu` is not installed");
        let machine = machine();
        assert!(refused(&machine, "gfx1201").contains("no configuration of the simulator describes gfx1201"));
        assert!(refused(&machine, "cpu").contains("`cpu` is no GPU"));
        assert!(refused(&machine, "gfx11-generic").contains("is no GPU"));
        assert!(refused(&machine, "none.json").contains("there is no such configuration"));
        assert!(refused(&machine, "gfx90b").contains("unknown target"));
    }

    #[test]
    fn the_simulator_is_the_named_one_rocm_s_or_the_first_in_path() {
        let mut machine = Machine::new();
        let found = |machine: &Machine| Simulator::find(&machine.environment()).map(|found| found.program);
        let in_path = machine.program("usr/bin/rocjitsu", "");
        assert_eq!(found(&machine).unwrap(), in_path);
        let of_rocm = machine.program("opt/rocm/bin/rocjitsu", "");
        assert_eq!(found(&machine).unwrap(), of_rocm);
        machine.variables.push((PROGRAM, machine.path("nowhere")));
        assert!(found(&machine).unwrap_err().to_string().contains("is not a program"));
    }
}
