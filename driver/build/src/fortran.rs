//! The Fortran sources of a request, ported together: texts in the scratch tree, kernels as HIP sources more, and which module
//! comes from which.

mod compiler;
mod index;
mod modules;
mod original;

pub(crate) use compiler::{Compiler, find, is_for_fortran};

use gpufort::ast::{FixedForm, Form};
use gpufort::parse::form_of;
use hipify_command_line::request::{Language, LinkWord, Request, Source};
use hipify_engine::fortran::Fortran;
use hipify_engine::one_file::port_bytes;
use hipify_engine::options::Engine;
use hipify_engine::outcome::Outcome;
use hipify_engine::tree::Tree;
use hipify_error::Error;
use hipify_tree::scan::slashed;
pub(crate) use modules::Modules;
pub(crate) use original::{Original, Originals};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Text that is compiled: that of a source, or one made for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Unit {
    pub(crate) text: PathBuf,
    /// The number of the user's source that it belongs to; `None` for what serves all.
    pub(crate) parent: Option<usize>,
    pub(crate) modules: Modules,
    /// The text has lines for the preprocessor, whatever its name says.
    pub(crate) preprocessed: bool,
    /// Written by us, so that options which change what a source means are not for it.
    pub(crate) generated: bool,
}

/// The Fortran part of a build.
pub(crate) struct FortranTree {
    folder: PathBuf,
    /// By number in the extended request's sources; `None` for sources of other languages.
    pub(crate) units: Vec<Option<Unit>>,
    /// The user's sources, followed by kernels and interfaces.
    pub(crate) request: Request,
    pub(crate) outcomes: Vec<Outcome>,
    /// Where messages of compilers belong.
    pub(crate) originals: Originals,
}

/// The engine that knows the macros of the request's compiles, how they read lines, and what `include` lines name.
fn with_flags(engine: &Engine, request: &Request, files: &[(String, Vec<u8>)]) -> Engine {
    let mut engine = engine.clone();
    let flags = |start: &'static str| request.flags.iter().filter_map(move |flag| flag.strip_prefix(start));
    engine.fortran.defines.extend(flags("-D").map(hipify_engine::options::definition));
    engine.fortran.undefines.extend(flags("-U").map(str::to_owned));
    // What is compiled is known.
    engine.fortran.assume = false;
    (engine.fortran.form, engine.fortran.fixed) = form(&request.flags);
    engine.fortran.included = included(request, files);
    engine
}

/// How options say that lines are read: the form, where they name one, and what fixed form is.
fn form(flags: &[String]) -> (Option<Form>, FixedForm) {
    let (mut is_fixed, mut form) = (None, FixedForm::default());
    for flag in flags {
        match flag.as_str() {
            "-ffixed-form" => is_fixed = Some(true),
            "-ffree-form" => is_fixed = Some(false),
            "-fd-lines-as-code" => form.debug_lines = true,
            "-fd-lines-as-comments" => form.debug_lines = false,
            "-ffixed-line-length-none" | "-ffixed-line-length-0" => form.columns = u32::MAX,
            _ => {
                let columns = flag.strip_prefix("-ffixed-line-length-").and_then(|columns| columns.parse().ok());
                form.columns = columns.unwrap_or(form.columns);
            }
        }
    }
    (is_fixed.map(|is_fixed| if is_fixed { Form::Fixed(form) } else { Form::Free }), form)
}

/// Whether a source is in fixed form, by the options or by its name.
pub(crate) fn is_fixed(flags: &[String], source: &Path) -> bool {
    form(flags).0.unwrap_or_else(|| form_of(source)).is_fixed()
}

/// The files that `include` lines of the sources name and that are there, with those that these name in turn.
fn included(request: &Request, files: &[(String, Vec<u8>)]) -> Vec<(String, Vec<u8>)> {
    let mut found: Vec<(String, Vec<u8>)> = Vec::new();
    let mut todo: Vec<(String, Vec<u8>)> = files.to_vec();
    while let Some((path, bytes)) = todo.pop() {
        let source = Path::new("/").join(&path);
        let folders = include_folders(request, &source);
        for name in gpufort::included_names(&bytes, form_of(&source)) {
            let there =
                folders.iter().find_map(|folder| std::path::absolute(folder.join(&name)).ok().filter(|path| path.is_file()));
            let Some(there) = there else { continue };
            let path = slashed(&there).trim_start_matches('/').to_owned();
            if found.iter().chain(files).any(|(known, _)| *known == path) {
                continue;
            }
            if let Ok(bytes) = fs::read(&there) {
                found.push((path.clone(), bytes.clone()));
                todo.push((path, bytes));
            }
        }
    }
    found
}

impl FortranTree {
    /// Ports the Fortran sources of `request` and writes their texts below `scratch`; `None` when there are none.
    pub(crate) fn read(request: &Request, engine: &Engine, scratch: &Path) -> Result<Option<Self>, Error> {
        let is_fortran = |source: &&Source| source.language == Language::Fortran;
        if !request.sources.iter().any(|source| is_fortran(&source)) {
            return Ok(None);
        }
        let here = Path::new(".");
        let cwd = std::path::absolute(here).map_err(Error::io("find", here))?;
        let key = hipify_engine::hash::hash(&place(&cwd, request));
        let folder = scratch.join("fortran").join(format!("{key:016x}"));
        let mut files = Vec::new();
        for source in request.sources.iter().filter(is_fortran) {
            let path = std::path::absolute(&source.path).map_err(Error::io("find", &source.path))?;
            let bytes = fs::read(&path).map_err(Error::io("read", &source.path))?;
            files.push((slashed(&path).trim_start_matches('/').to_owned(), bytes));
        }
        let known = files.len();
        files.extend(others(request, &files));
        let engine = &with_flags(engine, request, &files);
        let fortran = Fortran::port(&files, engine, request.fortran.modules.is_some());
        files.truncate(known);
        let mut tree = Self {
            folder,
            units: vec![None; request.sources.len()],
            request: request.clone(),
            outcomes: Vec::new(),
            originals: Originals::default(),
        };
        tree.add_sources(request, files, fortran, engine)?;
        Ok(Some(tree))
    }

    fn add_sources(
        &mut self,
        request: &Request,
        files: Vec<(String, Vec<u8>)>,
        fortran: Fortran,
        engine: &Engine,
    ) -> Result<(), Error> {
        for shared in &fortran.shared {
            let text = self.write(&shared.path, shared.text.as_bytes())?;
            if is_module(&text) {
                self.add(text, shared.text.as_bytes(), None);
            }
        }
        let tree = Tree { fortran, ..Tree::default() };
        let numbers = (0..request.sources.len()).filter(|number| request.sources[*number].language == Language::Fortran);
        for (number, (path, bytes)) in numbers.zip(files) {
            let place = self.folder.join(gpufort::renamed(&path).unwrap_or_else(|| path.clone()));
            for generated in tree.fortran.generated(&path) {
                let text = self.write(&generated.path, generated.text.as_bytes())?;
                self.originals.add_generated(&text, &place);
                self.add(text, generated.text.as_bytes(), Some(number));
            }
            let shown = slashed(&request.sources[number].path);
            let done = port_bytes(&path, shown, &bytes, &tree, engine);
            let new = done.text.as_deref().unwrap_or(&bytes);
            if gpufort::acc::has_directives(&String::from_utf8_lossy(&bytes)) {
                // The directives are OpenMP's now.
                self.request.sources[number].flags.push(OPENMP.to_owned());
                self.request.link.push(LinkWord::Flag(OPENMP.to_owned()));
            }
            if let Some(modules) = &request.fortran.modules {
                index::record(modules, &request.sources[number].path, &bytes)?;
            }
            self.write(&place, new)?;
            let typed = request.sources[number].path.clone();
            self.units[number] = Some(Unit {
                modules: Modules::of(&place, new, &include_folders(request, &typed)),
                preprocessed: is_preprocessed(new),
                text: place.clone(),
                parent: Some(number),
                generated: false,
            });
            self.outcomes.push(done.outcome);
            self.originals.add(&place, Original { path: typed, bytes, edits: done.edits });
        }
        // After all objects: a linker takes from a library only what objects before it need.
        let libraries = tree.fortran.libraries.iter().map(|library| LinkWord::Flag(format!("-l{library}")));
        self.request.link.extend(libraries);
        Ok(())
    }

    /// Adds a generated text as a source of its own, linked after all others.
    fn add(&mut self, text: PathBuf, bytes: &[u8], parent: Option<usize>) {
        let is_fortran = is_module(&text);
        let language = if is_fortran { Language::Fortran } else { Language::Hip };
        let flags = if is_fortran { Vec::new() } else { vec![format!("-I{}", self.folder.display())] };
        self.request.link.push(LinkWord::Source(self.request.sources.len()));
        self.request.sources.push(Source { path: text.clone(), language, flags, object: None });
        let modules = if is_fortran { Modules::of(&text, bytes, &[]) } else { Modules::default() };
        self.units.push(Some(Unit { preprocessed: is_preprocessed(bytes), modules, text, parent, generated: true }));
    }

    fn write(&self, path: impl AsRef<Path>, text: &[u8]) -> Result<PathBuf, Error> {
        let to = self.folder.join(path);
        let folder = to.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder).map_err(Error::io("make", folder))?;
        // What is the same keeps its time, by which build files tell what to do again.
        if !fs::read(&to).is_ok_and(|there| there == text) {
            hipify_tree::write::write(&to, 0o644, text)?;
        }
        Ok(to)
    }

    /// The user's Fortran sources: their texts are written when the build is planned.
    pub(crate) fn sources(&self) -> Vec<PathBuf> {
        let own =
            self.units.iter().zip(&self.request.sources).filter(|(unit, source)| {
                source.language == Language::Fortran && unit.as_ref().is_some_and(|unit| !unit.generated)
            });
        own.map(|(_, source)| source.path.clone()).collect()
    }

    /// For each unit, the numbers of those whose modules it uses.
    pub(crate) fn needs(&self) -> Vec<Vec<usize>> {
        let defined: HashMap<&str, usize> = (self.units.iter().enumerate())
            .filter_map(|(number, unit)| Some((number, unit.as_ref()?)))
            .flat_map(|(number, unit)| unit.modules.defined.iter().map(move |name| (name.as_str(), number)))
            .collect();
        let of = |(number, unit): (usize, &Option<Unit>)| {
            let used = unit.iter().flat_map(|unit| &unit.modules.used);
            let mut needs: Vec<usize> = used.filter_map(|name| defined.get(name.as_str()).copied()).collect();
            needs.retain(|need| *need != number);
            needs.sort_unstable();
            needs.dedup();
            needs
        };
        self.units.iter().enumerate().map(of).collect()
    }

    /// Modules that use each other in a circle cannot be compiled, by any compiler.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let needs = self.needs();
        let mut done = vec![false; needs.len()];
        loop {
            let ready: Vec<usize> =
                (0..needs.len()).filter(|number| !done[*number] && needs[*number].iter().all(|need| done[*need])).collect();
            if ready.is_empty() {
                break;
            }
            ready.into_iter().for_each(|number| done[number] = true);
        }
        match done.iter().position(|done| !done) {
            None => Ok(()),
            Some(number) => {
                let path = &self.request.sources[number].path;
                Err(Error::path(
                    path,
                    "its modules and those of other sources use each other in a circle",
                    "move what both use to a module of its own",
                ))
            }
        }
    }
}

/// What texts stand together for. The interfaces are of what all sources of a build use, so that builds of other sources, which
/// may run at the same time, have texts of their own; where each source is compiled by itself they are the same for all.
fn place(cwd: &Path, request: &Request) -> Vec<u8> {
    let sources = request.sources.iter().filter(|_| request.fortran.modules.is_none());
    let paths = std::iter::once(cwd).chain(sources.map(|source| source.path.as_path()));
    paths.flat_map(|path| [path.as_os_str().as_encoded_bytes(), b"\0"].concat()).collect()
}

/// Sources of modules that were compiled before and are used now: they say what is on the device and what is a kernel.
fn others(request: &Request, files: &[(String, Vec<u8>)]) -> Vec<(String, Vec<u8>)> {
    let mut folders: Vec<PathBuf> = request.fortran.modules.iter().cloned().collect();
    folders.extend(request.flags.iter().filter_map(|flag| flag.strip_prefix("-I")).map(PathBuf::from));
    let texts: Vec<(&Path, &[u8])> = files.iter().map(|(path, bytes)| (Path::new(path), bytes.as_slice())).collect();
    let read = |path: PathBuf| Some((slashed(&path).trim_start_matches('/').to_owned(), fs::read(&path).ok()?));
    let others = index::sources_of(&texts, &folders).into_iter().filter_map(read);
    others.filter(|(path, _)| files.iter().all(|(known, _)| known != path)).collect()
}

/// Where a source's `include` lines look: beside it, in the current folder, and where options say.
fn include_folders(request: &Request, source: &Path) -> Vec<PathBuf> {
    let beside = source.parent().map(Path::to_path_buf);
    let named = request.flags.iter().filter_map(|flag| flag.strip_prefix("-I")).map(PathBuf::from);
    beside.into_iter().chain([PathBuf::from(".")]).chain(named).collect()
}

/// Lines of the preprocessor are the same in both forms.
fn is_preprocessed(text: &[u8]) -> bool {
    gpufort::has_preprocessor_lines(text, Form::Free)
}

/// gfortran's and flang's option for OpenMP.
const OPENMP: &str = "-fopenmp";

/// Whether generated text is Fortran, and not kernels or a header.
fn is_module(text: &Path) -> bool {
    text.extension().is_some_and(|ending| ending == "f90")
}
