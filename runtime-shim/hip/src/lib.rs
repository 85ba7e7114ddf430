//! The HIP API with C linkage: calls become runs of CPU code objects on a pool of threads, or calls of the system's HIP
//! runtime where a GPU is there.

pub mod attributes;
pub mod current;
pub mod device;
pub mod entry;
pub mod environment;
pub mod error_text;
pub mod forward;
pub mod last_error;
pub mod missing;
pub mod peer;
pub mod processor;
pub mod properties;
pub mod rtc;
pub mod types;
pub mod version;
