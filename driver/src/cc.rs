//! `hipify-rs cc`: the command lines of nvcc and hipcc. [`parse`] turns one into a [`Request`] and says what it could not keep.

mod answers;
#[cfg(test)]
mod cases;
mod gather;
pub(crate) mod hip_compiler;
mod hipcc_table;
mod host;
pub(crate) mod host_compiler;
mod input;
mod item;
mod produce;
mod run;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use produce::targets_of_the_environment;
pub(crate) use run::{carry_out, run, variables};

use crate::build::request::Request;
use crate::cli::Mode;
use crate::error::Error;
use hipify_buildfile::nvcc::Query;
use hipify_diagnostics::Level;
use item::{Item, Whose};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Whose command line it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Lists have commas, `-O` and `-g` are the host's, libraries follow all files, `.cpp` holds no kernels.
    Nvcc,
    /// clang's ways; `.cpp` is HIP.
    Hipcc,
}

/// Something dropped or chosen that a user may want to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Note {
    /// A note is for `--verbose`.
    pub(crate) level: Level,
    pub(crate) message: String,
    pub(crate) help: Option<&'static str>,
}

/// A command line in our terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Parsed {
    pub(crate) style: Style,
    pub(crate) request: Request,
    pub(crate) notes: Vec<Note>,
    /// Answered instead of making anything.
    pub(crate) query: Option<Query>,
    pub(crate) dry_run: bool,
    pub(crate) verbose: bool,
    /// Explicit places of the toolchain.
    pub(crate) clang: Option<PathBuf>,
    pub(crate) rocm_path: Option<PathBuf>,
    pub(crate) device_libraries: Option<PathBuf>,
    /// Steps at a time; None leaves it to the machine.
    pub(crate) jobs: Option<usize>,
    /// The folder in which intermediate files stay.
    pub(crate) keep: Option<PathBuf>,
    /// What becomes of CUDA code.
    pub(crate) mode: Mode,
    /// What runs each compilation, as `ccache`.
    pub(crate) launcher: Option<String>,
    /// Arguments of the program, which is run when it is there.
    pub(crate) run: Option<Vec<String>>,
}

impl Parsed {
    /// A request that nothing was said of beside what is in it.
    pub(crate) fn of(request: Request) -> Self {
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

/// The variables of the environment that matter, by name.
pub(crate) type Variables = BTreeMap<String, String>;

/// The style that a command of this name stands for.
pub(crate) fn style_called(command: &OsStr) -> Option<Style> {
    match Path::new(command).file_stem()?.to_str()? {
        "nvcc" => Some(Style::Nvcc),
        "hipcc" => Some(Style::Hipcc),
        _ => None,
    }
}

/// Takes a command line apart. `style` is told by the command's name; without it, an option that only hipcc has tells.
/// Response files are read by `read`; nothing else is touched.
pub(crate) fn parse(
    args: &[OsString],
    style: Option<Style>,
    variables: &Variables,
    read: &dyn Fn(&Path) -> std::io::Result<String>,
) -> Result<Parsed, Error> {
    let typed = args.iter().map(|arg| text(arg)).collect::<Result<Vec<_>, _>>()?;
    let typed = words::expanded(typed, read)?;
    let style = style.unwrap_or_else(|| style_of(&typed));
    refuse_other_platforms(style, variables)?;
    let all = words::with_environment(typed, style, variables, read)?;
    let items = item::items(&all, style)?;
    let gathered = gather::gather(items, style)?;
    produce::finish(gathered, variables)
}

fn text(arg: &OsStr) -> Result<String, Error> {
    let text = arg.to_str().map(str::to_owned);
    text.ok_or_else(|| Error::path(Path::new(arg), "is no UTF-8 text", "rename the file, or write the option in UTF-8"))
}

fn style_of(typed: &[String]) -> Style {
    let items = item::items(typed, Style::Nvcc).unwrap_or_default();
    let is_hipccs = |item: &Item| matches!(item, Item::Option(found) if found.owner == Some(Whose::Hipcc));
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
