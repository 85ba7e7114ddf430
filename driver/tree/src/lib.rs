//! Files and folders on disk: found, read, written whole or not at all, with their modes and times; and lines
//! for people on standard error.
//!
//! | module | what it does |
//! |---|---|
//! | `scan` | roots to the sorted list of their files, with ignore files |
//! | `read`, `write` | bytes of a file; bytes to a file, whole or not at all |
//! | `unfinished` | a folder that appears whole or not at all |
//! | `platform` | what differs between operating systems: modes, links, times |
//! | `say`, `progress` | results on standard output; lines and a progress bar on standard error |

#![warn(missing_docs)]

pub mod platform;
pub mod progress;
pub mod read;
pub mod say;
pub mod scan;
pub mod unfinished;
pub mod write;
