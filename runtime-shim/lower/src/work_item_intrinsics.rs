//! Replaces calls of device intrinsics by their values in a kernel's body: parameters, fields of the context, cells of the exchange.

use crate::build::Build;
use crate::context::{Cells, Field};
use crate::ir::{self, Instruction, Value};
use crate::lane_trees::{self, Ask};
use hipify_abi::{MAX_LANES, MAX_THREADS};
use inkwell::module::Module;
use inkwell::values::{IntValue, PointerValue};

/// The parameters by which a body is asked for the bounds of its guards.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'ctx> {
    pub(crate) mode: IntValue<'ctx>,
    /// Three numbers for the answer.
    pub(crate) answer: PointerValue<'ctx>,
}

/// The parameters of a body that say which thread it runs, and for what.
#[derive(Clone, Copy)]
pub(crate) struct Thread<'ctx> {
    pub(crate) context: PointerValue<'ctx>,
    pub(crate) x: IntValue<'ctx>,
    pub(crate) y: IntValue<'ctx>,
    pub(crate) z: IntValue<'ctx>,
    pub(crate) linear: IntValue<'ctx>,
    pub(crate) lane: IntValue<'ctx>,
    pub(crate) state: IntValue<'ctx>,
    /// The half of the exchange that is put to; the other one is got from.
    pub(crate) phase: IntValue<'ctx>,
    pub(crate) active: IntValue<'ctx>,
    pub(crate) ballot: IntValue<'ctx>,
    /// The result of the region's tree for the lane's 32 lanes, see [`crate::lane_trees`].
    pub(crate) tree: IntValue<'ctx>,
    pub(crate) asked: Asked<'ctx>,
}

/// Number of the parameters above.
pub(crate) const THREAD_PARAMETERS: usize = 13;

/// Places of the thread's own numbers among them.
pub(crate) const X: usize = 1;
pub(crate) const LINEAR: usize = 4;
pub(crate) const LANE: usize = 5;
pub(crate) const STATE: usize = 6;
/// The place of the mode.
pub(crate) const MODE: usize = 11;

/// What an intrinsic gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Id {
    X,
    Y,
    Z,
    Linear,
    Lane,
    Constant(Constant),
}

/// What is the same for all threads of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    BlockIndex(u32),
    BlockDim(u32),
    GridDim(u32),
    WarpSize,
    DynamicShared,
    Shared,
}

/// The functions that give a thread's number in its block, by axes.
pub(crate) const THREAD: [&str; 3] = ["__hipify_thread_x", "__hipify_thread_y", "__hipify_thread_z"];

/// The function that gives how many lanes warps have.
pub(crate) const WARP_SIZE: &str = "__hipify_warp_size";

const IDS: &[(&str, Id)] = &[
    (THREAD[0], Id::X),
    (THREAD[1], Id::Y),
    (THREAD[2], Id::Z),
    ("__hipify_thread_linear", Id::Linear),
    ("__hipify_lane", Id::Lane),
    ("__hipify_block_x", Id::Constant(Constant::BlockIndex(0))),
    ("__hipify_block_y", Id::Constant(Constant::BlockIndex(1))),
    ("__hipify_block_z", Id::Constant(Constant::BlockIndex(2))),
    ("__hipify_block_dim_x", Id::Constant(Constant::BlockDim(0))),
    ("__hipify_block_dim_y", Id::Constant(Constant::BlockDim(1))),
    ("__hipify_block_dim_z", Id::Constant(Constant::BlockDim(2))),
    ("__hipify_grid_dim_x", Id::Constant(Constant::GridDim(0))),
    ("__hipify_grid_dim_y", Id::Constant(Constant::GridDim(1))),
    ("__hipify_grid_dim_z", Id::Constant(Constant::GridDim(2))),
    (WARP_SIZE, Id::Constant(Constant::WarpSize)),
    ("__hipify_dynamic_shared_size", Id::Constant(Constant::DynamicShared)),
    ("__hipify_shared_base", Id::Constant(Constant::Shared)),
];

const PUTS: &[(&str, Cells)] =
    &[("__hipify_put32", Cells::Words), ("__hipify_put64", Cells::Longs), ("__hipify_put_flag", Cells::Flags)];
const GETS: &[(&str, Cells)] = &[("__hipify_get32", Cells::Words), ("__hipify_get64", Cells::Longs)];

/// Tells LLVM which numbers the calls of intrinsics can give: signed arithmetic on them becomes unsigned, division by a power of two a shift.
pub(crate) fn describe(module: &Module) {
    let kind = module.get_context().get_kind_id("range");
    for (name, id) in IDS {
        let Some((function, (least, past))) = module.get_function(name).zip(range(*id)) else { continue };
        let text = format!("!nodes = !{{!0}}\n!0 = !{{i32 {least}, i32 {past}}}\n");
        let node = ir::nodes(module.get_context(), &text)[0];
        for call in ir::users(function).into_iter().filter(|user| ir::callee(*user) == Some(function)) {
            let _ = call.set_metadata(node, kind);
        }
    }
    // It depends on no other thread. Loops up to it rotate.
    if let Some(function) = module.get_function(WARP_SIZE) {
        ir::unmark(function, "convergent");
        ir::users(function).into_iter().for_each(|call| ir::unmark_call(call, "convergent"));
    }
}

/// The least that an intrinsic gives, and one past the most.
fn range(id: Id) -> Option<(usize, usize)> {
    match id {
        Id::X | Id::Y | Id::Z | Id::Linear => Some((0, MAX_THREADS)),
        Id::Lane => Some((0, MAX_LANES)),
        Id::Constant(Constant::BlockDim(_)) => Some((1, MAX_THREADS + 1)),
        Id::Constant(Constant::WarpSize) => Some((MAX_LANES / 2, MAX_LANES + 1)),
        Id::Constant(_) => None,
    }
}

fn find<T: Copy>(table: &[(&str, T)], instruction: Instruction) -> Option<T> {
    let called = ir::name_of(ir::callee(instruction)?);
    table.iter().find(|(name, _)| *name == called).map(|(_, what)| *what)
}

/// By how much an id grows from one thread of a row to the next; nothing for other instructions, nothing inside if it depends.
pub(crate) fn growth(instruction: Instruction) -> Option<Option<i64>> {
    find(IDS, instruction).map(|id| match id {
        Id::X | Id::Linear => Some(1),
        Id::Y | Id::Z | Id::Constant(_) => Some(0),
        Id::Lane => None,
    })
}

/// What a call of an intrinsic gives, if it is an id.
pub(crate) fn id_of(instruction: Instruction) -> Option<Id> {
    find(IDS, instruction)
}

pub(crate) fn is_id(instruction: Instruction) -> bool {
    id_of(instruction).is_some()
}

/// The cells that a call puts a value into.
pub(crate) fn put_of(instruction: Instruction) -> Option<Cells> {
    find(PUTS, instruction)
}

/// Whether an instruction gets what another lane has put.
pub(crate) fn is_get(instruction: Instruction) -> bool {
    find(GETS, instruction).is_some()
}

/// Whether a name is that of an intrinsic whose meaning depends on the thread or block it is called for.
pub(crate) fn is_intrinsic(name: &str) -> bool {
    let votes = ["__hipify_ballot", "__hipify_active"];
    let is_exchange = PUTS.iter().chain(GETS).any(|row| row.0 == name);
    IDS.iter().any(|row| row.0 == name) || is_exchange || votes.contains(&name) || lane_trees::is_ask(name)
}

/// Replaces a call of an intrinsic; other instructions stay. `entry` builds at the end of the body's first block.
pub(crate) fn replace<'ctx>(module: &Module<'ctx>, call: Instruction<'ctx>, thread: &Thread<'ctx>, entry: &Build<'ctx>) {
    if let Some(value) = meaning(module, call, thread, entry) {
        if let Some(value) = value {
            ir::replace_uses(call, value);
        }
        call.erase_from_basic_block();
    }
}

/// Nothing: not an intrinsic; nothing inside: one without a value.
fn meaning<'ctx>(
    module: &Module<'ctx>,
    call: Instruction<'ctx>,
    thread: &Thread<'ctx>,
    entry: &Build<'ctx>,
) -> Option<Option<Value<'ctx>>> {
    if let Some(id) = find(IDS, call) {
        return Some(Some(id_value(id, thread, entry)));
    }
    let build = Build::before(entry.context, call);
    if let Some(cells) = find(PUTS, call) {
        let value = ir::operand(call, 0)?;
        put(&build, cells, thread, value.into_int_value());
        return Some(None);
    }
    if let Some(cells) = find(GETS, call) {
        let lane = ir::operand(call, 0)?.into_int_value();
        return Some(Some(get(&build, cells, thread, lane)));
    }
    match ir::name_of(ir::callee(call)?).as_str() {
        "__hipify_ballot" => Some(Some(thread.ballot.into())),
        "__hipify_active" => Some(Some(thread.active.into())),
        _ => of_tree(module, &build, call, thread).map(Some),
    }
}

/// What a call that asks for a tree gives.
fn of_tree<'ctx>(
    module: &Module<'ctx>,
    build: &Build<'ctx>,
    call: Instruction<'ctx>,
    thread: &Thread<'ctx>,
) -> Option<Value<'ctx>> {
    match Ask::of(call)? {
        Ask::Result(tree) => Some(tree.as_number(build, thread.tree).into()),
        Ask::Own(section, tree) => {
            let function = tree.own(build, module, section);
            let warp = Field::WarpSize.number(build, thread.context);
            let cells = tree.half(build, thread.context, thread.phase);
            let arguments = [ir::operand(call, 0)?, ir::operand(call, 1)?, thread.lane.into(), warp.into(), cells.into()];
            build.call(function, &arguments).try_as_basic_value().basic()
        }
    }
}

fn id_value<'ctx>(id: Id, thread: &Thread<'ctx>, entry: &Build<'ctx>) -> Value<'ctx> {
    let field = match id {
        Id::X => return thread.x.into(),
        Id::Y => return thread.y.into(),
        Id::Z => return thread.z.into(),
        Id::Linear => return thread.linear.into(),
        Id::Lane => return thread.lane.into(),
        Id::Constant(Constant::BlockIndex(number)) => Field::BlockIndex(number),
        Id::Constant(Constant::BlockDim(number)) => Field::BlockDim(number),
        Id::Constant(Constant::GridDim(number)) => Field::GridDim(number),
        Id::Constant(Constant::WarpSize) => Field::WarpSize,
        Id::Constant(Constant::DynamicShared) => Field::DynamicShared,
        Id::Constant(Constant::Shared) => Field::Shared,
    };
    field.read(entry, thread.context)
}

fn put<'ctx>(build: &Build<'ctx>, cells: Cells, thread: &Thread<'ctx>, value: IntValue<'ctx>) {
    let half = cells.half(build, Field::Exchange.pointer(build, thread.context), thread.phase);
    let value = if cells == Cells::Flags { build.extend(value, build.i8()) } else { value };
    let cell = build.element(value.get_type(), half, build.widen(thread.lane));
    build.store(value, cell);
}

/// The lane may be one before or after the warp's: see [`hipify_abi::Exchange`].
fn get<'ctx>(build: &Build<'ctx>, cells: Cells, thread: &Thread<'ctx>, lane: IntValue<'ctx>) -> Value<'ctx> {
    let other = build.xor(thread.phase, build.n32(1));
    let half = cells.half(build, Field::Exchange.pointer(build, thread.context), other);
    let ty = if cells == Cells::Longs { build.i64() } else { build.i32() };
    build.load(ty, build.element(ty, half, build.widen_signed(lane)))
}
