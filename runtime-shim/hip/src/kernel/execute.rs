//! A launch on the CPU: its blocks are items that any thread of the pool may run.

mod stuck;

use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use hipify_abi::{Context, DONE, Kernel, flags};

use crate::check::{self, Tool, allocations, race, undefined};
use crate::entry::Outcome;
use crate::kernel::apart::{self, Sizes};
use crate::kernel::arena::{self, Arena};
use crate::kernel::assumed;
use crate::kernel::block_scheduler;
use crate::kernel::checked;
use crate::kernel::fault::{self, Fault, Message};
use crate::kernel::masks;
use crate::kernel::place::{Blocks, place_of};
use crate::kernel::print;
use crate::kernel::raced;
use crate::kernel::shape::Shape;
use crate::kernel::work_item::{self, Position};
use crate::scheduler::parallel_for::ParallelFor;
use crate::types::error::hipErrorOutOfMemory;

impl Shape {
    /// As work for the pool.
    pub(crate) fn parallel_for(self) -> Box<dyn ParallelFor> {
        let launch =
            Launch { shape: self, code: OnceLock::new(), output: print::Pieces::default(), failed: AtomicBool::new(false) };
        if launch.shape.kernel.get().flags & flags::GRID == 0 { Box::new(launch) } else { Box::new(Grid::new(launch)) }
    }
}

/// A launch whose blocks are independent.
struct Launch {
    shape: Shape,
    /// What runs, which depends on what is defined when it begins, and what that does to what is undefined.
    code: OnceLock<apart::Code>,
    output: print::Pieces,
    /// A block has faulted: the others are not run.
    failed: AtomicBool,
}

impl ParallelFor for Launch {
    fn items(&self) -> u64 {
        self.shape.blocks()
    }

    fn run(&self, blocks: Range<u64>) {
        if self.stopped() {
            return;
        }
        arena::with(|arena| {
            let (kernel, tells) = self.kernel();
            let mut context = self.shape.context(kernel);
            arena.furnish(&mut context, kernel);
            let first = blocks.start;
            let most = if tells { 1 } else { self.shape.together(kernel, arena::bytes_beside(&context, kernel)) };
            let is_beside = most > 1 && kernel.flags & flags::SIDE_BY_SIDE != 0;
            let beside = is_beside.then(|| arena.furnish_beside(&mut context, kernel, most));
            let mut chunk = Chunk { launch: self, kernel, tells, arena, context, most, beside, blocks, short_of_memory: false };
            checked::enter(self.shape.launched.as_ref());
            let turn = tells.then(race::turn);
            undefined::written(&chunk.context);
            let data: *mut Chunk = &mut chunk;
            // SAFETY: `run_chunk` takes a chunk; it and what it calls own nothing while kernel code runs.
            let ending = unsafe { fault::guarded(run_chunk, data.cast()) };
            tells.then(race::done);
            drop(turn);
            self.end_part(first, ending, Blocks::of(&chunk.context), chunk.short_of_memory);
            arena.fibers.clear();
        });
    }

    /// Threads on fibers may wait for earlier blocks, and are not left while they do.
    fn in_order(&self) -> bool {
        self.shape.kernel.get().flags & flags::FIBERS != 0
    }

    fn finish(&self) -> Outcome {
        self.shape.number().filter(|_| self.code.get().is_none_or(|code| code.tells)).into_iter().for_each(race::end);
        self.code.get().iter().for_each(|code| code.effect.forget());
        self.output.finish();
        fault::check()
    }
}

impl Launch {
    /// What its blocks run, and whether it tells of accesses.
    fn kernel(&self) -> (&Kernel, bool) {
        let Shape { kernel, grid, block, dynamic_shared, arguments, .. } = &self.shape;
        let follows = kernel.follows_undefined() && undefined::is_on();
        if !follows && !race::is_looking() && !allocations::is_guarded() {
            return (kernel.get(), false);
        }
        let sizes = Sizes { grid: *grid, block: *block, dynamic_shared: *dynamic_shared, arguments };
        let code = self.code.get_or_init(|| apart::begin(kernel, sizes, raced::is_reached(&self.shape)));
        (code.kernel.get(), code.tells)
    }

    fn stopped(&self) -> bool {
        self.failed.load(Ordering::Relaxed) || fault::check().is_err()
    }

    /// After kernel code has run on this thread: collects its output, and its fault.
    fn end_part(&self, first: u64, ending: Result<(), Fault>, blocks: Blocks, short_of_memory: bool) {
        self.output.add(first, print::take());
        if short_of_memory {
            self.fail(
                &Fault { error: hipErrorOutOfMemory, message: Message::Reason("no memory for the stacks of its threads".into()) },
                blocks,
            );
        }
        if let Err(fault) = ending {
            self.fail(&fault, blocks);
        }
        masks::end();
        work_item::clear();
    }

    fn fail(&self, fault: &Fault, blocks: Blocks) {
        let first = !self.failed.swap(true, Ordering::Relaxed);
        match &fault.message {
            Message::Whole(message) if first => eprintln!("{message}"),
            Message::Reason(reason) if first => eprintln!("hipify: {}{reason}", place_of(self.shape.kernel.name(), blocks)),
            _ => {}
        }
        fault::stick(fault.error);
    }
}

/// Blocks that one thread runs one after the other. Lives outside of the frames that a fault jumps over.
struct Chunk<'a> {
    launch: &'a Launch,
    kernel: &'a Kernel,
    /// Whether it tells of accesses.
    tells: bool,
    arena: &'a mut Arena,
    context: Context,
    /// How many blocks run together at most.
    most: u32,
    /// As many contexts, where blocks go side by side.
    beside: Option<*mut Context>,
    blocks: Range<u64>,
    short_of_memory: bool,
}

impl Chunk<'_> {
    /// Readies the contexts of blocks that go side by side, and gives the first.
    ///
    /// # Safety
    /// The chunk's contexts are its own, and as many as go together at most.
    unsafe fn place_beside(&self, contexts: *mut Context) -> *mut Context {
        let [x, y, z] = self.context.block_idx;
        for number in 0..=self.context.neighbours {
            // SAFETY: the caller says so; there are more than neighbours.
            unsafe {
                let context = contexts.add(number as usize);
                (*context).block_idx = [x + number, y, z];
                (*context).neighbours = self.context.neighbours;
                Arena::fill_shared(&*context, self.kernel);
            }
        }
        contexts
    }
}

extern "C" fn run_chunk(data: *mut c_void) {
    // SAFETY: `Launch::run` passes its chunk, which nothing else uses meanwhile.
    let chunk = unsafe { &mut *data.cast::<Chunk>() };
    let kernel = chunk.kernel;
    let context: *mut Context = &mut chunk.context;
    // SAFETY: the context is the chunk's.
    work_item::set(Position::of(unsafe { &*context }, 0));
    let mut blocks = chunk.blocks.clone();
    while let Some(block) = blocks.next() {
        // SAFETY: the context is the chunk's; furnished for this kernel, and guarded.
        unsafe {
            (*context).block_idx = chunk.launch.shape.block_idx(block);
            (*context).neighbours = chunk.launch.shape.neighbours(chunk.most, block, blocks.end);
            blocks.start = block + 1 + u64::from((*context).neighbours);
            if let Some(contexts) = chunk.beside {
                block_scheduler::run_block(kernel, chunk.place_beside(contexts), 0);
                continue;
            }
            Arena::fill_shared(&*context, kernel);
            if chunk.tells {
                raced::enter(&chunk.launch.shape, kernel, &*context);
            }
            if kernel.flags & flags::FIBERS == 0 {
                block_scheduler::run_block(kernel, context, 0);
            } else if chunk.arena.fibers.furnish(context, kernel) {
                chunk.arena.fibers.run_block(context);
            } else {
                chunk.short_of_memory = true;
                return;
            }
            chunk.tells.then(race::done);
        }
    }
}

/// A launch whose blocks wait for each other: those that have begun and are not done are alive at once, each with its own memory,
/// and run from one wait for others to the next. The grid goes on when none of them waits for its turn any more.
struct Grid {
    launch: Launch,
    blocks: Vec<Cell>,
    /// Whether a block waits for its turn, so that those that wait for the grid stay where they are.
    turns: AtomicBool,
    /// Memory of blocks that are done.
    spare: Mutex<Vec<Arena>>,
    change: Mutex<stuck::Change>,
}

/// One block. Used by the one thread that has claimed it.
struct Cell(UnsafeCell<Alive>);

// SAFETY: the pool hands every item out to one thread a round, with a synchronisation between rounds.
unsafe impl Sync for Cell {}
// SAFETY: the context points into the arena beside it.
unsafe impl Send for Cell {}

struct Alive {
    context: Context,
    arena: Arena,
    /// In which state its threads are, as `block_scheduler::run_block` takes and gives it.
    state: u32,
    started: bool,
    short_of_memory: bool,
}

impl Alive {
    /// Whether threads of the block wait for their turn. Those on fibers give none.
    fn waits_for_turn(&self, kernel: &Kernel) -> bool {
        // SAFETY: the context is the block's, furnished for this kernel once it has started.
        self.started
            && kernel.flags & flags::FIBERS == 0
            && unsafe { block_scheduler::waits_for_turn(kernel, &self.context, self.state) }
    }
}

impl Grid {
    fn new(launch: Launch) -> Grid {
        let kernel = launch.shape.kernel.get();
        let alive = |block| {
            let mut alive = Alive {
                context: launch.shape.context(kernel),
                arena: Arena::new(),
                state: 0,
                started: false,
                short_of_memory: false,
            };
            alive.context.block_idx = launch.shape.block_idx(block);
            Cell(UnsafeCell::new(alive))
        };
        let blocks = (0..launch.shape.blocks()).map(alive).collect();
        Grid { blocks, launch, turns: AtomicBool::new(false), spare: Mutex::default(), change: Mutex::default() }
    }

    fn run_one(&self, block: u64) {
        // SAFETY: this thread has claimed the item, and with it the block.
        let alive = unsafe { &mut *self.blocks[block as usize].0.get() };
        if alive.state == DONE {
            return;
        }
        let kernel = self.launch.shape.kernel.get();
        if alive.started && self.turns.load(Ordering::Relaxed) && !alive.waits_for_turn(kernel) {
            return;
        }
        if !alive.started {
            alive.started = true;
            if let Some(arena) = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop() {
                alive.arena = arena;
            }
            alive.arena.furnish(&mut alive.context, kernel);
            // SAFETY: furnished for this kernel by the line above; the block has not begun.
            unsafe { Arena::fill_shared(&alive.context, kernel) };
            alive.short_of_memory = !alive.arena.fibers.furnish(&mut alive.context, kernel);
        }
        checked::enter(self.launch.shape.launched.as_ref());
        let turn = race::turn();
        raced::enter(&self.launch.shape, kernel, &alive.context);
        undefined::written(&alive.context);
        let mut part = Part { kernel, alive };
        let data: *mut Part = &mut part;
        // SAFETY: `run_part` takes a part; it and what it calls own nothing while kernel code runs.
        let ending = unsafe { fault::guarded(run_part, data.cast()) };
        let alive = part.alive;
        if ending.is_err() {
            alive.state = DONE;
        }
        if alive.state == DONE {
            race::done();
        }
        drop(turn);
        self.launch.end_part(block, ending, Blocks::of(&alive.context), alive.short_of_memory);
        if alive.state == DONE {
            alive.arena.fibers.clear();
            let arena = std::mem::replace(&mut alive.arena, Arena::new());
            self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(arena);
        }
    }
}

impl ParallelFor for Grid {
    fn items(&self) -> u64 {
        self.blocks.len() as u64
    }

    fn run(&self, blocks: Range<u64>) {
        for block in blocks {
            if !self.launch.stopped() {
                self.run_one(block);
            }
        }
    }

    /// A block that waits for an earlier one finds it begun, or else is kept meanwhile, with its memory.
    fn in_order(&self) -> bool {
        true
    }

    fn again(&self) -> bool {
        if self.launch.stopped() {
            return false;
        }
        let kernel = self.launch.shape.kernel.get();
        // SAFETY: between rounds no thread has a block.
        let blocks = self.blocks.iter().map(|cell| unsafe { &*cell.0.get() });
        let mut alive = blocks.filter(|block| block.state != DONE).peekable();
        let some = alive.peek().is_some();
        self.turns.store(alive.any(|block| block.waits_for_turn(kernel)), Ordering::Relaxed);
        if some && check::is_on(Tool::Sync) {
            return self.comes_on(kernel);
        }
        some
    }

    fn finish(&self) -> Outcome {
        for cell in &self.blocks {
            // SAFETY: after the last round no thread has a block.
            unsafe { (*cell.0.get()).arena.fibers.clear() };
        }
        // Such launches run the kernel's own code.
        if self.launch.shape.kernel.follows_undefined() {
            assumed::Effect::ToAny.forget();
        }
        self.launch.finish()
    }
}

struct Part<'a> {
    kernel: &'a Kernel,
    alive: &'a mut Alive,
}

extern "C" fn run_part(data: *mut c_void) {
    // SAFETY: `Grid::run_one` passes its part, which nothing else uses meanwhile.
    let Part { kernel, alive } = unsafe { &mut *data.cast::<Part>() };
    if alive.short_of_memory {
        alive.state = DONE;
        return;
    }
    let context: *mut Context = &mut alive.context;
    // SAFETY: the context is the block's, furnished for this kernel, and guarded.
    unsafe {
        work_item::set(Position::of(&*context, 0));
        alive.state = if kernel.flags & flags::FIBERS == 0 {
            block_scheduler::run_block(kernel, context, alive.state)
        } else {
            alive.arena.fibers.run_block(context)
        };
    }
}
