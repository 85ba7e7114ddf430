//! Runs each command of README.md and the book, and compares what it prints with what they show.
//!
//! `DOCS=overwrite cargo test --test docs` writes what the commands print into the pages.

mod page;
mod text;

use hipify_tests::build::{copy, has};
use hipify_tests::cli_command::binary;
use hipify_tests::root;
use libtest_mimic::{Arguments, Failed, Trial};
use page::{Command, Page, Step};
use snapbox::{Assert, IntoData};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};

fn main() -> ExitCode {
    let pages = pages();
    let mut trials: Vec<Trial> = pages.iter().map(|path| trial(path)).collect();
    trials.extend(text::trials(&pages));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// README.md and the chapters of the book, relative to the repository.
fn pages() -> Vec<PathBuf> {
    let chapters = fs::read_dir(root().join("docs")).expect("the book is there").map(|entry| entry.unwrap().path());
    let chapters = chapters.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let mut pages: Vec<PathBuf> = chapters.map(|path| path.strip_prefix(root()).unwrap().to_owned()).collect();
    pages.push("README.md".into());
    pages.sort();
    pages
}

/// A trial that runs a page, skipped where a program that its commands need is missing. It says how many blocks are not run.
fn trial(path: &Path) -> Trial {
    let text = fs::read_to_string(root().join(path)).unwrap();
    let page = Page::parse(&text);
    let missing = page.needs.iter().find(|program| !has(program)).cloned();
    let not_run = page.steps.iter().filter(|step| matches!(step, Step::NotRun)).count();
    let kind = missing.as_ref().map(|program| format!("needs {program}"));
    let kind = kind.or((not_run > 0).then(|| format!("{not_run} blocks not run"))).unwrap_or_default();
    let (name, path) = (format!("commands_of {}", path.display()), path.to_owned());
    Trial::test(name, move || run(&path, &text, &page)).with_kind(kind).with_ignored_flag(missing.is_some())
}

/// A command that printed something else than its page shows.
struct Difference<'a> {
    command: &'a Command,
    status: i32,
    output: String,
    text: String,
}

/// Runs the commands of a page in one folder, in order.
fn run(path: &Path, text: &str, page: &Page) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for inputs in ["corpora/projects", "corpora/fortran/saxpy"] {
        copy(&root().join(inputs), &folder.path().join(inputs));
    }
    let mut differences = Vec::new();
    for step in &page.steps {
        match step {
            Step::File { name, text } => write(&folder.path().join(name), text)?,
            Step::NotRun => {}
            Step::Command(command) => {
                let (status, output) = execute(command, folder.path());
                let compared = compare(command, status, &output);
                differences.extend(compared.err().map(|text| Difference { command, status, output, text }));
            }
        }
    }
    if std::env::var("DOCS").is_ok_and(|it| it == "overwrite") {
        fs::write(root().join(path), overwritten(text, &differences))?;
    }
    let failures = differences.iter().map(|Difference { command, text, .. }| {
        format!("{}:{}: $ {}\n{text}", path.display(), command.shown.start, command.line)
    });
    let failures: Vec<String> = failures.collect();
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n").into()) }
}

/// The page with what its commands have printed.
fn overwritten(text: &str, differences: &[Difference<'_>]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // From the last to the first: what comes before a change stays at its line.
    for Difference { command, status, output, .. } in differences.iter().rev() {
        let status = (*status != 0).then(|| format!("? {status}"));
        lines.splice(command.shown.clone(), status.into_iter().chain(output.lines().map(str::to_owned)));
    }
    lines.join("\n") + "\n"
}

/// Runs a line of shell with the command under test first in `PATH`; its exit code, and both its outputs as one.
fn execute(command: &Command, folder: &Path) -> (i32, String) {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = [binary().parent().unwrap().to_owned()].into_iter().chain(std::env::split_paths(&path));
    let mut shell = process::Command::new("bash");
    shell.args(["-c", &format!("exec 2>&1\n{}", command.line)]).current_dir(folder);
    // `make test` itself leaves MAKELEVEL, by which another make names itself otherwise.
    let make = ["MAKEFLAGS", "MAKELEVEL", "MFLAGS"];
    for name in
        ["FORCE_COLOR", "GITHUB_ACTIONS", "HIPIFY_OFFLOAD_ARCH", "HIPIFY_DEVICE", "HIPIFY_WAVE_SIZE"].into_iter().chain(make)
    {
        shell.env_remove(name);
    }
    // HIP is the distribution's: what `hipify-rs setup` has fetched on this machine does not count.
    shell.env("PATH", std::env::join_paths(folders).unwrap()).env("XDG_DATA_HOME", folder.join(".data"));
    let output = shell.stdin(process::Stdio::null()).output().expect("bash runs");
    let text = String::from_utf8_lossy(&output.stdout).replace(folder.to_str().expect("a folder in UTF-8"), "[FOLDER]");
    (output.status.code().unwrap_or(-1), text)
}

fn compare(command: &Command, status: i32, output: &str) -> Result<(), String> {
    if status != command.status {
        return Err(format!("exit code {status}, and {} is shown\n{output}", command.status));
    }
    let trimmed = if output.trim().is_empty() { String::new() } else { format!("{}\n", output.trim_end_matches('\n')) };
    let assert = Assert::new().normalize_paths(false);
    assert.try_eq(None, trimmed.into_data(), command.output.clone().into_data()).map_err(|difference| difference.to_string())
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    fs::create_dir_all(path.parent().unwrap())?;
    fs::write(path, text)
}
