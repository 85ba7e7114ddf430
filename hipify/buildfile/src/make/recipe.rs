//! One command that runs nvcc to one that runs clang. clang takes a file's language from its name, and `.cu` is CUDA to it:
//! `-x hip` goes before the sources, `-x none` after them where objects follow, and a link of objects gets `--hip-link`.

use super::super::words::{Context, Word};
use super::super::workarounds::link_words;
use super::Pass;
use super::eval::{Files, files, reference};
use super::parse::LineKind;
use std::ops::Range;

const ARCH: &str = "--offload-arch=$(HIP_ARCH)";
/// What a compile gets: the architectures, and the flags that keep clang from its known faults.
const COMPILE: &str = "--offload-arch=$(HIP_ARCH) $(HIP_WORKAROUNDS)";
/// Options of nvcc that end before the link.
const COMPILE_ONLY: &[&str] = &[
    "-c",
    "-dc",
    "-dw",
    "-S",
    "-E",
    "-M",
    "-MM",
    "-ptx",
    "-cubin",
    "-fatbin",
    "--ptx",
    "--cubin",
    "--fatbin",
    "--compile",
    "--device-c",
    "--cuda-device-only",
];
/// Options whose value is the next word.
const WITH_VALUE: &[&str] = &["-o", "-I", "-D", "-U", "-L", "-include", "-isystem", "-MF", "-MT", "-MQ", "-odir", "-x"];
/// Words that make a command a query, as `nvcc --version`.
const QUERIES: &[&str] = &["--version", "-V", "--help", "-h"];

/// `words` is the command with what stands before it; `at` is nvcc's place.
pub(super) fn command(pass: &mut Pass<'_, '_>, words: &[Word<'_>], at: usize, rule: Option<usize>) {
    let name = &words[at];
    if words.iter().any(|word| is_unclosed(word.text)) {
        let help = "close it, then port the file again";
        return pass.warn(name.span.clone(), "a command with an unclosed `$(` is left as it is", help);
    }
    let prefix = name.text.len() - name.text.trim_start_matches(['@', '-', '+']).len();
    if super::is_nvcc(&name.text[prefix..]) {
        pass.uses.insert("HIPCXX");
        pass.found.replace(name.span.start + prefix..name.span.end, "$(HIPCXX)");
    }
    pass.translate(&words[at..], Context::Nvcc);
    let args = &words[at + 1..];
    let is_ported = args.iter().any(|w| matches!(w.text, "-x" | "--hip-link"));
    let is_device_link = args.iter().any(|w| matches!(w.text.trim_start_matches('-'), "dlink" | "device-link" | "lib"));
    if !is_ported && !is_device_link && !args.iter().any(|w| QUERIES.contains(&w.text)) {
        languages(pass, name, args, rule);
    }
}

/// Whether a reference such as `$(NVCC` lacks its end: make refuses the file.
fn is_unclosed(word: &str) -> bool {
    let count = |c: char| word.matches(c).count();
    word.contains("$(") && count('(') > count(')') || word.contains("${") && count('{') > count('}')
}

/// Where the command runs nvcc; a word that is only looked at, as in `test -x nvcc`, is not run.
pub(super) fn place(pass: &Pass<'_, '_>, words: &[Word<'_>]) -> Option<usize> {
    let at = words.iter().position(|w| pass.runs_nvcc(w.text))?;
    let looks =
        |w: &Word<'_>| matches!(w.text.trim_start_matches(['@', '-']), "test" | "[" | "which" | "echo" | "command" | "x" | "v");
    (!words[..at].iter().any(looks)).then_some(at)
}

/// What an operand of the command is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operand {
    Sources,
    /// Sources and other files in one word, such as `$^`.
    Mixed,
    Others,
}

fn languages(pass: &mut Pass<'_, '_>, name: &Word<'_>, args: &[Word<'_>], rule: Option<usize>) {
    let operands = operands(pass, args, rule);
    pass.uses.insert("HIP_ARCH");
    if !operands.iter().any(|o| o.1 != Operand::Others) {
        return match args.iter().find(|w| is_plain_c(pass, w.text, rule)).filter(|_| compile_only(pass, args)) {
            Some(source) => compile_c(pass, args, source),
            None => link(pass, name, args, &operands),
        };
    }
    pass.uses.insert(super::WORKAROUNDS);
    let mut is_hip = false;
    let mut named = false;
    for (index, operand) in operands {
        let span = args[index].span.clone();
        let hip = if named { "-x hip ".to_string() } else { format!("-x hip {COMPILE} ") };
        match operand {
            Operand::Sources if is_hip => {}
            Operand::Sources => pass.found.insert(span.start, hip),
            Operand::Mixed => mixed(pass, &args[index], if is_hip { "" } else { &hip }),
            Operand::Others if is_hip => pass.found.insert(span.start, "-x none "),
            Operand::Others => {}
        }
        (is_hip, named) = (operand == Operand::Sources, named || operand != Operand::Others);
    }
}

/// `$^` with sources and objects: each kind by itself.
fn mixed(pass: &mut Pass<'_, '_>, word: &Word<'_>, hip: &str) {
    let kinds = if pass.options.rename { "%.hip %.cpp %.cc %.cxx" } else { "%.cu %.cpp %.cc %.cxx" };
    let inner = word.text.trim_end_matches([';']);
    if !matches!(inner, "$^" | "$+" | "$?") && reference(inner).is_none_or(|(_, length)| length != inner.len()) {
        return pass.found.insert(word.span.start, hip);
    }
    let text = format!("{hip}$(filter {kinds},{inner}) -x none $(filter-out {kinds},{inner})");
    pass.found.replace(word.span.start..word.span.start + inner.len(), text);
}

/// nvcc gives C to gcc, which ignores a standard of C++; clang++ would compile it as C++.
fn compile_c(pass: &mut Pass<'_, '_>, args: &[Word<'_>], source: &Word<'_>) {
    let names_cxx =
        |text: &str| pass.variables.expand(text).split_whitespace().any(|o| o.starts_with("-std=") && o.contains("++"));
    if let Some(word) = args.iter().find(|w| names_cxx(w.text)) {
        let help = "compile this source with other flags";
        return pass.warn(word.span.clone(), "clang refuses a standard of C++ for a C source", help);
    }
    pass.found.insert(source.span.start, "-x c ");
}

fn is_plain_c(pass: &Pass<'_, '_>, word: &str, rule: Option<usize>) -> bool {
    let names = names(pass, word, rule).filter(|_| !word.starts_with('-'));
    names.is_some_and(|n| !n.trim().is_empty() && n.split_whitespace().all(|name| name.ends_with(".c")))
}

fn link(pass: &mut Pass<'_, '_>, name: &Word<'_>, args: &[Word<'_>], operands: &[(usize, Operand)]) {
    let parameter = args.iter().find(|w| matches!(w.text.as_bytes(), [b'$', b'(' | b'{', b'1'..=b'9', _] | [b'$', b'1'..=b'9']));
    if let Some(source) = parameter.filter(|_| compile_only(pass, args)) {
        // A canned recipe: its first parameter is what it compiles.
        pass.uses.insert(super::WORKAROUNDS);
        pass.found.insert(source.span.start, format!("-x hip {COMPILE} "));
    } else if compile_only(pass, args) {
        let help = "put `-x hip` before the source of this command";
        pass.warn(name.span.clone(), "no source was recognised in a command that compiles", help);
    } else if !operands.is_empty() || args.iter().any(|w| w.text == "-o") {
        let (rdc, more) = if pass.rdc { ("-fgpu-rdc ", format!(" {}", link_words().join(" "))) } else { ("", String::new()) };
        pass.found.insert(name.span.end, format!(" {rdc}--hip-link {ARCH}{more}"));
    }
}

fn compile_only(pass: &Pass<'_, '_>, args: &[Word<'_>]) -> bool {
    args.iter().any(|w| pass.variables.expand(w.text).split_whitespace().any(|o| COMPILE_ONLY.contains(&o)))
}

/// The operands with their places; options and their values are none.
fn operands(pass: &Pass<'_, '_>, args: &[Word<'_>], rule: Option<usize>) -> Vec<(usize, Operand)> {
    let mut out = Vec::new();
    let mut skip = false;
    for (index, word) in args.iter().enumerate() {
        if matches!(word.text, ";" | "&&" | "||" | "|") || word.text.starts_with(['>', '<']) || word.text.starts_with("2>") {
            break;
        }
        if std::mem::take(&mut skip) || word.text.starts_with('-') {
            skip = WITH_VALUE.contains(&word.text) || takes_value(word.text);
            continue;
        }
        let operand = match kinds(pass, word.text, rule) {
            Some(Files { sources: true, others: false, .. }) => Operand::Sources,
            Some(Files { sources: true, others: true, .. }) => Operand::Mixed,
            Some(Files { others: true, .. }) => Operand::Others,
            _ => continue,
        };
        out.push((index, operand));
    }
    out
}

/// Whether nvcc's option takes the next word.
fn takes_value(word: &str) -> bool {
    use hipify_rules::options::Value;
    super::super::nvcc::find(word).is_some_and(|(row, value)| value.is_none() && row.value == Value::Separate)
}

fn kinds(pass: &Pass<'_, '_>, word: &str, rule: Option<usize>) -> Option<Files> {
    let by_name = reference(word).is_some_and(|(name, length)| length == word.len() && is_unknown(pass, name));
    if by_name { unknown(word) } else { names(pass, word, rule).map(|names| files(&names)) }
}

/// The files that a word stands for.
fn names(pass: &Pass<'_, '_>, word: &str, rule: Option<usize>) -> Option<String> {
    let prerequisites = || prerequisites(pass, rule?);
    match word {
        "$<" => {
            let (all, targets) = prerequisites()?;
            let first = all.split_whitespace().next().map(str::to_string);
            Some(first.unwrap_or_else(|| suffix_source(&targets)))
        }
        "$^" | "$+" | "$?" => Some(prerequisites()?.0),
        _ => Some(pass.variables.expand(word)),
    }
}

fn is_unknown(pass: &Pass<'_, '_>, name: &str) -> bool {
    let name = name.split(':').next().unwrap_or(name);
    !pass.variables.is_defined(name) && !name.contains([' ', '\t', '$'])
}

/// A variable from elsewhere: its name is all there is to go by.
fn unknown(word: &str) -> Option<Files> {
    let upper = word.to_ascii_uppercase();
    let others = upper.contains("OBJ") || upper.ends_with(".O)");
    let sources = (upper.contains("SRC") || upper.contains("SOURCE")) && !others && !upper.contains("DIR");
    (others || sources).then_some(Files { sources, others, options: false })
}

/// Prerequisites, without the ones after `|`, and targets.
fn prerequisites(pass: &Pass<'_, '_>, rule: usize) -> Option<(String, String)> {
    let LineKind::Rule { targets, prerequisites } = &pass.lines.get(rule)?.kind else { return None };
    let text = |span: &Range<usize>| pass.variables.expand(&pass.text[span.clone()]);
    let all = text(prerequisites);
    Some((all.split('|').next().unwrap_or("").to_string(), text(targets)))
}

/// The source of an old suffix rule, `.cu.o:`.
fn suffix_source(targets: &str) -> String {
    targets.trim().strip_prefix('.').and_then(|t| t.split('.').next()).map_or(String::new(), |ending| format!("x.{ending}"))
}
