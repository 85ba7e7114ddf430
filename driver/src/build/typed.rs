//! The words of `build` to a request.

use super::default_output;
use super::request::{DeviceForm, Fortran, Language, LinkWord, Produce, Request, Source};
use super::words::Word;
use crate::cli::{BuildArgs, Emit};
use crate::error::Error;
use std::path::Path;

/// What the command line asks for.
pub(crate) fn request(args: &BuildArgs, words: &[Word]) -> Result<Request, Error> {
    let mut request = Request {
        targets: args.offload_arch.clone(),
        runtime: args.runtime.clone(),
        produce: produce(args),
        fortran: Fortran { compiler: args.toolchain.fc.clone(), ..Fortran::default() },
        ..Request::default()
    };
    for word in words {
        match word {
            Word::Input { path, language } => input(&mut request, path, language.as_deref())?,
            Word::Clang(words) => option(&mut request, words)?,
        }
    }
    if request.sources.is_empty() && !request.link.iter().any(|word| matches!(word, LinkWord::File(_))) {
        return Err(Error::usage("nothing to build", "name sources or a folder"));
    }
    if !request.flags.iter().any(|flag| flag.starts_with("-O")) {
        request.flags.insert(0, "-O3".into());
    }
    // CUDA's calls may be ignored, HIP's are marked so that clang warns of each.
    request.flags.insert(0, "-Wno-unused-result".into());
    if request.produce == Produce::SharedLibrary && !request.flags.iter().any(|flag| flag.eq_ignore_ascii_case("-fpic")) {
        request.host_flags.push("-fPIC".into());
    }
    request.output = output(args, &request)?;
    Ok(request)
}

/// What options for clang ask for, without any input.
pub(crate) fn options<'a>(words: impl Iterator<Item = &'a Word>) -> Result<Request, Error> {
    let mut request = Request::default();
    for word in words {
        if let Word::Clang(words) = word {
            option(&mut request, words)?;
        }
    }
    Ok(request)
}

fn produce(args: &BuildArgs) -> Produce {
    match args.emit {
        Some(Emit::Shared) => Produce::SharedLibrary,
        Some(Emit::Static) => Produce::StaticLibrary,
        Some(Emit::Object) => Produce::Objects,
        Some(Emit::Bundle) => Produce::Device(DeviceForm::Bundle),
        Some(Emit::CodeObject) => Produce::Device(DeviceForm::CodeObject),
        Some(Emit::Asm) => Produce::Device(DeviceForm::Assembly),
        Some(Emit::Bitcode) => Produce::Device(DeviceForm::Bitcode),
        Some(Emit::Ir) => Produce::Device(DeviceForm::Ir),
        Some(Emit::Exe | Emit::Ninja) | None if !args.compile => Produce::Executable,
        Some(Emit::Exe | Emit::Ninja) | None => Produce::Objects,
    }
}

fn input(request: &mut Request, path: &Path, language: Option<&str>) -> Result<(), Error> {
    if path.is_dir() {
        return Err(Error::path(path, "a folder is built alone", "name one folder, or files"));
    }
    let language = match language {
        Some("hip" | "cu" | "cuda") => Some(Language::Hip),
        Some("c++" | "cxx") => Some(Language::Cxx),
        Some("c") => Some(Language::C),
        Some("f95" | "f77" | "f95-cpp-input" | "f77-cpp-input") => Some(Language::Fortran),
        Some(_) => Some(Language::Other),
        None => language_of(path)?,
    };
    match language {
        None if !path.exists() => {
            return Err(Error::path(path, "there is no such file", "check the name"));
        }
        None => request.link.push(LinkWord::File(path.to_path_buf())),
        Some(language) => {
            request.link.push(LinkWord::Source(request.sources.len()));
            request.sources.push(Source { path: path.to_path_buf(), language, flags: Vec::new(), object: None });
        }
    }
    Ok(())
}

/// Marks of device code and launches; a C++ source with one of them is compiled as HIP.
const MARKS: &[&str] = &["__global__", "__device__", "<<<", "hipLaunchKernelGGL"];

/// The language of a file by its name, and for C++ by what is in it; `None` for what only a linker takes.
pub(crate) fn language_of(path: &Path) -> Result<Option<Language>, Error> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    Ok(match ending {
        "cu" | "hip" => Some(Language::Hip),
        "c" => Some(Language::C),
        "cpp" | "cxx" | "cc" | "C" | "c++" | "cp" | "CPP" if path.is_file() => {
            let text = std::fs::read(path).map_err(Error::io("read", path))?;
            let marked = MARKS.iter().any(|mark| memchr::memmem::find(&text, mark.as_bytes()).is_some());
            Some(if marked { Language::Hip } else { Language::Cxx })
        }
        "cpp" | "cxx" | "cc" | "C" | "c++" | "cp" | "CPP" => Some(Language::Cxx),
        _ if hipify_diagnostics::Language::of(&path.to_string_lossy()) == hipify_diagnostics::Language::Fortran => {
            Some(Language::Fortran)
        }
        "s" | "S" | "ll" | "bc" | "ii" | "i" => Some(Language::Other),
        _ => None,
    })
}

/// One option of clang's.
fn option(request: &mut Request, words: &[String]) -> Result<(), Error> {
    let first = words[0].as_str();
    match first {
        "-shared" => request.produce = Produce::SharedLibrary,
        "-E" => request.produce = Produce::Preprocessed,
        "-fsyntax-only" => request.produce = Produce::Nothing,
        "-fgpu-rdc" => request.rdc = true,
        "-fno-gpu-rdc" => request.rdc = false,
        "-nogpulib" | "-nostdlib" => request.link.push(LinkWord::Flag(first.into())),
        "-M" | "-MM" => {
            request.produce = Produce::Dependencies;
            request.depfile.user_only = first == "-MM";
        }
        "-MD" | "-MMD" => {
            request.depfile.wanted = true;
            request.depfile.user_only = first == "-MMD";
        }
        "-MF" => request.depfile.path = words.get(1).map(Into::into),
        "-MT" | "-MQ" | "-MP" | "-MG" => request.depfile.flags.extend(words.iter().cloned()),
        "-S" => return Err(Error::usage("`-S` could mean the host's or the device's", "use --emit asm for device code")),
        "-L" | "-l" => request.link.push(LinkWord::Flag(words.concat())),
        _ if is_for_the_linker(first) => request.link.extend(words.iter().cloned().map(LinkWord::Flag)),
        _ => request.flags.extend(words.iter().cloned()),
    }
    Ok(())
}

fn is_for_the_linker(word: &str) -> bool {
    let starts =
        ["-l", "-L", "-Wl,", "-Xlinker", "-static", "-rdynamic", "-s", "-T", "-u", "-z", "-e", "-no-pie", "-pie", "-rpath"];
    let stays = ["-std", "-stdlib", "-save", "-sys", "-emit", "-trigraphs", "-time"];
    starts.iter().any(|start| word.starts_with(start)) && !stays.iter().any(|start| word.starts_with(start))
}

fn output(args: &BuildArgs, request: &Request) -> Result<Option<std::path::PathBuf>, Error> {
    if args.emit == Some(Emit::Ninja) {
        // -o names the folder of the build files.
        let folder = args.output.clone().unwrap_or_default();
        return Ok(is_one_file(request.produce).then(|| folder.join(default_output(first(request), request.produce))));
    }
    let several = request.sources.len() > 1 && !is_one_file(request.produce);
    match &args.output {
        Some(output) if several => Err(Error::path(
            output,
            format!("one output is named for {} sources", request.sources.len()),
            "leave -o out, or name one source",
        )),
        Some(output) => Ok(Some(output.clone())),
        None if is_one_file(request.produce) => Ok(Some(default_output(first(request), request.produce))),
        None => Ok(None),
    }
}

/// Whether all sources go to one file.
fn is_one_file(produce: Produce) -> bool {
    matches!(produce, Produce::Executable | Produce::SharedLibrary | Produce::StaticLibrary | Produce::DeviceLink)
}

fn first(request: &Request) -> &Path {
    request.sources.first().map_or(Path::new("a"), |source| &source.path)
}
