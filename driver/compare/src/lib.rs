//! `compare`: the first kernel launch that leaves other memory in one run of a program than in another: with warps of other sizes, in
//! another build, or on another machine.
//!
//! | module | what it turns into what |
//! |---|---|
//! | `side` | a program to records of its runs; a file of records to the same |
//! | `player` | a record to launches, one after the other, and the digests of memory at each |
//! | `differ` | the runs of two sides to pages whose digests differ, by launch |
//! | `contents` | pages to their bytes, out of records that hold them |
//! | `element`, `verdict` | bytes to elements that lie apart beyond the tolerance, and those that no two runs agree on |
//! | `search` | all of these to the first difference |
//! | `signature` | mangled names to types of parameters |
//! | `report` | the answer to text and JSON |

#![warn(missing_docs)]

mod contents;
mod differ;
mod element;
mod player;
mod report;
mod search;
mod side;
mod signature;
mod verdict;

pub use element::{Tolerance, Type};

use hipify_error::Error;
use hipify_run::{PROGRAM_FAILED, RunOptions};
use hipify_tree::say::{print, say_line};
use search::Search;
use side::{Program, Side, Source, Wanted};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What is compared, and how.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// A program, or sources or a folder to make one of.
    pub paths: Vec<PathBuf>,
    /// Words for the program.
    pub words: Vec<OsString>,
    /// More words for `build`, where something is built.
    pub build: Vec<String>,
    /// How the program is run.
    pub run: RunOptions,
    /// What it is compared with.
    pub with: With,
    /// Digests are taken around every so manieth launch.
    pub every: u64,
    /// Digests are taken around these launches alone.
    pub launches: Option<(u64, u64)>,
    /// How far floats may lie apart.
    pub tolerance: Tolerance,
    /// What elements are taken for.
    pub kind: Option<Type>,
    /// Run each side once: what differs from run to run is not set apart.
    pub once: bool,
    /// Bytes of contents of changed pages that `--record` keeps of each run.
    pub contents: u64,
    /// Seconds that a launch is waited for.
    pub patience: Option<u64>,
    /// Print JSON.
    pub json: bool,
}

/// What a program is compared with.
#[derive(Clone, Debug)]
pub enum With {
    /// Itself, with warps of two sizes.
    WaveSizes([u32; 2]),
    /// Another program.
    Program(PathBuf),
    /// Nothing: its runs are recorded in a file.
    Record(PathBuf),
    /// Runs that were recorded in a file.
    Against(PathBuf),
}

impl Default for With {
    fn default() -> Self {
        With::WaveSizes([32, 64])
    }
}

/// Exit code when a difference was found.
const DIFFERENT: u8 = 1;

/// The header by which programs that nvcc compiles write records.
pub const NVCC_HEADER: &str = include_str!("../../../runtime-shim/include/cuda_record/hipify_record.h");

/// Compares, or records, and says the exit code.
///
/// # Errors
/// Where a program cannot be built or run, or a record not be read.
pub fn run(options: &Options) -> Result<u8, Error> {
    let folder = tempfile::tempdir().map_err(Error::io("make", &std::env::temp_dir()))?;
    let path = match hipify_run::sources::program("compare", &options.paths, &options.build, folder.path())? {
        Ok(path) => path,
        Err(code) => return Ok(code),
    };
    let program = |path: &Path, wave_size: Option<u32>| {
        let run = RunOptions { wave_size: wave_size.or(options.run.wave_size), ..options.run.clone() };
        Program { path: path.to_owned(), words: options.words.clone(), options: run }
    };
    let side = |label: String, program: Program| Side { label, source: Source::Program(program) };
    let named = |path: &Path| format!("`{}`", path.display());
    let sides = match &options.with {
        With::Record(file) => return record(&program(&path, None), file, options, folder.path()),
        With::WaveSizes(sizes) => sizes.map(|size| side(format!("{size} lanes"), program(&path, Some(size)))),
        With::Program(other) => [side(named(&path), program(&path, None)), side(named(other), program(other, None))],
        With::Against(file) => {
            let file = std::path::absolute(file).map_err(Error::io("find", file))?;
            let recorded =
                Side { label: named(Path::new(file.file_name().unwrap_or(file.as_os_str()))), source: Source::File(file) };
            [side("this run".to_owned(), program(&path, None)), recorded]
        }
    };
    let labels = sides.each_ref().map(|side| side.label.clone());
    let search = Search {
        sides: &sides,
        folder: folder.path(),
        wanted: Wanted {
            every: options.every.max(1),
            launches: options.launches,
            contents: 0,
            pages: None,
            patience: options.patience,
        },
        runs: if options.once { 1 } else { 2 },
        tolerance: options.tolerance,
        kind: options.kind,
    };
    let answer = search.run()?;
    if options.json {
        print(format!("{:#}\n", report::json(&answer, &labels)).as_bytes())?;
    } else {
        print(report::text(&answer, &labels).as_bytes())?;
    }
    let failed = !answer.endings.is_empty();
    Ok(match answer.difference.is_some() || answer.has_parted() {
        true => DIFFERENT,
        false if failed => PROGRAM_FAILED,
        false => 0,
    })
}

/// Writes the records of a program's runs to a file.
fn record(program: &Program, file: &Path, options: &Options, folder: &Path) -> Result<u8, Error> {
    let Options { launches, contents, patience, .. } = *options;
    let wanted = Wanted { every: options.every.max(1), launches, contents, pages: None, patience };
    let mut out = std::fs::File::create(file).map_err(Error::io("write", file))?;
    let mut code = 0;
    for run in 0..if options.once { 1 } else { 2 } {
        let part = folder.join(format!("record-{run}"));
        if let Some(ending) = program.record(&part, &wanted, "the recorded run")? {
            say_line(format_args!("warning: the program failed: {}", ending.status));
            ending.said.iter().for_each(|line| say_line(format_args!("  {line}")));
            code = PROGRAM_FAILED;
        }
        let bytes = std::fs::read(&part).map_err(Error::io("read", &part))?;
        out.write_all(&bytes).map_err(Error::io("write", file))?;
        std::fs::remove_file(&part).map_err(Error::io("remove", &part))?;
    }
    Ok(code)
}
