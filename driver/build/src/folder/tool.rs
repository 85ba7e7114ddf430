//! Runs a build tool and shows what it says in terms of the user's tree.

use super::origin::Origin;
use super::{Built, Folder, failure};
use crate::diagnostics::causes::explain;
use crate::diagnostics::messages;
use crate::make::FAILED;
use crate::plan::quoted;
use hipify_diagnostics::Level;
use hipify_error::Error;
use hipify_tree::say::{say, say_line};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// One call of a build tool.
pub(super) struct Tool {
    pub(super) program: PathBuf,
    pub(super) args: Vec<String>,
    /// Variables of the environment, beside those of this process.
    pub(super) variables: Vec<(String, String)>,
    /// Variables it must not see.
    pub(super) without: &'static [&'static str],
    /// The folder to run in.
    pub(super) folder: PathBuf,
}

/// How a tool ended.
pub(super) struct Ran {
    pub(super) well: bool,
    /// What stopped it, in one line.
    pub(super) why: Option<String>,
}

/// What is shown of a tool that goes well.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// Nothing, however it ends.
    Nothing,
    /// Nothing; all of it when it fails.
    OnFailure,
    /// What compilers say, with what porting has to do with it; not which step is being done.
    Compilers,
    /// The same of compilers that explain themselves.
    OurCompilers,
}

impl Tool {
    /// The words of a shell command that does the same.
    pub(super) fn line(&self) -> String {
        let mut words = vec!["cd".to_owned(), quoted(&self.folder.display().to_string()), "&&".to_owned()];
        words.extend(self.variables.iter().map(|(name, value)| format!("{name}={}", quoted(value))));
        words.push(quoted(&self.program.display().to_string()));
        words.extend(self.args.iter().map(|arg| quoted(arg)));
        words.join(" ")
    }

    /// Runs it, shows what it says, and what helps where it fails.
    pub(super) fn run(&self, folder: &Folder<'_>, origin: &mut Origin, shown: Shown) -> Result<Ran, Error> {
        let (reader, writer) = std::io::pipe().map_err(Error::io("make a pipe for", &self.program))?;
        let failed = || Error::io("run", &self.program);
        let mut command = Command::new(&self.program);
        command.args(&self.args).current_dir(&self.folder).stdin(Stdio::null());
        for name in self.without {
            command.env_remove(name);
        }
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.stdout(writer.try_clone().map_err(failed())?).stderr(writer);
        let mut child = command.spawn().map_err(failed())?;
        // The pipe ends when nobody can write to it any more.
        drop(command);
        let mut said = String::new();
        let mut step = String::new();
        let mut after_failure = false;
        let progress = Progress::new(folder);
        for line in BufReader::new(reader).split(b'\n') {
            let line = origin.line(&String::from_utf8_lossy(&line.map_err(failed())?));
            said.push_str(&line);
            said.push('\n');
            if folder.args.verbose {
                say_line(&line);
            } else if matches!(shown, Shown::OnFailure | Shown::Nothing) {
                continue;
            } else if std::mem::take(&mut after_failure) {
                // The command line, which --verbose shows.
            } else if is_step(&line) {
                progress.show(&line);
                step = line;
            } else {
                progress.clear();
                after_failure = line.starts_with("FAILED: ");
                if after_failure && !step.is_empty() {
                    say_line(std::mem::take(&mut step));
                    continue;
                }
                say_line(&line);
                if shown == Shown::Compilers {
                    help(&line).iter().for_each(say_line);
                }
            }
        }
        let status = child.wait().map_err(failed())?;
        progress.clear();
        if status.success() {
            return Ok(Ran { well: true, why: None });
        }
        if shown == Shown::Nothing {
            return Ok(Ran { well: false, why: None });
        }
        if shown == Shown::OnFailure && !folder.args.verbose {
            say(failure::of_configuration(&said));
        }
        failure::remedy(&said, folder.path).iter().for_each(|remedy| say_line(format_args!("  help: {remedy}")));
        Ok(Ran { well: false, why: failure::reason(&said) })
    }
}

/// What is left when a tool says no.
pub(super) fn failed(what: &str, folder: &Folder<'_>, ran: Ran) -> Built {
    say_line(format_args!("error: {what} `{}` failed", folder.path.display()));
    Built { code: FAILED, programs: Vec::new(), why: ran.why }
}

/// Prints the commands instead of running them.
pub(super) fn print(lines: &[String]) -> Result<Built, Error> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    hipify_tree::say::print(text.as_bytes())?;
    Ok(Built::of(0, Vec::new()))
}

/// The first program of that name in `PATH`.
pub(super) fn program(name: &str) -> Option<PathBuf> {
    hipify_toolchain::environment::Environment::of_process().program(name)
}

/// Lines by which ninja (`[1/9] ...`) and CMake's makefiles (`[ 10%] ...`) say what they do, and what make says of folders.
fn is_step(line: &str) -> bool {
    let counted = line.strip_prefix('[').and_then(|rest| rest.split_once(']')).is_some_and(|(count, _)| {
        let digits = count.trim_start().trim_end_matches('%');
        !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit() || c == '/')
    });
    let quiet = ["ninja: no work to do", "ninja: Entering directory", "Consolidate compiler generated dependencies"];
    counted || quiet.iter().any(|start| line.starts_with(start)) || is_folder_of_make(line)
}

fn is_folder_of_make(line: &str) -> bool {
    let rest = line.split_once("make").and_then(|(_, rest)| rest.split_once(": "));
    rest.is_some_and(|(_, rest)| {
        ["Entering directory", "Leaving directory", "Nothing to be done"].iter().any(|s| rest.starts_with(s))
    })
}

/// What porting knows of a compiler's message.
fn help(line: &str) -> Option<String> {
    let read = messages(line);
    let [message] = &read.messages[..] else { return None };
    let cause = explain(message, false).filter(|_| message.level > Level::Note)?;
    let code = if cause.code.is_empty() { String::new() } else { format!(" [{}]", cause.code) };
    Some(format!("  help: {}{code}", cause.help))
}

/// One line on a terminal that says what is being done.
struct Progress(Option<indicatif::ProgressBar>);

impl Progress {
    fn new(folder: &Folder<'_>) -> Self {
        use std::io::IsTerminal as _;
        let quiet = folder.args.quiet || folder.args.verbose;
        let shown = !quiet && std::io::stderr().is_terminal() && std::env::var_os("CI").is_none();
        Self(shown.then(indicatif::ProgressBar::new_spinner))
    }

    fn show(&self, line: &str) {
        if let Some(bar) = &self.0 {
            bar.set_message(line.to_owned());
            bar.tick();
        }
    }

    fn clear(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// The version in `NAME version 3.25.1`, which a tool says of itself.
pub(super) fn version(program: &Path) -> Option<(u32, u32)> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let number = said.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    let mut parts = number.split('.').map(|part| part.parse().ok());
    Some((parts.next()??, parts.next().flatten().unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_tell_of_steps_are_told_from_those_of_compilers() {
        for line in
            ["[1/9] Building HIP object a.o", "[ 10%] Building", "ninja: no work to do.", "make[1]: Entering directory '/x'"]
        {
            assert!(is_step(line), "{line}");
        }
        for line in ["a.cu:1:2: error: x", "[-Wunused]", "FAILED: a.o", "makefile:3: *** missing separator", "[x/y] no", "[] x"] {
            assert!(!is_step(line), "{line}");
        }
    }
}
