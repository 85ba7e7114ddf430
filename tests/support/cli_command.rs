//! The command under test, in a folder of its own.

#![allow(dead_code, reason = "every test binary uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use tempfile::TempDir;

/// A source with three names to convert, one of them in the include.
pub const SOURCE: &str = "#include <cuda_runtime.h>\nvoid f(float *p) {\n  cudaMalloc(&p, 4); // cudaMalloc\n  cudaFree(p);\n}\n";
/// What it becomes.
pub const PORTED: &str =
    "#include <hip/hip_runtime.h>\nvoid f(float *p) {\n  hipMalloc(&p, 4); // cudaMalloc\n  hipFree(p);\n}\n";

/// A folder to run in.
pub struct TestFolder(TempDir);

/// What a run said.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub bytes: Vec<u8>,
    pub err: String,
}

impl TestFolder {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        for (name, text) in files {
            place.write(name, text);
        }
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).unwrap()
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn has(&self, name: &str) -> bool {
        self.path(name).symlink_metadata().is_ok()
    }

    /// All files below the folder with their bytes, links with where they lead.
    pub fn files(&self, folder: &str) -> Vec<(String, Vec<u8>)> {
        let mut found = Vec::new();
        collect(&self.path(folder), &self.path(folder), &mut found);
        found.sort();
        found
    }

    /// Runs `hipify-rs` with the words of `line`.
    pub fn run(&self, line: &str) -> Said {
        self.run_with_input(line, b"")
    }

    pub fn run_with_input(&self, line: &str, input: &[u8]) -> Said {
        self.run_args(binary(), &line.split_whitespace().collect::<Vec<_>>(), input)
    }

    pub fn run_args(&self, program: &Path, args: &[&str], input: &[u8]) -> Said {
        use std::io::Write;
        let mut child = Command::new(program)
            .args(args)
            .current_dir(self.0.path())
            .env_remove("FORCE_COLOR")
            .env_remove("GITHUB_ACTIONS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        said(output)
    }

    /// Runs a line of shell with the command's path in `$hipify`; for limits that only a shell sets.
    pub fn shell(&self, line: &str) -> Said {
        let output = Command::new("sh").args(["-c", line]).current_dir(self.0.path()).env("hipify", binary()).output().unwrap();
        said(output)
    }
}

fn said(output: Output) -> Said {
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        bytes: output.stdout,
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<(String, Vec<u8>)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.path().strip_prefix(root).unwrap().to_str().unwrap().to_owned();
        let kind = entry.file_type().unwrap();
        if kind.is_symlink() {
            found.push((name, fs::read_link(entry.path()).unwrap().into_os_string().into_encoded_bytes()));
        } else if kind.is_dir() {
            collect(root, &entry.path(), found);
        } else {
            found.push((name, fs::read(entry.path()).unwrap()));
        }
    }
}

/// The command. `cargo build --workspace` builds it with the runtime that it looks for beside itself; `make test` does so first.
///
/// # Panics
///
/// Where it was not built.
pub fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| crate::executable("hipify-rs"))
}
