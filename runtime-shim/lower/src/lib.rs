//! Device LLVM IR to the bitcode of a CPU code object: kernels cut where their threads meet, with loops over the threads
//! between the cuts, and a table by which the runtime finds them.

mod agreement;
pub mod analysis;
mod body;
mod bounds;
mod build;
mod context;
mod cuts;
mod debug;
mod entry;
mod error;
mod free_loops;
mod global_ids;
mod guards;
mod ids;
mod inline;
mod input;
mod ir;
mod kernels;
mod library;
mod lingering;
mod live;
pub mod lockstep;
mod loops;
mod neighbours;
mod outside;
mod parallel;
mod processor;
mod shared;
pub mod shared_atomics;
mod slots;
mod strips;
mod table;
mod turns;

pub use error::{Error, Result};
pub use input::Input;

use agreement::Agreement;
use body::{Body, Plan};
use bounds::Bounds;
use cuts::Regions;
use debug::Debug;
use inkwell::context::Context;
use inkwell::module::Module;
use kernels::Kernel;
use outside::Outside;
use processor::Processor;
use slots::Frame;
use table::Row;

/// What the output is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    #[default]
    Bitcode,
    Text,
}

/// How to lower.
#[derive(Clone, Debug)]
pub struct Options {
    /// The processor to make code for, as clang's -march takes it: `native` or a level of x86-64.
    pub processor: String,
    /// When lanes are made to wait for each other where a kernel takes for granted that they run in lockstep.
    pub lockstep: lockstep::Mode,
    pub form: Form,
    /// Whether the runtime is told which thread runs, before each.
    pub current_thread: bool,
}

/// One line a kernel: what became of it.
pub type Report = Vec<String>;

/// Lowers device code.
///
/// # Errors
/// See [`Error`].
pub fn lower(inputs: &[Input], options: &Options) -> Result<(Vec<u8>, Report)> {
    let context = Context::create();
    let processor = processor::find(&options.processor)?;
    let module = input::link(&context, inputs)?;
    let rows = lower_module(&module, &processor, options)?;
    Ok((written(&module, options.form), rows.iter().map(describe).collect()))
}

/// The passes.
fn lower_module<'ctx>(module: &Module<'ctx>, processor: &Processor, options: &Options) -> Result<Vec<Row<'ctx>>> {
    let kernels = kernels::find(module)?;
    let bounds = Bounds::take(module);
    library::describe(module);
    inline::inline(module, &kernels, processor)?;
    outside::check(module)?;
    let variables = shared::variables(module);
    let outside = Outside::of(module, &kernels, &variables);
    let (fibers, kernels): (Vec<_>, Vec<_>) = kernels.into_iter().partition(|kernel| outside.needs_fibers(kernel.function));
    let waiting = kernels.iter().map(|kernel| relax(module, kernel, options.lockstep)).collect::<Result<Vec<_>>>()?;
    cuts::isolate(module, &kernels, processor)?;
    let mut bodies = Vec::new();
    for kernel in &kernels {
        let body = cut(module, kernel, &outside, &variables, options.current_thread)?;
        shared::check(&variables, &kernel.name, body.function)?;
        bodies.push(body);
    }
    strips::add(module, &mut bodies, processor)?;
    bodies.iter().filter(|body| body.joins).for_each(global_ids::bound_unless_wide);
    let (mut rows, mut debug) = (Vec::new(), Debug::of(module));
    for ((kernel, body), waited_for) in kernels.iter().zip(&bodies).zip(waiting) {
        let entries = entry::write(module, kernel, body);
        debug.describe(body.function, &entries);
        rows.push(Row::of(kernel, body, entries, waited_for).within(bounds.of(kernel.function)));
    }
    for kernel in &fibers {
        let layout = outside.layout(module, kernel.function, &variables);
        outside::lower_shared(module, kernel.function, &layout);
        let entries = entry::write_fiber(module, kernel);
        debug.describe(kernel.function, &entries);
        rows.push(Row::of_fibers(kernel, &layout, entries).within(bounds.of(kernel.function)));
    }
    debug.finish();
    outside.lower(module, &variables);
    table::write(module, &rows, &table::variables(module), &processor.features);
    verify(module, "before the last passes")?;
    inline::run_passes(module, processor, LAST)?;
    Ok(rows)
}

/// Merges bodies into the entry points and takes away what that makes superfluous; clang's own passes do the rest.
const LAST: &str = "always-inline,globaldce,function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg)";

/// Makes lanes wait where the kernel relies on lockstep, and takes the price from atomics on the block's own memory. The answer
/// is the shared variables that lanes wait for.
fn relax<'ctx>(module: &Module<'ctx>, kernel: &Kernel<'ctx>, mode: lockstep::Mode) -> Result<Vec<String>> {
    let broken = |error: inkwell::builder::BuilderError| Error::Passes(format!("kernel `{}`: {error}", kernel.name));
    let waited_for = lockstep::insert_waits(module, kernel.function, mode).map_err(broken)?;
    turns::insert(module, kernel.function).map_err(broken)?;
    shared_atomics::make_plain(kernel.function).map_err(broken)?;
    Ok(waited_for)
}

fn cut<'ctx>(
    module: &Module<'ctx>,
    kernel: &Kernel<'ctx>,
    outside: &Outside<'ctx>,
    variables: &[inkwell::values::GlobalValue<'ctx>],
    always_current: bool,
) -> Result<Body<'ctx>> {
    let tells_thread = always_current || outside.needs_current(kernel.function);
    let mut regions = Regions::of(kernel.function);
    let agreement = Agreement::of(kernel.function, &regions);
    agreement.judge(&mut regions);
    let mut guards = guards::find(module, &regions, &agreement);
    let frame = Frame::of(module, &kernel.name, kernel.function, &regions, &agreement)?;
    guards.check(&regions, &frame);
    let shared = outside.layout(module, kernel.function, variables);
    let mut body = body::make(module, kernel, Plan { regions, frame, shared, guards, tells_thread });
    body.joins = neighbours::can_join(&body, tells_thread);
    Ok(body)
}

fn verify(module: &Module, stage: &'static str) -> Result<()> {
    module.verify().map_err(|message| Error::Broken { stage, message: message.to_string() })
}

fn written(module: &Module, form: Form) -> Vec<u8> {
    match form {
        Form::Bitcode => module.write_bitcode_to_memory().as_slice().to_vec(),
        Form::Text => module.print_to_string().to_bytes().to_vec(),
    }
}

fn describe(row: &Row) -> String {
    let Row { name, waits, frame_bytes, shared_bytes, flags, waited_for, in_strips, .. } = row;
    let regions = waits.len();
    let mut line = format!(
        "{name}: {regions} regions, {frame_bytes} bytes of frame, {shared_bytes} bytes of shared memory, flags {flags:#x}"
    );
    if !waited_for.is_empty() {
        line += &format!(", lanes made to wait for {}", waited_for.join(", "));
    }
    if *in_strips {
        line += ", loops in strips of threads";
    }
    line
}
