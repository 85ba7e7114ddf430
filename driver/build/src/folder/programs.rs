//! A folder of programs, each with a build file of its own: all are built, and a table says what became of each.

use super::{Built, Folder, OUTPUT, one};
use crate::make::FAILED;
use crate::options::BuildSystem;
use hipify_error::Error;
use hipify_tree::say::{say, say_line};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What became of a program's folder.
struct Row {
    name: String,
    seconds: f64,
    result: String,
}

/// Builds the folders `programs` in `folder`; one that fails keeps none from being built.
pub(super) fn build(folder: &Folder<'_>, programs: &[PathBuf]) -> Result<Built, Error> {
    let top = folder.output.clone().unwrap_or_else(|| OUTPUT.into());
    let mut all = Built { code: 0, programs: Vec::new(), why: None };
    let mut rows = Vec::new();
    for path in programs {
        let relative = path.strip_prefix(folder.path).unwrap_or(path);
        let begun = Instant::now();
        let result = match build_one(folder, path, top.join(relative)) {
            Ok(built) if built.code == 0 => {
                all.programs.extend(built.programs.iter().cloned());
                made(&built)
            }
            Ok(built) => {
                all.code = built.code;
                format!("failed: {}", built.why.as_deref().unwrap_or("the messages above say why"))
            }
            Err(error) => {
                all.code = FAILED;
                say_line(format_args!("error: {error}"));
                error.remedy().iter().for_each(|remedy| say_line(format_args!("  help: {remedy}")));
                format!("failed: {error}")
            }
        };
        rows.push(Row { name: relative.display().to_string(), seconds: begun.elapsed().as_secs_f64(), result });
    }
    if !folder.args.dry_run {
        say(table(&rows));
    }
    Ok(all)
}

fn build_one(folder: &Folder<'_>, path: &Path, output: PathBuf) -> Result<Built, Error> {
    let name = path.file_name().map_or_else(|| folder.name.clone(), |name| name.to_string_lossy().into_owned());
    let options = folder.options.clone();
    let part = None;
    let inner = Folder { path, name, args: folder.args, output: Some(output), part, options, line: folder.line };
    one(inner, BuildSystem::Auto).map(|(built, _)| built)
}

fn made(built: &Built) -> String {
    match &built.programs[..] {
        [] => "built; no program".to_owned(),
        [program] => format!("built `{}`", program.display()),
        several => format!("built {} programs", several.len()),
    }
}

fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let failed = rows.iter().filter(|row| row.result.starts_with("failed")).count();
    let lines = rows.iter().map(|row| format!("  {:width$}  {:>6.1} s  {}\n", row.name, row.seconds, row.result));
    format!("{}{} of {} folders built\n", lines.collect::<String>(), rows.len() - failed, rows.len())
}
