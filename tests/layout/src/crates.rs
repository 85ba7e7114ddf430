//! Dependencies between the crates of the workspace.

use crate::rooms::Rooms;
use cargo_metadata::{DependencyKind, Metadata, Package, TargetKind};
use std::path::PathBuf;

/// A library or a binary of a package, by its first source file.
pub(crate) struct Target {
    pub(crate) package: String,
    pub(crate) source: PathBuf,
}

/// The libraries and binaries of the workspace.
pub(crate) fn targets(metadata: &Metadata) -> Vec<Target> {
    let of_package = |package: &Package| {
        let is_code = |kind: &TargetKind| {
            !matches!(kind, TargetKind::Test | TargetKind::Bench | TargetKind::Example | TargetKind::CustomBuild)
        };
        let targets = package.targets.iter().filter(|target| target.kind.iter().all(is_code));
        let name = package.name.to_string();
        targets.map(|target| Target { package: name.clone(), source: target.src_path.clone().into() }).collect::<Vec<_>>()
    };
    metadata.workspace_packages().into_iter().flat_map(of_package).collect()
}

/// Crates that are not in the plan, and dependencies on a crate that is not below its user.
pub(crate) fn check(metadata: &Metadata, rooms: &Rooms) -> Vec<String> {
    let place = |name: &str| rooms.crates.iter().position(|other| other == name);
    let mut findings = Vec::new();
    for package in metadata.workspace_packages() {
        let Some(own) = place(&package.name) else {
            findings.push(format!("{}: not in the plan: give it its place in `crates` of rooms.toml", package.name));
            continue;
        };
        let inside = package.dependencies.iter().filter(|one| one.path.is_some() && one.kind != DependencyKind::Development);
        let upwards = inside.filter(|one| place(&one.name).is_some_and(|other| other <= own));
        findings.extend(
            upwards.map(|one| format!("{}: depends on `{}`, which is not below it in rooms.toml", package.name, one.name)),
        );
    }
    let missing = rooms.crates.iter().filter(|name| !metadata.workspace_packages().iter().any(|one| one.name == **name));
    findings.extend(missing.map(|name| format!("rooms.toml: no crate `{name}` in the workspace")));
    findings
}
