//! What one element of an array consists of.

use std::ffi::{c_int, c_uint};

use crate::entry;
use crate::entry::Answer;

/// `hipChannelFormatDesc`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChannelFormat {
    bits: [c_int; 4],
    kind: c_uint,
}

/// `hipChannelFormatKindNone`.
const NO_KIND: c_uint = 3;

impl Answer for ChannelFormat {
    type Body = ChannelFormat;

    fn of(body: ChannelFormat) -> ChannelFormat {
        body
    }

    fn panicked() -> ChannelFormat {
        ChannelFormat { bits: [0; 4], kind: NO_KIND }
    }
}

entry! {
    /// Bits of each channel, and similar namesd, as one value.
    fn hipCreateChannelDesc(x: c_int, y: c_int, z: c_int, w: c_int, kind: c_uint) -> ChannelFormat {
        ChannelFormat { bits: [x, y, z, w], kind }
    }
}
