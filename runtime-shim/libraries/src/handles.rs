//! Handles: pointers that programs keep, each of which leads to a value of ours, and which are known to be ours before they are
//! followed.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};

use crate::entry::{Failure, Outcome};

/// The handles of one kind and what they stand for. A value is shared with work in streams that outlives the handle.
pub(crate) struct Handles<T> {
    live: LazyLock<RwLock<HashMap<usize, Arc<Mutex<T>>>>>,
}

impl<T> Handles<T> {
    #[allow(clippy::new_without_default)]
    pub(crate) const fn new() -> Handles<T> {
        Handles { live: LazyLock::new(RwLock::default) }
    }

    /// A new handle; never null.
    pub(crate) fn create(&self, value: T) -> usize {
        let value = Arc::new(Mutex::new(value));
        let handle = Arc::as_ptr(&value) as usize;
        self.live.write().unwrap_or_else(PoisonError::into_inner).insert(handle, value);
        handle
    }

    /// What a handle stands for.
    ///
    /// # Errors
    /// `Failure::NoHandle` where it is none of these.
    pub(crate) fn shared(&self, handle: usize) -> Outcome<Arc<Mutex<T>>> {
        self.live.read().unwrap_or_else(PoisonError::into_inner).get(&handle).cloned().ok_or(Failure::NoHandle)
    }

    /// Reads or changes what a handle stands for.
    ///
    /// # Errors
    /// As of [`Handles::shared`].
    pub(crate) fn with<R>(&self, handle: usize, action: impl FnOnce(&mut T) -> R) -> Outcome<R> {
        let shared = self.shared(handle)?;
        let mut value = shared.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(action(&mut value))
    }

    /// Ends a handle.
    ///
    /// # Errors
    /// As of [`Handles::shared`].
    pub(crate) fn destroy(&self, handle: usize) -> Outcome {
        let removed = self.live.write().unwrap_or_else(PoisonError::into_inner).remove(&handle);
        removed.map(|_| ()).ok_or(Failure::NoHandle)
    }
}

/// Handles that are small numbers, from one on, for libraries whose handles have 32 bits.
pub(crate) struct Numbered<T> {
    live: LazyLock<Mutex<(usize, HashMap<usize, T>)>>,
}

impl<T> Numbered<T> {
    pub(crate) const fn new() -> Numbered<T> {
        Numbered { live: LazyLock::new(|| Mutex::new((0, HashMap::new()))) }
    }

    /// A new handle; numbers are not given twice.
    pub(crate) fn create(&self, value: T) -> usize {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        live.0 += 1;
        let handle = live.0;
        live.1.insert(handle, value);
        handle
    }

    /// Reads or changes what a handle stands for.
    ///
    /// # Errors
    /// `Failure::NoHandle` where it is none of these.
    pub(crate) fn with<R>(&self, handle: usize, action: impl FnOnce(&mut T) -> R) -> Outcome<R> {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        live.1.get_mut(&handle).map(action).ok_or(Failure::NoHandle)
    }

    /// Ends a handle.
    ///
    /// # Errors
    /// As of [`Numbered::with`].
    pub(crate) fn destroy(&self, handle: usize) -> Outcome {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        live.1.remove(&handle).map(|_| ()).ok_or(Failure::NoHandle)
    }
}

/// Stores what an entry point has to give through an out-pointer of its caller.
///
/// # Errors
/// `Failure::InvalidValue` where the pointer is null.
///
/// # Safety
/// A pointer that is not null must be valid for writing a `T`.
pub(crate) unsafe fn give<T>(pointer: *mut T, value: T) -> Outcome {
    if pointer.is_null() {
        return Err(Failure::InvalidValue);
    }
    // SAFETY: not null, and valid for the scalar or the result, as required.
    unsafe { pointer.write(value) };
    Ok(())
}
