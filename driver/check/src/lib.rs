//! `check`: a program run on the CPU with its mistakes found: accesses outside of what was allocated, barriers at which threads part, uses of what nobody has written, memory
//! that is never freed, launches whose errors nobody reads.
//!
//! | module | what it turns into what |
//! |---|---|
//! | `session` | a program and tools to its runs, one a wave size, and the lines that the runtime writes of each |
//! | `finding` | these lines to findings: places in source, one finding a cause over all runs |
//! | `suppression` | comments in source to findings that do not count |
//! | `report`, `report/` | findings to text with frames, JSON, SARIF and JUnit |

#![warn(missing_docs)]

mod finding;
mod report;
mod session;
mod suppression;

use finding::Finding;
use hipify_command_line::runtime::{Check, Choice};
use hipify_error::Error;
use hipify_places::Places;
use hipify_run::{PROGRAM_FAILED, RunOptions};
use std::ffi::OsString;
use std::path::PathBuf;

/// What a program is checked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Accesses outside of what was allocated.
    Memory,
    /// Accesses of threads that nothing orders.
    Race,
    /// Reads of what nobody has written.
    Init,
    /// Threads of a block that wait at different barriers.
    Sync,
    /// What is never given back.
    Leak,
    /// Launches that fail, and whose error nobody asks for.
    Api,
}

impl Choice for Tool {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Memory, "memory", "Accesses outside of what was allocated, misaligned ones, and frees of what is none to free"),
        (Self::Race, "race", "Accesses of threads to the same memory that nothing orders, of which one writes"),
        (Self::Init, "init", "Memory of devices and blocks that is used before anybody has written it"),
        (Self::Sync, "sync", "Different barriers at which threads of a block wait"),
        (Self::Leak, "leak", "Memory, streams, events, graphs and the like that are never given back"),
        (Self::Api, "api", "Launches by `<<<...>>>` that fail, and whose error nobody asks for"),
    ];
}

impl Tool {
    /// The check that code is made ready for, where the tool needs one.
    fn check(self) -> Option<Check> {
        match self {
            Tool::Memory => Some(Check::Memory),
            Tool::Race => Some(Check::Race),
            Tool::Init => Some(Check::Init),
            Tool::Sync | Tool::Leak | Tool::Api => None,
        }
    }
}

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
    /// How the program is run.
    pub run: RunOptions,
    /// The tools whose findings make the exit code 1; all where none is named.
    pub fail_on: Vec<Tool>,
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
    let folder = tempfile::tempdir().map_err(Error::io("make", &std::env::temp_dir()))?;
    let checks: Vec<&str> = options.tools.iter().filter_map(|tool| tool.check()).map(Check::name).collect();
    let mut words = options.build.clone();
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
    suppression::mark(&mut found);
    report::write(&found, &endings, options)?;
    let counts = |finding: &&Finding| {
        !finding.suppressed && (options.fail_on.is_empty() || options.fail_on.iter().any(|tool| tool.name() == finding.tool))
    };
    Ok(match found.iter().any(|finding| counts(&finding)) {
        true => FOUND,
        false if !endings.is_empty() => PROGRAM_FAILED,
        false => 0,
    })
}
