//! The packages of the workspace that are released -> the packages of others whose code their programs contain.

use anyhow::{Context, Result, bail};
use cargo_metadata::{CargoOpt, DependencyKind, Metadata, MetadataCommand, PackageId, TargetKind};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

/// What is released.
pub(crate) struct Parts {
    /// The workspace's version.
    pub(crate) version: String,
    /// Where its source is.
    pub(crate) repository: String,
    /// What is in its programs, by name and version.
    pub(crate) others: Vec<Part>,
}

/// A package of somebody else.
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) version: String,
    /// An SPDX expression.
    pub(crate) licence: String,
    pub(crate) repository: Option<String>,
    pub(crate) authors: Vec<String>,
    /// SHA-256 of the package's file, in hexadecimal digits, as `Cargo.lock` has it.
    pub(crate) checksum: String,
    /// Where its sources lie, with the texts of its licences.
    pub(crate) folder: PathBuf,
    /// What it is built of, as `name@version`.
    pub(crate) needs: Vec<String>,
}

impl Part {
    /// `name@version`.
    pub(crate) fn reference(&self) -> String {
        format!("{}@{}", self.name, self.version)
    }
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
    checksum: Option<String>,
}

/// Follows what these packages depend on for a target: neither tests nor build scripts nor macros are in a program.
///
/// # Errors
/// When cargo cannot say, a package is none of the workspace's, or one has no licence or no checksum.
pub(crate) fn of(target: &str, packages: &[String]) -> Result<Parts> {
    let platform = ["--locked", "--filter-platform", target].map(str::to_owned);
    let metadata = MetadataCommand::new().features(CargoOpt::SomeFeatures(Vec::new())).other_options(platform).exec()?;
    let lock = metadata.workspace_root.join("Cargo.lock");
    let lock: Lock = toml::from_str(&fs::read_to_string(&lock)?).with_context(|| lock.to_string())?;
    let checksums: BTreeMap<_, _> =
        lock.package.into_iter().filter_map(|locked| Some(((locked.name, locked.version), locked.checksum?))).collect();

    let mut open: Vec<PackageId> = Vec::new();
    for name in packages {
        let package = metadata.workspace_packages().into_iter().find(|package| package.name == name.as_str());
        open.push(package.with_context(|| format!("the workspace has no package `{name}`"))?.id.clone());
    }
    let mut seen: BTreeSet<PackageId> = open.iter().cloned().collect();
    let (mut others, mut root) = (Vec::new(), None);
    while let Some(id) = open.pop() {
        let package = &metadata[&id];
        let needs = needs(&metadata, &id)?;
        open.extend(needs.iter().filter(|id| seen.insert((*id).clone())).cloned());
        if package.source.is_none() {
            root = root.or(Some(package));
            continue;
        }
        let (name, version) = (package.name.to_string(), package.version.to_string());
        let Some(licence) = &package.license else { bail!("`{name}` {version} does not say its licence") };
        let key = (name, version);
        let checksum = checksums.get(&key).cloned().with_context(|| format!("`Cargo.lock` has no checksum of `{}`", key.0))?;
        let needs = needs.iter().map(|id| format!("{}@{}", metadata[id].name, metadata[id].version)).collect();
        others.push(Part {
            name: key.0,
            version: key.1,
            // The way to write an alternative before SPDX 2.1.
            licence: licence.replace('/', " OR "),
            repository: package.repository.clone(),
            authors: package.authors.clone(),
            checksum,
            folder: package.manifest_path.parent().context("a manifest lies in a folder")?.into(),
            needs,
        });
    }
    others.sort_by_key(Part::reference);
    let root = root.context("name a package of the workspace")?;
    let repository = root.repository.clone().unwrap_or_default();
    Ok(Parts { version: root.version.to_string(), repository, others })
}

/// The normal dependencies of a package whose code is in what is built of it.
fn needs(metadata: &Metadata, id: &PackageId) -> Result<Vec<PackageId>> {
    let resolve = metadata.resolve.as_ref().context("cargo resolved nothing")?;
    let node = resolve.nodes.iter().find(|node| node.id == *id).with_context(|| format!("cargo did not resolve `{id}`"))?;
    let is_normal = |kinds: &[cargo_metadata::DepKindInfo]| kinds.iter().any(|kind| kind.kind == DependencyKind::Normal);
    let is_macro = |id: &PackageId| metadata[id].targets.iter().any(|target| target.kind.contains(&TargetKind::ProcMacro));
    let normal = node.deps.iter().filter(|dependency| is_normal(&dependency.dep_kinds) && !is_macro(&dependency.pkg));
    Ok(normal.map(|dependency| dependency.pkg.clone()).collect())
}
