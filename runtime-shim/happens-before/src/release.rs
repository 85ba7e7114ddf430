//! What an atomic variable passes on from threads that release to threads that acquire.

use std::collections::BTreeMap;

use crate::Scope;
use crate::clock::Clock;

/// An atomic variable, as far as it orders threads. The value that a variable has was written by a store, after which there may have
/// been read-modify-writes: who reads it synchronises with all of these that release, each within their scopes.
#[derive(Clone, Debug, Default)]
pub struct Variable {
    /// For acquires of the device's scope, by any thread.
    wide: Clock,
    /// For acquires of any scope by threads of the block that released.
    narrow: BTreeMap<u32, Clock>,
}

impl Variable {
    /// A store begins anew: who reads its value does not read the values before it.
    pub(crate) fn begin(&mut self) {
        self.wide = Clock::default();
        self.narrow.clear();
    }

    pub(crate) fn release(&mut self, block: u32, scope: Scope, clock: &Clock) {
        self.narrow.entry(block).or_default().join(clock);
        if scope == Scope::Device {
            self.wide.join(clock);
        }
    }

    /// Joins what an acquire of a scope by a thread of a block gets.
    pub(crate) fn acquire(&self, block: u32, scope: Scope, into: &mut Clock) {
        if let Some(clock) = self.narrow.get(&block) {
            into.join(clock);
        }
        if scope == Scope::Device {
            into.join(&self.wide);
        }
    }
}
