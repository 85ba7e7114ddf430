//! The memory that a block runs on: shared memory, frame, states and exchange. Every thread that runs blocks keeps one.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::RefCell;
use std::ptr::{NonNull, null_mut};

use hipify_abi::{Context, Kernel, MAX_THREADS, SHARED_ALIGN};

use crate::check::undefined;
use crate::kernel::block_scheduler::pending::{self, Room};
use crate::kernel::fiber::Fibers;
use crate::memory;

/// Memory for one block at a time.
pub(crate) struct Arena {
    shared: Bytes,
    frame: Bytes,
    states: Bytes,
    exchange: Bytes,
    pub(crate) fibers: Fibers,
}

impl Arena {
    pub(crate) const fn new() -> Arena {
        Arena { shared: Bytes::EMPTY, frame: Bytes::EMPTY, states: Bytes::EMPTY, exchange: Bytes::EMPTY, fibers: Fibers::new() }
    }

    /// Makes room for a kernel and points the context at it.
    pub(crate) fn furnish(&mut self, context: &mut Context, kernel: &Kernel) {
        context.shared = self.shared.reserve(shared_size(context, kernel));
        context.frame = self.frame.reserve(kernel.frame_bytes as usize);
        context.states = self.states.reserve(size_of::<u16>() * MAX_THREADS).cast();
        let room: *mut Room = self.exchange.reserve(size_of::<Room>()).cast();
        // SAFETY: the memory has a room's size and is this arena's.
        unsafe { pending::begin(room) };
        context.exchange = room.cast();
    }

    /// A block begins: its shared memory holds what the environment asks for, instead of what the block before it has left there.
    ///
    /// # Safety
    /// The context is one that `furnish` has furnished for this kernel, and no block runs on it.
    pub(crate) unsafe fn fill_shared(context: &Context, kernel: &Kernel) {
        // SAFETY: `furnish` has reserved that much, and the caller says that it is nobody's now.
        unsafe { memory::fill_fresh(context.shared as usize, shared_size(context, kernel)) };
        undefined::block_begins(context.shared as usize, shared_size(context, kernel));
    }
}

/// Bytes of shared memory: the kernel's own, then those that the launch asks for.
pub(crate) fn shared_size(context: &Context, kernel: &Kernel) -> usize {
    (kernel.shared_bytes as usize).next_multiple_of(SHARED_ALIGN) + context.dynamic_shared as usize
}

thread_local! {
    static ARENA: RefCell<Arena> = const { RefCell::new(Arena::new()) };
}

/// Calls `work` with the calling thread's arena. Kernels do not launch kernels, so that it is free.
pub(crate) fn with<T>(work: impl FnOnce(&mut Arena) -> T) -> T {
    ARENA.with_borrow_mut(work)
}

/// Memory that grows and keeps its size.
struct Bytes {
    pointer: *mut u8,
    size: usize,
}

impl Bytes {
    const EMPTY: Bytes = Bytes { pointer: null_mut(), size: 0 };

    /// Shared memory starts at multiples of 128 bytes; a page's start serves vector accesses as well.
    const ALIGNMENT: usize = 4096;

    /// At least `size` bytes, contents unspecified; valid until the next call.
    fn reserve(&mut self, size: usize) -> *mut u8 {
        if size > self.size || self.pointer.is_null() {
            self.free();
            let layout = Bytes::layout(size.max(1));
            // SAFETY: the layout's size is not zero.
            let Some(pointer) = NonNull::new(unsafe { alloc(layout) }) else { handle_alloc_error(layout) };
            (self.pointer, self.size) = (pointer.as_ptr(), layout.size());
        }
        self.pointer
    }

    fn layout(size: usize) -> Layout {
        Layout::from_size_align(size, Bytes::ALIGNMENT).map_or(Layout::new::<u8>(), |layout| layout.pad_to_align())
    }

    fn free(&mut self) {
        if !self.pointer.is_null() {
            // SAFETY: allocated by `reserve` with the layout of this size.
            unsafe { dealloc(self.pointer, Bytes::layout(self.size)) };
            self.pointer = null_mut();
        }
    }
}

impl Drop for Bytes {
    fn drop(&mut self) {
        self.free();
    }
}

// SAFETY: the memory belongs to this value alone.
unsafe impl Send for Bytes {}
