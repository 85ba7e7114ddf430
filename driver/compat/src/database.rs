//! The sources that a compile_commands.json lists.

use hipify_diagnostics::Language;
use hipify_error::Error;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// An entry of the JSON compilation database format (clang's documentation); its other fields do not matter here.
#[derive(Deserialize)]
struct Command {
    directory: PathBuf,
    file: PathBuf,
}

/// The C++ and CUDA sources of the database in `folder`, each once, in its order.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let path = folder.join("compile_commands.json");
    let text = fs::read(&path).map_err(Error::io("read", &path))?;
    let commands: Vec<Command> = serde_json::from_slice(&text)
        .map_err(|error| Error::path(&path, format!("is no compilation database: {error}"), "let CMake write it anew"))?;
    let mut files = Vec::new();
    for command in commands {
        let file = folder.join(command.directory).join(command.file);
        let is_source = matches!(Language::of(&file.to_string_lossy()), Language::Cuda | Language::Cpp);
        if is_source && !files.contains(&file) {
            files.push(file);
        }
    }
    Ok(files)
}
