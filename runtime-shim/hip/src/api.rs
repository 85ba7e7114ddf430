//! The entry points of HIP, by topic. What they do is in the folders beside this one.

pub mod copy;
pub mod device;
pub mod errors;
pub mod fill;
pub mod graph;
pub mod last_error;
pub mod launch;
pub mod marks;
pub mod memory;
pub mod missing;
pub mod module;
pub mod occupancy;
pub mod per_thread;
pub mod proc_address;
pub mod registration;
pub mod rtc;
pub mod stream;
pub mod symbol;
pub mod texture;
pub mod tools;
pub mod version;
