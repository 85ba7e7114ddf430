//! The passes.
use crate::{options::Options, port::Ported, source::Source, tree::Tree};
pub(crate) fn run(_source: &Source<'_>, _tree: &Tree, _options: &Options) -> Ported {
    Ported::default()
}
