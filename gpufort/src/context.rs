//! What every pass over a file reads, and where it puts what it finds.

use crate::ast::{File, Form, Span, Unit};
use crate::calls::handles::Handles;
use crate::demand::Demands;
use crate::kernel::expansion::Expansions;
use crate::launcher::Launcher;
use crate::layout;
use crate::sema::{Index, Scope, UnitRef};
use crate::source::{Generated, Options, Ported, Source};
use hipify_diagnostics::{Code, Diagnostic, Edit, Level};
use std::borrow::Cow;

/// What is known of all files.
pub(crate) struct Tree<'a> {
    pub(crate) index: Index<'a>,
    pub(crate) sources: &'a [Source<'a>],
    pub(crate) options: &'a Options,
    /// Macros in the device code of each file.
    pub(crate) expansions: &'a [Expansions],
    /// The name of each file's interface module.
    pub(crate) modules: Vec<String>,
    /// Integer variables that hold streams and handles.
    pub(crate) handles: Handles,
    /// A file names what the module `gpufort` has.
    pub(crate) gpufort: bool,
    /// A file calls what takes a kernel.
    pub(crate) addresses: bool,
}

/// One file at work.
pub(crate) struct Context<'t, 'a> {
    pub(crate) tree: &'t Tree<'a>,
    pub(crate) number: usize,
    pub(crate) file: &'a File,
    pub(crate) source: &'a [u8],
    pub(crate) edits: Vec<Edit>,
    pub(crate) demands: Demands,
    pub(crate) launchers: Vec<Launcher>,
    /// Kernels whose addresses the file asks for, by the C functions that give them.
    pub(crate) addressed: std::collections::BTreeSet<String>,
    /// Functions of hipBLAS that the file calls without a handle.
    pub(crate) blas: std::collections::BTreeSet<&'static str>,
    /// Text of the C++ file, without its header.
    pub(crate) device: String,
    pub(crate) out: Ported,
}

impl Tree<'_> {
    /// Whether a file names what the module `gpufort` has.
    pub(crate) fn needs_gpufort(&self) -> bool {
        self.gpufort
    }
}

impl<'t, 'a> Context<'t, 'a> {
    pub(crate) fn new(tree: &'t Tree<'a>, number: usize) -> Self {
        Self {
            tree,
            number,
            file: tree.index.files()[number],
            source: tree.sources[number].bytes,
            edits: Vec::new(),
            demands: Demands::default(),
            addressed: std::collections::BTreeSet::new(),
            launchers: Vec::new(),
            blas: std::collections::BTreeSet::new(),
            device: String::new(),
            out: Ported::default(),
        }
    }

    pub(crate) fn index(&self) -> &'t Index<'a> {
        &self.tree.index
    }

    pub(crate) fn scope(&self, at: &UnitRef) -> Scope<'t, 'a> {
        self.tree.index.scope(at)
    }

    /// Relative to the tree's root.
    pub(crate) fn path(&self) -> &'t str {
        self.tree.sources[self.number].path
    }

    pub(crate) fn form(&self) -> Form {
        self.file.form
    }

    /// Every unit of the file, hosts first.
    pub(crate) fn units(&self) -> Vec<(UnitRef, &'a Unit)> {
        let index = self.index();
        index.units(self.number).map(|at| (at.clone(), index.unit(&at))).collect()
    }

    /// The units whose text stays on the host: all but kernels and device procedures.
    pub(crate) fn host_units(&self) -> Vec<(UnitRef, &'a Unit)> {
        self.units().into_iter().filter(|(_, unit)| unit.is_host()).collect()
    }

    /// The source's text at `span`.
    pub(crate) fn text(&self, span: Span) -> Cow<'a, str> {
        layout::text(self.source, span)
    }

    pub(crate) fn replace(&mut self, span: Span, text: impl Into<Cow<'static, str>>) {
        self.edits.push(Edit::replace(span.range(), text));
    }

    pub(crate) fn insert(&mut self, at: u32, text: impl Into<Cow<'static, str>>) {
        self.edits.push(Edit::insert(at as usize, text));
    }

    pub(crate) fn report(&mut self, code: Code, level: Level, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.out.diagnostics.push(Diagnostic::new(code, level, span.range(), message));
        self.out.diagnostics.last_mut().expect("pushed above")
    }

    /// The preprocessor leaves `span` out.
    pub(crate) fn is_off(&self, span: Span) -> bool {
        self.file.is_inactive(span)
    }

    /// Counts a name of CUDA's as converted.
    pub(crate) fn converted(&mut self, name: &str) {
        *self.out.converted.entry(name.to_owned()).or_default() += 1;
    }

    /// hipfort has to have `name`.
    pub(crate) fn hip(&mut self, name: &str) {
        self.out.hip_names.insert(name.to_owned());
    }

    pub(crate) fn generate(&mut self, path: String, text: String) {
        self.out.generated.push(Generated { path, text });
    }

    /// Blanks that a statement at `at` starts with.
    pub(crate) fn indent(&self, at: u32) -> String {
        layout::indent(self.source, self.form(), at as usize)
    }
}
