//! Builds a program of kernels for targets and optimisation levels, runs it, and compares what each kernel leaves with the reference.

use crate::program::{Sources, difference, results};
use crate::tree::Kernel;
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a program may run.
const PATIENCE: Duration = Duration::from_secs(300);

/// How programs are built and run.
#[derive(Clone)]
pub(crate) struct Manner {
    /// `hipify-rs`.
    pub(crate) command: PathBuf,
    /// Runs a program that is built for a GPU: `RUNNER TARGET PROGRAM...`; none on a machine that has the GPU.
    pub(crate) runner: Option<String>,
    /// Options for the compiler.
    pub(crate) flags: Vec<String>,
}

/// One build of a program, for the CPU or for GPUs.
#[derive(Clone)]
pub(crate) struct Build {
    pub(crate) targets: Vec<String>,
    /// As in `-O2`.
    pub(crate) level: usize,
}

/// One way to run it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Variant {
    pub(crate) target: String,
    pub(crate) level: usize,
    /// Lanes, where the target leaves a choice.
    pub(crate) wave: Option<usize>,
}

/// Something that is wrong with a kernel.
pub(crate) struct Finding {
    pub(crate) kernel: Kernel,
    pub(crate) variant: Variant,
    pub(crate) what: String,
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -O{}", self.target, self.level)?;
        self.wave.map_or(Ok(()), |wave| write!(f, " at {wave} lanes"))
    }
}

impl Build {
    pub(crate) fn cpu(level: usize) -> Self {
        Self { targets: vec!["cpu".to_owned()], level }
    }

    pub(crate) fn variants(&self) -> Vec<Variant> {
        let variant = |target: &str, wave| Variant { target: target.to_owned(), level: self.level, wave };
        if self.targets == ["cpu"] {
            return [32, 64].map(|wave| variant("cpu", Some(wave))).to_vec();
        }
        self.targets.iter().map(|target| variant(target, None)).collect()
    }
}

impl Variant {
    /// The build that this is a run of.
    pub(crate) fn build(&self) -> Build {
        Build { targets: vec![self.target.clone()], level: self.level }
    }
}

impl Finding {
    /// Whether its kernel ran and left something else than the reference.
    pub(crate) fn is_difference(&self) -> bool {
        self.failure().is_none()
    }

    /// What its kernel does not do, in a word.
    pub(crate) fn failure(&self) -> Option<&str> {
        self.what.strip_prefix("does not ").and_then(|what| what.split(':').next())
    }

    /// A line, or several where a tool said more.
    pub(crate) fn report(&self) -> String {
        format!("kernel {}, {}: {}\n", self.kernel.number, self.variant, self.what)
    }
}

/// What a command left: its output, what it said on standard error, and what went wrong.
struct Left {
    output: Vec<u8>,
    said: String,
    error: Option<String>,
}

impl Manner {
    /// What is wrong with the kernels as built by `builds`.
    pub(crate) fn examine(&self, folder: &Path, kernels: &[Kernel], builds: &[Build]) -> Vec<Finding> {
        let sources = Sources::write(folder, kernels);
        let output = reference(&sources).output;
        let want = results(kernels, &output);
        assert_eq!(want.len(), kernels.len(), "{}: the reference does not end", folder.display());
        builds.iter().flat_map(|build| self.examine_build(&sources, kernels, &want, build)).collect()
    }

    fn examine_build(&self, sources: &Sources, kernels: &[Kernel], want: &[&[u8]], build: &Build) -> Vec<Finding> {
        let program = match self.build(sources, build) {
            Ok(program) => program,
            Err(said) => return self.narrow(sources, kernels, build, &said),
        };
        let examined =
            build.variants().into_iter().flat_map(|variant| self.examine_run(&program, kernels, want, &variant)).collect();
        let _ = std::fs::remove_file(program);
        examined
    }

    /// The kernels that do not compile, and the targets for which they do not.
    fn narrow(&self, sources: &Sources, kernels: &[Kernel], build: &Build, said: &str) -> Vec<Finding> {
        let part = |name: &str, part: &[Kernel], build: Build| self.examine(&sources.folder.join(name), part, &[build]);
        if build.targets.len() > 1 {
            let single = |target: &String| Build { targets: vec![target.clone()], level: build.level };
            return build.targets.iter().flat_map(|target| part(target, kernels, single(target))).collect();
        }
        if let [kernel] = kernels {
            let variant = build.variants().remove(0);
            return vec![Finding { kernel: kernel.clone(), variant, what: format!("does not compile: {said}") }];
        }
        let (first, last) = kernels.split_at(kernels.len() / 2);
        [part("first", first, build.clone()), part("last", last, build.clone())].into_iter().flatten().collect()
    }

    fn build(&self, sources: &Sources, build: &Build) -> Result<PathBuf, String> {
        let program = sources.folder.join(format!("{}-O{}", build.targets.join("-"), build.level));
        let mut command = Command::new(&self.command);
        command.args(["build", "--quiet", "-j1", "--offload-arch", &build.targets.join(","), &format!("-O{}", build.level)]);
        command.args(["-w", "-ffp-contract=off"]).args(&self.flags);
        let run = command.arg(sources.folder.join("program.hip")).arg("-o").arg(&program).output().unwrap();
        if run.status.success() { Ok(program) } else { Err(String::from_utf8_lossy(&run.stderr).into_owned()) }
    }

    /// Runs all kernels; after one that ends the program, those that follow it in a new run.
    fn examine_run(&self, program: &Path, kernels: &[Kernel], want: &[&[u8]], variant: &Variant) -> Vec<Finding> {
        let finding = |kernel: &Kernel, what: String| Finding { kernel: kernel.clone(), variant: variant.clone(), what };
        let mut found = Vec::new();
        let mut first = 0;
        while first < kernels.len() {
            let left = finish(self.command(program, variant).arg(first.to_string()), program);
            let got = results(&kernels[first..], &left.output);
            for (place, got) in got.iter().enumerate() {
                let kernel = &kernels[first + place];
                found.extend(difference(kernel, got, want[first + place]).map(|what| finding(kernel, what)));
            }
            first += got.len();
            if first < kernels.len() {
                found.push(finding(&kernels[first], format!("does not run: {}", left.error.unwrap_or_default())));
                first += 1;
            }
        }
        found
    }

    fn command(&self, program: &Path, variant: &Variant) -> Command {
        if let Some(wave) = variant.wave {
            let mut command = Command::new(program);
            command.env("HIPIFY_DEVICE", "cpu").env("HIPIFY_WAVE_SIZE", wave.to_string());
            return command;
        }
        let Some(runner) = &self.runner else { return Command::new(program) };
        let mut command = Command::new(runner);
        command.arg(&variant.target).arg(program);
        command
    }
}

/// What the reference says of the values that come up in kernels (`reference.h`).
pub(crate) fn values(folder: &Path, kernels: &[Kernel]) -> String {
    reference(&Sources::write(folder, kernels)).said
}

/// What the reference leaves.
fn reference(sources: &Sources) -> Left {
    let program = sources.folder.join("reference");
    let mut compile = Command::new("g++");
    compile.args(["-O0", "-w", "-std=c++17", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-fexcess-precision=16"]);
    // GCC 12 takes `0.0 + -x` for `-x` where it knows that `x` is no negative zero, unless rounding may be any.
    compile.arg("-frounding-math");
    let compile = compile.arg(sources.folder.join("reference.cpp")).arg("-o").arg(&program).output();
    let compile = compile.expect("g++; `apt install g++` if it is missing");
    assert!(compile.status.success(), "{}: {}", sources.folder.display(), String::from_utf8_lossy(&compile.stderr));
    let left = finish(&mut Command::new(&program), &program);
    assert_eq!(left.error, None, "{}", program.display());
    left
}

/// Runs a command, with its output in a file beside `program`.
fn finish(command: &mut Command, program: &Path) -> Left {
    let (out, err) = (program.with_extension("out"), program.with_extension("err"));
    command.stdin(Stdio::null()).stdout(File::create(&out).unwrap()).stderr(File::create(&err).unwrap());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let status = child.wait().unwrap();
    let said = String::from_utf8_lossy(&std::fs::read(&err).unwrap()).into_owned();
    let error = (!status.success()).then(|| format!("{status} after {:?}: {}", start.elapsed(), said.trim_end()));
    Left { output: std::fs::read(&out).unwrap(), said, error }
}
