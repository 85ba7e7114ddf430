//! Headers of CUDA and HIP -> `facts/*.toml`: functions with their parameters, enumerations, layouts of records, numbers.
//!
//! `read-headers [--headers FOLDER] [--check] [FAMILY...]`: FOLDER is what scripts/fetch-headers.sh fills, `.cache/headers` by
//! default; with `--check` nothing is written, and a file that differs is an error.

mod clang;
mod merge;
mod write;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use merge::Family;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    set: Vec<Set>,
    family: Vec<FamilyRow>,
}

/// Headers of one version.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Set {
    version: String,
    side: String,
    folder: String,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct FamilyRow {
    name: String,
    side: String,
    units: Vec<Vec<String>>,
    names: Vec<String>,
    #[serde(default)]
    variants: Vec<Vec<String>>,
}

struct Options {
    headers: PathBuf,
    check: bool,
    families: Vec<String>,
}

fn main() -> ExitCode {
    match run(&options(std::env::args().skip(1))) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn options(mut words: impl Iterator<Item = String>) -> Options {
    let mut options = Options { headers: ".cache/headers".into(), check: false, families: Vec::new() };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--headers" => options.headers = words.next().unwrap_or_default().into(),
            "--check" => options.check = true,
            _ => options.families.push(word),
        }
    }
    options
}

/// Whether every file is as it should be.
fn run(options: &Options) -> Result<bool, String> {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let wanted: Wanted = toml::from_str(include_str!("../../../read.toml")).map_err(|e| format!("read.toml: {e}"))?;
    if let Some(unknown) = options.families.iter().find(|name| !wanted.family.iter().any(|row| row.name == **name)) {
        return Err(format!("no family `{unknown}` in read.toml"));
    }
    let mut same = true;
    for row in wanted.family.iter().filter(|row| options.families.is_empty() || options.families.contains(&row.name)) {
        let text = write::facts(&read(row, &wanted.set, options)?);
        let path = crate_folder.join("facts").join(format!("{}.toml", row.name));
        let is = std::fs::read_to_string(&path).unwrap_or_default();
        if options.check && is != text {
            println!("`{}` is not what the headers say: run `make cuda-facts`", path.display());
            same = false;
        } else if is != text {
            std::fs::write(&path, text).map_err(|e| format!("`{}`: {e}", path.display()))?;
        }
    }
    Ok(same)
}

fn read(row: &FamilyRow, sets: &[Set], options: &Options) -> Result<Family, String> {
    let mut family = Family::default();
    // Some of the bundled headers are made of tables when they are unpacked.
    let unpacked = || hipify_headers::unpack(&options.headers).map_err(|e| format!("`{}`: {e}", options.headers.display()));
    let bundled = if row.side == "hip" { Some(unpacked()?) } else { None };
    for set in sets.iter().filter(|set| set.side == row.side) {
        let folder = bundled.clone().unwrap_or_else(|| options.headers.join(&set.folder));
        if !folder.is_dir() {
            return Err(format!("no headers in `{}`: run scripts/fetch-headers.sh", folder.display()));
        }
        for unit in &row.units {
            let there: Vec<&String> = unit.iter().filter(|header| is_there(&folder, header)).collect();
            for variant in std::iter::once(&Vec::new()).chain(&row.variants).filter(|_| !there.is_empty()) {
                let source: String = there.iter().map(|header| format!("#include <{header}>\n")).collect();
                let found = clang::parse(&source, &arguments(&folder, variant))?;
                if let Some(error) = found.errors.first() {
                    return Err(format!("{} {}: {error}", row.name, set.version));
                }
                family.add(&set.version, &row.names, found);
            }
        }
    }
    Ok(family)
}

/// Debian's toolkit and the wheels have some headers one folder deeper.
fn is_there(folder: &Path, header: &str) -> bool {
    folder.join(header).is_file()
}

fn arguments(folder: &Path, variant: &[String]) -> Vec<String> {
    let include = format!("-isystem{}", folder.display());
    let mut all: Vec<String> =
        ["-x", "c", "-std=c11", "-Wno-everything", "-I/usr/lib/llvm-19/lib/clang/19/include", "-D__HIP_PLATFORM_AMD__"]
            .map(str::to_owned)
            .into();
    all.push(include);
    all.extend(variant.iter().map(|name| format!("-D{name}")));
    all
}
