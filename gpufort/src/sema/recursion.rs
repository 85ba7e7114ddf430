//! The guard against declarations that need each other in a circle.

use std::cell::RefCell;

thread_local! {
    static AT_WORK: RefCell<Vec<(usize, u32)>> = const { RefCell::new(Vec::new()) };
}

/// `ask`, unless the answer for the declaration at `place` is being sought already: declarations that need each other in a
/// circle have none.
pub(super) fn once_at_a_time<T>(place: (usize, u32), ask: impl FnOnce() -> T) -> Option<T> {
    const DEEPEST: usize = 64;
    let fresh = AT_WORK.with_borrow_mut(|places| {
        let fresh = !places.contains(&place) && places.len() < DEEPEST;
        if fresh {
            places.push(place);
        }
        fresh
    });
    if !fresh {
        return None;
    }
    let answer = ask();
    AT_WORK.with_borrow_mut(Vec::pop);
    Some(answer)
}
