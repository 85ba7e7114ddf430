//! How large textures are, and where their memory begins: the properties of devices say it, and creating one checks it. The limits are
//! those of CUDA's compute capability 7.0, which no memory layout here needs to be under.

use std::ffi::c_int;

/// Texels of a side at most, by dimensions.
pub(crate) const MAX_1D: c_int = 131_072;
pub(crate) const MAX_2D: [c_int; 2] = [131_072, 65536];
pub(crate) const MAX_3D: [c_int; 3] = [16384; 3];

/// Texels at most in memory that is no array.
pub(crate) const MAX_LINEAR: c_int = 1 << 28;

/// Bytes that the address of memory that is no array is a multiple of.
pub(crate) const ALIGNMENT: usize = 256;
