//! The HIP API with C linkage: calls become runs of CPU code objects on a pool of threads, or calls of the system's HIP
//! runtime where a GPU is there.

pub mod api;
pub mod device;
pub mod entry;
pub mod environment;
pub mod forward;
pub mod graph;
mod handle_table;
mod interprocess;
pub mod kernel;
pub mod memory;
mod module;
mod rtc;
pub mod scheduler;
pub mod stream;
pub mod texture;
pub mod types;
