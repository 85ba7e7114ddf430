//! Strip mining: splits a body once more, at loops that many threads run in step. A strip of threads goes through each iteration
//! together, with the values of its threads in small arrays that become vector registers.
//!
//! Threads do not synchronise at these cuts. Only [`crate::work_item_loops`] uses them, where it loops over the threads of a row.

use crate::analysis::{self, Group, Sources, Uniformity};
use crate::body::{self, Body};
use crate::build::Build;
use crate::context_save;
use crate::debug::Debug;
use crate::error::Result;
use crate::global_id_no_wrap;
use crate::inline::run_passes;
use crate::ir::{self, Function, Instruction, Value};
use crate::processor::Processor;
use crate::regions::{self, Regions};
use crate::strip_candidates;
use crate::strips::{LONG, MANY_THREADS, MOST_THREADS, SEGMENTS, Strips, THREADS};
use carried::{Carried, Places, again, carry};
use extra::Extra;
use hipify_abi::Wait;
use inkwell::IntPredicate;
use inkwell::module::{Linkage, Module};
use inkwell::types::{BasicMetadataTypeEnum, BasicTypeEnum};
use inkwell::values::InstructionOpcode;

mod aligned;
mod carried;
mod clamps;
mod edges;
mod extra;
mod first_thread;
mod masked_exits;
mod predicated;
mod segments;
mod trip_counts;
mod unrolling;
mod walks;
mod whole_rows;

/// Makes the strips of those bodies that they pay for.
pub(crate) fn add<'ctx>(module: &Module<'ctx>, bodies: &mut [Body<'ctx>], processor: &Processor) -> Result<()> {
    let mut copies = Vec::new();
    let mut debug = Debug::of(module);
    for (number, body) in bodies.iter().enumerate() {
        if !body.regions.has(Wait::Turn) && (has_loop(body.function) || aligned::may_pay(body.function)) {
            let copy = copy(module, body.function);
            debug.describe_copy(copy, body.function);
            copies.push((number, copy));
        }
    }
    debug.finish();
    if copies.is_empty() {
        return Ok(());
    }
    // The inliner would take away what nobody else calls yet.
    bodies.iter().for_each(|body| body.function.set_linkage(Linkage::External));
    run_passes(module, processor, SIMPLIFY)?;
    // Where a loop unrolls whole there may be nothing left to cut.
    let pairs = copies.iter().map(|&(number, copy)| (copy, bodies[number].function));
    unrolling::unroll(module, pairs, &sources(), processor)?;
    for (number, function) in copies {
        let strips = cut(module, function, &bodies[number], processor)?;
        bodies[number].strips = strips.filter(|strips| copied(strips) <= MOST_COPIED);
        if bodies[number].strips.is_none() {
            ir::delete(function);
        }
    }
    bodies.iter().for_each(|body| body.function.set_linkage(Linkage::Internal));
    bodies.iter().filter_map(|body| body.strips.as_ref()).for_each(|strips| ir::mark(strips.function, "alwaysinline"));
    Ok(())
}

/// Instructions that the segments of all regions may be copied from. LLVM takes minutes for a `run` of hundreds of segments, each with arrays
/// of its own: a kernel of particle transport with 149 regions had 321 segments of 16,745, products of quantised matrices have ten of 1,100.
const MOST_COPIED: usize = 3_000_000;

fn copied(strips: &Strips) -> usize {
    let calls: usize = strips.reached.iter().map(|segments| segments.iter().filter(|&&is_reached| is_reached).count()).sum();
    calls * ir::instructions(strips.function).len()
}

/// Makes the copies and brings their loops into the form that cutting wants.
const SIMPLIFY: &str = "always-inline,function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,lcssa)";

fn has_loop(function: Function) -> bool {
    let table = analysis::Body::of(function);
    let dominators = analysis::dominance::Dominators::of(&table.graph);
    !analysis::dominance::loops(&table.graph, &dominators).is_empty()
}

/// A function that does nothing but call the body: inlined, it is a copy.
fn copy<'ctx>(module: &Module<'ctx>, body: Function<'ctx>) -> Function<'ctx> {
    let context = module.get_context();
    let (pointer, i32) = (context.ptr_type(inkwell::AddressSpace::default()), context.i32_type());
    let mut types: Vec<BasicMetadataTypeEnum> =
        body.get_params().iter().map(|parameter| BasicMetadataTypeEnum::from(parameter.get_type())).collect();
    types.extend([i32; 3].map(BasicMetadataTypeEnum::from));
    types.extend([BasicMetadataTypeEnum::from(pointer), i32.into()]);
    types.extend([i32; 3].map(BasicMetadataTypeEnum::from));
    types.extend([pointer; 3].map(BasicMetadataTypeEnum::from));
    let name = format!("{}.strip", ir::name_of(body));
    let function = module.add_function(&name, i32.fn_type(&types, false), Some(Linkage::Internal));
    ir::mark(function, "nounwind");
    if ir::is_marked(body, "sanitize_address") {
        ir::mark(function, "sanitize_address");
    }
    let build = Build::at_end(context, context.append_basic_block(function, "copy"));
    let passed: Vec<Value> = function.get_params()[..body.count_params() as usize].to_vec();
    let went = build.call(body, &passed).try_as_basic_value().basic().expect("bodies return a state");
    build.ret(went.into_int_value());
    function
}

/// What tells the threads of a body apart.
fn sources() -> Sources {
    Sources { group: Group::Warp, parameters: strip_candidates::own_parameters() }
}

fn cut<'ctx>(
    module: &Module<'ctx>,
    function: Function<'ctx>,
    body: &Body<'ctx>,
    processor: &Processor,
) -> Result<Option<Strips<'ctx>>> {
    let row = body.shape.as_ref().and_then(|shape| shape.0[0]);
    let sources = sources();
    let whole = body.regions.has(Wait::Warp);
    let length = |is_fit: bool| if is_fit && processor.has_masks() { LONG } else { THREADS };
    let of_warps = length(whole && !aligned::has_short_parts(function));
    if whole {
        // What fits these fits shorter ones.
        whole_rows::rewrite(function, &sources, of_warps);
    }
    trip_counts::narrow(function, &sources);
    let table = analysis::Body::of(function);
    let uniformity = Uniformity::of(&table, &sources);
    let found = strip_candidates::find(&table, &uniformity, processor.has_masks());
    let streams = found.iter().any(|one| one.streams);
    let apart: Vec<Instruction> = found.iter().filter(|one| one.is_left_apart).map(|one| one.places[0]).collect();
    let mut places: Vec<Instruction> = found.into_iter().flat_map(|one| one.places).collect();
    let walks = walks::find(&table, &uniformity);
    let masked = masked_exits::rewrite(module, function, &table, &uniformity);
    let may_be_wide = streams && !whole && walks.is_empty() && masked.is_empty() && row.is_none_or(|row| row >= MANY_THREADS);
    let lingers = !masked.is_empty();
    places.extend(masked);
    global_id_no_wrap::mark(function);
    let mut threads = if walks.is_empty() { THREADS } else { of_warps };
    let aligned = aligned::rewrite(function, &table, &uniformity, threads);
    if !whole && aligned == 0 {
        threads = length(row.is_some_and(|row| row % LONG == 0));
    }
    if places.is_empty() && walks.is_empty() && aligned == 0 {
        return Ok(None);
    }
    places.extend(walks::rewrite(function, &table, &uniformity, &walks, processor.has_masks(), threads));
    let context = module.get_context();
    let old_entry = function.get_first_basic_block().expect("it is defined");
    let entry = context.prepend_basic_block(old_entry, "strip");
    let build = Build::at_end(context, entry);
    build.jump(old_entry);
    regions::isolate_at(module, function, &places, processor)?;
    let table = analysis::Body::of(function);
    let uniformity = Uniformity::of(&table, &sources);
    let regions = Regions::of(function);
    let memory = |it: &Instruction| it.get_opcode() == InstructionOpcode::Alloca && context_save::lives_across(*it, &regions);
    if ir::instructions(function).iter().any(memory) {
        return Ok(None);
    }
    let alike: Vec<bool> = segments::alike(&table, &uniformity, &regions);
    // Elsewhere strips part too seldom for the code that this takes.
    let goes_apart = streams || !apart.is_empty() || whole && !walks.is_empty() || lingers && processor.has_masks();
    let masks = goes_apart && alike.contains(&false);
    // Threads that have left a loop before others keep what they have left with.
    let is_single = |row: usize| ir::value_of(table.rows()[row].instruction).is_some_and(|value| is_scalar(value.get_type()));
    let is_one = |row| uniformity.is_uniform(row) && is_single(row) && (!masks || uniformity.is_shareable(row));
    let is_uniform = |value| table.row_index(value).is_some_and(is_one);
    let parting = regions.regions.iter().zip(&alike).filter(|(_, alike)| !**alike);
    let forks: Vec<&[u32]> = parting.map(|(region, _)| &region.next[..]).collect();
    let mut carried = Carried::of(module, function, &regions, &is_uniform, &forks);
    let is_wide = may_be_wide && aligned == 0 && carried.bytes <= MOST_BYTES * u64::from(THREADS);
    // What is rewritten for strips of one length is so for no other.
    let is_free = walks.is_empty() && aligned == 0 && !whole;
    let has_registers = carried.bytes <= MOST_BYTES_OF_LONG * u64::from(THREADS) || lingers;
    let is_small = ir::instructions(function).len() <= FEW_INSTRUCTIONS;
    let may_be = |threads: u32| is_small && processor.has_masks() && row.is_none_or(|row| row >= threads);
    let lengths = match is_wide {
        // Rows of whole strips of the longest kind have no threads left for the next.
        true if may_be(MOST_THREADS) && row.is_some_and(|row| row % MOST_THREADS == 0) => vec![MOST_THREADS, THREADS],
        true if may_be(MOST_THREADS) => vec![MOST_THREADS, MANY_THREADS, THREADS],
        true => vec![MANY_THREADS, THREADS],
        false if is_free && has_registers && may_be(LONG) => vec![LONG, THREADS],
        false if is_free => vec![THREADS],
        false => vec![threads],
    };
    carried.stretch(u64::from(lengths[0] / THREADS));
    let Some(mut segments) = segments::of(&alike, &regions, &carried) else { return Ok(None) };
    if masks {
        segments::mark_masked(&mut segments);
        for (segment, region) in segments.iter_mut().zip(&regions.regions) {
            segment.is_left_apart = segment.masks && region.entry.get_first_instruction().is_some_and(|it| apart.contains(&it));
        }
    }
    let reached = (0..body.regions.regions.len() as u32).map(|state| segments::reached(function, state, &regions)).collect();
    let cells = carried.crossings.iter().filter_map(|one| one.cell(context, &regions)).collect();
    finish(module, function, &regions, &carried);
    Ok(Some(Strips {
        function,
        segments,
        lengths,
        bytes: carried.bytes,
        uniform_bytes: carried.uniform_bytes.max(1),
        cells,
        reached,
    }))
}

/// Bytes that a thread of a wide strip may carry across cuts: they stay in registers.
const MOST_BYTES: u64 = 8;

/// The same of a long strip: half of AVX-512's 32 registers of 512 bits. With AVX2's, a quarter as many bytes, the rest lies in the first cache.
const MOST_BYTES_OF_LONG: u64 = 32;

/// Instructions of a strip body up to which there is code for two lengths.
const FEW_INSTRUCTIONS: usize = 600;

/// Whether values of a type are numbers or addresses.
fn is_scalar(ty: BasicTypeEnum) -> bool {
    matches!(ty, BasicTypeEnum::IntType(_) | BasicTypeEnum::FloatType(_) | BasicTypeEnum::PointerType(_))
}

/// Ends segments at the cuts, and lets the first block choose one.
fn finish<'ctx>(module: &Module<'ctx>, function: Function<'ctx>, regions: &Regions<'ctx>, carried: &Carried<'ctx>) {
    let context = module.get_context();
    for (state, cut) in (1..).zip(&regions.cuts) {
        cut.mark.erase_from_basic_block();
        let jump = cut.block.get_terminator().expect("a block has an end");
        let build = Build::before(context, jump);
        build.ret(build.n32(SEGMENTS + state));
        jump.erase_from_basic_block();
    }
    let entry = function.get_first_basic_block().expect("it is defined");
    let start = ir::successors(entry)[0];
    entry.get_terminator().expect("a jump").erase_from_basic_block();
    let build = Build::at_end(context, entry);
    body::hoist_allocas(&build, function);
    let extra = Extra::of(function);
    let stays = build.compare(IntPredicate::NE, extra.stays, build.n32(0));
    for question in ir::instructions(function).into_iter().filter(|&it| masked_exits::is_question(it)) {
        ir::replace_uses(question, Value::from(stays));
        question.erase_from_basic_block();
    }
    let copies: Vec<_> = carried.crossings.iter().map(|one| again(context, regions, one, entry)).collect();
    for (crossing, copies) in carried.crossings.iter().zip(copies) {
        let cell = body::demote_value(&build, crossing.value, crossing.ty);
        let places = Places::of(&build, crossing, &extra);
        for &state in &crossing.states {
            carry(module, regions, crossing, (state, cell), &copies, &places);
        }
    }
    let cases: Vec<_> = (1..).zip(&regions.cuts).map(|(state, cut)| (build.n32(state), cut.next)).collect();
    build.switch(extra.segment, start, &cases);
}
