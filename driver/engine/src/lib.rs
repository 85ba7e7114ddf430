//! One file through the port, with what it takes from its tree: what became of it, and how that is shown. `port`, `lint`, `build`
//! and the stand-ins for other tools are made of this.
//!
//! | module | what it does |
//! |---|---|
//! | `options` | how code is ported, and which files are read, as a command line says it |
//! | `tree`, `fortran` | what one file's port takes from the files around it; the Fortran files of a tree, ported together |
//! | `content` | what a file is by its content, where its name does not say |
//! | `one_file` | bytes to an outcome and new bytes, whatever the bytes are |
//! | `guard`, `pool` | panics to messages; threads with room for deep nesting |
//! | `resolve` | what one file cannot tell: which CUDA-like names some other file declares |
//! | `outcome`, `located_diagnostic` | what became of a file; a diagnostic with its line and column |
//! | `render`, `diff` | findings as text with source frames; changes as a patch |
//! | `hash` | whether bytes, or all that a port depends on, are those of an earlier run |

#![warn(missing_docs)]

pub mod content;
pub mod diff;
pub mod fortran;
pub mod guard;
pub mod hash;
pub mod located_diagnostic;
pub mod one_file;
pub mod options;
pub mod outcome;
pub mod pool;
pub mod render;
pub mod resolve;
pub mod tree;
