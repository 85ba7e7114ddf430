//! A launch: its extents checked, its arguments copied, and what runs it on a device.

use std::ffi::c_void;
use std::sync::Arc;

use hipify_abi::MAX_THREADS;

use crate::check::launched::Launched;
use crate::check::limits;
use crate::check::order::{self, Piece, Ran, What};
use crate::entry::Outcome;
use crate::kernel::arguments::{self, Arguments};
use crate::kernel::function::Function;
use crate::kernel::shape::Shape;
use crate::types::error::{hipErrorInvalidConfiguration, hipErrorInvalidValue, hipErrorLaunchFailure};
use crate::types::launch::dim3;

/// Bytes of shared memory a block can have, static and dynamic: as on AMD's GPUs.
pub const MAX_SHARED: usize = 64 << 10;

/// Blocks of a grid by dimension, as AMD's runtime has it for every GPU; it refuses more in `hipModuleLaunchKernel` alone.
pub(crate) const MAX_GRID: [u32; 3] = [i32::MAX as u32, 1 << 16, 1 << 16];

/// How many blocks and how many threads in each, and dynamic shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extents {
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    /// Bytes.
    pub(crate) shared: usize,
}

impl Extents {
    pub(crate) fn new(grid: dim3, block: dim3, shared: usize) -> Extents {
        Extents { grid: [grid.x, grid.y, grid.z], block: [block.x, block.y, block.z], shared }
    }

    /// Bytes of shared memory of a block, static and dynamic.
    pub(crate) fn all_shared(&self, kernel: &hipify_abi::Kernel) -> u64 {
        u64::from(kernel.shared_bytes).saturating_add(self.shared as u64)
    }

    /// # Errors
    /// Where no device could run so many threads, or not this kernel with so many.
    pub(crate) fn check(&self, kernel: &hipify_abi::Kernel) -> Outcome {
        let threads = self.block.iter().map(|&extent| u64::from(extent)).product::<u64>();
        let empty = self.grid.contains(&0) || self.block.contains(&0);
        // A device counts the threads of a dimension in 32 bits.
        let wide = self
            .grid
            .iter()
            .zip(&self.block)
            .any(|(&blocks, &threads)| u32::MAX as u64 / u64::from(threads.max(1)) < blocks.into());
        if empty || wide || threads > MAX_THREADS as u64 {
            return Err(hipErrorInvalidConfiguration);
        }
        if kernel.max_threads != 0 && threads > u64::from(kernel.max_threads) {
            return Err(hipErrorLaunchFailure);
        }
        if (kernel.shared_bytes as usize).saturating_add(self.shared) > MAX_SHARED.max(kernel.shared_bytes as usize) {
            return Err(hipErrorInvalidValue);
        }
        Ok(())
    }
}

/// A launch.
#[derive(Clone)]
pub struct KernelLaunch {
    pub function: Arc<Function>,
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u32,
    /// Copies of the arguments.
    pub arguments: Arc<Arguments>,
    /// For findings, where the program is checked.
    pub(crate) launched: Option<Arc<Launched>>,
    /// What it is in its queue, where the program is checked for races.
    pub(crate) piece: Option<Arc<Piece>>,
}

impl KernelLaunch {
    /// As a record has it, all but its number.
    ///
    /// # Errors
    /// Where the kernel cannot be loaded.
    pub(crate) fn recorded(&self, device: usize) -> Outcome<hipify_record::Launch> {
        let kernel = self.function.kernel(device)?;
        let arguments = arguments::parameters(kernel.get()).iter().enumerate().map(|(index, parameter)| {
            // SAFETY: there is a copy of each argument, of its parameter's size.
            unsafe { std::slice::from_raw_parts((*self.arguments.pointers().add(index)).cast::<u8>(), parameter.size as usize) }
        });
        Ok(hipify_record::Launch {
            grid: self.grid,
            block: self.block,
            shared: self.dynamic_shared,
            kernel: self.function.name().to_string_lossy().into_owned(),
            arguments: arguments.map(<[u8]>::to_vec).collect(),
            ..hipify_record::Launch::default()
        })
    }

    /// What it is to who looks at what orders work; nothing where nobody looks.
    pub(crate) fn as_piece(&self) -> Option<Arc<Piece>> {
        if !order::is_known() {
            return None;
        }
        let name = self.function.name().to_string_lossy().into_owned();
        Piece::new(What::Kernel(Ran { name, grid: self.grid, block: self.block, launched: self.launched.clone() }))
    }

    /// What runs on a device.
    ///
    /// # Errors
    /// Where the kernel cannot be loaded.
    pub(crate) fn shape(self, device: usize) -> Outcome<Shape> {
        let kernel = self.function.kernel(device)?.clone();
        let KernelLaunch { grid, block, dynamic_shared, arguments, launched, piece, .. } = self;
        Ok(Shape { kernel, grid, block, dynamic_shared, arguments, launched, piece })
    }
}

/// Where a launch's arguments are.
pub(crate) enum Source<'a> {
    /// A pointer to each.
    Pointers(*const *mut c_void),
    /// One after the other.
    Packed(&'a [u8]),
}

/// A launch with its arguments copied.
///
/// # Errors
/// Where the device cannot run the kernel so.
///
/// # Safety
/// [`Source::Pointers`] is null or leads to a pointer for each parameter of the kernel, each valid for reading its bytes.
pub(crate) unsafe fn prepare(function: Arc<Function>, extents: Extents, source: Source, device: usize) -> Outcome<KernelLaunch> {
    let kernel = function.kernel(device)?.get();
    limits::launched(extents.grid, extents.block, extents.all_shared(kernel), kernel.max_threads);
    extents.check(kernel)?;
    let parameters = arguments::parameters(kernel);
    let arguments = match source {
        Source::Pointers(pointers) if pointers.is_null() && !parameters.is_empty() => return Err(hipErrorInvalidValue),
        // SAFETY: there is a valid pointer for each parameter.
        Source::Pointers(pointers) => unsafe { Arguments::of_pointers(parameters, pointers) },
        Source::Packed(bytes) => Arguments::of_packed(parameters, bytes).ok_or(hipErrorInvalidValue)?,
    };
    let Extents { grid, block, shared } = extents;
    let (arguments, launched) = (Arc::new(arguments), Launched::now());
    Ok(KernelLaunch { grid, block, dynamic_shared: shared as u32, arguments, function, launched, piece: None })
}

/// The buffer that an `extra` list names: pairs of a tag and a pointer, then a tag that ends it.
///
/// # Safety
/// `extra` is valid for reads of pairs of a tag and a pointer up to `HIP_LAUNCH_PARAM_END`; the buffer is valid for reads of as
/// many bytes as the size says, for `'a`.
pub(crate) unsafe fn packed<'a>(extra: *mut *mut c_void) -> Outcome<&'a [u8]> {
    const POINTER: usize = 1;
    const SIZE: usize = 2;
    const END: usize = 3;
    let (mut buffer, mut size) = (std::ptr::null::<u8>(), None);
    // SAFETY: the caller's list; a tag and its value are there until the end's tag.
    unsafe {
        let mut item = extra;
        loop {
            match *item as usize {
                POINTER => buffer = (*item.add(1)).cast(),
                SIZE => size = (*item.add(1)).cast::<usize>().as_ref().copied(),
                END => break,
                _ => return Err(hipErrorInvalidValue),
            }
            item = item.add(2);
        }
        match size {
            Some(0) => Ok(&[]),
            Some(size) if !buffer.is_null() => Ok(std::slice::from_raw_parts(buffer, size)),
            _ => Err(hipErrorInvalidValue),
        }
    }
}
