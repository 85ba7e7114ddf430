//! A request made true: port, plan, run, and say what happened. `build` and `cc` end here.

use crate::build::absolute::with_absolute_paths;
use crate::build::execute::{Ending, Ran, Settings, execute};
use crate::build::ninja;
use crate::build::permute::lane_permutes;
use crate::build::plan::{Kind, Plan, Step, Tool, Work};
use crate::build::ported::{PortedTree, default_scratch, rewrite_depfile};
use crate::build::request::{Language, LinkWord, Produce, Request};
use crate::build::said::{DIAGNOSTIC_FLAGS, Said, show};
use crate::build::steps::{Layout, Ported, PortedFile, Tools, plan};
use crate::build::timings;
use crate::error::Error;
use crate::plan::Engine;
use crate::say::say_line;
use crate::target::TargetId;
use crate::toolchain::Toolchain;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// How a request is carried out.
pub(crate) struct Manner {
    pub(crate) engine: Engine,
    /// Steps at a time.
    pub(crate) jobs: usize,
    pub(crate) launcher: Vec<String>,
    /// Keep intermediate files in this folder.
    pub(crate) keep: Option<PathBuf>,
    /// Print the plan and run nothing.
    pub(crate) show_plan: bool,
    /// Write build files for ninja into this folder and run nothing; the command line that does so again.
    pub(crate) ninja: Option<(PathBuf, Vec<String>)>,
    /// Write how long steps took, as a page or as JSON.
    pub(crate) timings: Option<PathBuf>,
    pub(crate) verbose: bool,
    pub(crate) progress: bool,
}

/// Exit code of a build that failed.
pub(crate) const FAILED: u8 = 3;

/// Carries out `request` for `targets` and says the exit code.
pub(crate) fn make(request: &Request, targets: &[TargetId], toolchain: &Toolchain, manner: &Manner) -> Result<u8, Error> {
    let anywhere = manner.ninja.is_some().then(|| with_absolute_paths(request));
    let request = anywhere.as_ref().unwrap_or(request);
    let tree = PortedTree::read(&request.sources, &request.flags, &manner.engine, &default_scratch(&manner.engine))?;
    let folder = work_folder(manner)?;
    let plan = planned(request, targets, toolchain, manner, &tree, folder.path())?;
    let own = own(&manner.engine);
    if manner.show_plan {
        let text = plan.text(&own, &manner.launcher);
        std::io::stdout().write_all(text.as_bytes()).map_err(Error::Stdout)?;
        return Ok(0);
    }
    tree.notes().iter().for_each(|note| say_line(format_args!("note: {note}")));
    let permutes = lane_permutes(&tree, targets);
    if !permutes.is_empty() {
        show(&permutes);
        return Ok(FAILED);
    }
    tree.write()?;
    if let Some((folder, again)) = &manner.ninja {
        return write_ninja(&plan, &own, manner, folder, again);
    }
    run(request, &plan, manner, &tree)
}

/// Folder of intermediate files; removed at the end unless it is to be kept.
enum WorkFolder {
    Kept(PathBuf),
    Temporary(tempfile::TempDir),
}

impl WorkFolder {
    fn path(&self) -> &Path {
        match self {
            WorkFolder::Kept(path) => path,
            WorkFolder::Temporary(folder) => folder.path(),
        }
    }
}

fn work_folder(manner: &Manner) -> Result<WorkFolder, Error> {
    if manner.show_plan && manner.keep.is_none() && manner.ninja.is_none() {
        return Ok(WorkFolder::Kept(std::env::temp_dir().join("hipify-rs-build")));
    }
    let folder = match (&manner.ninja, &manner.keep) {
        (Some((folder, _)), _) => folder.join("obj"),
        (None, Some(folder)) => folder.clone(),
        (None, None) => {
            let temp = std::env::temp_dir();
            let folder = tempfile::Builder::new().prefix("hipify-rs-").tempdir().map_err(Error::io("make a folder in", &temp))?;
            return Ok(WorkFolder::Temporary(folder));
        }
    };
    let folder = std::path::absolute(&folder).map_err(Error::io("find", &folder))?;
    if !manner.show_plan {
        fs::create_dir_all(&folder).map_err(Error::io("make", &folder))?;
    }
    Ok(WorkFolder::Kept(folder))
}

fn planned(
    request: &Request,
    targets: &[TargetId],
    toolchain: &Toolchain,
    manner: &Manner,
    tree: &PortedTree,
    work: &Path,
) -> Result<Plan, Error> {
    let relocatable = relocatable_files(request)?;
    let layout = Layout {
        work: work.to_path_buf(),
        track_headers: manner.ninja.is_some(),
        distributed: manner.launcher.iter().any(|word| distributes(word)),
        relocatable,
    };
    Ok(plan(request, &ported(request, tree), &tools(targets, toolchain)?, &layout))
}

/// Whether a launcher sends compiles to other machines, which have neither the headers nor the sources.
fn distributes(launcher: &str) -> bool {
    let name = Path::new(launcher).file_name().map(|name| name.to_string_lossy());
    name.is_some_and(|name| ["distcc", "icecc"].contains(&&*name))
}

fn ported(request: &Request, tree: &PortedTree) -> Ported {
    let with_folders = |flags: &[String]| tree.flags(flags);
    let mut flags = with_folders(&request.flags);
    flags.extend(tree.trailing_flags());
    let files = tree.steps().map(|step| PortedFile { from: step.from.clone(), to: step.to.clone(), words: step.words() });
    let text = |path: &Path| tree.source(path).unwrap_or_else(|| path.to_path_buf());
    Ported {
        files: files.collect(),
        sources: request.sources.iter().map(|source| text(&source.path)).collect(),
        flags,
        source_flags: request.sources.iter().map(|source| with_folders(&source.flags)).collect(),
    }
}

fn tools(targets: &[TargetId], toolchain: &Toolchain) -> Result<Tools, Error> {
    for target in targets {
        toolchain.check(target)?;
    }
    let mut device_flags = Vec::new();
    if !targets.is_empty() {
        for target in targets {
            let libraries = toolchain.device_library_folder(target)?;
            let flags = [toolchain.compile_flags(), toolchain.device_flags(target, &libraries)].concat();
            device_flags.push((target.clone(), flags));
        }
    }
    let beside = |name: &str| toolchain.tool(name);
    Ok(Tools {
        cxx: toolchain.clang.path.clone(),
        cc: beside("clang")?,
        lld: beside("ld.lld")?,
        bundler: beside("clang-offload-bundler")?,
        ar: beside("llvm-ar").unwrap_or_else(|_| "ar".into()),
        host_flags: toolchain.compile_flags(),
        plain_flags: toolchain.include_flags(),
        device_flags,
        link_flags: toolchain.link_flags(),
    })
}

/// Files of the link that hold relocatable device code.
fn relocatable_files(request: &Request) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    for word in &request.link {
        let LinkWord::File(path) = word else { continue };
        let bytes = fs::read(path).map_err(Error::io("read", path))?;
        if memchr::memmem::find(&bytes, b"__CLANG_OFFLOAD_BUNDLE__hip-amdgcn").is_some() {
            found.push(path.clone());
        }
    }
    Ok(found)
}

/// Whether device code is compiled or linked at all.
pub(crate) fn has_device_code(request: &Request) -> Result<bool, Error> {
    if matches!(request.produce, Produce::Preprocessed | Produce::Dependencies) {
        return Ok(false);
    }
    let in_sources = request.sources.iter().any(|source| source.language == Language::Hip);
    Ok(in_sources || !relocatable_files(request)?.is_empty())
}

fn own(engine: &Engine) -> Tool {
    Tool { program: std::env::current_exe().unwrap_or_else(|_| "hipify-rs".into()), options: engine.words() }
}

fn write_ninja(plan: &Plan, own: &Tool, manner: &Manner, folder: &Path, again: &[String]) -> Result<u8, Error> {
    let folder = std::path::absolute(folder).map_err(Error::io("find", folder))?;
    let file = folder.join("build.ninja");
    let text = ninja::build_file(plan, own, &manner.launcher, again, &file);
    crate::write::write(&file, 0o644, text.as_bytes())?;
    let database = folder.join("compile_commands.json");
    crate::write::write(&database, 0o644, ninja::compile_commands(plan, own, &folder).as_bytes())?;
    if !manner.progress {
        return Ok(0);
    }
    say_line(format_args!("{} steps in `{}`: run ninja -C {}", plan.steps.len(), file.display(), folder.display()));
    Ok(0)
}

fn run(request: &Request, plan: &Plan, manner: &Manner, tree: &PortedTree) -> Result<u8, Error> {
    check_outputs(plan)?;
    let progress = Progress::new(plan, manner);
    let own = |step: &Step| match &step.work {
        Work::Dependencies { from } => rewrite(from, &step.outputs[0], tree),
        // The tree was written as a whole.
        _ => Ok(()),
    };
    let settings = Settings {
        jobs: manner.jobs,
        launcher: manner.launcher.clone(),
        variables: Vec::new(),
        compile_flags: DIAGNOSTIC_FLAGS.map(str::to_owned).to_vec(),
        own: &own,
        done: &|step, ran| progress.done(step, ran),
    };
    let ran = execute(plan, &settings)?;
    progress.clear();
    if let Some(path) = &manner.timings {
        let timings = timings::timings(plan, &ran);
        let is_page = path.extension().is_some_and(|ending| ending == "html");
        let text = if is_page { timings::html(&timings) } else { timings::json(&timings) };
        crate::write::write(path, 0o644, text.as_bytes())?;
    }
    forward(request, plan, manner, &ran, tree)
}

/// Standard output of steps that write there, and what compilers said.
fn forward(request: &Request, plan: &Plan, manner: &Manner, ran: &[Option<Ran>], tree: &PortedTree) -> Result<u8, Error> {
    let mut code = 0;
    let (mut said, mut crashes) = (Said::new(tree), Vec::new());
    let mut stdout = std::io::stdout().lock();
    for (step, ran) in plan.steps.iter().zip(ran) {
        let Some(ran) = ran else { continue };
        write_stdout(&mut stdout, request, &ran.stdout, tree).map_err(Error::Stdout)?;
        let host = matches!(step.kind, Kind::Host | Kind::Compile).then_some("host");
        said.add(step.target.as_deref().or(host).unwrap_or(""), &ran.stderr);
        if let Ending::Crashed(how) = &ran.ending {
            crashes.push(format!("error: `{}` {how}", step.title()));
        }
        if ran.ending != Ending::Done {
            code = FAILED;
        }
    }
    said.show(manner.verbose);
    crashes.iter().for_each(say_line);
    Ok(code)
}

/// Preprocessed text as it is; make rules with the originals in place of their ported copies.
fn write_stdout(to: &mut impl Write, request: &Request, said: &[u8], tree: &PortedTree) -> std::io::Result<()> {
    if request.produce != Produce::Dependencies {
        return to.write_all(said);
    }
    let text = String::from_utf8_lossy(said);
    to.write_all(rewrite_depfile(&text, |path| tree.original(path).map(Path::to_path_buf)).as_bytes())
}

fn rewrite(from: &Path, to: &Path, tree: &PortedTree) -> Result<(), Error> {
    let text = fs::read_to_string(from).map_err(Error::io("read", from))?;
    crate::write::write(to, 0o644, rewrite_depfile(&text, |path| tree.original(path).map(Path::to_path_buf)).as_bytes())
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
        tempfile::Builder::new().prefix(crate::write::TEMPORARY).tempfile_in(folder).map_err(Error::io("write into", folder))?;
    }
    Ok(())
}

/// One line that is written over on a terminal; a line a step with --verbose.
struct Progress {
    total: usize,
    verbose: bool,
    bar: Option<indicatif::ProgressBar>,
    done: std::sync::atomic::AtomicUsize,
}

impl Progress {
    fn new(plan: &Plan, manner: &Manner) -> Self {
        use std::io::IsTerminal as _;
        let total = crate::build::execute::worth_counting(plan);
        let shown = manner.progress && !manner.verbose && std::io::stderr().is_terminal() && std::env::var_os("CI").is_none();
        let bar = shown.then(|| {
            let bar = indicatif::ProgressBar::new(total as u64);
            let style = indicatif::ProgressStyle::with_template("[{pos}/{len}] {elapsed} {wide_msg}");
            bar.with_style(style.unwrap_or_else(|_| indicatif::ProgressStyle::default_bar()))
        });
        Self { total, verbose: manner.verbose, bar, done: 0.into() }
    }

    fn done(&self, step: &Step, ran: &Ran) {
        if matches!(step.work, Work::Port { .. }) {
            return;
        }
        let number = self.done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
        let line = format!("{} {:.2} s", step.title(), ran.took.as_secs_f64());
        if self.verbose {
            say_line(format_args!("[{number}/{}] {line}", self.total));
        } else if let Some(bar) = &self.bar {
            bar.set_message(line);
            bar.inc(1);
        }
    }

    fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
