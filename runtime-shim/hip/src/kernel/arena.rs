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
    contexts: Bytes,
    pub(crate) fibers: Fibers,
}

impl Arena {
    pub(crate) const fn new() -> Arena {
        Arena {
            shared: Bytes::EMPTY,
            frame: Bytes::EMPTY,
            states: Bytes::EMPTY,
            exchange: Bytes::EMPTY,
            contexts: Bytes::EMPTY,
            fibers: Fibers::new(),
        }
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

    /// Makes room for so many blocks that go side by side, and contexts for them like the one that is furnished, which becomes the first's.
    pub(crate) fn furnish_beside(&mut self, context: &mut Context, kernel: &Kernel, blocks: u32) -> *mut Context {
        let (blocks, shared, frame) = (blocks as usize, shared_stride(context, kernel), kernel.frame_bytes as usize);
        context.shared = self.shared.reserve(shared * blocks);
        context.frame = self.frame.reserve(frame * blocks);
        let contexts: *mut Context = self.contexts.reserve(size_of::<Context>() * blocks).cast();
        for block in 0..blocks {
            let (shared, frame) = (context.shared.wrapping_add(shared * block), context.frame.wrapping_add(frame * block));
            // SAFETY: there is room for so many.
            unsafe { contexts.add(block).write(Context { shared, frame, ..*context }) };
        }
        contexts
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

/// Bytes from the shared memory of a block to that of the next one beside it: an odd number of lines, so that they do not compete for
/// the same lines of the cache.
fn shared_stride(context: &Context, kernel: &Kernel) -> usize {
    (shared_size(context, kernel).div_ceil(SHARED_ALIGN) | 1) * SHARED_ALIGN
}

/// Bytes that a block uses of its shared memory and frame, where it goes side by side with others.
pub(crate) fn bytes_beside(context: &Context, kernel: &Kernel) -> usize {
    shared_stride(context, kernel) + kernel.frame_bytes as usize * context.threads as usize / MAX_THREADS
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
