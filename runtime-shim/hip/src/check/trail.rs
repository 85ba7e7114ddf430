//! What launches, copies, fills and the host have done to memory that they share, and which of it nothing orders: `order` says what comes
//! before what, so that findings do not depend on how work happened to run.
//!
//! - `cells` who has last accessed each four bytes
//! - `report` two pieces of work to a finding

mod cells;
mod report;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use hipify_abi::checks::{Access, order as bits};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::calls::Addresses;
use crate::check::order::{self, Piece};
use crate::check::{Tool, device_pages, is_on};
use cells::Cells;

const READ: u8 = Access::READ as u8;
const WRITE: u8 = Access::WRITE as u8;
/// Of an atomic or volatile access.
const STRONG: u8 = (Access::ATOMIC | bits::VOLATILE) as u8;
const ATOMIC: u8 = Access::ATOMIC as u8;
/// Of a strong write after a fence: who reads it may know by it what was done before.
const TELLS: u8 = 128;

/// [`hipify_abi::checks::RACE_REACHES`]. Changes for who has the turn.
#[unsafe(no_mangle)]
pub(crate) static __hipify_race_reaches: AtomicU32 = AtomicU32::new(0);

/// Something that a piece of work does: all of it that is done in one place of the code is one.
#[derive(Clone)]
struct Deed {
    piece: Arc<Piece>,
    how: u8,
    /// Where in code, of kernels and of the host.
    site: usize,
    /// The first thread of a kernel that does it: block, and thread in it.
    thread: (u64, u32),
}

/// The same, while it is done.
#[derive(Clone, Copy)]
struct Doing<'a> {
    piece: &'a Arc<Piece>,
    how: u8,
    site: usize,
    thread: (u64, u32),
}

/// Two deeds that nothing orders, that of now and the one before it.
struct Met {
    now: Deed,
    before: Deed,
    address: usize,
}

#[derive(Default)]
struct Trail {
    cells: Cells,
    /// By number, from 1 on.
    deeds: Vec<Deed>,
    /// The deeds of each piece of work, by its number, the place and what is done.
    known: FxHashMap<(u32, usize, u8), u32>,
    /// How often the host had waited for all there was when the trail began.
    settled: u64,
    /// The one that was looked for last.
    last: Option<((u32, usize, u8), u32)>,
    /// Whether a piece is ordered with another, by their numbers.
    ordered: FxHashMap<(u32, u32), bool>,
    /// Pieces of which something has been said, or of which one hears the other.
    done_with: FxHashSet<(u32, u32)>,
}

fn trail() -> MutexGuard<'static, Trail> {
    static TRAIL: LazyLock<Mutex<Trail>> = LazyLock::new(Mutex::default);
    TRAIL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether work may run beside other work of devices.
static HAS_STREAMS: AtomicBool = AtomicBool::new(false);

/// A queue has been made beside the null stream's.
pub(crate) fn has_streams() {
    HAS_STREAMS.store(true, Ordering::Relaxed);
}

/// Whether there has been one.
pub(crate) fn are_streams() -> bool {
    HAS_STREAMS.load(Ordering::Relaxed)
}

/// Says whether accesses are to be told of that race with no other of their launch. To be called by who has the turn.
pub(crate) fn want(is_wanted: bool) {
    __hipify_race_reaches.store(is_wanted.into(), Ordering::Relaxed);
}

/// Whether other work may access what a kernel does: where there is but one stream, the host alone runs beside kernels.
pub(crate) fn may_meet_others(address: usize) -> bool {
    if are_streams() { device_pages::may_be_known(address) } else { device_pages::may_be_shared(address) }
}

/// A thread of a kernel accesses memory that others may. `tells`: it has fenced what it did before.
pub(crate) fn touched_by_kernel(
    piece: &Arc<Piece>,
    address: usize,
    size: usize,
    how: u32,
    site: usize,
    thread: (u64, u32),
    tells: bool,
) {
    let strong = how as u8 & (READ | WRITE | STRONG);
    let tells = if tells && strong & STRONG != 0 && strong & WRITE != 0 { TELLS } else { 0 };
    touch(Doing { piece, how: strong | tells, site, thread }, address, size);
}

/// A copy, a fill or a free has accessed a range.
pub(crate) fn touched(piece: &Arc<Piece>, address: usize, size: usize, is_write: bool) {
    if size > 0 && device_pages::may_be_known(address) {
        touch(Doing { piece, how: if is_write { WRITE } else { READ }, site: 0, thread: (0, 0) }, address, size);
    }
}

/// A stream has written what others wait for.
pub(crate) fn told(piece: &Arc<Piece>, address: usize, size: usize) {
    touch(Doing { piece, how: WRITE | ATOMIC | TELLS, site: 0, thread: (0, 0) }, address, size);
}

/// Code of the host accesses memory that devices may access too.
pub(crate) fn touched_by_host(address: usize, size: usize, is_write: bool, site: usize) {
    let how = if is_write { WRITE } else { READ };
    // Places are where loops of the host come again and again.
    HOST_SITES.lock().unwrap_or_else(PoisonError::into_inner).entry(site).or_insert_with(Addresses::now);
    touch(Doing { piece: &order::host(), how, site, thread: (0, 0) }, address, size);
}

/// For each place in code of the host that has accessed shared memory, the calls that first led to it.
static HOST_SITES: LazyLock<Mutex<HashMap<usize, Addresses>>> = LazyLock::new(Mutex::default);

/// The calls of the host at a place.
fn calls_of_host(site: usize) -> String {
    HOST_SITES.lock().unwrap_or_else(PoisonError::into_inner).get(&site).map(Addresses::text).unwrap_or_default()
}

/// Memory has come about: what was done to it before was done to other memory.
pub(crate) fn fresh(address: usize, size: usize) {
    if is_on(Tool::Race) {
        trail().cells.clear(address, size);
    }
}

fn touch(doing: Doing, address: usize, size: usize) {
    if doing.piece.number() == 0 || !is_on(Tool::Race) {
        return;
    }
    let mut trail = trail();
    trail.settle();
    let number = trail.number_of(doing);
    let mut met = None;
    let mut heard = None;
    let Trail { cells, deeds, ordered, done_with, .. } = &mut *trail;
    let mut view = View { deeds, ordered, done_with, piece: doing.piece, how: doing.how };
    cells.touch(address, size, number, doing.how & WRITE != 0, |old, at| {
        let before = &view.deeds[old as usize - 1];
        if doing.how & READ != 0 && view.hears(before) {
            view.done_with.insert(key(view.piece, &before.piece));
            heard = Some(before.piece.clone()).filter(|_| doing.piece.is_hosts());
        }
        let is_before = view.is_ordered_with(old);
        if met.is_none() && !is_before && view.conflicts(old) {
            met = Some((old, at));
        }
        is_before
    });
    let met = met.map(|(old, address)| {
        let [now, before] = [number, old].map(|deed| trail.deeds[deed as usize - 1].clone());
        trail.done_with.insert(key(&now.piece, &before.piece));
        Met { now, before, address }
    });
    drop(trail);
    heard.iter().for_each(|piece| order::host_heard(piece));
    if let Some(met) = met.filter(|_| heard.is_none()) {
        report::tell(&met);
    }
}

fn key(one: &Piece, other: &Piece) -> (u32, u32) {
    let (one, other) = (one.number(), other.number());
    (one.min(other), one.max(other))
}

impl Trail {
    /// Forgets what comes before all that will be.
    fn settle(&mut self) {
        const MANY: usize = 1 << 14;
        let settled = order::settled();
        if self.settled != settled && self.deeds.len() > MANY {
            *self = Trail { settled, ..Trail::default() };
        }
    }

    fn number_of(&mut self, doing: Doing) -> u32 {
        let Doing { piece, how, site, thread } = doing;
        let key = (piece.number(), site, how);
        if let Some((_, number)) = self.last.filter(|(last, _)| *last == key) {
            return number;
        }
        let number = *self.known.entry(key).or_insert_with(|| {
            self.deeds.push(Deed { piece: piece.clone(), how, site, thread });
            self.deeds.len() as u32
        });
        self.last = Some((key, number));
        number
    }
}

/// What one deed sees of those before it.
struct View<'a> {
    deeds: &'a [Deed],
    ordered: &'a mut FxHashMap<(u32, u32), bool>,
    done_with: &'a mut FxHashSet<(u32, u32)>,
    piece: &'a Arc<Piece>,
    how: u8,
}

impl View<'_> {
    /// Whether a read of now sees what the other says while it runs: with a fence before it, or to the host, which polls.
    fn hears(&self, before: &Deed) -> bool {
        if before.how & WRITE == 0 || Arc::ptr_eq(&before.piece, self.piece) {
            return false;
        }
        if self.piece.is_hosts() {
            before.how & STRONG != 0
        } else {
            self.how & STRONG != 0 && (before.how & TELLS != 0 || before.piece.is_hosts())
        }
    }

    fn is_ordered_with(&mut self, old: u32) -> bool {
        let before = &self.deeds[old as usize - 1];
        let (piece, key) = (self.piece, key(self.piece, &before.piece));
        key.0 == key.1 || *self.ordered.entry(key).or_insert_with(|| piece.is_ordered_with(&before.piece))
    }

    fn conflicts(&self, old: u32) -> bool {
        let before = &self.deeds[old as usize - 1];
        let either = self.how | before.how;
        let is_strong = |one: &Deed| one.how & STRONG != 0;
        let is_meant = match (self.piece.is_hosts(), before.piece.is_hosts()) {
            // The host's flags are not told from its other variables.
            (true, _) => is_strong(before),
            (_, true) => self.how & STRONG != 0,
            _ => self.how & before.how & ATOMIC != 0 || (self.how & STRONG != 0 && is_strong(before)),
        };
        either & WRITE != 0 && !is_meant && !self.done_with.contains(&key(self.piece, &before.piece))
    }
}
