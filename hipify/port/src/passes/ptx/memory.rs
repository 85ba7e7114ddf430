//! PTX's loads, stores and atomics of global, generic and shared addresses.

use super::instruction::{One, c_type};
use super::operand::{Operand, cast};

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
        let (mut volatile, mut ordered, mut hint, mut is_shared) = (false, None, "", false);
        loop {
            match rest {
                ["volatile", ..] => volatile = true,
                [one @ ("relaxed" | "acquire" | "release"), sharing, ..] => {
                    ordered = Some((order(one)?, scope(sharing)?));
                    rest = &rest[1..];
                }
                ["global", ..] => {}
                ["shared", ..] => is_shared = true,
                // Loads that stream do so through whichever cache.
                ["nc", ..] if hint == "cs" => {}
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
            let values = value.vector(count)?;
            if ordered.is_some() || volatile {
                return one_by_one(
                    is_load,
                    ordered,
                    c,
                    suffix,
                    &address.address_in(is_shared, &format!("{constant}volatile {c}"))?,
                    values,
                );
            }
            let vector = vector(suffix, count)?;
            let address = address.address_in(is_shared, &format!("{constant}{vector}"))?;
            if !is_load {
                let values = values.iter().map(|value| element(suffix, c, value)).collect::<Option<Vec<_>>>()?;
                return Some(format!("*{address} = make_{vector}({})", values.join(", ")));
            }
            let load = if hint == "nc" { format!("__ldg({address})") } else { format!("*{address}") };
            let each = values
                .iter()
                .zip(["x", "y", "z", "w"])
                .filter(|(value, _)| !matches!(value, Operand::Sink))
                .map(|(value, field)| Some(value.assigned(suffix, &format!("ptx_v.{field}"))? + ";"))
                .collect::<Option<Vec<_>>>()?;
            return Some(format!("({{ const {vector} ptx_v = {load}; {} }})", each.join(" ")));
        }
        let value = value.vector(1).map_or(value, |values| &values[0]);
        let plain = address.address_in(is_shared, &format!("{constant}{c}"))?;
        let through = address.address_in(is_shared, &format!("{constant}volatile {c}"))?;
        if is_load {
            let loaded = match (ordered, hint) {
                (Some((order, scope)), _) => format!("__hip_atomic_load({plain}, {order}, {scope})"),
                (None, "nc") => format!("__ldg({plain})"),
                (None, "cs" | "cg") => format!("__builtin_nontemporal_load({plain})"),
                (None, _) if volatile || self.registers.is_volatile => format!("*{through}"),
                (None, _) => format!("*{plain}"),
            };
            return value.assigned(suffix, &loaded);
        }
        let stored = match value.immediate() {
            Some(number) => number.to_string(),
            _ if suffix.starts_with('f') => value.float(suffix)?,
            _ => value.typed(suffix).map(str::to_owned).or_else(|| value.integer(c))?,
        };
        Some(match (ordered, hint) {
            (Some((order, scope)), _) => {
                format!("__hip_atomic_store({plain}, static_cast<{c}>({stored}), {order}, {scope})")
            }
            (None, "cs" | "cg") => format!("__builtin_nontemporal_store({}, {plain})", cast(c, &stored)),
            (None, _) if volatile || self.registers.is_volatile => format!("*{through} = {stored}"),
            (None, _) => format!("*{plain} = {stored}"),
        })
    }

    /// `atom` and `red`: relaxed and of the device's scope where they do not say.
    pub(super) fn atomic(&self) -> Option<String> {
        let (gives, mut rest) = match self.parts {
            ["atom", rest @ ..] => (true, rest),
            ["red", rest @ ..] => (false, rest),
            _ => return None,
        };
        let (mut memory_order, mut sharing, mut is_shared) = ("relaxed", "gpu", false);
        while let [one, ..] = rest {
            match *one {
                "global" | "noftz" => {}
                "shared" => is_shared = true,
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
        let address = self.operands.get(first)?.address_in(is_shared, c)?;
        let value = self.input(first + 1, suffix)?;
        let gets = |old: String| if gives { self.gives(suffix, &old) } else { Some(old) };
        if *operation == "cas" && gives && self.operands.len() == 4 {
            let failed = if matches!(memory_order, "acquire" | "acq_rel") { "__ATOMIC_ACQUIRE" } else { "__ATOMIC_RELAXED" };
            let desired = self.input(first + 2, suffix)?;
            let exchange =
                format!("__hip_atomic_compare_exchange_strong({address}, &ptx_old, {desired}, {order}, {failed}, {scope})");
            return Some(format!("({{ {c} ptx_old = {value}; {exchange}; {}; }})", gets("ptx_old".to_owned())?));
        }
        let function = match *operation {
            "add" | "min" | "max" | "and" | "or" | "xor" => format!("__hip_atomic_fetch_{operation}"),
            "exch" => "__hip_atomic_exchange".to_owned(),
            "inc" | "dec" if *suffix == "u32" && memory_order == "relaxed" => {
                let function = if *operation == "inc" { "atomicInc" } else { "atomicDec" };
                return gets(format!("{function}({address}, {value})"));
            }
            _ => return None,
        };
        (self.operands.len() == first + 2).then(|| gets(format!("{function}({address}, {value}, {order}, {scope})")))?
    }
}

/// A value of a vector that is stored.
fn element(suffix: &str, c: &str, value: &Operand) -> Option<String> {
    if suffix.starts_with('f') { Some(cast(c, &value.float(suffix)?)) } else { value.integer(c) }
}

/// The values of a vector whose accesses are volatile or ordered, which PTX makes one after the other.
fn one_by_one(
    is_load: bool,
    ordered: Option<(&str, &str)>,
    c: &str,
    suffix: &str,
    address: &str,
    values: &[Operand],
) -> Option<String> {
    let mut text = format!("({{ const auto ptx_p = {address};");
    for (at, value) in values.iter().enumerate() {
        let statement = match (is_load, ordered) {
            (true, Some((order, scope))) => {
                value.assigned(suffix, &format!("__hip_atomic_load(ptx_p + {at}, {order}, {scope})"))?
            }
            (true, None) => value.assigned(suffix, &format!("ptx_p[{at}]"))?,
            (false, Some((order, scope))) => {
                format!("__hip_atomic_store(ptx_p + {at}, {}, {order}, {scope})", element(suffix, c, value)?)
            }
            (false, None) => format!("ptx_p[{at}] = {}", element(suffix, c, value)?),
        };
        text.push_str(&format!(" {statement};"));
    }
    Some(text + " })")
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
