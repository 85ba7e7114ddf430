//! Modules as text to what the analyses and the passes built on them make of them.

mod fixture;
mod implicit_warp_synchrony;
mod shared_atomics;
mod uniformity;
