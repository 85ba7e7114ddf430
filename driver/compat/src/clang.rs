//! hipify-clang: one `FILE.hip` beside each source by default.

use super::database;
use super::flags::Flags;
use super::statistics::{Statistics, clang_report};
use super::work::{engine, port, warn, write};
use hipify_engine::options::Engine;
use hipify_error::Error;
use hipify_tree::say::{say, say_line};
use hipify_tree::write::{back_up, with_suffix};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// This tool reports its own errors, and those of single files, by 1.
const FAILED: u8 = 1;

pub(super) fn run(flags: &Flags) -> Result<u8, Error> {
    let engine = engine(flags)?;
    refuse_conflicts(flags)?;
    let files = match &flags.database {
        Some(folder) if flags.files.is_empty() => database::files(folder)?,
        _ => flags.files.clone(),
    };
    if files.is_empty() {
        return Err(Error::usage("no source file is given", "give at least one, or -p DIR with a compile_commands.json"));
    }
    if files.len() > 1 && flags.output_file.is_some() {
        return Err(Error::usage("-o names one file, but several are to be ported", "use -o-dir"));
    }
    if let Some(folder) = &flags.output_folder {
        fs::create_dir_all(folder).map_err(Error::io("create folder", folder))?;
    }
    let mut code = 0;
    let mut all = Vec::new();
    for file in &files {
        match one(file, flags, &engine) {
            Ok(statistics) => all.push(statistics),
            Err(error) => {
                say_line(format_args!("error: {error}"));
                code = FAILED;
            }
        }
    }
    report(flags, &all)?;
    Ok(code)
}

fn refuse_conflicts(flags: &Flags) -> Result<(), Error> {
    let conflicts = [
        (flags.output_file.is_some() && flags.in_place, "-o", "-inplace"),
        (flags.output_file.is_some() && flags.no_output, "-o", "-no-output"),
        (flags.no_output && flags.in_place && !flags.print_stats, "-no-output", "-inplace"),
        (flags.output_folder.is_some() && flags.in_place, "-o-dir", "-inplace"),
    ];
    match conflicts.iter().find(|(both, ..)| *both) {
        Some((_, one, other)) => Err(Error::usage(format!("{one} and {other} exclude each other"), "give one of them")),
        None => Ok(()),
    }
}

fn one(file: &Path, flags: &Flags, engine: &Engine) -> Result<Statistics, Error> {
    let ported = port(file, file, flags, engine)?;
    warn(&ported.outcome, flags);
    if flags.no_output {
        return Ok(ported.statistics);
    }
    if flags.in_place {
        if ported.text.is_some() {
            if !flags.no_backup {
                keep(file)?;
            }
            write(file, file, ported.result())?;
        }
    } else {
        write(file, &output(file, flags), ported.result())?;
    }
    Ok(ported.statistics)
}

/// The first original is the one worth keeping.
fn keep(file: &Path) -> Result<(), Error> {
    let suffix = OsStr::new(".prehip");
    if !with_suffix(file, suffix).exists() {
        back_up(file, suffix, false)?;
    }
    Ok(())
}

fn output(file: &Path, flags: &Flags) -> PathBuf {
    let folder = flags.output_folder.as_deref();
    match (&flags.output_file, folder) {
        (Some(output), Some(folder)) => folder.join(output),
        (Some(output), None) => output.clone(),
        (None, Some(folder)) => folder.join(with_suffix(Path::new(file.file_name().unwrap_or_default()), OsStr::new(".hip"))),
        (None, None) => with_suffix(file, OsStr::new(".hip")),
    }
}

fn report(flags: &Flags, all: &[Statistics]) -> Result<(), Error> {
    let (mut text, mut csv) = (String::new(), String::new());
    clang_report(all, &mut text, &mut csv);
    if flags.print_stats {
        say(format_args!("{text}"));
    }
    if flags.print_stats_csv && !all.is_empty() {
        let name = match (&flags.stats_file, all) {
            (Some(file), _) => file.clone(),
            (None, [one]) => {
                Path::new(&one.name).file_name().map(|name| with_suffix(Path::new(name), OsStr::new(".csv"))).unwrap_or_default()
            }
            (None, _) => PathBuf::from("sum_stat.csv"),
        };
        let path = flags.output_folder.as_ref().map_or(name.clone(), |folder| folder.join(&name));
        hipify_tree::write::write(&path, 0o644, csv.as_bytes())?;
    }
    Ok(())
}
