//! Modules as text to what the analyses and the passes built on them make of them.

mod fixture;
mod lockstep;
mod shared_atomics;
mod uniformity;
