//! Rectangular copies in memory, in two and three dimensions: rows in slices, each at its own distance.

use std::ops::Range;

use crate::check::undefined;
use crate::memory::streaming;
use crate::scheduler::parallel_for::ParallelFor;

/// Where a box begins and how its rows and slices follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PitchedAddress {
    pub address: usize,
    /// Bytes from a row to the next.
    pub pitch: usize,
    /// Bytes from a slice to the next.
    pub slice: usize,
}

impl PitchedAddress {
    /// Of a stretch of memory.
    pub fn linear<T>(address: *const T) -> PitchedAddress {
        PitchedAddress { address: address as usize, pitch: 0, slice: 0 }
    }

    /// Bytes from the first of a box to its end.
    pub(crate) fn span(&self, size: Size) -> usize {
        let before = (size.depth - 1).saturating_mul(self.slice).saturating_add((size.height - 1).saturating_mul(self.pitch));
        before.saturating_add(size.width)
    }

    fn row(&self, row: usize, slice: usize) -> *mut u8 {
        std::ptr::with_exposed_provenance_mut(self.address + row * self.pitch + slice * self.slice)
    }
}

/// `memPitch` of all devices: no pitch is as long.
pub(crate) const MAX_PITCH: usize = i32::MAX as usize;

/// A box's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Bytes of a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Slices.
    pub depth: usize,
}

impl Size {
    pub fn linear(bytes: usize) -> Size {
        Size { width: bytes, height: 1, depth: 1 }
    }

    pub fn is_empty(&self) -> bool {
        self.width == 0 || self.height == 0 || self.depth == 0
    }
}

/// Fewer bytes are not worth another thread.
const PIECE: usize = 1 << 18;

/// Bytes of a row from which on what it shares of cache lines with its neighbours counts for nothing.
const STREAMED_ROW: usize = 1 << 12;

/// A box cut into pieces: rows that lie end to end are one long row, long rows are cut.
#[derive(Clone, Copy, Debug)]
struct Pieces {
    size: Size,
    in_row: usize,
}

impl Pieces {
    fn new(mut size: Size, places: &[PitchedAddress]) -> Pieces {
        if size.height > 1 && places.iter().all(|place| place.pitch == size.width) {
            let whole = size.depth <= 1 || places.iter().all(|place| place.slice == size.width * size.height);
            size.width *= size.height;
            size.height = 1;
            if whole {
                size.width *= size.depth;
                size.depth = 1;
            }
        }
        Pieces { size, in_row: size.width.div_ceil(PIECE).max(1) }
    }

    fn count(&self) -> u64 {
        if self.size.is_empty() { 0 } else { (self.in_row * self.size.height * self.size.depth) as u64 }
    }

    /// Row, slice, first byte and bytes of a piece.
    fn get(&self, index: usize) -> (usize, usize, usize, usize) {
        let (line, piece) = (index / self.in_row, index % self.in_row);
        let first = piece * PIECE;
        (line % self.size.height, line / self.size.height, first, (self.size.width - first).min(PIECE))
    }
}

/// A copy of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copy {
    pub to: PitchedAddress,
    pub from: PitchedAddress,
    pub size: Size,
}

impl Copy {
    pub(crate) fn bytes(&self) -> usize {
        self.size.width.saturating_mul(self.size.height).saturating_mul(self.size.depth)
    }

    /// Its rows: where to, where from, bytes.
    pub(crate) fn rows(self) -> impl Iterator<Item = (usize, usize, usize)> {
        let Size { width, height, depth } = self.size;
        let places = (0..depth).flat_map(move |slice| (0..height).map(move |row| (row, slice)));
        places.map(move |(row, slice)| (self.to.row(row, slice) as usize, self.from.row(row, slice) as usize, width))
    }

    /// Whether a piece of it, if there are any, could overwrite what another one has not read yet.
    fn overlaps(self) -> bool {
        let Copy { to, from, size } = self;
        to.address < from.address + from.span(size) && from.address < to.address + to.span(size)
    }

    /// Does it on this thread.
    pub(crate) fn run(self) {
        let work = self.parallel_for();
        work.run(0..work.items());
    }

    /// The same copy out of a buffer of its own, which holds what the source holds now.
    pub(crate) fn staged(self) -> Staged {
        let Size { width, height, .. } = self.size;
        let mut buffer = vec![0u8; self.bytes()];
        let tight = PitchedAddress { address: buffer.as_mut_ptr().expose_provenance(), pitch: width, slice: width * height };
        Copy { to: tight, ..self }.run();
        Staged { copy: Copy { from: tight, ..self }, _buffer: buffer }
    }

    /// As work for the pool.
    pub fn parallel_for(self) -> Box<dyn ParallelFor> {
        let pieces = Pieces::new(self.size, &[self.to, self.from]);
        let streams = pieces.size.width >= STREAMED_ROW && streaming::exceeds_caches(self.bytes()) && !self.overlaps();
        Box::new(Copying { pieces, copy: self, streams })
    }
}

/// A copy with the buffer that it reads.
pub(crate) struct Staged {
    copy: Copy,
    _buffer: Vec<u8>,
}

impl Staged {
    pub(crate) fn run(&self) {
        self.copy.run();
        self.copy.rows().for_each(|(to, _, size)| undefined::define(to, size));
    }
}

struct Copying {
    copy: Copy,
    pieces: Pieces,
    /// Whether it goes past the caches.
    streams: bool,
}

impl Copying {
    /// Pieces that do not overlap what they are copied to. Those of one row are copied at once.
    fn pieces(&self, all: Range<usize>) {
        match self.pieces.size {
            Size { height: 1, depth: 1, .. } if !all.is_empty() => {
                let ((.., first, _), (.., last, bytes)) = (self.pieces.get(all.start), self.pieces.get(all.end - 1));
                self.part(0, 0, first, last + bytes - first);
            }
            _ => all.for_each(|index| self.piece(index)),
        }
    }

    fn piece(&self, index: usize) {
        let (row, slice, first, bytes) = self.pieces.get(index);
        self.part(row, slice, first, bytes);
    }

    fn part(&self, row: usize, slice: usize, first: usize, bytes: usize) {
        // SAFETY: the box lies in memory that the program answers for; a copy may overlap itself.
        unsafe {
            let from = self.copy.from.row(row, slice).add(first);
            let to = self.copy.to.row(row, slice).add(first);
            if self.streams {
                streaming::copy(from, to, bytes);
            } else {
                from.copy_to(to, bytes);
            }
        }
    }
}

impl ParallelFor for Copying {
    fn items(&self) -> u64 {
        if self.pieces.count() == 0 {
            0
        } else if self.copy.overlaps() {
            1
        } else {
            self.pieces.count()
        }
    }

    fn run(&self, items: Range<u64>) {
        let backwards = self.copy.to.address > self.copy.from.address;
        if self.items() == 1 {
            let all = 0..self.pieces.count() as usize;
            // As memmove: what lies after is moved first where the box moves up.
            if backwards {
                all.rev().for_each(|index| self.piece(index))
            } else {
                all.for_each(|index| self.piece(index))
            }
            return;
        }
        self.pieces(items.start as usize..items.end as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(work: &dyn ParallelFor) {
        for item in 0..work.items() {
            work.run(item..item + 1);
        }
    }

    #[test]
    fn a_box_is_copied_row_by_row() {
        let from: Vec<u8> = (0..60).collect();
        let mut to = [0u8; 24];
        let copy = Copy {
            to: PitchedAddress { address: to.as_mut_ptr().expose_provenance(), pitch: 4, slice: 12 },
            from: PitchedAddress { address: from.as_ptr().expose_provenance() + 1, pitch: 5, slice: 20 },
            size: Size { width: 3, height: 2, depth: 2 },
        };
        run(&*copy.parallel_for());
        assert_eq!(to, [1, 2, 3, 0, 6, 7, 8, 0, 0, 0, 0, 0, 21, 22, 23, 0, 26, 27, 28, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn a_copy_onto_itself_reads_before_it_writes() {
        let mut memory: Vec<u32> = (0..300_000).collect();
        let base = memory.as_mut_ptr().expose_provenance();
        let bytes = 200_000 * 4;
        let (up, down) = (PitchedAddress::linear((base + 40) as *const u8), PitchedAddress::linear(base as *const u8));
        run(&*Copy { to: up, from: down, size: Size::linear(bytes) }.parallel_for());
        assert!((0..200_000).all(|index| memory[index as usize + 10] == index));
        run(&*Copy { to: down, from: up, size: Size::linear(bytes) }.parallel_for());
        assert!((0..200_000).all(|index| memory[index as usize] == index));
    }

    #[test]
    fn rows_end_to_end_are_one_long_row() {
        let tight = PitchedAddress { address: 0, pitch: 100_000, slice: 300_000 };
        let pieces = Pieces::new(Size { width: 100_000, height: 3, depth: 4 }, &[tight, tight]);
        assert_eq!(pieces.count(), 1_200_000u64.div_ceil(PIECE as u64));
    }
}
