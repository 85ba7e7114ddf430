//! PTX's matrix instructions: calls of functions that do the same with shuffles and scalar arithmetic.

use super::instruction::One;
use super::operand::{Operand, cast};

/// The type of a fragment's registers, what it is called in `support/matrix.h`, and bits of an element.
fn element(suffix: &str) -> Option<(&'static str, &'static str, usize)> {
    Some(match suffix {
        "f16" => ("unsigned int", "of_f16", 16),
        "bf16" => ("unsigned int", "of_bf16", 16),
        "tf32" => ("unsigned int", "of_tf32", 32),
        "f64" => ("double", "of_f64", 32),
        "s8" => ("unsigned int", "of_s8", 8),
        "u8" => ("unsigned int", "of_u8", 8),
        "s4" => ("unsigned int", "of_s4", 4),
        "u4" => ("unsigned int", "of_u4", 4),
        "e4m3" => ("unsigned int", "of_e4m3", 8),
        "e5m2" => ("unsigned int", "of_e5m2", 8),
        _ => return None,
    })
}

/// The type of registers with sums, by their suffix, and how many sums one holds.
fn sums(suffix: &str) -> Option<(&'static str, usize)> {
    Some(match suffix {
        "f32" => ("float", 1),
        "f64" => ("double", 1),
        "s32" => ("int", 1),
        "f16" => ("unsigned int", 2),
        _ => return None,
    })
}

impl One<'_> {
    pub(super) fn matrix(&self) -> Option<String> {
        match *self.parts {
            ["ldmatrix", "sync", "aligned", ..] => self.loaded(),
            ["stmatrix", "sync", "aligned", ..] => self.stored(),
            ["movmatrix", "sync", "aligned", "m8n8", "trans", "b16"] => {
                self.gives("b32", &format!("hipify_ptx::transposed_matrix({})", self.cast(1, "unsigned int")?))
            }
            ["mma", "sync", "aligned", shape, a, b, ref rest @ ..] => self.multiplied(shape, (a, b), rest),
            _ => None,
        }
    }

    /// How many matrices, and whether they are transposed: the order of these parts varies.
    fn matrices(&self) -> Option<(usize, bool)> {
        let rest = &self.parts[3..];
        let known = |part: &&str| matches!(*part, "m8n8" | "x1" | "x2" | "x4" | "trans" | "shared" | "b16");
        let count = [("x1", 1), ("x2", 2), ("x4", 4)].iter().find(|(part, _)| rest.contains(part))?.1;
        (rest.iter().all(known) && rest.contains(&"m8n8")).then(|| (count, rest.contains(&"trans")))
    }

    fn loaded(&self) -> Option<String> {
        let (count, transposed) = self.matrices()?;
        let [to, from] = self.operands else { return None };
        let registers = list(to, count)?;
        let each = registers
            .iter()
            .enumerate()
            .map(|(at, register)| Some(format!(" {};", register.assigned("b32", &format!("ptx_m[{at}]"))?)))
            .collect::<Option<String>>()?;
        let address = from.shared()?;
        Some(format!(
            "({{ unsigned int ptx_m[{count}]; hipify_ptx::load_matrix<{count}, {transposed}>(ptx_m, {address});{each} }})"
        ))
    }

    fn stored(&self) -> Option<String> {
        let (count, transposed) = self.matrices()?;
        let [to, from] = self.operands else { return None };
        let values = array(list(from, count)?, "unsigned int")?;
        Some(format!(
            "({{ const unsigned int ptx_m[] = {values}; hipify_ptx::store_matrix<{count}, {transposed}>({}, ptx_m); }})",
            to.shared()?
        ))
    }

    /// `layouts`: of A and B.
    fn multiplied(&self, shape: &str, layouts: (&str, &str), rest: &[&str]) -> Option<String> {
        let (saturated, types) = match rest {
            ["satfinite", types @ ..] => (true, types),
            types => (false, types),
        };
        let [d, a, b, c] = types else { return None };
        let ((register, of_a, bits), (other, of_b, bits_b)) = (element(a)?, element(b)?);
        let (sum, packed) = sums(d)?;
        let (m, rest) = shape.strip_prefix('m')?.split_once('n')?;
        let (n, k) = rest.split_once('k')?;
        let (m, n, k): (usize, usize, usize) = (m.parse().ok()?, n.parse().ok()?, k.parse().ok()?);
        if d != c || n != 8 || !matches!(m, 8 | 16) || register != other || bits != bits_b || !fits(d, a) {
            return None;
        }
        let by_eights = (m, k, *a) == (8, 4, "f16");
        let slabs = k * bits / 128;
        if !by_eights && (layouts != ("row", "col") || slabs * 128 != k * bits || slabs == 0) {
            return None;
        }
        let (of_d, of_both) = if by_eights { (8 / packed, (2, 2)) } else { (m / 4 / packed, (slabs * m / 8, slabs)) };
        let [to, from_a, from_b, from_c] = self.operands else { return None };
        let function = match by_eights {
            true => format!("multiply_by_eights<{}, {}>", layouts.0 == "row", layouts.1 == "col"),
            false => format!("multiply<{m}, {k}, hipify_ptx::{of_a}, hipify_ptx::{of_b}, {saturated}>"),
        };
        let suffix = if packed == 2 { "b32" } else { d };
        let each = list(to, of_d)?
            .iter()
            .enumerate()
            .map(|(at, register)| Some(format!(" {};", register.assigned(suffix, &format!("ptx_d[{at}]"))?)))
            .collect::<Option<String>>()?;
        Some(format!(
            "({{ const {register} ptx_a[] = {}, ptx_b[] = {}; const {sum} ptx_c[] = {}; {sum} ptx_d[{of_d}]; \
             hipify_ptx::{function}(ptx_d, ptx_a, ptx_b, ptx_c);{each} }})",
            array(list(from_a, of_both.0)?, register)?,
            array(list(from_b, of_both.1)?, register)?,
            array(list(from_c, of_d)?, sum)?,
        ))
    }
}

/// Whether sums of a type are made of products of another.
fn fits(sum: &str, factor: &str) -> bool {
    match sum {
        "f16" => factor == "f16",
        "f32" => matches!(factor, "f16" | "bf16" | "tf32" | "e4m3" | "e5m2"),
        "f64" => factor == "f64",
        _ => matches!(factor, "s8" | "u8" | "s4" | "u4"),
    }
}

/// The registers of a fragment; braces around a single one have been taken off.
fn list(operand: &Operand, count: usize) -> Option<&[Operand]> {
    if count == 1 && !matches!(operand, Operand::Vector(_)) {
        return Some(std::slice::from_ref(operand));
    }
    operand.vector(count)
}

/// Their values as the initializer of an array.
fn array(operands: &[Operand], c: &str) -> Option<String> {
    let value = |operand: &Operand| match c {
        "float" => operand.float("f32").or_else(|| zero(operand)),
        "double" => operand.float("f64").or_else(|| zero(operand)),
        c => operand.integer(c).map(|text| if operand.immediate().is_some() { cast(c, &text) } else { text }),
    };
    Some(format!("{{{}}}", operands.iter().map(value).collect::<Option<Vec<_>>>()?.join(", ")))
}

fn zero(operand: &Operand) -> Option<String> {
    (operand.immediate()? == 0).then(|| "0".to_owned())
}
