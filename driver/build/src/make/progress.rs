//! What is being done: one line that is written over on a terminal, or a line a step with --verbose.

use super::BuildOptions;
use crate::execute::{Ran, worth_counting};
use crate::plan::{Plan, Step, Work};
use hipify_tree::say::say_line;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Shown while steps run.
pub(super) struct Progress {
    total: usize,
    verbose: bool,
    bar: Option<ProgressBar>,
    done: AtomicUsize,
}

impl Progress {
    pub(super) fn new(plan: &Plan, options: &BuildOptions) -> Self {
        let total = worth_counting(plan);
        let shown = options.progress && !options.verbose && std::io::stderr().is_terminal() && std::env::var_os("CI").is_none();
        let bar = shown.then(|| {
            let bar = ProgressBar::new(total as u64);
            let style = ProgressStyle::with_template("[{pos}/{len}] {elapsed} {wide_msg}");
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { total, verbose: options.verbose, bar, done: 0.into() }
    }

    pub(super) fn done(&self, step: &Step, ran: &Ran) {
        if matches!(step.work, Work::Port { .. }) {
            return;
        }
        let number = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let line = format!("{} {:.2} s", step.title(), ran.took.as_secs_f64());
        if self.verbose {
            say_line(format_args!("[{number}/{}] {line}", self.total));
        } else if let Some(bar) = &self.bar {
            bar.set_message(line);
            bar.inc(1);
        }
    }

    pub(super) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
