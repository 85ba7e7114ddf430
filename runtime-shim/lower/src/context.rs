//! The fields of a block's context, and how lowered code reads them.

use crate::analysis::affine::{Addresses, Affine};
use crate::analysis::memory::{Object, object};
use crate::analysis::{Body, Row};
use crate::build::Build;
use hipify_abi::{Context, Exchange};
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, InstructionOpcode, IntValue, PointerValue};
use std::mem::offset_of;

/// A field that does not change while a function of the code object runs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Field {
    Arguments,
    BlockDim(u32),
    GridDim(u32),
    BlockIndex(u32),
    Threads,
    WarpSize,
    DynamicShared,
    Shared,
    Frame,
    States,
    Exchange,
    Neighbours,
}

impl Field {
    fn offset(self) -> usize {
        let dimension = |number: u32| number as usize * size_of::<u32>();
        match self {
            Field::Arguments => offset_of!(Context, arguments),
            Field::BlockDim(number) => offset_of!(Context, block_dim) + dimension(number),
            Field::GridDim(number) => offset_of!(Context, grid_dim) + dimension(number),
            Field::BlockIndex(number) => offset_of!(Context, block_idx) + dimension(number),
            Field::Threads => offset_of!(Context, threads),
            Field::WarpSize => offset_of!(Context, warp_size),
            Field::DynamicShared => offset_of!(Context, dynamic_shared),
            Field::Shared => offset_of!(Context, shared),
            Field::Frame => offset_of!(Context, frame),
            Field::States => offset_of!(Context, states),
            Field::Exchange => offset_of!(Context, exchange),
            Field::Neighbours => offset_of!(Context, neighbours),
        }
    }

    fn is_pointer(self) -> bool {
        matches!(self, Field::Arguments | Field::Shared | Field::Frame | Field::States | Field::Exchange)
    }

    /// The field's value.
    pub(crate) fn read<'ctx>(self, build: &Build<'ctx>, context: PointerValue<'ctx>) -> BasicValueEnum<'ctx> {
        let ty: BasicTypeEnum = if self.is_pointer() { build.ptr().into() } else { build.i32().into() };
        build.load_invariant(ty, at(build, context, self.offset()))
    }

    pub(crate) fn number<'ctx>(self, build: &Build<'ctx>, context: PointerValue<'ctx>) -> IntValue<'ctx> {
        self.read(build, context).into_int_value()
    }

    pub(crate) fn pointer<'ctx>(self, build: &Build<'ctx>, context: PointerValue<'ctx>) -> PointerValue<'ctx> {
        self.read(build, context).into_pointer_value()
    }
}

/// Where a load reads in the context, of a function whose first parameter that is, if that can be told; nothing for any other row.
fn place_of<'ctx>(table: &Body<'ctx>, addresses: &Addresses<'_, 'ctx>, row: &Row<'ctx>) -> Option<Option<Affine>> {
    let address = row.address().filter(|_| row.opcode == InstructionOpcode::Load)?;
    (object(table, address) == Object::Parameter(0)).then(|| addresses.offset(address))
}

/// For a load of a field of the context: which, by its offset, if that can be told.
pub(crate) fn field_of<'ctx>(table: &Body<'ctx>, addresses: &Addresses<'_, 'ctx>, row: &Row<'ctx>) -> Option<Option<usize>> {
    let offset = place_of(table, addresses, row)?.filter(|offset| offset.terms.is_empty());
    Some(offset.and_then(|offset| usize::try_from(offset.constant).ok()))
}

/// The same where it may be the context of a block that goes side by side with others.
pub(crate) fn field_of_some_block<'ctx>(table: &Body<'ctx>, addresses: &Addresses<'_, 'ctx>, row: &Row<'ctx>) -> Option<usize> {
    let size = size_of::<Context>() as i64;
    let offset = place_of(table, addresses, row)??;
    let is_of_some = offset.terms.values().all(|times| times % size == 0);
    usize::try_from(offset.constant.rem_euclid(size)).ok().filter(|_| is_of_some)
}

fn at<'ctx>(build: &Build<'ctx>, base: PointerValue<'ctx>, offset: usize) -> PointerValue<'ctx> {
    build.offset(base, build.n64(offset as u64))
}

/// The address of a field that changes: `active` and `ballot`.
pub(crate) fn active<'ctx>(build: &Build<'ctx>, context: PointerValue<'ctx>) -> PointerValue<'ctx> {
    at(build, context, offset_of!(Context, active))
}

pub(crate) fn ballot<'ctx>(build: &Build<'ctx>, context: PointerValue<'ctx>) -> PointerValue<'ctx> {
    at(build, context, offset_of!(Context, ballot))
}

pub(crate) fn phase<'ctx>(build: &Build<'ctx>, context: PointerValue<'ctx>) -> PointerValue<'ctx> {
    at(build, context, offset_of!(Context, phase))
}

/// The arrays of an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cells {
    Words,
    Longs,
    Flags,
}

impl Cells {
    /// The first cell of a half (0 or 1).
    pub(crate) fn half<'ctx>(
        self,
        build: &Build<'ctx>,
        exchange: PointerValue<'ctx>,
        half: IntValue<'ctx>,
    ) -> PointerValue<'ctx> {
        let (offset, element) = match self {
            Cells::Words => (offset_of!(Exchange, words), size_of::<u32>()),
            Cells::Longs => (offset_of!(Exchange, longs), size_of::<u64>()),
            Cells::Flags => (offset_of!(Exchange, flags), size_of::<u8>()),
        };
        let stride = build.n64((element * hipify_abi::MAX_LANES) as u64);
        build.offset(at(build, exchange, offset), build.mul(build.widen(half), stride))
    }
}
