//! The driver's entries that no table can make.

mod device;
mod error;
mod function;
mod module;
mod pointer;
mod procedure;

pub(crate) use procedure::find;
