//! The accesses of a byte that later ones may race with.

use crate::Scope;
use crate::clock::{Shape, Stamp, Thread};
use crate::grid::Grid;

/// What is done to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Whether memory changes.
    pub writes: bool,
    /// The scope of an atomic access.
    pub atomic: Option<Scope>,
}

/// An access, and what the caller knows it by (an index into its table of places).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Who and when.
    pub stamp: Stamp,
    /// What.
    pub kind: Kind,
    /// Where in the program.
    pub site: u32,
}

impl Access {
    /// Whether two accesses race where nothing orders them.
    fn conflicts(&self, shape: Shape, other: &Access) -> bool {
        let writes = self.kind.writes || other.kind.writes;
        let atomic = match (self.kind.atomic, other.kind.atomic) {
            (Some(one), Some(two)) => one.meets(shape.block(self.stamp.thread), two, shape.block(other.stamp.thread)),
            _ => false,
        };
        writes && !atomic
    }

    /// Whether all that conflicts with `old` conflicts with this access too, so that this one, when it comes after `old`, stands for it.
    fn stands_for(&self, shape: Shape, old: &Access) -> bool {
        if old.kind.writes && !self.kind.writes {
            return false;
        }
        match (self.kind.atomic, old.kind.atomic) {
            (None, _) => true,
            (Some(_), None) => false,
            // A narrower scope conflicts with more, but only one block's with the same.
            (Some(new), Some(old_scope)) => new <= old_scope && shape.block(self.stamp.thread) == shape.block(old.stamp.thread),
        }
    }
}

/// What has been done to a byte.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    accesses: Vec<Access>,
}

impl Cell {
    /// An access happens. The earlier one that it races with, if any: the first of those that are kept.
    pub fn access(&mut self, grid: &Grid, thread: Thread, kind: Kind, site: u32) -> Option<Access> {
        let (shape, new) = (grid.shape(), Access { stamp: grid.stamp(thread), kind, site });
        let before = |old: &Access| grid.is_before(old.stamp, thread);
        let race = self.accesses.iter().find(|old| new.conflicts(shape, old) && !before(old)).copied();
        self.accesses.retain(|old| !(before(old) && new.stands_for(shape, old)));
        self.accesses.push(new);
        race
    }

    /// How many accesses are kept.
    pub fn kept(&self) -> usize {
        self.accesses.len()
    }
}
