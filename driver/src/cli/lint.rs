//! The command lines of `lint`, `explain` and `lsp`.

use super::runtime::choice;
use crate::cli::FileArgs;
use clap::Args;
use hipify_lint_command::{FailOn, LintOptions};
use hipify_rules::Version;
use std::path::PathBuf;

const EXIT_CODES: &str = "\
Exit codes:
  0  nothing at or above --fail-on
  1  findings at or above --fail-on, or more warnings than --max-warnings; with --diff: a file would change
  2  a usage, configuration or I/O error; the other files are linted all the same";

/// Find what will not build for AMD GPUs, and what builds and then misbehaves.
///
/// Takes CUDA and HIP sources and build files. Options come from `hipify.toml` too, which is looked for from the first PATH
/// upwards.
#[derive(Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct LintArgs {
    /// Files and folders to lint; `-` reads standard input.
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,

    /// The targets that the code is for, such as gfx942,gfx1100 (comma list; may be repeated): what they are not open to is
    /// left out. By default every target counts.
    #[arg(long, value_name = "TARGETS", value_delimiter = ',', help_heading = "What is linted for")]
    pub(crate) target: Vec<String>,
    /// The ROCm version the code is for.
    #[arg(long, value_name = "VERSION", help_heading = "What is linted for")]
    pub(crate) rocm: Option<Version>,
    /// The CUDA version the code was written for.
    #[arg(long, value_name = "VERSION", help_heading = "What is linted for")]
    pub(crate) cuda: Option<Version>,

    /// Only these lints: codes, prefixes such as HIP1, names, ALL or DEFAULT (comma list; may be repeated).
    #[arg(long, value_name = "LINTS", value_delimiter = ',', help_heading = "Lints")]
    pub(crate) select: Vec<String>,
    /// These lints too.
    #[arg(long, value_name = "LINTS", value_delimiter = ',', help_heading = "Lints")]
    pub(crate) extend_select: Vec<String>,
    /// Not these lints. The longer prefix wins; at the same length this wins.
    #[arg(long, value_name = "LINTS", value_delimiter = ',', help_heading = "Lints")]
    pub(crate) ignore: Vec<String>,
    /// Not these lints in files that match GLOB (.gitignore syntax), as `GLOB:LINT` (may be repeated).
    #[arg(long, value_name = "GLOB:LINT", help_heading = "Lints")]
    pub(crate) per_file_ignores: Vec<String>,
    /// List the lints instead, with --json as JSON.
    #[arg(long, help_heading = "Lints")]
    pub(crate) list_rules: bool,
    /// With --list-rules: as JSON.
    #[arg(long, requires = "list_rules", help_heading = "Lints")]
    pub(crate) json: bool,
    /// Run the tests of the rules in the configuration instead.
    #[arg(long, help_heading = "Lints")]
    pub(crate) test_rules: bool,

    /// Apply the fixes that keep the meaning.
    #[arg(long, help_heading = "Fixes")]
    pub(crate) fix: bool,
    /// With --fix or --diff: the fixes that may change behaviour too.
    #[arg(long, help_heading = "Fixes")]
    pub(crate) unsafe_fixes: bool,
    /// Print what --fix would change as a patch, and write nothing, also beside --fix.
    #[arg(long, conflicts_with = "add_allow", help_heading = "Fixes")]
    pub(crate) diff: bool,
    /// Write a `hipify-lint: allow(...)` comment after every line that has findings.
    #[arg(long, conflicts_with = "fix", help_heading = "Fixes")]
    pub(crate) add_allow: bool,

    /// How findings are printed, or FORMAT=FILE to write them (may be repeated); by default text, in GitHub Actions github.
    #[arg(long, value_name = "FORMAT[=FILE]", help_heading = "Reporting")]
    pub(crate) output_format: Vec<String>,
    /// Write what would be printed to FILE.
    #[arg(long, value_name = "FILE", help_heading = "Reporting")]
    pub(crate) output_file: Option<PathBuf>,
    /// Print the number of findings of each lint instead of the findings.
    #[arg(long, help_heading = "Reporting")]
    pub(crate) statistics: bool,
    /// Exit with 1 from this level on; by default warning.
    #[arg(long, value_parser = choice::<FailOn>(), value_name = "LEVEL", help_heading = "Reporting")]
    pub(crate) fail_on: Option<FailOn>,
    /// Also exit with 1 when there are more than N warnings.
    #[arg(long, value_name = "N", help_heading = "Reporting")]
    pub(crate) max_warnings: Option<u64>,
    /// Exit with 0 whatever is found.
    #[arg(long, help_heading = "Reporting")]
    pub(crate) exit_zero: bool,
    /// Print errors only.
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Reporting")]
    pub(crate) quiet: bool,
    /// Print every finding, however many there are.
    #[arg(short, long, help_heading = "Reporting")]
    pub(crate) verbose: bool,
    /// No progress bar.
    #[arg(long, help_heading = "Reporting")]
    pub(crate) no_progress: bool,

    /// Findings that are listed in FILE are known and do not count; what FILE lists and is gone is HIP9006.
    #[arg(long, value_name = "FILE", help_heading = "Known findings")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write all findings to FILE as known.
    #[arg(long, value_name = "FILE", conflicts_with = "baseline", help_heading = "Known findings")]
    pub(crate) write_baseline: Option<PathBuf>,
    /// Take what is gone out of the --baseline file, and add nothing.
    #[arg(long, help_heading = "Known findings")]
    pub(crate) update_baseline: bool,
    /// Only findings in lines that changed since this git revision.
    #[arg(long, value_name = "REV", help_heading = "Known findings")]
    pub(crate) diff_base: Option<String>,

    /// The configuration to read.
    #[arg(long, value_name = "FILE", help_heading = "Configuration")]
    pub(crate) config: Option<PathBuf>,
    /// Read no configuration.
    #[arg(long, conflicts_with = "config", help_heading = "Configuration")]
    pub(crate) isolated: bool,
    /// Print the JSON schema of `hipify.toml` instead.
    #[arg(long, help_heading = "Configuration")]
    pub(crate) schema: bool,

    #[command(flatten)]
    pub(crate) files: FileArgs,
}

impl LintArgs {
    pub(crate) fn options(self) -> LintOptions {
        LintOptions {
            paths: self.paths,
            target: self.target,
            rocm: self.rocm,
            cuda: self.cuda,
            select: self.select,
            extend_select: self.extend_select,
            ignore: self.ignore,
            per_file_ignores: self.per_file_ignores,
            list_rules: self.list_rules,
            json: self.json,
            test_rules: self.test_rules,
            fix: self.fix,
            unsafe_fixes: self.unsafe_fixes,
            diff: self.diff,
            add_allow: self.add_allow,
            output_format: self.output_format,
            output_file: self.output_file,
            statistics: self.statistics,
            fail_on: self.fail_on,
            max_warnings: self.max_warnings,
            exit_zero: self.exit_zero,
            quiet: self.quiet,
            verbose: self.verbose,
            no_progress: self.no_progress,
            baseline: self.baseline,
            write_baseline: self.write_baseline,
            update_baseline: self.update_baseline,
            diff_base: self.diff_base,
            config: self.config,
            isolated: self.isolated,
            schema: self.schema,
            files: self.files.options(),
        }
    }
}

/// Print the manual page of a lint.
#[derive(Args)]
#[command(after_help = "Exit codes:\n  0  the lint is known\n  2  it is not")]
pub(crate) struct ExplainArgs {
    /// Codes or names of lints, such as HIP1003 or literal-warp-size, and of known faults of compilers, such as HIP7101.
    #[arg(required = true, value_name = "LINT")]
    pub(crate) lints: Vec<String>,
}

/// Serve an editor: findings as you type, quick fixes, what CUDA names become.
///
/// Talks the language server protocol on standard input and output.
#[derive(Args)]
#[command(after_help = "Exit codes:\n  0  the editor said goodbye, or went away\n  2  it left the protocol")]
pub(crate) struct LspArgs {
    /// Taken because editors pass it; it is the only way.
    #[arg(long, hide = true)]
    pub(crate) stdio: bool,
}
