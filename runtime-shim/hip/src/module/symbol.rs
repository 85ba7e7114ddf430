//! Device variables as the program names them: by the address of the host's variable.

use std::collections::HashMap;
use std::ffi::{CStr, CString, c_void};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use crate::device::current;
use crate::entry::Outcome;
use crate::module::Module;
use crate::module::object::DeviceVariable;
use crate::types::error::{hipErrorInvalidSymbol, hipErrorInvalidValue};

/// A device variable.
#[derive(Clone)]
pub(crate) struct Symbol {
    module: Arc<Module>,
    name: CString,
    size: usize,
    /// Of a managed one, its memory; 0 of others.
    managed: usize,
}

impl Symbol {
    /// An ordinary one; size in bytes, 0 where only the code object knows it.
    pub(crate) fn plain(module: Arc<Module>, name: &CStr, size: usize) -> Symbol {
        Symbol { module, name: name.to_owned(), size, managed: 0 }
    }

    pub(crate) fn managed(module: Arc<Module>, name: &CStr, size: usize, address: *mut c_void) -> Symbol {
        Symbol { module, name: name.to_owned(), size, managed: address as usize }
    }

    fn place(&self) -> Outcome<DeviceVariable> {
        if self.managed != 0 {
            return Ok(DeviceVariable { address: self.managed as *mut c_void, size: self.size });
        }
        self.module.variable(&self.name, current::device())
    }
}

static SYMBOLS: LazyLock<RwLock<HashMap<usize, Symbol>>> = LazyLock::new(RwLock::default);

/// Makes a variable known under the host's.
pub(crate) fn register(host: *const c_void, symbol: Symbol) {
    SYMBOLS.write().unwrap_or_else(PoisonError::into_inner).insert(host as usize, symbol);
}

/// Forgets all variables of a module.
pub(crate) fn forget(module: &Arc<Module>) {
    SYMBOLS.write().unwrap_or_else(PoisonError::into_inner).retain(|_, symbol| !Arc::ptr_eq(&symbol.module, module));
}

/// Where the current device has the variable.
///
/// # Errors
/// `hipErrorInvalidSymbol` where the address names none.
pub(crate) fn place(host: *const c_void) -> Outcome<DeviceVariable> {
    if host.is_null() {
        return Err(hipErrorInvalidSymbol);
    }
    let symbol = SYMBOLS.read().unwrap_or_else(PoisonError::into_inner).get(&(host as usize)).cloned();
    symbol.ok_or(hipErrorInvalidSymbol)?.place()
}

/// The address `offset` bytes into a variable, where `size` bytes are in it.
pub(crate) fn part(host: *const c_void, offset: usize, size: usize) -> Outcome<*mut c_void> {
    let place = place(host)?;
    let inside = offset.checked_add(size).is_some_and(|end| end <= place.size);
    // SAFETY: inside of the variable.
    if inside { Ok(unsafe { place.address.cast::<u8>().add(offset) }.cast()) } else { Err(hipErrorInvalidValue) }
}
