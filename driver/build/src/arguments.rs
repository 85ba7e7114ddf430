//! The arguments of `build` to a request.

use super::input::language_of;
use crate::options::{CommandOptions, Emit};
use hipify_command_line::clang::{self, Word};
use hipify_command_line::request::{DeviceForm, Fortran, Produce, Request};
use hipify_error::Error;
use std::path::{Path, PathBuf};

/// What the command line asks for.
pub(crate) fn request(args: &CommandOptions, words: &[Word]) -> Result<Request, Error> {
    let request = Request {
        targets: args.offload_arch.clone(),
        runtime: args.runtime.clone(),
        produce: produce(args),
        fortran: Fortran { compiler: args.toolchain.fc.clone(), ..Fortran::default() },
        ..Request::default()
    };
    let mut request = clang::request(request, words, &language_of)?;
    request.output = output(args, &request)?;
    Ok(request)
}

/// The words after `--` as words for clang and the linker, where no program is run that they are for.
///
/// # Errors
/// When one of them is no option of clang.
pub(crate) fn after_dashes(args: &CommandOptions) -> Result<Vec<Word>, Error> {
    if args.run {
        return Ok(Vec::new());
    }
    let words: Vec<_> = args.rest.iter().map(Into::into).collect();
    let split = clang::split(&words, &|_| None, &|path| std::fs::read_to_string(path))?;
    match split.own.first() {
        Some(word) => Err(Error::usage(
            format!("`{word}` after `--` is no option of clang"),
            "name options of `build` before `--`; with --run the words after it are the program's",
        )),
        None => Ok(split.words),
    }
}

fn produce(args: &CommandOptions) -> Produce {
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

fn output(args: &CommandOptions, request: &Request) -> Result<Option<PathBuf>, Error> {
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

/// `a.cu` is built to this, unless -o says otherwise.
fn default_output(first: &Path, produce: Produce) -> PathBuf {
    let stem = first.file_stem().map_or_else(|| "a".into(), |stem| stem.to_string_lossy().into_owned());
    match produce {
        Produce::SharedLibrary => format!("lib{stem}.so").into(),
        Produce::StaticLibrary => format!("lib{stem}.a").into(),
        _ => "a.out".into(),
    }
}
