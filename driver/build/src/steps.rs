//! A request to a plan: pure, so that tests compare its text without a compiler.

mod compile;
mod cpu;
mod fortran;
mod front_end;
mod link;
mod names;

use crate::fortran::{Compiler, Unit};
use crate::plan::{Plan, Step, StepKind, Work};
use hipify_command_line::request::{Produce, Request};
use hipify_command_line::target::Target;
use names::Names;
use std::path::{Path, PathBuf};

/// The programs of a plan, and the flags that the toolchain asks for.
#[derive(Clone, Debug)]
pub(crate) struct Tools {
    pub(crate) cxx: PathBuf,
    pub(crate) cc: PathBuf,
    pub(crate) lld: PathBuf,
    pub(crate) bundler: PathBuf,
    pub(crate) ar: PathBuf,
    /// Headers and macros of HIP, for host passes.
    pub(crate) host_flags: Vec<String>,
    /// The same for C and C++ without device code.
    pub(crate) plain_flags: Vec<String>,
    /// The same, device libraries and code object version, by target.
    pub(crate) device_flags: Vec<(Target, Vec<String>)>,
    /// What makes code for the CPU, where that is among the targets.
    pub(crate) cpu: Option<CpuTools>,
    /// The target whose code runs only where the program is asked to have warps of other lanes than it has.
    pub(crate) seldom: Option<Target>,
    /// The Fortran compiler, where there are sources for it.
    pub(crate) fc: Option<Compiler>,
    pub(crate) objcopy: PathBuf,
    /// The runtime library.
    pub(crate) link_flags: Vec<String>,
    /// A runtime library to be put beside what is linked.
    pub(crate) beside: Option<PathBuf>,
    /// What goes there with it.
    pub(crate) beside_too: Vec<PathBuf>,
}

/// Programs that make code for the CPU.
#[derive(Clone, Debug)]
pub(crate) struct CpuTools {
    pub(crate) cxx: PathBuf,
    /// Of the compiler.
    pub(crate) release: u32,
    pub(crate) lower: PathBuf,
    /// The processor, as `-march` takes it.
    pub(crate) arch: String,
    /// Whether its vector instructions take masks from registers of their own.
    pub(crate) has_mask_registers: bool,
    /// Whether the code is of [`Tools::seldom`].
    pub(crate) runs_seldom: bool,
}

/// A file of the ported tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PortedFile {
    pub(crate) from: PathBuf,
    pub(crate) to: PathBuf,
    /// How it is ported by itself, as words of `step port`.
    pub(crate) words: Vec<String>,
}

/// The ported tree as the plan sees it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ported {
    pub(crate) files: Vec<PortedFile>,
    /// Where the text of each source of the request stands, in their order.
    pub(crate) sources: Vec<PathBuf>,
    /// The request's flags, and those of each source, with include folders of the ported tree in front.
    pub(crate) flags: Vec<String>,
    pub(crate) source_flags: Vec<Vec<String>>,
    /// Fortran sources, where there are some.
    pub(crate) fortran: Option<FortranPart>,
}

/// The Fortran sources of a request as the plan sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FortranPart {
    /// By number of the source; `None` for other languages.
    pub(crate) units: Vec<Option<Unit>>,
    /// By number, those whose modules a source uses.
    pub(crate) needs: Vec<Vec<usize>>,
    /// Options that give types their kinds.
    pub(crate) kinds: Vec<String>,
}

/// Where and how steps leave their outputs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// Folder of intermediate files.
    pub(crate) work: PathBuf,
    /// Folder of Fortran's module files.
    pub(crate) modules: PathBuf,
    /// That is a folder of this build alone, and not one that the user works in.
    pub(crate) modules_apart: bool,
    /// Every compile writes which headers it read.
    pub(crate) track_headers: bool,
    /// Compiles are split into preprocessing here and a compile of the result, which another machine can do.
    pub(crate) distributed: bool,
    /// Those files of the request's link that hold relocatable device code.
    pub(crate) relocatable: Vec<PathBuf>,
}

/// The steps that make what `request` asks for.
pub(crate) fn plan(request: &Request, ported: &Ported, tools: &Tools, layout: &Layout) -> Plan {
    let mut planner = Planner { request, ported, tools, layout, names: Names::default(), plan: Plan::default() };
    planner.port();
    match request.produce {
        Produce::Executable | Produce::SharedLibrary => planner.link(),
        Produce::DeviceLink => planner.device_link(),
        Produce::StaticLibrary => planner.archive(),
        Produce::Objects => planner.objects(),
        Produce::Device(form) => planner.device_only(form),
        Produce::HostText { ir } => planner.host_text(ir),
        Produce::HostSource => planner.host_sources(),
        Produce::Preprocessed | Produce::Dependencies | Produce::Nothing => planner.front_end(),
    }
    if ported.fortran.is_some() { fortran::ordered(planner.plan) } else { planner.plan }
}

struct Planner<'a> {
    request: &'a Request,
    ported: &'a Ported,
    tools: &'a Tools,
    layout: &'a Layout,
    names: Names,
    plan: Plan,
}

impl Planner<'_> {
    fn port(&mut self) {
        for file in &self.ported.files {
            let work = Work::Port { words: file.words.clone() };
            self.push(StepKind::Port, &file.from, work, vec![file.from.clone()], &file.to);
        }
    }

    /// Adds a step that has no target and no dependency file, and gives its output back.
    fn push(&mut self, kind: StepKind, subject: &Path, work: Work, inputs: Vec<PathBuf>, to: &Path) -> PathBuf {
        let outputs = vec![to.to_path_buf()];
        self.plan.steps.push(Step { kind, target: None, subject: subject.to_path_buf(), work, inputs, outputs, depfile: None });
        to.to_path_buf()
    }

    fn work_file(&self, name: impl AsRef<Path>) -> PathBuf {
        self.layout.work.join(name)
    }

    /// The tools for a target that is the CPU.
    fn cpu_of(&self, target: usize) -> Option<CpuTools> {
        let (target, _) = &self.tools.device_flags[target];
        let cpu = self.tools.cpu.clone().filter(|_| target.is_cpu())?;
        Some(CpuTools { runs_seldom: self.tools.seldom.as_ref() == Some(target), ..cpu })
    }

    /// The targets, in the order of the command line.
    fn targets(&self) -> Vec<String> {
        self.tools.device_flags.iter().map(|(target, _)| target.to_string()).collect()
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[cfg(test)]
mod tests;
