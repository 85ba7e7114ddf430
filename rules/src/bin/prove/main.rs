//! Rules table + real headers -> how many rows the headers prove, and which rows they contradict.
//!
//! `prove [FOLDER] [--list CLASS]`: FOLDER is what scripts/fetch-headers.sh fills; CLASS is one of `unproven-cuda`, `newer`,
//! `no-header`, `missing`, `differs`, `unknown` (CUDA names that no row knows), `kinds` (that rows could state), `hip-names`, `too-early` (names that
//! headers lack though the row says that they are of that version), `errors` (of the parser).

mod check;
mod coverage;
mod headers;
mod layout;
mod report;
mod signature;

use std::path::PathBuf;
use std::process::ExitCode;

use check::{Finding, Target};
use layout::Sets;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<bool, String> {
    let mut root = PathBuf::from(".cache/headers");
    let mut lists = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--list" => lists.push(args.next().ok_or("--list takes the name of a list")?),
            folder => root = PathBuf::from(folder),
        }
    }
    let sets = layout::read(&hipify_rules::clang::Clang::load()?, &root)?;
    let findings: Vec<Finding> = hipify_rules::symbols().map(|symbol| check::check(symbol, &sets)).collect();
    for list in &lists {
        print_list(list, &findings, &sets)?;
    }
    if !lists.is_empty() {
        return Ok(true);
    }
    Ok(conclude(&findings, &sets))
}

/// Prints the table and every row that the headers contradict; whether there is none.
fn conclude(findings: &[Finding], sets: &Sets) -> bool {
    report::print_table(findings);
    report::print_sources(findings);
    report::print_families(findings, sets);
    let unknown = coverage::unknown(sets);
    println!("{} names of the CUDA headers are known to no row", unknown.len());
    let headers = headers::check(sets);
    report::print_headers(&headers);
    let wrong: Vec<&Finding> = findings.iter().filter(|f| report::is_wrong(f)).collect();
    for finding in &wrong {
        println!("wrong: {}", report::line(finding));
    }
    println!("{} rows are wrong", wrong.len());
    wrong.is_empty() && unknown.is_empty() && headers.unknown.is_empty()
}

fn print_list(list: &str, findings: &[Finding], sets: &Sets) -> Result<(), String> {
    let wanted = |f: &Finding| match list {
        "unproven-cuda" => f.cuda.is_none(),
        "newer" => matches!(f.target, Target::Newer(_)),
        "no-header" => matches!(f.target, Target::NoHeader(_)),
        "missing" => matches!(f.target, Target::Missing(_)),
        "differs" => report::class(f) == Some("differs"),
        _ => false,
    };
    match list {
        "unknown" => coverage::unknown(sets).iter().for_each(|line| println!("{line}")),
        "kinds" => coverage::kinds(findings, sets).iter().for_each(|line| println!("{line}")),
        "hip-names" => coverage::hip_names(sets).iter().for_each(|line| println!("{line}")),
        "too-early" => {
            let late = findings.iter().filter_map(|f| Some((f.symbol, check::too_early(f.symbol, sets)?)));
            late.for_each(|(symbol, set)| println!("{}\t{}\t{set}", symbol.cuda(), symbol.hip().unwrap_or("-")));
        }
        "errors" => sets.errors.iter().for_each(|line| println!("{line}")),
        "unproven-cuda" | "newer" | "no-header" | "missing" | "differs" => {
            findings.iter().filter(|f| wanted(f)).for_each(|f| println!("{}", report::line(f)));
        }
        _ => {
            return Err(format!(
                "no list `{list}`; --list takes unproven-cuda, newer, no-header, missing, differs, unknown, kinds, errors"
            ));
        }
    }
    Ok(())
}
