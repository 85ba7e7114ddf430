//! Writes docs/status.md: runs the commands of docs/measured.toml, and renders the figures that stand there.
//!
//! `--slow` runs those too that build much, download, or want a quiet machine.

use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::process::{Command, ExitCode, Stdio};

#[derive(Deserialize)]
struct Measured {
    run: Vec<Run>,
    figure: Vec<Figure>,
}

/// A command that is run.
#[derive(Deserialize)]
struct Run {
    title: String,
    command: String,
    /// Only lines that hold one of these are shown; without any, all are.
    #[serde(default)]
    lines: Vec<String>,
    #[serde(default)]
    slow: bool,
}

/// A result on record.
#[derive(Deserialize)]
struct Figure {
    topic: String,
    text: String,
    recorded: toml::value::Datetime,
    /// What it was taken with.
    with: String,
    command: String,
}

const HEAD: &str = "\
# Status: what was measured

<!-- Written by `make status` from docs/measured.toml; changes to this file will be lost. -->

Figures are what a command printed on one machine. Each stands with the command that prints it, so that you can measure again.
";

fn main() -> ExitCode {
    let slow = std::env::args().any(|word| word == "--slow");
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");
    let text = fs::read_to_string(format!("{root}/measured.toml")).expect("docs/measured.toml can be read");
    let measured: Measured = toml::from_str(&text).unwrap_or_else(|error| panic!("docs/measured.toml: {error}"));
    let mut page = HEAD.to_owned();
    let (runs, failed) = runs(&measured.run, slow);
    page.push_str(&runs);
    page.push_str(&figures(&measured.figure));
    fs::write(format!("{root}/status.md"), page).expect("docs/status.md can be written");
    for title in &failed {
        eprintln!("error: `{title}` failed");
    }
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The section of what this run measures, and the titles of commands that failed.
fn runs(runs: &[Run], slow: bool) -> (String, Vec<&str>) {
    let mut page = format!("\n## Measured by `make status`\n\n{}, {}.\n", shell("date -u +%F").1.trim(), machine());
    let mut failed = Vec::new();
    for run in runs.iter().filter(|run| slow || !run.slow) {
        eprintln!("{}: {}", run.title, run.command.lines().next().unwrap_or_default());
        let (ok, output) = shell(&run.command);
        let shown = |line: &&str| run.lines.is_empty() || run.lines.iter().any(|part| line.contains(part.as_str()));
        // `cargo test -q` prints a dot a test.
        let lines: Vec<&str> = output.lines().filter(shown).map(|line| line.trim_start_matches('.')).collect();
        if !ok || lines.is_empty() {
            failed.push(run.title.as_str());
            continue;
        }
        let command = if run.command.contains('\n') { String::new() } else { format!("`{}`\n\n", run.command) };
        write!(page, "\n### {}\n\n{command}```text\n{}\n```\n", run.title, lines.join("\n")).expect("a string takes all");
    }
    (page, failed)
}

/// The section of what stands on record, by topic in the order of the file.
fn figures(figures: &[Figure]) -> String {
    let mut page =
        "\n## On record\n\nThese take long, or need what not every machine has: an NVIDIA GPU, an emulator, other compilers.\n"
            .to_owned();
    let mut seen = BTreeSet::new();
    for topic in figures.iter().map(|figure| &figure.topic).filter(|topic| seen.insert(*topic)) {
        write!(page, "\n### {topic}\n\n").expect("a string takes all");
        for Figure { text, recorded, with, command, .. } in figures.iter().filter(|figure| figure.topic == *topic) {
            write!(page, "- {text}\\\n  *{recorded}; {with}; `{command}`*\n").expect("a string takes all");
        }
    }
    page
}

/// The processor, its cores and the system.
fn machine() -> String {
    let processor = shell("lscpu | sed -n 's/^Model name: *//p' | head -n 1").1;
    let system = shell(". /etc/os-release && echo \"$PRETTY_NAME\"").1;
    format!("on {} ({} cores), {}", processor.trim(), shell("nproc").1.trim(), system.trim())
}

/// Whether a line of shell went well, and what it printed, with the repository's folder as `.` and the user's as `~`.
fn shell(line: &str) -> (bool, String) {
    let root = env!("CARGO_MANIFEST_DIR");
    let output = Command::new("bash").args(["-c", line]).current_dir(root).stdin(Stdio::null()).output().expect("bash runs");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).replace(root, ".");
    let home = std::env::var("HOME").unwrap_or_default();
    (output.status.success(), if home.len() > 1 { text.replace(&home, "~") } else { text })
}
