//! A build as data: typed steps with the files they read and write. Printed by `-###`, written for ninja, run by `execute`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What a step does, in the order in which a source goes through them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum StepKind {
    Port,
    Preprocess,
    Device,
    Host,
    Compile,
    /// A compile by the Fortran compiler.
    Fortran,
    /// Device bitcode to that of a CPU code object.
    Lower,
    /// Machine code of a CPU code object.
    Generate,
    Unbundle,
    DeviceLink,
    Bundle,
    Embed,
    Merge,
    Archive,
    Dependencies,
    Link,
    /// A file as it is.
    Copy,
}

impl StepKind {
    pub(crate) fn word(self) -> &'static str {
        match self {
            StepKind::Port => "port",
            StepKind::Preprocess => "preprocess",
            StepKind::Device => "device",
            StepKind::Host => "host",
            StepKind::Compile => "compile",
            StepKind::Fortran => "fortran",
            StepKind::Lower => "lower",
            StepKind::Generate => "generate",
            StepKind::Unbundle => "unbundle",
            StepKind::DeviceLink => "device-link",
            StepKind::Bundle => "bundle",
            StepKind::Embed => "embed",
            StepKind::Merge => "merge",
            StepKind::Archive => "archive",
            StepKind::Dependencies => "dependencies",
            StepKind::Link => "link",
            StepKind::Copy => "copy",
        }
    }

    /// Whether clang reads source text in it.
    pub(crate) fn compiles(self) -> bool {
        self.takes_launcher() || self == StepKind::Preprocess
    }

    /// Whether a compiler cache or a distributing launcher can stand in front of it.
    pub(crate) fn takes_launcher(self) -> bool {
        matches!(self, StepKind::Device | StepKind::Host | StepKind::Compile)
    }
}

/// How a step is done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Work {
    /// Writes the ported text of one file; the words of `step port` say which, where and how.
    Port { words: Vec<String> },
    /// Writes an object that defines what the host objects expect of a fat binary; no bundle means an empty one.
    Embed { bundle: PathBuf, hosts: Vec<PathBuf> },
    /// Writes host assembly and a fat binary as C++ source.
    HostSource { assembly: PathBuf, bundle: PathBuf },
    /// Writes a dependency file with the originals in place of their ported copies.
    Dependencies { from: PathBuf },
    /// Runs a program.
    Command { program: PathBuf, args: Vec<String> },
}

/// This program, which does itself what needs no other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tool {
    pub(crate) program: PathBuf,
    /// Options of the port.
    pub(crate) options: Vec<String>,
}

/// One node of the build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub(crate) kind: StepKind,
    /// The target id, for what is done once a target.
    pub(crate) target: Option<String>,
    /// The source or output it is about, to name it to people.
    pub(crate) subject: PathBuf,
    pub(crate) work: Work,
    pub(crate) inputs: Vec<PathBuf>,
    pub(crate) outputs: Vec<PathBuf>,
    /// Where the command writes which headers it read.
    pub(crate) depfile: Option<PathBuf>,
}

impl Step {
    /// `device a.cu gfx90a`.
    pub(crate) fn title(&self) -> String {
        let mut title = format!("{} {}", self.kind.word(), self.subject.display());
        if let Some(target) = &self.target {
            let _ = write!(title, " {target}");
        }
        title
    }

    /// The words of a shell command that does the step.
    pub(crate) fn words(&self, own: &Tool, launcher: &[String]) -> Vec<String> {
        let path = |path: &Path| path.display().to_string();
        let step = |rest: Vec<String>| [vec![path(&own.program), "step".into()], rest].concat();
        match &self.work {
            Work::Port { words } => step([vec!["port".into()], own.options.clone(), words.clone()].concat()),
            Work::Embed { bundle, hosts } => {
                let mut words = vec!["embed".into(), path(bundle), "-o".into(), path(&self.outputs[0])];
                words.extend(hosts.iter().map(|host| path(host)));
                step(words)
            }
            Work::HostSource { assembly, bundle } => {
                step(vec!["host-source".into(), path(assembly), path(bundle), "-o".into(), path(&self.outputs[0])])
            }
            Work::Dependencies { from } => step(vec!["dependencies".into(), path(from), "-o".into(), path(&self.outputs[0])]),
            Work::Command { program, args } => {
                let mut words = if self.kind.takes_launcher() { launcher.to_vec() } else { Vec::new() };
                words.push(path(program));
                words.extend(args.iter().cloned());
                words
            }
        }
    }
}

/// The steps in an order in which each comes after those whose outputs it reads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    /// What the user asked for.
    pub(crate) outputs: Vec<PathBuf>,
}

impl Plan {
    /// One line a step, to be read by people and by shells.
    pub(crate) fn text(&self, own: &Tool, launcher: &[String]) -> String {
        let mut text = String::new();
        for step in &self.steps {
            let words: Vec<String> = step.words(own, launcher).iter().map(|word| quoted(word)).collect();
            let _ = writeln!(text, "{}", words.join(" "));
        }
        text
    }

    /// For each step, the numbers of those that must be done before it.
    pub(crate) fn needs(&self) -> Vec<Vec<usize>> {
        let made: std::collections::HashMap<&Path, usize> = (self.steps.iter().enumerate())
            .flat_map(|(number, step)| step.outputs.iter().map(move |output| (output.as_path(), number)))
            .collect();
        let need = |step: &Step| {
            let mut numbers: Vec<usize> = step.inputs.iter().filter_map(|input| made.get(input.as_path()).copied()).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        };
        self.steps.iter().map(need).collect()
    }
}

/// A word as a POSIX shell reads it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-+=./:,@%^".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("-DA=1"), "-DA=1");
        assert_eq!(quoted("gfx90a:sramecc-:xnack+"), "gfx90a:sramecc-:xnack+");
        assert_eq!(quoted("-DA=\"it's\""), "'-DA=\"it'\\''s\"'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn a_step_needs_those_that_make_its_inputs() {
        let step = |kind, inputs: &[&str], output: &str| Step {
            kind,
            target: None,
            subject: output.into(),
            work: Work::Command { program: "true".into(), args: Vec::new() },
            inputs: inputs.iter().map(PathBuf::from).collect(),
            outputs: vec![output.into()],
            depfile: None,
        };
        let steps = vec![
            step(StepKind::Port, &["a.cu"], "p"),
            step(StepKind::Host, &["p"], "h"),
            step(StepKind::Link, &["h", "p", "x"], "e"),
        ];
        assert_eq!(Plan { steps, outputs: Vec::new() }.needs(), [vec![], vec![0], vec![0, 1]]);
    }
}
