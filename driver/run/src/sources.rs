//! What was named on the command line to a program: one that is there already, or what `hipify-rs build` makes of sources or a folder.

use hipify_error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Endings of names of sources.
const SOURCES: &[&str] = &["cu", "hip", "cpp", "cc", "cxx", "c", "f90", "F90", "cuf", "CUF", "f", "F", "o", "a"];

/// The program, or the exit code of a build that failed. `command` is the one that asks; `words` are more for `build`.
///
/// # Errors
/// Where there is no such file, or a folder's build makes no program or several.
pub fn program(command: &str, paths: &[PathBuf], words: &[String], folder: &Path) -> Result<Result<PathBuf, u8>, Error> {
    let Some(first) = paths.first() else {
        return Err(Error::usage("no program is named", format!("name one, or sources: `hipify-rs {command} ./program`")));
    };
    let is_source = |path: &PathBuf| {
        path.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| SOURCES.contains(&ending))
            || path.file_name().is_some_and(|name| name == "CMakeLists.txt" || name.to_string_lossy().ends_with("akefile"))
    };
    if paths.len() == 1 && !first.is_dir() && !is_source(first) {
        return Ok(Ok(first.clone()));
    }
    let output = folder.join("built");
    let is_folder =
        first.is_dir() || first.file_name().is_some_and(|name| !name.to_string_lossy().contains(".cu") && is_build_file(first));
    let own = std::env::current_exe().map_err(Error::io("find", Path::new("hipify-rs")))?;
    let mut command = Command::new(&own);
    // Lines are what names of variables and places of launches come from.
    command.args(["build", "--quiet", "--offload-arch", "cpu", "-g"]).args(paths).arg("-o").arg(&output).args(words);
    let status = command.status().map_err(Error::io("run", &own))?;
    if !status.success() {
        return Ok(Err(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(2)));
    }
    if !is_folder || output.is_file() {
        return Ok(Ok(output));
    }
    let mut found = Vec::new();
    programs_in(&output, &mut found).map_err(Error::io("read", &output))?;
    match found.as_slice() {
        [one] => Ok(Ok(one.clone())),
        [] => Err(Error::path(first, "its build makes no program", "build it with `hipify-rs build`, then name the program")),
        several => {
            let names: Vec<String> =
                several.iter().map(|path| format!("`{}`", path.file_name().unwrap_or_default().display())).collect();
            let reason = format!("its build makes {} programs: {}", several.len(), names.join(", "));
            let words: String = words.iter().map(|word| format!(" {word}")).collect();
            let folder = first.display();
            let help = format!(
                "build it with `hipify-rs build --offload-arch cpu -g{words} -o built {folder}`, then name one of those in `built`"
            );
            Err(Error::path(first, reason, help))
        }
    }
}

fn is_build_file(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "CMakeLists.txt" || name.to_string_lossy().ends_with("akefile"))
}

/// Programs in a folder: executable files that are no libraries.
fn programs_in(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs_in(&path, found)?;
        } else if hipify_tree::platform::is_program(&path)
            && !path.to_string_lossy().contains(".so")
            && std::fs::read(&path)?.starts_with(b"\x7fELF")
        {
            found.push(path);
        }
    }
    Ok(())
}
