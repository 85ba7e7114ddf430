//! `step`: single steps of a build, called by build files.

use crate::build::embed::embed;
use crate::build::ported::{port_one, rewrite_depfile};
use crate::cli::{StepArgs, StepKind};
use crate::error::Error;
use crate::plan::Engine;
use std::path::{Path, PathBuf};

/// Runs one step and says the exit code.
pub(crate) fn run(args: StepArgs) -> Result<u8, Error> {
    match args.kind {
        StepKind::Port(port) => {
            port_one(&port.step, &Engine::new(&port.engine))?;
        }
        StepKind::HostCompiler { compiler, link_flag, args } => {
            return crate::cc::host_compiler::run(&compiler, &link_flag, &args);
        }
        StepKind::HipCompiler { compiler, word, args } => {
            return crate::cc::hip_compiler::run_in_its_place(&compiler, &word, &args);
        }
        StepKind::Embed { bundle, output, hosts } => embed(&bundle, &hosts, &output)?,
        StepKind::Dependencies { from, output, scratch } => {
            let text = std::fs::read_to_string(&from).map_err(Error::io("read", &from))?;
            // Where the tree is not at hand, a path of it says where the original is.
            let original = |path: &Path| path.strip_prefix(&scratch).ok().map(|inside| PathBuf::from("/").join(inside));
            crate::write::write(&output, 0o644, rewrite_depfile(&text, original).as_bytes())?;
        }
    }
    Ok(0)
}
