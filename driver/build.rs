//! Tells the command the git commit that it is built from: `HIPIFY_COMMIT`, which `--version` prints.

use std::process::Command;

fn main() {
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=HIPIFY_COMMIT={commit}");
    println!("cargo::rerun-if-changed=build.rs");
    // Each commit and checkout adds a line to this log. Outside of git there is none, and nothing to follow.
    if let Some(log) = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
}

/// What git prints, or `None` where there is no git, or no repository of this project: the sources of a release may lie in another's.
fn git(args: &[&str]) -> Option<String> {
    let tracked = Command::new("git").args(["ls-files", "--error-unmatch", "Cargo.toml"]).output().ok()?;
    let output = tracked.status.success().then(|| Command::new("git").args(args).output().ok()).flatten()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
