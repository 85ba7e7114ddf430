//! Kernels made by chance have no mistakes: what `check` finds in them is false.

use crate::examine::Manner;
use crate::program::Sources;
use crate::tree::Kernel;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

impl Manner {
    /// What the tools of `check` find in the kernels at both wave sizes, a line each: the kernel's number, the tool and the kind, the line.
    pub(crate) fn check(&self, folder: &Path, kernels: &[Kernel], tools: &str) -> Vec<String> {
        let sources = Sources::write(folder, kernels);
        let report = folder.join("check.json");
        let mut command = Command::new(&self.command);
        command.args(["check", "--tool", tools, "--wave-size", "32,64", "--output-format", "json", "-o"]).arg(&report);
        let run = command.arg(sources.folder.join("program.hip")).output().unwrap();
        let said = || format!("{}: {}", folder.display(), String::from_utf8_lossy(&run.stderr));
        let text = std::fs::read_to_string(&report).unwrap_or_else(|_| panic!("check says nothing: {}", said()));
        let answer: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(answer["failed"].as_array().map(Vec::len), Some(0), "{}", said());
        let findings = answer["findings"].as_array().expect("findings");
        findings.iter().map(|finding| line(kernels, finding)).collect()
    }
}

fn line(kernels: &[Kernel], finding: &Value) -> String {
    let word = |key: &str| finding[key].as_str().unwrap_or_default();
    let place =
        word("kernel").split('(').next().and_then(|name| name.strip_prefix('k')).and_then(|place| place.parse::<usize>().ok());
    let kernel =
        place.and_then(|place| kernels.get(place)).map_or("no kernel".to_owned(), |kernel| format!("kernel {}", kernel.number));
    format!("{kernel}: {}/{}, line {}: {}\n", word("tool"), word("kind"), finding["frames"][0]["line"], word("message"))
}
