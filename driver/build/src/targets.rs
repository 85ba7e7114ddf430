//! What is built for: the targets that were named, those of device code compiled before, or the GPUs of this machine.

use crate::make::has_device_code;
use crate::relocatable;
use hipify_command_line::request::Request;
use hipify_command_line::target::Target;
use hipify_error::Error;
use hipify_toolchain::{Linked, Toolchain, ToolchainOptions, Wanted};
use std::process::Command;

/// The toolchain for a request of `build`, and the targets of its device code; none where there is no device code.
pub(crate) fn toolchain_and_targets(request: &Request, args: &ToolchainOptions) -> Result<(Toolchain, Vec<Target>), Error> {
    let mut named = named(&request.targets)?;
    let links = has_device_code(request)?;
    if request.targets.is_empty() && !request.compiles_device_code() && links {
        named = some(Target::parse_list(relocatable::targets(request)?)?)?;
    }
    let wanted = Wanted::of(&named, &request.runtime)?;
    let wanted = if named.is_empty() { wanted_by_objects(request, wanted) } else { wanted };
    let toolchain = Toolchain::find(args, wanted)?;
    let targets = if links { or_devices(named, &toolchain)? } else { Vec::new() };
    Ok((toolchain, targets))
}

/// What a request takes for which no target is named: where a file of its link holds device code for the CPU, the runtime that runs it there.
pub fn wanted_by_objects(request: &Request, wanted: Wanted) -> Wanted {
    let is_open = request.runtime.runtime.is_none() && wanted.runtime == Linked::System;
    if !is_open || !relocatable::any_for_the_cpu(request) {
        return wanted;
    }
    Wanted { gpu: request.compiles_device_code(), cpu: true, runtime: Linked::Bundled }
}

/// Targets named by option, else by `HIPIFY_OFFLOAD_ARCH`; may be none.
pub(crate) fn named(asked: &[String]) -> Result<Vec<Target>, Error> {
    if !asked.is_empty() {
        return some(Target::parse_list(asked)?);
    }
    let list = std::env::var("HIPIFY_OFFLOAD_ARCH").ok().filter(|list| !list.is_empty());
    list.map_or(Ok(Vec::new()), |list| some(Target::parse_list([list])?))
}

/// The targets named, else the GPUs of this machine.
pub(crate) fn or_devices(named: Vec<Target>, toolchain: &Toolchain) -> Result<Vec<Target>, Error> {
    if named.is_empty() { some(Target::parse_list(devices(toolchain))?) } else { Ok(named) }
}

fn some(targets: Vec<Target>) -> Result<Vec<Target>, Error> {
    if targets.is_empty() {
        let remedy = "name targets, as in `--offload-arch gfx942,gfx1201` or `--offload-arch cpu`; `hipify-rs doctor` lists them";
        return Err(Error::usage("no target was named, and this machine has no AMD GPU", remedy));
    }
    Ok(targets)
}

/// Target ids of the GPUs of this machine; none when there is no driver for them.
pub fn devices(toolchain: &Toolchain) -> Vec<String> {
    let Ok(lister) = toolchain.tool("amdgpu-arch") else { return Vec::new() };
    let said = Command::new(lister).output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    said.unwrap_or_default().lines().filter(|line| line.starts_with("gfx")).map(str::to_owned).collect()
}
