//! `device-functions`: what device functions give on this machine, beside what they give on an NVIDIA GPU.

mod options;

use std::path::Path;
use std::process::ExitCode;

use hipify_functions::{
    Function, Machine, Outcome, Outcomes, Reference, Results, Rules, all_cases, idle, known, line, measure, outcomes, pack,
    program, read_results, reference, rules, table, unknown,
};
use options::{Command, Options};

fn main() -> ExitCode {
    match options::parse(std::env::args().skip(1)).and_then(|options| run(&options)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> Result<bool, String> {
    let rules = rules();
    match &options.command {
        Command::Compare => compare_targets(options, &rules),
        Command::Results { folder } => Ok(conclude(&options.targets[0], &read_folder(folder)?, options, &rules)),
        Command::Program { folder, parts } => write_programs(folder, *parts, options, &rules),
        Command::Reference { folder, provenance } => write_reference(folder, provenance),
    }
}

/// Builds, runs and compares for each target; whether nothing is new.
fn compare_targets(options: &Options, rules: &Rules) -> Result<bool, String> {
    let functions = reference().functions();
    let mut is_known = true;
    for target in &options.targets {
        let folder = tempfile::tempdir().map_err(|e| format!("cannot make a temporary folder: {e}"))?;
        let machine = Machine {
            target: target.clone(),
            hipify: options.hipify.clone(),
            runner: options.runner.clone().filter(|_| target != "cpu"),
            wave: 64,
            folder: options.folder.clone().unwrap_or_else(|| folder.path().to_owned()),
        };
        let results = measure(&functions, rules, &machine).map_err(|e| e.to_string())?;
        is_known &= conclude(target, &results, options, rules);
    }
    is_known &= not_measured(options, rules)?;
    Ok(is_known)
}

/// Prints a target's table, and what no row of it explains; whether all is explained.
fn conclude(target: &str, results: &Results, options: &Options, rules: &Rules) -> bool {
    let (reference, known) = (reference(), known());
    let outcomes = outcomes(&reference, results, rules);
    if let Some(name) = &options.cases {
        print_cases(name, &outcomes, &reference, results, rules);
        return true;
    }
    println!("{}", table(target, &outcomes, &known));
    println!("CUDA: {}\n", reference.provenance);
    let new = unknown(target, &outcomes, &known);
    for line in &new {
        println!("new: {line}");
    }
    for why in idle(target, &outcomes, &known) {
        println!("note: no function differs any more for this reason: {why}");
    }
    new.is_empty()
}

/// Every case of the functions of this name that differs.
fn print_cases(name: &str, outcomes: &Outcomes, reference: &Reference, results: &Results, rules: &Rules) {
    for (function, outcome) in outcomes.iter().filter(|(function, _)| function.name == name) {
        println!("{}", line(function, outcome));
        if matches!(outcome, Outcome::Differs(_)) {
            let key = function.line();
            all_cases(function, rules, &reference.results[&key], &results[&key]).iter().for_each(|case| println!("    {case}"));
        }
    }
}

/// The functions of CUDA's headers that were never measured, where headers are given; whether there is none.
#[cfg(feature = "read")]
fn not_measured(options: &Options, rules: &Rules) -> Result<bool, String> {
    let Some(headers) = &options.headers else { return Ok(true) };
    let measured = reference().results;
    let missing: Vec<String> =
        listed(headers, rules)?.iter().map(Function::line).filter(|line| !measured.contains_key(line)).collect();
    missing.iter().for_each(|line| println!("not measured: {line}"));
    Ok(missing.is_empty())
}

#[cfg(not(feature = "read"))]
fn not_measured(options: &Options, _: &Rules) -> Result<bool, String> {
    if options.headers.is_some() { Err("headers are read by a build with the feature `read`".to_owned()) } else { Ok(true) }
}

/// The functions of CUDA's headers.
fn listed(headers: &Path, rules: &Rules) -> Result<Vec<Function>, String> {
    #[cfg(feature = "read")]
    return hipify_functions::functions(headers, rules);
    #[cfg(not(feature = "read"))]
    Err(format!(
        "`{}` is read by a build with the feature `read` ({} functions are known)",
        headers.display(),
        rules.headers.len()
    ))
}

/// Programs for NVIDIA's compiler, in parts.
fn write_programs(folder: &Path, parts: usize, options: &Options, rules: &Rules) -> Result<bool, String> {
    let headers = options.headers.as_ref().ok_or("`--program` needs `--headers FOLDER`, a folder with CUDA's headers")?;
    let functions = listed(headers, rules)?;
    for (at, part) in functions.chunks(functions.len().div_ceil(parts.max(1))).enumerate() {
        let path = folder.join(format!("part{at}.cu"));
        std::fs::write(&path, program(part, rules)).map_err(|e| format!("cannot write `{}`: {e}", path.display()))?;
    }
    println!("{} functions", functions.len());
    Ok(true)
}

/// Makes the reference of what the programs wrote.
fn write_reference(folder: &Path, provenance: &str) -> Result<bool, String> {
    let reference = Reference { provenance: provenance.to_owned(), results: read_folder(folder)? };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/reference.bin.gz");
    let bytes = pack(&reference).map_err(|e| e.to_string())?;
    std::fs::write(&path, &bytes).map_err(|e| format!("cannot write `{}`: {e}", path.display()))?;
    println!("{} functions, {} bytes", reference.results.len(), bytes.len());
    Ok(true)
}

/// The results of all files of a folder that end in `.bin`.
fn read_folder(folder: &Path) -> Result<Results, String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("cannot read `{}`: {e}", folder.display()))?;
    let mut all = Results::new();
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|p| p.extension().is_some_and(|e| e == "bin")) {
        let bytes = std::fs::read(&path).map_err(|e| format!("cannot read `{}`: {e}", path.display()))?;
        all.extend(read_results(&bytes).map_err(|e| format!("{}: {e}", path.display()))?);
    }
    Ok(all)
}
