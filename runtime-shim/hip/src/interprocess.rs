//! What processes share: memory in files, and events in such memory.

pub(crate) mod shared_event;
pub(crate) mod shared_file;
