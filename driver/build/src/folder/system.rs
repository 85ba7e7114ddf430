//! Which build system a folder is built by, and why.

use super::{DATABASE, MAKEFILES};
use crate::options::BuildSystem;
use hipify_error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of folders in which programs are looked for.
const DEPTH: usize = 4;

const LISTS: &str = "CMakeLists.txt";

/// How a folder is built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Alone(BuildSystem),
    /// By CMake as this part of the project in the folder above.
    Part {
        project: PathBuf,
        part: PathBuf,
    },
    /// Folders in it, each of which is built by itself.
    Programs(Vec<PathBuf>),
    /// By another tool, which finds this program by itself.
    ByAnother(&'static AnotherTool),
}

/// A build system that is not run here, and how it builds CUDA with this program.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct AnotherTool {
    pub(super) name: &'static str,
    /// Files by which it is known, one of which a folder has.
    files: &'static [&'static str],
    pub(super) way: &'static str,
}

const OTHERS: &[AnotherTool] = &[
    AnotherTool {
        name: "Meson",
        files: &["meson.build"],
        way: "after `export HIPIFY_OFFLOAD_ARCH=...`, `T=$(hipify-rs cc --toolkit); CUDA_PATH=$T PATH=$T/bin:$PATH meson setup build` takes it for the CUDA toolkit",
    },
    AnotherTool {
        name: "autotools",
        files: &["configure", "configure.ac", "configure.in"],
        way: "after `export HIPIFY_OFFLOAD_ARCH=...`, `T=$(hipify-rs cc --toolkit); CUDA_HOME=$T PATH=$T/bin:$PATH ./configure` (after `autoreconf -i` where there is none) \
              makes a Makefile that builds with it",
    },
    AnotherTool {
        name: "Bazel",
        files: &["MODULE.bazel", "WORKSPACE.bazel", "WORKSPACE", "BUILD.bazel"],
        way: "rules that run an installed nvcc take `CUDA_PATH=$(hipify-rs cc --toolkit)`; else name the sources, or add \
              `--build-system sources`",
    },
];

/// How `folder` is built, and the words that say so after its name.
pub(super) fn way(folder: &Path, asked: BuildSystem) -> Result<(Way, String), Error> {
    let has = |name: &str| folder.join(name).is_file();
    let by = |file: &str| format!("built by its {file}");
    let found = |system, file: &str| Ok((Way::Alone(system), by(file)));
    let missing = |file: &str, system: &str| {
        let remedy = format!("leave out `--build-system {system}`, or name the folder that has one");
        Err(Error::path(folder, format!("there is no {file} in the folder"), remedy))
    };
    let sources = || Ok((Way::Alone(BuildSystem::Sources), "all its sources are built to one program".to_owned()));
    match asked {
        BuildSystem::Auto => Ok(best(folder)),
        BuildSystem::Cmake if has(LISTS) => found(asked, LISTS),
        BuildSystem::Cmake => missing(LISTS, "cmake"),
        BuildSystem::Make => makefile(folder).map_or_else(|| missing("Makefile", "make"), |file| found(asked, file)),
        BuildSystem::Database if has(DATABASE) => found(asked, DATABASE),
        BuildSystem::Database => missing(DATABASE, "database"),
        BuildSystem::Sources => sources(),
    }
}

fn best(folder: &Path) -> (Way, String) {
    let has = |name: &str| folder.join(name).is_file();
    let alone = |system, why: String| (Way::Alone(system), why);
    let part = has(LISTS) && !is_project(folder);
    if has(LISTS) && !part {
        return alone(BuildSystem::Cmake, format!("built by its {LISTS}"));
    }
    let programs = || if has_source(folder) { Vec::new() } else { programs(folder, DEPTH) };
    if let Some(programs) = part.then(programs).filter(|found| !found.is_empty() && found.iter().all(|one| is_project(one))) {
        return of_programs(programs);
    }
    if let Some(project) = part.then(|| project_of(folder)).flatten() {
        let part = fs::canonicalize(folder).ok().zip(fs::canonicalize(&project).ok());
        if let Some(part) = part.and_then(|(folder, project)| Some(folder.strip_prefix(project).ok()?.to_path_buf())) {
            let why = format!("built as a part of the CMake project in `{}`, whose {LISTS} leads here", project.display());
            return (Way::Part { project, part }, why);
        }
    }
    let note = if part { format!("; its {LISTS} has no `project(...)` and no project above leads here") } else { String::new() };
    // A folder that CMake has configured has a Makefile that leads back to the sources.
    if let Some(file) = makefile(folder).filter(|_| !has("CMakeCache.txt")) {
        return alone(BuildSystem::Make, format!("built by its {file}{note}"));
    }
    if has(DATABASE) {
        return alone(BuildSystem::Database, format!("built by its {DATABASE}{note}"));
    }
    let other = OTHERS.iter().find(|tool| tool.files.iter().any(|name| has(name)));
    match (programs(), other) {
        (programs, _) if !programs.is_empty() => of_programs(programs),
        (_, Some(tool)) => (Way::ByAnother(tool), format!("its build system is {}", tool.name)),
        _ => alone(BuildSystem::Sources, format!("all its sources are built to one program{note}")),
    }
}

fn of_programs(programs: Vec<PathBuf>) -> (Way, String) {
    let why = match programs.len() {
        1 => "the one folder in it that has a build file is built".to_owned(),
        count => format!("{count} folders in it have build files: each is built by itself"),
    };
    (Way::Programs(programs), why)
}

fn makefile(folder: &Path) -> Option<&'static str> {
    MAKEFILES.iter().copied().find(|name| folder.join(name).is_file())
}

/// Whether the folder's CMakeLists.txt calls `project`.
fn is_project(folder: &Path) -> bool {
    let text = fs::read(folder.join(LISTS)).unwrap_or_default();
    calls(&String::from_utf8_lossy(&text), "project").next().is_some()
}

/// The nearest folder above with a project that leads to `folder`, as the user would name it.
fn project_of(folder: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(folder).ok()?;
    let above = real.ancestors().skip(1).take_while(|above| above.join(LISTS).is_file() || !above.join(".git").exists());
    let project = above.filter(|above| is_project(above)).find(|above| leads_to(above, &real))?;
    Some(super::surroundings::named(folder, &real, project))
}

/// Whether `add_subdirectory` leads from the CMakeLists.txt of one folder to that of another one in it; one with a variable in its
/// name may lead anywhere.
fn leads_to(from: &Path, to: &Path) -> bool {
    let text = fs::read(from.join(LISTS)).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    calls(&text, "add_subdirectory").any(|words| {
        let name = words.split_whitespace().next().unwrap_or_default().trim_matches('"');
        let next = from.join(name.trim_start_matches("${CMAKE_CURRENT_SOURCE_DIR}/").trim_start_matches("${CMAKE_SOURCE_DIR}/"));
        name.contains("${") && !next.is_dir() || to == next || to.starts_with(&next) && next != from && leads_to(&next, to)
    })
}

/// The words of each call of a command in a CMakeLists.txt; comments are none. Names of commands have no case.
fn calls<'t>(text: &'t str, command: &'t str) -> impl Iterator<Item = &'t str> {
    text.lines().filter_map(move |line| {
        let line = line.trim_start();
        let name = line.get(..command.len()).filter(|name| name.eq_ignore_ascii_case(command))?;
        let words = line[name.len()..].trim_start().strip_prefix('(')?;
        Some(words.split(')').next().unwrap_or(words))
    })
}

/// Whether the folder itself holds a source.
fn has_source(folder: &Path) -> bool {
    let is_source =
        |path: PathBuf| path.is_file() && crate::input::source_language(&path).is_ok_and(|language| language.is_some());
    fs::read_dir(folder).into_iter().flatten().flatten().any(|entry| is_source(entry.path()))
}

/// Folders with a build file in `folder`, down to `depth`, and none in one of these.
fn programs(folder: &Path, depth: usize) -> Vec<PathBuf> {
    let mut below: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    let hidden = |path: &PathBuf| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    below.retain(|path| path.is_dir() && !path.is_symlink() && !hidden(path) && !path.ends_with(super::OUTPUT));
    below.sort();
    let found = |path: PathBuf| match makefile(&path).is_some() || is_project(&path) {
        true => vec![path],
        false if depth > 1 => programs(&path, depth - 1),
        false => Vec::new(),
    };
    below.into_iter().flat_map(found).collect()
}

#[cfg(test)]
mod tests;
