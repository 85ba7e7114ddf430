//! What an entry can return.

/// What an entry can return: how a status is told through it.
pub trait Answer: Sized {
    fn of_status(status: i32) -> Self;
}

impl Answer for i32 {
    fn of_status(status: i32) -> i32 {
        status
    }
}

macro_rules! nothing {
    ($($kind:ty)*) => {
        $(impl Answer for $kind {
            fn of_status(_: i32) -> $kind {
                <$kind>::default()
            }
        })*
    };
}

// These are no statuses: zero says nothing.
nothing! { i8 u8 i16 u16 u32 i64 u64 f32 f64 }

impl Answer for () {
    fn of_status(_: i32) {}
}

impl<T> Answer for *mut T {
    fn of_status(_: i32) -> *mut T {
        std::ptr::null_mut()
    }
}

impl<T> Answer for *const T {
    fn of_status(_: i32) -> *const T {
        std::ptr::null()
    }
}
