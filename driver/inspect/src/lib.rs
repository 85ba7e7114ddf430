//! `inspect`: the code objects in executables, objects, libraries and bundles, and what each of their kernels needs.
//!
//! | module | what it does |
//! |---|---|
//! | `read` | an executable, object, library, archive or bundle to the device code in it |
//! | `offload_binary`, `nvidia` | LLVM's offload binaries; NVIDIA's fat binaries, as far as they name GPUs |
//! | `code_object`, `metadata`, `cpu` | an AMDGPU ELF, its note, or a CPU code object's table to kernels and what each needs |
//! | `occupancy` | how many waves of a kernel a SIMD holds, and what limits them |
//! | `imports`, `cuda_symbols` | functions that a file takes from CUDA's libraries, and how the shim serves each |
//! | `demangle`, `disasm`, `extract` | names as in the source; a kernel's instructions; pieces of device code as files |
//! | `report`, `table` | what is said of a file, as JSON and as a table |

#![warn(missing_docs)]

mod code_object;
mod cpu;
pub mod cuda_symbols;
mod demangle;
mod disasm;
mod extract;
mod imports;
mod metadata;
mod nvidia;
mod occupancy;
mod offload_binary;
mod read;
mod report;
mod table;
#[cfg(test)]
mod tests;

pub use demangle::demangle;

use disasm::Disassembler;
use hipify_bundle::ReadError;
use hipify_command_line::target::{Target, TargetId};
use hipify_error::Error;
use hipify_tree::say::say_line;
pub use read::CodeObject;
use report::FileReport;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// What is printed of which files.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Executables, objects, libraries, archives, offload bundles and code objects.
    pub paths: Vec<PathBuf>,
    /// Only for these targets, each a comma list.
    pub targets: Vec<String>,
    /// Print the instructions of this kernel instead; its name may be mangled or not, with or without parameters.
    pub disassemble: Option<String>,
    /// Also write each code object to a file in this folder.
    pub extract: Option<PathBuf>,
    /// Print kernel names as they are in the source.
    pub demangle: bool,
    /// Print JSON.
    pub json: bool,
}

/// Prints what the files hold; 1 when one holds no device code, 2 when one cannot be read.
pub fn run(options: &Options) -> Result<u8, Error> {
    let wanted = Target::parse_list(&options.targets)?;
    let disassembler = options.disassemble.as_deref().map(Disassembler::find).transpose()?;
    let mut reports = Vec::new();
    let mut code = 0;
    for path in &options.paths {
        let looked = with_code_objects(path, |found| {
            let found: Vec<CodeObject> = found.into_iter().filter(|object| is_wanted(object, &wanted)).collect();
            if let Some(folder) = &options.extract {
                extract::extract(path, &found, folder)?;
            }
            if let Some(disassembler) = &disassembler {
                disassembler.print(path, &found)?;
            }
            Ok(FileReport::new(path, &found, imports::of_file(path)?, options.demangle))
        });
        let report = looked.unwrap_or_else(|error| {
            complain(&error);
            FileReport::failed(path, &error)
        });
        code = code.max(report.exit_code());
        reports.push(report);
    }
    if disassembler.is_none() {
        print(options, &reports).map_err(Error::Stdout)?;
    }
    Ok(code)
}

/// Reads a file and hands the device code in it to `work`.
pub fn with_code_objects<T>(path: &Path, work: impl FnOnce(Vec<CodeObject>) -> Result<T, Error>) -> Result<T, Error> {
    let metadata = fs::metadata(path).map_err(Error::io("read", path))?;
    if !metadata.is_file() {
        return Err(Error::path(path, "not a file", "name executables, objects, libraries or bundles"));
    }
    let bytes = fs::read(path).map_err(Error::io("read", path))?;
    // Members of a thin archive are named relative to it.
    let folder = path.parent().unwrap_or(Path::new(""));
    let fetch = |name: &str| {
        let member = folder.join(name);
        fs::read(&member).map_err(|error| ReadError::broken("the thin archive", format!("`{}`: {error}", member.display())))
    };
    let found = read::read(&bytes, &fetch).map_err(|error| Error::path(path, error.to_string(), remedy(&error)))?;
    work(found)
}

fn remedy(error: &ReadError) -> &'static str {
    match error {
        ReadError::Unknown => "name a file that a compiler or linker made",
        ReadError::CutOff { .. } | ReadError::Broken { .. } => "the file is damaged; build it again",
        ReadError::Unsupported { .. } => "`llvm-objdump --offloading` of the compiler that made the file may read it",
    }
}

/// A target without a feature stands for both settings of it.
fn is_wanted(object: &CodeObject, wanted: &[Target]) -> bool {
    let fits = |wish: Option<bool>, is: Option<bool>| wish.is_none() || wish == is;
    wanted.is_empty()
        || object.target().is_some_and(|is| {
            let same = |wish: &TargetId, is: &TargetId| {
                wish.gfx == is.gfx && fits(wish.sramecc, is.sramecc) && fits(wish.xnack, is.xnack)
            };
            wanted.iter().any(|wish| match (wish.gpu(), is.gpu()) {
                (Some(wish), Some(is)) => same(wish, is),
                (wish, is) => wish.is_none() && is.is_none(),
            })
        })
}

/// A file that cannot be read is no reason to pass over the others.
fn complain(error: &Error) {
    say_line(format_args!("error: {error}"));
    if let Some(remedy) = error.remedy() {
        say_line(format_args!("  help: {remedy}"));
    }
}

fn print(options: &Options, reports: &[FileReport]) -> io::Result<()> {
    let stdout = io::stdout();
    let width = stdout.is_terminal().then(terminal_size::terminal_size).flatten().map(|(width, _)| usize::from(width.0));
    let mut out = io::BufWriter::new(stdout.lock());
    if options.json {
        serde_json::to_writer_pretty(&mut out, reports).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        for (number, report) in reports.iter().filter(|report| report.error.is_none()).enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            table::print(&mut out, report, width)?;
        }
    }
    out.flush()
}
