//! `step`: single steps of a build, called by build files.

use crate::build::embed::embed;
use crate::build::ported::{Step, port_one, rewrite_depfile};
use crate::cli::{StepArgs, StepKind};
use crate::error::Error;
use crate::plan::Engine;
use std::path::{Path, PathBuf};

/// Runs one step and says the exit code.
pub(crate) fn run(args: StepArgs) -> Result<u8, Error> {
    match args.kind {
        StepKind::Port { from, output, name, scratch, compiled_as_cuda, embedded, local, absolute, engine } => {
            let step = Step { from, to: output, name, cuda: compiled_as_cuda, local, absolute, embedded, scratch };
            port_one(&step, &Engine::new(&engine))?;
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

/// The options of `step port` that do what `step` says.
pub(crate) fn port_options(step: &Step, scratch: &Path) -> Vec<String> {
    let mut options = vec![format!("--name={}", step.name.display()), format!("--scratch={}", scratch.display())];
    options.extend(step.cuda.then(|| "--compiled-as-cuda".to_owned()));
    options.extend(step.embedded.then(|| "--embedded".to_owned()));
    options.extend(step.local.iter().map(|name| format!("--local={name}")));
    options.extend(step.absolute.iter().map(|name| format!("--absolute={name}")));
    options
}
