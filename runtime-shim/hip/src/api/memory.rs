//! Memory of devices and of the host.

pub mod allocate;
pub mod attributes;
pub mod export;
pub mod external;
pub mod host;
pub mod managed;
pub mod mapping;
pub mod pool;
