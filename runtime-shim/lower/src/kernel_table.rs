//! Writes the table of kernels and variables that the runtime reads.

use crate::block_shape::BlockShape;
use crate::body::Body;
use crate::checks::apart::{self, Questions};
use crate::checks::assumed::{self, Reach};
use crate::ir::{self, Function};
use crate::kernels::Kernel;
use crate::shared_memory_layout::Layout;
use crate::side_by_side::SideBySide;
use crate::transposed_tiles::Written;
use crate::work_item_loops::Entries;
use hipify_abi::checks::{APART_SYMBOL, ASSUMED_SYMBOL, Step, Touch};
use hipify_abi::{TABLE_SYMBOL, VERSION, Wait, flags};
use inkwell::GlobalVisibility;
use inkwell::context::ContextRef;
use inkwell::module::{Linkage, Module};
use inkwell::types::BasicType;
use inkwell::values::{BasicValue, BasicValueEnum, GlobalValue, PointerValue};

/// A kernel as the table describes it.
#[derive(Clone)]
pub(crate) struct Row<'ctx> {
    pub(crate) name: String,
    pub(crate) entries: Entries<'ctx>,
    pub(crate) waits: Vec<u8>,
    pub(crate) loops: Vec<u16>,
    pub(crate) depths: Vec<u16>,
    pub(crate) places: Vec<String>,
    pub(crate) parameters: Vec<hipify_abi::Parameter>,
    pub(crate) frame_bytes: u64,
    pub(crate) shared_bytes: u64,
    pub(crate) flags: u32,
    pub(crate) max_threads: u32,
    /// Shared variables that lanes have been made to wait for.
    pub(crate) waited_for: Vec<String>,
    /// Threads of the longest strips in which loops run, if they do.
    pub(crate) in_strips: Option<u32>,
    /// Whether loops over threads stop at those that do something alone.
    pub(crate) stops: bool,
    /// Whether warps that are not whole are left to `step`.
    pub(crate) whole_warps: bool,
    /// The shape of blocks that have code of their own.
    pub(crate) shape: Option<BlockShape>,
    /// The most threads along x and y of blocks for which a copy with transposed arrays runs.
    pub(crate) transposed: Option<[u32; 2]>,
}

impl<'ctx> Row<'ctx> {
    pub(crate) fn of(kernel: &Kernel<'ctx>, body: &Body<'ctx>, entries: Entries<'ctx>, waited_for: Vec<String>) -> Self {
        Row {
            name: kernel.name.clone(),
            entries,
            waits: body.regions.regions.iter().map(|region| region.wait as u8).collect(),
            loops: body.regions.loops.clone(),
            depths: body.regions.depths.clone(),
            places: body.regions.places.clone(),
            parameters: kernel.parameters.clone(),
            frame_bytes: body.frame.bytes,
            shared_bytes: body.shared.bytes,
            flags: flags_of(body, !waited_for.is_empty()),
            max_threads: 0,
            waited_for,
            in_strips: body.strips.as_ref().map(|strips| strips.lengths[0]),
            stops: body.guards.have_lone_threads(),
            whole_warps: body.whole_warps,
            shape: body.shape,
            transposed: None,
        }
    }

    /// With launch bounds: the most threads of a block, 0 for no bounds.
    pub(crate) fn within(self, max_threads: u32) -> Self {
        Row { max_threads, ..self }
    }

    /// With a copy whose arrays are transposed.
    pub(crate) fn with_transposed(self, copy: &Written<'ctx>) -> Self {
        Row {
            frame_bytes: self.frame_bytes.max(copy.body.frame.bytes),
            shared_bytes: self.shared_bytes.max(copy.body.shared.bytes),
            entries: Entries { transposed: [copy.entries.run, copy.entries.inner], ..self.entries },
            transposed: Some(copy.of.most),
            ..self
        }
    }

    /// Of a kernel whose threads each need a stack.
    pub(crate) fn of_fibers(kernel: &Kernel<'ctx>, shared: &Layout<'ctx>, entries: Entries<'ctx>) -> Self {
        let flags = flags::FIBERS | if shared.has_dynamic { flags::DYNAMIC_SHARED } else { 0 };
        let (name, parameters) = (kernel.name.clone(), kernel.parameters.clone());
        Row {
            name,
            entries,
            waits: vec![Wait::Entry as u8],
            loops: vec![hipify_abi::NO_LOOP],
            depths: vec![0],
            places: Vec::new(),
            parameters,
            frame_bytes: 0,
            shared_bytes: shared.bytes,
            flags,
            max_threads: 0,
            waited_for: Vec::new(),
            in_strips: None,
            stops: false,
            whole_warps: false,
            shape: None,
            transposed: None,
        }
    }
}

fn flags_of(body: &Body, waits: bool) -> u32 {
    let bits = [
        (flags::WARP, body.regions.has(Wait::Warp)),
        (flags::GRID, body.regions.leave()),
        (flags::DYNAMIC_SHARED, body.shared.has_dynamic),
        (flags::LOCKSTEP, waits),
        (flags::NEIGHBOURS, body.joins),
        (flags::SIDE_BY_SIDE, body.side_by_side.is_some()),
        (flags::FEW, body.side_by_side == Some(SideBySide::Few)),
    ];
    bits.into_iter().filter(|(_, is_set)| *is_set).fold(0, |all, (bit, _)| all | bit)
}

/// The variables that the host can know: clang lets them be initialised from outside.
pub(crate) fn variables<'ctx>(module: &Module<'ctx>) -> Vec<GlobalValue<'ctx>> {
    module.get_globals().filter(|global| global.is_externally_initialized() && !global.is_declaration()).collect()
}

/// Writes the table.
pub(crate) fn write<'ctx>(module: &Module<'ctx>, rows: &[Row<'ctx>], variables: &[GlobalValue<'ctx>], features: &str) {
    let maker = Maker { module, context: module.get_context() };
    let kernels = maker.array(rows.iter().map(|row| maker.kernel(row)).collect());
    let known = maker.array(variables.iter().map(|&variable| maker.variable(variable)).collect());
    let (kernel_count, variable_count) = (rows.len() as u32, variables.len() as u32);
    let fields = [
        maker.n32(VERSION),
        maker.n32(kernel_count),
        kernels.into(),
        maker.n32(variable_count),
        maker.n32(0),
        known.into(),
        maker.string(features).into(),
    ];
    let table = module.context_struct(&fields);
    let global = module.add_global(table.get_type(), None, TABLE_SYMBOL);
    global.set_initializer(&table);
    global.set_constant(true);
    for &variable in variables {
        variable.set_linkage(if variable.get_linkage() == Linkage::Internal { Linkage::Internal } else { Linkage::External });
        ir::leave_comdat(variable);
        // Programs may have variables of the same name; the table is how these are found.
        if variable.get_linkage() != Linkage::Internal {
            variable.set_visibility(GlobalVisibility::Hidden);
        }
    }
}

/// Writes what is known of kernels, with the copies of those that have one; gives the kernels that are no copies.
pub(crate) fn write_assumed<'ctx>(module: &Module<'ctx>, rows: Vec<Row<'ctx>>, reaches: &[(String, Reach)]) -> Vec<Row<'ctx>> {
    let (copies, rows): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| assumed::original(&row.name).is_some());
    if reaches.is_empty() {
        return rows;
    }
    let maker = Maker { module, context: module.get_context() };
    let mut all = Vec::new();
    for (number, row) in (0..).zip(&rows) {
        let Some((_, reach)) = reaches.iter().find(|(name, _)| *name == row.name) else { continue };
        let copy = copies.iter().find(|copy| assumed::original(&copy.name) == Some(&row.name));
        let copy = maker.copy(row, copy);
        let fields = [maker.n32(number), maker.n32(0), maker.n64(reach.defined), maker.n64(reach.tainted), copy.into()];
        all.push(maker.structure(&fields));
    }
    maker.table(ASSUMED_SYMBOL, all);
    rows
}

/// Writes what launches are asked of kernels' accesses, with the copies of those that have one; gives all others.
pub(crate) fn write_apart<'ctx>(
    module: &Module<'ctx>,
    rows: Vec<Row<'ctx>>,
    questions: &[(String, Questions)],
) -> Vec<Row<'ctx>> {
    let (copies, rows): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| apart::original(&row.name).is_some());
    if questions.is_empty() {
        return rows;
    }
    let maker = Maker { module, context: module.get_context() };
    let mut all = Vec::new();
    for (number, row) in (0..).zip(rows.iter().filter(|row| assumed::original(&row.name).is_none())) {
        let Some((_, asked)) = questions.iter().find(|(name, _)| *name == row.name) else { continue };
        let (of, among): (fn(&str) -> Option<&str>, _) =
            if asked.assumes { (assumed::original, &rows) } else { (apart::original, &copies) };
        let copy = among.iter().find(|copy| of(&copy.name) == Some(&row.name));
        let numbers = |all: &[u32]| maker.structure(&all.iter().map(|&number| maker.n32(number)).collect::<Vec<_>>());
        let steps = asked.steps.iter().map(|step| {
            let Step { what, bits, first, second, number } = *step;
            maker.structure(&[numbers(&[what, bits, first, second]), maker.n64(number as u64)])
        });
        let touches = asked.touches.iter().map(|touch| {
            let Touch { object, number, offset, size, address, first_limit, whole, threads, limit_count, align, inside } = *touch;
            let [x, y, z] = threads.map(|thread| thread as u32);
            let (before, after) = ([object, number, offset, size, address, first_limit], [x, y, z, limit_count, align, inside]);
            maker.structure(&[numbers(&before), maker.n64(whole), numbers(&after)])
        });
        let pairs = asked.pairs.iter().map(|pair| numbers(&[pair.one, pair.other, pair.first_same, pair.same_count]));
        let limits = asked.limits.iter().map(|limit| numbers(&[limit.step, limit.given]));
        let sames = asked.sames.iter().map(|&same| maker.n32(same));
        let counts = [number, u32::from(asked.silent), asked.steps.len() as u32, asked.touches.len() as u32];
        all.push(maker.structure(&[
            numbers(&counts),
            numbers(&[asked.pairs.len() as u32, u32::from(asked.assumes)]),
            maker.array(steps.collect()).into(),
            maker.array(touches.collect()).into(),
            maker.array(pairs.collect()).into(),
            numbers(&[asked.limits.len() as u32, asked.sames.len() as u32]),
            maker.array(limits.collect()).into(),
            maker.array(sames.collect()).into(),
            maker.copy(row, copy).into(),
        ]));
    }
    maker.table(APART_SYMBOL, all);
    rows
}

trait Structs<'ctx> {
    fn context_struct(&self, fields: &[BasicValueEnum<'ctx>]) -> inkwell::values::StructValue<'ctx>;
}

impl<'ctx> Structs<'ctx> for Module<'ctx> {
    fn context_struct(&self, fields: &[BasicValueEnum<'ctx>]) -> inkwell::values::StructValue<'ctx> {
        self.get_context().const_struct(fields, false)
    }
}

struct Maker<'a, 'ctx> {
    module: &'a Module<'ctx>,
    context: ContextRef<'ctx>,
}

impl<'ctx> Maker<'_, 'ctx> {
    fn kernel(&self, row: &Row<'ctx>) -> BasicValueEnum<'ctx> {
        let waits = row.waits.iter().map(|&wait| self.context.i8_type().const_int(u64::from(wait), false).into()).collect();
        let numbers =
            |all: &[u16]| all.iter().map(|&it| self.context.i16_type().const_int(u64::from(it), false).into()).collect();
        let parameters = row.parameters.iter().map(|it| self.structure(&[self.n32(it.size), self.n32(it.align)])).collect();
        self.structure(&[
            self.string(&row.name).into(),
            self.function(row.entries.run),
            self.function(row.entries.step),
            self.function(row.entries.thread),
            self.n32(row.waits.len() as u32),
            self.n32(row.parameters.len() as u32),
            self.array(waits).into(),
            self.array(parameters).into(),
            self.n32(row.frame_bytes as u32),
            self.n32(row.shared_bytes as u32),
            self.n32(row.flags),
            self.n32(row.max_threads),
            self.array(numbers(&row.loops)).into(),
            self.array(numbers(&row.depths)).into(),
            self.places(&row.places).into(),
        ])
    }

    /// One text a state; null where none says anything.
    fn places(&self, places: &[String]) -> PointerValue<'ctx> {
        let is_known = places.iter().any(|place| !place.is_empty());
        self.array(places.iter().filter(|_| is_known).map(|place| self.string(place).into()).collect())
    }

    /// The description of a kernel's copy, by the kernel's name; null for none.
    fn copy(&self, row: &Row<'ctx>, copy: Option<&Row<'ctx>>) -> PointerValue<'ctx> {
        let copy = copy.map(|copy| Row { name: row.name.clone(), ..copy.clone() });
        copy.map_or(self.null(), |copy| self.constant(self.kernel(&copy)))
    }

    /// A table that the runtime finds by its name.
    fn table(&self, name: &str, all: Vec<BasicValueEnum<'ctx>>) {
        let fields = [self.n32(all.len() as u32), self.n32(0), self.array(all).into()];
        let table = self.module.context_struct(&fields);
        let global = self.module.add_global(table.get_type(), None, name);
        global.set_initializer(&table);
        global.set_constant(true);
    }

    fn variable(&self, variable: GlobalValue<'ctx>) -> BasicValueEnum<'ctx> {
        let size = self.context.i64_type().const_int(ir::contents_size(self.module, variable), false);
        let name = self.string(&variable.get_name().to_string_lossy());
        self.structure(&[name.into(), variable.as_pointer_value().into(), size.into()])
    }

    fn n32(&self, number: u32) -> BasicValueEnum<'ctx> {
        self.context.i32_type().const_int(u64::from(number), false).into()
    }

    fn n64(&self, number: u64) -> BasicValueEnum<'ctx> {
        self.context.i64_type().const_int(number, false).into()
    }

    fn null(&self) -> PointerValue<'ctx> {
        self.context.ptr_type(inkwell::AddressSpace::default()).const_null()
    }

    fn function(&self, function: Option<Function<'ctx>>) -> BasicValueEnum<'ctx> {
        function.map_or(self.null(), |function| function.as_global_value().as_pointer_value()).into()
    }

    fn structure(&self, fields: &[BasicValueEnum<'ctx>]) -> BasicValueEnum<'ctx> {
        self.context.const_struct(fields, false).into()
    }

    fn string(&self, text: &str) -> PointerValue<'ctx> {
        self.constant(self.context.const_string(text.as_bytes(), true).into())
    }

    /// The address of a constant array; null for none.
    fn array(&self, elements: Vec<BasicValueEnum<'ctx>>) -> PointerValue<'ctx> {
        if elements.is_empty() { self.null() } else { self.constant(self.structure(&elements)) }
    }

    fn constant(&self, value: BasicValueEnum<'ctx>) -> PointerValue<'ctx> {
        let global = self.module.add_global(value.get_type().as_basic_type_enum(), None, "");
        global.set_initializer(&value.as_basic_value_enum());
        global.set_constant(true);
        global.set_linkage(Linkage::Private);
        global.as_pointer_value()
    }
}
