//! The runtime's entries that no table can make.

mod batch;
mod device;
mod driver_entry;
mod error;
mod graph;
mod launch;
mod library;
mod registration;

pub(crate) use device::DRIVER_VERSION;
pub(crate) use error::{Texts, name_of, text_of};
pub(crate) use graph::update;
pub(crate) use registration::explain_symbol;
