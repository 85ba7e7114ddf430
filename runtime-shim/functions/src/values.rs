//! The arguments of the calls: tables of values a type, edges first, and which of them a case takes.

use crate::number::{Element, Number};

/// Values in the table of a type.
pub const VALUES: usize = 256;

/// Cases of a function, by its number of arguments: every value alone; 16 against 16 and others; 7 against 7 against 7 and others.
pub const CASES: [usize; 3] = [256, 384, 384];

/// The cases of a function of so many arguments.
#[must_use]
pub fn cases(arguments: usize) -> usize {
    CASES[arguments.clamp(1, CASES.len()) - 1]
}

/// For each case, which value each argument takes.
#[must_use]
pub fn picks(arguments: usize) -> Vec<Vec<u8>> {
    let crossed = [VALUES, 16, 7][arguments.clamp(1, 3) - 1];
    let mut random = Random(arguments as u64);
    let one = |case: usize| -> Vec<u8> {
        let in_cross = arguments <= 3 && case < crossed.pow(arguments as u32);
        (0..arguments)
            .map(|at| if in_cross { (case / crossed.pow(at as u32) % crossed) as u8 } else { random.next() as u8 })
            .collect()
    };
    (0..cases(arguments)).map(one).collect()
}

/// The bytes of all values of a type.
#[must_use]
pub(crate) fn table(number: Number) -> Vec<u8> {
    let elements = elements(number.element);
    let size = number.element.size();
    // The lanes of a vector differ: further ones are taken a few values later, within the same sixteen.
    let of_lane = |at: usize, lane: usize| elements[(at + 5 * lane) % 16 + at / 16 * 16];
    let lanes = (0..VALUES).flat_map(|at| (0..number.lanes).map(move |lane| (at, lane)));
    lanes.flat_map(|(at, lane)| of_lane(at, lane).to_le_bytes()[..size].to_vec()).collect()
}

/// The bits of the values of an element.
fn elements(element: Element) -> Vec<u64> {
    let mut random = Random(0x9e37 + element.size() as u64);
    let mut values = match element {
        Element::Bool => (0..VALUES as u64).map(|at| at & 1).collect(),
        Element::Enumeration(count) => (0..VALUES as u64).map(|at| at % u64::from(count)).collect(),
        Element::Signed(size) | Element::Unsigned(size) => integers(size, &mut random),
        Element::Half | Element::Bfloat | Element::Float | Element::Double => floats(element, &mut random),
    };
    values.truncate(VALUES);
    values
}

/// The edges of integers of `size` bytes come first, then powers of two and their neighbours, then random ones of all lengths.
fn integers(size: usize, random: &mut Random) -> Vec<u64> {
    let bits = 8 * size as u32;
    let all = u64::MAX >> (64 - bits);
    let least = 1u64 << (bits - 1);
    let alternating = 0x5555_5555_5555_5555u64;
    let first = [0, 1, u64::MAX, least, least - 1, 2, least + 1, least - 2, 31, 32, 33, alternating, 5, 64, !31, !alternating];
    let mut values: Vec<u64> = first.to_vec();
    for bit in 1..bits {
        let power = 1u64 << bit;
        values.extend([power, power - 1, power + 1, power.wrapping_neg()]);
    }
    values.truncate(176);
    while values.len() < VALUES {
        let length = random.next() % u64::from(bits);
        let value = random.next() >> (63 - length);
        values.push(if random.next() & 1 == 0 { value } else { value.wrapping_neg() });
    }
    values.into_iter().map(|value| value & all).collect()
}

/// The edges of a format come first, then numbers around powers of two, around halves and around the ends of the integers, then random ones.
#[allow(clippy::approx_constant, reason = "the reference was measured with these values")]
fn floats(element: Element, random: &mut Random) -> Vec<u64> {
    let Some((mantissa, exponent)) = element.format() else { return Vec::new() };
    let bias = (1u64 << (exponent - 1)) - 1;
    let sign = 1u64 << (mantissa + exponent);
    let infinity = ((1u64 << exponent) - 1) << mantissa;
    let power = |e: i64| ((bias as i64 + e) as u64) << mantissa;
    let one = power(0);
    let half_step = 1u64 << (mantissa - 1);
    let quiet = infinity | half_step;
    // 0 -0 1 -1.5 infinity NaN denormal, 0.5 -infinity largest -smallest normal 2.5 -3 1.25 -denormal 0.1
    let first = [
        0,
        sign,
        one,
        sign | one | half_step,
        infinity,
        quiet,
        1,
        power(-1),
        sign | infinity,
        infinity - 1,
        sign | (1 << mantissa),
        power(1) | (half_step >> 1),
        sign | power(1) | half_step,
        one | (half_step >> 1),
        sign | ((1 << mantissa) - 1),
        one - 3 * (1 << mantissa) - half_step / 2,
    ];
    let mut values = first.to_vec();
    values.extend([
        sign | one,
        sign | power(-1),
        sign | power(1),
        power(1),
        sign | (infinity - 1),
        (1 << mantissa),
        sign | 1,
        quiet | sign,
    ]);
    // Around the ends of the integer types, and where halves end.
    for e in [7, 8, 15, 16, 31, 32, 63, 64, i64::from(mantissa), i64::from(mantissa) + 1] {
        let at = if e <= bias as i64 { power(e) } else { infinity - 2 };
        values.extend([at - 1, at, at + 1, sign | (at - 1), sign | at, sign | (at + 1)]);
    }
    // Halves, thirds, and what is next to ones and halves.
    for at in 1..12u64 {
        let value = of_f64(element, at as f64 / 2.0);
        values.extend([value | sign, value, value - 1, value + 1]);
    }
    for value in [0.1, 0.25, 0.7, 3.0, 3.14159265358979, 1.5707963267948966, 10.0, 20.5, 88.7, -87.3, 100.0, 709.5, 0.001, -0.3] {
        values.push(of_f64(element, value));
    }
    values.truncate(172);
    while values.len() < VALUES {
        let bits = random.next() & (sign | (sign - 1));
        // Every second one has a size that functions are used with: from 2^-8 to 2^8.
        let near = bits & (sign | ((1 << mantissa) - 1)) | power((random.next() % 16) as i64 - 8);
        values.push(if values.len().is_multiple_of(4) { bits } else { near });
    }
    values
}

/// A number of an element's format, cut off below.
fn of_f64(element: Element, value: f64) -> u64 {
    let bits = value.to_bits();
    let Some((mantissa, exponent)) = element.format() else { return bits };
    if element == Element::Double || value == 0.0 {
        return bits;
    }
    let bias = (1i64 << (exponent - 1)) - 1;
    let e = (bits >> 52 & 0x7ff) as i64 - 1023 + bias;
    (bits >> 63) << (mantissa + exponent) | (e as u64) << mantissa | (bits & ((1 << 52) - 1)) >> (52 - mantissa)
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}
