//! A run of a program with tools on, and what its runtime writes.

use crate::{Options, Tool, debugger};
use hipify_error::Error;
use hipify_rules::{Gfx, Images};
use hipify_run::{Device, RunOptions};
use serde_json::Value;
use std::path::Path;
use std::process::Stdio;

/// A run.
pub(crate) struct Session {
    /// What the runtime wrote, a value a line.
    pub(crate) lines: Vec<Value>,
    /// How the program ended, where that was not well.
    pub(crate) ending: Option<Ending>,
}

/// How a program ended that did not end well.
#[derive(Clone, Debug)]
pub(crate) struct Ending {
    pub(crate) lanes: u32,
    pub(crate) status: String,
}

impl Ending {
    pub(crate) fn said(&self) -> String {
        format!("the program failed with warps of {} lanes: {}", self.lanes, self.status)
    }
}

/// Runs a program once, with warps of so many lanes. What it prints goes to standard error.
///
/// # Errors
/// Where it cannot be started, or is none whose runtime checks.
pub(crate) fn run(program: &Path, options: &Options, lanes: u32, folder: &Path) -> Result<Session, Error> {
    let run = RunOptions { wave_size: Some(lanes), device: Some(Device::Cpu), ..options.run.clone() };
    let mut command = hipify_run::command(program, &options.words, &run)?;
    let output = folder.join(format!("findings-{lanes}"));
    let tools: Vec<&str> = options.tools.iter().map(|tool: &Tool| tool.name()).collect();
    command.env("HIPIFY_CHECK", tools.join(",")).env("HIPIFY_CHECK_OUTPUT", &output);
    if let Some(gfx) = options.limits_of {
        command.env("HIPIFY_CHECK_AS", limits(gfx, lanes));
    }
    if options.debug {
        command = debugger::command(&command, folder)?;
    } else {
        // Findings may go to standard output.
        command.stdin(Stdio::null()).stdout(std::io::stderr());
    }
    let status = command.status().map_err(Error::io("run", program))?;
    if !output.exists() {
        return Err(Error::path(
            program,
            "it calls no HIP runtime that checks",
            "check sources, or programs that `hipify-rs build --offload-arch cpu` has made",
        ));
    }
    let bytes = std::fs::read(&output).map_err(Error::io("read", &output))?;
    // A line that a crash has cut is none.
    let lines = bytes.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    let ending = (!status.success()).then(|| Ending { lanes, status: status.to_string() });
    Ok(Session { lines, ending })
}

/// What the runtime is told of a GPU: `gfx942:shared=65536:threads=1024:images=0` and what bounds the blocks that run at once.
fn limits(gfx: &Gfx, lanes: u32) -> String {
    let limits = &gfx.limits;
    let (shared, threads, images) = (limits.lds_per_workgroup(), limits.max_workgroup, u32::from(gfx.images != Images::None));
    let mut text = format!("{}:shared={shared}:threads={threads}:images={images}", gfx.name);
    if let Some(units) = gfx.compute_units {
        // What the SIMDs of a workgroup processor share, where two compute units are one: so the most blocks run.
        let together = limits.simds(true) / limits.simds(false);
        let (waves, lds) = (limits.waves_per_simd * limits.simds(true), limits.lds(true));
        let (granule, blocks) = (limits.lds_granule, limits.workgroups(true));
        text += &format!(
            ":units={}:waves={waves}:lds={lds}:granule={granule}:blocks={blocks}:lanes={lanes}",
            units.div_ceil(together)
        );
    }
    text
}
