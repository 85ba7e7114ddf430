//! For programs that are checked: what blocks of a grid wait for that does not come.

use std::hash::{Hash, Hasher};
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use hipify_abi::{Context, DIVERGED, DONE, Kernel, flags};

use super::{Alive, Grid};
use crate::check::finding::Note;
use crate::kernel::arena;
use crate::kernel::checked;
use crate::kernel::fault::{Fault, Message};
use crate::kernel::place::Blocks;
use crate::kernel::waiting;
use crate::types::error::hipErrorLaunchTimeOut;

/// The last change of what a grid's threads wait for.
pub(super) struct Change {
    /// Where the blocks' threads were, as a number.
    places: u64,
    at: Instant,
    /// What the blocks kept when nothing had changed for long, as a number, and since when.
    kept: Option<(u64, Instant)>,
    /// Whether blocks that have ended have been told of.
    is_told: bool,
}

impl Default for Change {
    fn default() -> Change {
        Change { places: 0, at: Instant::now(), kept: None, is_told: false }
    }
}

/// How long blocks whose threads stay where they are must keep the same values before they count as stuck.
const CONFIRMED: Duration = Duration::from_secs(1);

/// The values that blocks keep from wait to wait, and their shared memory, as a number.
fn kept(kernel: &Kernel, alive: &[(&Context, u32)]) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    for (context, _) in alive {
        for (start, size) in [(context.frame, kernel.frame_bytes as usize), (context.shared, arena::shared_size(context, kernel))]
        {
            if !start.is_null() {
                // SAFETY: the block has so many bytes there, and no kernel code runs in it.
                unsafe { std::slice::from_raw_parts(start, size) }.hash(&mut hasher);
            }
        }
    }
    hasher.finish()
}

impl Grid {
    /// Whether blocks that are alive can go on. What they wait for, and does not come, is told.
    pub(super) fn comes_on(&self, kernel: &Kernel) -> bool {
        // SAFETY: between rounds no thread has a block.
        let blocks: Vec<&Alive> = self.blocks.iter().map(|cell| unsafe { &*cell.0.get() }).collect();
        let alive: Vec<(&Context, u32)> =
            blocks.iter().filter(|block| block.state != DONE).map(|block| (&block.context, block.state)).collect();
        let mut change = self.change.lock().unwrap_or_else(PoisonError::into_inner);
        let place = |block: &Context| {
            checked::place_in(self.launch.shape.launched.as_deref(), self.launch.shape.kernel.name(), block.block_idx)
        };
        if !self.turns.load(Ordering::Relaxed) {
            let ended = blocks.len() - alive.len();
            if ended > 0 && !change.is_told && kernel.flags & flags::FIBERS == 0 {
                change.is_told = true;
                let message = format!(
                    "{} of the grid's {} blocks have ended, and others wait for all of them: on a GPU for ever",
                    ended,
                    blocks.len()
                );
                let ended = blocks.iter().find(|block| block.state == DONE).map(|block| block.context.block_idx);
                let note =
                    ended.map(|[x, y, z]| Note { label: format!("block ({x}, {y}, {z}) ended"), calls: "".into(), site: None });
                waiting::blocks(kernel, &alive, place(alive[0].0), "grid-not-reached", message, note.into_iter().collect());
            }
            return true;
        }
        let mut hasher = std::hash::DefaultHasher::new();
        for (context, state) in &alive {
            state.hash(&mut hasher);
            if *state == DIVERGED {
                // SAFETY: no kernel code runs in the block; the context has an element a thread.
                unsafe { std::slice::from_raw_parts(context.states, context.threads as usize) }.hash(&mut hasher);
            }
        }
        let now = hasher.finish();
        if change.places != now {
            (change.places, change.at, change.kept) = (now, Instant::now(), None);
            return true;
        }
        let patience = waiting::patience();
        if change.at.elapsed() < patience {
            return true;
        }
        // Threads that work come by the same places too, but with other values.
        let kept = kept(kernel, &alive);
        match change.kept {
            Some((before, since)) if before == kept => {
                if since.elapsed() < CONFIRMED {
                    return true;
                }
            }
            before => {
                if before.is_some() {
                    change.at = Instant::now();
                }
                change.kept = Some((kept, Instant::now()));
                return true;
            }
        }
        let message = format!("threads have waited for {} seconds for what no thread of the grid writes", patience.as_secs());
        waiting::blocks(kernel, &alive, place(alive[0].0), "deadlock", message, Vec::new());
        let reason = "its threads wait for each other".to_owned();
        self.launch.fail(&Fault { error: hipErrorLaunchTimeOut, message: Message::Reason(reason) }, Blocks::of(alive[0].0));
        false
    }
}
