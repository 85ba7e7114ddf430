//! One file's port as a command line, for a build that another program runs.

use clap::Args;
use std::path::{Path, PathBuf};

/// How one file is ported by itself: `port_one` with these gives the bytes that the whole tree's run gives.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// The original, without links.
    pub(crate) from: PathBuf,
    /// Its ported copy.
    #[arg(short = 'o', long = "output")]
    pub(crate) to: PathBuf,
    /// What clang shall call it.
    #[arg(long)]
    pub(crate) name: PathBuf,
    /// Compiled as CUDA, whatever its name ends in.
    #[arg(id = "as-cuda", long)]
    pub(crate) cuda: bool,
    /// Names of CUDA headers that mean files of the project here.
    #[arg(long)]
    pub(crate) local: Vec<String>,
    /// Includes by absolute path, which go to the scratch tree.
    #[arg(long)]
    pub(crate) absolute: Vec<String>,
    /// Bytes of an `#embed`.
    #[arg(long)]
    pub(crate) embedded: bool,
    /// The folder that stands for `/`.
    #[arg(long)]
    pub(crate) scratch: PathBuf,
}

impl Step {
    /// The words that clap reads this from.
    pub(crate) fn words(&self) -> Vec<String> {
        let path = |path: &Path| path.display().to_string();
        let mut words = vec![path(&self.from), "-o".into(), path(&self.to), "--name".into(), path(&self.name)];
        words.extend(["--scratch".to_owned(), path(&self.scratch)]);
        words.extend(self.cuda.then(|| "--as-cuda".to_owned()));
        words.extend(self.embedded.then(|| "--embedded".to_owned()));
        words.extend(self.local.iter().flat_map(|name| ["--local".to_owned(), name.clone()]));
        words.extend(self.absolute.iter().flat_map(|name| ["--absolute".to_owned(), name.clone()]));
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        step: Step,
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
        assert_eq!(Line::try_parse_from(words).unwrap().step, step);
    }
}
