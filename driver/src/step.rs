//! `step`: single steps of a build, called by build files.

use crate::cli::{PortStep, StepArgs, StepKind};
use hipify_build::{PortStep as Step, embed, host_source, port_one, rewrite_depfile};
use hipify_cc::{hip_compiler, host_compiler};
use hipify_engine::options::Engine;
use hipify_error::Error;
use std::path::{Path, PathBuf};

/// Runs one step and says the exit code.
pub(crate) fn run(args: StepArgs) -> Result<u8, Error> {
    match args.kind {
        StepKind::Port(port) => {
            let (step, engine) = step(*port);
            port_one(&step, &engine)?;
        }
        StepKind::HostCompiler { compiler, link_flag, args } => {
            return host_compiler::run(&compiler, &link_flag, &args);
        }
        StepKind::HipCompiler { compiler, word, args } => {
            return hip_compiler::run_in_its_place(&compiler, &word, &args);
        }
        StepKind::Embed { bundle, output, hosts } => embed(&bundle, &hosts, &output)?,
        StepKind::HostSource { assembly, bundle, output } => host_source(&assembly, &bundle, &output)?,
        StepKind::Dependencies { from, output, scratch } => {
            let text = std::fs::read_to_string(&from).map_err(Error::io("read", &from))?;
            // Where the tree is not at hand, a path of it says where the original is.
            let original = |path: &Path| path.strip_prefix(&scratch).ok().map(|inside| PathBuf::from("/").join(inside));
            hipify_tree::write::write(&output, 0o644, rewrite_depfile(&text, original).as_bytes())?;
        }
    }
    Ok(0)
}

fn step(args: PortStep) -> (Step, Engine) {
    let PortStep { from, output, name, as_cuda, local, absolute, embedded, scratch, engine } = args;
    (Step { from, to: output, name, cuda: as_cuda, local, absolute, embedded, scratch }, engine.engine())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: PortStep,
    }

    #[test]
    fn the_words_of_a_step_say_all_of_it() {
        let step = Step {
            from: "/p/a b.cu".into(),
            to: "/s/p/a b.cu".into(),
            name: "a b.cu".into(),
            cuda: true,
            local: vec!["cuda_fp16.h".into(), "cub/cub.cuh".into()],
            absolute: vec!["/x/y.h".into()],
            embedded: false,
            scratch: "/s".into(),
        };
        let words = [vec!["step".to_owned()], step.words()].concat();
        assert_eq!(super::step(Line::try_parse_from(words).unwrap().args).0, step);
    }
}
