//! The progress bar: on a terminal only, and not in CI.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

/// Below this number of files a bar would only flicker.
const WORTH_A_BAR: usize = 200;

/// A progress bar on standard error, where a person is there to see it.
pub struct Progress(Option<ProgressBar>);

impl Progress {
    /// A bar for so many files; none where standard error is no terminal, or the files are few.
    pub fn new(wanted: bool, files: usize) -> Self {
        let shown = wanted && files >= WORTH_A_BAR && std::io::stderr().is_terminal() && std::env::var_os("CI").is_none();
        Self(shown.then(|| {
            let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::stderr_with_hz(10));
            let style = ProgressStyle::with_template("{bar:40} {pos}/{len} files {per_sec}");
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        }))
    }

    /// One more file is done.
    pub fn step(&self) {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
