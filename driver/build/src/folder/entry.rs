//! Entries of compile_commands.json: one command line each, to a source with the flags it is compiled with.

use crate::input::source_language;
use hipify_command_line::request::{Language, LinkWord, Source};
use hipify_command_line::{Style, Variables, parse, style_called, words};
use hipify_error::Error;
use hipify_rules::options::{Preprocessing, preprocessor_option};
use serde::Deserialize;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// One entry of the JSON compilation database format (clang's documentation).
#[derive(Deserialize)]
struct Command {
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

/// A source with all that its command line says of its compile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SourceCompile {
    /// Paths are as seen from the current folder; without an object.
    pub(super) source: Source,
    pub(super) host_flags: Vec<String>,
    pub(super) device_flags: Vec<String>,
    /// Flags that the link needs as well, such as `-fopenmp`.
    pub(super) link: Vec<String>,
    pub(super) rdc: bool,
}

impl SourceCompile {
    /// Whether the object would be the same.
    pub(super) fn is_like(&self, other: &SourceCompile) -> bool {
        (&self.source, &self.host_flags, &self.device_flags, self.rdc)
            == (&other.source, &other.host_flags, &other.device_flags, other.rdc)
    }
}

/// The entries of a database that compile a source.
pub(super) fn read(path: &Path) -> Result<Vec<SourceCompile>, Error> {
    let text = fs::read(path).map_err(Error::io("read", path))?;
    let broken = |error| Error::path(path, format!("is no compilation database: {error}"), "let the build system write it anew");
    let commands: Vec<Command> = serde_json::from_slice(&text).map_err(broken)?;
    let here = Path::new(".");
    let here = fs::canonicalize(here).map_err(Error::io("find", here))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut entries = Vec::new();
    for command in commands {
        entries.extend(entry(command, folder, &here).map_err(|error| in_database(path, error))?);
    }
    Ok(entries)
}

/// An error about a command line, with the database it stands in.
fn in_database(path: &Path, error: Error) -> Error {
    let remedy = error.remedy().unwrap_or("correct the command of that entry").to_owned();
    Error::path(path, format!("a command cannot be followed: {error}"), remedy)
}

fn entry(command: Command, folder: &Path, here: &Path) -> Result<Option<SourceCompile>, Error> {
    let words = match (command.arguments, command.command) {
        (Some(words), _) => words,
        (None, Some(line)) => words::split(&line),
        (None, None) => return Err(Error::path(&command.file, "the entry has no command", "let the build system write it anew")),
    };
    let directory = std::path::absolute(folder.join(&command.directory)).unwrap_or(command.directory);
    let (compiler, words) = without_launcher(words);
    let style = style_called(OsStr::new(&compiler)).unwrap_or(Style::Hipcc);
    let words: Vec<OsString> = compile_alone(words).into_iter().map(OsString::from).collect();
    let read = |path: &Path| fs::read_to_string(directory.join(path));
    let parsed = parse(&words, Some(style), &Variables::new(), &read)?;
    let request = parsed.request;
    let wanted = directory.join(&command.file);
    let is_it = |source: &Source| directory.join(&source.path) == wanted;
    let Some(source) = request.sources.iter().find(|source| is_it(source)).or(request.sources.first()) else {
        return Ok(None);
    };
    let seen = Seen { directory: &directory, here };
    let path = seen.path(&source.path);
    let explicit = words.iter().any(|word| word.to_string_lossy().starts_with("-x"));
    let language = language(&path, source.language, is_hipcc(&compiler) || explicit)?;
    let link = request.link.into_iter().filter_map(|word| match word {
        LinkWord::Flag(flag) => Some(flag),
        _ => None,
    });
    Ok(Some(SourceCompile {
        source: Source { path, language, flags: seen.flags([request.flags, source.flags.clone()].concat()), object: None },
        host_flags: seen.flags(request.host_flags),
        device_flags: seen.flags(request.device_flags),
        link: link.collect(),
        rdc: request.rdc,
    }))
}

fn is_hipcc(compiler: &str) -> bool {
    style_called(OsStr::new(compiler)) == Some(Style::Hipcc)
}

/// A host compiler's C++ file holds device code only if it looks so; hipcc takes all as HIP.
fn language(path: &Path, parsed: Language, as_parsed: bool) -> Result<Language, Error> {
    let by_name = if as_parsed || parsed != Language::Hip { None } else { source_language(path)? };
    Ok(by_name.unwrap_or(parsed))
}

/// The compiler and its words, without what stands in front: `ccache`, or CMake's `-E __run_co_compile ... --`.
fn without_launcher(mut words: Vec<String>) -> (String, Vec<String>) {
    let name = |word: &String| Path::new(word).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if words.first().map(name).is_some_and(|name| name == "cmake")
        && let Some(end) = words.iter().position(|word| word == "--")
    {
        words.drain(..=end);
    }
    while words.first().map(name).is_some_and(|name| ["ccache", "sccache", "distcc", "icecc"].contains(&&*name)) {
        words.remove(0);
    }
    if words.is_empty() {
        return (String::new(), words);
    }
    let compiler = words.remove(0);
    (compiler, words)
}

/// Options of the dependency file and the name of the output, which are another build's, and clang's ones about CUDA.
fn compile_alone(words: Vec<String>) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-MF" | "-MT" | "-MQ" | "-o" | "-Xcuda-ptxas" | "-Xcuda-fatbinary" => drop(words.next()),
            "-MD" | "-MMD" | "-MP" | "-M" | "-MM" => {}
            word if word.starts_with("--cuda-path=") || word.starts_with("-o=") || word.starts_with("-MF") => {}
            word if word.starts_with("--cuda-gpu-arch=") || word.starts_with("--offload-arch=") => {}
            "-c" | "-dc" | "--compile" | "--device-c" | "-dw" | "--device-w" => kept.push(word),
            _ => kept.push(word),
        }
    }
    kept
}

/// Paths of another folder as they are called from here.
struct Seen<'a> {
    directory: &'a Path,
    here: &'a Path,
}

impl Seen<'_> {
    fn path(&self, path: &Path) -> PathBuf {
        let path = plain(&self.directory.join(path));
        path.strip_prefix(self.here).map(Path::to_path_buf).unwrap_or(path)
    }

    fn flags(&self, flags: Vec<String>) -> Vec<String> {
        let mut seen = Vec::with_capacity(flags.len());
        let mut flags = flags.into_iter();
        while let Some(flag) = flags.next() {
            match preprocessor_option(&flag).filter(|(_, kind, _)| kind.is_path()) {
                Some((option, kind, "")) => {
                    seen.push(option.to_owned());
                    seen.extend(flags.next().map(|value| self.value(kind, &value)));
                }
                Some((option, kind, value)) => seen.push(format!("{option}{}", self.value(kind, value))),
                None => seen.push(flag),
            }
        }
        seen
    }

    fn value(&self, kind: Preprocessing, value: &str) -> String {
        // A file to include may be one of an include folder.
        if kind == Preprocessing::File && !self.directory.join(value).exists() {
            return value.to_owned();
        }
        let path = self.path(Path::new(value));
        if path.as_os_str().is_empty() { ".".into() } else { path.display().to_string() }
    }
}

/// A path without `.` and, as far as no link is in the way, without `..`.
fn plain(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if !plain.is_symlink() && plain.file_name().is_some() => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_one(text: &str) -> Result<Vec<SourceCompile>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("compile_commands.json");
        fs::write(&path, text.replace("FOLDER", &folder.path().display().to_string())).unwrap();
        let name = folder.path().display().to_string();
        let entries = read(&path).map_err(|error| error.to_string())?;
        let short = |flags: &Vec<String>| flags.iter().map(|flag| flag.replace(&name, "FOLDER")).collect();
        Ok(entries
            .into_iter()
            .map(|entry| SourceCompile {
                source: Source {
                    path: entry.source.path.display().to_string().replace(&name, "FOLDER").into(),
                    flags: short(&entry.source.flags),
                    ..entry.source
                },
                ..entry
            })
            .collect())
    }

    #[test]
    fn a_command_of_nvcc_becomes_flags() {
        let text = r#"[{"directory": "FOLDER/build", "file": "../src/a.cu", "output": "a.o",
            "command": "/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -DA=\\\"x\\\" -I../inc -O2 --generate-code=arch=compute_70,code=sm_70 -std=c++17 -dc -MD -MT a.o -MF a.d -x cu ../src/a.cu -o a.o"}]"#;
        let entries = read_one(text).unwrap();
        let [entry] = &entries[..] else { panic!("{entries:?}") };
        assert_eq!(entry.source.path, Path::new("FOLDER/src/a.cu"));
        assert_eq!(entry.source.flags, ["-DA=\"x\"", "-IFOLDER/inc", "-std=c++17"]);
        assert_eq!((entry.source.language, entry.rdc), (Language::Hip, true));
        assert!(entry.host_flags.contains(&"-O2".to_owned()), "{entry:?}");
    }

    #[test]
    fn arguments_and_launchers_and_other_compilers_are_taken() {
        let text = r#"[
            {"directory": "FOLDER", "file": "a.cu", "arguments": ["ccache", "clang++", "-x", "cuda", "--cuda-path=/opt/cuda",
             "--cuda-gpu-arch=sm_70", "-I", "inc", "-c", "a.cu", "-o", "a.o"]},
            {"directory": "FOLDER", "file": "b.cpp", "arguments": ["g++", "-Wall", "-isystem", "sys", "-c", "b.cpp"]}]"#;
        let entries = read_one(text).unwrap();
        let [a, b] = &entries[..] else { panic!("{entries:?}") };
        assert_eq!(a.source.language, Language::Hip);
        assert!(a.source.flags.contains(&"-IFOLDER/inc".to_owned()), "{a:?}");
        assert!(!format!("{a:?}").contains("cuda-"), "{a:?}");
        assert_eq!(b.source.language, Language::Cxx);
        assert!(b.source.flags.contains(&"-isystemFOLDER/sys".to_owned()), "{b:?}");
    }

    #[test]
    fn what_is_no_database_or_has_no_command_is_an_error() {
        assert!(read_one("{}").unwrap_err().contains("is no compilation database"));
        assert!(read_one(r#"[{"directory": "/", "file": "a.cu"}]"#).unwrap_err().contains("the entry has no command"));
        let pasted = r#"[{"directory": "/", "file": "a.cu", "command": "nvcc -arch=wrong -c a.cu"}]"#;
        assert!(read_one(pasted).unwrap_err().contains("compile_commands.json"));
    }
}
