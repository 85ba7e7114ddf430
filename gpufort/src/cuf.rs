//! Loops of `!$cuf kernel do` to kernels, their launchers, and the call that takes the loop's place.

use crate::Source;
use crate::ast::Span;
use crate::kernel::cpp::Unsupported;
use crate::kernel::record::Records;
use crate::launcher::Launcher;
use crate::sema::{Index, UnitRef};

/// The call that takes a loop's place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replacement {
    /// From the directive to the end of its loop.
    pub span: Span,
    /// Statements, without the first one's indentation and the last one's line end.
    pub text: String,
    /// The procedure that the loop is in, which needs the interface module.
    pub unit: UnitRef,
}

/// A loop in C++.
pub(crate) struct Loop {
    pub(crate) launcher: Launcher,
    pub(crate) replacement: Replacement,
    /// Device procedures that it calls.
    pub(crate) callees: Vec<UnitRef>,
    pub(crate) problems: Vec<Unsupported>,
    kernel: String,
    head: String,
    launch: String,
}

impl Loop {
    /// The kernel and its launcher; `why` is what keeps it from being translated.
    pub(crate) fn text(&self, why: Option<&str>) -> String {
        match why {
            Some(why) => crate::kernel::launch::refusal(&self.head, &self.launcher.symbol, why),
            None => format!("{}\n{}\n{{\n{}}}\n", self.kernel, self.head, self.launch),
        }
    }
}

/// The loops of file number `file`, in their order.
pub(crate) fn loops(index: &Index<'_>, sources: &[Source<'_>], file: usize, records: &mut Records) -> Vec<Loop> {
    let _ = (index, sources, file, records);
    Vec::new()
}
