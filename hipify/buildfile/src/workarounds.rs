//! Flags that keep clang from its known faults, as build files write them.

use hipify_rules::{CompilerFault, compiler_faults};

/// Faults that flags keep clang from, whatever the release and the target.
pub(super) fn faults() -> impl Iterator<Item = &'static CompilerFault> {
    compiler_faults().iter().filter(|fault| !fault.workaround.is_empty() && fault.is_worked_around_everywhere)
}

/// What `explain` knows them by.
pub(super) fn codes() -> String {
    faults().map(|fault| fault.code).collect::<Vec<_>>().join(" ")
}

/// The words of a compile, for every release: each one takes them, and they change nothing but speed where no fault is.
pub(super) fn words() -> Vec<&'static str> {
    faults().flat_map(|fault| fault.workaround.iter().copied()).collect()
}

/// Those words that a link of relocatable device code takes, which runs the back end.
pub(super) fn link_words() -> Vec<&'static str> {
    faults().filter(|fault| is_for_links(fault)).flat_map(|fault| fault.workaround.iter().copied()).collect()
}

/// Whether the workaround is a word for the back end.
pub(super) fn is_for_links(fault: &CompilerFault) -> bool {
    fault.workaround.first() == Some(&"-mllvm")
}
