//! What a file's tokens cannot tell and its headers may.

use crate::definitions::Specifiers;
use hipify_condition::Value;

/// What is declared outside of one file.
pub trait Elsewhere {
    /// The value of a macro, constant or enumerator.
    fn value(&self, name: &[u8]) -> Option<Value>;

    /// Which of `__host__`, `__device__` and `__global__` a macro stands for; `None` where it is not known.
    fn specifiers(&self, name: &[u8]) -> Option<Specifiers>;

    /// Whether a function is declared for the device, or called by device code.
    fn runs_on_device(&self, name: &[u8]) -> bool;

    /// Whether a function returns a lane's index in its warp.
    fn gives_lane(&self, name: &[u8]) -> bool;
}

/// Nothing but the file is known.
pub struct Alone;

impl Elsewhere for Alone {
    fn value(&self, _: &[u8]) -> Option<Value> {
        None
    }

    fn specifiers(&self, _: &[u8]) -> Option<Specifiers> {
        None
    }

    fn runs_on_device(&self, _: &[u8]) -> bool {
        false
    }

    fn gives_lane(&self, _: &[u8]) -> bool {
        false
    }
}
