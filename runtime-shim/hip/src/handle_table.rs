//! Tables of the handles that a program holds: addresses of objects that live until they are destroyed and their last use has
//! ended.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use crate::check::resources;

/// The live objects of one kind, by handle.
pub(crate) struct HandleTable<T>(LazyLock<Mutex<HashMap<usize, Arc<T>>>>, &'static str);

impl<T> HandleTable<T> {
    pub(crate) const fn new() -> HandleTable<T> {
        HandleTable(LazyLock::new(Mutex::default), "")
    }

    /// A table of what the program is to destroy before it ends, and what findings call one of it.
    pub(crate) const fn of_owned(what: &'static str) -> HandleTable<T> {
        HandleTable(LazyLock::new(Mutex::default), what)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<usize, Arc<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an object up; its handle is its address.
    pub(crate) fn add<H>(&self, object: Arc<T>) -> *mut H {
        let handle = Arc::as_ptr(&object);
        resources::made(self.1, handle as usize);
        self.lock().insert(handle as usize, object);
        handle.cast_mut().cast()
    }

    /// The object of a handle; `None` where there is none or it has been destroyed.
    pub(crate) fn get<H>(&self, handle: *const H) -> Option<Arc<T>> {
        self.lock().get(&(handle as usize)).cloned()
    }

    /// All objects.
    pub(crate) fn all(&self) -> Vec<Arc<T>> {
        self.lock().values().cloned().collect()
    }

    /// Forgets a handle.
    pub(crate) fn remove<H>(&self, handle: *const H) -> Option<Arc<T>> {
        resources::destroyed(self.1, handle as usize);
        self.lock().remove(&(handle as usize))
    }
}
