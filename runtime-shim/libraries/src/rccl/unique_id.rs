//! What the ranks of a communicator find each other by.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};

use super::status::{Status, fail};

/// `ncclUniqueId`: what the ranks of a communicator know it by.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct UniqueId(pub(super) [u8; 128]);

/// How keys begin, by which a variable that nobody has written is found.
const KEY: &str = "hipify";

impl UniqueId {
    pub(super) fn new() -> UniqueId {
        // A hasher's keys are random, which is all that is asked for here.
        let word = || RandomState::new().build_hasher().finish();
        let text = format!("{KEY}-{}-{:016x}{:016x}", std::process::id(), word(), word());
        let mut id = UniqueId([0; 128]);
        id.0[..text.len()].copy_from_slice(text.as_bytes());
        id
    }

    pub(super) fn key(&self) -> Result<&str, Status> {
        let end = self.0.iter().position(|&byte| byte == 0).ok_or(Status::InvalidArgument)?;
        let key = std::str::from_utf8(&self.0[..end]).ok().filter(|key| key.starts_with(KEY) && !key.contains('/'));
        key.ok_or_else(|| fail(Status::InvalidArgument, "the ncclUniqueId is none that `ncclGetUniqueId` has given".to_owned()))
    }
}
