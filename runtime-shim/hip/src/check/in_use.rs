//! Objects of the program, such as textures and modules, that are destroyed while work may still use them: what uses them, and whether the
//! host knows that it has ended.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use hipify_happens_before::Line;

use crate::check::finding::Finding;
use crate::check::order::{self, Piece};
use crate::check::{Tool, is_on, sink};

/// By an address that stands for an object, what may use it: the last of each queue.
type Uses = HashMap<usize, HashMap<Line, Arc<Piece>>>;

fn uses() -> MutexGuard<'static, Uses> {
    static USES: LazyLock<Mutex<Uses>> = LazyLock::new(Mutex::default);
    USES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Work that has been put into a queue uses an object.
pub(crate) fn used(object: usize, piece: &Arc<Piece>) {
    if is_on(Tool::Api)
        && let Some(line) = piece.line()
    {
        uses().entry(object).or_default().insert(line, piece.clone());
    }
}

/// The program destroys an object, which findings call `what`. To be called before anything is waited for.
pub(crate) fn destroyed(what: &str, object: usize) {
    if !is_on(Tool::Api) {
        return;
    }
    let by = uses().remove(&object).unwrap_or_default();
    if let Some(piece) = by.values().filter(|piece| !order::host_knows(piece)).min_by_key(|piece| piece.number()) {
        let user = piece.named();
        let message = format!("{what} is destroyed while {user} may still use it: wait for that first");
        sink::report(Finding::of_call(Tool::Api, "destroyed-in-use", message).with(piece.asked_for()));
    }
}
