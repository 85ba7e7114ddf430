//! Graphs: built, captured, looked at, changed and launched.

pub(crate) mod build;
pub mod capture;
mod dot;
mod exec;
mod exec_params;
mod inspect;
mod memory;
mod params;
mod user_object;
