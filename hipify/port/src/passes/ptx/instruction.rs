//! One PTX instruction to a C++ statement that does the same. Instructions by the PTX ISA 8.5; what is not exact has no
//! counterpart, except that the `approx` functions become HIP's of at least their precision, and that hints to caches go.

use super::idioms::{IDIOMS, TYPES};
use super::operand::{Class, Operand, Registers, cast};

/// The statement, without its semicolon; `$0`, `$1` stand for the operands of the assembly.
pub(super) fn statement(instruction: &str, registers: &Registers<'_>) -> Option<String> {
    if let Some((_, hip)) = IDIOMS.iter().find(|(ptx, _)| *ptx == instruction) {
        return Some((*hip).to_owned());
    }
    let (guard, instruction) = guard(instruction, registers)?;
    let (opcode, rest) = instruction.split_once(' ').unwrap_or((instruction, ""));
    // Hints to caches: `L1::evict_last`, `L2::128B`.
    let parts = parts(opcode)?;
    let mut operands = Operand::list(rest, registers)?;
    if opcode.contains("L2::cache_hint") {
        operands.pop()?;
    }
    let one = One { parts: &parts, operands: &operands, registers };
    let text = one
        .nothing()
        .or_else(|| one.barrier())
        .or_else(|| one.copied())
        .or_else(|| one.matrix())
        .or_else(|| one.lanes())
        .or_else(|| one.memory())
        .or_else(|| one.atomic())
        .or_else(|| one.moved())
        .or_else(|| one.carried())
        .or_else(|| one.compared())
        .or_else(|| one.converted())
        .or_else(|| one.sixteen())
        .or_else(|| one.predicates())
        .or_else(|| one.selected())
        .or_else(|| one.bytes())
        .or_else(|| one.bits())
        .or_else(|| one.video())
        .or_else(|| one.integer())
        .or_else(|| one.real())?;
    Some(guard + &text)
}

/// The parts of an opcode, without its hints to caches. `None` where it names memory of other blocks.
fn parts(opcode: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    for part in opcode.split('.') {
        match part {
            "shared::cta" => parts.push("shared"),
            hint if hint.starts_with("L1::") || hint.starts_with("L2::") => {}
            other if other.contains("::") => return None,
            other => parts.push(other),
        }
    }
    Some(parts)
}

/// `@p` and `@!p` in front, and what is after them.
pub(super) fn guard<'i>(instruction: &'i str, registers: &Registers<'_>) -> Option<(String, &'i str)> {
    let Some(rest) = instruction.strip_prefix('@') else { return Some((String::new(), instruction)) };
    let (name, rest) = rest.split_once(' ')?;
    let (not, name) = name.strip_prefix('!').map_or(("", name), |name| ("!", name));
    let text = registers.declared(name).filter(|(class, _)| *class == Class::Predicate)?.1;
    Some((format!("if ({not}{text}) "), rest))
}

/// What a sum does with the carry.
pub(super) struct Carry {
    pub(super) reads: bool,
    pub(super) writes: bool,
}

impl Carry {
    /// `None` for instructions that have nothing to do with it.
    pub(super) fn of(instruction: &str) -> Option<Self> {
        let opcode = instruction.split(' ').find(|word| !word.starts_with('@'))?;
        Self::of_parts(&opcode.split('.').collect::<Vec<_>>())
    }

    fn of_parts(parts: &[&str]) -> Option<Self> {
        let (reads, writes) = (matches!(parts.first()?, &"addc" | &"subc" | &"madc"), parts.contains(&"cc"));
        (reads || writes).then_some(Self { reads, writes })
    }
}

/// An instruction: the parts of its opcode, and its operands.
pub(super) struct One<'a> {
    pub(super) parts: &'a [&'a str],
    pub(super) operands: &'a [Operand],
    pub(super) registers: &'a Registers<'a>,
}

/// The C type of a type's suffix.
pub(super) fn c_type(suffix: &str) -> Option<&'static str> {
    TYPES.iter().find(|(ptx, _)| *ptx == suffix).map(|(_, c)| *c)
}

/// The unsigned C type of integers of 32 and 64 bits, and the number of bits.
pub(super) fn unsigned(suffix: &str) -> Option<(&'static str, u32)> {
    match suffix {
        "u32" | "s32" | "b32" => Some(("unsigned int", 32)),
        "u64" | "s64" | "b64" => Some(("unsigned long long", 64)),
        _ => None,
    }
}

impl One<'_> {
    /// Gives the first operand a value of the type that `suffix` names.
    pub(super) fn gives(&self, suffix: &str, value: &str) -> Option<String> {
        self.operands.first()?.assigned(suffix, value)
    }

    /// An operand as an integer of a C type.
    pub(super) fn cast(&self, at: usize, c: &str) -> Option<String> {
        self.operands.get(at)?.integer(c)
    }

    /// An operand of a type with floating point.
    pub(super) fn float(&self, at: usize, suffix: &str) -> Option<String> {
        self.operands.get(at)?.float(suffix)
    }

    /// An operand of any type but a predicate.
    pub(super) fn input(&self, at: usize, suffix: &str) -> Option<String> {
        match suffix {
            "f32" | "f64" => self.float(at, suffix),
            "pred" => self.operands.get(at)?.predicate(),
            _ => self.cast(at, c_type(suffix)?),
        }
    }

    /// Moves of values, and of halves into one register and out of it.
    fn moved(&self) -> Option<String> {
        let ["mov", suffix] = self.parts else { return None };
        let [to, from] = self.operands else { return None };
        let (whole, half, bits) = match *suffix {
            "b32" => ("unsigned int", "unsigned short", 16),
            "b64" => ("unsigned long long", "unsigned int", 32),
            _ => ("", "", 0),
        };
        if let (Some(parts), true) = (to.vector(2), bits > 0) {
            let (low, high) = (cast(half, "ptx_v"), cast(half, &format!("ptx_v >> {bits}")));
            let each: Vec<String> = [(&parts[0], low), (&parts[1], high)]
                .iter()
                .filter(|(part, _)| !matches!(part, Operand::Sink))
                .map(|(part, value)| Some(part.assigned(suffix, value)? + ";"))
                .collect::<Option<_>>()?;
            return Some(format!("({{ const {whole} ptx_v = {}; {} }})", from.integer(whole)?, each.join(" ")));
        }
        if let (Some(parts), true) = (from.vector(2), bits > 0) {
            let (low, high) = (parts[0].integer(half)?, parts[1].integer(half)?);
            return self.gives(suffix, &format!("{low} | static_cast<{whole}>({high}) << {bits}"));
        }
        // Between registers of one type, whatever the instruction calls it.
        if let (Operand::Register(to, class), Operand::Register(from, other)) = (to, from)
            && class == other
            && matches!(class, Class::Float | Class::Double)
        {
            return Some(format!("{to} = {from}"));
        }
        self.gives(suffix, &self.input(1, suffix)?)
    }

    /// Sums with a carry, which lives as long as the assembly.
    fn carried(&self) -> Option<String> {
        let Carry { reads, writes } = Carry::of_parts(self.parts)?;
        let parts: Vec<&str> = self.parts.iter().copied().filter(|part| *part != "cc").collect();
        let (name, suffix) = (*parts.first()?, *parts.last()?);
        let (c, bits) = unsigned(suffix)?;
        let wide = if bits == 32 { "unsigned long long" } else { "unsigned __int128" };
        let term = |at: usize| Some(format!("static_cast<{wide}>({})", self.cast(at, c)?));
        let carry = if reads { "ptx_cc" } else { "0" };
        let sum = match (name, &parts[1..]) {
            ("add" | "addc", [_]) => format!("{} + {} + {carry}", term(1)?, term(2)?),
            ("sub" | "subc", [_]) => format!("{} - {} - {carry}", term(1)?, term(2)?),
            ("mad" | "madc", [part @ ("lo" | "hi"), "u32" | "u64"]) => {
                let product = format!("{} * {}", term(1)?, term(2)?);
                let shift = if *part == "hi" { format!(" >> {bits}") } else { String::new() };
                format!("{} + {} + {carry}", cast(c, &format!("({product}){shift}")), term(3)?)
            }
            _ => return None,
        };
        let set = if writes { format!(" ptx_cc = unsigned(ptx_s >> {bits}) & 1;") } else { String::new() };
        Some(format!("({{ const {wide} ptx_s = {sum}; {};{set} }})", self.gives(suffix, &cast(c, "ptx_s"))?))
    }

    /// `setp` and `selp`.
    fn compared(&self) -> Option<String> {
        match self.parts {
            ["setp", comparison, rest @ .., suffix] => {
                let value = self.comparison(comparison, suffix)?;
                let value = match (rest, self.operands.len()) {
                    ([] | ["ftz"], 3) => value,
                    (["and"], 4) => format!("({value}) && {}", self.input(3, "pred")?),
                    (["or"], 4) => format!("({value}) || {}", self.input(3, "pred")?),
                    (["xor"], 4) => format!("({value}) != {}", self.input(3, "pred")?),
                    _ => return None,
                };
                match self.operands.first()? {
                    Operand::Pair(one, other) if rest.is_empty() || rest == ["ftz"] => {
                        let opposite = other.typed("pred").map_or(String::new(), |other| format!(" {other} = !ptx_p;"));
                        Some(format!("({{ const bool ptx_p = {value}; {} = ptx_p;{opposite} }})", one.typed("pred")?))
                    }
                    _ => self.gives("pred", &value),
                }
            }
            ["selp", suffix] => {
                let predicate = self.input(3, "pred")?;
                self.gives(suffix, &format!("{predicate} ? {} : {}", self.input(1, suffix)?, self.input(2, suffix)?))
            }
            _ => None,
        }
    }

    /// The second operand compared with the third.
    fn comparison(&self, comparison: &str, suffix: &str) -> Option<String> {
        let is_real = matches!(suffix, "f32" | "f64");
        let (operator, is_unsigned) = match (comparison, is_real) {
            ("eq", _) => ("==", false),
            ("neu", true) | ("ne", false) => ("!=", false),
            ("lt", _) => ("<", false),
            ("le", _) => ("<=", false),
            ("gt", _) => (">", false),
            ("ge", _) => (">=", false),
            ("lo", false) => ("<", true),
            ("ls", false) => ("<=", true),
            ("hi", false) => (">", true),
            ("hs", false) => (">=", true),
            _ => return None,
        };
        let input = |at| if is_unsigned { self.cast(at, unsigned(suffix)?.0) } else { self.input(at, suffix) };
        Some(format!("{} {operator} {}", input(1)?, input(2)?))
    }

    /// Logic of predicates.
    fn predicates(&self) -> Option<String> {
        let [name, "pred"] = *self.parts else { return None };
        let operand = |at| self.input(at, "pred");
        let value = match (name, self.operands.len()) {
            ("and", 3) => format!("{} && {}", operand(1)?, operand(2)?),
            ("or", 3) => format!("{} || {}", operand(1)?, operand(2)?),
            ("xor", 3) => format!("{} != {}", operand(1)?, operand(2)?),
            ("not", 2) => format!("!({})", operand(1)?),
            _ => return None,
        };
        self.gives("pred", &value)
    }

    /// Conversions between types.
    fn converted(&self) -> Option<String> {
        let (to, from, rounding) = match self.parts {
            ["cvt", to, from] => (*to, *from, ""),
            ["cvt", rounding, to, from] => (*to, *from, *rounding),
            ["cvt", rounding, "ftz", to, from] => (*to, *from, *rounding),
            ["cvt", rounding, "sat", to @ ("s8" | "u8" | "s16" | "u16" | "s32" | "u32"), from] => (*to, *from, *rounding),
            _ => return None,
        };
        let saturates = self.parts.contains(&"sat");
        if self.parts.contains(&"ftz") && from != "f32" {
            return None;
        }
        let is_real = |suffix: &str| suffix.starts_with('f');
        let value = match (rounding, to, from) {
            (_, _, "bf16") | (_, "bf16" | "bf16x2" | "tf32", _) => return self.short_real(rounding, to, from),
            ("", _, _) if !is_real(to) && !is_real(from) => cast(c_type(to)?, &self.cast(1, c_type(from)?)?),
            ("", "f64", "f32") => format!("static_cast<double>({})", self.float(1, from)?),
            ("rn", "f32", "f64") => format!("static_cast<float>({})", self.float(1, from)?),
            ("rn", "f32" | "f64", _) if !is_real(from) => cast(c_type(to)?, &self.cast(1, c_type(from)?)?),
            ("rzi" | "rni" | "rmi" | "rpi", "s8" | "u8" | "s16" | "u16", "f32") if saturates => {
                let (function, low, high) = match to {
                    "s8" => ("__float2int", -128, 127),
                    "u8" => ("__float2int", 0, 255),
                    "s16" => ("__float2int", -32768, 32767),
                    _ => ("__float2int", 0, 65535),
                };
                let value = format!("{function}_{}({})", direction(rounding), self.float(1, from)?);
                format!("min(max({value}, {low}), {high})")
            }
            // Beyond the range they give its end.
            ("rzi" | "rni" | "rmi" | "rpi", "s32" | "u32" | "s64" | "u64", "f32" | "f64") => {
                let source = if from == "f32" { "float" } else { "double" };
                let target = match to {
                    "s32" => "int",
                    "u32" => "uint",
                    "s64" => "ll",
                    _ => "ull",
                };
                format!("__{source}2{target}_{}({})", direction(rounding), self.float(1, from)?)
            }
            ("", "f32", "f16") => format!("__half2float(__ushort_as_half({}))", self.cast(1, "unsigned short")?),
            ("rn", "f16", "f32") => format!("__half_as_ushort(__float2half_rn({}))", self.float(1, from)?),
            ("rn", "f16x2", "f32") => {
                let half = |at| Some(format!("__half_as_ushort(__float2half_rn({}))", self.float(at, "f32")?));
                format!("unsigned({}) << 16 | {}", half(1)?, half(2)?)
            }
            _ => return None,
        };
        self.gives(to, &value)
    }
}

/// How CUDA's conversions name a rounding to an integer.
fn direction(rounding: &str) -> &'static str {
    match rounding {
        "rzi" => "rz",
        "rni" => "rn",
        "rmi" => "rd",
        _ => "ru",
    }
}
