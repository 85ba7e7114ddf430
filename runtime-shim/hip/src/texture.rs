//! Arrays, and the texture and surface objects that read and write them.

pub mod array;
pub(crate) mod limits;
pub(crate) mod object;
pub(crate) mod rectangular_copy;
pub(crate) mod texel_format;
