//! Modules: images with code that are loaded when something in them is first needed, for each device on its own.

use std::borrow::Cow;
use std::ffi::{CStr, CString, c_void};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::entry::Outcome;
use crate::environment;
use crate::module::bundle::BundleError;
use crate::module::object::KernelRef;
use crate::module::object::{DeviceVariable, Object};
use crate::types::error::{
    hipErrorInvalidDeviceFunction, hipErrorInvalidImage, hipErrorInvalidSymbol, hipErrorNoBinaryForGpu,
    hipErrorSharedObjectInitFailed,
};

pub(crate) mod bundle;
pub(crate) mod initial_values;
pub(crate) mod object;
pub(crate) mod own_library;
pub(crate) mod symbol;

/// An image, and what has been loaded of it.
#[derive(Debug)]
pub(crate) struct Module {
    /// What messages call it: the program, or a module's file.
    name: String,
    code: Result<Cow<'static, [u8]>, BundleError>,
    /// One a device.
    objects: Box<[OnceLock<Outcome<Arc<Object>>>]>,
    managed: Mutex<Vec<Managed>>,
}

/// A `__managed__` variable: device code reaches it through a pointer of this name.
#[derive(Debug)]
struct Managed {
    name: CString,
    /// The variable's memory.
    address: usize,
    /// Its bytes; none of a program's own variable, whose registration has them.
    size: Option<usize>,
}

impl Module {
    /// Of the program's image, or of one of its libraries, which stays where it is.
    pub(crate) fn new(name: String, image: &'static [u8]) -> Module {
        let code = bundle::find(image).map(|found| {
            note(&found);
            found.code
        });
        Module::of(name, code)
    }

    /// Of an image that the caller may free.
    pub(crate) fn copied(name: String, image: &[u8]) -> Module {
        let code = bundle::find(image).map(|found| {
            note(&found);
            Cow::Owned(found.code.into_owned())
        });
        Module::of(name, code)
    }

    /// Of an image that cannot be read.
    pub(crate) fn unreadable(name: String, error: BundleError) -> Module {
        Module::of(name, Err(error))
    }

    fn of(name: String, code: Result<Cow<'static, [u8]>, BundleError>) -> Module {
        let objects = (0..environment::all_devices()).map(|_| OnceLock::new()).collect();
        Module { name, code, objects, managed: Mutex::default() }
    }

    /// Adds a managed variable, before anything is loaded.
    pub(crate) fn add_managed(&self, name: &CStr, address: *mut c_void) {
        self.managed().push(Managed { name: name.to_owned(), address: address as usize, size: None });
    }

    fn managed(&self) -> MutexGuard<'_, Vec<Managed>> {
        self.managed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the managed variables that no program has registered: of a module that is loaded at run time. All devices share the
    /// memory that the first of the objects has.
    fn add_own_managed(&self, object: &Object) {
        let mut managed = self.managed();
        for (name, place) in object.places() {
            let Some(name) = name.to_bytes().strip_suffix(object::MANAGED).and_then(|name| CString::new(name).ok()) else {
                continue;
            };
            if managed.iter().all(|known| known.name != name) {
                managed.push(Managed { name, address: place.address as usize, size: Some(place.size) });
            }
        }
    }

    /// The code for a device; loaded at the first call.
    ///
    /// # Errors
    /// Where there is none that can run; the reason is told on stderr once.
    pub(crate) fn object(&self, device: usize) -> Outcome<Arc<Object>> {
        let slot = self.objects.get(device).ok_or(crate::types::error::hipErrorInvalidDevice)?;
        slot.get_or_init(|| self.load(device)).clone()
    }

    fn load(&self, device: usize) -> Outcome<Arc<Object>> {
        let code = self.code.as_ref().map_err(|error| {
            eprintln!("hipify: {} cannot run on the CPU: {error}", self.name);
            match error {
                BundleError::Missing(_) | BundleError::OtherWarps => hipErrorNoBinaryForGpu,
                _ => hipErrorInvalidImage,
            }
        })?;
        let object = Object::load(code).map_err(|error| {
            eprintln!("hipify: {}: {error}", self.name);
            hipErrorSharedObjectInitFailed
        })?;
        object.add_variables(device);
        self.add_own_managed(&object);
        for managed in self.managed().iter() {
            if let Some(place) = object.variable(&managed.name).filter(|place| place.size == size_of::<usize>()) {
                // SAFETY: the variable holds the address of the managed memory.
                unsafe { place.address.cast::<usize>().write(managed.address) };
            }
        }
        initial_values::note(&object, device);
        Ok(object)
    }

    /// A kernel by its mangled name.
    pub(crate) fn kernel(&self, name: &CStr, device: usize) -> Outcome<KernelRef> {
        self.object(device)?.kernel(name).ok_or(hipErrorInvalidDeviceFunction)
    }

    /// A variable by its mangled name.
    pub(crate) fn variable(&self, name: &CStr, device: usize) -> Outcome<DeviceVariable> {
        let object = self.object(device)?;
        let managed = self.managed();
        let shared = managed.iter().find_map(|managed| Some((managed, managed.size.filter(|_| *managed.name == *name)?)));
        let shared = shared.map(|(managed, size)| DeviceVariable { address: managed.address as *mut c_void, size });
        shared.or_else(|| object.variable(name)).ok_or(hipErrorInvalidSymbol)
    }
}

fn note(found: &bundle::Found) {
    if let Some(gpu) = &found.gpu {
        environment::note_gpu(gpu);
    }
}
