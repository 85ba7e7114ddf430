//! Programs of known kinds: right ones are silent, and the same with a part left out race.

use hipify_happens_before::{Cell, Grid, Kind, Order, Rules, Scope, Shape, Thread, Variable};

const READ: Kind = Kind { writes: false, atomic: None };
const WRITE: Kind = Kind { writes: true, atomic: None };

/// Each block writes its sum, and the last one to count itself reads all: whether that races.
fn last_block(fence: Option<Scope>, counter: Scope) -> bool {
    let shape = Shape { blocks: 4, threads: 64, lanes: 32 };
    let (mut grid, mut done) = (Grid::new(shape, Rules::Model), Variable::default());
    let mut sums = vec![Cell::default(); 4];
    let mut raced = false;
    for block in 0..shape.blocks {
        let first = Thread(block * shape.threads);
        raced |= sums[block as usize].access(&grid, first, WRITE, 0).is_some();
        if let Some(scope) = fence {
            grid.fence(first, scope);
        }
        grid.update(first, &mut done, counter, Order::Relaxed);
        if let Some(scope) = fence {
            grid.fence(first, scope);
        }
        grid.block_barrier(block);
    }
    let last = Thread(3 * shape.threads + 40);
    sums.iter_mut().for_each(|sum| raced |= sum.access(&grid, last, READ, 1).is_some());
    raced
}

#[test]
fn the_last_block_needs_fences_and_a_counter_of_the_devices_scope() {
    assert!(!last_block(Some(Scope::Device), Scope::Device));
    assert!(last_block(None, Scope::Device));
    assert!(last_block(Some(Scope::Block), Scope::Device));
    assert!(last_block(Some(Scope::Device), Scope::Block));
}

/// One lane writes and its neighbour reads, `apart` lanes away, with a barrier of the warp or none: whether that races.
fn neighbours(lanes: u32, apart: u32, mask: Option<u64>) -> bool {
    let mut grid = Grid::new(Shape { blocks: 1, threads: 64, lanes }, Rules::Model);
    let mut cell = Cell::default();
    assert!(cell.access(&grid, Thread(0), WRITE, 0).is_none());
    if let Some(mask) = mask {
        grid.warp_barrier(Thread(0), mask);
    }
    cell.access(&grid, Thread(apart), READ, 1).is_some()
}

#[test]
fn lanes_are_not_ordered_without_a_barrier_of_their_warp() {
    for lanes in [32, 64] {
        assert!(neighbours(lanes, 1, None));
        assert!(!neighbours(lanes, 1, Some(u64::MAX)));
        assert!(neighbours(lanes, 5, Some(0b1111)), "a mask that does not name the lane");
    }
    assert!(neighbours(32, 40, Some(u64::MAX)), "another warp");
    assert!(!neighbours(64, 40, Some(u64::MAX)), "the same warp of 64 lanes");
}

#[test]
fn what_barriers_have_ordered_takes_up_an_entry_a_block() {
    let shape = Shape { blocks: 8, threads: 256, lanes: 32 };
    let mut grid = Grid::new(shape, Rules::Model);
    let mut cell = Cell::default();
    for round in 0..10 {
        (0..shape.blocks).for_each(|block| grid.block_barrier(block));
        let thread = Thread(round);
        assert!(cell.access(&grid, thread, WRITE, round).is_none());
    }
    assert!(grid.entries() <= 2 * 8, "{}", grid.entries());
    assert_eq!(cell.kept(), 1);
    grid.grid_barrier();
    assert_eq!(grid.entries(), 1);
}

/// Two blocks, one of which passes a value on: its thread 3 fences, the block meets, thread 0 counts. The other's thread reads the count and
/// the value. Whether that races.
fn fence_before_barrier(rules: Rules, fence: Option<Scope>) -> bool {
    let shape = Shape { blocks: 2, threads: 64, lanes: 32 };
    let (mut grid, mut count, mut cell) = (Grid::new(shape, rules), Variable::default(), Cell::default());
    assert!(cell.access(&grid, Thread(3), WRITE, 0).is_none());
    if let Some(scope) = fence {
        grid.fence(Thread(3), scope);
    }
    grid.block_barrier(0);
    grid.update(Thread(0), &mut count, Scope::Device, Order::Relaxed);
    grid.update(Thread(64), &mut count, Scope::Device, Order::Relaxed);
    cell.access(&grid, Thread(64), READ, 1).is_some()
}

#[test]
fn practice_lets_fences_hold_for_all_who_meet_and_reads_acquire() {
    assert!(fence_before_barrier(Rules::Model, Some(Scope::Device)));
    assert!(!fence_before_barrier(Rules::Practice, Some(Scope::Device)));
    assert!(fence_before_barrier(Rules::Practice, Some(Scope::Block)));
    assert!(fence_before_barrier(Rules::Practice, None));
}

#[test]
fn a_block_that_is_done_is_known_by_what_others_know_of_it() {
    let shape = Shape { blocks: 2, threads: 32, lanes: 32 };
    let (mut grid, mut flag, mut cell) = (Grid::new(shape, Rules::Practice), Variable::default(), Cell::default());
    assert!(cell.access(&grid, Thread(0), WRITE, 0).is_none());
    grid.fence(Thread(0), Scope::Device);
    grid.update(Thread(0), &mut flag, Scope::Device, Order::Relaxed);
    grid.forget(0);
    assert!(cell.clone().access(&grid, Thread(40), READ, 1).is_some());
    grid.update(Thread(40), &mut flag, Scope::Device, Order::Relaxed);
    assert!(cell.access(&grid, Thread(40), READ, 1).is_none());
    assert!(grid.known(Thread(40)).more);
}
