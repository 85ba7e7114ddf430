//! Little-endian numbers and ranges out of bytes that may lie: each access is checked against what is there.

/// Why a file's device code cannot be read; says what is wrong with which part.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    #[error("no executable, object, library, offload bundle or code object")]
    Unknown,
    #[error("{what} is cut off: it should reach to byte {end}, there are {there}")]
    CutOff { what: String, end: u64, there: u64 },
    #[error("{what} is broken: {reason}")]
    Broken { what: String, reason: String },
    #[error("{what} is not supported")]
    Unsupported { what: String },
}

impl ReadError {
    /// A part that is there and makes no sense.
    pub fn broken(what: impl Into<String>, reason: impl ToString) -> Self {
        Self::Broken { what: what.into(), reason: reason.to_string() }
    }
}

/// A part of a file, with the name it has in messages.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    pub what: &'static str,
    pub bytes: &'a [u8],
}

impl<'a> Part<'a> {
    pub fn new(what: &'static str, bytes: &'a [u8]) -> Self {
        Self { what, bytes }
    }

    /// `size` bytes from `at`.
    ///
    /// # Errors
    /// When they reach beyond the part.
    pub fn slice(&self, at: u64, size: u64) -> Result<&'a [u8], ReadError> {
        let end = at.saturating_add(size);
        let range = usize::try_from(at).ok().zip(usize::try_from(end).ok());
        range.and_then(|(at, end)| self.bytes.get(at..end)).ok_or_else(|| {
            let there = self.bytes.len() as u64;
            ReadError::CutOff { what: self.what.to_owned(), end, there }
        })
    }

    fn array<const N: usize>(&self, at: u64) -> Result<[u8; N], ReadError> {
        Ok(self.slice(at, N as u64)?.try_into().expect("a slice of N bytes was asked for"))
    }

    /// A number of 16 bits at `at`.
    pub fn u16(&self, at: u64) -> Result<u16, ReadError> {
        self.array(at).map(u16::from_le_bytes)
    }

    /// A number of 32 bits at `at`.
    pub fn u32(&self, at: u64) -> Result<u32, ReadError> {
        self.array(at).map(u32::from_le_bytes)
    }

    /// A number of 64 bits at `at`.
    pub fn u64(&self, at: u64) -> Result<u64, ReadError> {
        self.array(at).map(u64::from_le_bytes)
    }
}
