//! Command lines from files and variables: response files, option files, NVCC_PREPEND_FLAGS and its like, to words.

use crate::{Read, Style, Variables};
use hipify_error::Error;
use hipify_rules::options::{Meaning, Tool, compiler_options};
use std::ffi::OsString;
use std::path::Path;

/// How deep response files may name each other; a file that names itself ends here.
const DEPTH: usize = 16;

/// The words of a command line as text.
pub(crate) fn text(args: &[OsString]) -> Result<Vec<String>, Error> {
    let not_text = |arg| Error::path(Path::new(arg), "is no UTF-8 text", "rename the file, or write the option in UTF-8");
    args.iter().map(|arg| arg.to_str().map(str::to_owned).ok_or_else(|| not_text(arg))).collect()
}

/// The words with `@FILE`, and the options of `tool` that name such files, replaced by what these files hold.
pub(crate) fn expanded(tool: Tool, words: Vec<String>, read: Read<'_>) -> Result<Vec<String>, Error> {
    let mut out = Vec::new();
    expand(tool, words, read, DEPTH, &mut out)?;
    Ok(out)
}

fn expand(tool: Tool, words: Vec<String>, read: Read<'_>, depth: usize, out: &mut Vec<String>) -> Result<(), Error> {
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let (files, split): (_, fn(&str) -> Vec<String>) =
            if let Some(file) = word.strip_prefix('@').filter(|file| !file.is_empty()) {
                (vec![file.to_owned()], split)
            } else if let Some(value) = options_file(tool, &word) {
                let missing = || Error::usage(format!("`{word}` needs a value"), "name the file after the option");
                let value = value.map(str::to_owned).or_else(|| words.next()).ok_or_else(missing)?;
                (list(&value), split_twice)
            } else {
                out.push(word);
                continue;
            };
        for file in files {
            let path = Path::new(&file);
            let unread = |error| Error::path(path, format!("cannot be read as options: {error}"), "check the name of the file");
            let inner = read(path).map_err(unread)?;
            if depth == 0 {
                return Err(Error::path(path, "option files name each other without end", "take the file's own name out of it"));
            }
            expand(tool, split(&inner), read, depth - 1, out)?;
        }
    }
    Ok(())
}

/// The option for such a file, and the value after its `=`.
fn options_file(tool: Tool, word: &str) -> Option<Option<&str>> {
    compiler_options(tool).filter(|option| option.meaning == Meaning::OptionsFile).find_map(|option| option.exact(word))
}

/// The words with those that the environment adds.
pub(crate) fn with_environment(
    typed: Vec<String>,
    style: Style,
    variables: &Variables,
    read: Read<'_>,
) -> Result<Vec<String>, Error> {
    let of = |name: &str| variables.get(name).map_or("", String::as_str);
    let nvccs = |name| expanded(Tool::Nvcc, split_keeping_macros(of(name)), read);
    let hipccs = |name| expanded(Tool::Nvcc, split(of(name)), read);
    let (before, after) = match style {
        Style::Nvcc => (nvccs("NVCC_PREPEND_FLAGS")?, nvccs("NVCC_APPEND_FLAGS")?),
        Style::Hipcc => (Vec::new(), [hipccs("HIPCC_COMPILE_FLAGS_APPEND")?, hipccs("HIPCC_LINK_FLAGS_APPEND")?].concat()),
    };
    Ok([before, typed, after].concat())
}

/// Splits as a shell does at blanks: quotes group, a backslash takes the next character as it is. Inside double quotes a
/// backslash stays before anything but a quote or itself.
pub fn split(text: &str) -> Vec<String> {
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

/// Splits at blanks outside double quotes; quotes and backslashes stay.
fn raw(text: &str) -> Vec<String> {
    let (mut out, mut word, mut quoted) = (Vec::new(), String::new(), false);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                word.push(c);
                word.extend(chars.next());
            }
            _ if c.is_whitespace() && !quoted => out.push(std::mem::take(&mut word)),
            _ => {
                quoted ^= c == '"';
                word.push(c);
            }
        }
    }
    out.push(word);
    out.retain(|word| !word.is_empty());
    out
}

/// Takes one backslash from each pair of it and another character, and the double quotes that have none.
fn unescaped(word: &str, keeps_quotes: bool) -> String {
    let mut out = String::new();
    let mut chars = word.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.extend(chars.next()),
            '"' if !keeps_quotes => {}
            _ => out.push(c),
        }
    }
    out
}

/// Splits as nvcc does with the files of `--options-file`: two layers of backslashes go, and single quotes mean nothing
/// (seen with nvcc 13.0).
fn split_twice(text: &str) -> Vec<String> {
    raw(text).iter().map(|word| unescaped(&unescaped(word, true), false)).collect()
}

/// Splits as nvcc does with its variables: a macro keeps its quotes (seen with nvcc 13.0).
fn split_keeping_macros(text: &str) -> Vec<String> {
    let word = |word: String| if word.starts_with("-D") { word } else { split(&word).concat() };
    raw(text).into_iter().map(word).collect()
}

/// Splits a value at commas as nvcc does: `\,` is a comma, and a part in double quotes stays whole, with its quotes.
pub(crate) fn list(value: &str) -> Vec<String> {
    let (mut out, mut word, mut quoted) = (Vec::new(), String::new(), false);
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.peek() == Some(&',') => word.extend(chars.next()),
            '\\' => {
                word.push(c);
                word.extend(chars.next());
            }
            '"' => {
                quoted = !quoted;
                word.push(c);
            }
            ',' if !quoted => out.push(std::mem::take(&mut word)),
            _ => word.push(c),
        }
    }
    out.push(word);
    out.retain(|word| !word.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    #[test]
    fn words_split_as_in_a_shell() {
        assert_eq!(split("-DA=\"x y\"  -I 'in c'\n-DB=\\\"q\\\" \"\" a\\ b"), ["-DA=x y", "-I", "in c", "-DB=\"q\"", "", "a b"]);
        assert_eq!(split("\"a\\\"b\\c\" 'it\\'"), ["a\"b\\c", "it\\"]);
        assert_eq!(split(" \n"), Vec::<String>::new());
        assert_eq!(split("a 'b c' \"d\\\"e\"\n f\\ g ''"), ["a", "b c", "d\"e", "f g", ""]);
    }

    #[test]
    fn nvccs_files_have_two_layers_of_quotes() {
        let words = |text| split_twice(text).join("|");
        assert_eq!(words("-DT=\"x y\" -DT=\\\"x\\\""), "-DT=x y|-DT=x");
        assert_eq!(words("-DT=\"\\\"x y\\\"\" -DT=a\\ b\n-I\"a b\""), "-DT=x y|-DT=a b|-Ia b");
        assert_eq!(words("-DT=\\\\\"x\\\\\" -DT=\"\\\\\\\"x y\\\\\\\"\""), "-DT=\"x\"|-DT=\"x y\"");
        assert_eq!(words("-DT='\"x\"'"), "-DT='x'");
    }

    #[test]
    fn nvccs_variables_keep_the_quotes_of_macros() {
        assert_eq!(split_keeping_macros("-DA=\"x y\" -I\"a b\"  -DB"), ["-DA=\"x y\"", "-Ia b", "-DB"]);
    }

    #[test]
    fn lists_split_at_commas_that_are_neither_escaped_nor_quoted() {
        assert_eq!(list("A=1,B=x\\,y,,\"-Wl,-rpath\",C"), ["A=1", "B=x,y", "\"-Wl,-rpath\"", "C"]);
    }

    #[test]
    fn option_files_may_name_others_but_not_themselves() {
        let read = |path: &Path| match path.to_str() {
            Some("a") => Ok("-DA @b".to_owned()),
            Some("b") => Ok("\"-D B\" -optf c".to_owned()),
            Some("c") => Ok(String::new()),
            Some("loop") => Ok("@loop".to_owned()),
            _ => Err(io::Error::from(io::ErrorKind::NotFound)),
        };
        let words = |line: &str| expanded(Tool::Nvcc, split(line), &read);
        assert_eq!(words("@a x.cu").unwrap(), ["-DA", "-D B", "x.cu"]);
        assert_eq!(words("--options-file=b,c --options-file a").unwrap(), ["-D B", "-DA", "-D B"]);
        assert!(words("@loop").unwrap_err().to_string().contains("loop"));
        assert!(words("@none").unwrap_err().to_string().contains("none"));
        assert!(words("-optf").is_err());
    }
}
