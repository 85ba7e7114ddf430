//! `hipify-rs fc`: nvfortran's command lines. [`parse`] turns one into a [`Request`] and says what it could not keep.

mod index;
mod table;

pub(crate) use index::{record, sources_of};

use crate::build::request::{Fortran, Language, LinkWord, Produce, Request, Source};
use crate::build::typed::language_of;
use crate::cc::{self, Note, Parsed};
use crate::error::Error;
use hipify_buildfile::nvcc::Query;
use hipify_diagnostics::Level;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use table::{LIBRARIES, Part, ROWS, Row, Value};

/// Runs `args` as nvfortran would and says the exit code.
pub(crate) fn run(args: &[OsString]) -> Result<u8, Error> {
    let words = args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect::<Vec<_>>();
    let mut parsed = parse(&words)?;
    cc::targets_of_the_environment(&mut parsed.request, &cc::variables());
    cc::carry_out(parsed)
}

/// Whether a command of this name is called in nvfortran's place.
pub(crate) fn is_called(command: &OsStr) -> bool {
    let stem = Path::new(command).file_stem().and_then(OsStr::to_str).unwrap_or_default();
    ["nvfortran", "pgfortran", "pgf90", "pgf95"].contains(&stem)
}

/// Takes a command line apart.
pub(crate) fn parse(words: &[String]) -> Result<Parsed, Error> {
    let mut parsed = Parsed::of(Request::default());
    parsed.request.fortran = Fortran { links: true, modules: Some(".".into()), ..Fortran::default() };
    let mut at = 0;
    while let Some(word) = words.get(at) {
        at += 1;
        if word == "-" || !word.starts_with('-') {
            file(&mut parsed.request, Path::new(word))?;
            continue;
        }
        let Some(row) = ROWS.iter().find(|row| row.fits(word)) else {
            return Err(Error::usage(format!("`{word}` is no option of nvfortran that is known here"), "leave it out"));
        };
        let joined = &word[row.name.len()..];
        let wants_next = row.value == Value::Next || (row.value == Value::NextOrJoined && joined.is_empty());
        let value = match wants_next {
            true => words.get(at).ok_or_else(|| Error::usage(format!("`{word}` wants a value"), "give one behind it"))?,
            false => joined,
        };
        at += usize::from(wants_next);
        option(&mut parsed, row, word, value)?;
    }
    finish(&mut parsed)?;
    Ok(parsed)
}

fn file(request: &mut Request, path: &Path) -> Result<(), Error> {
    match language_of(path)? {
        Some(language) => {
            request.link.push(LinkWord::Source(request.sources.len()));
            request.sources.push(Source { path: path.to_path_buf(), language, flags: Vec::new(), object: None });
        }
        None if path.is_file() => request.link.push(LinkWord::File(path.to_path_buf())),
        None => return Err(Error::path(path, "there is no such file", "check the name")),
    }
    Ok(())
}

fn option(parsed: &mut Parsed, row: &Row, word: &str, value: &str) -> Result<(), Error> {
    let request = &mut parsed.request;
    match row.part {
        Part::Compile => request.produce = Produce::Objects,
        Part::Shared => request.produce = Produce::SharedLibrary,
        Part::Output => request.output = Some(value.into()),
        Part::Modules => request.fortran.modules = Some(value.into()),
        Part::Real(bytes) => request.fortran.real = bytes,
        Part::Integer(bytes) => request.fortran.integer = bytes,
        Part::Define => {
            request.fortran.defines.push(value.to_owned());
            request.flags.push(format!("-D{value}"));
        }
        Part::CudaLibraries => libraries(parsed, value.trim_start_matches('=')),
        Part::Same => request.flags.push(format!("{}{value}", row.name)),
        Part::Words(words) => request.flags.extend(words.iter().map(|word| (*word).to_owned())),
        Part::Link => request.link.push(LinkWord::Flag(link_word(row.name, value))),
        Part::Targets => request.targets.extend(value.split(',').map(str::to_owned)),
        Part::Compiler => request.fortran.compiler = Some(PathBuf::from(value)),
        Part::DryRun => parsed.dry_run = true,
        Part::Verbose => parsed.verbose = true,
        Part::Version => parsed.query = Some(Query::Version),
        Part::Nothing => {}
        Part::Dropped => parsed.notes.push(Note {
            level: Level::Note,
            message: format!("`{word}` has no counterpart and is left out"),
            help: None,
        }),
        Part::Refused(why) => return Err(Error::usage(format!("`{word}`: {why}"), "leave it out")),
    }
    Ok(())
}

fn link_word(name: &str, value: &str) -> String {
    match name {
        "-rpath" => format!("-Wl,-rpath,{value}"),
        _ => format!("{name}{value}"),
    }
}

fn libraries(parsed: &mut Parsed, names: &str) {
    for name in names.split(',').filter(|name| !name.is_empty()) {
        match LIBRARIES.iter().find(|(known, _)| *known == name) {
            Some((_, Some(library))) => parsed.request.link.push(LinkWord::Flag(format!("-l{library}"))),
            _ => parsed.notes.push(Note {
                level: Level::Warning,
                message: format!("`{name}` of -cudalib has no counterpart in HIP and is not linked"),
                help: None,
            }),
        }
    }
}

fn finish(parsed: &mut Parsed) -> Result<(), Error> {
    let request = &mut parsed.request;
    // Behind all objects, wherever `-cudalib` stands: linkers leave out what nothing has wanted yet.
    let is_library = |word: &LinkWord| match word {
        LinkWord::Flag(flag) => LIBRARIES.iter().any(|(_, name)| name.is_some() && flag.strip_prefix("-l") == *name),
        _ => false,
    };
    request.link.sort_by_key(is_library);
    if parsed.query.is_none() && request.sources.is_empty() && request.link.is_empty() {
        return Err(Error::usage("nothing to compile", "name sources or objects"));
    }
    if request.produce == Produce::Objects && request.output.is_some() && request.sources.len() > 1 {
        let output = request.output.clone().unwrap_or_default();
        let message = format!("one output is named for {} sources", request.sources.len());
        return Err(Error::path(&output, message, "leave -o out, or name one source"));
    }
    if request.produce == Produce::Executable && request.output.is_none() {
        request.output = Some("a.out".into());
    }
    if !request.flags.iter().any(|flag| flag.starts_with("-O")) {
        request.flags.insert(0, "-O2".into());
    }
    if request.produce == Produce::SharedLibrary {
        request.flags.push("-fPIC".into());
    }
    let has_fortran = request.sources.iter().any(|source| source.language == Language::Fortran);
    request.fortran.links |= has_fortran;
    Ok(())
}

#[cfg(test)]
mod tests;
