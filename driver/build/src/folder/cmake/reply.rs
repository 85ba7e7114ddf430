//! What a project makes, from CMake's file-based API (the manual page cmake-file-api(7), object kind "codemodel", version 2).

use hipify_error::Error;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// A program or a library that is there.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Made {
    pub(super) path: PathBuf,
    pub(super) is_program: bool,
}

#[derive(Deserialize)]
struct Index {
    objects: Vec<Object>,
}

#[derive(Deserialize)]
struct Object {
    kind: String,
    #[serde(rename = "jsonFile")]
    file: PathBuf,
}

#[derive(Deserialize)]
struct Codemodel {
    configurations: Vec<Configuration>,
}

#[derive(Deserialize)]
struct Configuration {
    targets: Vec<Reference>,
}

#[derive(Deserialize)]
struct Reference {
    #[serde(rename = "jsonFile")]
    file: PathBuf,
}

#[derive(Deserialize)]
struct Target {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    artifacts: Vec<Artifact>,
}

#[derive(Deserialize)]
struct Artifact {
    path: PathBuf,
}

/// Asks for a reply at the next configuration.
pub(super) fn ask(build: &Path) -> Result<(), Error> {
    let folder = build.join(".cmake/api/v1/query");
    fs::create_dir_all(&folder).map_err(Error::io("make", &folder))?;
    hipify_tree::write::write(&folder.join("codemodel-v2"), 0o644, b"")
}

/// The programs and libraries of the project that were built, ordered by path.
pub(super) fn results(build: &Path) -> Result<Vec<Made>, Error> {
    let replies = build.join(".cmake/api/v1/reply");
    let entries = fs::read_dir(&replies).map_err(Error::io("read folder", &replies))?.flatten();
    let mut indices: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| is_index(path)).collect();
    // Names grow with time.
    indices.sort();
    let Some(index) = indices.pop() else {
        return Err(Error::path(&replies, "CMake left no reply", "remove the folder and run again"));
    };
    let index: Index = read(&index)?;
    let mut found = Vec::new();
    for object in index.objects.iter().filter(|object| object.kind == "codemodel") {
        let model: Codemodel = read(&replies.join(&object.file))?;
        for target in model.configurations.iter().flat_map(|configuration| &configuration.targets) {
            let target: Target = read(&replies.join(&target.file))?;
            let kinds = ["EXECUTABLE", "SHARED_LIBRARY", "STATIC_LIBRARY", "MODULE_LIBRARY"];
            if kinds.contains(&target.kind.as_str()) {
                let is_program = target.kind == "EXECUTABLE";
                let paths = target.artifacts.into_iter().map(|artifact| build.join(artifact.path));
                // A target that is not part of `all` is not there.
                found.extend(paths.filter(|path| path.is_file()).map(|path| Made { path, is_program }));
            }
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found.dedup();
    Ok(found)
}

fn is_index(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with("index-"))
}

fn read<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<T, Error> {
    let text = fs::read(path).map_err(Error::io("read", path))?;
    serde_json::from_slice(&text).map_err(|error| {
        Error::path(path, format!("cannot make sense of CMake's reply: {error}"), "remove the folder of the build and run again")
    })
}
