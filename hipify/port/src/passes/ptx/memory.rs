//! PTX's loads, stores and atomics of global and generic addresses; an address in shared memory is no pointer.

use super::instruction::{One, c_type};
use super::operand::cast;

/// Memory orders and scopes as clang's builtins name them.
fn order(part: &str) -> Option<&'static str> {
    match part {
        "relaxed" => Some("__ATOMIC_RELAXED"),
        "acquire" => Some("__ATOMIC_ACQUIRE"),
        "release" => Some("__ATOMIC_RELEASE"),
        "acq_rel" => Some("__ATOMIC_ACQ_REL"),
        _ => None,
    }
}

fn scope(part: &str) -> Option<&'static str> {
    match part {
        "cta" => Some("__HIP_MEMORY_SCOPE_WORKGROUP"),
        "gpu" => Some("__HIP_MEMORY_SCOPE_AGENT"),
        "sys" => Some("__HIP_MEMORY_SCOPE_SYSTEM"),
        _ => None,
    }
}

impl One<'_> {
    /// Loads and stores of one value or of a vector.
    pub(super) fn memory(&self) -> Option<String> {
        let (is_load, mut rest) = match self.parts {
            ["ld", rest @ ..] => (true, rest),
            ["st", rest @ ..] => (false, rest),
            _ => return None,
        };
        let (mut volatile, mut ordered, mut hint) = (false, None, "");
        loop {
            match rest {
                ["volatile", ..] => volatile = true,
                [one @ ("relaxed" | "acquire" | "release"), sharing, ..] => {
                    ordered = Some((order(one)?, scope(sharing)?));
                    rest = &rest[1..];
                }
                ["global", ..] => {}
                [one @ ("nc" | "ca" | "cg" | "cs" | "lu" | "cv" | "wb" | "wt"), ..] => hint = one,
                _ => break,
            }
            rest = &rest[1..];
        }
        volatile |= matches!(hint, "cv" | "wt");
        let (count, suffix) = match rest {
            ["v2", suffix] => (2, suffix),
            ["v4", suffix] => (4, suffix),
            [suffix] => (1, suffix),
            _ => return None,
        };
        let c = c_type(suffix)?;
        let [first, second] = self.operands else { return None };
        let (value, address) = if is_load { (first, second) } else { (second, first) };
        let constant = if is_load { "const " } else { "" };
        if count > 1 {
            let (vector, values) = (vector(suffix, count)?, value.vector(count)?);
            if ordered.is_some() || volatile {
                return None;
            }
            let address = address.address(&format!("{constant}{vector}"))?;
            let values: Vec<&str> = values.iter().map(|value| value.typed(suffix)).collect::<Option<_>>()?;
            if !is_load {
                let values = values.iter().map(|value| cast(c, value)).collect::<Vec<_>>().join(", ");
                return Some(format!("*{address} = make_{vector}({values})"));
            }
            let load = if hint == "nc" { format!("__ldg({address})") } else { format!("*{address}") };
            let each = values.iter().zip(["x", "y", "z", "w"]).map(|(value, field)| format!("{value} = ptx_v.{field};"));
            return Some(format!("({{ const {vector} ptx_v = {load}; {} }})", each.collect::<Vec<_>>().join(" ")));
        }
        let value = match value.immediate() {
            Some(number) if !is_load => number.to_string(),
            _ => value.typed(suffix)?.to_owned(),
        };
        let plain = address.address(&format!("{constant}{c}"))?;
        let through = address.address(&format!("{constant}volatile {c}"))?;
        Some(match (is_load, ordered, hint) {
            (true, Some((order, scope)), _) => format!("{value} = __hip_atomic_load({plain}, {order}, {scope})"),
            (false, Some((order, scope)), _) => {
                format!("__hip_atomic_store({plain}, static_cast<{c}>({value}), {order}, {scope})")
            }
            (true, None, "nc") => format!("{value} = __ldg({plain})"),
            (true, None, "cs" | "cg") => format!("{value} = __builtin_nontemporal_load({plain})"),
            (false, None, "cs" | "cg") => format!("__builtin_nontemporal_store({}, {plain})", cast(c, &value)),
            (true, None, _) if volatile || self.registers.is_volatile => format!("{value} = *{through}"),
            (true, None, _) => format!("{value} = *{plain}"),
            (false, None, _) if volatile || self.registers.is_volatile => format!("*{through} = {value}"),
            (false, None, _) => format!("*{plain} = {value}"),
        })
    }

    /// `atom` and `red`: relaxed and of the device's scope where they do not say.
    pub(super) fn atomic(&self) -> Option<String> {
        let (gives, mut rest) = match self.parts {
            ["atom", rest @ ..] => (true, rest),
            ["red", rest @ ..] => (false, rest),
            _ => return None,
        };
        let (mut memory_order, mut sharing) = ("relaxed", "gpu");
        while let [one, ..] = rest {
            match *one {
                "global" => {}
                one if order(one).is_some() => memory_order = one,
                one if scope(one).is_some() => sharing = one,
                _ => break,
            }
            rest = &rest[1..];
        }
        let [operation, suffix] = rest else { return None };
        let c = c_type(suffix).filter(|_| !suffix.ends_with('8') && !suffix.ends_with("16"))?;
        let (order, scope) = (order(memory_order)?, scope(sharing)?);
        let first = usize::from(gives);
        let address = self.operands.get(first)?.address(c)?;
        let value = self.input(first + 1, suffix)?;
        let gets = if gives { format!("{} = ", self.dest(suffix)?) } else { String::new() };
        if *operation == "cas" && gives && self.operands.len() == 4 {
            let failed = if matches!(memory_order, "acquire" | "acq_rel") { "__ATOMIC_ACQUIRE" } else { "__ATOMIC_RELAXED" };
            let desired = self.input(first + 2, suffix)?;
            let exchange =
                format!("__hip_atomic_compare_exchange_strong({address}, &ptx_old, {desired}, {order}, {failed}, {scope})");
            return Some(format!("({{ {c} ptx_old = {value}; {exchange}; {gets}ptx_old; }})"));
        }
        let function = match *operation {
            "add" | "min" | "max" | "and" | "or" | "xor" => format!("__hip_atomic_fetch_{operation}"),
            "exch" => "__hip_atomic_exchange".to_owned(),
            _ => return None,
        };
        (self.operands.len() == first + 2).then(|| format!("{gets}{function}({address}, {value}, {order}, {scope})"))
    }
}

/// HIP's vector type of `count` values.
fn vector(suffix: &str, count: usize) -> Option<String> {
    let element = match suffix {
        "f32" => "float",
        "f64" => "double",
        "u8" | "b8" => "uchar",
        "s8" => "char",
        "u16" | "b16" => "ushort",
        "s16" => "short",
        "u32" | "b32" => "uint",
        "s32" => "int",
        "u64" | "b64" => "ulonglong",
        "s64" => "longlong",
        _ => return None,
    };
    Some(format!("{element}{count}"))
}
