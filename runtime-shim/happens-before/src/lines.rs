//! Pieces of work of a program, and which of them come before which: launches, copies and what the host does, along lines.

use std::collections::{BTreeMap, HashMap};

/// What runs one piece of work after the other: a stream, or the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(pub u32);

/// A piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Along which line.
    pub line: Line,
    /// Counted through all lines, from 1.
    pub number: u32,
}

/// A moment of a line: up to which pieces it comes after those of each line. A vector clock, in which one number stands for all lines
/// where somebody has waited for all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    all: u32,
    lines: BTreeMap<Line, u32>,
}

impl Moment {
    /// One that comes after everything, what is yet to come included: where it is not known what is waited for.
    #[must_use]
    pub fn of_all() -> Moment {
        Moment { all: u32::MAX, lines: BTreeMap::new() }
    }

    /// Whether a piece of work has ended before.
    #[must_use]
    pub fn covers(&self, piece: Piece) -> bool {
        piece.number <= self.all || self.lines.get(&piece.line).is_some_and(|&last| piece.number <= last)
    }

    fn join(&mut self, other: &Moment) {
        if other.all > self.all {
            self.all = other.all;
            self.lines.retain(|_, last| *last > other.all);
        }
        for (&line, &number) in other.lines.iter().filter(|(_, number)| **number > self.all) {
            let last = self.lines.entry(line).or_default();
            *last = number.max(*last);
        }
    }
}

/// All lines of a program.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    last: u32,
    now: HashMap<Line, Moment>,
}

impl Lines {
    /// Adds a piece of work to a line: it comes after all that the line comes after now. Gives the moment at which it has ended.
    pub fn add(&mut self, line: Line) -> (Piece, &Moment) {
        self.last += 1;
        let now = self.now.entry(line).or_default();
        if self.last > now.all {
            now.lines.insert(line, self.last);
        }
        (Piece { line, number: self.last }, now)
    }

    /// What is added to a line from here on comes after a moment.
    pub fn wait(&mut self, line: Line, moment: &Moment) {
        self.now.entry(line).or_default().join(moment);
    }

    /// What is added to a line from here on comes after all that there is.
    pub fn wait_for_all(&mut self, line: Line) {
        let now = self.now.entry(line).or_default();
        now.join(&Moment { all: self.last, lines: BTreeMap::new() });
    }

    /// Where a line stands: what it comes after, and its own pieces.
    #[must_use]
    pub fn now(&self, line: Line) -> Moment {
        self.now.get(&line).cloned().unwrap_or_default()
    }

    /// Nothing is added to a line any more.
    pub fn forget(&mut self, line: Line) {
        self.now.remove(&line);
    }
}
