//! A target -> what its device functions give: programs are built with `hipify-rs build` and run.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::function::Function;
use crate::program::program;
use crate::results::{Results, read};
use crate::rules::Rules;

/// Functions of one program: what compiles in a few seconds.
const FUNCTIONS: usize = 150;

/// A target and the means to build and run programs for it.
pub struct Machine {
    /// `cpu`, or a GPU as `gfx942`.
    pub target: String,
    /// The command `hipify-rs`.
    pub hipify: PathBuf,
    /// What runs a program, called with the target, the program and its arguments; without it programs are started as they are.
    pub runner: Option<String>,
    /// Lanes of a wave, for the CPU.
    pub wave: u32,
    /// Where programs and results go.
    pub folder: PathBuf,
}

/// What went wrong on the way to results.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot write `{0}`: {1}")]
    Write(PathBuf, std::io::Error),
    #[error("cannot start `{0}`: {1}")]
    Start(String, std::io::Error),
    #[error("`{0}` failed: {1}")]
    Failed(String, String),
    #[error("results in `{0}`: {1}")]
    Results(PathBuf, String),
}

/// The results of these functions; those without a counterpart in HIP are left out.
///
/// # Errors
/// A program cannot be built or run, or its results cannot be read.
pub fn measure(functions: &[Function], rules: &Rules, machine: &Machine) -> Result<Results, Error> {
    let functions: Vec<Function> = functions.iter().filter(|f| f.has_counterpart()).cloned().collect();
    let mut results = Results::new();
    for (at, part) in functions.chunks(FUNCTIONS).enumerate() {
        let executable = machine.build(at, &program(part, rules))?;
        results.extend(machine.run(&executable)?);
    }
    Ok(results)
}

impl Machine {
    fn build(&self, at: usize, text: &str) -> Result<PathBuf, Error> {
        let source = self.folder.join(format!("functions{at}.cu"));
        let executable = self.folder.join(format!("functions{at}.{}", self.target));
        // A second run at another wave size takes the same program.
        if !executable.exists() {
            std::fs::write(&source, text).map_err(|e| Error::Write(source.clone(), e))?;
            let mut build = Command::new(&self.hipify);
            build.args(["build", "--offload-arch", &self.target, "-O1", "-o"]).arg(&executable).arg(&source);
            finished(build)?;
        }
        Ok(executable)
    }

    fn run(&self, executable: &Path) -> Result<Results, Error> {
        let output = executable.with_extension("results");
        let mut command = match &self.runner {
            Some(runner) => {
                let mut words = runner.split_whitespace();
                let mut command = Command::new(words.next().unwrap_or_default());
                command.args(words).arg(&self.target).arg(executable);
                command
            }
            None => Command::new(executable),
        };
        command.arg(&output).env("HIPIFY_WAVE_SIZE", self.wave.to_string());
        finished(command)?;
        let bytes = std::fs::read(&output).map_err(|e| Error::Results(output.clone(), e.to_string()))?;
        read(&bytes).map_err(|e| Error::Results(output, e))
    }
}

fn finished(mut command: Command) -> Result<(), Error> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|e| Error::Start(name.clone(), e))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last: Vec<&str> = said.lines().rev().take(10).collect();
    Err(Error::Failed(name, last.into_iter().rev().collect::<Vec<_>>().join("\n")))
}
