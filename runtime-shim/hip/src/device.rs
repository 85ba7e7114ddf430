//! The current device, and the processor that all devices are.

pub mod current;
pub mod processor;
