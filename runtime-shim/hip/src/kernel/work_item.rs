//! Which kernel thread runs on this thread of the system, for functions of kernels that could not be inlined.

use std::cell::Cell;

use hipify_abi::Context;

/// A kernel thread and its block.
#[derive(Clone, Copy)]
pub(crate) struct Position {
    pub(crate) context: *const Context,
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) z: u32,
    pub(crate) linear: u32,
}

impl Position {
    const NONE: Position = Position { context: std::ptr::null(), x: 0, y: 0, z: 0, linear: 0 };

    /// Of a thread of a block, by its linear index.
    pub(crate) fn of(context: &Context, linear: u32) -> Position {
        let [x, y, _] = context.block_dim;
        Position { context, x: linear % x, y: linear / x % y, z: linear / x / y, linear }
    }
}

thread_local! {
    static HERE: Cell<Position> = const { Cell::new(Position::NONE) };
    static LIVE: Cell<Option<u64>> = const { Cell::new(None) };
}

/// The lanes of the warp that runs on this thread of the system which have not ended, where some of them go on without the others;
/// nothing where those that go on are all there are.
pub(crate) fn live() -> Option<u64> {
    LIVE.get()
}

pub(crate) fn set_live(live: Option<u64>) {
    LIVE.set(live);
}

pub(crate) fn set(position: Position) {
    HERE.set(position);
}

/// No kernel runs on this thread of the system.
pub(crate) fn clear() {
    HERE.set(Position::NONE);
}

/// The block that runs on this thread of the system.
pub(crate) fn context<'a>() -> Option<&'a Context> {
    // SAFETY: set while the block runs, cleared after.
    unsafe { HERE.get().context.as_ref() }
}

/// Which thread of its block that is; the first where kernels do not say so.
pub(crate) fn index() -> [u32; 3] {
    let here = HERE.get();
    [here.x, here.y, here.z]
}

/// The same, counted through the block.
pub(crate) fn linear() -> u32 {
    HERE.get().linear
}

pub(crate) fn lane() -> u32 {
    HERE.get().linear % context().map_or(1, |context| context.warp_size.max(1))
}

/// [`hipify_abi::SET_CURRENT`].
///
/// # Safety
/// `context` is the one that the runtime called the kernel with, whose block is running on this thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __hipify_set_current(context: *mut Context, x: u32, y: u32, z: u32, linear: u32) {
    set(Position { context, x, y, z, linear });
}

/// Functions of a kernel thread that tell where it is.
macro_rules! places {
    ($($name:ident = |$here:ident, $context:ident| $value:expr;)*) => { $(
        /// As the device intrinsic of this name; 0 outside of kernels.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> u32 {
            let $here = HERE.get();
            let _ = $here;
            context().map_or(0, |$context| $value)
        }
    )* };
}

places! {
    __hipify_thread_x = |here, _context| here.x;
    __hipify_thread_y = |here, _context| here.y;
    __hipify_thread_z = |here, _context| here.z;
    __hipify_thread_linear = |here, _context| here.linear;
    __hipify_lane = |here, context| here.linear % context.warp_size.max(1);
    __hipify_block_x = |here, context| context.block_idx[0];
    __hipify_block_y = |here, context| context.block_idx[1];
    __hipify_block_z = |here, context| context.block_idx[2];
    __hipify_block_dim_x = |here, context| context.block_dim[0];
    __hipify_block_dim_y = |here, context| context.block_dim[1];
    __hipify_block_dim_z = |here, context| context.block_dim[2];
    __hipify_grid_dim_x = |here, context| context.grid_dim[0];
    __hipify_grid_dim_y = |here, context| context.grid_dim[1];
    __hipify_grid_dim_z = |here, context| context.grid_dim[2];
    __hipify_dynamic_shared_size = |here, context| context.dynamic_shared;
}

/// Lanes of a warp.
#[unsafe(no_mangle)]
pub extern "C" fn __hipify_warp_size() -> u32 {
    context().map_or_else(crate::environment::wave_size, |context| context.warp_size)
}

/// The block's shared memory.
#[unsafe(no_mangle)]
pub extern "C" fn __hipify_shared_base() -> *mut u8 {
    context().map_or(std::ptr::null_mut(), |context| context.shared)
}

/// A clock, nanoseconds.
#[unsafe(no_mangle)]
pub extern "C" fn __hipify_clock() -> i64 {
    crate::scheduler::completion::now() as i64
}
