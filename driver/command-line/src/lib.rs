//! Command lines of compilers to a [`Request`]: nvcc's and hipcc's ([`parse`]), nvfortran's ([`nvfortran::parse`]), and clang's
//! options in a command line of `hipify-rs build` ([`clang`]).
//!
//! What an option means is a row of `hipify_rules::options`; a case in `cases.rs` shows each. Nothing is run here, and no file is
//! read but response files, by the function that the caller gives.
//!
//! | module | what it does |
//! |---|---|
//! | `words` | command lines from files and variables: response files, `NVCC_PREPEND_FLAGS` and its like |
//! | `item`, `gather`, `host` | words to options with their values by the table; what they say together; words after `-Xcompiler` |
//! | `produce` | what was gathered to a request: what is made, under which names, for which targets |
//! | `clang`, `nvfortran` | the same for clang's options of `build`, and for nvfortran's command lines |
//! | `request` | the one type that all command lines end in |
//! | `extension`, `target`, `runtime` | what a file is by its name; targets and lists of them; runtime, CPU and mode |

#![warn(missing_docs)]

#[cfg(test)]
mod cases;
pub mod clang;
pub mod extension;
mod gather;
mod host;
mod item;
pub mod nvfortran;
mod produce;
pub mod request;
pub mod runtime;
pub mod target;
#[cfg(test)]
mod tests;
pub mod words;

pub use produce::targets_of_the_environment;

use hipify_diagnostics::Level;
use hipify_error::Error;
use hipify_rules::options::{Query, Tool};
use item::Item;
use request::{Language, Request};
use runtime::Mode;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

/// Reads a response file.
pub type Read<'r> = &'r dyn Fn(&Path) -> io::Result<String>;

/// What an input is compiled as, for callers that look into the file; None for one that only a linker takes.
pub type LanguageOf<'l> = &'l dyn Fn(&Path) -> Result<Option<Language>, Error>;

/// The variables of the environment that matter, by name.
pub type Variables = BTreeMap<String, String>;

/// Whose command line it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Lists have commas, `-O` and `-g` are the host's, libraries follow all files, `.cpp` holds no kernels.
    Nvcc,
    /// clang's ways; `.cpp` is HIP.
    Hipcc,
}

/// Something dropped or chosen that a user may want to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// A note is for `--verbose`.
    pub level: Level,
    /// What was dropped or chosen, and why.
    pub message: String,
    /// What to do, if anything.
    pub help: Option<&'static str>,
}

/// A command line in our terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// Whose command line it is.
    pub style: Style,
    /// What is to be made.
    pub request: Request,
    /// What a user may want to know of how the words were taken.
    pub notes: Vec<Note>,
    /// Answered instead of making anything.
    pub query: Option<Query>,
    /// Print the commands instead of running them.
    pub dry_run: bool,
    /// Print the commands as they run.
    pub verbose: bool,
    /// Explicit places of the toolchain.
    pub clang: Option<PathBuf>,
    /// The root of a ROCm installation.
    pub rocm_path: Option<PathBuf>,
    /// The folder of AMD's device libraries.
    pub device_libraries: Option<PathBuf>,
    /// Steps at a time; None leaves it to the machine.
    pub jobs: Option<usize>,
    /// The folder in which intermediate files stay.
    pub keep: Option<PathBuf>,
    /// What becomes of CUDA code.
    pub mode: Mode,
    /// What runs each compilation, as `ccache`.
    pub launcher: Option<String>,
    /// Arguments of the program, which is run when it is there.
    pub run: Option<Vec<String>>,
}

impl Parsed {
    /// A request about which nothing else was said.
    pub fn of(request: Request) -> Self {
        Self {
            mode: Mode::Port,
            style: Style::Hipcc,
            request,
            notes: Vec::new(),
            query: None,
            dry_run: false,
            verbose: false,
            clang: None,
            rocm_path: None,
            device_libraries: None,
            jobs: None,
            keep: None,
            launcher: None,
            run: None,
        }
    }
}

/// The style that a command of this name stands for.
pub fn style_called(command: &OsStr) -> Option<Style> {
    match Path::new(command).file_stem()?.to_str()? {
        "nvcc" => Some(Style::Nvcc),
        "hipcc" => Some(Style::Hipcc),
        _ => None,
    }
}

/// Takes a command line of nvcc or hipcc apart. `style` is told by the command's name; without it, an option that only hipcc has
/// tells. Response files are read by `read`; nothing else is touched.
pub fn parse(args: &[OsString], style: Option<Style>, variables: &Variables, read: Read<'_>) -> Result<Parsed, Error> {
    let typed = words::expanded(Tool::Nvcc, words::text(args)?, read)?;
    let style = style.unwrap_or_else(|| style_of(&typed));
    refuse_other_platforms(style, variables)?;
    let all = words::with_environment(typed, style, variables, read)?;
    let items = item::items(&all, style)?;
    let gathered = gather::gather(items, style)?;
    produce::finish(gathered, variables)
}

fn style_of(typed: &[String]) -> Style {
    let items = item::items(typed, Style::Nvcc).unwrap_or_default();
    let is_hipccs = |item: &Item| matches!(item, Item::Option(found) if found.owner == Some(Tool::Hipcc));
    if items.iter().any(is_hipccs) { Style::Hipcc } else { Style::Nvcc }
}

fn refuse_other_platforms(style: Style, variables: &Variables) -> Result<(), Error> {
    match variables.get("HIP_PLATFORM").map(String::as_str) {
        Some(platform @ ("nvidia" | "nvcc")) if style == Style::Hipcc => {
            let message = format!("HIP_PLATFORM is `{platform}`, but hipify-rs builds for AMD GPUs");
            Err(Error::usage(message, "unset it, or call NVIDIA's nvcc"))
        }
        _ => Ok(()),
    }
}

/// An option that stands at the end of the command line and takes a value.
fn missing_value(option: &str) -> Error {
    Error::usage(format!("`{option}` needs a value"), "give it after the option, or remove the option")
}
