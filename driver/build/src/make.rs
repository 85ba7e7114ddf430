//! Carries out a request: ports, plans, runs the plan, and says what happened. `build` and `cc` end here.

mod folder;
mod progress;
pub(crate) mod report;
mod tools;

use crate::absolute::with_absolute_paths;
use crate::beside;
use crate::diagnostics::{CompilerDiagnostics, DIAGNOSTIC_FLAGS, show};
use crate::execute::{self, execute};
use crate::fortran::FortranTree;
use crate::leftovers::{CudaLibraries, leftovers, without_cudas};
use crate::libraries;
use crate::ninja;
use crate::permute::lane_permutes;
use crate::plan::{Plan, Step, Tool, Work};
use crate::ported::{PortedTree, default_scratch};
use crate::relocatable;
use crate::steps::{FortranPart, Layout, plan};
use crate::timings;
use hipify_command_line::request::{Language, Produce, Request};
use hipify_command_line::target::Target;
use hipify_engine::options::Engine;
use hipify_error::Error;
use hipify_toolchain::Toolchain;
use hipify_tree::say::{print, say_line};
use progress::Progress;
use std::path::{Path, PathBuf};

/// How a request is carried out.
pub struct BuildOptions {
    /// How code is ported.
    pub engine: Engine,
    /// Steps at a time.
    pub jobs: usize,
    /// Words put before each compile.
    pub launcher: Vec<String>,
    /// Keep intermediate files in this folder.
    pub keep: Option<PathBuf>,
    /// Print the plan and run nothing.
    pub show_plan: bool,
    /// Write build files for ninja into this folder and run nothing; the command line that does so again.
    pub ninja: Option<(PathBuf, Vec<String>)>,
    /// Write how long steps took, as a page or as JSON.
    pub timings: Option<PathBuf>,
    /// Steps are printed with their times, and what the port reports.
    pub verbose: bool,
    /// The link takes the libraries whose headers the sources include, named or not.
    pub libraries_of_headers: bool,
    /// A line shows how far the build is.
    pub progress: bool,
}

/// Steps at a time: as many as asked for, or with 0 one a core.
pub fn jobs(asked: usize) -> usize {
    if asked == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { asked }
}

/// Exit code of a build that failed.
pub(crate) const FAILED: u8 = 3;

/// Carries out `request` for `targets` and says the exit code.
pub fn make(request: &Request, targets: &[Target], toolchain: &Toolchain, options: &BuildOptions) -> Result<u8, Error> {
    let anywhere = options.ninja.is_some().then(|| with_absolute_paths(request));
    let request = anywhere.as_ref().unwrap_or(request);
    let scratch = default_scratch(&options.engine);
    let fortran = FortranTree::read(request, &options.engine, &scratch)?;
    let request = fortran.as_ref().map_or(request, |fortran| &fortran.request);
    let tree = PortedTree::read(&request.sources, &request.flags, &options.engine, &scratch)?;
    let folder = folder::work_folder(options)?;
    let libraries = || libraries::with_those_of_headers(request, &tree, &options.engine.options.choice);
    let with_libraries = options.libraries_of_headers.then(libraries).flatten();
    let request = with_libraries.as_ref().unwrap_or(request);
    let without_cudas = without_cudas(request);
    let request = without_cudas.as_ref().unwrap_or(request);
    let one_openmp = tools::with_one_openmp(request, toolchain);
    let request = one_openmp.as_ref().unwrap_or(request);
    let leftovers = leftovers(request)?;
    let shim = CudaLibraries::find(&leftovers)?;
    let plan = planned(request, targets, toolchain, options, (&tree, fortran.as_ref()), shim.as_ref(), folder.path())?;
    let own = own(&options.engine);
    if options.show_plan {
        let text = plan.text(&own, &options.launcher);
        print(text.as_bytes())?;
        return Ok(0);
    }
    let of_fortran = fortran.as_ref().map_or(Vec::new(), |fortran| fortran.outcomes.clone());
    report::findings(request, &tree, of_fortran, options);
    leftovers.warnings().iter().for_each(|warning| say_line(format_args!("warning: {warning}")));
    leftovers.notes().iter().for_each(|note| say_line(format_args!("note: {note}")));
    let permutes = lane_permutes(&tree, targets);
    if !permutes.is_empty() {
        show(&permutes);
        return Ok(FAILED);
    }
    tree.write()?;
    if let Some((folder, again)) = &options.ninja {
        let sources = fortran.as_ref().map_or(Vec::new(), FortranTree::sources);
        return write_ninja(&plan, &own, options, folder, (again, sources));
    }
    run(request, &plan, options, (&tree, fortran.as_ref()), toolchain.host_is_bundled())
}

fn planned(
    request: &Request,
    targets: &[Target],
    toolchain: &Toolchain,
    options: &BuildOptions,
    (tree, fortran): (&PortedTree, Option<&FortranTree>),
    shim: Option<&CudaLibraries>,
    work: &Path,
) -> Result<Plan, Error> {
    let relocatable = relocatable::files(request)?;
    let modules = request.fortran.modules.clone().unwrap_or_else(|| work.join("modules"));
    if fortran.is_some() && !options.show_plan {
        std::fs::create_dir_all(&modules).map_err(Error::io("make", &modules))?;
    }
    let layout = Layout {
        work: work.to_path_buf(),
        modules,
        modules_apart: request.fortran.modules.is_none(),
        track_headers: options.ninja.is_some(),
        distributed: options.launcher.iter().any(|word| distributes(word)),
        relocatable,
    };
    let mut tools = tools::tools(request, targets, toolchain, options.engine.mode, fortran.is_some() || request.fortran.links)?;
    if let Some(libraries) = shim {
        tools.link_flags.extend(libraries.flags(tools.beside.is_some()));
        tools.beside_too = libraries.beside(tools.beside.is_some());
    }
    if let Some(runtime) = &tools.beside {
        let cudas = shim.map(CudaLibraries::sonames).into_iter().flatten();
        tools.beside_too.extend(beside::mathematics(request, cudas, runtime));
    }
    let mut ported = tools::ported(request, tree);
    if let Some(found) = tools::device_headers(tree, &ported.flags, toolchain) {
        tools::raise_standard(&mut ported.flags);
        tools::use_device_headers(&mut tools, toolchain, request, found);
    }
    let samples: Vec<&str> = hipify_headers::sample_headers().collect();
    if tree.files().any(|file| file.includes_one_of(&samples)) {
        ported.flags.extend(toolchain.sample_headers()?);
    }
    if let (Some(fortran), Some(fc)) = (fortran, &tools.fc) {
        fortran.check()?;
        let kinds = &options.engine.fortran.kinds;
        let kinds = fc.kinds(kinds.real, kinds.integer);
        ported.fortran = Some(FortranPart { units: fortran.units.clone(), needs: fortran.needs(), kinds });
    }
    Ok(plan(request, &ported, &tools, &layout))
}

/// Whether a launcher sends compiles to other machines, which have neither the headers nor the sources.
fn distributes(launcher: &str) -> bool {
    let name = Path::new(launcher).file_name().map(|name| name.to_string_lossy());
    name.is_some_and(|name| ["distcc", "icecc"].contains(&&*name))
}

/// Whether device code is compiled or linked at all.
pub fn has_device_code(request: &Request) -> Result<bool, Error> {
    if matches!(request.produce, Produce::Preprocessed | Produce::Dependencies | Produce::HostText { .. }) {
        return Ok(false);
    }
    let in_sources = request.sources.iter().any(|source| matches!(source.language, Language::Hip | Language::Fortran));
    Ok(in_sources || !relocatable::files(request)?.is_empty())
}

fn own(engine: &Engine) -> Tool {
    Tool { program: std::env::current_exe().unwrap_or_else(|_| "hipify-rs".into()), options: engine.words() }
}

fn write_ninja(
    plan: &Plan,
    own: &Tool,
    options: &BuildOptions,
    folder: &Path,
    (again, sources): (&[String], Vec<PathBuf>),
) -> Result<u8, Error> {
    let folder = std::path::absolute(folder).map_err(Error::io("find", folder))?;
    let file = folder.join("build.ninja");
    let here = Path::new(".");
    let cwd = std::path::absolute(here).map_err(Error::io("find", here))?;
    let words = std::iter::once(own.program.display().to_string()).chain(again.iter().skip(1).cloned()).collect();
    let text = ninja::build_file(plan, own, &options.launcher, &ninja::Again { folder: cwd, words, sources });
    hipify_tree::write::write(&file, 0o644, text.as_bytes())?;
    let database = folder.join("compile_commands.json");
    hipify_tree::write::write(&database, 0o644, ninja::compile_commands(plan, own, &folder).as_bytes())?;
    if !options.progress {
        return Ok(0);
    }
    say_line(format_args!("{} steps in `{}`: run ninja -C {}", plan.steps.len(), file.display(), folder.display()));
    Ok(0)
}

fn run(
    request: &Request,
    plan: &Plan,
    options: &BuildOptions,
    (tree, fortran): (&PortedTree, Option<&FortranTree>),
    bundled_headers: bool,
) -> Result<u8, Error> {
    check_outputs(plan)?;
    let progress = Progress::new(plan, options);
    let own = |step: &Step| match &step.work {
        Work::Dependencies { from } => report::rewrite(from, &step.outputs[0], tree),
        // The tree was written as a whole.
        _ => Ok(()),
    };
    let settings = execute::Settings {
        jobs: options.jobs,
        launcher: options.launcher.clone(),
        variables: Vec::new(),
        compile_flags: DIAGNOSTIC_FLAGS.map(str::to_owned).to_vec(),
        own: &own,
        done: &|step, ran| progress.done(step, ran),
    };
    let ran = execute(plan, &settings)?;
    progress.clear();
    if let Some(path) = &options.timings {
        let timings = timings::timings(plan, &ran);
        let is_page = path.extension().is_some_and(|ending| ending == "html");
        let text = if is_page { timings::html(&timings) } else { timings::json(&timings) };
        hipify_tree::write::write(path, 0o644, text.as_bytes())?;
    }
    let diagnostics = CompilerDiagnostics::new(tree).about_fortran(fortran.map(|fortran| &fortran.originals));
    report::forward(request, plan, options, &ran, (tree, diagnostics.with_bundled_headers(bundled_headers)))
}

/// Finds out before minutes of compiling whether the result can be written.
fn check_outputs(plan: &Plan) -> Result<(), Error> {
    for output in plan.outputs.iter().filter(|output| output.as_os_str() != "-") {
        if output.is_dir() {
            return Err(Error::path(output, "the output is a folder", "name a file with -o"));
        }
        let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.is_dir() {
            return Err(Error::path(folder, "the folder of the output is not there", "make it, or name another with -o"));
        }
        let probe = tempfile::Builder::new().prefix(hipify_tree::write::TEMPORARY).tempfile_in(folder);
        if let Err(error) = probe {
            let reason = format!("nothing can be written there: {error}");
            return Err(Error::path(folder, reason, "check the permissions, or name another place with -o"));
        }
    }
    Ok(())
}
