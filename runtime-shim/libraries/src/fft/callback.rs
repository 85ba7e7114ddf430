//! Device functions of the program by which a plan's transforms load and store elements. On the CPU the address of a device function is
//! that of machine code with the C ABI, where elements are what Rust's are.

use std::ffi::c_void;

/// A device function, and what it is given of the program's.
#[derive(Clone, Copy)]
pub(super) struct Callback {
    /// Not null.
    pub(super) routine: *const c_void,
    pub(super) info: *mut c_void,
    /// Dynamic shared memory.
    pub(super) shared: *mut c_void,
}

// SAFETY: addresses of the program, which says what may be done with them.
unsafe impl Send for Callback {}
// SAFETY: as above.
unsafe impl Sync for Callback {}

/// Of both sides of a plan; none where elements are read and written as they lie.
#[derive(Clone, Copy, Default)]
pub(super) struct Callbacks {
    pub(super) load: Option<Callback>,
    pub(super) store: Option<Callback>,
}

impl Callbacks {
    pub(super) fn is_empty(&self) -> bool {
        self.load.is_none() && self.store.is_none()
    }
}

impl Callback {
    /// An element at so many elements from the beginning.
    ///
    /// # Safety
    /// The routine is a device function that loads elements of the type `E`, and may be called so.
    pub(super) unsafe fn load<E>(self, from: *const u8, offset: usize) -> E {
        type Load<E> = unsafe extern "C" fn(*mut c_void, usize, *mut c_void, *mut c_void) -> E;
        // SAFETY: as required; the address is not null.
        unsafe {
            std::mem::transmute::<*const c_void, Load<E>>(self.routine)(from.cast_mut().cast(), offset, self.info, self.shared)
        }
    }

    /// Takes an element at so many elements from the beginning.
    ///
    /// # Safety
    /// The routine is a device function that stores elements of the type `E`, and may be called so.
    pub(super) unsafe fn store<E>(self, to: *mut u8, offset: usize, element: E) {
        type Store<E> = unsafe extern "C" fn(*mut c_void, usize, E, *mut c_void, *mut c_void);
        // SAFETY: as required; the address is not null.
        unsafe {
            std::mem::transmute::<*const c_void, Store<E>>(self.routine)(to.cast(), offset, element, self.info, self.shared)
        }
    }
}
