//! Copies past the caches: where more is copied than the last-level cache holds, what is written would be read into it first and
//! then drive out what is there, for nothing.

use crate::device::processor::processor;
use crate::memory::has_whole_pages;

/// Bytes from which on it is asked how large the cache is.
const LARGE: usize = 8 << 20;

/// Bytes from which on it does not matter: a larger cache is many cores', or other machines' on the same processor.
const LARGER_THAN_ANY: usize = 128 << 20;

/// How far a processor's prefetches of successive lines go: they end where a page does.
#[cfg(any(test, target_arch = "x86_64"))]
const PAGE: usize = 4 << 10;

/// Pages that are copied side by side, so that one's first lines come while another's are prefetched. One after another reaches 0.7 of
/// the speed (a Xeon with AVX-512, with one thread and with two); eight are no faster than four.
#[cfg(any(test, target_arch = "x86_64"))]
const PAGES: usize = 4;

/// Whether of a copy of so many bytes the beginning has left the caches before its end is there. Where a sanitizer looks at copies, they
/// are the C library's.
pub(crate) fn exceeds_caches(bytes: usize) -> bool {
    bytes >= LARGE && bytes >= processor().last_level_cache.min(LARGER_THAN_ANY) && has_whole_pages()
}

/// Copies without reading what is to be written into caches.
///
/// # Safety
/// As of `copy_nonoverlapping`.
pub(crate) unsafe fn copy(from: *const u8, to: *mut u8, bytes: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: as required.
    let done = unsafe { lines(from, to, bytes) };
    #[cfg(not(target_arch = "x86_64"))]
    let done = 0;
    // SAFETY: as required; what is left lies behind.
    unsafe { from.add(done).copy_to_nonoverlapping(to.add(done), bytes - done) };
}

/// Copies up to the end of the last whole cache line of `to`; how many bytes that were.
///
/// # Safety
/// As of `copy_nonoverlapping`.
#[cfg(target_arch = "x86_64")]
unsafe fn lines(from: *const u8, to: *mut u8, bytes: usize) -> usize {
    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_sfence, _mm_stream_si128};
    const LINE: usize = 64;
    const PARTS: usize = LINE / size_of::<__m128i>();
    const LINES: usize = PAGE / LINE;
    let head = to.align_offset(LINE).min(bytes);
    let count = (bytes - head) / LINE;
    // SAFETY: the lines lie within what is copied, and are aligned in `to`; SSE2 is part of the architecture.
    unsafe {
        from.copy_to_nonoverlapping(to, head);
        let (from, to): (*const __m128i, *mut __m128i) = (from.add(head).cast(), to.add(head).cast());
        let copy = |line: usize| {
            let at = line * PARTS;
            let parts: [__m128i; PARTS] = std::array::from_fn(|part| _mm_loadu_si128(from.add(at + part)));
            parts.into_iter().enumerate().for_each(|(part, value)| _mm_stream_si128(to.add(at + part), value));
        };
        let abreast = count / (PAGES * LINES);
        for pages in 0..abreast {
            for line in 0..LINES {
                for page in 0..PAGES {
                    copy((pages * PAGES + page) * LINES + line);
                }
            }
        }
        (abreast * PAGES * LINES..count).for_each(copy);
        // Such stores are ordered with others by a fence alone.
        _mm_sfence();
    }
    head + count * LINE
}

#[cfg(test)]
mod tests {
    use super::{PAGE, PAGES, copy};

    #[test]
    fn any_beginning_and_end_is_copied_and_nothing_beside_it() {
        let from: Vec<u8> = (0..40_000_u32).map(|i| (i % 251) as u8).collect();
        let small = [(0, 0, 0), (1, 3, 5), (0, 0, 64), (7, 1, 63), (5, 9, 700), (13, 64, 128), (64, 63, 65), (2, 40, 900)];
        // Pages side by side, and what is left behind them.
        let large = [(0, 0, PAGES * PAGE), (9, 5, 38_000)];
        for (source, begin, bytes) in small.into_iter().chain(large) {
            let mut to = vec![255; 40_000];
            // SAFETY: both ranges lie within their vectors.
            unsafe { copy(from.as_ptr().add(source), to.as_mut_ptr().add(begin), bytes) };
            assert_eq!(to[begin..begin + bytes], from[source..source + bytes], "{bytes} bytes to {begin}");
            assert!(to[..begin].iter().chain(&to[begin + bytes..]).all(|&byte| byte == 255), "{bytes} bytes to {begin}");
        }
    }
}
