//! Who has last accessed memory, for each four bytes; pages that have been accessed as a whole have one cell for all of them.

use rustc_hash::FxHashMap;

/// Bytes that a cell is about.
const GRANULE: usize = 4;
const PAGE: usize = 4096;
const CELLS: usize = PAGE / GRANULE;
/// All bytes of a granule.
const WHOLE: u32 = (1 << GRANULE) - 1;

/// The last accesses: two writes, then two reads, of several pieces of work where these are not ordered. Each is the number of a deed, above
/// four bits that say which bytes; 0 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cell([u32; 4]);

impl Cell {
    /// A deed accesses bytes of the granule. `asked` is told of each earlier one to the same bytes, and says whether it is done with: it is of
    /// the same piece of work, or one of the two comes before the other.
    fn touch(&mut self, deed: u32, bytes: u32, is_write: bool, mut asked: impl FnMut(u32) -> bool) {
        let Cell(slots) = self;
        let new = deed << GRANULE | bytes;
        let own = if is_write { 0 } else { 2 };
        if slots[own] == new && slots.iter().filter(|slot| **slot != 0).count() == 1 {
            return;
        }
        let is_free = slots.map(|old| old == 0 || (old & bytes != 0 && asked(old >> GRANULE) && old & WHOLE & !bytes == 0));
        if let Some(same) = slots[own..own + 2].iter_mut().find(|old| **old >> GRANULE == deed) {
            *same |= bytes;
            return;
        }
        let at = (own..own + 2).find(|&at| is_free[at]);
        if at.is_none() && is_write {
            slots[own + 1] = slots[own];
        }
        slots[at.unwrap_or(if is_write { own } else { own + 1 })] = new;
    }
}

enum Page {
    Whole(Cell),
    Split(Box<[Cell; CELLS]>),
}

impl Page {
    /// A cell for each granule.
    fn split(&mut self) -> &mut [Cell; CELLS] {
        if let Page::Whole(cell) = self {
            *self = Page::Split(Box::new([*cell; CELLS]));
        }
        let Page::Split(cells) = self else { unreachable!("it has just been split") };
        cells
    }
}

/// All cells.
#[derive(Default)]
pub(super) struct Cells {
    pages: FxHashMap<usize, Page>,
}

impl Cells {
    /// A deed accesses memory: see [`Cell::touch`]. `asked` gets an address too.
    pub(super) fn touch(
        &mut self,
        start: usize,
        size: usize,
        deed: u32,
        is_write: bool,
        mut asked: impl FnMut(u32, usize) -> bool,
    ) {
        let end = start.saturating_add(size);
        let mut at = start;
        while at < end {
            let first = at - at % PAGE;
            let stop = end.min(first + PAGE);
            let page = self.pages.entry(at / PAGE).or_insert_with(|| Page::Whole(Cell::default()));
            if let Page::Whole(cell) = page
                && stop - at == PAGE
            {
                cell.touch(deed, WHOLE, is_write, |old| asked(old, first));
                at = stop;
                continue;
            }
            let cells = page.split();
            while at < stop {
                let granule = at - at % GRANULE;
                let last = stop.min(granule + GRANULE);
                let bytes = (1u32 << (last - granule)) - (1 << (at - granule));
                cells[granule % PAGE / GRANULE].touch(deed, bytes, is_write, |old| asked(old, granule));
                at = last;
            }
        }
    }

    /// Nobody has accessed a range.
    pub(super) fn clear(&mut self, start: usize, size: usize) {
        let end = start.saturating_add(size);
        for number in start / PAGE..end.div_ceil(PAGE) {
            let first = number * PAGE;
            match self.pages.get_mut(&number) {
                Some(_) if start <= first && end >= first + PAGE => {
                    self.pages.remove(&number);
                }
                Some(page) => {
                    let (from, to) = (start.max(first) - first, end.min(first + PAGE) - first);
                    page.split()[from / GRANULE..to.div_ceil(GRANULE)].fill(Cell::default());
                }
                None => {}
            }
        }
    }
}
