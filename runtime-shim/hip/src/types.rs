//! HIP's types as its C ABI has them, under HIP's names.

pub mod array;
pub mod error;
pub mod graph;
pub mod handles;
pub mod launch;
pub mod pitched;
pub mod pool;
pub mod properties;
pub mod rtc;
pub mod texture;
