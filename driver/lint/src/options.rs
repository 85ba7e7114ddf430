//! The options of `lint`, as typed: what the command line says, before the configuration is read.

use hipify_command_line::runtime::Choice;
use hipify_engine::options::FileOptions;
use hipify_rules::Version;
use std::path::PathBuf;

/// The options of `lint`, as typed.
#[derive(Clone, Debug, Default)]
pub struct LintOptions {
    /// Files and folders to lint; `-` reads standard input.
    pub paths: Vec<PathBuf>,

    /// The targets that the code is for, such as gfx942,gfx1100 (comma list; may be repeated): what they are not open to is
    /// left out. By default every target counts.
    pub target: Vec<String>,
    /// The ROCm version the code is for.
    pub rocm: Option<Version>,
    /// The CUDA version the code was written for.
    pub cuda: Option<Version>,

    /// Only these lints: codes, prefixes such as HIP1, names, ALL or DEFAULT (comma list; may be repeated).
    pub select: Vec<String>,
    /// These lints too.
    pub extend_select: Vec<String>,
    /// Not these lints. The longer prefix wins; at the same length this wins.
    pub ignore: Vec<String>,
    /// Not these lints in files that match GLOB (.gitignore syntax), as `GLOB:LINT` (may be repeated).
    pub per_file_ignores: Vec<String>,
    /// List the lints instead, with --json as JSON.
    pub list_rules: bool,
    /// With --list-rules: as JSON.
    pub json: bool,
    /// Run the tests of the rules in the configuration instead.
    pub test_rules: bool,

    /// Apply the fixes that keep the meaning.
    pub fix: bool,
    /// With --fix or --diff: the fixes that may change behaviour too.
    pub unsafe_fixes: bool,
    /// Print what --fix would change as a patch, and write nothing.
    pub diff: bool,
    /// Write a `hipify-lint: allow(...)` comment after every line that has findings.
    pub add_allow: bool,

    /// How findings are printed, or FORMAT=FILE to write them (may be repeated); by default text, in GitHub Actions github.
    pub output_format: Vec<String>,
    /// Write what would be printed to FILE.
    pub output_file: Option<PathBuf>,
    /// Print the number of findings of each lint instead of the findings.
    pub statistics: bool,
    /// Exit with 1 from this level on; by default warning.
    pub fail_on: Option<FailOn>,
    /// Also exit with 1 when there are more than N warnings.
    pub max_warnings: Option<u64>,
    /// Exit with 0 whatever is found.
    pub exit_zero: bool,
    /// Print errors only.
    pub quiet: bool,
    /// Print every finding, however many there are.
    pub verbose: bool,
    /// No progress bar.
    pub no_progress: bool,

    /// Findings that are listed in FILE are known and do not count; what FILE lists and is gone is HIP9006.
    pub baseline: Option<PathBuf>,
    /// Write all findings to FILE as known.
    pub write_baseline: Option<PathBuf>,
    /// Take what is gone out of the --baseline file, and add nothing.
    pub update_baseline: bool,
    /// Only findings in lines that changed since this git revision.
    pub diff_base: Option<String>,

    /// The configuration to read.
    pub config: Option<PathBuf>,
    /// Read no configuration.
    pub isolated: bool,
    /// Print the JSON schema of `hipify.toml` instead.
    pub schema: bool,
    /// Which files are read.
    pub files: FileOptions,
}

/// The level from which findings make the exit code 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it, and documentation would stand in the configuration's schema")]
pub enum FailOn {
    Note,
    Warning,
    Error,
    Never,
}

impl Choice for FailOn {
    const ALL: &'static [(Self, &'static str, &'static str)] =
        &[(Self::Note, "note", ""), (Self::Warning, "warning", ""), (Self::Error, "error", ""), (Self::Never, "never", "")];
}
