//! hipify-perl: to standard output by default; `-inplace` ports from the `.prehip` copy if there is one.

use super::flags::Flags;
use super::statistics::{Statistics, print_perl};
use super::work::{engine, port, warn, write};
use hipify_engine::options::Engine;
use hipify_error::Error;
use hipify_tree::say::say_line;
use hipify_tree::scan::resolved;
use hipify_tree::write::{copy, with_suffix};
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

pub(super) fn run(flags: &Flags) -> Result<u8, Error> {
    let engine = engine(flags)?;
    if flags.output_file.is_some() && flags.files.len() > 1 {
        return Err(Error::usage("-o names one file, but several are to be ported", "port them one by one, or use -inplace"));
    }
    let mut total = Statistics::named("GLOBAL");
    for file in &flags.files {
        if is_excluded(file, flags) {
            say_line(format_args!("note: `{}` is excluded", file.display()));
            continue;
        }
        let statistics = one(file, flags, &engine)?;
        if flags.print_stats && statistics.found_anything() {
            print_perl(&statistics, false);
        }
        total.add(&statistics);
    }
    if flags.print_stats && flags.files.len() > 1 {
        print_perl(&total, true);
    }
    Ok(0)
}

fn one(file: &Path, flags: &Flags, engine: &Engine) -> Result<Statistics, Error> {
    let original = with_suffix(file, OsStr::new(".prehip"));
    let from = if flags.in_place && original.exists() { original.clone() } else { file.to_path_buf() };
    let ported = port(&from, file, flags, engine)?;
    warn(&ported.outcome, flags);
    if !flags.no_output {
        if flags.in_place {
            if !original.exists() {
                copy(file, &original)?;
            }
            write(file, file, ported.result())?;
        } else if let Some(output) = &flags.output_file {
            write(file, output, ported.result())?;
        } else {
            let mut out = std::io::stdout().lock();
            out.write_all(ported.result()).and_then(|()| out.flush()).map_err(Error::Stdout)?;
        }
    }
    Ok(ported.statistics)
}

fn is_excluded(file: &Path, flags: &Flags) -> bool {
    let real = resolved(file);
    let folders: Vec<PathBuf> = flags.exclude_folders.iter().map(|folder| resolved(folder)).collect();
    let names =
        |folder: &PathBuf| real.parent().is_some_and(|parent| parent.components().any(|c| c.as_os_str() == folder.as_os_str()));
    folders.iter().any(|folder| real.starts_with(folder))
        || flags.exclude_folders.iter().any(names)
        || flags.exclude_files.iter().any(|excluded| resolved(excluded) == real || file.file_name() == Some(excluded.as_os_str()))
}
