//! Sources to ported files: each is read, ported and laid out once, and its includes are followed.

use super::PortedTree;

use super::layout::{OriginalLocator, laid_out};
use super::scratch::{counterpart, put};
use super::search::{Found, Options, Search, toolkits, walk};
use super::step::Step;
use crate::input::missing;
use hipify_command_line::request::{Language, Source};
use hipify_command_line::runtime::Mode;
use hipify_diagnostics::{Edit, Encoding, encoding};
use hipify_engine::one_file::port_bytes;
use hipify_engine::options::Engine;
use hipify_engine::outcome::{Outcome, Status};
use hipify_engine::tree::Tree;
use hipify_error::Error;
use hipify_syntax::Tokens;
use hipify_syntax::includes::{Form, Include, Includes, includes};
use hipify_tree::scan::slashed;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Steps upwards in a header's name; one that needs more is named by its absolute path.
const MOST_UP: usize = 3;

/// A file of the tree.
pub(crate) struct File {
    pub(crate) step: Step,
    pub(crate) outcome: Outcome,
    /// The original.
    pub(crate) bytes: Vec<u8>,
    pub(crate) edits: Vec<Edit>,
    /// What is written.
    pub(crate) text: Vec<u8>,
    includes: Includes,
}

impl File {
    /// The headers that it includes, as the original names them.
    pub(crate) fn included(&self) -> impl Iterator<Item = &str> {
        self.includes.found.iter().map(|include| include.name.as_str())
    }

    /// Whether it includes one of `headers`, from wherever that comes.
    pub(crate) fn includes_one_of(&self, headers: &[&str]) -> bool {
        self.included().any(|name| headers.contains(&name))
    }

    /// Whether it includes a header of one of `folders`, `thrust/` say.
    pub(crate) fn includes_from(&self, folders: &[&str]) -> bool {
        self.includes.found.iter().any(|include| folders.iter().any(|folder| include.name.starts_with(folder)))
    }

    /// Places that clang names in this file, back in the original.
    pub(crate) fn places(&self) -> OriginalLocator<'_> {
        OriginalLocator::new(&self.bytes, &self.edits)
    }
}

/// Ports one file and writes it, if what is there differs.
pub fn port_one(step: &Step, engine: &Engine) -> Result<Outcome, Error> {
    let text = Text::read(&step.from, &step.name, step.embedded)?;
    let file = port(step.clone(), text, engine);
    if let Some(folder) = step.to.parent() {
        fs::create_dir_all(folder).map_err(Error::io("make", folder))?;
    }
    put(&step.to, &file.text)?;
    Ok(file.outcome)
}

/// A file as read.
struct Text {
    bytes: Vec<u8>,
    tokens: Tokens,
    includes: Includes,
    /// Code in an encoding that is ported byte for byte.
    is_code: bool,
}

impl Text {
    fn read(path: &Path, shown: &Path, embedded: bool) -> Result<Self, Error> {
        let bytes = fs::read(path).map_err(Error::io("read", shown))?;
        let is_code = !embedded && encoding(&bytes) == Encoding::AsciiSuperset && bytes.len() <= u32::MAX as usize;
        let tokens = if is_code { hipify_syntax::lex(&bytes) } else { Tokens::default() };
        let includes = includes(&bytes, &tokens);
        Ok(Self { bytes, tokens, includes, is_code })
    }
}

fn port(step: Step, read: Text, engine: &Engine) -> File {
    let Text { bytes, tokens, includes, is_code } = read;
    let shown = slashed(&step.name);
    if step.embedded {
        let outcome = Outcome::new(shown, Status::Copied);
        return File { step, outcome, text: bytes.clone(), bytes, edits: Vec::new(), includes };
    }
    let done = port_bytes(&engine_name(&step, &shown), shown, &bytes, &Tree::new(step.local.iter().cloned()), engine);
    let mut edits = done.edits;
    for include in includes.found.iter().filter(|include| step.absolute.contains(&include.name)) {
        if edits.iter().any(|edit| overlaps(edit, include)) {
            continue;
        }
        let to = counterpart(&step.scratch, Path::new(&include.name));
        edits.push(Edit::replace(include.span.clone(), to.to_string_lossy().into_owned()));
    }
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end != edit.span.start));
    let text = if is_code { laid_out(&bytes, &tokens, &edits, &step.name) } else { bytes.clone() };
    File { step, outcome: done.outcome, text, bytes, edits, includes }
}

/// The engine goes by a file's ending: whatever clang compiles or includes is code.
fn engine_name(step: &Step, shown: &str) -> String {
    match hipify_diagnostics::Language::of(shown) {
        hipify_diagnostics::Language::Cuda => shown.to_owned(),
        _ if step.cuda => format!("{shown}.cu"),
        hipify_diagnostics::Language::Cpp => shown.to_owned(),
        _ => format!("{shown}.h"),
    }
}

/// A file on its way into the tree.
#[derive(Clone)]
struct Reached {
    found: Found,
    cuda: bool,
    embedded: bool,
    /// A source as typed; headers get their names from where they are.
    typed: Option<PathBuf>,
}

pub(super) struct Reader<'a> {
    engine: &'a Engine,
    scratch: &'a Path,
    cwd: PathBuf,
    /// Headers are named by absolute paths.
    absolute: bool,
    tree: PortedTree,
}

impl<'a> Reader<'a> {
    pub(super) fn new(engine: &'a Engine, scratch: &'a Path, cwd: &Path, absolute: bool) -> Self {
        let tree = PortedTree {
            scratch: scratch.to_path_buf(),
            cwd: cwd.to_path_buf(),
            files: BTreeMap::new(),
            links: BTreeMap::new(),
            folders: BTreeSet::new(),
            absent: BTreeSet::new(),
            sources: BTreeMap::new(),
            notes: Vec::new(),
            computed: BTreeSet::new(),
            include_next: false,
        };
        Self { engine, scratch, cwd: cwd.to_path_buf(), absolute, tree }
    }

    pub(super) fn finish(self) -> PortedTree {
        self.tree
    }

    /// Sources with the same include folders share one search.
    pub(super) fn run(&mut self, sources: &[Source], flags: &[String]) -> Result<(), Error> {
        let mut groups: Vec<(Search, Vec<Reached>)> = Vec::new();
        let mut numbers = HashMap::new();
        for source in sources {
            let found = self.source(source)?;
            let options = [Options::read(flags), Options::read(&source.flags)];
            self.note_toolkits(&options);
            let search = Search::new(&options, &self.cwd);
            let number = *numbers.entry(search.key()).or_insert(groups.len());
            if number == groups.len() {
                groups.push((search, Vec::new()));
            }
            groups[number].1.extend(found);
        }
        groups.into_iter().try_for_each(|(search, reached)| self.follow(&search, reached))
    }

    fn note_toolkits(&mut self, options: &[Options<'_>]) {
        for folder in toolkits(options, &self.cwd) {
            let note = format!("`{folder}` holds the headers of a CUDA toolkit: not used");
            if !self.tree.notes.contains(&note) {
                self.tree.notes.push(note);
            }
        }
    }

    /// `None` for a source that clang gets as it is.
    fn source(&mut self, source: &Source) -> Result<Option<Reached>, Error> {
        let path = &source.path;
        let kind = fs::metadata(self.cwd.join(path)).map_err(|error| missing(path, error))?;
        if kind.is_dir() {
            return Err(Error::path(path, "a folder, where a source is wanted", "name the files in it"));
        }
        if matches!(source.language, Language::Fortran | Language::Other) || self.engine.mode == Mode::SingleSource {
            self.tree.sources.insert(path.clone(), None);
            return Ok(None);
        }
        let found = walk(&self.cwd, path);
        let found = found.ok_or_else(|| Error::path(path, "not a regular file", "give a file with source text"))?;
        self.tree.sources.insert(path.clone(), Some(found.place.clone()));
        let cuda = source.language == Language::Hip;
        Ok(Some(Reached { found, cuda, embedded: false, typed: Some(path.clone()) }))
    }

    fn follow(&mut self, search: &Search, mut reached: Vec<Reached>) -> Result<(), Error> {
        let forced = search.forced.iter().filter_map(|file| search.find(file, Form::Quoted, &self.cwd).0);
        reached.extend(forced.map(|found| Reached { found, cuda: false, embedded: false, typed: None }));
        let mut seen = HashSet::new();
        let mut sources = true;
        while !reached.is_empty() {
            reached.retain(|next| seen.insert((next.found.real.clone(), next.found.folder.clone())));
            self.load(search, &reached, sources)?;
            sources = false;
            reached = self.next(search, &reached);
        }
        Ok(())
    }

    /// Reads and ports those that no one has read yet. A header that cannot be read is left to clang, which may not want it.
    fn load(&mut self, search: &Search, reached: &[Reached], sources: bool) -> Result<(), Error> {
        let mut wanted = HashSet::new();
        let new: Vec<&Reached> = reached
            .iter()
            .filter(|next| !self.tree.files.contains_key(&next.found.real) && wanted.insert(&next.found.real))
            .collect();
        let read: Vec<Result<File, Error>> = new.par_iter().map(|next| self.read(search, next)).collect();
        for (next, file) in new.into_iter().zip(read) {
            match file {
                Ok(file) => {
                    self.tree.include_next |= file.includes.next;
                    if file.includes.computed {
                        self.tree.computed.insert(next.found.folder.clone());
                    }
                    self.tree.files.insert(next.found.real.clone(), file);
                }
                Err(error) if sources => return Err(error),
                Err(error) => self.tree.notes.push(error.to_string()),
            }
        }
        for next in reached {
            self.tree.links.extend(next.found.links.iter().cloned());
            self.tree.folders.extend(next.found.folders.iter().cloned());
        }
        Ok(())
    }

    fn read(&self, search: &Search, next: &Reached) -> Result<File, Error> {
        let shown = next.typed.clone().unwrap_or_else(|| self.name_of(&next.found.real));
        let text = Text::read(&next.found.real, &shown, next.embedded)?;
        let names = &text.includes.found;
        let is_local = |include: &&Include| search.find(&include.name, include.form, &next.found.folder).0.is_some();
        let known = names.iter().filter(|include| hipify_rules::header(&include.name).is_some()).filter(is_local);
        let local = known.map(|include| include.name.clone()).collect();
        let absolute = names.iter().filter(|include| self.is_followed_absolute(include)).map(|include| include.name.clone());
        let step = Step {
            from: next.found.real.clone(),
            to: counterpart(self.scratch, &next.found.real),
            name: shown,
            cuda: next.cuda,
            local,
            absolute: absolute.collect(),
            embedded: next.embedded,
            scratch: self.scratch.to_path_buf(),
        };
        Ok(port(step, text, self.engine))
    }

    /// A header's name: the same whichever source includes it, since builds of several sources share the text.
    fn name_of(&self, real: &Path) -> PathBuf {
        let cwd = &self.cwd;
        let shared = real.components().zip(cwd.components()).take_while(|(one, other)| one == other).count();
        let up = cwd.components().count() - shared;
        // The root alone in common: such a name would only be longer.
        if self.absolute || shared < 2 || up > MOST_UP {
            return real.to_path_buf();
        }
        let steps = std::iter::repeat_n(Component::ParentDir, up);
        steps.chain(real.components().skip(shared)).collect()
    }

    fn is_followed_absolute(&self, include: &Include) -> bool {
        let path = Path::new(&include.name);
        path.is_absolute() && path.is_file() && !super::search::is_system_file(path)
    }

    /// What the includes of `reached` lead to.
    fn next(&mut self, search: &Search, reached: &[Reached]) -> Vec<Reached> {
        let found: Vec<(Vec<Reached>, Vec<PathBuf>)> = reached.par_iter().map(|from| self.includes_of(search, from)).collect();
        let mut next = Vec::new();
        for (found, absent) in found {
            next.extend(found);
            self.tree.absent.extend(absent);
        }
        next
    }

    fn includes_of(&self, search: &Search, from: &Reached) -> (Vec<Reached>, Vec<PathBuf>) {
        let Some(file) = self.tree.files.get(&from.found.real) else { return Default::default() };
        let (mut reached, mut gone) = (Vec::new(), Vec::new());
        for include in &file.includes.found {
            if is_replaced(file, include) || Path::new(&include.name).is_absolute() && !self.is_followed_absolute(include) {
                continue;
            }
            let reach = |found| Reached { found, cuda: false, embedded: include.embedded, typed: None };
            if include.next {
                reached.extend(search.find_all(&include.name).into_iter().map(reach));
                continue;
            }
            let (found, absent) = search.find(&include.name, include.form, &from.found.folder);
            gone.extend(absent);
            reached.extend(found.map(reach));
        }
        (reached, gone)
    }
}

/// Whether porting made the include one of a HIP header, or took it away.
fn is_replaced(file: &File, include: &Include) -> bool {
    !file.step.absolute.contains(&include.name) && file.edits.iter().any(|edit| overlaps(edit, include))
}

fn overlaps(edit: &Edit, include: &Include) -> bool {
    edit.span.start < include.span.end && include.span.start < edit.span.end
}
