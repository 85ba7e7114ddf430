//! nvcc's command line to clang's HIP command line, option by option, by the table of `hipify_rules::options`.

use super::libraries;
use hipify_diagnostics::Level;
use hipify_rules::options::{Action, Advice, CompilerOption, Tool, Value, described_by};
use std::ops::Range;

/// What becomes of one option of a command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    Keep,
    /// These words; none drops the option.
    Words(Vec<String>),
    /// Dropped: whoever builds the command names AMD architectures.
    GpuArch(String),
    /// Left as it is, although clang does not take it.
    Unported,
}

/// One option with its value, in a list of words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Translation {
    /// Indices of the words.
    pub words: Range<usize>,
    pub output: Output,
    /// None for a word that is no nvcc option, and for `-l`.
    pub row: Option<&'static CompilerOption>,
}

/// Translates a command line, or a part of one, without the compiler's own name. Words may hold quotes and references to
/// variables of make or CMake; each word belongs to exactly one translation.
pub fn translate(words: &[&str]) -> Vec<Translation> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let translation = translate_at(words, at);
        at = translation.words.end;
        out.push(translation);
    }
    out
}

fn translate_at(words: &[&str], at: usize) -> Translation {
    let word = unquoted(words[at]);
    if let Some(library) = word.strip_prefix("-l").filter(|name| libraries::by_link_name(name).is_some()) {
        let output = Output::Words(libraries::link_flags(library));
        return Translation { words: at..at + 1, output, row: None };
    }
    let Some((row, attached)) = find(word) else {
        return Translation { words: at..at + 1, output: Output::Keep, row: None };
    };
    let takes_next = matches!(row.value, Value::Separate | Value::Listed);
    let next = words.get(at + 1).filter(|_| attached.is_none() && takes_next);
    let value = attached.or_else(|| next.map(|word| unquoted(word)));
    if row.value == Value::Listed && !value.is_some_and(|value| lists(row.action, value)) {
        return Translation { words: at..at + 1, output: Output::Keep, row: None };
    }
    let end = at + 1 + usize::from(next.is_some());
    let is_clangs = row.action == Action::LinkerWords && attached.is_none() && !value.is_some_and(|v| v.contains(','));
    let output = if is_clangs { Output::Keep } else { output(row, value.unwrap_or("")) };
    Translation { words: at..end, output, row: Some(row) }
}

/// The row of a word, and the value after its `=`.
pub(super) fn find(word: &str) -> Option<(&'static CompilerOption, Option<&str>)> {
    let mut rows = described_by(Tool::Nvcc).filter(|row| row.action != Action::Same);
    rows.find_map(|row| row.exact(word).map(|value| (row, value)))
}

/// What a person has to know about the change that an option makes.
pub fn advice(row: &CompilerOption) -> Option<(Level, &'static str)> {
    row.advice.map(|advice| match advice {
        Advice::Warning(text) => (Level::Warning, text),
        Advice::Note(text) => (Level::Note, text),
    })
}

fn lists(action: Action, value: &str) -> bool {
    matches!(action, Action::ByValue(cases) if cases.iter().any(|case| case.0 == value))
}

/// What becomes of an option with this value, "" where it has none.
pub fn output(row: &'static CompilerOption, value: &str) -> Output {
    let owned = |words: &[&str]| Output::Words(words.iter().map(|w| (*w).to_string()).collect());
    match row.action {
        Action::Keep => Output::Keep,
        Action::Become(words) => owned(words),
        Action::ByValue(cases) => owned(cases.iter().find(|case| case.0 == value).map_or(&[][..], |case| case.1)),
        Action::Prefix(prefix) => Output::Words(vec![format!("{prefix}{value}")]),
        Action::HostWords => Output::Words(host_words(value)),
        Action::LinkerWords => Output::Words(vec![format!("-Wl,{value}")]),
        Action::GpuArch => Output::GpuArch(value.to_string()),
        Action::Report => Output::Unported,
        Action::Same => Output::Keep,
    }
}

/// What `-lNAME` becomes, if it is a library of CUDA.
pub fn link_flags(name: &str) -> Option<Vec<String>> {
    libraries::by_link_name(name).map(|_| libraries::link_flags(name))
}

/// What to do about `-lNAME`, if it is a library of CUDA without a replacement.
pub fn library_advice(name: &str) -> Option<&'static str> {
    libraries::advice(name)
}

/// Link names of the libraries of CUDA's that nothing stands in for.
pub fn left_out_libraries() -> impl Iterator<Item = &'static str> {
    libraries::left_out()
}

/// Link names of CUDA's libraries, and the flags that link the replacement of each.
pub fn libraries() -> impl Iterator<Item = (&'static str, Vec<String>)> {
    libraries::link_names().map(|name| (name, libraries::link_flags(name)))
}

/// `-Wall,-O2` and `"-Wall -O2"` to words. Options of Microsoft's compiler, which begin with a slash, are left out.
fn host_words(value: &str) -> Vec<String> {
    let pieces = split_outside_references(unquoted(value));
    pieces.into_iter().filter(|w| !w.is_empty() && !is_msvc_option(w)).map(|w| unquoted(w).to_string()).collect()
}

/// Whether a word for the host compiler is an option of Microsoft's: a slash and a short name that is no path.
pub fn is_msvc_option(word: &str) -> bool {
    word.strip_prefix('/').is_some_and(|rest| !rest.contains(['/', '.']) && rest.len() < 12)
}

/// Splits at commas and blanks that stand outside `$(...)` and `${...}`; `-Wl,a,b` stays one word.
fn split_outside_references(value: &str) -> Vec<&str> {
    let (mut out, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, c) in value.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            ',' if value[start..at].starts_with("-Wl") => {}
            ',' | ' ' | '\t' if depth == 0 => {
                out.push(&value[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(&value[start..]);
    out
}

/// The word without one pair of quotes around it.
pub(super) fn unquoted(word: &str) -> &str {
    for quote in ["\\\"", "\"", "'"] {
        if let Some(inner) = word.strip_prefix(quote).and_then(|w| w.strip_suffix(quote)) {
            return inner;
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words that clang gets; architectures and unported options in brackets.
    fn ported(words: &[&str]) -> Vec<String> {
        let mut out = Vec::new();
        for translation in translate(words) {
            match translation.output {
                Output::Keep => out.extend(words[translation.words].iter().map(|w| (*w).to_string())),
                Output::Words(new) => out.extend(new),
                Output::GpuArch(value) => out.push(format!("[{value}]")),
                Output::Unported => out.push(format!("[{}]", words[translation.words.start])),
            }
        }
        out
    }

    #[test]
    fn options_translate_with_one_dash_or_two_and_either_form_of_value() {
        assert_eq!(ported(&["-arch", "sm_70", "--gpu-architecture=sm_80"]), ["[sm_70]", "[sm_80]"]);
        assert_eq!(ported(&["-rdc=true", "--relocatable-device-code", "false"]), ["-fgpu-rdc", "-fno-gpu-rdc"]);
        assert_eq!(ported(&["-use_fast_math", "--use_fast_math"]), ["-ffast-math", "-ffast-math"]);
        assert_eq!(ported(&["--default-stream", "per-thread", "--default-stream=legacy"]), ["-fgpu-default-stream=per-thread"]);
    }

    #[test]
    fn what_is_for_the_host_compiler_is_for_clang() {
        assert_eq!(ported(&["-Xcompiler", "-Wall,-O2", "-Xcompiler=\"-fPIC -g\""]), ["-Wall", "-O2", "-fPIC", "-g"]);
        assert_eq!(ported(&["-Xcompiler", "-Wl,-rpath,/x", "-Xcompiler", "/MD"]), ["-Wl,-rpath,/x"]);
        assert_eq!(ported(&["-Xlinker", "-z", "-Xlinker=-rpath,/x"]), ["-Xlinker", "-z", "-Wl,-rpath,/x"]);
    }

    #[test]
    fn options_of_clang_and_values_of_other_options_stay() {
        let words = ["-O3", "-o", "-G", "-I", "-dc", "-std=c++17", "-x", "hip", "-Werror", "-t4", "a.cu", "-lm", "$(F)"];
        assert_eq!(ported(&words), words);
        assert_eq!(ported(&["-Werror", "all-warnings", "-x", "cu"]), ["-Werror", "-x", "hip"]);
    }

    #[test]
    fn libraries_translate() {
        assert_eq!(ported(&["-lcudart", "-lcublas", "-lcudadevrt", "-lfoo"]), ["-lamdhip64", "-lhipblas", "-lfoo"]);
    }

    #[test]
    fn what_clang_cannot_do_is_said() {
        assert_eq!(ported(&["-dlink", "a.o"]), ["[-dlink]", "a.o"]);
        assert!(find("-dlink").unwrap().0.advice.is_some());
    }

    #[test]
    fn every_replacement_is_left_by_a_second_translation() {
        for row in described_by(Tool::Nvcc) {
            let cases: Vec<&[&str]> = match row.action {
                Action::Become(words) => vec![words],
                Action::ByValue(cases) => cases.iter().map(|case| case.1).collect(),
                _ => continue,
            };
            for words in cases {
                assert_eq!(ported(words), words);
            }
        }
    }
}
