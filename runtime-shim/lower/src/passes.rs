//! The passes of the lowering, in order.

use crate::block_coarsening;
use crate::block_shape::{self, BlockShape};
use crate::body::{self, Body, Plan};
use crate::bounds::Bounds;
use crate::checks::{self, Copies};
use crate::context_save::Frame;
use crate::convergence::Agreement;
use crate::debug::Debug;
use crate::error::{Error, Result};
use crate::guard_hoisting::Guards;
use crate::ir;
use crate::kernel_table::{self, Row};
use crate::kernels::{self, Kernel};
use crate::outlined_calls::{self, Outside};
use crate::processor::Processor;
use crate::regions::{self, Regions};
use crate::shared_memory_layout::Layout;
use crate::transposed_tiles::{self, Transposed, Written};
use crate::{
    Options, combined_atomics, entry_points, global_id_no_wrap, guard_hoisting, inline, library_attributes, nontemporal_loads,
    shared_atomics, shared_memory_layout, shuffle_trees, spin_wait_yields, strip_mining, texture_loads, warp_sync_insertion,
    warp_sync_merging, whole_warps, work_item_intrinsics, work_item_loops,
};
use inkwell::module::Module;
use inkwell::values::GlobalValue;

mod checked;
mod prepared;

/// One step of the lowering.
type Pass<'a, 'ctx> = fn(&mut Lowering<'a, 'ctx>) -> Result<()>;

/// Each pass, from device code to the bitcode of a code object, with the words by which an error of the verifier says where it is.
fn passes<'a, 'ctx>() -> [(Pass<'a, 'ctx>, &'static str); 37] {
    [
        (make_nontemporal_loads_plain, "after loads that bypass caches were made plain"),
        (find_kernels, "after kernels were found"),
        (describe_library, "after functions of the library were described"),
        (mark_texture_loads, "after loads of what describes textures were marked"),
        (inline_calls, "after calls were inlined"),
        (sort_outlined_calls, "after outlined calls were found"),
        (checked::mark_accesses, "after accesses were marked for checks"),
        (insert_warp_syncs, "after warp syncs were inserted"),
        (merge_warp_syncs, "after warp syncs were merged"),
        (leave_out_kernels_of_many_meetings, "after kernels of many meetings were left out"),
        (yield_in_spin_waits, "after spin waits were made to yield"),
        (simplify_atomics, "after atomics were simplified"),
        (transpose_tiles, "after tiles were transposed"),
        (prepared::collect_global_ids, "after global ids were added up"),
        (prepared::split_inductions, "after inductions were split"),
        (prepared::keep_stores, "after conditional stores were made unconditional"),
        (prepared::isolate_guards, "after guards were isolated"),
        (isolate_barriers, "after barriers were isolated"),
        (form_regions, "after barrier regions were formed"),
        (analyse_convergence, "after convergence was analysed"),
        (hoist_guards, "after guards were found"),
        (plan_context_save, "after context saves were planned"),
        (drop_guards_of_saved_values, "after guards were compared with context saves"),
        (guess_block_shapes, "after shapes of blocks were guessed"),
        (lay_out_shared_memory, "after shared memory was laid out"),
        (make_bodies, "after kernels were made bodies"),
        (coarsen_blocks, "after kernels whose blocks can run together were found"),
        (mine_strips, "after loops were strip-mined"),
        (leave_odd_warps_out, "after kernels without code for odd warps were found"),
        (mark_global_ids, "after global ids were marked not to wrap"),
        (write_work_item_loops, "after work-item loops were written"),
        (lower_shared_memory_of_fibers, "after shared memory of fibers was lowered"),
        (write_fibers, "after entry points of fibers were written"),
        (describe_entry_points, "after entry points got debug information"),
        (lower_outlined_calls, "after outlined calls were lowered"),
        (checked::expand_checks, "after checks were written"),
        (write_table, "before the last passes"),
    ]
}

/// Lowers a module. In debug builds it is verified after each pass.
pub(crate) fn run<'ctx>(module: &Module<'ctx>, processor: &Processor, options: &Options) -> Result<Vec<Row<'ctx>>> {
    let mut lowering = Lowering::new(module, processor, options);
    for (pass, stage) in passes() {
        pass(&mut lowering)?;
        if cfg!(debug_assertions) {
            verify(module, stage)?;
        }
    }
    if !cfg!(debug_assertions) {
        verify(module, "before the last passes")?;
    }
    checks::begin(module, lowering.rows.iter().map(|row| &row.entries), options.checks);
    let called = lowering.outside.functions.iter().map(|function| ir::name_of(*function)).collect();
    entry_points::finish(module, processor, &lowering.rows, options.checks)?;
    checks::finish(module, processor, &called, &lowering.copies.reaches, options.checks)?;
    Ok(lowering.rows)
}

/// A module, and the results of passes for later ones.
struct Lowering<'a, 'ctx> {
    module: &'a Module<'ctx>,
    processor: &'a Processor,
    options: &'a Options,
    bounds: Bounds<'ctx>,
    /// Kernels that are split into barrier regions.
    kernels: Vec<Kernel<'ctx>>,
    /// Kernels whose threads run on fibers.
    fibers: Vec<Kernel<'ctx>>,
    variables: Vec<GlobalValue<'ctx>>,
    outside: Outside<'ctx>,
    /// For each of `kernels`, the shared variables for which warp syncs were inserted.
    waited_for: Vec<Vec<String>>,
    /// For each of `kernels`, until [`make_bodies`] takes them: what analyses have found.
    regions: Vec<Regions<'ctx>>,
    convergence: Vec<Agreement<'ctx>>,
    guards: Vec<Guards<'ctx>>,
    frames: Vec<Frame<'ctx>>,
    shapes: Vec<Option<BlockShape>>,
    /// For each of `kernels`, later of `fibers`: where shared variables lie.
    layouts: Vec<Layout<'ctx>>,
    bodies: Vec<Body<'ctx>>,
    rows: Vec<Row<'ctx>>,
    /// For checked code: what is known of kernels, by their names.
    copies: Copies<'ctx>,
    /// Kernels whose copies stand in front of `kernels`.
    transposed: Vec<Transposed<'ctx>>,
}

impl<'a, 'ctx> Lowering<'a, 'ctx> {
    fn new(module: &'a Module<'ctx>, processor: &'a Processor, options: &'a Options) -> Self {
        Lowering {
            module,
            processor,
            options,
            bounds: Bounds::default(),
            kernels: Vec::new(),
            fibers: Vec::new(),
            variables: Vec::new(),
            outside: Outside::default(),
            waited_for: Vec::new(),
            regions: Vec::new(),
            convergence: Vec::new(),
            guards: Vec::new(),
            frames: Vec::new(),
            shapes: Vec::new(),
            layouts: Vec::new(),
            bodies: Vec::new(),
            rows: Vec::new(),
            copies: Copies::default(),
            transposed: Vec::new(),
        }
    }

    /// Whether the runtime is to know which thread of a kernel runs.
    fn tells_thread(&self, kernel: &Kernel<'ctx>) -> bool {
        self.options.current_thread || self.outside.needs_current(kernel.function)
    }
}

fn make_nontemporal_loads_plain(it: &mut Lowering) -> Result<()> {
    nontemporal_loads::make_plain(it.module);
    Ok(())
}

fn find_kernels(it: &mut Lowering) -> Result<()> {
    it.kernels = kernels::find(it.module)?;
    it.bounds = Bounds::take(it.module);
    Ok(())
}

fn describe_library(it: &mut Lowering) -> Result<()> {
    library_attributes::describe(it.module);
    work_item_intrinsics::describe(it.module);
    Ok(())
}

fn mark_texture_loads(it: &mut Lowering) -> Result<()> {
    texture_loads::mark_invariant(it.module);
    Ok(())
}

fn inline_calls(it: &mut Lowering) -> Result<()> {
    checks::prepare(it.module, it.options.checks);
    inline::inline(it.module, &it.kernels, it.processor, !it.options.checks.any())?;
    outlined_calls::check(it.module)
}

/// Kernels that synchronise in calls which cannot be inlined run on fibers.
fn sort_outlined_calls(it: &mut Lowering) -> Result<()> {
    it.variables = shared_memory_layout::variables(it.module);
    it.outside = Outside::of(it.module, &it.kernels, &it.variables);
    let all = std::mem::take(&mut it.kernels).into_iter();
    (it.fibers, it.kernels) = all.partition(|kernel| it.outside.needs_fibers(kernel.function));
    Ok(())
}

/// Inserts a warp sync wherever a kernel relies on implicit warp synchrony.
fn insert_warp_syncs(it: &mut Lowering) -> Result<()> {
    for kernel in &it.kernels {
        let waited_for = warp_sync_insertion::insert(it.module, kernel.function, it.options.lockstep).map_err(broken(kernel))?;
        it.waited_for.push(waited_for);
    }
    Ok(())
}

fn merge_warp_syncs(it: &mut Lowering) -> Result<()> {
    it.kernels.iter().for_each(|kernel| warp_sync_merging::merge(kernel.function));
    // Shuffles of checked code name the lanes that are to come.
    it.kernels.iter().filter(|_| !it.options.checks.any()).for_each(|one| shuffle_trees::plant(it.module, one.function));
    Ok(())
}

/// Kernels that meet in very many places, as unrolled sorting networks of shuffles do, run on fibers: slower, and compiled in linear time.
fn leave_out_kernels_of_many_meetings(it: &mut Lowering) -> Result<()> {
    let found = std::mem::take(&mut it.kernels).into_iter().zip(std::mem::take(&mut it.waited_for));
    let (large, kept): (Vec<_>, Vec<_>) = found.partition(|(kernel, _)| regions::are_too_many(kernel.function));
    it.fibers.extend(large.into_iter().map(|(kernel, _)| kernel));
    (it.kernels, it.waited_for) = kept.into_iter().unzip();
    Ok(())
}

fn yield_in_spin_waits(it: &mut Lowering) -> Result<()> {
    it.kernels.iter().try_for_each(|kernel| spin_wait_yields::insert(it.module, kernel.function).map_err(broken(kernel)))
}

/// Replaces atomics on shared memory by plain operations, since the threads of a block run on one worker, and marks others that may be done
/// at the end of their region; checked code does each.
fn simplify_atomics(it: &mut Lowering) -> Result<()> {
    it.kernels.iter().try_for_each(|kernel| shared_atomics::make_plain(kernel.function).map(drop).map_err(broken(kernel)))?;
    it.kernels.iter().filter(|_| !it.options.checks.any()).for_each(|kernel| combined_atomics::mark(kernel.function));
    Ok(())
}

/// Copies kernels for blocks for which arrays in shared memory can be transposed; checked code has them as they are.
fn transpose_tiles(it: &mut Lowering) -> Result<()> {
    let kernels = if it.options.checks.any() { &[][..] } else { &it.kernels };
    it.transposed = transposed_tiles::add(it.module, kernels, &mut it.variables, &mut it.bounds, it.processor)?;
    it.waited_for.splice(..0, it.transposed.iter().map(|_| Vec::new()));
    it.kernels.splice(..0, it.transposed.iter().map(|one| one.copy.clone()));
    Ok(())
}

fn isolate_barriers(it: &mut Lowering) -> Result<()> {
    regions::isolate(it.module, &it.kernels, it.processor)
}

/// Finds the regions between the barriers of each kernel.
fn form_regions(it: &mut Lowering) -> Result<()> {
    it.regions = it.kernels.iter().map(|kernel| Regions::of(kernel.function)).collect();
    Ok(())
}

fn analyse_convergence(it: &mut Lowering) -> Result<()> {
    for (kernel, regions) in it.kernels.iter().zip(&mut it.regions) {
        let convergence = Agreement::of(kernel.function, regions);
        convergence.judge(regions);
        it.convergence.push(convergence);
    }
    Ok(())
}

/// Finds guards whose bounds can be computed before a loop over threads, and writes that computation.
fn hoist_guards(it: &mut Lowering) -> Result<()> {
    for ((kernel, regions), convergence) in it.kernels.iter().zip(&it.regions).zip(&it.convergence) {
        it.guards.push(guard_hoisting::find(it.module, kernel.function, regions, convergence));
    }
    Ok(())
}

/// Finds the values that live across barriers, and their places in the frame.
fn plan_context_save(it: &mut Lowering) -> Result<()> {
    for ((kernel, regions), convergence) in it.kernels.iter().zip(&it.regions).zip(&it.convergence) {
        it.frames.push(Frame::of(it.module, &kernel.name, kernel.function, regions, convergence)?);
    }
    Ok(())
}

fn drop_guards_of_saved_values(it: &mut Lowering) -> Result<()> {
    let planned = it.regions.iter().zip(&it.frames);
    it.guards.iter_mut().zip(planned).for_each(|(guards, (regions, frame))| guards.check(regions, frame));
    Ok(())
}

/// Guesses the shapes of blocks for which kernels with barriers get loops over threads of constant lengths.
fn guess_block_shapes(it: &mut Lowering) -> Result<()> {
    for ((kernel, regions), convergence) in it.kernels.iter().zip(&it.regions).zip(&it.convergence) {
        it.shapes.push(block_shape::guess(it.module, convergence, regions, it.bounds.of(kernel.function)));
    }
    Ok(())
}

fn lay_out_shared_memory(it: &mut Lowering) -> Result<()> {
    it.layouts = it.kernels.iter().map(|kernel| it.outside.layout(it.module, kernel.function, &it.variables)).collect();
    Ok(())
}

/// Makes a body of each kernel by what the passes before have found; their results move into it.
fn make_bodies(it: &mut Lowering) -> Result<()> {
    let (regions, guards) = (std::mem::take(&mut it.regions), std::mem::take(&mut it.guards));
    let (frames, layouts) = (std::mem::take(&mut it.frames), std::mem::take(&mut it.layouts));
    let shapes = std::mem::take(&mut it.shapes);
    // Later passes change the code that this is about.
    it.convergence.clear();
    let found = regions.into_iter().zip(guards).zip(frames).zip(layouts).zip(shapes);
    for (kernel, ((((regions, guards), frame), shared), shape)) in it.kernels.iter().zip(found) {
        let tells_thread = it.tells_thread(kernel);
        let body = body::make(it.module, kernel, Plan { regions, frame, shared, guards, shape, tells_thread });
        shared_memory_layout::check(&it.variables, &kernel.name, body.function)?;
        checks::mark_thread(it.module, body.function, it.options.checks);
        it.bodies.push(body);
    }
    Ok(())
}

fn coarsen_blocks(it: &mut Lowering) -> Result<()> {
    let is_copied = |function| it.transposed.iter().any(|one| one.of == function || one.copy.function == function);
    for (kernel, body) in it.kernels.iter().zip(&mut it.bodies) {
        body.joins = block_coarsening::can_join(body);
        body.side_by_side = body.side_by_side.filter(|_| !it.options.checks.any() && !is_copied(kernel.function));
    }
    Ok(())
}

fn mine_strips(it: &mut Lowering) -> Result<()> {
    strip_mining::add(it.module, &mut it.bodies, it.processor)
}

/// Finds the kernels that have no code of their own for warps which are not whole.
fn leave_odd_warps_out(it: &mut Lowering) -> Result<()> {
    for body in &mut it.bodies {
        body.whole_warps = whole_warps::are_enough(body, it.options.runs_seldom);
    }
    Ok(())
}

fn mark_global_ids(it: &mut Lowering) -> Result<()> {
    it.bodies.iter().filter(|body| body.joins).for_each(global_id_no_wrap::mark_unless_wide);
    Ok(())
}

/// Writes `run` and `step` of bodies, those of copies first.
fn write_work_item_loops(it: &mut Lowering) -> Result<()> {
    it.bodies.iter().for_each(body::make_forgotten_undefined);
    let copies = std::mem::take(&mut it.transposed);
    let (kernels, bodies) = (it.kernels.drain(..copies.len()), it.bodies.drain(..copies.len()));
    let written = transposed_tiles::write(it.module, copies, kernels.zip(bodies), it.processor);
    for ((kernel, body), waited_for) in it.kernels.iter().zip(&it.bodies).zip(it.waited_for.split_off(written.len())) {
        let copy = written.iter().find(|copy| copy.is_of(kernel, body));
        let entries = work_item_loops::write(it.module, kernel, body, it.processor, copy.and_then(Written::small));
        let row = Row::of(kernel, body, entries, waited_for).within(it.bounds.of(kernel.function));
        it.rows.push(if let Some(copy) = copy { row.with_transposed(copy) } else { row });
    }
    Ok(())
}

fn lower_shared_memory_of_fibers(it: &mut Lowering) -> Result<()> {
    for kernel in &it.fibers {
        let layout = it.outside.layout(it.module, kernel.function, &it.variables);
        outlined_calls::lower_shared(it.module, kernel.function, &layout);
        it.layouts.push(layout);
    }
    Ok(())
}

/// Writes `thread` of kernels on fibers.
fn write_fibers(it: &mut Lowering) -> Result<()> {
    for (kernel, layout) in it.fibers.iter().zip(std::mem::take(&mut it.layouts)) {
        let entries = work_item_loops::write_fiber(it.module, kernel);
        it.rows.push(Row::of_fibers(kernel, &layout, entries).within(it.bounds.of(kernel.function)));
    }
    Ok(())
}

/// Gives entry points the debug information and sanitizer attributes of the functions that they call.
fn describe_entry_points(it: &mut Lowering) -> Result<()> {
    let bodies = it.bodies.iter().map(|body| body.function);
    let called = bodies.chain(it.fibers.iter().map(|kernel| kernel.function));
    let mut debug = Debug::of(it.module);
    called.zip(&it.rows).for_each(|(function, row)| debug.describe(function, &row.entries));
    debug.finish();
    Ok(())
}

fn lower_outlined_calls(it: &mut Lowering) -> Result<()> {
    it.outside.lower(it.module, &it.variables);
    Ok(())
}

fn write_table(it: &mut Lowering) -> Result<()> {
    it.rows = kernel_table::write_apart(it.module, std::mem::take(&mut it.rows), &it.copies.apart.questions);
    it.rows = kernel_table::write_assumed(it.module, std::mem::take(&mut it.rows), &it.copies.reaches);
    kernel_table::write(it.module, &it.rows, &kernel_table::variables(it.module), &it.processor.features);
    Ok(())
}

fn broken(kernel: &Kernel) -> impl Fn(inkwell::builder::BuilderError) -> Error {
    move |error| Error::Passes(format!("kernel `{}`: {error}", kernel.name))
}

fn verify(module: &Module, stage: &'static str) -> Result<()> {
    module.verify().map_err(|message| Error::Broken { stage, message: message.to_string() })
}
