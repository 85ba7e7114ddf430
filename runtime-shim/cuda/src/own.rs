//! Entries that are written by hand.

/// Makes entries of functions: the family's name, then functions with C's parameters. A result of type `i32` is a status
/// of CUDA, and the thread's last error where it is none of success. The build script finds them by this word.
///
/// The name of an entry, `NAME_cuda13` for what CUDA 13 and later mean by `NAME`.
macro_rules! own {
    ($family:ident: $($(#[$meta:meta])* fn $name:ident($($argument:ident: $kind:ty),* $(,)?) -> $answer:ty $body:block)*) => {
        $(
            $(#[$meta])*
            ///
            /// # Safety
            /// Each pointer is null or valid for what CUDA's documentation of the function says is read or written through it:
            /// the number of elements that the other arguments tell, a C string, or one value; for asynchronous calls until the
            /// stream has done the work.
            #[unsafe(export_name = concat!("hipify.", stringify!($name)))]
            #[allow(non_snake_case, clippy::too_many_arguments, unused_unsafe, improper_ctypes_definitions, unreachable_pub)]
            pub unsafe extern "C" fn $name($($argument: $kind),*) -> $answer {
                use $crate::word::Word as _;
                static ENTRY: $crate::entry::EntryPoint = $crate::entry::EntryPoint::new(
                    &$crate::generated::FAMILIES[$crate::generated::Family::$family as usize],
                    // SAFETY: the text ends with its only null byte.
                    unsafe { ::std::ffi::CStr::from_bytes_with_nul_unchecked(concat!(stringify!($name), "\0").as_bytes()) },
                    c"",
                    &[$((stringify!($argument), <$kind as $crate::word::Word>::LETTER)),*],
                );
                let words = [$($argument.word()),*];
                let body = || {
                    let answer: $answer = $crate::panics::caught(&ENTRY, || {
                        // SAFETY: whoever calls an entry answers for the pointers it passes; bodies check the rest.
                        #[allow(clippy::undocumented_unsafe_blocks, clippy::macro_metavars_in_unsafe)]
                        unsafe { $body }
                    });
                    if let Some(status) = answer.status() && status != 0 {
                        ENTRY.failed(status);
                    }
                    answer
                };
                if $crate::trace::is_on() { $crate::trace::call(&ENTRY, &words, body) } else { body() }
            }
        )*
    };
}

/// Calls a HIP function with typed arguments; a HIP status, `hipErrorNotSupported` where the runtime lacks it.
macro_rules! hip {
    ($name:ident($($value:expr => $kind:ty),* $(,)?)) => { hip!(@Hip $name($($value => $kind),*)) };
    (@$library:ident $name:ident($($value:expr => $kind:ty),* $(,)?)) => {{
        static TARGET: $crate::target::Target = $crate::target::Target::new(
            $crate::target::Library::$library,
            // SAFETY: the text ends with its only null byte.
            unsafe { ::std::ffi::CStr::from_bytes_with_nul_unchecked(concat!(stringify!($name), "\0").as_bytes()) },
        );
        match TARGET.get() {
            Some(function) => {
                // SAFETY: HIP's headers declare the function so.
                #[allow(clippy::undocumented_unsafe_blocks, clippy::macro_metavars_in_unsafe, unused_unsafe)]
                unsafe {
                    ::std::mem::transmute::<*mut ::std::ffi::c_void, unsafe extern "C" fn($($kind),*) -> i32>(function)($($value),*)
                }
            }
            None => $crate::target::HIP_NOT_SUPPORTED,
        }
    }};
}
