//! Output of `printf` in kernels: collected by thread, put in the order of blocks, written when the host synchronises.

use std::cell::RefCell;
use std::ffi::c_char;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::scheduler::teardown;

/// Text that waits at most this long, bytes; then it is written at once.
const LIMIT: usize = 1 << 20;

unsafe extern "C" {
    fn hipify_printf_v();
    fn hipify_printf_buffered_v();
    fn hipify_write_out(text: *const c_char, length: usize);
}

thread_local! {
    static PRINTED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// What launches that have ended have printed.
static WAITING: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Whether there is any of it. Written under the lock before a launch is done, and read by who has seen that it is: relaxed
/// order is enough.
static ANY: AtomicBool = AtomicBool::new(false);

/// `int __hipify_printf(const char *format, ...)`: what `printf` in a kernel calls.
///
/// # Safety
/// `format` leads to a C string, whose conversions the further arguments match in number and type.
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub unsafe extern "C" fn __hipify_printf() {
    // All registers are passed on, so that the variable arguments arrive.
    std::arch::naked_asm!("jmp {native}", native = sym hipify_printf_v)
}

/// As [`__hipify_printf`], of kernels that were compiled with `-mprintf-kind=buffered`: the result is 0, or -1 where the text is lost.
///
/// # Safety
/// As of [`__hipify_printf`].
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub unsafe extern "C" fn __hipify_printf_buffered() {
    // All registers are passed on, so that the variable arguments arrive.
    std::arch::naked_asm!("jmp {native}", native = sym hipify_printf_buffered_v)
}

/// Takes what `__hipify_printf` has formatted.
///
/// # Safety
/// `text` is valid for reads of `length` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn hipify_print(text: *const u8, length: usize) {
    // SAFETY: valid for `length` bytes.
    let text = unsafe { std::slice::from_raw_parts(text, length) };
    PRINTED.with_borrow_mut(|printed| printed.extend_from_slice(text));
}

/// What this thread's kernel code has printed since the last call.
pub(crate) fn take() -> Vec<u8> {
    PRINTED.take()
}

/// The output of a launch, in pieces that each begin with a block.
#[derive(Default)]
pub(crate) struct Pieces(Mutex<Vec<(u64, Vec<u8>)>>);

impl Pieces {
    /// Adds what the blocks from `first` on have printed.
    pub(crate) fn add(&self, first: u64, text: Vec<u8>) {
        if !text.is_empty() {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push((first, text));
        }
    }

    /// Puts the pieces in order, after those of earlier launches.
    pub(crate) fn finish(&self) {
        let mut pieces = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        if pieces.is_empty() {
            return;
        }
        teardown::call_after_drain(flush);
        pieces.sort_by_key(|piece| piece.0);
        let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
        pieces.iter().for_each(|(_, text)| waiting.extend_from_slice(text));
        ANY.store(true, Ordering::Relaxed);
        if waiting.len() > LIMIT {
            write(&mut waiting);
        }
    }
}

/// Writes what waits to stdout. At every synchronisation of the host, and at exit.
pub(crate) fn flush() {
    if !ANY.load(Ordering::Relaxed) {
        return;
    }
    write(&mut WAITING.lock().unwrap_or_else(PoisonError::into_inner));
}

fn write(text: &mut Vec<u8>) {
    if text.is_empty() {
        return;
    }
    // SAFETY: the text's own bytes.
    unsafe { hipify_write_out(text.as_ptr().cast(), text.len()) };
    text.clear();
    ANY.store(false, Ordering::Relaxed);
}
