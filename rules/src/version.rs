//! Versions of CUDA, cuDNN, HIP and ROCm, ordered.

use std::fmt;
use std::str::FromStr;

/// A version of up to three parts, such as CUDA `12.4` or ROCm `6.2.0`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Version(u32);

impl Version {
    /// Each part below 1,000.
    pub const fn new(major: u32, minor: u32, patch: u32) -> Self {
        Self(major * 1_000_000 + minor * 1_000 + patch)
    }

    pub(crate) fn from_table(number: u32) -> Option<Self> {
        (number != 0).then_some(Self(number))
    }

    pub fn major(self) -> u32 {
        self.0 / 1_000_000
    }

    pub fn minor(self) -> u32 {
        self.0 / 1_000 % 1_000
    }

    /// The number that `CUDART_VERSION` and `CUDA_VERSION` have in this version: major * 1000 + minor * 10 (cuda.h).
    pub fn cuda_macro(self) -> u32 {
        self.major() * 1_000 + self.minor() * 10
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major(), self.minor())?;
        match self.0 % 1_000 {
            0 => Ok(()),
            patch => write!(f, ".{patch}"),
        }
    }
}

impl FromStr for Version {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<u32> = text.split('.').map(str::parse).collect::<Result<_, _>>().unwrap_or_default();
        match parts[..] {
            [major] if major < 1_000 => Ok(Self::new(major, 0, 0)),
            [major, minor] if major < 1_000 && minor < 1_000 => Ok(Self::new(major, minor, 0)),
            [major, minor, patch] if major < 1_000 && minor < 1_000 && patch < 1_000 => Ok(Self::new(major, minor, patch)),
            _ => Err(format!("`{text}` is not a version such as 12.6 or 6.4.1")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_order_by_number_not_by_text() {
        assert!("12.10".parse::<Version>().unwrap() > "12.9".parse().unwrap());
        assert_eq!("6.4.1".parse::<Version>().unwrap().to_string(), "6.4.1");
        assert_eq!(Version::new(12, 9, 0).cuda_macro(), 12090);
    }

    #[test]
    fn nonsense_is_not_a_version() {
        for text in ["", "a", "1.2.3.4", "1.", "-1", "1000"] {
            assert!(text.parse::<Version>().is_err(), "{text}");
        }
    }
}
