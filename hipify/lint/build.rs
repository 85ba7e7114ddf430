//! The files of `src/lints` to one list: each declares a lint as `LINT`, and its `//!` lines are the lint's manual page.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("src/lints");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    files.sort();
    let out = Path::new(&std::env::var("OUT_DIR")?).join("lints.rs");
    std::fs::write(out, list(&files)?)?;
    Ok(())
}

fn list(files: &[PathBuf]) -> Result<String, Box<dyn Error>> {
    let mut modules = String::new();
    let mut rows = String::new();
    for path in files {
        let module = path.file_stem().and_then(|stem| stem.to_str()).ok_or("a lint's file has a name that is not UTF-8")?;
        println!("cargo::rerun-if-changed={}", path.display());
        let page = page(&std::fs::read_to_string(path)?);
        writeln!(modules, "#[path = {:?}]\nmod {module};", path.display().to_string())?;
        writeln!(rows, "    LintPage {{ lint: &{module}::LINT, page: {page:?} }},")?;
    }
    Ok(format!("{modules}\n/// Every lint, by its file's name.\npub(crate) static LINTS: &[LintPage] = &[\n{rows}];\n"))
}

/// The text of a file's leading `//!` lines.
fn page(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    lines.map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned() + "\n").collect()
}
