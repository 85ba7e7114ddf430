//! Which lanes' values a shuffle gives.

use crate::computed::Computed;
use crate::ir::{Instruction, Value};
use crate::work_item_intrinsics::{Constant, Id, id_of, is_get};
use hipify_abi::MAX_LANES;

/// Lanes that each warp has at least.
const FEW_LANES: i64 = MAX_LANES as i64 / 2;

/// Whose value each lane gets, at some distance that is a power of two and less than 32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sources {
    /// The lane's whose number differs in one bit: `__shfl_xor`.
    Across,
    /// The lane's that many on in the same section of 32 lanes, else its own: `__shfl_down` of that width.
    AboveInSection,
    /// The lane's that many on in the same warp, else its own.
    AboveInWarp,
}

impl Sources {
    /// Of an expression whose calls for other lanes' values are among `gets`; the distance as well.
    pub(super) fn of(expression: Value, gets: &[Instruction]) -> Option<(Self, u32)> {
        let sources = |warp| (0..warp).map(|lane| Lane { lane, warp, gets }.source(expression)).collect::<Option<Vec<i64>>>();
        let [small, large] = [sources(FEW_LANES)?, sources(2 * FEW_LANES)?];
        let distance = *small.first()?;
        if !(1..FEW_LANES).contains(&distance) || distance & (distance - 1) != 0 {
            return None;
        }
        let is = |it: &Sources| {
            [(FEW_LANES, &small), (2 * FEW_LANES, &large)].into_iter().all(|(warp, sources)| {
                let wanted = |lane| it.wanted(lane, distance, warp);
                (0..).zip(sources).all(|(lane, &source)| source == wanted(lane))
            })
        };
        let found = [Sources::Across, Sources::AboveInSection, Sources::AboveInWarp].into_iter().find(is)?;
        Some((found, distance as u32))
    }

    fn wanted(self, lane: i64, distance: i64, warp: i64) -> i64 {
        let within = |section: i64| if lane % section + distance < section { lane + distance } else { lane };
        match self {
            Sources::Across => lane ^ distance,
            Sources::AboveInSection => within(FEW_LANES),
            Sources::AboveInWarp => within(warp),
        }
    }
}

/// A lane for which expressions are computed.
struct Lane<'a, 'ctx> {
    lane: i64,
    warp: i64,
    gets: &'a [Instruction<'ctx>],
}

impl<'ctx> Lane<'_, 'ctx> {
    fn source(&self, expression: Value<'ctx>) -> Option<i64> {
        match Computed::of(expression, &|call, operand| self.call(call, operand))? {
            Computed::Other(lane) => Some(lane),
            Computed::Number(_) => None,
        }
    }

    fn call(&self, call: Instruction<'ctx>, operand: &dyn Fn(u32) -> Option<i64>) -> Option<Computed> {
        if is_get(call) {
            return self.gets.contains(&call).then(|| operand(0)).flatten().map(Computed::Other);
        }
        match id_of(call)? {
            Id::Lane => Some(Computed::Number(self.lane)),
            Id::Constant(Constant::WarpSize) => Some(Computed::Number(self.warp)),
            _ => None,
        }
    }
}
