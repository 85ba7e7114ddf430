//! Checks the plan of the workspace, which `rooms.toml` holds: crates depend on crates below them alone, no files of a crate import
//! each other in a circle, source files are short, and the documents name files that exist.

mod circles;
mod crates;
mod documents;
mod imports;
mod lengths;
mod modules;
mod rooms;

use anyhow::{Context, Result};
use cargo_metadata::MetadataCommand;
use rooms::Rooms;
use std::path::Path;
use std::process::ExitCode;

fn main() -> Result<ExitCode> {
    let metadata = MetadataCommand::new().no_deps().exec().context("`cargo metadata` in the workspace's folder")?;
    let root = metadata.workspace_root.as_std_path();
    let rooms = Rooms::read(&root.join("tests/layout/rooms.toml"))?;
    let mut findings = crates::check(&metadata, &rooms);
    for target in crates::targets(&metadata) {
        let modules = modules::read(&target.source).with_context(|| target.source.display().to_string())?;
        let imports = imports::between_files(&modules);
        findings.extend(circles::check(&modules, &imports).into_iter().map(|finding| shortened(&finding, root)));
        let order = rooms.modules.get(&target.package).map_or(&[][..], Vec::as_slice);
        findings.extend(imports::against_order(&modules, &imports, order).into_iter().map(|finding| shortened(&finding, root)));
    }
    findings.extend(lengths::check(root, &rooms)?);
    findings.extend(documents::check(root, &rooms.documents)?);
    for finding in &findings {
        println!("{finding}");
    }
    let count = findings.len();
    println!("layout: {count} finding{}", if count == 1 { "" } else { "s" });
    Ok(if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The text with paths as seen from the workspace's folder.
fn shortened(text: &str, root: &Path) -> String {
    text.replace(&format!("{}/", root.display()), "")
}
