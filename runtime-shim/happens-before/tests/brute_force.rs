//! Random programs, whose races the checker finds as a graph of all events does: edges from each rule of the model, and a search for
//! paths between accesses.

mod support;

use hipify_happens_before::{Access, Cell, Grid, Kind, Order, Rules, Scope, Shape, Thread, Variable};
use support::Random;

fn scope(random: &mut Random) -> Scope {
    if random.below(2) == 0 { Scope::Block } else { Scope::Device }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Operation {
    Load,
    Store,
    Update,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Access(Thread, usize, Kind),
    Atomic(Thread, usize, Operation, Scope, Order),
    Fence(Thread, Scope),
    BlockBarrier(u32),
    WarpBarrier(Thread, u64),
    GridBarrier,
}

fn random_program(random: &mut Random, shape: Shape, length: u32) -> Vec<Event> {
    // Few threads take part, so that they meet at the same bytes.
    let actors: Vec<Thread> = (0..2 + random.below(4)).map(|_| Thread(random.below(shape.size()))).collect();
    // How many of four accesses are atomic: races between atomics alone show only where most are.
    let atomics = random.below(5);
    let event = |random: &mut Random| {
        let thread = actors[random.below(actors.len() as u32) as usize];
        match random.below(20) {
            0..8 => {
                let atomic = (random.below(4) < atomics).then(|| scope(random));
                Event::Access(thread, random.below(3) as usize, Kind { writes: random.below(2) == 0, atomic })
            }
            8..13 => {
                let operation = [Operation::Load, Operation::Store, Operation::Update][random.below(3) as usize];
                let order = match (operation, random.below(4)) {
                    (_, 0..2) => Order::Relaxed,
                    (Operation::Load, _) => Order::Acquire,
                    (Operation::Store, _) => Order::Release,
                    (Operation::Update, _) => [Order::Acquire, Order::Release, Order::AcquireRelease][random.below(3) as usize],
                };
                Event::Atomic(thread, random.below(2) as usize, operation, scope(random), order)
            }
            13..16 => Event::Fence(thread, scope(random)),
            16 => Event::BlockBarrier(shape.block(thread)),
            17 => Event::WarpBarrier(thread, u64::MAX),
            18 => {
                let other = actors[random.below(actors.len() as u32) as usize];
                Event::WarpBarrier(thread, 1 << shape.lane(thread) | 1 << shape.lane(other))
            }
            _ if random.below(8) == 0 => Event::GridBarrier,
            _ => Event::Fence(thread, Scope::Device),
        }
    };
    (0..length).map(|_| event(random)).collect()
}

/// The threads that take part in an event.
fn takes_part(shape: Shape, event: &Event, thread: Thread) -> bool {
    match *event {
        Event::Access(one, ..) | Event::Atomic(one, ..) | Event::Fence(one, _) => one == thread,
        Event::BlockBarrier(block) => shape.block(thread) == block,
        Event::WarpBarrier(one, mask) => shape.warp(thread) == shape.warp(one) && mask >> shape.lane(thread) & 1 != 0,
        Event::GridBarrier => true,
    }
}

/// For each event, those that come before it: by the rules, event by event.
fn graph(shape: Shape, program: &[Event]) -> Vec<Vec<bool>> {
    let mut before = vec![vec![false; program.len()]; program.len()];
    let mut edge = |from: usize, to: usize| before[to][from] = true;
    let meet = |scope: Scope, thread: Thread, other: Scope, other_thread: Thread| {
        shape.block(thread) == shape.block(other_thread) || (scope == Scope::Device && other == Scope::Device)
    };
    for (later, event) in program.iter().enumerate() {
        for (earlier, old) in program.iter().enumerate().take(later) {
            // One thread after the other event, or a barrier that both are part of.
            if (0..shape.size()).map(Thread).any(|one| takes_part(shape, event, one) && takes_part(shape, old, one)) {
                edge(earlier, later);
            }
        }
        let Event::Atomic(reader, variable, operation, read_scope, read_order) = *event else { continue };
        if operation == Operation::Store {
            continue;
        }
        // Where the reader acquires: here, and at each of its fences after this.
        let mut sinks = Vec::new();
        if matches!(read_order, Order::Acquire | Order::AcquireRelease) {
            sinks.push((later, read_scope));
        }
        for (at, one) in program.iter().enumerate().skip(later) {
            if let Event::Fence(thread, scope) = *one
                && thread == reader
            {
                sinks.push((at, scope.min(read_scope)));
            }
        }
        // The writes whose value is read: read-modify-writes back to the last store.
        for (at, one) in program[..later].iter().enumerate().rev() {
            let Event::Atomic(writer, of, operation, write_scope, write_order) = *one else { continue };
            if of != variable || operation == Operation::Load {
                continue;
            }
            let mut sources = Vec::new();
            if matches!(write_order, Order::Release | Order::AcquireRelease) {
                sources.push((at, write_scope));
            }
            for (fence, one) in program[..at].iter().enumerate() {
                if let Event::Fence(thread, scope) = *one
                    && thread == writer
                {
                    sources.push((fence, scope.min(write_scope)));
                }
            }
            for &(from, source) in &sources {
                for &(to, sink) in &sinks {
                    if meet(source, writer, sink, reader) && from < to {
                        edge(from, to);
                    }
                }
            }
            if operation == Operation::Store {
                break;
            }
        }
    }
    // Edges go forward, so that one pass closes the graph.
    for to in 0..program.len() {
        for through in 0..to {
            if before[to][through] {
                let reached = before[through].clone();
                before[to].iter_mut().zip(reached).for_each(|(at, one)| *at |= one);
            }
        }
    }
    before
}

/// The events whose accesses race with an earlier one, and for each the earlier ones that it races with.
fn races_by_graph(shape: Shape, program: &[Event]) -> Vec<Vec<usize>> {
    let before = graph(shape, program);
    let race = |later: usize, earlier: usize| {
        let (Event::Access(one, cell, kind), Event::Access(two, other, old)) = (program[later], program[earlier]) else {
            return false;
        };
        let excused = match (kind.atomic, old.atomic) {
            (Some(a), Some(b)) => shape.block(one) == shape.block(two) || (a == Scope::Device && b == Scope::Device),
            _ => false,
        };
        cell == other && (kind.writes || old.writes) && !excused && !before[later][earlier]
    };
    (0..program.len()).map(|later| (0..later).filter(|&earlier| race(later, earlier)).collect()).collect()
}

fn races_by_clocks(shape: Shape, program: &[Event]) -> Vec<Option<Access>> {
    let mut grid = Grid::new(shape, Rules::Model);
    let mut cells = vec![Cell::default(); 3];
    let mut variables = vec![Variable::default(); 2];
    let mut step = |at: usize, event: &Event| {
        match *event {
            Event::Access(thread, cell, kind) => return cells[cell].access(&grid, thread, kind, at as u32),
            Event::Atomic(thread, variable, operation, scope, order) => match operation {
                Operation::Load => grid.load(thread, &variables[variable], scope, order),
                Operation::Store => grid.store(thread, &mut variables[variable], scope, order),
                Operation::Update => grid.update(thread, &mut variables[variable], scope, order),
            },
            Event::Fence(thread, scope) => grid.fence(thread, scope),
            Event::BlockBarrier(block) => grid.block_barrier(block),
            Event::WarpBarrier(thread, mask) => grid.warp_barrier(thread, mask),
            Event::GridBarrier => grid.grid_barrier(),
        }
        None
    };
    program.iter().enumerate().map(|(at, event)| step(at, event)).collect()
}

/// Each access that races is found, with an earlier one that it does race with, and no other is.
fn compare(shape: Shape, programs: u64) {
    let (mut racing, mut silent) = (0, 0);
    for seed in 0..programs {
        let mut random = Random(seed);
        let length = 6 + random.below(30);
        let program = random_program(&mut random, shape, length);
        let expected = races_by_graph(shape, &program);
        let found = races_by_clocks(shape, &program);
        for (at, (expected, found)) in expected.iter().zip(&found).enumerate() {
            match found {
                None => assert!(expected.is_empty(), "{shape:?}, seed {seed}: {at} races with {expected:?}\n{program:#?}"),
                Some(access) => {
                    let earlier = access.site as usize;
                    assert!(expected.contains(&earlier), "{shape:?}, seed {seed}: {at}, {earlier} are ordered\n{program:#?}");
                }
            }
        }
        if found.iter().any(Option::is_some) { racing += 1 } else { silent += 1 }
    }
    // Both answers come up, so that neither is right by default.
    assert!(racing > programs / 20 && silent > programs / 20, "{racing} programs race and {silent} do not");
}

#[test]
fn small_warps() {
    compare(Shape { blocks: 2, threads: 6, lanes: 4 }, 4000);
    compare(Shape { blocks: 3, threads: 2, lanes: 2 }, 4000);
    compare(Shape { blocks: 1, threads: 5, lanes: 2 }, 2000);
}

#[test]
fn warps_of_32_lanes() {
    compare(Shape { blocks: 2, threads: 96, lanes: 32 }, 400);
}

#[test]
fn warps_of_64_lanes() {
    compare(Shape { blocks: 2, threads: 96, lanes: 64 }, 400);
}
