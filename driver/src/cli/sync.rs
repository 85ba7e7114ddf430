//! The command line of `sync`.

use super::{EngineArgs, FileArgs};
use clap::Args;
use hipify_engine::render::Format;
use hipify_port_command::{PortOptions, Printing};
use hipify_sync::SyncOptions;
use std::path::PathBuf;

const AFTER: &str = "\
Both revisions are ported by the options given here, which must be those that the tree was ported by. What upstream changed between
them is merged into the tree by `git merge-tree`; conflicts are marked as git marks them.

Exit codes:
  0  merged
  1  something conflicts
  2  a usage or I/O error";

/// Bring a port with hand edits up to a newer revision of its upstream.
#[derive(Args)]
#[command(after_help = AFTER)]
pub(crate) struct SyncArgs {
    /// A clone of the upstream, or a folder in it: the CUDA sources, in git.
    #[arg(value_name = "UPSTREAM")]
    upstream: PathBuf,
    /// The revision that the tree was ported from, or last brought up to.
    #[arg(long, value_name = "REV")]
    base: String,
    /// The revision to come up to.
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    to: String,
    /// The ported tree.
    #[arg(long, value_name = "DIR", default_value = ".")]
    into: PathBuf,
    /// Write nothing, and say what would become of which file.
    #[arg(long)]
    check: bool,
    /// Merge into a tree with changes that are not committed.
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    engine: EngineArgs,
    /// Files have the names that HIP's have.
    #[arg(long, help_heading = "Porting")]
    rename: bool,
    /// The tree has no `hipify_device.h`.
    #[arg(long, help_heading = "Porting")]
    no_support_header: bool,
    #[command(flatten)]
    files: FileArgs,
}

impl SyncArgs {
    pub(crate) fn options(self) -> SyncOptions {
        let Self { upstream, base, to, into, check, force, engine, rename, no_support_header, files } = self;
        let printing = Printing { format: Format::Text, quiet: true, verbose: false, progress: false, report: None };
        let port = PortOptions {
            paths: Vec::new(),
            output: None,
            in_place: false,
            backup: None,
            diff: false,
            check: false,
            stdout: false,
            force: false,
            engine: engine.engine(),
            rename,
            support_header: !no_support_header,
            files: files.options(),
            printing,
        };
        SyncOptions { upstream, base, to, into, check, force, port }
    }
}
