//! Checked kernels: the thread that an access is made by, and what the tool for memory says of the access.

use std::cell::RefCell;
use std::ffi::{CStr, c_void};
use std::sync::Arc;

use hipify_abi::checks::{Access, UNKNOWN_THREAD, Use};
use hipify_abi::{Context, Kernel};

use crate::check::finding::{Finding, Place};
use crate::check::launched::Launched;
use crate::check::{self, Tool, allocations, shadow, sink, undefined};
use crate::kernel::work_item;

thread_local! {
    static LAUNCH: RefCell<Option<Arc<Launched>>> = const { RefCell::new(None) };
    /// Whether something has been told of the kernel that runs on this thread, whose fault then is no news.
    static TOLD: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// This thread runs blocks of a launch from here on.
pub(crate) fn enter(launch: Option<&Arc<Launched>>) {
    if check::any() {
        LAUNCH.set(launch.cloned());
        TOLD.set(false);
        work_item::set_live(None);
    }
}

/// The kernel that runs on this thread, and the thread of it that is given, or that is known to run.
pub(crate) fn place(thread: Option<[u32; 3]>) -> Option<Place> {
    let context = work_item::context()?;
    let thread = thread.unwrap_or_else(work_item::index);
    // SAFETY: the runtime's own field leads to the kernel that runs; names are null-terminated.
    let kernel = unsafe { CStr::from_ptr((*context.private.cast::<Kernel>()).name) }.to_string_lossy().into_owned();
    let (block, thread) = in_row(context, thread);
    let [x, y, _] = context.block_dim;
    let linear = thread[0] + x * (thread[1] + y * thread[2]);
    let launch = LAUNCH.with_borrow(|launch| launch.as_ref().map(|launch| (launch.number(), launch.calls().clone())));
    let (launch, calls) = launch.unwrap_or_else(|| (0, "".into()));
    Some(Place { kernel, launch, calls, block, thread: Some(thread), lane: linear % context.warp_size.max(1) })
}

/// Threads of blocks that run as one count on in x.
fn in_row(context: &Context, [x, y, z]: [u32; 3]) -> ([u32; 3], [u32; 3]) {
    let wide = context.block_dim[0].max(1);
    let [block_x, block_y, block_z] = context.block_idx;
    ([block_x + x / wide, block_y, block_z], [x % wide, y, z])
}

/// [`hipify_abi::checks::FAILED`]: adds where it is called to what it was called with.
#[cfg(target_arch = "x86_64")]
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub(crate) extern "C" fn __hipify_check_failed() {
    // The seventh and eighth argument are above the return address; a ninth, that address, makes the stack aligned.
    std::arch::naked_asm!(
        // For debuggers, which go from a finding to the code that made it.
        ".cfi_startproc",
        "mov rax, [rsp]",
        "mov r10, [rsp + 8]",
        "mov r11, [rsp + 16]",
        "push rax",
        "push r11",
        "push r10",
        ".cfi_adjust_cfa_offset 24",
        "call {failed}",
        "add rsp, 24",
        ".cfi_adjust_cfa_offset -24",
        "ret",
        ".cfi_endproc",
        failed = sym failed,
    )
}

/// What checked code calls where an access may be a mistake: see [`hipify_abi::checks::FAILED`].
#[allow(clippy::too_many_arguments, reason = "the thread comes in registers that checked code has at hand")]
extern "C" fn failed(
    address: *const c_void,
    size: u64,
    word: u64,
    object: *const c_void,
    whole: u64,
    x: u32,
    y: u32,
    z: u32,
    site: *const c_void,
) {
    if !allocations::is_guarded() {
        return;
    }
    let access = Access::of_word(word as u32);
    let (start, size) = (address as usize, size as usize);
    let how = how(access);
    let aligned = (start as u64).is_multiple_of(access.align());
    let (kind, message, notes) = if !object.is_null() {
        let offset = (start as i64).wrapping_sub(object as i64);
        if offset < 0 || (offset as u64).saturating_add(size as u64) > whole {
            let message = format!("{how} of {size} bytes at offset {offset} of a variable of {whole} bytes");
            ("out-of-bounds", message, Vec::new())
        } else if !aligned {
            misaligned(how, start, size, access)
        } else {
            return;
        }
    } else if let Some(bad) = shadow::first_bad(start, size) {
        allocations::explained(bad, start, size, how)
    } else if !aligned {
        misaligned(how, start, size, access)
    } else {
        return;
    };
    let thread = (x != UNKNOWN_THREAD).then_some([x, y, z]);
    let place = place(thread);
    TOLD.set(true);
    let calls = String::new();
    sink::report(Finding { tool: Tool::Memory, kind, message, site: Some(site as usize), place, calls, notes });
}

/// [`hipify_abi::checks::USED_UNDEFINED`]: adds where it is called to what it was called with.
#[cfg(target_arch = "x86_64")]
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub(crate) extern "C" fn __hipify_undefined_used() {
    std::arch::naked_asm!("mov r9, [rsp]", "jmp {used}", used = sym used_undefined)
}

/// What checked code calls where it uses something undefined.
extern "C" fn used_undefined(origin: u32, how: u32, x: u32, y: u32, z: u32, site: *const c_void) {
    if !undefined::is_on() {
        return;
    }
    let (what, born) = undefined::described(origin);
    let (kind, how) = match Use::of(how) {
        Use::Branch => ("undefined-branch", "a branch depends on"),
        Use::Address => ("undefined-address", "an address depends on"),
        Use::Divisor => ("undefined-divisor", "a number is divided by"),
        Use::Atomic => ("undefined-atomic", "an atomic operation changes"),
        Use::Call => ("undefined-call", "a call depends on"),
        Use::Other => ("undefined-use", "an instruction depends on"),
    };
    let message = format!("{how} what nobody has written: {what}");
    let place = place((x != UNKNOWN_THREAD).then_some([x, y, z]));
    let (calls, notes) = (String::new(), born.into_iter().collect());
    sink::report(Finding { tool: Tool::Init, kind, message, site: Some(site as usize), place, calls, notes });
}

fn misaligned(how: &str, start: usize, size: usize, access: Access) -> (&'static str, String, Vec<check::finding::Note>) {
    ("misaligned", format!("{how} of {size} bytes at {start:#x}, which is no multiple of {}", access.align()), Vec::new())
}

fn how(access: Access) -> &'static str {
    match (access.kind & Access::ATOMIC != 0, access.kind & Access::WRITE != 0) {
        (true, _) => "atomic access",
        (false, true) => "write",
        (false, false) => "read",
    }
}

/// A kernel on this thread has faulted at an access. `instruction` is the address of what has done it.
pub(crate) fn faulted(instruction: usize, address: usize, write: bool) {
    if !check::is_on(Tool::Memory) || TOLD.get() {
        return;
    }
    let how = if write { "write" } else { "read" };
    let kind = if address < 1 << 16 { "null-pointer" } else { "invalid-address" };
    let message = format!("{how} at address {address:#x}");
    let site = Some(instruction + 1);
    sink::report(Finding {
        tool: Tool::Memory,
        kind,
        message,
        site,
        place: place(None),
        calls: String::new(),
        notes: Vec::new(),
    });
}

/// Something has been told of the kernel that runs on this thread, so that its fault is no news.
pub(crate) fn told() {
    TOLD.set(true);
}

/// A block of a launch, of which nothing runs on this thread.
pub(crate) fn place_in(launched: Option<&Launched>, kernel: &CStr, block: [u32; 3]) -> Place {
    let (launch, calls) = launched.map_or((0, "".into()), |launched| (launched.number(), launched.calls().clone()));
    Place { kernel: kernel.to_string_lossy().into_owned(), launch, calls, block, thread: None, lane: 0 }
}
