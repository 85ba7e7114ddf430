//! What of a compile the headers in front of its source depend on.

use crate::plan::{Step, StepKind, Work};
use hipify_rules::options::{Preprocessing, preprocessor_option};
use hipify_tree::platform;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::Xxh3;

/// Headers that the toolchain and the driver put in front of a source by name; others of theirs lie in the cache.
const BY_NAME: &[&str] = &["hip/hip_runtime.h", "__clang_hip_runtime_wrapper.h"];

/// Variables that clang takes include folders and options from (its manual, "Environment").
const VARIABLES: &[&str] = &["CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "SDKROOT", "CCC_OVERRIDE_OPTIONS"];

/// Options with which clang cannot load a precompiled header, or has to see each header itself: those that preprocess alone, and those
/// that write about headers.
const ALONE: &[&str] = &["-E", "-M", "-MM", "-MG", "-MJ", "-H", "-P"];

/// The same for whatever begins so.
const ALONE_BEGIN: &[&str] = &[
    "-d",
    "-save-temps",
    "--save-temps",
    "-fmodule",
    "-gmodules",
    "-include-pch",
    "--include",
    "--imacros",
    "-Xpreprocessor",
    "-imacros",
    "-Wp,",
    "-ftime-trace",
    "-fsave-optimization-record",
    "-index-store-path",
];

/// The headers in front of a source, and all that they depend on beside their text.
pub(super) struct Prefix {
    program: PathBuf,
    args: Vec<String>,
    /// Folders of headers, as named.
    pub(super) folders: Vec<PathBuf>,
    /// Tells prefixes apart.
    pub(super) key: u64,
}

impl Prefix {
    /// That of a step, where it compiles HIP and its options begin with headers of the toolchain or of the tool, which has its own in
    /// `cache`.
    pub(super) fn of(step: &Step, cache: &Path) -> Option<Self> {
        let Work::Command { program, args } = &step.work else { return None };
        let is_hip = args.windows(2).any(|two| two == ["-x", "hip"]);
        if !is_hip || !matches!(step.kind, StepKind::Device | StepKind::Host) {
            return None;
        }
        let input = step.inputs.first()?.display().to_string();
        let mut kept = Vec::new();
        let mut folders = Vec::new();
        let (mut has_header, mut is_over) = (false, false);
        let mut words = args.iter().map(String::as_str).filter(|word| *word != input);
        while let Some(word) = words.next() {
            match word {
                "-o" | "-MF" | "-MT" | "-MQ" => drop(words.next()?),
                "-MD" | "-MMD" | "-MP" | "-c" | "-S" | "-emit-llvm" | "-fsyntax-only" => {}
                "-Xclang" => {
                    let value = words.next()?;
                    if value.starts_with("-i") {
                        return None;
                    }
                    if !is_of_one_source(value, cache) {
                        kept.extend([word, value]);
                    }
                }
                _ if is_of_one_source(word, cache) => {}
                _ if ALONE.contains(&word) || ALONE_BEGIN.iter().any(|start| word.starts_with(start)) => return None,
                _ => match preprocessor_option(word) {
                    Some(("-include", Preprocessing::File, "")) => {
                        let header = words.next()?;
                        is_over |= !(BY_NAME.contains(&header) || Path::new(header).starts_with(cache));
                        if !is_over {
                            has_header = true;
                            kept.extend([word, header]);
                        }
                    }
                    Some((_, Preprocessing::File, value)) => {
                        is_over = true;
                        if value.is_empty() {
                            words.next()?;
                        }
                    }
                    Some((_, Preprocessing::Folder, "")) => {
                        let folder = words.next()?;
                        folders.push(PathBuf::from(folder));
                        kept.extend([word, folder]);
                    }
                    Some((_, Preprocessing::Folder, folder)) => {
                        folders.push(PathBuf::from(folder));
                        kept.push(word);
                    }
                    Some((_, Preprocessing::Macro, _)) | None => kept.push(word),
                },
            }
        }
        let key = key(program, &kept, &folders);
        let args = kept.into_iter().map(str::to_owned).collect();
        has_header.then(|| Self { program: program.clone(), args, folders, key })
    }

    /// The command that makes the precompiled header, and a dependency file of what it was made of.
    pub(super) fn command(&self, empty: &Path, to: &Path, rules: &Path) -> Vec<String> {
        let shown = |path: &Path| path.display().to_string();
        let mut words = vec![shown(&self.program)];
        words.extend(self.args.iter().cloned());
        // For devices the driver ends there with bitcode, and goes on to a link without it.
        words.extend(["-c", "-emit-llvm", "-Xclang", "-emit-pch", "-MD", "-MF"].map(str::to_owned));
        words.extend([shown(rules), shown(empty), "-o".into(), shown(to)]);
        words
    }
}

/// Options that differ from source to source, and say nothing about headers: the number of the translation unit, and where its ported
/// text lies.
fn is_of_one_source(word: &str, cache: &Path) -> bool {
    let mapped = word.strip_prefix("-ffile-prefix-map=");
    word.starts_with("-cuid=") || mapped.is_some_and(|folder| Path::new(folder).starts_with(cache))
}

fn key(program: &Path, args: &[&str], folders: &[PathBuf]) -> u64 {
    let mut hasher = Xxh3::new();
    let mut add = |bytes: &[u8]| {
        hasher.update(bytes);
        hasher.update(b"\0");
    };
    add(env!("CARGO_PKG_VERSION").as_bytes());
    add(program.as_os_str().as_encoded_bytes());
    // A newer release of a compiler may take an older one's place.
    add(format!("{:?}", platform::stamp(program)).as_bytes());
    args.iter().for_each(|word| add(word.as_bytes()));
    for name in VARIABLES {
        add(std::env::var_os(name).unwrap_or_default().as_encoded_bytes());
    }
    if folders.iter().any(|folder| folder.is_relative()) {
        add(std::env::current_dir().unwrap_or_default().as_os_str().as_encoded_bytes());
    }
    hasher.digest()
}
