//! PTX's exchanges between the lanes of a warp, and its barriers.

use super::instruction::{One, c_type};
use super::operand::{Class, Operand};

impl One<'_> {
    /// `shfl.sync`, `vote.sync`, `match.sync`, `redux.sync`, `elect.sync`, `activemask`.
    pub(super) fn lanes(&self) -> Option<String> {
        match *self.parts {
            ["shfl", "sync", mode @ ("up" | "down" | "bfly" | "idx"), "b32"] if self.operands.len() == 5 => self.shuffled(mode),
            ["shfl", mode @ ("up" | "down" | "bfly" | "idx"), "b32"] if self.operands.len() == 4 => self.shuffled(mode),
            ["vote", "sync", how, suffix] if self.operands.len() == 3 => self.voted(how, suffix),
            ["match", "sync", how, suffix @ ("b32" | "b64")] | ["match", how, "sync", suffix @ ("b32" | "b64")] => {
                self.matched(how, suffix)
            }
            ["redux", "sync", operation, suffix] => self.reduced(operation, suffix),
            ["activemask", "b32"] => self.gives("u32", "hipify_ptx::ballot(~0u, true)"),
            ["elect", "sync"] => self.elected(),
            _ => None,
        }
    }

    fn shuffled(&self, mode: &str) -> Option<String> {
        let (Operand::Register(_, class), given) = (
            match self.operands.first()? {
                Operand::Pair(value, _) => value.as_ref(),
                one => one,
            },
            self.operands.get(1)?,
        ) else {
            return None;
        };
        // The value travels as what it is, where both registers are of one type.
        let is_float = *class == Class::Float && matches!(given, Operand::Register(_, Class::Float) | Operand::Real(..));
        let suffix = if is_float { "f32" } else { "u32" };
        let value = self.input(1, suffix)?;
        let (delta, limits) = (self.cast(2, "unsigned int")?, self.operands.get(3)?);
        let whole = if mode == "up" { 0 } else { 31 };
        let Operand::Pair(to, inside) = self.operands.first()? else {
            if limits.immediate() == Some(whole) {
                let function = match mode {
                    "up" => "__shfl_up",
                    "down" => "__shfl_down",
                    "bfly" => "__shfl_xor",
                    _ => "__shfl",
                };
                return self.gives(suffix, &format!("{function}({value}, {delta}, 32)"));
            }
            let limits = limits.integer("unsigned int")?;
            let taken = self.gives(suffix, &format!("hipify_ptx::shuffle_{mode}({value}, {delta}, {limits}, ptx_inside)"))?;
            return Some(format!("({{ bool ptx_inside; {taken}; }})"));
        };
        let (limits, inside) = (limits.integer("unsigned int")?, inside.typed("pred")?);
        to.assigned(suffix, &format!("hipify_ptx::shuffle_{mode}({value}, {delta}, {limits}, {inside})"))
    }

    fn voted(&self, how: &str, suffix: &str) -> Option<String> {
        let (predicate, mask) = (self.input(1, "pred")?, self.mask(2)?);
        let (function, suffix) = match (how, suffix) {
            ("ballot", "b32") => ("ballot", "u32"),
            ("all", "pred") => ("all", "pred"),
            ("any", "pred") => ("any", "pred"),
            ("uni", "pred") => ("uniform", "pred"),
            _ => return None,
        };
        self.gives(suffix, &format!("hipify_ptx::{function}({mask}, {predicate})"))
    }

    fn matched(&self, how: &str, suffix: &str) -> Option<String> {
        let (value, mask) = (self.cast(1, c_type(suffix)?)?, self.mask(2)?);
        match (how, self.operands.first()?) {
            ("any", _) => self.gives("u32", &format!("hipify_ptx::match_any({mask}, {value})")),
            ("all", Operand::Pair(to, same)) => {
                to.assigned("u32", &format!("hipify_ptx::match_all({mask}, {value}, {})", same.typed("pred")?))
            }
            ("all", to) => {
                let matched = to.assigned("u32", &format!("hipify_ptx::match_all({mask}, {value}, ptx_same)"))?;
                Some(format!("({{ bool ptx_same; {matched}; }})"))
            }
            _ => None,
        }
    }

    fn reduced(&self, operation: &str, suffix: &str) -> Option<String> {
        let c = c_type(suffix).filter(|c| matches!(*c, "int" | "unsigned int"))?;
        let folded = match operation {
            "add" => "a + b",
            "min" => "a < b ? a : b",
            "max" => "a < b ? b : a",
            "and" => "a & b",
            "or" => "a | b",
            "xor" => "a ^ b",
            _ => return None,
        };
        // Sums wrap around.
        let c = if operation == "add" { "unsigned int" } else { c };
        let fold = format!("[]({c} a, {c} b) {{ return {folded}; }}");
        self.gives(suffix, &format!("hipify_ptx::reduce({}, {}, {fold})", self.mask(2)?, self.cast(1, c)?))
    }

    /// The lanes that take part.
    fn mask(&self, at: usize) -> Option<String> {
        match self.operands.get(at)?.immediate() {
            Some(-1 | 0xffff_ffff) => Some("~0u".to_owned()),
            _ => self.cast(at, "unsigned int"),
        }
    }

    fn elected(&self) -> Option<String> {
        let [Operand::Pair(leader, is_leader), _] = self.operands else { return None };
        let (is_leader, mask) = (is_leader.typed("pred")?, self.mask(1)?);
        let taken = match leader.as_ref() {
            Operand::Sink => String::new(),
            leader => format!(" {};", leader.assigned("u32", "ptx_leader")?),
        };
        Some(format!("({{ unsigned int ptx_leader; {is_leader} = hipify_ptx::elected({mask}, ptx_leader);{taken} }})"))
    }

    /// Barriers that all threads of a block take part in, whichever barrier it is.
    pub(super) fn barrier(&self) -> Option<String> {
        match *self.parts {
            ["bar", "warp", "sync"] => Some("hipify_ptx::sync_warp()".to_owned()),
            ["bar" | "barrier", "sync"] | ["bar" | "barrier", "sync", "aligned"] | ["bar" | "barrier", "cta", "sync", ..]
                if self.operands.len() == 1 || self.operands.len() == 2 && self.counts_block(1) =>
            {
                Some("__syncthreads()".to_owned())
            }
            ["bar" | "barrier", "red", ref rest @ .., "popc", "u32"] if self.is_whole(rest) => {
                self.gives("u32", &format!("__syncthreads_count({})", self.input(2, "pred")?))
            }
            ["bar" | "barrier", "red", ref rest @ .., how @ ("and" | "or"), "pred"] if self.is_whole(rest) => {
                self.gives("pred", &format!("__syncthreads_{how}({}) != 0", self.input(2, "pred")?))
            }
            _ => None,
        }
    }

    /// Whether an operand is the number of threads in the block.
    fn counts_block(&self, at: usize) -> bool {
        let Some(Operand::Register(text, _)) = self.operands.get(at) else { return false };
        let of = text.strip_prefix('$').and_then(|at| at.parse::<usize>().ok()).and_then(|at| self.registers.texts.get(at));
        let text: Vec<u8> = of.map_or(&[][..], |text| text).iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
        matches!(&text[..], b"blockDim.x" | b"blockDim.x*blockDim.y" | b"blockDim.x*blockDim.y*blockDim.z")
    }

    fn is_whole(&self, rest: &[&str]) -> bool {
        matches!(rest, [] | ["aligned"]) && self.operands.len() == 3
    }
}
