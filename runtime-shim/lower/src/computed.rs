//! Integer expressions computed at lowering time, from what some of their instructions are said to give.

use crate::ir::{self, Instruction, Value};
use inkwell::IntPredicate;
use inkwell::values::InstructionOpcode as Op;

/// Instructions of an expression that are looked through, one below the other.
const DEPTH: usize = 16;

/// What an expression gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Computed {
    /// Numbers of up to 64 bits are kept with their sign, truth values as 0 and 1.
    Number(i64),
    /// Something that is no number, chosen by one.
    Other(i64),
}

/// What calls and phis give, which may ask for their operands as numbers.
type Given<'a, 'ctx> = dyn Fn(Instruction<'ctx>, &dyn Fn(u32) -> Option<i64>) -> Option<Computed> + 'a;

impl Computed {
    /// Nothing where it depends on what `given` does not know, or is of instructions that are not computed here.
    pub(crate) fn of<'ctx>(expression: Value<'ctx>, given: &Given<'_, 'ctx>) -> Option<Self> {
        Self::within(expression, given, DEPTH)
    }

    /// An expression that gives a number.
    pub(crate) fn number<'ctx>(expression: Value<'ctx>, given: &Given<'_, 'ctx>) -> Option<i64> {
        Self::of(expression, given)?.as_number()
    }

    fn as_number(self) -> Option<i64> {
        match self {
            Computed::Number(number) => Some(number),
            Computed::Other(_) => None,
        }
    }

    fn within<'ctx>(value: Value<'ctx>, given: &Given<'_, 'ctx>, depth: usize) -> Option<Self> {
        let bits = match value {
            Value::IntValue(value) => value.get_type().get_bit_width(),
            _ => 0,
        };
        if let Value::IntValue(constant) = value
            && let Some(number) = constant.get_sign_extended_constant()
        {
            return Some(Computed::Number(in_bits(number, bits)));
        }
        let (instruction, depth) = (ir::maker(value)?, depth.checked_sub(1)?);
        let operand = |place| Self::within(ir::operand(instruction, place)?, given, depth);
        let number = |place| operand(place)?.as_number();
        let opcode = instruction.get_opcode();
        match opcode {
            Op::Call | Op::Phi => return given(instruction, &number),
            Op::BitCast | Op::Freeze => return operand(0),
            Op::Select => return operand(if number(0)? != 0 { 1 } else { 2 }),
            _ if !matches!(bits, 1 | 8 | 16 | 32 | 64) => return None,
            _ => {}
        }
        let a = number(0)?;
        let b = || number(1);
        let unsigned = |number: i64, bits: u32| if bits >= 64 { number as u64 } else { number as u64 & ((1 << bits) - 1) };
        let shift = || u32::try_from(b()?).ok().filter(|&by| by < bits);
        let result = match opcode {
            Op::Add => a.wrapping_add(b()?),
            Op::Sub => a.wrapping_sub(b()?),
            Op::Mul => a.wrapping_mul(b()?),
            Op::And => a & b()?,
            Op::Or => a | b()?,
            Op::Xor => a ^ b()?,
            Op::Shl => a.wrapping_shl(shift()?),
            Op::LShr => (unsigned(a, bits) >> shift()?) as i64,
            Op::AShr => a >> shift()?,
            Op::SDiv => a.checked_div(b()?)?,
            Op::UDiv => unsigned(a, bits).checked_div(unsigned(b()?, bits))? as i64,
            Op::Trunc | Op::SExt => a,
            Op::ZExt => unsigned(a, ir::operand(instruction, 0)?.into_int_value().get_type().get_bit_width()) as i64,
            Op::ICmp => {
                let (b, width) = (b()?, ir::operand(instruction, 0)?.into_int_value().get_type().get_bit_width());
                i64::from(holds(instruction.get_icmp_predicate()?, (a, b), (unsigned(a, width), unsigned(b, width))))
            }
            _ => return None,
        };
        Some(Computed::Number(in_bits(result, bits)))
    }
}

fn holds(how: IntPredicate, (a, b): (i64, i64), (low, high): (u64, u64)) -> bool {
    match how {
        IntPredicate::EQ => a == b,
        IntPredicate::NE => a != b,
        IntPredicate::ULT => low < high,
        IntPredicate::ULE => low <= high,
        IntPredicate::UGT => low > high,
        IntPredicate::UGE => low >= high,
        IntPredicate::SLT => a < b,
        IntPredicate::SLE => a <= b,
        IntPredicate::SGT => a > b,
        IntPredicate::SGE => a >= b,
    }
}

/// A number as that of so many bits.
fn in_bits(number: i64, bits: u32) -> i64 {
    match bits {
        1 => number & 1,
        bits if bits < 64 => number << (64 - bits) >> (64 - bits),
        _ => number,
    }
}
