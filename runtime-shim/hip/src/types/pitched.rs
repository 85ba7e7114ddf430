//! Memory in rows and slices (driver_types.h).

#![allow(non_camel_case_types)]

use std::ffi::c_void;

/// Memory whose rows begin at multiples of a pitch.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipPitchedPtr {
    pub ptr: *mut c_void,
    /// Bytes from row to row.
    pub pitch: usize,
    /// Elements in a row.
    pub xsize: usize,
    /// Rows in a slice.
    pub ysize: usize,
}

/// How much of it: bytes (of arrays: elements), rows, slices.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct hipExtent {
    pub width: usize,
    pub height: usize,
    pub depth: usize,
}

/// Where in it: bytes (of arrays: elements), row, slice.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct hipPos {
    pub x: usize,
    pub y: usize,
    pub z: usize,
}
