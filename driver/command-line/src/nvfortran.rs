//! nvfortran's command lines to a request.

use crate::request::{Fortran, Language, LinkWord, Produce, Request};
use crate::{LanguageOf, Note, Parsed, Read, missing_value, words};
use hipify_buildfile::nvcc;
use hipify_diagnostics::Level;
use hipify_error::Error;
use hipify_rules::options::{CompilerOption, FlagScope, Meaning, Stage, Tool, Value, compiler_options};
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Whether a command of this name is called in nvfortran's place.
pub fn is_called(command: &OsStr) -> bool {
    let stem = Path::new(command).file_stem().and_then(OsStr::to_str).unwrap_or_default();
    ["nvfortran", "pgfortran", "pgf90", "pgf95"].contains(&stem)
}

/// Takes a command line apart. Response files are read by `read`; `language_of` says what inputs are.
pub fn parse(args: &[OsString], read: Read<'_>, language_of: LanguageOf<'_>) -> Result<Parsed, Error> {
    let words = words::expanded(Tool::Nvfortran, words::text(args)?, read)?;
    let mut parsed = Parsed::of(Request::default());
    parsed.request.fortran = Fortran { links: true, modules: Some(".".into()), ..Fortran::default() };
    let mut libraries = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word == "-" || !word.starts_with('-') {
            let path = Path::new(word);
            parsed.request.add_input(path, language_of(path)?);
            continue;
        }
        let Some((row, value)) = find(word) else {
            return Err(Error::usage(format!("`{word}` is no option of nvfortran that is known here"), "leave it out"));
        };
        let value = match value {
            Some(value) => value,
            None if row.value == Value::Separate => words.next().ok_or_else(|| missing_value(word))?,
            None => "",
        };
        match row.meaning {
            Meaning::CudaLibraries => add_libraries(&mut libraries, &mut parsed.notes, value),
            _ => option(&mut parsed, row, word, value)?,
        }
    }
    // After all objects, wherever `-cudalib` stands: linkers leave out what nothing has wanted yet.
    parsed.request.link.extend(libraries.into_iter().map(LinkWord::Flag));
    finish(&mut parsed)?;
    Ok(parsed)
}

/// The row of a word, and the value in the word.
fn find(word: &str) -> Option<(&'static CompilerOption, Option<&str>)> {
    compiler_options(Tool::Nvfortran).find_map(|row| {
        let value = row.exact(word).or_else(|| row.joined(word).map(Some))?;
        Some((row, value))
    })
}

fn option(parsed: &mut Parsed, row: &CompilerOption, word: &str, value: &str) -> Result<(), Error> {
    let request = &mut parsed.request;
    match row.meaning {
        Meaning::Stage(Stage::Shared) => request.produce = Produce::SharedLibrary,
        Meaning::Stage(_) => request.produce = Produce::Objects,
        Meaning::Output => request.output = Some(value.into()),
        Meaning::Modules => request.fortran.modules = Some(value.into()),
        Meaning::Real(bytes) => request.fortran.real = bytes,
        Meaning::Integer(bytes) => request.fortran.integer = bytes,
        Meaning::Each(FlagScope::Link, prefix) => request.link.push(LinkWord::Flag(format!("{prefix}{value}"))),
        Meaning::Each(_, prefix) => {
            request.fortran.defines.extend((prefix == "-D").then(|| value.to_owned()));
            request.flags.push(format!("{prefix}{value}"));
        }
        Meaning::Flags(FlagScope::Link) => request.link.push(LinkWord::Flag(word.to_owned())),
        Meaning::Flags(_) => request.flags.push(word.to_owned()),
        Meaning::FlagsAs(_, words) => request.flags.extend(words.iter().map(|word| (*word).to_owned())),
        Meaning::Targets => request.targets.extend(value.split(',').map(str::to_owned)),
        Meaning::FortranCompiler => request.fortran.compiler = Some(value.into()),
        Meaning::DryRun => parsed.dry_run = true,
        Meaning::Verbose => parsed.verbose = true,
        Meaning::Query(query) => parsed.query = Some(query),
        Meaning::Refused(why) => return Err(Error::usage(format!("`{word}`: {why}"), "leave it out")),
        Meaning::Dropped => parsed.notes.push(Note {
            level: Level::Note,
            message: format!("`{word}` has no counterpart and is left out"),
            help: None,
        }),
        _ => {}
    }
    Ok(())
}

/// The libraries that stand in for those of `-cudalib=`, which has its own name for NVTX.
fn add_libraries(libraries: &mut Vec<String>, notes: &mut Vec<Note>, names: &str) {
    for name in names.trim_start_matches('=').split(',').filter(|name| !name.is_empty()) {
        match nvcc::link_flags(if name == "nvtx" { "nvtx3" } else { name }) {
            Some(words) => libraries.extend(words),
            None => notes.push(Note {
                level: Level::Warning,
                message: format!("`{name}` of -cudalib has no counterpart in HIP and is not linked"),
                help: None,
            }),
        }
    }
}

fn finish(parsed: &mut Parsed) -> Result<(), Error> {
    let request = &mut parsed.request;
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
