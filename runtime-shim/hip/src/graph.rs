//! Graphs: operations and the order between them, described once and run many times.

pub(crate) mod body;
pub(crate) mod build;
mod dot;
pub(crate) mod exec;
mod exec_api;
mod exec_params;
mod inspect;
pub(crate) mod memory;
mod params;
mod plan;
pub(crate) mod structure;
mod user_object;
