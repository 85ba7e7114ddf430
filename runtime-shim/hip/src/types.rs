//! HIP's types as its C ABI has them, under HIP's names.

pub mod error;
pub mod handles;
pub mod launch;
pub mod pitched;
pub mod properties;
pub mod rtc;
