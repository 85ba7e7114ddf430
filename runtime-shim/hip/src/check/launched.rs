//! Which launch: its number, and the calls of the host that made it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::calls::Addresses;
use crate::check;

/// A launch, for who asks which.
#[derive(Debug)]
pub(crate) struct Launched {
    number: u64,
    addresses: Addresses,
    /// The same as text, when somebody has asked.
    calls: OnceLock<Arc<str>>,
}

impl Launched {
    /// A launch that is being made; nothing where nobody will ask.
    pub(crate) fn now() -> Option<Arc<Launched>> {
        static LAST: AtomicU64 = AtomicU64::new(0);
        check::any().then(|| {
            let number = LAST.fetch_add(1, Ordering::Relaxed) + 1;
            Arc::new(Launched { number, addresses: Addresses::now(), calls: OnceLock::new() })
        })
    }

    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// The calls of the host that made it.
    pub(crate) fn calls(&self) -> &Arc<str> {
        self.calls.get_or_init(|| self.addresses.text().into())
    }
}
