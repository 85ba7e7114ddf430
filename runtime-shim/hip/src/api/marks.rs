//! Marks and ranges for profilers (ROCm's roctx): ranges are counted, so that programs see their levels, and nothing reads the texts.
//!
//! What they give back is that of `roctracer/roctx.h` of ROCm 6.4.

use std::cell::Cell;
use std::ffi::{c_char, c_int};
use std::sync::atomic::{AtomicU64, Ordering};

/// The version of roctx whose functions these are.
const MAJOR: u32 = 4;
const MINOR: u32 = 1;

thread_local! {
    /// Ranges that the thread has begun and not ended.
    static OPEN: Cell<c_int> = const { Cell::new(0) };
}

static LAST: AtomicU64 = AtomicU64::new(0);

/// The major version of roctx.
// SAFETY: the name stands for this function alone; a program is linked with this library or with ROCm's.
#[unsafe(no_mangle)]
#[allow(non_snake_case, unreachable_pub)]
pub extern "C" fn roctx_version_major() -> u32 {
    MAJOR
}

/// The minor version of roctx.
// SAFETY: the name stands for this function alone; a program is linked with this library or with ROCm's.
#[unsafe(no_mangle)]
#[allow(non_snake_case, unreachable_pub)]
pub extern "C" fn roctx_version_minor() -> u32 {
    MINOR
}

/// A mark at a point in time.
// SAFETY: the name stands for this function alone; a program is linked with this library or with ROCm's.
#[unsafe(no_mangle)]
#[allow(non_snake_case, unreachable_pub)]
pub extern "C" fn roctxMarkA(_message: *const c_char) {}

/// Begins a range of this thread, and gives its level, from 0.
// SAFETY: the name stands for this function alone; a program is linked with this library or with ROCm's.
#[unsafe(no_mangle)]
#[allow(non_snake_case, unreachable_pub)]
pub extern "C" fn roctxRangePushA(_message: *const c_char) -> c_int {
    OPEN.with(|open| open.replace(open.get().saturating_add(1)))
}

/// Ends the innermost range of this thread, and gives its level; -1 where none is open.
// SAFETY: the name stands for this function alone; a program is linked with this library or with ROCm's.
#[unsafe(no_mangle)]
#[allow(non_snake_case, unreachable_pub)]
pub extern "C" fn roctxRangePop() -> c_int {
    OPEN.with(|open| {
        let left = open.get() - 1;
        open.set(left.max(0));
        left
    })
}

/// Begins a range that any thread may end, and gives its number.
// SAFETY: the name stands for this function alone; a program is linked with this library or with ROCm's.
#[unsafe(no_mangle)]
#[allow(non_snake_case, unreachable_pub)]
pub extern "C" fn roctxRangeStartA(_message: *const c_char) -> u64 {
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// Ends such a range.
// SAFETY: the name stands for this function alone; a program is linked with this library or with ROCm's.
#[unsafe(no_mangle)]
#[allow(non_snake_case, unreachable_pub)]
pub extern "C" fn roctxRangeStop(_id: u64) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_a_thread_have_levels_from_zero() {
        assert_eq!(roctxRangePop(), -1);
        assert_eq!([roctxRangePushA(c"outer".as_ptr()), roctxRangePushA(c"inner".as_ptr())], [0, 1]);
        assert_eq!([roctxRangePop(), roctxRangePop(), roctxRangePop()], [1, 0, -1]);
        assert_eq!(roctxRangePushA(c"again".as_ptr()), 0);
    }
}
