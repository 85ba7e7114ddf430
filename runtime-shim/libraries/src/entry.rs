//! Turns functions into exported entry points of AMD's libraries: C linkage, a place in the list of entry points, no panic across
//! the C ABI, and an answer from names that are not implemented.

use hipify_entry::panics;

/// Why a call cannot be carried out; each library has a code of its own for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The handle is null, or none that this library gave.
    NoHandle,
    /// A size that cannot be, where a library tells those apart.
    InvalidSize,
    /// A size, an increment, a pointer or a type that cannot be.
    InvalidValue,
    /// A value that its enumeration does not have.
    InvalidEnum,
    /// The CPU's libraries do not have this.
    NotSupported,
    /// There is no memory.
    AllocFailed,
    /// The HIP runtime refused.
    ExecutionFailed,
    /// A defect of this library.
    Internal,
}

/// What an entry point's body gives.
pub type Outcome<T = ()> = Result<T, Failure>;

/// One of AMD's libraries: how its status codes are numbered.
pub trait Library {
    /// The status of a failure, as the library's header numbers it.
    fn status(failure: Failure) -> u32;
}

/// One exported name. The slot holds the function that a call goes to: this library's own, or AMD's where the process runs on a GPU;
/// null where there is none. The facts are the status that says that a function is not implemented.
pub type EntryPoint = hipify_entry::slot::EntryPoint<u32>;

hipify_entry::entries_of!("hipify_library_entries", EntryPoint);

/// Runs an entry point's body and gives the library's status; a panic ends here.
pub fn answer<L: Library>(name: &str, body: impl FnOnce() -> Outcome) -> u32 {
    match caught(name, body) {
        Ok(()) => 0,
        Err(failure) => L::status(failure),
    }
}

/// Runs work; a panic ends here as `Failure::Internal`, and is told.
pub(crate) fn caught(name: &str, work: impl FnOnce() -> Outcome) -> Outcome {
    panics::caught(name, "the library", work).unwrap_or(Err(Failure::Internal))
}

/// Says on stderr, once for each name, that something is not supported on the CPU.
pub(crate) fn not_supported(what: &str) -> Failure {
    static TOLD: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());
    let mut told = TOLD.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if !told.iter().any(|other| other == what) {
        eprintln!("hipify: {what} is not supported on the CPU");
        told.push(what.to_owned());
    }
    Failure::NotSupported
}

/// What the assembly of [`export!`] goes on to where a name has no function.
pub extern "C" fn missing_called(entry: &EntryPoint) -> u32 {
    entry.tell_not_supported();
    entry.facts
}

/// Exports names: `export! { 7; hipblasSgemm = own_sgemm, hipblasNot = missing }`, where the number is the status of names that are
/// missing. A call jumps to what the slot holds with its arguments as they are.
#[macro_export]
macro_rules! export {
    ($status:literal; $($name:ident = $own:ident),* $(,)?) => { $( $crate::export! { @one $status $name $own } )* };
    (@own missing) => { ::std::ptr::null() };
    (@own $own:ident) => { $own as *const ::std::ffi::c_void };
    (@own $own:ident $kind:ty) => { $own::<$kind> as *const ::std::ffi::c_void };
    (@one $status:literal $name:ident $own:ident $($kind:ty)?) => {
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        #[allow(non_snake_case, unreachable_pub, missing_docs)]
        #[doc(hidden)]
        pub unsafe extern "C" fn $name() {
            ::hipify_entry::register!("hipify_library_entries", $crate::entry::EntryPoint, $name, $crate::export!(@own $own $($kind)?), $status);
            ::hipify_entry::jump!($crate::entry::missing_called)
        }
    };
}

/// Exports a function that is generic over the element type under a name for each type:
/// `export_typed! { 10; product: hipsparseScsrmv = f32, hipsparseDcsrmv = f64; }`, where the number is as of [`export!`].
macro_rules! export_typed {
    ($status:literal; $($own:ident: $($name:ident = $kind:ident),+ $(,)?;)*) => {
        $($( $crate::export! { @one $status $name $own $kind } )+)*
    };
}
pub(crate) use export_typed;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::ffi::CStr;
    use std::sync::atomic::Ordering;

    /// By the names' beginnings: how many there are, and how many have a function.
    fn counts() -> BTreeMap<&'static str, (usize, usize)> {
        let mut counts = BTreeMap::new();
        for entry in entries() {
            let name = entry.name.to_str().unwrap();
            let library = ["hipblasLt", "hipblas", "hipfft", "hiprand", "hipsparse", "hipsolver", "nccl", "pnccl"]
                .into_iter()
                .find(|start| name.starts_with(start));
            let count: &mut (usize, usize) = counts.entry(library.unwrap()).or_default();
            count.0 += 1;
            count.1 += usize::from(!entry.slot.load(Ordering::Relaxed).is_null());
        }
        counts
    }

    #[test]
    fn every_name_is_exported_once_and_what_is_implemented_is_counted() {
        let mut names: Vec<&CStr> = entries().iter().map(|entry| entry.name).collect();
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
        let mut found = Vec::new();
        for (library, (all, implemented)) in counts() {
            println!("{library}: {all} names, {implemented} implemented");
            found.push((library, all, implemented));
        }
        let expected = [
            ("hipblas", 1844, 1844),
            ("hipblasLt", 24, 24),
            ("hipfft", 50, 50),
            ("hiprand", 27, 27),
            ("hipsolver", 477, 477),
            ("hipsparse", 537, 537),
            ("nccl", 35, 35),
            ("pnccl", 27, 27),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_missing_name_answers_its_librarys_status() {
        let none = EntryPoint::new(std::ptr::null(), c"hipfftNone", 14);
        assert_eq!(missing_called(&none), 14);
        assert!(entries().iter().all(|entry| !entry.slot.load(Ordering::Relaxed).is_null()));
    }

    struct Nothing;

    impl Library for Nothing {
        fn status(failure: Failure) -> u32 {
            100 + failure as u32
        }
    }

    #[test]
    fn a_panic_ends_at_the_abi() {
        assert_eq!(answer::<Nothing>("told", || Ok(())), 0);
        assert_eq!(answer::<Nothing>("told", || panic!("told to")), 100 + Failure::Internal as u32);
    }
}
