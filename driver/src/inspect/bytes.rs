//! Little-endian numbers and ranges out of bytes that may lie: each access is checked against what is there.

/// Why a file's device code cannot be read; says what is wrong with which part.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ReadError {
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
    pub(super) fn broken(what: impl Into<String>, reason: impl ToString) -> Self {
        Self::Broken { what: what.into(), reason: reason.to_string() }
    }
}

/// A part of a file, with the name it has in messages.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) what: &'static str,
    pub(super) bytes: &'a [u8],
}

impl<'a> Part<'a> {
    pub(super) fn new(what: &'static str, bytes: &'a [u8]) -> Self {
        Self { what, bytes }
    }

    /// `size` bytes from `at`.
    pub(super) fn slice(&self, at: u64, size: u64) -> Result<&'a [u8], ReadError> {
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

    pub(super) fn u16(&self, at: u64) -> Result<u16, ReadError> {
        self.array(at).map(u16::from_le_bytes)
    }

    pub(super) fn u32(&self, at: u64) -> Result<u32, ReadError> {
        self.array(at).map(u32::from_le_bytes)
    }

    pub(super) fn u64(&self, at: u64) -> Result<u64, ReadError> {
        self.array(at).map(u64::from_le_bytes)
    }
}
