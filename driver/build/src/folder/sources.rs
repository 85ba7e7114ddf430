//! A folder without a build file: all its sources become one program.

use super::surroundings::Surroundings;
use super::{Built, Folder, OUTPUT};
use crate::fortran::Modules;
use crate::input::source_language;
use crate::make::make;
use crate::options::Emit;
use crate::targets::toolchain_and_targets;
use crate::{arguments, options};
use hipify_command_line::clang::Word;
use hipify_command_line::request::{LinkWord, Produce, Request};
use hipify_diagnostics::Language;
use hipify_engine::render::Format;
use hipify_error::Error;
use hipify_port_command::{Plan, Printing, Sink};
use hipify_syntax::includes::{Form, includes};
use hipify_syntax::{Token, TokenKind};
use hipify_tree::scan::{FoundFile, scan};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

pub(super) fn build(folder: &Folder<'_>) -> Result<Built, Error> {
    let request = request(folder)?;
    let (toolchain, targets) = toolchain_and_targets(&request, &folder.args.toolchain)?;
    let code = make(&request, &targets, &toolchain, &options(folder.args, folder.line)?)?;
    let programs = request.output.filter(|_| request.produce == Produce::Executable);
    Ok(Built::of(code, programs.into_iter().collect()))
}

fn request(folder: &Folder<'_>) -> Result<Request, Error> {
    let units = units(folder)?;
    let inputs =
        units.iter().map(|unit| Word::Input { path: unit.path.clone(), language: unit.includes_cuda.then(|| "hip".to_owned()) });
    let include = [folder.path.to_path_buf(), folder.path.join("include")];
    let include = include.iter().filter(|path| path.is_dir()).map(|path| Word::Clang(vec![format!("-I{}", path.display())]));
    let words: Vec<Word> = inputs.chain(include).chain(folder.options.iter().cloned()).collect();
    let mut request = arguments::request(folder.args, &words)?;
    match request.produce {
        Produce::Executable => {
            check_mains(folder, &units, &request)?;
            request.output = Some(output(folder, folder.name.clone())?);
        }
        Produce::SharedLibrary => request.output = Some(output(folder, format!("lib{}.so", folder.name))?),
        Produce::StaticLibrary => request.output = Some(output(folder, format!("lib{}.a", folder.name))?),
        Produce::Objects if request.output.is_none() => {
            for (source, unit) in request.sources.iter_mut().zip(&units) {
                let object = Path::new(OUTPUT).join(unit.relative.with_extension("o"));
                folder.make_folder(object.parent().unwrap_or(Path::new("")))?;
                source.object = Some(object);
            }
        }
        _ => {}
    }
    Ok(request)
}

/// The file to make: that of `-o`, or one called `name` in the folder of `-o`, else in the default one.
fn output(folder: &Folder<'_>, name: String) -> Result<PathBuf, Error> {
    let path = match &folder.output {
        Some(place) if folder.args.emit == Some(Emit::Ninja) => place.join(name),
        Some(output) if output.is_dir() || output.as_os_str().as_encoded_bytes().ends_with(b"/") => output.join(name),
        Some(output) => return Ok(output.clone()),
        None => Path::new(OUTPUT).join(name),
    };
    folder.make_folder(path.parent().unwrap_or(Path::new("")))?;
    Ok(path)
}

/// A source of its own.
struct Unit {
    path: PathBuf,
    relative: PathBuf,
    /// By itself or in what it includes.
    defines_main: bool,
    /// A `.cu` file is part of it.
    includes_cuda: bool,
}

/// A file of the folder, as far as it matters here.
struct Text {
    path: PathBuf,
    relative: PathBuf,
    is_source: bool,
    included: Vec<(String, Form)>,
    defines_main: bool,
}

/// Sources that no other file includes.
fn units(folder: &Folder<'_>) -> Result<Vec<Unit>, Error> {
    let texts = texts(folder)?;
    let mut search = vec![folder.path.to_path_buf(), folder.path.join("include")];
    search.extend(folder.options.iter().filter_map(include_folder));
    let reached: Vec<Vec<usize>> = reached(&texts, &search);
    let taken: HashSet<usize> = reached.iter().flatten().copied().collect();
    let unit = |number: usize| {
        let parts = || closure(&reached, number).into_iter().map(|part| &texts[part]);
        Unit {
            path: texts[number].path.clone(),
            relative: texts[number].relative.clone(),
            defines_main: parts().any(|part| part.defines_main),
            includes_cuda: parts().any(|part| part.path.extension().is_some_and(|ending| ending == "cu")),
        }
    };
    let units: Vec<Unit> =
        (0..texts.len()).filter(|number| texts[*number].is_source && !taken.contains(number)).map(unit).collect();
    if units.is_empty() {
        let reason = "there is no source in the folder: no .cu, .hip, .cpp, .cc, .cxx, .c, .cuf or .f90 file";
        return Err(Error::path(folder.path, reason, "name another folder; files that .gitignore leaves out do not count"));
    }
    Ok(units)
}

fn include_folder(word: &Word) -> Option<PathBuf> {
    let Word::Clang(words) = word else { return None };
    let joined = words[0].strip_prefix("-I")?;
    Some(if joined.is_empty() { words.get(1)?.into() } else { joined.into() })
}

fn texts(folder: &Folder<'_>) -> Result<Vec<Text>, Error> {
    let found = scan(&plan(folder, Sink::Check { asked: true }).selection())?;
    if let Some(failure) = found.failures.first() {
        let remedy = failure.error.remedy().unwrap_or("check the permissions");
        return Err(Error::path(Path::new(&failure.path), failure.error.to_string(), remedy));
    }
    let matters = |entry: &&FoundFile| {
        entry.link_root.is_none() && matches!(Language::of(&entry.slashed()), Language::Cuda | Language::Cpp | Language::Fortran)
    };
    found.entries.iter().filter(matters).map(text).collect()
}

/// The scan of the folder; what an earlier run left in it is no part of it.
pub(super) fn plan(folder: &Folder<'_>, sink: Sink) -> Plan {
    plan_of(folder, folder.path, sink)
}

/// The scan of the folder and of what is around it.
pub(super) fn plan_with(folder: &Folder<'_>, around: &Surroundings, sink: Sink) -> Plan {
    Plan { only: around.only.clone(), ..plan_of(folder, &around.root, sink) }
}

fn plan_of(folder: &Folder<'_>, root: &Path, sink: Sink) -> Plan {
    let here = std::env::current_dir().and_then(std::fs::canonicalize).unwrap_or_default();
    let real = std::fs::canonicalize(root).unwrap_or_default();
    let output = folder.output.clone().unwrap_or_else(|| OUTPUT.into());
    let kept = [Some(output), folder.args.keep.clone()].into_iter().flatten();
    let inside =
        kept.filter_map(|path| Some(hipify_tree::scan::resolved(&here.join(path)).strip_prefix(&real).ok()?.to_path_buf()));
    let exclude = inside.filter(|path| !path.as_os_str().is_empty()).map(|path| format!("/{}", path.display())).collect();
    Plan {
        roots: vec![root.to_path_buf()],
        sink,
        engine: folder.args.engine.clone(),
        exclude,
        obey_ignore_files: !folder.args.no_ignore,
        only: Vec::new(),
        jobs: folder.args.jobs,
        force: true,
        printing: Printing {
            format: Format::Text,
            quiet: folder.args.quiet,
            verbose: folder.args.verbose,
            progress: false,
            report: None,
        },
    }
}

fn text(entry: &FoundFile) -> Result<Text, Error> {
    let bytes = std::fs::read(&entry.path).map_err(Error::io("read", &entry.path))?;
    if Language::of(&entry.slashed()) == Language::Fortran {
        let (path, relative) = (entry.path.clone(), entry.relative.clone());
        let defines_main = Modules::of(&path, &bytes, &[]).is_program;
        return Ok(Text { path, relative, is_source: true, included: Vec::new(), defines_main });
    }
    let tokens = hipify_syntax::lex(&bytes);
    let included = includes(&bytes, &tokens).found.into_iter().map(|include| (include.name, include.form)).collect();
    use hipify_command_line::request::Language as Compiled;
    let compiled = source_language(&entry.path)?;
    Ok(Text {
        path: entry.path.clone(),
        relative: entry.relative.clone(),
        is_source: matches!(compiled, Some(Compiled::Hip | Compiled::Cxx | Compiled::C)),
        included,
        defines_main: defines_main(&bytes, &tokens.tokens),
    })
}

/// For each text, the numbers of the others that it includes.
fn reached(texts: &[Text], search: &[PathBuf]) -> Vec<Vec<usize>> {
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    let numbers: HashMap<PathBuf, usize> =
        texts.iter().enumerate().filter_map(|(number, text)| Some((real(&text.path)?, number))).collect();
    let of_text = |(at, text): (usize, &Text)| {
        let found = text.included.iter().filter_map(|(name, form)| {
            let beside = text.path.parent().filter(|_| *form == Form::Quoted);
            let mut folders = beside.into_iter().chain(search.iter().map(PathBuf::as_path));
            let path = folders.find_map(|folder| Some(folder.join(name)).filter(|path| path.is_file()))?;
            numbers.get(&real(&path)?).copied().filter(|number| *number != at)
        });
        found.collect()
    };
    texts.iter().enumerate().map(of_text).collect()
}

/// `first` and all that it reaches.
fn closure(reached: &[Vec<usize>], first: usize) -> HashSet<usize> {
    let mut all = HashSet::new();
    let mut waiting = vec![first];
    while let Some(number) = waiting.pop() {
        if all.insert(number) {
            waiting.extend(&reached[number]);
        }
    }
    all
}

/// Whether a function `main` has its body here: `int main(...) {`, in whatever branch of the preprocessor.
pub(super) fn defines_main(bytes: &[u8], tokens: &[Token]) -> bool {
    let code: Vec<&Token> = tokens.iter().filter(|token| !token.in_directive).collect();
    let is_main = |at: usize| {
        code[at].kind == TokenKind::Identifier
            && &bytes[code[at].range()] == b"main"
            && at > 0
            && code[at - 1].kind == TokenKind::Identifier
            && !matches!(&bytes[code[at - 1].range()], b"return" | b"else")
    };
    (0..code.len()).any(|at| is_main(at) && has_body(&code[at + 1..]))
}

/// Whether `code` is a parameter list followed by a body.
fn has_body(code: &[&Token]) -> bool {
    let mut depth = 0;
    for (at, token) in code.iter().enumerate() {
        match token.first {
            b'(' if token.kind == TokenKind::Punctuation => depth += 1,
            b')' if token.kind == TokenKind::Punctuation => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            // `main(...) {`, `main(...) try {`, `main(...) -> int {`; a declaration ends before any brace.
            let rest = &code[at + 1..];
            return at > 0 && rest.iter().find(|token| token.is(b'{') || token.is(b';')).is_some_and(|token| token.is(b'{'));
        }
    }
    false
}

fn check_mains(folder: &Folder<'_>, units: &[Unit], request: &Request) -> Result<(), Error> {
    let mains: Vec<String> =
        units.iter().filter(|unit| unit.defines_main).map(|unit| format!("`{}`", unit.path.display())).collect();
    let libraries = request.link.iter().any(|word| matches!(word, LinkWord::Flag(flag) if flag.starts_with("-l")));
    match mains.len() {
        1 => Ok(()),
        // A library may bring it.
        0 if libraries => Ok(()),
        0 => Err(Error::path(
            folder.path,
            "no source of the folder defines `main`",
            "make a library of it with `--emit shared` or `--emit static`, or objects with -c",
        )),
        _ => Err(Error::path(
            folder.path,
            format!("{} sources define `main`: {}", mains.len(), mains.join(", ")),
            "name the sources of one program instead of the folder",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defines(source: &str) -> bool {
        defines_main(source.as_bytes(), &hipify_syntax::lex(source.as_bytes()).tokens)
    }

    #[test]
    fn a_definition_of_main_is_told_from_what_looks_like_one() {
        assert!(defines("#include <a>\nint main() { return 0; }"));
        assert!(defines("int\nmain(int argc, char *argv[] /* { */)\n{\n}"));
        assert!(defines("auto main(int, char **(*f)()) -> int { }"));
        assert!(!defines("int main();\nvoid f() {}"));
        assert!(!defines("// int main() {}\nconst char *s = \"int main() {}\";"));
        assert!(!defines("#define MAIN int main() {}\n"));
        assert!(!defines("int App::main() { }\nint f() { return main(); }"));
        assert!(!defines("int main"));
    }
}
