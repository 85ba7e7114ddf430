//! One-shot port-and-build: sources to an executable, a library or objects for AMD GPUs.

pub(crate) mod request;
