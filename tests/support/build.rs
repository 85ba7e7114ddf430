//! Builds by the command under test: what they say, and what is in what they make.

#![allow(dead_code, reason = "every test binary uses a part of it")]

use crate::cli_command::{Said, TestFolder, binary};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Kernels by target id.
pub type Contents = BTreeMap<String, BTreeSet<String>>;

/// A copy of a program of corpora/projects, in a folder of its own.
pub fn project(name: &str) -> TestFolder {
    let place = TestFolder::new(&[]);
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/projects").join(name);
    copy(&from, &place.path(""));
    place
}

/// Copies a folder.
pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &to);
        } else {
            std::fs::copy(&path, &to).unwrap();
        }
    }
}

impl TestFolder {
    /// Runs `hipify-rs build` with the words of `line`, which must go well.
    pub fn build(&self, line: &str) -> Said {
        let said = self.run(&format!("build {line}"));
        assert_eq!(said.code, 0, "build {line}\n{}", said.err);
        said
    }

    /// The kernels of each code object in a file, as `inspect` sees them.
    pub fn contents(&self, file: &str) -> Contents {
        contents(&self.path(file))
    }
}

pub fn contents(file: &Path) -> Contents {
    let run = Command::new(binary()).args(["inspect", "--json"]).arg(file).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let files: Vec<Value> = serde_json::from_slice(&run.stdout).unwrap();
    let mut all = Contents::new();
    for object in files.iter().flat_map(|file| file["code_objects"].as_array().unwrap()) {
        let kernels = object["kernels"].as_array().unwrap().iter();
        // A name that cannot be demangled (C++20's constraints) stands as it is.
        let name = |kernel: &Value| kernel["demangled"].as_str().or(kernel["name"].as_str()).unwrap().to_owned();
        let names = kernels.map(|kernel| name(kernel).split('(').next().unwrap().to_owned());
        all.entry(object["target"].as_str().unwrap().to_owned()).or_default().extend(names);
    }
    all
}

/// The same kernels for each target.
pub fn each(targets: &[&str], kernels: &[&str]) -> Contents {
    let kernels: BTreeSet<String> = kernels.iter().map(|kernel| (*kernel).to_owned()).collect();
    targets.iter().map(|target| ((*target).to_owned(), kernels.clone())).collect()
}

/// Compiler commands of a plan that hold `word`.
pub fn commands(plan: &str, word: &str) -> Vec<Vec<String>> {
    let lines = plan.lines().filter(|line| line.split(' ').any(|part| part == word));
    lines.map(|line| line.split(' ').map(str::to_owned).collect()).collect()
}

/// The HIP headers that compiler commands name, or else the system's.
pub fn hip_headers(command: &[String]) -> PathBuf {
    let folders = command.windows(2).filter(|pair| pair[0] == "-isystem").map(|pair| PathBuf::from(&pair[1]));
    let mut folders = folders.chain(["/usr/include".into()]);
    folders.find(|folder| folder.join("hip/hip_version.h").exists()).expect("HIP headers")
}

/// Whether a program is there, in PATH.
pub fn has(program: &str) -> bool {
    std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).any(|folder| folder.join(program).is_file())
}
