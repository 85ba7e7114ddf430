//! Compiles sources that call CUDA and hold no device code by the compiler they were written for: its own command line, with the
//! ported texts in the place of the sources, HIP's headers, and dependency files that name the originals.

use crate::make::report;
use crate::ported::PortedTree;
use crate::{BuildOptions, default_scratch};
use hipify_command_line::request::{Language, Produce, Request};
use hipify_error::Error;
use hipify_toolchain::Toolchain;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What HIP's headers make gcc say that CUDA's do not: results are marked as not to be ignored, enumerations have more values, and
/// other functions are deprecated.
const UNLIKE_CUDA: [&str; 3] = ["-Wno-unused-result", "-Wno-error=switch", "-Wno-error=deprecated-declarations"];

/// A command line of a C or C++ compiler with the ported texts in it.
pub struct ByItsCompiler {
    tree: PortedTree,
    words: Vec<String>,
}

impl ByItsCompiler {
    /// Reads and ports what `request` compiles, which `args` say in the compiler's own words. `None` where that compiler cannot
    /// do it: device code, sources that do not stand in the words, or text and rules instead of code.
    ///
    /// # Errors
    /// When a source cannot be read.
    pub fn of(request: &Request, args: &[String], toolchain: &Toolchain, options: &BuildOptions) -> Result<Option<Self>, Error> {
        let plain = request.sources.iter().all(|source| matches!(source.language, Language::C | Language::Cxx | Language::Other));
        if !plain || matches!(request.produce, Produce::Preprocessed | Produce::Dependencies) {
            return Ok(None);
        }
        let tree = PortedTree::read(&request.sources, &request.flags, &options.engine, &default_scratch(&options.engine))?;
        let texts: HashMap<String, PathBuf> = request
            .sources
            .iter()
            .filter_map(|source| Some((source.path.display().to_string(), tree.source(&source.path)?)))
            .collect();
        let Some(of_the_program) = with_texts(tree.flags(args), &texts) else { return Ok(None) };
        // Before the program's folders: that of the toolkit has AMD's headers too.
        let mut words = toolchain.supplement_of_plain()?;
        words.extend(of_the_program);
        words.extend(tree.trailing_flags());
        words.extend(toolchain.plain_flags());
        let samples: Vec<&str> = hipify_headers::sample_headers().collect();
        if tree.files().any(|file| file.includes_one_of(&samples)) {
            words.extend(toolchain.sample_headers()?);
        }
        words.extend(UNLIKE_CUDA.map(str::to_owned));
        Ok(Some(Self { tree, words }))
    }

    /// Writes the texts, runs the compiler with `more` after its words, and says whether it went well and how it ended.
    ///
    /// # Errors
    /// When a text cannot be written or the compiler cannot be run.
    pub fn run(
        &self,
        compiler: &Path,
        more: &[String],
        request: &Request,
        options: &BuildOptions,
    ) -> Result<std::process::ExitStatus, Error> {
        report::findings(request, &self.tree, Vec::new(), options);
        self.tree.write()?;
        let status = Command::new(compiler).args(&self.words).args(more).status().map_err(Error::io("run", compiler))?;
        if let Some(depfile) = depfile(request).filter(|path| status.success() && path.is_file()) {
            report::rewrite(&depfile, &depfile, &self.tree)?;
        }
        Ok(status)
    }
}

/// The words with each source's text in its place; `None` where a source is not among them, as with response files.
fn with_texts(words: Vec<String>, texts: &HashMap<String, PathBuf>) -> Option<Vec<String>> {
    let mut seen = 0;
    let mut after_output = false;
    let mut replaced = Vec::with_capacity(words.len());
    for word in words {
        let text = texts.get(&word).filter(|_| !after_output);
        seen += usize::from(text.is_some());
        after_output = word == "-o";
        replaced.push(text.map_or(word, |text| text.display().to_string()));
    }
    (seen >= texts.len()).then_some(replaced)
}

/// Where gcc writes the dependencies of a compile: the file of `-MF`, else the output's or the source's name with `.d`.
fn depfile(request: &Request) -> Option<PathBuf> {
    let named = || {
        let output = request.output.clone().filter(|_| request.produce == Produce::Objects);
        let source = || request.sources.first().and_then(|source| source.path.file_name()).map(PathBuf::from);
        Some(output.or_else(source)?.with_extension("d"))
    };
    request.depfile.wanted.then(|| request.depfile.path.clone().or_else(named)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(words: &[&str]) -> Option<Vec<String>> {
        let texts = HashMap::from([("a.c".to_owned(), PathBuf::from("/s/a.c"))]);
        with_texts(words.iter().map(|word| (*word).to_owned()).collect(), &texts)
    }

    #[test]
    fn a_text_takes_the_place_of_its_source_and_of_nothing_else() {
        assert_eq!(replaced(&["-c", "a.c", "-o", "a.c"]).unwrap(), ["-c", "/s/a.c", "-o", "a.c"]);
        assert_eq!(replaced(&["@words"]), None);
    }

    #[test]
    fn a_dependency_file_is_called_as_gcc_calls_it() {
        let mut request = Request { produce: Produce::Objects, output: Some("out/x.o".into()), ..Request::default() };
        request.depfile.wanted = true;
        assert_eq!(depfile(&request), Some("out/x.d".into()));
        request.depfile.path = Some("y.dep".into());
        assert_eq!(depfile(&request), Some("y.dep".into()));
        request.depfile.wanted = false;
        assert_eq!(depfile(&request), None);
    }
}
