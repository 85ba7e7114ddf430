//! A plan as `build.ninja` and `compile_commands.json`, for builds that outgrow one run of this program.

use crate::plan::{Plan, Step, StepKind, Tool, quoted};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The command that makes the build file anew, and the folder it is run in.
pub(crate) struct Again {
    pub(crate) folder: PathBuf,
    pub(crate) words: Vec<String>,
    /// Sources that are ported when the build is planned: a change in one may change the plan.
    pub(crate) sources: Vec<PathBuf>,
}

/// The text of `build.ninja`. Paths of the plan are absolute.
pub(crate) fn build_file(plan: &Plan, own: &Tool, launcher: &[String], again: &Again) -> String {
    let mut text = String::from(RULES);
    for step in &plan.steps {
        edge(&mut text, step, own, launcher);
    }
    let ported: Vec<String> = of_kind(plan, StepKind::Port).flat_map(|step| &step.outputs).map(|path| escaped(path)).collect();
    let _ = writeln!(text, "build ported: phony {}\n", ported.join(" "));
    let sources: BTreeSet<String> =
        of_kind(plan, StepKind::Port).flat_map(|step| &step.inputs).chain(&again.sources).map(|path| escaped(path)).collect();
    let sources = sources.into_iter().collect::<Vec<_>>().join(" ");
    // Ninja knows its file by the name it opened it with, which with -C is this one.
    let _ = writeln!(text, "build build.ninja: regenerate | {sources}");
    let words: Vec<String> = again.words.iter().map(|word| quoted(word)).collect();
    let folder = quoted(&again.folder.display().to_string());
    let _ = writeln!(text, "  command_line = {}\n", variable(&format!("cd {folder} && {}", words.join(" "))));
    if !sources.is_empty() {
        // A header that is gone is no error before the plan is made anew.
        let _ = writeln!(text, "build {sources}: phony\n");
    }
    let outputs: Vec<String> = plan.outputs.iter().map(|path| escaped(path)).collect();
    let _ = writeln!(text, "default {}", outputs.join(" "));
    text
}

/// `restat` lets ninja stop where a port gives the same text as before.
const RULES: &str = "\
ninja_required_version = 1.8

rule step
  command = $command_line
  description = $title
  restat = 1

rule compile
  command = $command_line
  description = $title
  depfile = $dependencies
  deps = gcc

rule regenerate
  command = $command_line
  description = plan the build anew
  generator = 1
  restat = 1

";

fn of_kind(plan: &Plan, kind: StepKind) -> impl Iterator<Item = &Step> {
    plan.steps.iter().filter(move |step| step.kind == kind)
}

fn edge(text: &mut String, step: &Step, own: &Tool, launcher: &[String]) {
    let list = |paths: &[std::path::PathBuf]| paths.iter().map(|path| escaped(path)).collect::<Vec<_>>().join(" ");
    let rule = if step.depfile.is_some() { "compile" } else { "step" };
    let _ = write!(text, "build {}: {rule} {}", list(&step.outputs), list(&step.inputs));
    // Headers are known from the second run on; in the first all must be ported.
    if step.depfile.is_some() {
        text.push_str(" || ported");
    }
    let words: Vec<String> = step.words(own, launcher).iter().map(|word| quoted(word)).collect();
    let _ = writeln!(text, "\n  command_line = {}", variable(&words.join(" ")));
    let _ = writeln!(text, "  title = {}", variable(&step.title()));
    if let Some(depfile) = &step.depfile {
        let _ = writeln!(text, "  dependencies = {}", variable(&depfile.display().to_string()));
    }
    text.push('\n');
}

/// A path as ninja reads it in a list.
fn escaped(path: &Path) -> String {
    path.display().to_string().replace('$', "$$").replace(' ', "$ ").replace(':', "$:")
}

/// A value as ninja reads it to the end of the line.
fn variable(value: &str) -> String {
    value.replace('$', "$$").replace('\n', " ")
}

/// One entry of clang's compilation database.
#[derive(Serialize)]
struct DatabaseEntry<'a> {
    directory: &'a Path,
    file: &'a Path,
    arguments: Vec<String>,
    output: &'a Path,
}

/// The text of `compile_commands.json`: how each ported source is compiled for the host, which is what editors want.
pub(crate) fn compile_commands(plan: &Plan, own: &Tool, folder: &Path) -> String {
    let compiles = plan.steps.iter().filter(|step| matches!(step.kind, StepKind::Host | StepKind::Compile));
    let entries: Vec<DatabaseEntry<'_>> = compiles
        .map(|step| DatabaseEntry {
            directory: folder,
            file: &step.inputs[0],
            arguments: step.words(own, &[]),
            output: &step.outputs[0],
        })
        .collect();
    serde_json::to_string_pretty(&entries).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Work;

    fn plan() -> Plan {
        let step = |kind, work, input: &str, output: &str, depfile: Option<&str>| Step {
            kind,
            target: None,
            subject: "/s/a b.cu".into(),
            work,
            inputs: vec![input.into()],
            outputs: vec![output.into()],
            depfile: depfile.map(Into::into),
        };
        let port = Work::Port { words: vec!["/s/a b.cu".into(), "-o".into(), "/p/a b.cu".into()] };
        let host = Work::Command { program: "clang++".into(), args: vec!["-DA=$B".into(), "-c".into(), "/p/a b.cu".into()] };
        let steps = vec![
            step(StepKind::Port, port, "/s/a b.cu", "/p/a b.cu", None),
            step(StepKind::Host, host, "/p/a b.cu", "/w/a.o", Some("/w/a.d")),
        ];
        Plan { steps, outputs: vec!["/w/a.o".into()] }
    }

    #[test]
    fn edges_carry_commands_headers_and_the_order_of_ports() {
        let own = Tool { program: "hipify-rs".into(), options: vec!["--roc".into()] };
        let again =
            Again { folder: "/s".into(), words: vec!["hipify-rs".into(), "build".into()], sources: vec!["/s/m.cuf".into()] };
        let text = build_file(&plan(), &own, &["ccache".into()], &again);
        assert!(
            text.contains(
                "build /p/a$ b.cu: step /s/a$ b.cu\n  command_line = hipify-rs step port --roc '/s/a b.cu' -o '/p/a b.cu'\n"
            ),
            "{text}"
        );
        assert!(
            text.contains(
                "build /w/a.o: compile /p/a$ b.cu || ported\n  command_line = ccache clang++ '-DA=$$B' -c '/p/a b.cu'\n"
            ),
            "{text}"
        );
        assert!(text.contains("  dependencies = /w/a.d\n") && text.contains("build ported: phony /p/a$ b.cu\n"), "{text}");
        assert!(
            text.contains("build build.ninja: regenerate | /s/a$ b.cu /s/m.cuf\n  command_line = cd /s && hipify-rs build\n")
                && text.ends_with("default /w/a.o\n"),
            "{text}"
        );
    }

    #[test]
    fn the_compilation_database_names_ported_sources() {
        let own = Tool { program: "hipify-rs".into(), options: Vec::new() };
        let entries: serde_json::Value = serde_json::from_str(&compile_commands(&plan(), &own, Path::new("/w"))).unwrap();
        assert_eq!(entries[0]["file"], "/p/a b.cu");
        assert_eq!(entries[0]["arguments"][1], "-DA=$B");
        assert_eq!(entries.as_array().unwrap().len(), 1);
    }
}
