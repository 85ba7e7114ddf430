//! `check`: a program run on the CPU with its mistakes found: accesses outside of what was allocated, barriers at which threads part, uses of what nobody has written, memory
//! that is never freed, launches whose errors nobody reads.
//!
//! | module | what it turns into what |
//! |---|---|
//! | `session` | a program and tools to its runs, one a wave size, and the lines that the runtime writes of each |
//! | `finding` | these lines to findings: places in source, one finding a cause over all runs |
//! | `suppression` | comments in source and `hipify.toml` to findings that do not count |
//! | `source` | lines and paths as reports show them |
//! | `unread` | calls that failed to those of which the source drops the error |
//! | `fail_on` | which findings make the exit code 1 |
//! | `debugger` | the command of a program to that of a debugger which stops at the first finding |
//! | `report`, `report/` | findings to text with frames and JSON; to what the crate `hipify-report` makes SARIF and JUnit of |

#![warn(missing_docs)]

mod debugger;
mod fail_on;
mod finding;
mod report;
mod session;
mod source;
mod suppression;
mod unread;

pub use fail_on::FailOn;
pub use hipify_abi::Tool;
use hipify_command_line::runtime::Choice;
use hipify_error::Error;
use hipify_lint_command::Config;
use hipify_places::Places;
use hipify_rules::Gfx;
use hipify_run::{PROGRAM_FAILED, RunOptions};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// How findings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Source frames with carets.
    #[default]
    Text,
    /// One object.
    Json,
    /// SARIF 2.1.0.
    Sarif,
    /// JUnit XML.
    Junit,
}

impl Choice for Format {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Text, "text", "Source frames with carets"),
        (Self::Json, "json", "One object with all findings"),
        (Self::Sarif, "sarif", "SARIF 2.1.0"),
        (Self::Junit, "junit", "JUnit XML"),
    ];
}

/// What is checked, and how.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// A program, or sources or a folder to make one of.
    pub paths: Vec<PathBuf>,
    /// Words for the program.
    pub words: Vec<OsString>,
    /// More words for `build`, where something is built.
    pub build: Vec<String>,
    /// What it is checked for.
    pub tools: Vec<Tool>,
    /// Lanes of warps: one run each.
    pub wave_sizes: Vec<u32>,
    /// The GPU whose limits launches must keep.
    pub limits_of: Option<&'static Gfx>,
    /// How the program is run.
    pub run: RunOptions,
    /// The findings that make the exit code 1.
    pub fail_on: Option<FailOn>,
    /// Stop in a debugger at the first finding.
    pub debug: bool,
    /// The configuration to read; without it the nearest.
    pub config: Option<PathBuf>,
    /// Read no configuration.
    pub isolated: bool,
    /// How findings are written.
    pub format: Format,
    /// Where to; standard output without it.
    pub output: Option<PathBuf>,
}

/// Exit code when something was found.
const FOUND: u8 = 1;

/// Checks, and says the exit code.
///
/// # Errors
/// Where a program cannot be built or run, or its runtime does not check.
pub fn run(options: &Options) -> Result<u8, Error> {
    let first = options.paths.first().map_or(Path::new("."), PathBuf::as_path);
    let config = Config::of(options.config.as_deref(), options.isolated, first)?.check;
    let fail_on = match (&options.fail_on, &config.fail_on) {
        (Some(typed), _) => typed.clone(),
        (None, Some(words)) => FailOn::parse(&words.join(",")).map_err(|error| {
            Error::usage(format!("`check.fail-on` of the configuration: {error}"), "write it as [\"race\", \"error\"]")
        })?,
        (None, None) => FailOn::default(),
    };
    let folder = tempfile::tempdir().map_err(Error::io("make", &std::env::temp_dir()))?;
    let mut words = options.build.clone();
    let checks: Vec<&str> = options.tools.iter().filter(|tool| tool.code().is_some()).map(|tool| tool.name()).collect();
    if !checks.is_empty() {
        words.push(format!("--checks={}", checks.join(",")));
    }
    let program = match hipify_run::sources::program("check", &options.paths, &words, folder.path())? {
        Ok(program) => program,
        Err(code) => return Ok(code),
    };
    let (mut places, mut found, mut endings) = (Places::default(), Vec::new(), Vec::new());
    for &lanes in &options.wave_sizes {
        let session = session::run(&program, options, lanes, folder.path())?;
        finding::add(&mut found, &session.lines, lanes, &mut places);
        endings.extend(session.ending);
    }
    unread::keep(&mut found);
    suppression::mark(&mut found, &config, options)?;
    let code = match found.iter().any(|finding| finding.suppression.is_none() && fail_on.counts(finding)) {
        true => FOUND,
        false if !endings.is_empty() => PROGRAM_FAILED,
        false => 0,
    };
    report::write(&found, &endings, options, code)?;
    Ok(code)
}
