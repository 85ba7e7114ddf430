//! The passes of the lowering, in their order.

use crate::block_coarsening;
use crate::body::{self, Body, Plan};
use crate::bounds::Bounds;
use crate::context_save::Frame;
use crate::convergence::Agreement;
use crate::debug::Debug;
use crate::error::{Error, Result};
use crate::kernel_table::{self, Row};
use crate::kernels::{self, Kernel};
use crate::outlined_calls::{self, Outside};
use crate::processor::Processor;
use crate::regions::{self, Regions};
use crate::{
    Options, global_ids, guard_hoisting, inline, library_attributes, lockstep, shared_atomics, shared_memory_layout,
    spin_wait_yields, strip_mining, work_item_loops,
};
use inkwell::module::Module;
use inkwell::values::GlobalValue;

/// What a pass does.
type Pass<'a, 'ctx> = fn(&mut Lowering<'a, 'ctx>) -> Result<()>;

/// Each pass and what messages call the time after it, from device code to the bitcode of a code object.
fn passes<'a, 'ctx>() -> [(Pass<'a, 'ctx>, &'static str); 14] {
    [
        (find_kernels, "after kernels were found"),
        (describe_library, "after functions of the library were described"),
        (inline_calls, "after calls were inlined"),
        (sort_outlined_calls, "after outlined calls were found"),
        (infer_lockstep, "after waits for lanes were inserted"),
        (yield_in_spin_waits, "after spin waits were made to yield"),
        (make_shared_atomics_plain, "after atomics on shared memory were made plain"),
        (isolate_barriers, "after barriers were isolated"),
        (form_bodies, "after kernels were made bodies"),
        (mine_strips, "after loops were strip-mined"),
        (bound_global_ids, "after global ids were bounded"),
        (write_entry_points, "after entry points were written"),
        (lower_outlined_calls, "after outlined calls were lowered"),
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
    inline::run_passes(module, processor, LAST)?;
    Ok(lowering.rows)
}

/// Merges bodies into the entry points and takes away what that makes superfluous; clang's own passes do the rest.
const LAST: &str = "always-inline,globaldce,function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg)";

/// A module on its way, and what passes have found out for later ones.
struct Lowering<'a, 'ctx> {
    module: &'a Module<'ctx>,
    processor: &'a Processor,
    options: &'a Options,
    bounds: Bounds<'ctx>,
    /// Kernels whose threads run from wait to wait.
    kernels: Vec<Kernel<'ctx>>,
    /// Kernels whose threads have a stack of their own.
    fibers: Vec<Kernel<'ctx>>,
    variables: Vec<GlobalValue<'ctx>>,
    outside: Outside<'ctx>,
    /// For each of `kernels`, the shared variables that lanes were made to wait for.
    waited_for: Vec<Vec<String>>,
    bodies: Vec<Body<'ctx>>,
    rows: Vec<Row<'ctx>>,
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
            bodies: Vec::new(),
            rows: Vec::new(),
        }
    }
}

fn find_kernels(it: &mut Lowering) -> Result<()> {
    it.kernels = kernels::find(it.module)?;
    it.bounds = Bounds::take(it.module);
    Ok(())
}

fn describe_library(it: &mut Lowering) -> Result<()> {
    library_attributes::describe(it.module);
    Ok(())
}

fn inline_calls(it: &mut Lowering) -> Result<()> {
    inline::inline(it.module, &it.kernels, it.processor)?;
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

/// Makes lanes wait where a kernel relies on lockstep.
fn infer_lockstep(it: &mut Lowering) -> Result<()> {
    for kernel in &it.kernels {
        let waited_for = lockstep::insert_waits(it.module, kernel.function, it.options.lockstep).map_err(broken(kernel))?;
        it.waited_for.push(waited_for);
    }
    Ok(())
}

fn yield_in_spin_waits(it: &mut Lowering) -> Result<()> {
    it.kernels.iter().try_for_each(|kernel| spin_wait_yields::insert(it.module, kernel.function).map_err(broken(kernel)))
}

/// Takes the price from atomics on the block's own memory.
fn make_shared_atomics_plain(it: &mut Lowering) -> Result<()> {
    for kernel in &it.kernels {
        shared_atomics::make_plain(kernel.function).map_err(broken(kernel))?;
    }
    Ok(())
}

fn isolate_barriers(it: &mut Lowering) -> Result<()> {
    regions::isolate(it.module, &it.kernels, it.processor)
}

fn form_bodies(it: &mut Lowering) -> Result<()> {
    for kernel in &it.kernels {
        let body = form_body(it, kernel)?;
        shared_memory_layout::check(&it.variables, &kernel.name, body.function)?;
        it.bodies.push(body);
    }
    Ok(())
}

/// Forms the regions of a kernel, finds out what lives across their ends, and makes a body of it.
fn form_body<'ctx>(it: &Lowering<'_, 'ctx>, kernel: &Kernel<'ctx>) -> Result<Body<'ctx>> {
    let tells_thread = it.options.current_thread || it.outside.needs_current(kernel.function);
    let mut regions = Regions::of(kernel.function);
    let agreement = Agreement::of(kernel.function, &regions);
    agreement.judge(&mut regions);
    let mut guards = guard_hoisting::find(it.module, &regions, &agreement);
    let frame = Frame::of(it.module, &kernel.name, kernel.function, &regions, &agreement)?;
    guards.check(&regions, &frame);
    let shared = it.outside.layout(it.module, kernel.function, &it.variables);
    let mut body = body::make(it.module, kernel, Plan { regions, frame, shared, guards, tells_thread });
    body.joins = block_coarsening::can_join(&body, tells_thread);
    Ok(body)
}

fn mine_strips(it: &mut Lowering) -> Result<()> {
    strip_mining::add(it.module, &mut it.bodies, it.processor)
}

fn bound_global_ids(it: &mut Lowering) -> Result<()> {
    it.bodies.iter().filter(|body| body.joins).for_each(global_ids::bound_unless_wide);
    Ok(())
}

/// `run` and `step` of bodies, and `thread` of kernels on fibers: one pass, since both share the module's debug information.
fn write_entry_points(it: &mut Lowering) -> Result<()> {
    let mut debug = Debug::of(it.module);
    for ((kernel, body), waited_for) in it.kernels.iter().zip(&it.bodies).zip(std::mem::take(&mut it.waited_for)) {
        let entries = work_item_loops::write(it.module, kernel, body);
        debug.describe(body.function, &entries);
        it.rows.push(Row::of(kernel, body, entries, waited_for).within(it.bounds.of(kernel.function)));
    }
    for kernel in &it.fibers {
        let layout = it.outside.layout(it.module, kernel.function, &it.variables);
        outlined_calls::lower_shared(it.module, kernel.function, &layout);
        let entries = work_item_loops::write_fiber(it.module, kernel);
        debug.describe(kernel.function, &entries);
        it.rows.push(Row::of_fibers(kernel, &layout, entries).within(it.bounds.of(kernel.function)));
    }
    debug.finish();
    Ok(())
}

fn lower_outlined_calls(it: &mut Lowering) -> Result<()> {
    it.outside.lower(it.module, &it.variables);
    Ok(())
}

fn write_table(it: &mut Lowering) -> Result<()> {
    kernel_table::write(it.module, &it.rows, &kernel_table::variables(it.module), &it.processor.features);
    Ok(())
}

fn broken(kernel: &Kernel) -> impl Fn(inkwell::builder::BuilderError) -> Error {
    move |error| Error::Passes(format!("kernel `{}`: {error}", kernel.name))
}

fn verify(module: &Module, stage: &'static str) -> Result<()> {
    module.verify().map_err(|message| Error::Broken { stage, message: message.to_string() })
}
