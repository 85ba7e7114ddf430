//! Parameters and results as a trace shows them.

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
