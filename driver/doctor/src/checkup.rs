//! Turns an environment into what there is to build with, part by part: a missing part does not hide the others.

use super::advice::Advice;
use super::faults::{self, Fault};
use super::own::{self, OwnPart, Part};
use super::tools::{self, Tool};
use hipify_command_line::target::CPU;
use hipify_error::Error;
use hipify_rules::{Gfx, gfx_targets};
use hipify_toolchain::clang::{self, Clang, Origin};
use hipify_toolchain::environment::Environment;
use hipify_toolchain::hip::{self, DeviceLibraries, Hip, HipOrigin};
use hipify_toolchain::packages::ROCM_LIBRARIES;
use hipify_toolchain::{Toolchain, ToolchainOptions, Wanted, bundled, packages};
use serde::Serialize;
use std::path::PathBuf;

/// All that `doctor` knows.
#[derive(Serialize)]
pub(crate) struct Checkup {
    /// This program.
    pub(crate) command: Part,
    pub(crate) compiler: Option<Part>,
    /// Known faults of its release.
    pub(crate) compiler_faults: Vec<Fault>,
    pub(crate) hip: Option<Part>,
    pub(crate) device_libraries: Option<Part>,
    /// The C++ library of the machine, which host code is compiled against.
    pub(crate) standard_library: Option<PathBuf>,
    /// libamdhip64, which programs are linked with.
    pub(crate) runtime_library: Option<PathBuf>,
    /// Headers of ROCm's libraries, for GPUs.
    pub(crate) library_headers: Vec<LibraryHeaders>,
    /// Parts of the bundled runtime, which runs programs on the CPU.
    pub(crate) own: Vec<OwnPart>,
    /// LLVM's library, which kernels become code for the CPU with.
    pub(crate) llvm_library: Option<PathBuf>,
    pub(crate) tools: Vec<Tool>,
    pub(crate) cache: PathBuf,
    pub(crate) targets: Vec<Target>,
    /// What is missing or could be better, most needed first.
    pub(crate) advice: Vec<Advice>,
}

/// The headers of one of ROCm's libraries.
#[derive(Serialize)]
pub(crate) struct LibraryHeaders {
    pub(crate) library: &'static str,
    /// The folder that holds the library's own.
    pub(crate) include: Option<PathBuf>,
}

#[derive(Serialize)]
pub(crate) struct Target {
    pub(crate) name: &'static str,
    pub(crate) architecture: &'static str,
    #[serde(flatten)]
    pub(crate) state: State,
    /// What its kernels cannot do.
    pub(crate) limits: Vec<&'static str>,
}

#[derive(Serialize, PartialEq, Eq, Debug)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub(crate) enum State {
    Builds,
    /// Builds, with control bitcode that the installed device libraries lack.
    BuildsWithGeneratedBitcode,
    NeedsClang {
        version: u32,
    },
    CannotBuild {
        reason: String,
    },
}

impl Checkup {
    /// `build` is this program's version, with its commit.
    pub(crate) fn new(environment: &Environment, args: &ToolchainOptions, build: &str) -> Self {
        let mut advice = Vec::new();
        let mut note = |error: Error| {
            let remedy = error.remedy().unwrap_or_default().to_owned();
            advice.push(Advice { fact: error.to_string(), remedy });
        };
        let roots = hip::rocm_roots(environment, args.rocm_path.as_deref()).map_err(&mut note).unwrap_or_default();
        let clang = clang::find(environment, args.clang.as_deref(), &roots).map_err(&mut note).ok();
        let hips = hip::all(environment, &roots).map_err(&mut note).unwrap_or_default();
        if hips.is_empty() {
            note(Error::usage("no HIP headers were found", packages::hip(environment)));
        }
        let libraries = match &clang {
            Some(clang) => hip::device_libraries(environment, clang, &hips).map_err(&mut note).ok(),
            None => None,
        };
        let tools = tools::all(environment, clang.as_ref());
        let standard_library = clang.as_ref().and_then(|clang| standard_library(environment, clang));
        if clang.is_some() && standard_library.is_none() {
            let fact = "the C++ library's headers are not here: host code cannot be compiled".to_owned();
            advice.push(Advice {
                fact,
                remedy: packages::install(environment, "apt-get install g++", "install GCC's C++ compiler"),
            });
        }
        advice.extend(tools::advice(environment, clang.as_ref(), &tools));
        advice.extend(hip_advice(environment, hips.first()));
        let library_headers = library_headers(&hips);
        advice.extend(library_advice(environment, &hips, &library_headers));
        let toolchain = Toolchain::find_in(environment, args, Wanted::GPU).ok();
        let (compiler_faults, of_faults) = clang.as_ref().map(|clang| faults::faults(environment, clang)).unwrap_or_default();
        advice.extend(of_faults);
        // Without the runtime LLVM is not asked for, and one message is enough.
        let bundled = bundled::library(environment);
        let own = own::parts(environment);
        let on_the_cpu = Toolchain::find_in(environment, args, Wanted::CPU);
        let cpu_clang = on_the_cpu.as_ref().ok().and_then(|found| found.cpu.as_ref()).map(|cpu| cpu.clang.version.major);
        let llvm = bundled.as_ref().ok().map(|_| bundled::llvm(environment, cpu_clang.unwrap_or(bundled::PREFERRED_CLANG)));
        advice.extend(llvm.as_ref().and_then(|llvm| llvm.as_ref().err()).map(cpu_advice));
        let cpu_error = if clang.is_some() { on_the_cpu.as_ref().err() } else { bundled.as_ref().err() };
        advice.extend(cpu_error.map(cpu_advice));
        advice.extend(bundled.iter().flat_map(|_| own::advice(environment, &own)));
        Self {
            command: own::command(environment, build),
            targets: std::iter::once(cpu_target(&on_the_cpu, clang.as_ref(), &tools))
                .chain(gfx_targets().map(|gfx| target(gfx, clang.as_ref(), toolchain.as_ref(), &tools)))
                .collect(),
            compiler: clang.as_ref().map(compiler_part),
            compiler_faults,
            hip: hips.first().map(hip_part),
            device_libraries: libraries.as_ref().map(libraries_part),
            runtime_library: hips.first().and_then(Hip::runtime),
            standard_library,
            library_headers,
            own,
            llvm_library: llvm.and_then(Result::ok),
            tools,
            cache: environment.cache(),
            advice,
        }
    }

    pub(crate) fn builds_something(&self) -> bool {
        self.targets.iter().any(|target| target.state.builds())
    }
}

impl State {
    pub(crate) fn builds(&self) -> bool {
        matches!(self, Self::Builds | Self::BuildsWithGeneratedBitcode)
    }
}

fn compiler_part(clang: &Clang) -> Part {
    let origin = match &clang.origin {
        Origin::Named(by) => format!("named by `{by}`"),
        Origin::Rocm(root) => format!("ROCm in `{}`", root.display()),
        Origin::Distribution => "distribution".to_owned(),
        Origin::Setup(_) => "`hipify-rs setup clang`".to_owned(),
    };
    Part { path: clang.path.clone(), version: clang.version.to_string(), origin }
}

fn hip_part(hip: &Hip) -> Part {
    let origin = match &hip.origin {
        HipOrigin::Rocm(root) => format!("ROCm in `{}`", root.display()),
        HipOrigin::Prefix(_) => "`hipify-rs setup`".to_owned(),
        HipOrigin::Distribution => "distribution".to_owned(),
        HipOrigin::Bundled => "bundled".to_owned(),
    };
    let path = hip.include.first().cloned().unwrap_or_default();
    Part { path, version: format!("{}.{}", hip.version.major, hip.version.minor), origin }
}

fn libraries_part(libraries: &DeviceLibraries) -> Part {
    Part {
        path: libraries.path.clone(),
        version: libraries.llvm.to_string(),
        origin: "the newest that this clang reads".to_owned(),
    }
}

/// GCC's C++ library, where clang finds it: `clang -v` names the installation, whose headers Debian has apart.
fn standard_library(environment: &Environment, clang: &Clang) -> Option<PathBuf> {
    let said = environment.ask(&clang.path, &["-v"])?;
    let gcc = PathBuf::from(said.lines().find_map(|line| line.strip_prefix("Selected GCC installation: "))?);
    let release = gcc.file_name()?;
    let folders = [gcc.ancestors().nth(4)?.join("include/c++").join(release), gcc.join("include/c++")];
    folders.into_iter().find(|folder| folder.join("vector").is_file())?.canonicalize().ok()
}

fn library_headers(hips: &[Hip]) -> Vec<LibraryHeaders> {
    let folders = hips.iter().flat_map(|hip| &hip.include);
    let holding = |name: &str| folders.clone().find(|folder| folder.join(name).is_dir()).cloned();
    ROCM_LIBRARIES.iter().map(|(folder, library)| LibraryHeaders { library, include: holding(folder) }).collect()
}

fn library_advice(environment: &Environment, hips: &[Hip], headers: &[LibraryHeaders]) -> Option<Advice> {
    let missing: Vec<_> = headers.iter().filter(|headers| headers.include.is_none()).map(|headers| headers.library).collect();
    if hips.is_empty() || missing.is_empty() {
        return None;
    }
    let fact = format!("the headers of {} are not installed: code for GPUs cannot call them", missing.join(", "));
    Some(Advice { fact, remedy: packages::newer_hip(environment) })
}

fn hip_advice(environment: &Environment, hip: Option<&Hip>) -> Vec<Advice> {
    let mut advice = Vec::new();
    let Some(hip) = hip else { return advice };
    if hip.runtime().is_none() {
        let fact = "no libamdhip64 lies beside the headers: programs cannot be linked".to_owned();
        advice.push(Advice { fact, remedy: packages::hip(environment) });
    }
    if hip.version.major < 6 {
        let fact = format!("HIP {}.{} lacks bf16, fp8, `__shfl_sync` and more", hip.version.major, hip.version.minor);
        advice.push(Advice { fact, remedy: packages::newer_hip(environment) });
    }
    advice
}

fn cpu_advice(error: &Error) -> Advice {
    let fact = format!("nothing can be built for the CPU: {error}");
    Advice { fact, remedy: error.remedy().unwrap_or_default().to_owned() }
}

fn cpu_target(found: &Result<Toolchain, Error>, clang: Option<&Clang>, tools: &[Tool]) -> Target {
    let missing = tools.iter().find(|tool| tool.needed && tool.path.is_none());
    let state = match (found, clang, missing) {
        (_, None, _) => State::NeedsClang { version: *bundled::CLANG.start() },
        (Err(error), ..) => State::CannotBuild { reason: error.to_string() },
        (Ok(_), _, Some(tool)) => State::CannotBuild { reason: format!("`{}` is missing", tool.name) },
        (Ok(_), ..) => State::Builds,
    };
    Target { name: CPU, architecture: "x86-64", state, limits: Vec::new() }
}

fn target(gfx: &'static Gfx, clang: Option<&Clang>, toolchain: Option<&Toolchain>, tools: &[Tool]) -> Target {
    let mut limits = Vec::new();
    if !gfx.bpermute {
        limits.push("no shuffles");
    }
    if toolchain.is_some_and(|toolchain| toolchain.lacks_printf(gfx)) {
        limits.push("no `printf`");
    }
    Target { name: gfx.name, architecture: gfx.architecture.title(), state: state(gfx, clang, toolchain, tools), limits }
}

fn state(gfx: &Gfx, clang: Option<&Clang>, toolchain: Option<&Toolchain>, tools: &[Tool]) -> State {
    let cannot = |reason: &str| State::CannotBuild { reason: reason.to_owned() };
    let Some(clang) = clang else { return State::NeedsClang { version: gfx.clang_added.max(packages::OLDEST_CLANG) } };
    if !clang.targets.iter().any(|known| known == gfx.name) {
        return match gfx.clang_removed {
            Some(removed) if clang.version.major >= removed => {
                cannot(&format!("clang {} is the last that knows it", removed - 1))
            }
            _ if clang.version.major < gfx.clang_added => State::NeedsClang { version: gfx.clang_added },
            _ => cannot("this build of clang leaves it out"),
        };
    }
    if let Some(tool) = tools.iter().find(|tool| tool.needed && tool.path.is_none()) {
        return cannot(&format!("`{}` is missing", tool.name));
    }
    match toolchain {
        None => cannot("headers or device libraries are missing"),
        Some(toolchain) if toolchain.has_control_bitcode(gfx) => State::Builds,
        Some(_) => State::BuildsWithGeneratedBitcode,
    }
}
