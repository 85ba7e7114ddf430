//! What porting one file takes from the files around it.

use crate::fortran::Fortran;

/// The tree of a run, for both engines.
#[derive(Debug, Default)]
pub struct Tree {
    /// Where headers are.
    pub cuda: hipify_syntax::Tree,
    /// The Fortran files, ported as a whole.
    pub fortran: Fortran,
}

impl Tree {
    /// A tree of these paths, in which Fortran files are ported one by one.
    pub fn new(paths: impl IntoIterator<Item = String>) -> Self {
        Self { cuda: hipify_syntax::Tree::new(paths), fortran: Fortran::default() }
    }
}
