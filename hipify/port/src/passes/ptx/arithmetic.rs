//! PTX's arithmetic of bits, integers and floating-point numbers.

use super::instruction::{One, c_type, unsigned};
use super::operand::cast;

impl One<'_> {
    /// Shifts, fields of bits, and logic.
    pub(super) fn bits(&self) -> Option<String> {
        let suffix = *self.parts.last()?;
        let (c, bits) = unsigned(suffix)?;
        let last = bits - 1;
        let dest = self.dest(suffix)?;
        let short = |at| self.cast(at, "unsigned int");
        let (zero, one) = if bits == 32 { ("0u", "1u") } else { ("0ull", "1ull") };
        let value = match (&self.parts[..self.parts.len() - 1], self.operands.len()) {
            (["and"], 3) => format!("{} & {}", self.cast(1, c)?, self.cast(2, c)?),
            (["or"], 3) => format!("{} | {}", self.cast(1, c)?, self.cast(2, c)?),
            (["xor"], 3) => format!("{} ^ {}", self.cast(1, c)?, self.cast(2, c)?),
            (["not"], 2) => format!("~{}", self.cast(1, c)?),
            (["shl"], 3) => {
                format!("({{ const unsigned int ptx_n = {}; ptx_n > {last} ? 0 : {} << ptx_n; }})", short(2)?, self.cast(1, c)?)
            }
            (["shr"], 3) if suffix.starts_with('s') => {
                let signed = c_type(suffix)?;
                format!(
                    "({{ const unsigned int ptx_n = {}; {} >> (ptx_n > {last} ? {last} : ptx_n); }})",
                    short(2)?,
                    self.cast(1, signed)?
                )
            }
            (["shr"], 3) => {
                format!("({{ const unsigned int ptx_n = {}; ptx_n > {last} ? 0 : {} >> ptx_n; }})", short(2)?, self.cast(1, c)?)
            }
            (["bfe"], 4) if suffix.starts_with('u') => format!(
                "({{ const unsigned int ptx_at = {} & 255, ptx_n = {} & 255; ptx_at > {last} ? 0 : {} >> ptx_at & (ptx_n > {last} ? \
                 ~{zero} : ({one} << ptx_n) - 1); }})",
                short(2)?,
                short(3)?,
                self.cast(1, c)?
            ),
            (["bfi"], 5) => format!(
                "({{ const unsigned int ptx_at = {} & 255, ptx_n = {} & 255; const {c} ptx_mask = ptx_at > {last} ? 0 : (ptx_n > {last} ? \
                 ~{zero} : ({one} << ptx_n) - 1) << ptx_at; ({} & ~ptx_mask) | ({} << (ptx_at & {last}) & ptx_mask); }})",
                short(3)?,
                short(4)?,
                self.cast(2, c)?,
                self.cast(1, c)?
            ),
            (["bfind"], 2) if suffix.starts_with('u') => {
                let zeros = if bits == 32 { "__clz" } else { "__clzll" };
                format!("unsigned({last} - {zeros}({}))", self.cast(1, c)?)
            }
            (["lop3"], 5) if bits == 32 => self.lookup()?,
            (["prmt"], 4) if bits == 32 => self.permuted()?,
            (["shf", side @ ("l" | "r"), mode @ ("wrap" | "clamp")], 4) if bits == 32 => {
                let clamped = if *mode == "clamp" { "c" } else { "" };
                format!("__funnelshift_{side}{clamped}({}, {}, {})", short(1)?, short(2)?, short(3)?)
            }
            _ => return None,
        };
        Some(format!("{dest} = {value}"))
    }

    /// `prmt`: the fourth bit of a selector asks for the sign of the byte, which `__byte_perm` has not.
    fn permuted(&self) -> Option<String> {
        let (low, high, selector) = (self.cast(1, "unsigned int")?, self.cast(2, "unsigned int")?, self.cast(3, "unsigned int")?);
        if self.operands[3].immediate().is_some_and(|selector| selector & 0x8888 == 0) {
            return Some(format!("__byte_perm({low}, {high}, {selector})"));
        }
        Some(format!(
            "({{ const unsigned int ptx_s = {selector}, ptx_p = __byte_perm({low}, {high}, ptx_s), ptx_m = ((ptx_s >> 3 & 1) | \
             (ptx_s << 1 & 0x100) | (ptx_s << 5 & 0x10000) | (ptx_s << 9 & 0x1000000)) * 255; (ptx_p & ~ptx_m) | ((ptx_p >> 7 & 0x1010101) * \
             255 & ptx_m); }})"
        ))
    }

    /// `lop3`: each bit of the table is the result for one row of inputs.
    fn lookup(&self) -> Option<String> {
        let input = |at| self.cast(at, "unsigned int");
        let (a, b, c) = (input(1)?, input(2)?, input(3)?);
        let sign = |row: i64, bit: i64| if row >> bit & 1 == 1 { "" } else { "~" };
        let row = |row| format!("{}ptx_a & {}ptx_b & {}ptx_c", sign(row, 2), sign(row, 1), sign(row, 0));
        let Some(table) = self.operands[4].immediate() else {
            // A constant of the program's.
            let table = input(4)?;
            let rows: Vec<String> = (0..8).map(|at| format!("(ptx_t & {} ? {} : 0)", 1 << at, row(at))).collect();
            let rows = rows.join(" | ");
            return Some(format!("({{ const unsigned int ptx_a = {a}, ptx_b = {b}, ptx_c = {c}, ptx_t = {table}; {rows}; }})"));
        };
        let known = match table {
            0x96 => "ptx_a ^ ptx_b ^ ptx_c".to_owned(),
            0xe8 => "(ptx_a & ptx_b) | (ptx_c & (ptx_a | ptx_b))".to_owned(),
            0xca => "(ptx_a & ptx_b) | (~ptx_a & ptx_c)".to_owned(),
            0xea => "(ptx_a & ptx_b) | ptx_c".to_owned(),
            0xc0 => "ptx_a & ptx_b".to_owned(),
            _ => {
                let rows = (0..8).filter(|at| table >> at & 1 == 1).map(|at| format!("({})", row(at)));
                let text = rows.collect::<Vec<_>>().join(" | ");
                if text.is_empty() { "0".to_owned() } else { text }
            }
        };
        Some(format!("({{ const unsigned int ptx_a = {a}, ptx_b = {b}, ptx_c = {c}; {known}; }})"))
    }

    /// Arithmetic of integers, which wraps around.
    pub(super) fn integer(&self) -> Option<String> {
        let suffix = *self.parts.last()?;
        let dest = self.dest(suffix)?;
        let (c, _) = unsigned(suffix)?;
        let own = c_type(suffix)?;
        let value = match (&self.parts[..self.parts.len() - 1], self.operands.len()) {
            (["add"], 3) => format!("{} + {}", self.cast(1, c)?, self.cast(2, c)?),
            (["sub"], 3) => format!("{} - {}", self.cast(1, c)?, self.cast(2, c)?),
            (["mul", "lo"], 3) => format!("{} * {}", self.cast(1, c)?, self.cast(2, c)?),
            (["mad", "lo"], 4) => format!("{} * {} + {}", self.cast(1, c)?, self.cast(2, c)?, self.cast(3, c)?),
            (["mul", "wide"], 3) | (["mad", "wide"], 4) => {
                let wide = match suffix {
                    "u32" => "unsigned long long",
                    "s32" => "long long",
                    _ => return None,
                };
                let product = format!("static_cast<{wide}>({}) * {}", self.cast(1, own)?, self.cast(2, own)?);
                let sum = |product: String| {
                    Some(format!("static_cast<unsigned long long>({product}) + {}", self.cast(3, "unsigned long long")?))
                };
                if self.operands.len() == 4 { sum(product)? } else { product }
            }
            (["neg"], 2) => format!("0 - {}", self.cast(1, c)?),
            (["abs"], 2) => format!(
                "({{ const {own} ptx_a = {}; ptx_a < 0 ? 0 - {to_unsigned} : {to_unsigned}; }})",
                self.cast(1, own)?,
                to_unsigned = cast(c, "ptx_a")
            ),
            ([name @ ("min" | "max")], 3) => format!("{name}({}, {})", self.cast(1, own)?, self.cast(2, own)?),
            (["mul24", "lo"], 3) if suffix == "u32" => format!("__umul24({}, {})", self.cast(1, own)?, self.cast(2, own)?),
            (["mul24", "lo"], 3) if suffix == "s32" => format!("__mul24({}, {})", self.cast(1, own)?, self.cast(2, own)?),
            (["sad"], 4) if suffix == "u32" => {
                format!("__usad({}, {}, {})", self.cast(1, own)?, self.cast(2, own)?, self.cast(3, own)?)
            }
            _ => return None,
        };
        Some(format!("{dest} = {value}"))
    }

    /// Arithmetic of floating-point numbers.
    pub(super) fn real(&self) -> Option<String> {
        let suffix = *self.parts.last()?;
        let single = match suffix {
            "f32" => true,
            "f64" => false,
            _ => return None,
        };
        let dest = self.dest(suffix)?;
        let parts = &self.parts[..self.parts.len() - 1];
        let flushed: Vec<&str> = parts.iter().copied().filter(|part| *part != "ftz").collect();
        let count = self.operands.len().checked_sub(1)?;
        let either = |of_single, of_double| if single { of_single } else { of_double };
        let function = match (&flushed[..], parts, count) {
            // Approximations may flush.
            (["ex2", "approx"], _, 1) if single => "exp2f",
            (["lg2", "approx"], _, 1) if single => "__log2f",
            (["rcp", "approx"], _, 1) if single => "__frcp_rn",
            (["sqrt", "approx"], _, 1) if single => "sqrtf",
            (["rsqrt", "approx"], _, 1) if single => "rsqrtf",
            (["sin", "approx"], _, 1) if single => "__sinf",
            (["cos", "approx"], _, 1) if single => "__cosf",
            (["tanh", "approx"], _, 1) if single => "tanhf",
            (["div", "approx" | "full"], _, 2) if single => "__fdividef",
            (_, ["add"] | ["add", "rn"], 2) => either("__fadd_rn", "__dadd_rn"),
            (_, ["sub"] | ["sub", "rn"], 2) => either("__fsub_rn", "__dsub_rn"),
            (_, ["mul"] | ["mul", "rn"], 2) => either("__fmul_rn", "__dmul_rn"),
            (_, ["div", "rn"], 2) => either("__fdiv_rn", "__ddiv_rn"),
            (_, ["rcp", "rn"], 1) => either("__frcp_rn", "__drcp_rn"),
            (_, ["sqrt", "rn"], 1) => either("__fsqrt_rn", "__dsqrt_rn"),
            (_, ["fma", "rn"] | ["mad", "rn"], 3) => either("__fmaf_rn", "__fma_rn"),
            (_, ["min"], 2) => either("fminf", "fmin"),
            (_, ["max"], 2) => either("fmaxf", "fmax"),
            (_, ["abs"], 1) => either("fabsf", "fabs"),
            (_, ["neg"], 1) => "-",
            _ => return None,
        };
        let inputs: Option<Vec<&str>> = (1..=count).map(|at| self.float(at, suffix)).collect();
        Some(format!("{dest} = {function}({})", inputs?.join(", ")))
    }
}
