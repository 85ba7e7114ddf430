//! Programs of corpora/run, the folders in it and corpora/wave: what their first lines say, how they are built, and what a run of one prints.

#![allow(dead_code, reason = "every test binary uses a part of it")]

use crate::cli_command::binary;
use crate::hip::Hip;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// What `gpus` stands for among targets: two generations each with waves of 64 and of 32 lanes.
const GPUS: &str = "gfx90a,gfx942,gfx1100,gfx1201";
/// How long a program may run; the slowest takes a tenth of it on two busy cores.
const PATIENCE: Duration = Duration::from_secs(60);

/// A file, or a folder of sources that are linked into one program.
pub struct Program {
    pub name: String,
    sources: Vec<PathBuf>,
    /// The folder that it stands in; its executable goes to one of the same name.
    folder: String,
    /// All of the main source.
    pub text: String,
    pub targets: Vec<String>,
    flags: Vec<String>,
    /// Lines that it prints.
    stdout: Vec<String>,
    /// Texts that standard error holds.
    pub stderr: Vec<String>,
    /// Warp sizes at which it is right.
    pub waves: Vec<u32>,
    /// A library's folder of headers that it needs and this machine does not have.
    pub lacks: Option<String>,
    /// Why it is known to be wrong on the CPU.
    pub fails: Option<String>,
    /// The warp size at which it is to fail.
    pub hazard: Option<u32>,
    /// Devices that it is given.
    pub devices: u32,
    built: OnceLock<Result<PathBuf, String>>,
}

/// What a program did.
#[derive(Debug)]
pub struct Run {
    /// None when a signal or our patience ended it.
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

pub fn in_folder(folder: &Path) -> Vec<Program> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries.iter().filter_map(|entry| Program::read(entry)).collect()
}

/// What the first lines of a program say under a key.
pub fn said(text: &str, key: &str) -> Vec<String> {
    let head = text.lines().take_while(|line| line.starts_with("//"));
    head.filter_map(|line| line.strip_prefix(&format!("// {key}: ")).map(str::to_owned)).collect()
}

impl Program {
    /// None for what is no program: a header, a folder of something else.
    pub fn read(entry: &Path) -> Option<Self> {
        let main = if entry.is_dir() { entry.join("main.cu") } else { entry.to_path_buf() };
        if main.extension().is_none_or(|ending| ending != "cu" && ending != "hip") || !main.is_file() {
            return None;
        }
        let text = std::fs::read_to_string(&main).unwrap();
        let said = |key: &str| said(&text, key);
        let first = |key: &str| said(key).into_iter().next();
        let waves = match first("run").as_deref() {
            Some("wave-any") => vec![32, 64],
            Some("wave-32") => vec![32],
            Some("wave-64") => vec![64],
            other => panic!("{}: `// run:` says {other:?}", main.display()),
        };
        let targets = first("targets").map_or_else(|| format!("{GPUS},cpu"), |line| targets_of(&line));
        let hazard = first("hazard").map(|line| line.strip_prefix("wave-").unwrap().parse().unwrap());
        Some(Self {
            name: entry.file_stem().unwrap().to_str().unwrap().to_owned(),
            folder: entry.parent().unwrap().file_name().unwrap().to_str().unwrap().to_owned(),
            sources: if entry.is_dir() { sources_of(entry) } else { vec![main] },
            targets: targets.split(',').map(str::to_owned).collect(),
            flags: first("flags").map_or_else(Vec::new, |line| line.split(' ').map(str::to_owned).collect()),
            stdout: said("stdout"),
            stderr: said("stderr"),
            lacks: first("needs").filter(|folder| !has_headers(folder)),
            devices: first("devices").map_or(1, |line| line.parse().unwrap()),
            fails: first("fails"),
            text,
            waves,
            hazard,
            built: OnceLock::new(),
        })
    }

    /// The program, built at the first call; the error is what the build said.
    pub fn executable(&self, targets: &[String]) -> Result<PathBuf, String> {
        self.built.get_or_init(|| self.build(targets, Path::new(&self.folder))).clone()
    }

    /// Builds it for `targets` into `folder` among the tests' temporary files; the error is what the build said.
    pub fn build(&self, targets: &[String], folder: &Path) -> Result<PathBuf, String> {
        let folder = crate::temporary().join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        let output = folder.join(&self.name);
        let mut command = Command::new(binary());
        command.args(["build", "--quiet", "-j1", "--offload-arch", &targets.join(",")]).args(&self.sources);
        let run = command.arg("-o").arg(&output).args(&self.flags).output().unwrap();
        if run.status.success() { Ok(output) } else { Err(String::from_utf8_lossy(&run.stderr).into_owned()) }
    }

    /// What `check` finds with these tools, as JSON, with the warps of one size at which it is right; the error is what was said instead.
    pub fn check(&self, tools: &str) -> Result<String, String> {
        let lanes = self.waves.last().copied().unwrap_or(64).to_string();
        let mut command = Command::new(binary());
        command
            .args(["check", "--isolated", "--output-format", "json", "--tool", tools, "--wave-size", &lanes])
            .args(&self.sources);
        command.args(self.flags.iter().map(|flag| format!("--build-word={flag}")));
        let run = command.env("HIPIFY_DEVICE_COUNT", self.devices.to_string()).output().unwrap();
        match run.status.code() {
            Some(0 | 1 | 4) => Ok(String::from_utf8_lossy(&run.stdout).into_owned()),
            _ => Err(String::from_utf8_lossy(&run.stderr).into_owned()),
        }
    }

    /// Runs it on as many devices as it says.
    pub fn run(&self, executable: &Path, wave_size: u32) -> Run {
        run_on(executable, wave_size, self.devices)
    }

    /// Runs it, finds all right, and gives what it did.
    pub fn passes(&self, executable: &Path, wave_size: u32) -> Run {
        let run = self.run(executable, wave_size);
        assert_eq!(run.code, Some(0), "at {wave_size} lanes:\n{}{}", run.out, run.err);
        assert_eq!(run.out.lines().last(), Some(format!("PASS {}", self.name).as_str()), "{}", run.out);
        for line in &self.stdout {
            assert!(run.out.lines().any(|printed| printed == line), "`{line}` is not in\n{}", run.out);
        }
        run
    }
}

/// The targets of a line like `gfx942,cpu needs hip-6.1 (reason)`: the CPU alone where HIP lacks what is needed. In
/// `gpus,cpu but gfx1201 needs hip-6.0 (reason)` one target needs it.
fn targets_of(line: &str) -> String {
    let (said, _reason) = line.split_once(" (").expect("a reason in parentheses");
    let (targets, needs) = said.split_once(" needs ").unwrap_or((said, ""));
    let is_lacking = !needs.is_empty() && Hip::find().lacks(needs).is_some();
    let targets = targets.replace("gpus", GPUS);
    match targets.split_once(" but ") {
        Some((all, one)) if is_lacking => all.replace(&format!("{one},"), ""),
        Some((all, _)) => all.to_owned(),
        None if is_lacking => "cpu".to_owned(),
        None => targets,
    }
}

/// Whether the HIP that is installed, or one that `hipify-rs setup` unpacked, has a folder of headers.
fn has_headers(folder: &str) -> bool {
    let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
    let data = data.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/share")));
    let unpacked = data.into_iter().flat_map(|data| std::fs::read_dir(data.join("hipify-rs")).into_iter().flatten().flatten());
    let roots = ["/usr", "/opt/rocm"].map(PathBuf::from).into_iter().chain(unpacked.map(|entry| entry.path()));
    roots.into_iter().any(|root| root.join("include").join(folder).is_dir())
}

fn sources_of(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_source =
        |path: &PathBuf| path.extension().is_some_and(|ending| ["cu", "cpp", "c"].iter().any(|known| ending == *known));
    let mut sources: Vec<PathBuf> = entries.filter(is_source).collect();
    sources.sort();
    sources
}

/// Runs a program on the CPU as one device.
pub fn run(executable: &Path, wave_size: u32) -> Run {
    run_on(executable, wave_size, 1)
}

fn run_on(executable: &Path, wave_size: u32, devices: u32) -> Run {
    let mut command = Command::new(executable);
    command.env("HIPIFY_DEVICE", "cpu").env("HIPIFY_WAVE_SIZE", wave_size.to_string());
    command.env("HIPIFY_DEVICE_COUNT", devices.to_string());
    patiently(&mut command)
}

/// Runs a command, which is ended when it takes too long. What it prints must fit a pipe.
pub fn patiently(command: &mut Command) -> Run {
    for_at_most(PATIENCE, command)
}

/// Runs a command, which is ended after `patience`. What it prints must fit a pipe.
pub fn for_at_most(patience: Duration, command: &mut Command) -> Run {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > patience {
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    let mut err = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code().is_none() {
        err += &format!("{} after {:?}", output.status, start.elapsed());
    }
    Run { code: output.status.code(), out: String::from_utf8_lossy(&output.stdout).into_owned(), err }
}
