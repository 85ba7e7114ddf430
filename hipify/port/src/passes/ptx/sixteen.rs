//! PTX's arithmetic of numbers of 16 bits, one or two in a register, and conversions to and from bfloat16 and tf32.

use super::instruction::One;

/// A function of floats in C++ whose result, rounded to 16 bits, is the instruction's.
fn function(parts: &[&str], count: usize) -> Option<&'static str> {
    Some(match (parts, count) {
        (["ex2", "approx"], 1) => "[](float x) { return exp2f(x); }",
        (["tanh", "approx"], 1) => "[](float x) { return tanhf(x); }",
        (["add"] | ["add", "rn"], 2) => "[](float x, float y) { return x + y; }",
        (["sub"] | ["sub", "rn"], 2) => "[](float x, float y) { return x - y; }",
        (["mul"] | ["mul", "rn"], 2) => "[](float x, float y) { return x * y; }",
        (["min"], 2) => "[](float x, float y) { return fminf(x, y); }",
        (["max"], 2) => "[](float x, float y) { return fmaxf(x, y); }",
        (["min", "NaN"], 2) => "[](float x, float y) { return x != x || y != y ? x + y : fminf(x, y); }",
        (["max", "NaN"], 2) => "[](float x, float y) { return x != x || y != y ? x + y : fmaxf(x, y); }",
        (["fma", "rn"], 3) => "[](float x, float y, float z) { return hipify_ptx::fused(x, y, z); }",
        (["fma", "rn", "relu"], 3) => "[](float x, float y, float z) { return fmaxf(hipify_ptx::fused(x, y, z), 0.0f); }",
        (["neg"], 1) => "[](float x) { return -x; }",
        (["abs"], 1) => "[](float x) { return fabsf(x); }",
        _ => return None,
    })
}

impl One<'_> {
    /// Arithmetic of `f16`, `f16x2`, `bf16`, `bf16x2`.
    pub(super) fn sixteen(&self) -> Option<String> {
        let [parts @ .., suffix] = self.parts else { return None };
        let (kind, register) = match *suffix {
            "f16" => ("half1", "b16"),
            "f16x2" => ("half2", "b32"),
            "bf16" => ("bfloat1", "b16"),
            "bf16x2" => ("bfloat2", "b32"),
            _ => return None,
        };
        let is_approximate = parts.contains(&"approx");
        let parts: Vec<&str> = parts.iter().copied().filter(|part| !(is_approximate && *part == "ftz")).collect();
        let count = self.operands.len().checked_sub(1)?;
        let function = function(&parts, count)?;
        let values: Option<Vec<String>> = (1..=count).map(|at| self.cast(at, "unsigned int")).collect();
        self.gives(register, &format!("hipify_ptx::{kind}({function}, {})", values?.join(", ")))
    }

    /// `cvt` from and to bfloat16, and to tf32.
    pub(super) fn short_real(&self, rounding: &str, to: &str, from: &str) -> Option<String> {
        match (rounding, to, from) {
            ("", "f32", "bf16") => self.gives("f32", &format!("hipify_ptx::from_bfloat({})", self.cast(1, "unsigned short")?)),
            ("rn", "bf16", "f32") => self.gives("b16", &format!("hipify_ptx::to_bfloat({})", self.float(1, "f32")?)),
            ("rn", "bf16x2", "f32") => {
                let short = |at| Some(format!("hipify_ptx::to_bfloat({})", self.float(at, "f32")?));
                self.gives("b32", &format!("unsigned({}) << 16 | {}", short(1)?, short(2)?))
            }
            ("rna", "tf32", "f32") => self.gives("b32", &format!("hipify_ptx::to_tf32({})", self.float(1, "f32")?)),
            _ => None,
        }
    }
}
