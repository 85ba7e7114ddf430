//! Options and files to what a request is made of.

use crate::item::{Found, Item};
use crate::request::{Language, LinkWord, Request};
use crate::runtime::{Choice, Mode};
use crate::target::CPU;
use crate::{Note, Style, extension, host, words};
use hipify_buildfile::nvcc;
use hipify_diagnostics::Level;
use hipify_error::Error;
use hipify_rules::options::{FlagScope, Meaning, Query, Stage, Tool};
use std::path::{Path, PathBuf};

/// All that a command line says, before it is decided what that makes.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) style: Option<Style>,
    pub(super) request: Request,
    pub(super) notes: Vec<Note>,
    pub(super) stages: Vec<Stage>,
    pub(super) query: Option<Query>,
    pub(super) folder: Option<PathBuf>,
    /// The host's level of optimisation was given.
    pub(super) optimized: bool,
    /// ptxas's level.
    pub(super) device_level: Option<String>,
    pub(super) device_debug: bool,
    pub(super) dry_run: bool,
    pub(super) verbose: bool,
    pub(super) keep: bool,
    pub(super) keep_folder: Option<PathBuf>,
    pub(super) clang: Option<PathBuf>,
    pub(super) rocm_path: Option<PathBuf>,
    pub(super) device_libraries: Option<PathBuf>,
    pub(super) jobs: Option<usize>,
    pub(super) launcher: Option<String>,
    pub(super) mode: Mode,
    pub(super) run_arguments: Vec<String>,
    /// What `-x` said last.
    language: Option<Language>,
    host_words: Vec<String>,
}

pub(super) fn gather(items: Vec<Item>, style: Style) -> Result<Gathered, Error> {
    let mut gathered = Gathered { style: Some(style), ..Gathered::default() };
    for item in items {
        match item {
            Item::File(path) => gathered.file(path, style)?,
            Item::Option(found) => gathered.option(found, style)?,
        }
    }
    for (place, word) in host::sorted(&std::mem::take(&mut gathered.host_words)) {
        if word == "-shared" {
            gathered.stages.push(Stage::Shared);
        } else {
            gathered.flag(place, word);
        }
    }
    Ok(gathered)
}

impl Gathered {
    fn file(&mut self, path: String, style: Style) -> Result<(), Error> {
        let language = match self.language {
            Some(language) => Some(language),
            None if path == "-" => {
                return Err(Error::usage("the language of standard input is not known", "give `-x cu` before `-`"));
            }
            None => extension::language_of(&path, style)?,
        };
        self.request.add_input(Path::new(&path), language);
        Ok(())
    }

    fn flag(&mut self, place: FlagScope, word: String) {
        let request = &mut self.request;
        match place {
            FlagScope::Both => request.flags.push(word),
            FlagScope::Host => request.host_flags.push(word),
            FlagScope::Device => request.device_flags.push(word),
            FlagScope::Link => request.link.push(LinkWord::Flag(word)),
            FlagScope::HostAndLink => {
                request.host_flags.push(word.clone());
                request.link.push(LinkWord::Flag(word));
            }
        }
    }

    fn option(&mut self, found: Found, style: Style) -> Result<(), Error> {
        self.explain(&found, style);
        let Found { name, value, meaning, words, .. } = found;
        let path = || Some(PathBuf::from(&value));
        match meaning {
            Meaning::Flags(place) | Meaning::FlagsAs(place, _) => words.into_iter().for_each(|word| self.flag(place, word)),
            Meaning::Nothing => {}
            Meaning::Each(place, prefix) => self.each(place, prefix, &value, style),
            Meaning::Stage(stage) => self.stages.push(stage),
            Meaning::Query(query) => self.query = self.query.or(Some(query)),
            Meaning::Refused(why) => return Err(Error::usage(format!("`{name}` cannot be done for AMD GPUs"), why)),
            Meaning::HostWords => self.host_words.extend(host::words(&value)),
            Meaning::LinkerWords => self.linker_words(&value),
            Meaning::Ptxas => self.ptxas(&value),
            Meaning::Arch => self.arch(&name, &value)?,
            Meaning::Targets => self.request.targets.extend(words::list(&value)),
            Meaning::Output => self.request.output = path(),
            Meaning::OutputFolder => self.folder = path(),
            Meaning::Language => self.language = language(&value)?,
            Meaning::Optimize => self.optimize(&value, style),
            Meaning::Debug => self.flag(if style == Style::Nvcc { FlagScope::Host } else { FlagScope::Both }, "-g".to_owned()),
            Meaning::DeviceDebug => self.device_debug = true,
            Meaning::Rdc => self.request.rdc = rdc(&name, &value)?,
            Meaning::Runtime => self.request.bare_link = value == "none",
            Meaning::Machine if value == "64" => {}
            Meaning::Machine => {
                return Err(Error::usage(format!("`{name} {value}`: AMD GPUs have 64-bit hosts alone"), "give 64"));
            }
            Meaning::DepfileWanted { user_only } => {
                self.request.depfile.wanted = true;
                self.request.depfile.user_only = user_only;
            }
            Meaning::DepfilePath => self.request.depfile.path = path(),
            Meaning::DepfileFlag(flag @ ("-MP" | "-MG")) => self.request.depfile.flags.push(flag.to_owned()),
            Meaning::DepfileFlag(flag) => self.request.depfile.flags.extend([flag.to_owned(), value]),
            Meaning::Jobs => self.jobs = jobs(&name, &value)?,
            Meaning::Keep => self.keep = true,
            Meaning::KeepFolder => self.keep_folder = path(),
            Meaning::DryRun => self.dry_run = true,
            Meaning::Verbose => self.verbose = true,
            Meaning::Launcher => self.launcher = Some(value),
            Meaning::Mode => self.mode = one_of(&name, &value)?,
            Meaning::CpuArch => self.request.runtime.cpu_arch = one_of(&name, &value)?,
            Meaning::HipRuntime => self.request.runtime.runtime = Some(one_of(&name, &value)?),
            Meaning::BundleRuntime => self.request.runtime.bundle = true,
            // nvcc instruments device code, for NVIDIA's memory checker.
            Meaning::Sanitize if value == "memcheck" => {}
            Meaning::Sanitize => self.request.runtime.sanitize = Some(one_of(&name, &value)?),
            Meaning::Checks => {
                let remedy = || format!("write `{name} memory,race`, or `{name} all`");
                self.request.runtime.checks = hipify_abi::Tool::list(&value).map_err(|error| Error::usage(error, remedy()))?;
            }
            Meaning::Clang => self.clang = path(),
            Meaning::RocmPath => self.rocm_path = path(),
            Meaning::DeviceLibraries => self.device_libraries = path(),
            Meaning::RunArguments => self.run_arguments.extend(words::list(&value)),
            // Option files are opened before words are taken apart; the rest is nvfortran's.
            Meaning::OptionsFile | Meaning::Dropped | Meaning::CudaLibraries | Meaning::FortranCompiler => {}
            Meaning::Modules | Meaning::Real(_) | Meaning::Integer(_) => {}
        }
        Ok(())
    }

    /// Notes what a user may want to know of an option.
    fn explain(&mut self, found: &Found, style: Style) {
        let name = &found.name;
        let note = match (found.owner, found.note, found.meaning) {
            (None, ..) if style == Style::Nvcc => {
                Note { level: Level::Warning, message: format!("`{name}` is no option of nvcc: clang gets it"), help: None }
            }
            // What other parts say of build files does not hold here.
            (Some(Tool::Nvcc), Some((level, help)), Meaning::Flags(_)) => {
                let message = format!("`{name}` has no exact counterpart");
                Note { level, message, help: Some(help) }
            }
            _ => return,
        };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// `-Ia,b`; hipcc's options hold no lists.
    fn each(&mut self, place: FlagScope, prefix: &str, value: &str, style: Style) {
        let values = if style == Style::Nvcc { words::list(value) } else { vec![value.to_owned()] };
        // On nvcc's command line `-DA=\"x\"` is a string, with the backslashes or without.
        let values = values
            .into_iter()
            .map(|value| if prefix == "-D" && style == Style::Nvcc { value.replace("\\\"", "\"") } else { value });
        for value in values {
            // Links name libraries that they take nothing of; a name that is used is reported as undefined.
            if let Some(help) = nvcc::library_advice(&value).filter(|_| prefix == "-l") {
                let message = format!("the link does without CUDA's library `{value}`, which nothing stands in for");
                self.notes.push(Note { level: Level::Warning, message, help: Some(help) });
                continue;
            }
            match nvcc::link_flags(&value).filter(|_| prefix == "-l") {
                Some(libraries) => libraries.into_iter().for_each(|word| self.flag(place, word)),
                None => self.flag(place, format!("{prefix}{value}")),
            }
        }
    }

    fn linker_words(&mut self, value: &str) {
        for word in words::list(value).iter().flat_map(|word| words::split(word)) {
            self.flag(FlagScope::Link, "-Xlinker".to_owned());
            self.flag(FlagScope::Link, word);
        }
    }

    fn ptxas(&mut self, value: &str) {
        for word in words::list(value).iter().flat_map(|word| words::split(word)) {
            let level = ["--opt-level=", "-opt-level=", "-O"].iter().find_map(|prefix| word.strip_prefix(prefix));
            if matches!(word.as_str(), "-v" | "--verbose" | "-verbose") {
                self.flag(FlagScope::Device, "-Rpass-analysis=kernel-resource-usage".to_owned());
            } else if let Some(level) = level.filter(|level| matches!(*level, "0" | "1" | "2" | "3")) {
                self.device_level = Some(level.to_owned());
            }
        }
    }

    /// NVIDIA's architectures are dropped; `-arch=gfx90a` names a target.
    fn arch(&mut self, name: &str, value: &str) -> Result<(), Error> {
        if value.starts_with("gfx") || words::list(value).iter().any(|target| target == CPU) {
            self.request.targets.extend(words::list(value));
            return Ok(());
        }
        let known = ["sm_", "compute_", "lto_", "native", "all"];
        if known.iter().any(|mark| value.contains(mark)) {
            return Ok(());
        }
        let message = format!("`{value}` is no architecture that `{name}` takes");
        Err(Error::usage(message, "NVIDIA's, as sm_80, are dropped; AMD's are given by --offload-arch=gfx90a"))
    }

    /// nvcc's manual: the level of host code. clang has one for both.
    fn optimize(&mut self, level: &str, style: Style) {
        let is_number = !level.is_empty() && level.bytes().all(|b| b.is_ascii_digit());
        let place = if style == Style::Nvcc && is_number { FlagScope::Host } else { FlagScope::Both };
        self.optimized |= place == FlagScope::Both;
        self.flag(place, format!("-O{level}"));
    }
}

fn rdc(name: &str, value: &str) -> Result<bool, Error> {
    match (name.trim_start_matches('-'), value) {
        ("fgpu-rdc", _) | (_, "true") => Ok(true),
        ("fno-gpu-rdc", _) | (_, "false") => Ok(false),
        _ => Err(Error::usage(format!("`{name}` does not take `{value}`"), "give true or false")),
    }
}

/// A value of an option that `build` has too.
fn one_of<T: Choice>(name: &str, value: &str) -> Result<T, Error> {
    let names = T::ALL.iter().map(|(_, name, _)| *name).collect::<Vec<_>>();
    let remedy = || format!("give one of {}", names.join(", "));
    T::named(value).ok_or_else(|| Error::usage(format!("`{name}` does not take `{value}`"), remedy()))
}

/// What `-x` makes of the files that follow it; None ends it.
fn language(name: &str) -> Result<Option<Language>, Error> {
    match extension::language_named(name).filter(|language| *language != Language::Fortran) {
        None if name != "none" => {
            Err(Error::usage(format!("unknown language `{name}` for `-x`"), "give cu, hip, c++, c, assembler or none"))
        }
        language => Ok(language),
    }
}

/// 0 means as many as there are cores.
fn jobs(name: &str, value: &str) -> Result<Option<usize>, Error> {
    let number: Result<usize, _> = value.parse();
    let number = number.map_err(|_| Error::usage(format!("`{name}` takes a number, not `{value}`"), "give 0 for one a core"))?;
    Ok(Some(number).filter(|number| *number > 0))
}
