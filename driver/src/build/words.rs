//! The words of `build`: its own options for clap, clang's and the inputs in their order.

use crate::error::Error;
use clap::Command;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A word that is not one of `build`'s options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    /// An input, with the language that `-x` gave it.
    Input { path: PathBuf, language: Option<String> },
    /// An option of clang; one that takes a separate value has it as a second word.
    Clang(Vec<String>),
}

/// A split command line.
#[derive(Debug, Default)]
pub(crate) struct Split {
    pub(crate) for_clap: Vec<OsString>,
    pub(crate) words: Vec<Word>,
}

/// clang's options whose value may stand in the next word.
const WITH_VALUE: &[&str] = &[
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-Xlinker",
    "-Xclang",
    "-mllvm",
    "-MF",
    "-MT",
    "-MQ",
    "-T",
    "-u",
    "-z",
    "-e",
    "-rpath",
    "-framework",
    "-B",
    "-target",
    "-Xoffload-linker",
    "-Xassembler",
    "-Xpreprocessor",
    "-include-pch",
    "-isysroot",
    "-iprefix",
    "-iwithprefix",
];

/// Splits the words behind `build`; `command` is clap's description of it.
pub(crate) fn split(args: &[OsString], command: &Command) -> Result<Split, Error> {
    let args = with_response_files(args, 0)?;
    let mut split = Split::default();
    let mut language = None;
    let mut args = args.into_iter();
    while let Some(arg) = args.next() {
        let Some(text) = arg.to_str() else {
            return Err(not_text(&arg));
        };
        if text == "--" {
            split.for_clap.push(arg);
            split.for_clap.extend(args);
            break;
        }
        if text == "-###" {
            split.for_clap.push("--dry-run".into());
        } else if let Some(takes_next) = own_option(text, command) {
            split.for_clap.push(arg);
            split.for_clap.extend(if takes_next { args.next() } else { None });
        } else if let Some(of) = text.strip_prefix("-x") {
            let of = if of.is_empty() { value(&mut args, text)? } else { of.to_owned() };
            language = (of != "none").then_some(of);
        } else if text.starts_with('-') && text.len() > 1 {
            let mut words = vec![text.to_owned()];
            if WITH_VALUE.contains(&text) {
                words.push(value(&mut args, text)?);
            }
            split.words.push(Word::Clang(words));
        } else {
            split.words.push(Word::Input { path: text.into(), language: language.clone() });
        }
    }
    Ok(split)
}

/// Whether `text` is an option of `command`, and if so whether its value is the next word.
fn own_option(text: &str, command: &Command) -> Option<bool> {
    let takes = |arg: &clap::Arg| arg.get_action().takes_values();
    if let Some(long) = text.strip_prefix("--") {
        let (name, joined) = long.split_once('=').map_or((long, false), |(name, _)| (name, true));
        if name == "help" || name == "color" {
            return Some(name == "color" && !joined);
        }
        let found = command.get_arguments().find(|arg| arg.get_long() == Some(name));
        return found.map(|arg| takes(arg) && !joined).or_else(|| (!is_clangs(name)).then_some(false));
    }
    let mut letters = text.strip_prefix('-')?.chars();
    let letter = letters.next()?;
    let joined = letters.next().is_some();
    if text == "-h" {
        return Some(false);
    }
    let found = command.get_arguments().find(|arg| arg.get_short() == Some(letter))?;
    // `-j4` and `-oFILE` are ours, `-verify` and `-cuid=` clang's.
    (takes(found) || !joined).then_some(takes(found) && !joined)
}

/// clang's options with two dashes that people use; others are typing errors that clap reports.
fn is_clangs(name: &str) -> bool {
    let known =
        ["sysroot", "target", "coverage", "param", "gcc-toolchain", "gcc-install-dir", "hip-link", "gpu-max-threads-per-block"];
    let start = name.split('=').next().unwrap_or(name);
    known.contains(&start) || name.starts_with("offload-") || name.starts_with("no-offload")
}

fn value(args: &mut impl Iterator<Item = OsString>, option: &str) -> Result<String, Error> {
    let Some(value) = args.next() else {
        return Err(Error::usage(format!("`{option}` wants a value"), "give one behind it"));
    };
    value.into_string().map_err(|value| not_text(&value))
}

fn not_text(word: &OsStr) -> Error {
    Error::path(Path::new(word), "the name is not UTF-8", "rename it: compilers and build files want text")
}

/// Depth at which response files that read each other stop.
const DEEPEST: usize = 10;

fn with_response_files(args: &[OsString], depth: usize) -> Result<Vec<OsString>, Error> {
    let mut all = Vec::new();
    for arg in args {
        let file = arg.to_str().and_then(|text| text.strip_prefix('@')).map(Path::new);
        match file.filter(|file| file.is_file()) {
            Some(file) if depth < DEEPEST => {
                let text = std::fs::read_to_string(file).map_err(Error::io("read", file))?;
                let words: Vec<OsString> = shell_words(&text).into_iter().map(OsString::from).collect();
                all.extend(with_response_files(&words, depth + 1)?);
            }
            Some(file) => return Err(Error::path(file, "response files read each other", "name each once")),
            None => all.push(arg.clone()),
        }
    }
    Ok(all)
}

/// Splits as a shell does at blanks: quotes group, a backslash takes the next character as it is. Inside double quotes a
/// backslash stays before anything but a quote or itself.
pub(crate) fn shell_words(text: &str) -> Vec<String> {
    let (mut out, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(open), _) if c == open => quote = None,
            (None, _) if c.is_whitespace() => out.extend(word.take()),
            (None, '\\') => word.get_or_insert_default().extend(chars.next()),
            (Some('"'), '\\') if matches!(chars.peek(), Some('"' | '\\')) => word.get_or_insert_default().extend(chars.next()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    out.extend(word);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    fn split_of(args: &[&str]) -> (Vec<String>, Vec<Word>) {
        let mut all = crate::cli::Cli::command();
        all.build();
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        let split = split(&args, all.find_subcommand("build").unwrap()).unwrap();
        (split.for_clap.into_iter().map(|word| word.into_string().unwrap()).collect(), split.words)
    }

    fn clang(words: &[&str]) -> Word {
        Word::Clang(words.iter().map(|word| (*word).to_owned()).collect())
    }

    fn input(path: &str, language: Option<&str>) -> Word {
        Word::Input { path: path.into(), language: language.map(str::to_owned) }
    }

    #[test]
    fn own_options_go_to_clap_and_the_rest_keeps_its_order() {
        let (clap, words) = split_of(&[
            "a.cu",
            "--offload-arch",
            "gfx90a",
            "-o",
            "app",
            "-Iinc",
            "-D",
            "A=1",
            "-j4",
            "-c",
            "-###",
            "-lm",
            "b.o",
            "-shared",
            "--",
            "-x",
        ]);
        assert_eq!(clap, ["--offload-arch", "gfx90a", "-o", "app", "-j4", "-c", "--dry-run", "--", "-x"]);
        let expected = [
            input("a.cu", None),
            clang(&["-Iinc"]),
            clang(&["-D", "A=1"]),
            clang(&["-lm"]),
            input("b.o", None),
            clang(&["-shared"]),
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn a_language_holds_until_the_next() {
        let (_, words) = split_of(&["a.cc", "-x", "hip", "b.cc", "-xc", "c.cc", "-x", "none", "d.cc"]);
        assert_eq!(words, [input("a.cc", None), input("b.cc", Some("hip")), input("c.cc", Some("c")), input("d.cc", None)]);
    }

    #[test]
    fn a_misspelt_option_is_left_for_clap_to_report() {
        assert_eq!(split_of(&["--ofload-arch=gfx90a"]).0, ["--ofload-arch=gfx90a"]);
    }

    #[test]
    fn words_split_as_in_a_shell() {
        assert_eq!(shell_words("a 'b c' \"d\\\"e\"\n f\\ g ''"), ["a", "b c", "d\"e", "f g", ""]);
    }
}
