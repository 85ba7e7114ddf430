//! The Fortran compiler, and how it spells what a build asks of it.

use hipify_error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A compiler that Fortran sources go to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Compiler {
    pub(crate) program: PathBuf,
    pub(crate) kind: CompilerKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CompilerKind {
    Gfortran,
    /// LLVM's, also as `amdflang`.
    Flang,
}

/// Names tried in this order where none is given.
const NAMES: &[&str] = &[
    "gfortran",
    "amdflang",
    "flang-new",
    "flang",
    "flang-new-22",
    "flang-new-21",
    "flang-new-20",
    "flang-new-19",
    "gfortran-12",
];

/// The compiler of `--fc`, else of `$FC` where that is one of these, else the first found.
///
/// # Errors
/// When there is none, or the one named is of another kind.
pub(crate) fn find(asked: Option<&Path>) -> Result<Compiler, Error> {
    if let Some(program) = asked {
        let unknown = || Error::path(program, "is no Fortran compiler that takes what is generated", "name gfortran or flang");
        return known(program).ok_or_else(unknown);
    }
    let variable = std::env::var_os("FC").map(PathBuf::from);
    let found = variable.iter().map(PathBuf::as_path).chain(NAMES.iter().map(Path::new)).find_map(known);
    found.ok_or_else(|| Error::usage("there is no Fortran compiler", "install gfortran or flang, or name one with --fc"))
}

/// The kind of a compiler, by what it says of itself.
fn known(program: &Path) -> Option<Compiler> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).to_ascii_lowercase();
    let kind = match () {
        () if text.contains("flang") => CompilerKind::Flang,
        () if text.contains("gnu fortran") => CompilerKind::Gfortran,
        () => return None,
    };
    output.status.success().then(|| Compiler { program: program.to_path_buf(), kind })
}

/// Options of a C++ build that a Fortran compiler takes as well, by how they begin.
const SHARED: &[&str] =
    &["-O", "-g", "-I", "-D", "-U", "-fPIC", "-fpic", "-fopenmp", "-fopenacc", "-march=", "-mtune=", "-fsanitize="];

/// Options that are about Fortran's text and meaning.
const FORTRAN: &[&str] = &[
    "-ffree-",
    "-ffixed-",
    "-fdefault-",
    "-fallow-",
    "-fbackslash",
    "-fcheck=",
    "-fbounds-check",
    "-fcray-pointer",
    "-fimplicit-none",
    "-fno-underscoring",
    "-funderscoring",
    "-fconvert=",
    "-frecursive",
    "-std=f",
    "-std=legacy",
    "-cpp",
    "-fd-lines-",
];

/// Whether a flag of a build with Fortran is for its Fortran sources alone.
pub(crate) fn is_for_fortran(flag: &str) -> bool {
    FORTRAN.iter().any(|start| flag.starts_with(start)) || flag == "-std=gnu"
}

impl Compiler {
    /// Those of a request's flags that are for it. An option with its value in the next word stays with it.
    pub(crate) fn flags(&self, flags: &[String]) -> Vec<String> {
        let mut kept = Vec::new();
        let mut flags = flags.iter();
        while let Some(flag) = flags.next() {
            let taken = SHARED.iter().any(|start| flag.starts_with(start)) || is_for_fortran(flag);
            let has_value = ["-I", "-D", "-U"].contains(&flag.as_str());
            let value = if has_value { flags.next() } else { None };
            if taken {
                kept.extend(std::iter::once(flag).chain(value).cloned());
            }
        }
        kept
    }

    /// What all sources take: lines as long as generated text has them, messages a line each, and module files in `modules`.
    pub(crate) fn base(&self, modules: &Path) -> Vec<String> {
        let modules = modules.display().to_string();
        let mut words = match self.kind {
            CompilerKind::Gfortran => ["-ffree-line-length-none", "-fno-diagnostics-show-caret"].map(str::to_owned).to_vec(),
            CompilerKind::Flang => Vec::new(),
        };
        words.extend(["-J".to_owned(), modules.clone(), format!("-I{modules}")]);
        words
    }

    /// Lines with `d` in the first column of fixed form are comments to nvfortran and flang, unless an option says otherwise.
    pub(crate) fn debug_lines(&self, is_fixed: bool) -> Option<String> {
        (self.kind == CompilerKind::Gfortran && is_fixed).then(|| "-fd-lines-as-comments".to_owned())
    }

    /// Whether module files of generated text must stay with those of the user's: flang's name the modules that they use, and
    /// want them again; gfortran's hold what they took, and compiles that run at once could write over each other.
    pub(crate) fn keeps_generated_modules(&self) -> bool {
        self.kind == CompilerKind::Flang
    }

    /// The kinds of types without one.
    pub(crate) fn kinds(&self, real: u8, integer: u8) -> Vec<String> {
        let mut words = Vec::new();
        if real == 8 {
            // nvfortran leaves double precision alone.
            words.extend(["-fdefault-real-8", "-fdefault-double-8"].map(str::to_owned));
        }
        words.extend((integer == 8).then(|| "-fdefault-integer-8".to_owned()));
        words
    }

    /// Libraries that kernels' host code wants at the link.
    pub(crate) fn link_flags(&self) -> Vec<String> {
        vec!["-lstdc++".to_owned()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_the_c_compiler_stay_away_from_fortran() {
        let fc = Compiler { program: "gfortran".into(), kind: CompilerKind::Gfortran };
        let flags =
            ["-Wno-unused-result", "-O2", "-std=c++17", "-I", "inc", "-DX=1", "-std=f2008", "-mllvm", "-x"].map(str::to_owned);
        assert_eq!(fc.flags(&flags), ["-O2", "-I", "inc", "-DX=1", "-std=f2008"]);
    }

    #[test]
    fn double_precision_stays_what_it_is() {
        let fc = Compiler { program: "flang-new".into(), kind: CompilerKind::Flang };
        assert_eq!(fc.kinds(8, 4), ["-fdefault-real-8", "-fdefault-double-8"]);
        assert!(fc.kinds(4, 4).is_empty());
    }
}
