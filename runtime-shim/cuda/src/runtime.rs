//! The runtime's entries that no table can make.

mod error;
