//! PTX's arithmetic of bits, integers and floating-point numbers.

use super::instruction::{One, c_type, unsigned};
use super::operand::cast;

impl One<'_> {
    /// Shifts, fields of bits, and logic.
    pub(super) fn bits(&self) -> Option<String> {
        let suffix = *self.parts.last()?;
        let (c, bits) = unsigned(suffix)?;
        let last = bits - 1;
        let short = |at| self.cast(at, "unsigned int");
        let (zero, one, zeros) = if bits == 32 { ("0u", "1u", "__clz") } else { ("0ull", "1ull", "__clzll") };
        let own = c_type(suffix)?;
        let value = match (&self.parts[..self.parts.len() - 1], self.operands.len()) {
            (["and"], 3) => format!("{} & {}", self.cast(1, c)?, self.cast(2, c)?),
            (["or"], 3) => format!("{} | {}", self.cast(1, c)?, self.cast(2, c)?),
            (["xor"], 3) => format!("{} ^ {}", self.cast(1, c)?, self.cast(2, c)?),
            (["not"], 2) => format!("~{}", self.cast(1, c)?),
            (["shl"], 3) => {
                format!("({{ const unsigned int ptx_n = {}; ptx_n > {last} ? 0 : {} << ptx_n; }})", short(2)?, self.cast(1, c)?)
            }
            (["shr"], 3) if suffix.starts_with('s') => {
                format!(
                    "({{ const unsigned int ptx_n = {}; {} >> (ptx_n > {last} ? {last} : ptx_n); }})",
                    short(2)?,
                    self.cast(1, own)?
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
            // The sign is the field's last bit, or the value's where the field ends beyond it.
            (["bfe"], 4) => format!(
                "({{ const unsigned int ptx_at = {} & 255, ptx_n = {} & 255; const {own} ptx_a = {}; ptx_n == 0 ? 0 : ptx_at + ptx_n > \
                 {last} ? ptx_a >> (ptx_at > {last} ? {last} : ptx_at) : ptx_a << ({bits} - ptx_at - ptx_n) >> ({bits} - ptx_n); }})",
                short(2)?,
                short(3)?,
                self.cast(1, own)?
            ),
            (["bfi"], 5) => format!(
                "({{ const unsigned int ptx_at = {} & 255, ptx_n = {} & 255; const {c} ptx_mask = ptx_at > {last} ? 0 : (ptx_n > {last} ? \
                 ~{zero} : ({one} << ptx_n) - 1) << ptx_at; ({} & ~ptx_mask) | ({} << (ptx_at & {last}) & ptx_mask); }})",
                short(3)?,
                short(4)?,
                self.cast(2, c)?,
                self.cast(1, c)?
            ),
            (["bfind"], 2) => {
                let value = self.cast(1, own)?;
                let bits = if suffix.starts_with('s') {
                    format!("({{ const {own} ptx_a = {value}; ptx_a ^ ptx_a >> {last}; }})")
                } else {
                    value
                };
                format!("unsigned({last} - {zeros}({bits}))")
            }
            (["bfind", "shiftamt"], 2) if suffix.starts_with('u') => {
                format!("({{ const {c} ptx_a = {}; ptx_a == 0 ? ~0u : unsigned({zeros}(ptx_a)); }})", self.cast(1, c)?)
            }
            (["cnot"], 2) => format!("{} == 0 ? 1 : 0", self.cast(1, c)?),
            (["lop3"], 5) if bits == 32 => self.lookup()?,
            (["prmt"], 4) if bits == 32 => self.permuted()?,
            (["shf", side @ ("l" | "r"), mode @ ("wrap" | "clamp")], 4) if bits == 32 => {
                let clamped = if *mode == "clamp" { "c" } else { "" };
                format!("__funnelshift_{side}{clamped}({}, {}, {})", short(1)?, short(2)?, short(3)?)
            }
            _ => return None,
        };
        self.gives(suffix, &value)
    }

    /// Shifts and sums of the video instructions on whole unsigned words, with a sum after them: what CUB's `SHR_ADD` and `IADD3` were
    /// made of. A shift by more than 32 counts as one by 32.
    pub(super) fn video(&self) -> Option<String> {
        let [name, "u32", "u32", "u32", rest @ ..] = self.parts else { return None };
        let input = |at| self.cast(at, "unsigned int");
        let (mode, summed) = match rest {
            [mode @ .., "add"] => (mode, true),
            mode => (mode, false),
        };
        let (a, b) = (input(1)?, input(2)?);
        let shift = if *name == "vshl" { "<<" } else { ">>" };
        let value = match (*name, mode) {
            ("vadd", []) => format!("{a} + {b}"),
            ("vshl" | "vshr", ["wrap"]) => format!("({a} {shift} ({b} & 31))"),
            ("vshl" | "vshr", ["clamp"]) => {
                format!("({{ const unsigned int ptx_n = {b}; ptx_n > 31 ? 0 : {a} {shift} ptx_n; }})")
            }
            _ => return None,
        };
        match (summed, self.operands.len()) {
            (false, 3) => self.gives("u32", &value),
            (true, 4) => self.gives("u32", &format!("{value} + {}", input(3)?)),
            _ => None,
        }
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
        let (c, bits) = unsigned(suffix)?;
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
            (["mul", "hi"], 3) => self.high(suffix)?,
            (["mad", "hi"], 4) => format!("{} + {}", cast(c, &self.high(suffix)?), self.cast(3, c)?),
            (["div"], 3) => format!("{} / {}", self.cast(1, own)?, self.cast(2, own)?),
            (["rem"], 3) => format!("{} % {}", self.cast(1, own)?, self.cast(2, own)?),
            (["popc"], 2) => format!("__popc{}({})", if bits == 64 { "ll" } else { "" }, self.cast(1, c)?),
            (["clz"], 2) => format!("__clz{}({})", if bits == 64 { "ll" } else { "" }, self.cast(1, own)?),
            (["brev"], 2) => format!("__brev{}({})", if bits == 64 { "ll" } else { "" }, self.cast(1, c)?),
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
        // What popc, clz and brev give has 32 bits.
        let counts = matches!(self.parts[0], "popc" | "clz");
        self.gives(if counts { "u32" } else { suffix }, &value)
    }

    /// The upper half of a product.
    fn high(&self, suffix: &str) -> Option<String> {
        let function = match suffix {
            "u32" => "__umulhi",
            "s32" => "__mulhi",
            "u64" => "__umul64hi",
            "s64" => "__mul64hi",
            _ => return None,
        };
        let own = c_type(suffix)?;
        Some(format!("{function}({}, {})", self.cast(1, own)?, self.cast(2, own)?))
    }

    /// `slct`: one of two values by the sign of a third.
    pub(super) fn selected(&self) -> Option<String> {
        let ["slct", suffix, of] = *self.parts else { return None };
        let sign = match of {
            "s32" => format!("{} >= 0", self.cast(3, "int")?),
            "f32" => format!("{} >= 0.0f", self.float(3, "f32")?),
            _ => return None,
        };
        self.gives(suffix, &format!("{sign} ? {} : {}", self.input(1, suffix)?, self.input(2, suffix)?))
    }

    /// Sums over the bytes of words.
    pub(super) fn bytes(&self) -> Option<String> {
        let sign = |suffix: &str| match suffix {
            "s32" => Some("signed char"),
            "u32" => Some("unsigned char"),
            _ => None,
        };
        let word = |at| self.cast(at, "unsigned int");
        let (call, added) = match *self.parts {
            ["dp4a", a, b] => (format!("dot4<{}, {}>", sign(a)?, sign(b)?), word(3)?),
            ["vabsdiff4", "u32" | "s32", a, b, "add"] if a == b => (format!("differences4<{}>", sign(a)?), word(3)?),
            _ => return None,
        };
        self.gives("u32", &format!("hipify_ptx::{call}({}, {}, {added})", word(1)?, word(2)?))
    }

    /// Arithmetic of floating-point numbers.
    pub(super) fn real(&self) -> Option<String> {
        let suffix = *self.parts.last()?;
        let single = match suffix {
            "f32" => true,
            "f64" => false,
            _ => return None,
        };
        let parts: Vec<&str> = self.parts[..self.parts.len() - 1].iter().copied().filter(|part| *part != "ftz").collect();
        let flushes = parts.len() + 1 < self.parts.len();
        let count = self.operands.len().checked_sub(1)?;
        let either = |of_single, of_double| Some(if single { of_single } else { of_double });
        // Approximations may flush.
        let approximate = match (&parts[..], count) {
            (["ex2", "approx"], 1) if single => Some("exp2f"),
            (["lg2", "approx"], 1) if single => Some("__log2f"),
            (["rcp", "approx"], 1) if single => Some("__frcp_rn"),
            (["rcp", "approx"], 1) => Some("__drcp_rn"),
            (["sqrt", "approx"], 1) if single => Some("sqrtf"),
            (["rsqrt", "approx"], 1) => either("rsqrtf", "rsqrt"),
            (["sin", "approx"], 1) if single => Some("__sinf"),
            (["cos", "approx"], 1) if single => Some("__cosf"),
            (["tanh", "approx"], 1) if single => Some("tanhf"),
            (["div", "approx" | "full"], 2) if single => Some("__fdividef"),
            _ => None,
        };
        let exact = match (&parts[..], count) {
            (["min"], 2) => either("fminf", "fmin"),
            (["max"], 2) => either("fmaxf", "fmax"),
            (["abs"], 1) => either("fabsf", "fabs"),
            (["neg"], 1) => Some("-"),
            // PTX takes the sign of its first operand.
            (["copysign"], 2) => either("copysignf", "copysign"),
            _ => None,
        };
        let function = approximate.or(exact).map(str::to_owned).or_else(|| rounded(&parts, count, single))?;
        let flushes = flushes && approximate.is_none();
        let flushed = |value: String| if flushes { format!("hipify_ptx::flush({value})") } else { value };
        let mut inputs = (1..=count).map(|at| self.float(at, suffix).map(flushed)).collect::<Option<Vec<_>>>()?;
        if parts == ["copysign"] {
            inputs.reverse();
        }
        self.gives(suffix, &flushed(format!("{function}({})", inputs.join(", "))))
    }
}

/// The function of an operation that rounds, such as `__fmul_rz` of `mul.rz`.
fn rounded(parts: &[&str], count: usize, single: bool) -> Option<String> {
    let (operation, rounding) = match *parts {
        [operation @ ("add" | "sub" | "mul")] => (operation, "rn"),
        [operation, rounding] => (operation, rounding),
        _ => return None,
    };
    let (of_single, of_double, operands) = match operation {
        "add" => ("__fadd", "__dadd", 2),
        "sub" => ("__fsub", "__dsub", 2),
        "mul" => ("__fmul", "__dmul", 2),
        "div" => ("__fdiv", "__ddiv", 2),
        "rcp" => ("__frcp", "__drcp", 1),
        "sqrt" => ("__fsqrt", "__dsqrt", 1),
        "fma" | "mad" => ("__fmaf", "__fma", 3),
        _ => return None,
    };
    let direction = match rounding {
        "rn" => "rn",
        "rz" => "rz",
        "rm" => "rd",
        "rp" => "ru",
        _ => return None,
    };
    (operands == count).then(|| format!("{}_{direction}", if single { of_single } else { of_double }))
}
