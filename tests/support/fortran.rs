//! Programs of corpora/fortran: their files, what their first lines say, and how they and their plain twins are built.

#![allow(dead_code, reason = "every test binary uses a part of it")]

use crate::cli_command::binary;
use crate::programs::{self, Run};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// A program in CUDA Fortran or OpenACC, and `twin.f90`, which prints the same without a device.
pub struct Program {
    pub name: String,
    pub sources: Vec<PathBuf>,
    pub twin: PathBuf,
    /// Words of nvfortran's command line, as `build` has them.
    pub options: Vec<String>,
    /// Why it is known to be wrong.
    pub fails: Option<String>,
    /// For each of [`COMPILERS`].
    built: [OnceLock<Result<PathBuf, String>>; 2],
    printed: [OnceLock<String>; 2],
}

/// Fortran compilers that ported programs are built with.
pub const COMPILERS: [&str; 2] = ["gfortran", "flang-new-19"];

/// The folders below `folder` that hold a program, by name.
pub fn in_folder(folder: &Path) -> Vec<Program> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries.iter().map(|entry| Program::read(entry)).collect()
}

impl Program {
    fn read(folder: &Path) -> Self {
        let twin = folder.join("twin.f90");
        assert!(twin.is_file(), "{}: no twin", folder.display());
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        // What `include` lines name is no source of its own.
        let is_source = |path: &PathBuf| *path != twin && path.extension().is_none_or(|ending| ending != "inc");
        let mut sources: Vec<PathBuf> = entries.filter(is_source).collect();
        sources.sort();
        let said = |key: &str| sources.iter().find_map(|path| said(&std::fs::read_to_string(path).unwrap(), key));
        Self {
            name: folder.file_name().unwrap().to_str().unwrap().to_owned(),
            options: said("options").map_or_else(Vec::new, |line| line.split(' ').flat_map(of_build).collect()),
            fails: said("fails"),
            twin,
            sources,
            built: [OnceLock::new(), OnceLock::new()],
            printed: [OnceLock::new(), OnceLock::new()],
        }
    }

    /// Those of its sources that are Fortran; kernels in CUDA C++ may stand beside them.
    pub fn fortran_sources(&self) -> Vec<PathBuf> {
        self.sources.iter().filter(|path| path.extension().is_none_or(|ending| ending != "cu")).cloned().collect()
    }

    /// The ported program for the CPU, built at the first call; the error is what the build said.
    pub fn executable(&self, compiler: &str) -> Result<PathBuf, String> {
        let build = || self.build(compiler, "cpu", &self.folder(compiler).join("ported"));
        self.built[index(compiler)].get_or_init(build).clone()
    }

    /// Builds it for a target; the error is what the build said.
    pub fn build(&self, compiler: &str, target: &str, output: &Path) -> Result<PathBuf, String> {
        let mut command = Command::new(binary());
        command.args(["build", "--quiet", "-j1", "--offload-arch", target, "--fc", compiler]).args(&self.sources);
        let run = command.arg("-o").arg(output).args(&self.options).output().unwrap();
        let said = || format!("{}{}", String::from_utf8_lossy(&run.stderr), String::from_utf8_lossy(&run.stdout));
        if run.status.success() { Ok(output.to_path_buf()) } else { Err(said()) }
    }

    /// What the plain twin prints, compiled by the same compiler.
    pub fn expected(&self, compiler: &str) -> &str {
        self.printed[index(compiler)].get_or_init(|| {
            let folder = self.folder(compiler);
            let twin = folder.join("twin");
            let run = Command::new(compiler).current_dir(&folder).args(["-O1", "-o"]).arg(&twin).arg(&self.twin).output();
            let run = run.unwrap_or_else(|error| panic!("{compiler}: {error}; `make test` installs it"));
            assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
            let run = programs::patiently(&mut Command::new(twin));
            assert_eq!(run.code, Some(0), "{run:?}");
            assert!(!run.out.trim().is_empty(), "the twin prints nothing");
            run.out
        })
    }

    /// Runs the ported program, which must print what its twin does.
    pub fn passes(&self, compiler: &str, wave_size: u32) {
        let executable = self.executable(compiler).unwrap_or_else(|said| panic!("{} does not build:\n{said}", self.name));
        let run = programs::run(&executable, wave_size);
        assert_eq!(run.code, Some(0), "at {wave_size} lanes:\n{}{}", run.out, run.err);
        assert_eq!(words(&run.out), words(self.expected(compiler)), "at {wave_size} lanes, beside the twin:\n{}", run.err);
    }

    /// Whether it builds and prints what its twin does, at both sizes of warps.
    pub fn is_right(&self, compiler: &str) -> bool {
        let right = |run: Run| run.code == Some(0) && words(&run.out) == words(self.expected(compiler));
        self.executable(compiler).is_ok_and(|executable| [32, 64].iter().all(|size| right(programs::run(&executable, *size))))
    }

    fn folder(&self, compiler: &str) -> PathBuf {
        let folder = crate::temporary().join("fortran").join(compiler).join(&self.name);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }
}

/// An option of nvfortran as `hipify-rs build` has it; that there is CUDA it sees by itself, and macros are asked for twice: by
/// the port and by the compiler.
fn of_build(option: &str) -> Vec<String> {
    match (option, option.strip_prefix("-D")) {
        ("-cuda", _) => Vec::new(),
        ("-r8", _) => vec!["--r8".to_owned()],
        (_, Some(define)) => vec!["--define".to_owned(), define.to_owned(), option.to_owned()],
        _ => vec![option.to_owned()],
    }
}

/// Lines of words: how many blanks `print *` of a kernel puts is each compiler's own.
pub fn words(text: &str) -> String {
    text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n").collect()
}

fn index(compiler: &str) -> usize {
    COMPILERS.iter().position(|known| *known == compiler).expect("one of `COMPILERS`")
}

/// What a comment in the first lines says under a key: `! options: -r8`, in fixed form `c options: -r8`.
fn said(text: &str, key: &str) -> Option<String> {
    let head = text.lines().take_while(|line| line.starts_with(['!', 'c', 'C', '*']));
    let mut said = head.filter_map(|line| line[1..].trim_start().strip_prefix(&format!("{key}: ")));
    said.next().map(|rest| rest.trim().to_owned())
}
