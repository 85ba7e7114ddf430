//! Macros that switch CUDA Fortran on and that no source defines, as `USE_CUDA` in a makefile: a port takes them for defined, since
//! the branches that they guard are what there is to port.

use crate::ast::{File, Form, Span};
use crate::comments::in_text;
use crate::layout;
use crate::lex::line::{self, Content, Line};
use crate::parse::{Defines, inactive};
use crate::sema::FAMILIES;
use crate::source::{Ported, Source};
use hipify_diagnostics::{Code, Diagnostic, Level};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// What the names of macros begin with that compilers define themselves: which of them is defined is not the tree's choice. Those
/// that end in two underscores are theirs too.
const COMPILERS: &[&str] = &[
    "_OPENMP",
    "_OPENACC",
    "_CUDA",
    "_CRAY",
    "_WIN32",
    "_AIX",
    "__INTEL",
    "__PGI",
    "__NVCOMPILER",
    "__GNUC",
    "__ibmxl",
    "__xlf",
    "__SUNPRO",
    "__HIP",
];

/// One file with branches that are left out and have CUDA Fortran.
struct Guarded<'a> {
    source: &'a [u8],
    file: &'a File,
    /// Where its lines with CUDA Fortran begin.
    lines: Vec<u32>,
}

impl Guarded<'_> {
    /// Lines of CUDA Fortran that are not ported.
    fn left(&self, defines: &Defines) -> usize {
        let off = inactive(self.source, &self.file.cpp, defines);
        self.lines.iter().filter(|line| off.iter().any(|span| span.start <= **line && **line < span.end)).count()
    }
}

/// The macros to add to `given`: the fewest that leave the least out. Those in `never` are not among them.
pub(super) fn assumed(sources: &[Source<'_>], files: &[File], given: &Defines, never: &[String]) -> Vec<String> {
    let guarded: Vec<Guarded<'_>> =
        sources.iter().zip(files).filter_map(|(source, file)| guarded(source.bytes, file, given)).collect();
    if guarded.is_empty() {
        return Vec::new();
    }
    let defined: FxHashSet<String> = sources
        .iter()
        .zip(files)
        .flat_map(|(source, file)| file.cpp.iter().filter(|line| line.keyword == "define").map(|line| (source.bytes, line)))
        .filter_map(|(bytes, line)| macro_names(line.rest.of(bytes)).next())
        .chain(given.0.iter().map(|(name, _)| name.clone()))
        .chain(never.iter().cloned())
        .collect();
    // By macro, the files that ask for it.
    let mut asking: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (number, one) in guarded.iter().enumerate() {
        for (_, name) in conditions(one.source, one.file).filter(|(_, name)| !defined.contains(name) && !is_compilers(name)) {
            asking.entry(name).or_default().insert(number);
        }
    }
    let left = |chosen: &BTreeSet<String>, numbers: &BTreeSet<usize>| {
        let mut defines = given.clone();
        defines.0.extend(chosen.iter().map(|name| (name.clone(), "1".to_owned())));
        numbers.iter().map(|number| guarded[*number].left(&defines)).sum::<usize>()
    };
    let mut chosen: BTreeSet<String> = asking.keys().cloned().collect();
    // Of all, each that is not missed goes; then one comes back where another that stood before it is gone.
    for is_leaving in [true, false, true] {
        for (name, numbers) in &asking {
            if chosen.contains(name) != is_leaving {
                continue;
            }
            let mut others = chosen.clone();
            others.remove(name);
            let mut together = others.clone();
            together.insert(name.clone());
            let helps = left(&together, numbers) < left(&others, numbers);
            chosen = if helps { together } else { others };
        }
    }
    chosen.into_iter().collect()
}

/// Whether a condition of a file names one of `macros`.
pub(super) fn asks(source: &Source<'_>, file: &File, macros: &[String]) -> bool {
    conditions(source.bytes, file).any(|(_, name)| macros.contains(&name))
}

/// Says once, where each macro is first asked for, that it is taken for defined.
pub(super) fn tell(sources: &[Source<'_>], files: &[File], assumed: &[String], ported: &mut [Ported]) {
    for name in assumed {
        let first = sources.iter().zip(files).enumerate().find_map(|(number, (source, file))| {
            let (span, _) = conditions(source.bytes, file).find(|(_, asked)| asked == name)?;
            (!ported[number].edits.is_empty()).then_some((number, span))
        });
        let Some((number, span)) = first else { continue };
        let text = format!("`{name}` counts as defined: it switches CUDA Fortran on");
        let note = Diagnostic::new(Code::FORTRAN_BRANCH, Level::Note, span.range(), text);
        let help = format!("compile with it; --undefine {name} ports the other branches");
        ported[number].diagnostics.push(note.with_help(help));
        ported[number].diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end));
    }
}

/// The names in the conditions of a file, with the lines that they stand in.
fn conditions<'a>(source: &'a [u8], file: &'a File) -> impl Iterator<Item = (Span, String)> + 'a {
    let lines = file.cpp.iter().filter(|line| matches!(line.keyword.as_str(), "if" | "ifdef" | "ifndef" | "elif"));
    lines.flat_map(|line| macro_names(line.rest.of(source)).map(|name| (line.span, name))).filter(|(_, name)| name != "defined")
}

fn guarded<'a>(source: &'a [u8], file: &'a File, given: &Defines) -> Option<Guarded<'a>> {
    // What was ported has its branches chosen already.
    if file.inactive.is_empty() || memchr::memmem::find(source, b"hipfort").is_some() {
        return None;
    }
    let lines = cuda_lines(source, Span { start: 0, end: source.len() as u32 }, file.form);
    let one = Guarded { source, file, lines: lines.map(|line| line.start).collect() };
    (one.left(given) > 0).then_some(one)
}

pub(super) fn is_compilers(name: &str) -> bool {
    COMPILERS.iter().any(|start| name.starts_with(start)) || (name.starts_with("__") && name.ends_with("__"))
}

/// The names in a condition or a definition.
pub(super) fn macro_names(text: &[u8]) -> impl Iterator<Item = String> {
    let words = text.split(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_'));
    words
        .filter(|word| word.first().is_some_and(|byte| !byte.is_ascii_digit()))
        .map(|word| String::from_utf8_lossy(word).into_owned())
}

/// The lines of a part of a file that speak of CUDA, without their blanks.
pub(super) fn cuda_lines(source: &[u8], part: Span, form: Form) -> impl Iterator<Item = Span> {
    let text = &source[..part.end as usize];
    // A branch begins where a line of the preprocessor ends.
    let first = if part.start == 0 { line::first(text) } else { layout::next_line(text, part.start as usize) };
    let lines = line::from(text, form, first);
    lines.filter(move |line| is_cuda(source, line)).map(move |line| {
        let text = &source[line.start..line.end];
        let blanks = text.len() - text.trim_ascii_start().len();
        let start = line.start + blanks;
        Span { start: start as u32, end: (start + text.trim_ascii().len()) as u32 }
    })
}

fn is_cuda(source: &[u8], line: &Line) -> bool {
    let body = match line.content {
        Content::Cuf { .. } => return true,
        Content::Blank | Content::Comment(_) | Content::Cpp(_) | Content::Directive { .. } => return false,
        Content::Initial { body, .. } | Content::Continuation { body } => body,
    };
    let text = &source[body.min(line.limit)..line.limit];
    let code = text[..in_text(text, &mut None).unwrap_or(text.len())].to_ascii_lowercase();
    let has = |mark: &[u8]| memchr::memmem::find(&code, mark).is_some();
    let words = code.split(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_'));
    let mut words = words.filter(|word| !word.is_empty());
    has(b"<<<")
        || words.clone().any(|word| FAMILIES.iter().any(|family| word.starts_with(family.as_bytes())))
        || (has(b"::") && words.clone().any(|word| PLACES.contains(&word)))
        || words.next().is_some_and(|word| word == b"attributes")
}

/// Attributes of declarations.
const PLACES: &[&[u8]] = &[b"device", b"managed", b"pinned", b"constant"];

#[cfg(test)]
mod tests {
    use crate::{Options, Source, port};

    fn ported(text: &str, options: Options) -> (String, Vec<String>) {
        let ported = port(&[Source { path: "m.F90", bytes: text.as_bytes() }], &options).remove(0);
        let codes = ported.diagnostics.iter().map(|one| format!("{}:{:?}: {}", one.code.id, one.level, one.message)).collect();
        (String::from_utf8(hipify_diagnostics::apply(text.as_bytes(), &ported.edits).unwrap()).unwrap(), codes)
    }

    fn program(condition: &str, other: &str) -> String {
        format!("program p\n{condition}\n  use cudafor\n  real, device :: a(4)\n{other}#endif\n  print *, 1\nend program\n")
    }

    fn assuming() -> Options {
        Options { assume: true, ..Options::default() }
    }

    #[test]
    fn what_a_makefile_switches_on_is_ported() {
        for condition in ["#ifdef USE_CUDA", "#if defined(__CUDA) && HAVE_MORE", "#if defined(MY_DEVICE) || !defined(MY_HOST)"] {
            let (text, said) = ported(&program(condition, "#else\n  real :: a(4)\n"), assuming());
            assert!(text.contains("use hipfort") && text.contains(condition), "{text}");
            assert!(said.iter().all(|one| one.starts_with("HIP8004:Note: ")), "{said:?}");
        }
    }

    #[test]
    fn a_branch_after_others_is_reached() {
        for (first, second) in [("A_HOST", "USE_CUDA"), ("Z_HOST", "USE_CUDA")] {
            let text =
                program(&format!("#if defined({first})\n  real :: a(4)\n#elif defined({second})"), "#else\n  real :: a(4)\n");
            let (text, _) = ported(&text, assuming());
            assert!(text.contains("use hipfort"), "{first}: {text}");
        }
    }

    #[test]
    fn what_stays_left_out_is_reported() {
        for condition in ["#if 0", "#ifdef __GFORTRAN__", "#ifdef _OPENMP"] {
            let (text, said) = ported(&program(condition, ""), assuming());
            assert!(text.contains("use cudafor"), "{text}");
            assert_eq!(
                said,
                ["HIP8004:Warning: CUDA Fortran in a branch that the preprocessor leaves out is not ported"],
                "{condition}"
            );
        }
        let left = program("#ifdef USE_CUDA", "  istat = cudaDeviceSynchronize()\n");
        let whole = port(&[Source { path: "m.F90", bytes: left.as_bytes() }], &Options::default()).remove(0);
        assert!(whole.converted.is_empty() && whole.unconverted.is_empty() && whole.hip_names.is_empty(), "{whole:?}");
        let options = Options { undefines: vec!["USE_CUDA".to_owned()], ..assuming() };
        assert_eq!(ported(&program("#ifdef USE_CUDA", ""), options).1.len(), 1);
        // What is compiled is known: nothing else is looked at.
        assert_eq!(ported(&program("#ifdef USE_CUDA", ""), Options::default()), (program("#ifdef USE_CUDA", ""), vec![]));
    }

    #[test]
    fn porting_again_does_not_turn_to_the_other_branch() {
        let text = program("#ifdef USE_CUDA", "  a = 1\n#else\n  use cudafor\n");
        let (once, _) = ported(&text, assuming());
        assert!(once.contains("use hipfort") && once.contains("use cudafor"), "{once}");
        assert_eq!(ported(&once, assuming()).0, once);
    }

    #[test]
    fn a_macro_that_switches_off_more_than_on_is_not_assumed() {
        let text = program("#ifndef HOST_ONLY", "#else\n  real :: a(4)\n");
        let (text, said) = ported(&text, assuming());
        assert!(text.contains("use hipfort") && said.is_empty(), "{said:?}\n{text}");
    }
}
