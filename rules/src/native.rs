//! The names that builds supply (`supplied`), to since which HIP AMD's own headers have them.

use crate::symbol::{Symbol, symbols};
use crate::version::Version;
use std::fmt;

/// The newest HIP whose headers the rows were compared with: Debian's libamdhip64-dev of the suite experimental. A supplied name
/// without a version (`hip-added`) is in no HIP up to this one. Later versions that rows name are those of AMD's change log of HIP.
pub const NEWEST_HIP: Version = Version::new(7, 2, 4);

/// Since which HIP AMD's headers have names that builds supply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Native {
    /// None of the names is in a HIP up to [`NEWEST_HIP`], nor named by a later one's change log.
    No,
    /// All of them are, the last of them from this version on.
    Since(Version),
    /// Some of them are, the first of them from this version on.
    PartlySince(Version),
}

impl Native {
    /// Of all names of a part of the header that `port` writes; headers of CUDA (`headers.toml`) count as none of HIP's.
    pub fn of_part(part: &str) -> Self {
        Self::of(symbols().filter(|symbol| symbol.supplied() == Some(part)))
    }

    /// Of one name.
    pub fn of_symbol(symbol: Symbol) -> Self {
        Self::of(std::iter::once(symbol))
    }

    fn of(symbols: impl Iterator<Item = Symbol>) -> Self {
        let dates: Vec<Option<Version>> = symbols.map(Symbol::hip_added).collect();
        let known = || dates.iter().flatten().copied();
        match (known().min(), known().max()) {
            (Some(_), Some(last)) if dates.iter().all(Option::is_some) => Native::Since(last),
            (Some(first), _) => Native::PartlySince(first),
            _ => Native::No,
        }
    }
}

impl fmt::Display for Native {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Native::No => write!(f, "not up to {NEWEST_HIP}"),
            Native::Since(version) => write!(f, "from {version} on"),
            Native::PartlySince(version) => write!(f, "in part, from {version} on"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol::symbol;

    #[test]
    fn a_part_is_native_when_its_last_name_is_and_in_part_from_its_first_on() {
        assert_eq!(Native::of_part("memory-locations"), Native::Since(Version::new(7, 1, 0)));
        assert_eq!(Native::of_part("groups"), Native::PartlySince(Version::new(6, 3, 0)));
        assert_eq!(Native::of_part("dot-products").to_string(), "not up to 7.2.4");
        assert_eq!(Native::of_symbol(symbol(b"__hadd_rn").unwrap()).to_string(), "from 7.2 on");
    }
}
