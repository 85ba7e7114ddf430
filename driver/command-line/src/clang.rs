//! clang's options and the inputs among the words of `hipify-rs build`, whose own options are for its own parser.

use crate::extension::language_named;
use crate::request::{Language, LinkWord, Produce, Request, Source};
use crate::{LanguageOf, Read, missing_value, words};
use hipify_buildfile::nvcc;
use hipify_error::Error;
use hipify_rules::options::{CompilerOption, FlagScope, Meaning, Stage, Tool, Value, compiler_options};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A word that is not one of `build`'s options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// An input, with the language that `-x` gave it.
    Input {
        /// As it was typed.
        path: PathBuf,
        /// As `-x` calls it.
        language: Option<String>,
    },
    /// An option of clang; one that takes a separate value has it as a second word.
    Clang(Vec<String>),
}

/// A split command line.
#[derive(Debug, Default)]
pub struct Split {
    /// `build`'s own options, with their values.
    pub own: Vec<String>,
    /// The others, in order.
    pub words: Vec<Word>,
}

/// Whether a word is an option of `build`, and if so whether its value is the next word.
pub type OwnOption<'o> = &'o dyn Fn(&str) -> Option<bool>;

/// Splits the words after `build`.
pub fn split(args: &[OsString], own: OwnOption<'_>, read: Read<'_>) -> Result<Split, Error> {
    let args = words::expanded(Tool::Clang, words::text(args)?, read)?;
    let mut split = Split::default();
    let mut language = None;
    let mut args = args.into_iter();
    while let Some(text) = args.next() {
        if text == "--" {
            split.own.push(text);
            split.own.extend(args);
            break;
        }
        if text == "-###" {
            split.own.push("--dry-run".into());
        } else if let Some(takes_next) = own(&text) {
            split.own.push(text);
            split.own.extend(if takes_next { args.next() } else { None });
        } else if text.starts_with("--") && !is_known(&text) {
            // A typing error, which `build` reports.
            split.own.push(text);
        } else if let Some(of) = text.strip_prefix("-x") {
            let of = if of.is_empty() { args.next().ok_or_else(|| missing_value(&text))? } else { of.to_owned() };
            language = (of != "none").then_some(of);
        } else if text.starts_with('-') && text.len() > 1 {
            let next = if takes_next(&text) { Some(args.next().ok_or_else(|| missing_value(&text))?) } else { None };
            split.words.push(Word::Clang([text].into_iter().chain(next).collect()));
        } else {
            split.words.push(Word::Input { path: text.into(), language: language.clone() });
        }
    }
    Ok(split)
}

/// The row of a word, and the value in the word.
fn find(word: &str) -> Option<(&'static CompilerOption, Option<&str>)> {
    compiler_options(Tool::Clang).find_map(|row| {
        let value = row.exact(word).or_else(|| row.joined(word).map(Some))?;
        Some((row, value))
    })
}

/// Whether an option with two dashes is one of clang's that `build` can pass on.
fn is_known(word: &str) -> bool {
    find(word).is_some_and(|(row, _)| matches!(row.meaning, Meaning::Flags(_) | Meaning::Nothing))
}

fn takes_next(word: &str) -> bool {
    find(word).is_some_and(|(row, value)| row.value == Value::Separate && value.is_none())
}

/// What words ask for, added to what a request holds.
pub fn request(mut request: Request, words: &[Word], language_of: LanguageOf<'_>) -> Result<Request, Error> {
    for word in words {
        match word {
            Word::Input { path, language } => input(&mut request, path, language.as_deref(), language_of)?,
            Word::Clang(words) => option(&mut request, words)?,
        }
    }
    if request.sources.is_empty() && !request.link.iter().any(|word| matches!(word, LinkWord::File(_))) {
        return Err(Error::usage("nothing to build", "name sources or a folder"));
    }
    if !request.flags.iter().any(|flag| flag.starts_with("-O")) {
        request.flags.insert(0, "-O3".into());
    }
    request.flags.splice(0..0, UNLIKE_NVCC.map(str::to_owned));
    if request.produce == Produce::SharedLibrary && !request.flags.iter().any(|flag| flag.eq_ignore_ascii_case("-fpic")) {
        request.host_flags.push("-fPIC".into());
    }
    Ok(request)
}

/// Options without which clang refuses, or warns of, what nvcc with gcc takes: `register` in C++17, conversions that narrow, results of
/// calls that are ignored, which HIP's headers mark and CUDA's do not, arrays of variable length, `typedef struct` with initialisers,
/// loops that are not unrolled, cases that a `switch` leaves out or that its enumeration lacks, and options for warnings that gcc alone has.
pub const UNLIKE_NVCC: [&str; 8] = [
    "-Wno-register",
    "-Wno-c++11-narrowing",
    "-Wno-unused-result",
    "-Wno-unknown-warning-option",
    "-Wno-vla-cxx-extension",
    "-Wno-non-c-typedef-for-linkage",
    "-Wno-pass-failed",
    "-Wno-switch",
];

/// What is said of code that was written for gcc by clang alone, whatever warnings are asked for: the groups of clang's
/// diagnostics reference that gcc has not, or has under another option.
const UNLIKE_GCC: [&str; 18] = [
    "-Wno-unknown-warning-option",
    "-Wno-ignored-optimization-argument",
    "-Wno-deprecated-ofast",
    "-Wno-nan-infinity-disabled",
    "-Wno-mismatched-tags",
    "-Wno-inconsistent-missing-override",
    "-Wno-unused-private-field",
    "-Wno-unused-lambda-capture",
    "-Wno-unused-const-variable",
    "-Wno-unneeded-internal-declaration",
    "-Wno-self-assign",
    "-Wno-self-assign-field",
    "-Wno-parentheses-equality",
    "-Wno-tautological-compare",
    "-Wno-pessimizing-move",
    "-Wno-overloaded-virtual",
    "-Wno-vla-cxx-extension",
    "-Wno-pass-failed",
];

impl Request {
    /// Makes clang's judgement of warnings no matter of success, where it stands in for gcc: what only clang warns of is left
    /// out, and no warning is an error, since the two do not warn of the same.
    pub fn judged_as_by_gcc(&mut self) {
        self.flags.extend(UNLIKE_GCC.map(str::to_owned));
        self.flags.push("-Wno-error".to_owned());
        for flags in [&mut self.flags, &mut self.host_flags, &mut self.device_flags] {
            flags.retain(|flag| !flag.starts_with("-Werror=") && flag != "-Werror" && flag != "-pedantic-errors");
        }
    }
}

/// What options for clang ask for, without any input.
pub fn options<'a>(words: impl Iterator<Item = &'a Word>) -> Result<Request, Error> {
    let mut request = Request::default();
    for word in words {
        if let Word::Clang(words) = word {
            option(&mut request, words)?;
        }
    }
    Ok(request)
}

fn input(request: &mut Request, path: &Path, language: Option<&str>, language_of: LanguageOf<'_>) -> Result<(), Error> {
    let language = match language {
        Some(name) => Some(language_named(name).unwrap_or(Language::Other)),
        None => language_of(path)?,
    };
    request.add_input(path, language);
    Ok(())
}

impl Request {
    /// Adds a file, to be compiled as `language` or for the link alone.
    pub(crate) fn add_input(&mut self, path: &Path, language: Option<Language>) {
        let path = path.to_path_buf();
        let word = match language {
            None => LinkWord::File(path),
            Some(language) => {
                self.sources.push(Source { path, language, flags: Vec::new(), object: None });
                LinkWord::Source(self.sources.len() - 1)
            }
        };
        self.link.push(word);
    }
}

/// One option of clang's. What is not for the link alone goes to all passes as typed.
fn option(request: &mut Request, words: &[String]) -> Result<(), Error> {
    let found = find(&words[0]);
    let value = found.and_then(|(_, value)| value).or(words.get(1).map(String::as_str)).unwrap_or_default();
    match found.map(|(row, _)| row.meaning) {
        Some(Meaning::Stage(Stage::Shared)) => request.produce = Produce::SharedLibrary,
        Some(Meaning::Stage(Stage::Preprocess)) => request.produce = Produce::Preprocessed,
        Some(Meaning::Stage(Stage::Check)) => request.produce = Produce::Nothing,
        Some(Meaning::Stage(Stage::Dependencies { user_only })) => {
            request.produce = Produce::Dependencies;
            request.depfile.user_only = user_only;
        }
        Some(Meaning::Stage(Stage::AssemblyOfBoth)) => {
            return Err(Error::usage("`-S` could mean the host's or the device's", "use --emit asm for device code"));
        }
        Some(Meaning::Rdc) => request.rdc = words[0] == "-fgpu-rdc",
        Some(Meaning::DepfileWanted { user_only }) => {
            request.depfile.wanted = true;
            request.depfile.user_only = user_only;
        }
        Some(Meaning::DepfilePath) => request.depfile.path = Some(value.into()),
        Some(Meaning::DepfileFlag(_)) => request.depfile.flags.extend(words.iter().cloned()),
        Some(Meaning::Each(FlagScope::Link, prefix)) => {
            // Whoever adds the words of nvcc's command line to `build` names CUDA's libraries.
            let libraries = nvcc::link_flags(value).filter(|_| prefix == "-l");
            let flags = libraries.unwrap_or_else(|| vec![format!("{prefix}{value}")]);
            request.link.extend(flags.into_iter().map(LinkWord::Flag));
        }
        Some(Meaning::Flags(FlagScope::Link) | Meaning::LinkerWords) => {
            request.link.extend(words.iter().cloned().map(LinkWord::Flag));
        }
        Some(Meaning::FlagsAs(_, flags)) => request.flags.extend(flags.iter().map(|&flag| flag.to_owned())),
        _ => request.flags.extend(words.iter().cloned()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `build`'s options, as far as the tests have them.
    fn own(text: &str) -> Option<bool> {
        match text {
            "--offload-arch" | "-o" => Some(true),
            "-j4" | "-c" => Some(false),
            _ => None,
        }
    }

    fn split_of(args: &[&str]) -> (Vec<String>, Vec<Word>) {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        let read = |_: &Path| Err(std::io::ErrorKind::NotFound.into());
        let split = split(&args, &own, &read).unwrap();
        (split.own, split.words)
    }

    fn clang(words: &[&str]) -> Word {
        Word::Clang(words.iter().map(|word| (*word).to_owned()).collect())
    }

    fn input(path: &str, language: Option<&str>) -> Word {
        Word::Input { path: path.into(), language: language.map(str::to_owned) }
    }

    #[test]
    fn own_options_are_apart_and_the_rest_keeps_its_order() {
        let line = "a.cu --offload-arch gfx90a -o app -Iinc -D A=1 -j4 -c -### -lm b.o -shared -- -x";
        let (own, words) = split_of(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(own, ["--offload-arch", "gfx90a", "-o", "app", "-j4", "-c", "--dry-run", "--", "-x"]);
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
    fn a_misspelt_option_is_left_for_build_to_report() {
        assert_eq!(split_of(&["--ofload-arch=gfx90a"]).0, ["--ofload-arch=gfx90a"]);
        assert_eq!(split_of(&["--sysroot=/x", "--offload-compress"]).0, [""; 0]);
    }

    /// The words, and the fields of the request that they fill.
    const CASES: &[(&str, &str)] = &[
        ("-Iinc -D A -isystem s -O2 -std=c++17", "-Iinc -D A -isystem s -O2 -std=c++17 | "),
        ("-Xclang -a -mllvm -b --param p=1", "-Xclang -a -mllvm -b --param p=1 | "),
        ("-l m -Llib -Wl,-z,now -Xlinker -z -s -rdynamic", " | -lm -Llib -Wl,-z,now -Xlinker -z -s -rdynamic"),
        ("-lcufft -lcudart -l cublas -lcudnn_static", " | -lhipfft -lamdhip64 -lhipblas -lMIOpen"),
        ("-T x.ld -znow -u sym -e main -rpath /x", " | -T x.ld -znow -u sym -e main -rpath /x"),
        ("-static-libgcc -stdlib=libc++ -save-temps -undef", "-stdlib=libc++ -save-temps -undef | -static-libgcc"),
        ("-fopenmp -nostdlib", "-fopenmp | -nostdlib"),
    ];

    #[test]
    fn options_go_to_all_passes_or_to_the_link() {
        for (line, expected) in CASES {
            let (own, words) = split_of(&line.split(' ').collect::<Vec<_>>());
            assert!(own.is_empty(), "{line}: {own:?}");
            let request = options(words.iter()).unwrap();
            let link: Vec<&str> = request
                .link
                .iter()
                .filter_map(|word| if let LinkWord::Flag(flag) = word { Some(&**flag) } else { None })
                .collect();
            assert_eq!(format!("{} | {}", request.flags.join(" "), link.join(" ")), *expected, "{line}");
        }
    }

    #[test]
    fn some_options_say_what_is_made() {
        let of = |line: &str| options(split_of(&line.split(' ').collect::<Vec<_>>()).1.iter()).unwrap();
        assert_eq!(of("-shared").produce, Produce::SharedLibrary);
        assert_eq!((of("-MM").produce, of("-MM").depfile.user_only), (Produce::Dependencies, true));
        assert_eq!(of("-MD -MF d -MT t").depfile.flags, ["-MT", "t"]);
        assert_eq!((of("-MD -MFd").depfile.path, of("-fgpu-rdc").rdc), (Some("d".into()), true));
        assert!(options([clang(&["-S"])].iter()).is_err());
    }
}
