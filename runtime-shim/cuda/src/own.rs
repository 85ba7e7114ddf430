//! Entries that are written by hand.

/// A parameter or result as the 64 bits that a trace shows, and the letter of its kind.
pub(crate) trait Word {
    const LETTER: char;
    fn word(&self) -> u64;
    /// The status in a result, where it is one.
    fn status(&self) -> Option<i32> {
        None
    }
}

macro_rules! words {
    ($($kind:ty, $letter:literal);* $(;)?) => {
        $(impl Word for $kind {
            const LETTER: char = $letter;
            fn word(&self) -> u64 {
                *self as u64
            }
        })*
    };
}

words! { i8, 'i'; i16, 'i'; i64, 'i'; u8, 'u'; u16, 'u'; u32, 'u'; u64, 'u'; usize, 'u' }

impl Word for i32 {
    const LETTER: char = 'i';
    fn word(&self) -> u64 {
        *self as u64
    }
    fn status(&self) -> Option<i32> {
        Some(*self)
    }
}

impl Word for f32 {
    const LETTER: char = 'f';
    fn word(&self) -> u64 {
        u64::from(self.to_bits())
    }
}

impl Word for f64 {
    const LETTER: char = 'd';
    fn word(&self) -> u64 {
        self.to_bits()
    }
}

impl Word for () {
    const LETTER: char = 'r';
    fn word(&self) -> u64 {
        0
    }
}

impl Word for crate::last_error::Told {
    const LETTER: char = 'i';
    fn word(&self) -> u64 {
        self.0 as u64
    }
}

impl Word for Option<unsafe extern "C" fn(i32) -> u64> {
    const LETTER: char = 'p';
    fn word(&self) -> u64 {
        self.map_or(0, |function| function as usize as u64)
    }
}

impl<T> Word for *mut T {
    const LETTER: char = 'p';
    fn word(&self) -> u64 {
        *self as u64
    }
}

impl<T> Word for *const T {
    const LETTER: char = 'p';
    fn word(&self) -> u64 {
        *self as u64
    }
}

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
            /// As CUDA's manual says of the arguments.
            #[unsafe(export_name = concat!("hipify.", stringify!($name)))]
            #[allow(non_snake_case, clippy::too_many_arguments, unused_unsafe, improper_ctypes_definitions, unreachable_pub)]
            pub unsafe extern "C" fn $name($($argument: $kind),*) -> $answer {
                use $crate::own::Word as _;
                static ENTRY: $crate::entry::Entry = $crate::entry::Entry::new(
                    $crate::generated::Family::$family,
                    // SAFETY: the text ends with its only null byte.
                    unsafe { ::std::ffi::CStr::from_bytes_with_nul_unchecked(concat!(stringify!($name), "\0").as_bytes()) },
                    c"",
                    &[$((stringify!($argument), <$kind as $crate::own::Word>::LETTER)),*],
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
