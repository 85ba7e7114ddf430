//! The HIP API with C linkage: calls become runs of CPU code objects on a pool of threads, or calls of the system's HIP
//! runtime where a GPU is there.

pub mod entry;
pub mod last_error;
pub mod types;
