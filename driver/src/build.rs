//! One-shot port-and-build: sources to an executable, a library or objects for AMD GPUs.

pub(crate) mod embed;
pub(crate) mod execute;
pub(crate) mod plan;
pub(crate) mod ported;
pub(crate) mod request;
pub(crate) mod steps;
