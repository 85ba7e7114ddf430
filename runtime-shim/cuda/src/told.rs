//! A status that an entry gives back and that is no failure of the entry.

use crate::answer::Answer;
use crate::word::Word;

/// A status that is told and not noted.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Told(pub i32);

impl Answer for Told {
    fn of_status(status: i32) -> Told {
        Told(status)
    }
}

impl Word for Told {
    const LETTER: char = 'i';
    fn word(&self) -> u64 {
        self.0 as u64
    }
}
