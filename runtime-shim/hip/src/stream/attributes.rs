//! What a program has set of a stream: hints about caches and waiting, which are kept and given back.

use std::collections::BTreeMap;
use std::ffi::c_uint;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::types::graph::hipKernelNodeAttrValue;

/// Attributes by `hipLaunchAttributeID`; the values are `hipLaunchAttributeValue`, which has the same layout.
#[derive(Debug, Default)]
pub(crate) struct Attributes(Mutex<BTreeMap<c_uint, hipKernelNodeAttrValue>>);

impl Attributes {
    pub(crate) fn lock(&self) -> MutexGuard<'_, BTreeMap<c_uint, hipKernelNodeAttrValue>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
