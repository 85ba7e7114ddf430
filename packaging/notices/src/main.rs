//! `hipify-notices TARGET FOLDER PACKAGE...`: writes into a folder whose code the programs of these packages contain when they are
//! built for a target: `THIRD-PARTY-NOTICES.txt` with the licences' texts, and `sbom.cdx.json`, a bill of materials.

mod bill;
mod notices;
mod parts;

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [target, folder, packages @ ..] = &arguments[..] else {
        bail!("usage: hipify-notices TARGET FOLDER PACKAGE...");
    };
    let folder = Path::new(folder);
    let parts = parts::of(target, packages)?;
    let write = |name: &str, text: String| {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write `{}`", path.display()))
    };
    write("THIRD-PARTY-NOTICES.txt", notices::text(&parts)?)?;
    write("sbom.cdx.json", bill::text(&parts)?)
}
