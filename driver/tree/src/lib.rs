//! Files and folders on disk: found, read, written whole or not at all, with their modes and times; and lines for people on standard error.

pub mod platform;
pub mod progress;
pub mod read;
pub mod say;
pub mod scan;
pub mod unfinished;
pub mod write;
