//! The command line of `device-functions`.

use std::path::PathBuf;

const USAGE: &str = "\
device-functions [--target TARGET]... [--runner COMMAND] [--hipify PATH] [--headers FOLDER]
    builds what calls CUDA's device functions, runs it, and prints how the results differ from those of an NVIDIA GPU
    --target    cpu (the default) or a GPU such as gfx942; once for each
    --runner    for GPUs: called with the target, the program and its arguments; without it programs are started as they are
    --hipify    the command `hipify-rs`, by default the one beside this program
    --headers   CUDA's headers: functions in them that were never measured are told
    --folder    where the programs and their results stay; what lies there is not built again
    --cases N   every case of the functions of the name N, instead of the table
device-functions --results FOLDER --target TARGET
    the same for results that lie in files of FOLDER already
device-functions --program FOLDER --headers FOLDER [--parts N]
    writes the programs for nvcc, N of them (8)
device-functions --reference FOLDER --provenance TEXT
    makes the reference of the results that those wrote";

/// What is to be done.
pub(crate) enum Command {
    Compare,
    Results { folder: PathBuf },
    Program { folder: PathBuf, parts: usize },
    Reference { folder: PathBuf, provenance: String },
}

/// What was asked for.
pub(crate) struct Options {
    pub(crate) command: Command,
    pub(crate) targets: Vec<String>,
    pub(crate) runner: Option<String>,
    pub(crate) hipify: PathBuf,
    pub(crate) headers: Option<PathBuf>,
    pub(crate) folder: Option<PathBuf>,
    pub(crate) cases: Option<String>,
}

/// The words of the command line.
pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
    let beside = std::env::current_exe().ok().and_then(|path| Some(path.parent()?.join("hipify-rs")));
    let hipify = beside.unwrap_or_else(|| "hipify-rs".into());
    let mut options = Options {
        command: Command::Compare,
        targets: Vec::new(),
        runner: None,
        hipify,
        headers: None,
        folder: None,
        cases: None,
    };
    let (mut parts, mut provenance) = (8, String::new());
    while let Some(word) = words.next() {
        if word == "--help" {
            return Err(USAGE.to_owned());
        }
        let value = words.next().ok_or_else(|| format!("`{word}` needs a value\n{USAGE}"))?;
        match word.as_str() {
            "--target" => options.targets.push(value),
            "--runner" => options.runner = Some(value).filter(|v| !v.is_empty()),
            "--hipify" => options.hipify = value.into(),
            "--headers" => options.headers = Some(value.into()),
            "--folder" => options.folder = Some(value.into()),
            "--cases" => options.cases = Some(value),
            "--parts" => parts = value.parse().map_err(|_| format!("`--parts` needs a number, not `{value}`"))?,
            "--provenance" => provenance = value,
            "--results" => options.command = Command::Results { folder: value.into() },
            "--program" => options.command = Command::Program { folder: value.into(), parts: 8 },
            "--reference" => options.command = Command::Reference { folder: value.into(), provenance: String::new() },
            _ => return Err(format!("no option `{word}`\n{USAGE}")),
        }
    }
    match &mut options.command {
        Command::Program { parts: wanted, .. } => *wanted = parts,
        Command::Reference { provenance: told, .. } => *told = provenance,
        _ => {}
    }
    if options.targets.is_empty() {
        options.targets.push("cpu".to_owned());
    }
    Ok(options)
}
