//! This program and the bundled runtime: where each part is, and how it came there.

use super::advice::Advice;
use hipify_toolchain::bundled;
use hipify_toolchain::environment::Environment;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// A part of the toolchain that was found.
#[derive(Serialize)]
pub(crate) struct Part {
    pub(crate) path: PathBuf,
    pub(crate) version: String,
    pub(crate) origin: String,
}

/// A part of the bundled runtime, or that it is missing.
#[derive(Serialize)]
pub(crate) struct OwnPart {
    pub(crate) name: &'static str,
    pub(crate) purpose: &'static str,
    pub(crate) path: Option<PathBuf>,
    /// Which of the places it is in; empty where it is in none.
    pub(crate) origin: &'static str,
}

/// The parts, by the names of their files: what for.
const PARTS: [(&str, &str); 4] = [
    (bundled::LOWER, "makes code for the CPU"),
    (bundled::LIBRARY, "runs it"),
    (bundled::MATH_LIBRARIES, "hipBLAS, hipFFT and their like on the CPU"),
    (bundled::SHIM, "CUDA's libraries for programs that stay CUDA"),
];

pub(crate) fn parts(environment: &Environment) -> Vec<OwnPart> {
    let part = |(name, purpose): (&'static str, &'static str)| {
        let path = bundled::part(environment, name).ok();
        let origin = path.as_deref().map_or("", |path| origin(environment, path));
        OwnPart { name, purpose, path, origin }
    };
    PARTS.into_iter().map(part).collect()
}

/// What is missing of a runtime that is there in part.
pub(crate) fn advice(environment: &Environment, parts: &[OwnPart]) -> Vec<Advice> {
    let missing = parts.iter().filter(|part| part.path.is_none());
    let advice = missing.filter_map(|part| {
        let remedy = bundled::part(environment, part.name).err()?.remedy()?.to_owned();
        Some(Advice { fact: format!("`{}` is not here: {}", part.name, part.purpose), remedy })
    });
    advice.collect()
}

fn origin(environment: &Environment, path: &Path) -> &'static str {
    let own = environment.own_folder();
    let is_beside = path.starts_with(own) || own.parent().is_some_and(|prefix| path.starts_with(prefix.join("lib")));
    match environment.path_variable(bundled::FOLDER) {
        Some(_) => "named by `HIPIFY_RS_LIB`",
        None if is_beside => "with the command",
        None => "of another installation of this version",
    }
}

/// This program: cargo, pip and packages leave marks beside what they install.
pub(crate) fn command(environment: &Environment, build: &str) -> Part {
    let own = environment.own_folder();
    let prefix = own.parent().unwrap_or(own);
    let origin = if prefix.join(".crates.toml").is_file() {
        "`cargo install`"
    } else if own.join(".cargo-lock").is_file() {
        "built by cargo"
    } else if prefix.join("pyvenv.cfg").is_file() {
        "wheel"
    } else if own == environment.at("/usr/bin") {
        "package of the system"
    } else {
        "archive or `make install`"
    };
    Part { path: own.join("hipify-rs"), version: build.to_owned(), origin: origin.to_owned() }
}
