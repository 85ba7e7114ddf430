//! What was gathered to a request: what is made, under which names, for which targets.

use crate::clang::UNLIKE_NVCC;
use crate::gather::Gathered;
use crate::request::{DeviceForm, Language, LinkWord, Produce, Request};
use crate::{Note, Parsed, Style, Variables};
use hipify_diagnostics::Level;
use hipify_error::Error;
use hipify_rules::options::Stage;
use std::path::{Path, PathBuf};

/// Variables that name targets, the first that is set counts: our own, those of makefiles and CMake, hipcc's.
const TARGETS: &[&str] = &["HIPIFY_OFFLOAD_ARCH", "HIP_ARCH", "HCC_AMDGPU_TARGET"];
const NO_INPUT: &str = "give a source, an object or a library; `--help` prints the options";

/// Decides.
pub(super) fn finish(mut gathered: Gathered, variables: &Variables) -> Result<Parsed, Error> {
    let style = gathered.style.unwrap_or(Style::Nvcc);
    targets_of_the_environment(&mut gathered.request, variables);
    if gathered.query.is_none() {
        decide(&mut gathered, style)?;
    }
    let runs = gathered.stages.contains(&Stage::Run);
    let keep = gathered.keep_folder.filter(|_| gathered.keep).or_else(|| gathered.keep.then(|| PathBuf::from(".")));
    Ok(Parsed {
        style,
        request: gathered.request,
        notes: gathered.notes,
        query: gathered.query,
        dry_run: gathered.dry_run,
        verbose: gathered.verbose,
        clang: gathered.clang,
        rocm_path: gathered.rocm_path,
        device_libraries: gathered.device_libraries,
        jobs: gathered.jobs,
        keep,
        launcher: gathered.launcher,
        mode: gathered.mode,
        run: runs.then_some(gathered.run_arguments),
    })
}

/// Targets that variables name count where the command line names none.
pub fn targets_of_the_environment(request: &mut Request, variables: &Variables) {
    if request.targets.is_empty() {
        let named = TARGETS.iter().find_map(|name| variables.get(*name).filter(|value| !value.trim().is_empty()));
        let listed = named.map_or("", String::as_str).split([',', ';', ' ']).filter(|target| !target.is_empty());
        request.targets = listed.map(str::to_owned).collect();
    }
}

fn decide(gathered: &mut Gathered, style: Style) -> Result<(), Error> {
    let (produce, ending) = product(&gathered.stages, &gathered.request)?;
    gathered.request.produce = produce;
    gathered.request.rdc |= gathered.stages.contains(&Stage::CompileRelocatable);
    gathered.request.depfile.user_only |= gathered.stages.contains(&Stage::Dependencies { user_only: true });
    one_target(gathered)?;
    levels(gathered, style);
    // One command line serves compiles that each use a part of it.
    gathered.request.host_flags.push("-Qunused-arguments".to_owned());
    gathered.request.device_flags.push("-Qunused-arguments".to_owned());
    if style == Style::Nvcc {
        libraries_last(&mut gathered.request.link);
        like_nvcc(&mut gathered.request);
    }
    let is_file = |word: &LinkWord| !matches!(word, LinkWord::Flag(_));
    if !gathered.request.link.iter().any(is_file) {
        return Err(Error::usage("no input file", NO_INPUT));
    }
    names(gathered, ending)
}

/// What is made and, where each source makes a file, the ending of its name. Of several stages the earliest counts, as in
/// clang.
fn product(stages: &[Stage], request: &Request) -> Result<(Produce, Option<&'static str>), Error> {
    let has = |stage| stages.contains(&stage);
    let dependencies = stages.iter().any(|stage| matches!(stage, Stage::Dependencies { .. }));
    let device = |form, ending| Ok((Produce::Device(form), Some(ending)));
    if dependencies {
        return Ok((Produce::Dependencies, None));
    } else if has(Stage::Preprocess) {
        return Ok((Produce::Preprocessed, None));
    } else if has(Stage::Check) {
        return Ok((Produce::Nothing, None));
    } else if has(Stage::PortableCode) {
        // PTX is loaded as a module, or read on a terminal.
        let is_read = request.output.as_deref() == Some(Path::new("-"));
        return device(if is_read { DeviceForm::Assembly } else { DeviceForm::CodeObject }, "ptx");
    } else if has(Stage::HostSource) {
        return Ok((Produce::HostSource, Some("cu.cpp.ii")));
    } else if has(Stage::CodeObject) {
        return device(DeviceForm::CodeObject, "cubin");
    } else if has(Stage::AssemblyOfBoth) && !has(Stage::DeviceOnly) && (has(Stage::HostOnly) || is_plain(request)) {
        let ir = has(Stage::Llvm);
        return Ok((Produce::HostText { ir }, Some(if ir { "ll" } else { "s" })));
    } else if has(Stage::HostOnly) || has(Stage::AssemblyOfBoth) && !has(Stage::DeviceOnly) {
        let message = "host code alone, or host and device assembly in one file, is not made";
        return Err(Error::usage(message, "add --cuda-device-only, or --cuda-host-only with -S, or compile with -c"));
    } else if has(Stage::Llvm) && has(Stage::AssemblyOfBoth) {
        return device(DeviceForm::Ir, "ll");
    } else if has(Stage::AssemblyOfBoth) {
        return device(DeviceForm::Assembly, "s");
    } else if has(Stage::Llvm) && (has(Stage::DeviceOnly) || has(Stage::Bundle)) {
        return device(DeviceForm::Bitcode, "bc");
    } else if has(Stage::Llvm) {
        return Err(Error::usage("`-emit-llvm` makes host and device code in one file", "add --cuda-device-only"));
    } else if has(Stage::Bundle) {
        return device(DeviceForm::Bundle, "fatbin");
    } else if has(Stage::DeviceOnly) {
        return device(DeviceForm::Bundle, "hipfb");
    }
    Ok(if has(Stage::Compile) || has(Stage::CompileRelocatable) {
        (Produce::Objects, Some("o"))
    } else if has(Stage::DeviceLink) {
        (Produce::DeviceLink, None)
    } else if has(Stage::StaticLibrary) {
        (Produce::StaticLibrary, None)
    } else if has(Stage::Shared) {
        (Produce::SharedLibrary, None)
    } else {
        (Produce::Executable, None)
    })
}

/// Whether no source has device code.
fn is_plain(request: &Request) -> bool {
    request.sources.iter().all(|source| matches!(source.language, Language::C | Language::Cxx))
}

/// A code object is of one target; for several, a bundle holds them.
fn one_target(gathered: &mut Gathered) -> Result<(), Error> {
    let count = gathered.request.targets.len();
    match gathered.request.produce {
        Produce::Device(DeviceForm::CodeObject) if count > 1 => {
            gathered.request.produce = Produce::Device(DeviceForm::Bundle);
            let message = format!("the file holds a bundle with the code objects of {count} targets");
            gathered.notes.push(Note { level: Level::Note, message, help: None });
            Ok(())
        }
        Produce::Device(DeviceForm::Assembly | DeviceForm::Bitcode | DeviceForm::Ir) if count > 1 => {
            let message = format!("text of {count} targets does not go into one file");
            Err(Error::usage(message, "give one --offload-arch"))
        }
        _ => Ok(()),
    }
}

/// nvcc optimises device code unless `-G` is given, hipcc both sides unless a level is given.
fn levels(gathered: &mut Gathered, style: Style) {
    let request = &mut gathered.request;
    let level = gathered.device_level.as_deref().unwrap_or("3");
    if gathered.device_debug {
        request.device_flags.extend(["-g".to_owned(), "-O0".to_owned()]);
    } else if style == Style::Nvcc && !gathered.optimized {
        request.device_flags.insert(0, format!("-O{level}"));
    } else if style == Style::Hipcc && !gathered.optimized {
        request.flags.insert(0, "-O3".to_owned());
    }
}

/// What the user asks for himself stays; `-Wall` would bring back the rest.
fn like_nvcc(request: &mut Request) {
    let all = request.flags.iter().chain(&request.host_flags);
    let asked = |flag: &&str| all.clone().any(|word| word.replacen("-W", "-Wno-", 1) == **flag);
    let more: Vec<String> = UNLIKE_NVCC.iter().filter(|flag| !asked(flag)).map(|flag| (*flag).to_owned()).collect();
    request.host_flags.extend(more.iter().cloned());
    request.device_flags.extend(more);
}

/// nvcc names libraries after all files, in one group with the archives, so that their order does not matter.
fn libraries_last(link: &mut Vec<LinkWord>) {
    let is_library = |word: &LinkWord| matches!(word, LinkWord::Flag(flag) if flag.starts_with("-l"));
    let (libraries, mut rest): (Vec<_>, Vec<_>) = std::mem::take(link).into_iter().partition(is_library);
    let is_archive = |word: &LinkWord| matches!(word, LinkWord::File(path) if path.extension().is_some_and(|e| e == "a"));
    let grouped = rest.iter().any(is_archive);
    rest.extend(libraries);
    if grouped {
        rest.insert(0, LinkWord::Flag("-Wl,--start-group".to_owned()));
        rest.push(LinkWord::Flag("-Wl,--end-group".to_owned()));
    }
    *link = rest;
}

/// Names of outputs as nvcc gives them: in the current folder, or in that of `-odir`.
fn names(gathered: &mut Gathered, ending: Option<&str>) -> Result<(), Error> {
    let request = &mut gathered.request;
    let count = request.sources.len();
    let per_source = ending.is_some() || matches!(request.produce, Produce::Preprocessed | Produce::Dependencies);
    if per_source && count == 0 {
        return Err(Error::usage("no source to compile", "objects and libraries are for the link: leave out -c"));
    }
    if per_source && count > 1 && request.output.is_some() {
        let message = "-o names one file, but several sources are compiled";
        return Err(Error::usage(message, "leave out -o, or compile them one by one"));
    }
    if request.output.is_some() {
        return Ok(());
    }
    let folder = gathered.folder.clone().unwrap_or_default();
    if let Some(ending) = ending {
        for source in &mut request.sources {
            source.object = Some(folder.join(with_ending(&source.path, ending)));
        }
    }
    request.output = match request.produce {
        Produce::Executable | Produce::SharedLibrary => Some("a.out".into()),
        Produce::StaticLibrary => Some("a.a".into()),
        Produce::DeviceLink => Some("a_dlink.o".into()),
        _ => None,
    };
    Ok(())
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let stem = path.file_stem().filter(|stem| *stem != "-").unwrap_or("stdin".as_ref());
    let mut name = stem.to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}
