//! What the build script makes of headers and rules.

use std::ffi::c_void;

use crate::entry::{EntryPoint, FamilyFacts};
use crate::enumeration::Enumeration;
use crate::target::Library;
use crate::trace;

/// What entries need of a record that they return.
macro_rules! record {
    ($name:ident) => {
        impl crate::word::Word for $name {
            const LETTER: char = 'r';
            fn word(&self) -> u64 {
                0
            }
        }
        impl crate::answer::Answer for $name {
            fn of_status(_: i32) -> $name {
                // SAFETY: records of C interfaces hold integers and pointers, of which zero is a value.
                unsafe { std::mem::zeroed() }
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/entries.rs"));

/// The default stream of the calling thread in the place of none.
fn own_stream(stream: *mut c_void) -> *mut c_void {
    // `cudaStreamPerThread` and `hipStreamPerThread` are both 2.
    if stream.is_null() { std::ptr::without_provenance_mut(2) } else { stream }
}

/// The address of an entry's code.
#[derive(Clone, Copy)]
pub struct Address(pub unsafe extern "C" fn());

/// A value of another type of the same size.
fn bits<From: Copy, Into: Copy>(value: From) -> Into {
    assert!(size_of::<From>() == size_of::<Into>());
    // SAFETY: both have the same size, and the types are integers, pointers, and arrays and records of them.
    unsafe { std::mem::transmute_copy(&value) }
}
