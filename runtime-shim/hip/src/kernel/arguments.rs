//! A launch's arguments, copied: the program may change or free its own after the call.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ffi::c_void;
use std::ptr::NonNull;

use hipify_abi::{Kernel, Parameter};

/// Copies of arguments, and a pointer to each.
pub struct Arguments {
    memory: NonNull<u8>,
    layout: Layout,
}

// SAFETY: the copies are not changed after they are made.
unsafe impl Send for Arguments {}
// SAFETY: the copies are not changed after they are made.
unsafe impl Sync for Arguments {}

/// A kernel's parameters.
pub(crate) fn parameters(kernel: &Kernel) -> &[Parameter] {
    if kernel.parameter_count == 0 {
        return &[];
    }
    // SAFETY: the code object has so many.
    unsafe { std::slice::from_raw_parts(kernel.parameters, kernel.parameter_count as usize) }
}

impl Arguments {
    /// Of the values that `values` leads to, one pointer a parameter.
    ///
    /// # Safety
    /// `values` is valid for reads of a pointer for each parameter, each of which is valid for reads of the parameter's bytes.
    pub(crate) unsafe fn of_pointers(parameters: &[Parameter], values: *const *mut c_void) -> Arguments {
        // SAFETY: each pointer is valid for its parameter's bytes.
        Arguments::new(parameters, |index| unsafe { (*values.add(index)).cast() })
    }

    /// Of values that stand in a buffer one after the other, each at the next multiple of its alignment.
    /// `None` where the buffer is too short.
    pub(crate) fn of_packed(parameters: &[Parameter], buffer: &[u8]) -> Option<Arguments> {
        let mut offsets = Vec::with_capacity(parameters.len());
        let end = place(parameters, 0, |offset| offsets.push(offset));
        let whole = end <= buffer.len();
        // SAFETY: all offsets are in the buffer.
        whole.then(|| Arguments::new(parameters, |index| unsafe { buffer.as_ptr().add(offsets[index]) }))
    }

    fn new(parameters: &[Parameter], value: impl Fn(usize) -> *const u8) -> Arguments {
        let table = size_of_val(parameters) / size_of::<Parameter>() * size_of::<*const c_void>();
        let size = place(parameters, table, |_| ());
        let align =
            parameters.iter().map(|parameter| parameter.align as usize).max().unwrap_or(1).max(align_of::<*const c_void>());
        let layout = Layout::from_size_align(size.max(1), align.next_power_of_two()).unwrap_or(Layout::new::<u64>());
        // SAFETY: the size is not zero.
        let Some(memory) = NonNull::new(unsafe { alloc(layout) }) else { handle_alloc_error(layout) };
        let arguments = Arguments { memory, layout };
        let mut index = 0;
        place(parameters, table, |offset| {
            // SAFETY: the memory has room for the table and, after it, for each value at its offset.
            unsafe {
                let copy = memory.as_ptr().add(offset);
                copy.copy_from_nonoverlapping(value(index), parameters[index].size as usize);
                memory.as_ptr().cast::<*const u8>().add(index).write(copy);
            }
            index += 1;
        });
        arguments
    }

    /// One pointer a parameter.
    pub(crate) fn pointers(&self) -> *const *const c_void {
        self.memory.as_ptr().cast()
    }
}

/// Each word of a kernel's arguments, which may be a pointer.
pub(crate) fn words<'a>(kernel: &'a Kernel, arguments: &'a Arguments) -> impl Iterator<Item = usize> + 'a {
    const WORD: usize = size_of::<usize>();
    parameters(kernel).iter().enumerate().flat_map(move |(place, parameter)| {
        (0..parameter.size as usize / WORD).map(move |word| {
            // SAFETY: there is a copy of each argument, of its parameter's size.
            unsafe { (*arguments.pointers().add(place)).cast::<usize>().add(word).read_unaligned() }
        })
    })
}

impl Drop for Arguments {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { dealloc(self.memory.as_ptr(), self.layout) };
    }
}

/// Calls `found` with each parameter's offset from `start` on, and gives the end of the last.
fn place(parameters: &[Parameter], start: usize, mut found: impl FnMut(usize)) -> usize {
    let mut end = start;
    for parameter in parameters {
        end = end.next_multiple_of(parameter.align.max(1) as usize);
        found(end);
        end += parameter.size as usize;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMETERS: [Parameter; 3] =
        [Parameter { size: 1, align: 1 }, Parameter { size: 8, align: 8 }, Parameter { size: 4, align: 4 }];

    fn values(arguments: &Arguments) -> (u8, u64, u32) {
        // SAFETY: made of parameters of these sizes.
        unsafe {
            let pointers = arguments.pointers();
            (*pointers.read().cast(), *pointers.add(1).read().cast(), *pointers.add(2).read().cast())
        }
    }

    #[test]
    fn values_are_copied_through_their_pointers() {
        let (mut a, mut b, mut c) = (1u8, 2u64, 3u32);
        let pointers: [*mut c_void; 3] = [(&raw mut a).cast(), (&raw mut b).cast(), (&raw mut c).cast()];
        // SAFETY: one pointer a parameter.
        let arguments = unsafe { Arguments::of_pointers(&PARAMETERS, pointers.as_ptr()) };
        (a, b, c) = (0, 0, 0);
        assert_eq!((a, b, c), (0, 0, 0));
        assert_eq!(values(&arguments), (1, 2, 3));
    }

    #[test]
    fn a_packed_buffer_is_read_at_aligned_offsets() {
        let mut buffer = [0u8; 20];
        buffer[0] = 1;
        buffer[8..16].copy_from_slice(&2u64.to_ne_bytes());
        buffer[16..].copy_from_slice(&3u32.to_ne_bytes());
        assert_eq!(Arguments::of_packed(&PARAMETERS, &buffer).map(|arguments| values(&arguments)), Some((1, 2, 3)));
        assert!(Arguments::of_packed(&PARAMETERS, &buffer[..19]).is_none());
    }
}
