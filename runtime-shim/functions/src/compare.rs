//! What CUDA gives beside what another target gives -> how they differ.

use crate::function::{Function, Passing};
use crate::number::{Element, Number};
use crate::results::{Measured, ResultType};
use crate::rules::Rules;
use crate::values::{picks, table};

/// How a function of a target differs from CUDA's.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The type of the result, where it is of another kind or size: what it is there.
    pub kind: Option<ResultType>,
    /// Cases with other results.
    pub cases: usize,
    pub of: usize,
    /// The largest distance, in units in the last place of the result; of integers, in ones. `None` where one is no number
    /// and the other is, or the signs of zeros differ.
    pub ulps: Option<u64>,
    /// The first case that differs most: its arguments, what CUDA gives and what the target gives.
    pub example: String,
}

/// The difference; `None` where all is equal. NaNs are equal to each other whatever their bits are.
#[must_use]
pub fn compare(function: &Function, rules: &Rules, cuda: &Measured, other: &Measured) -> Option<Difference> {
    let kind = (cuda.kind.letter != other.kind.letter || cuda.kind.bytes != other.kind.bytes).then_some(other.kind);
    let outputs = function.outputs();
    let mut difference = Difference { kind, cases: 0, of: cuda.cases(), ulps: Some(0), example: String::new() };
    let mut most = None;
    if cuda.size == other.size {
        for case in 0..cuda.cases().min(other.cases()) {
            let Some(distance) = distance(&outputs, cuda.case(case), other.case(case)) else { continue };
            difference.cases += 1;
            difference.ulps = difference.ulps.and_then(|largest| Some(largest.max(distance.0?)));
            let rank = distance.0.unwrap_or(u64::MAX);
            if most.is_none_or(|most| rank > most) {
                most = Some(rank);
                difference.example = example(function, rules, case, &outputs, cuda.case(case), other.case(case));
            }
        }
    }
    (difference.kind.is_some() || difference.cases > 0).then_some(difference)
}

/// A line a case with another result.
#[must_use]
pub fn all_cases(function: &Function, rules: &Rules, cuda: &Measured, other: &Measured) -> Vec<String> {
    let outputs = function.outputs();
    let differ = (0..cuda.cases().min(other.cases())).filter(|&at| distance(&outputs, cuda.case(at), other.case(at)).is_some());
    differ.map(|at| example(function, rules, at, &outputs, cuda.case(at), other.case(at))).collect()
}

/// How far apart the results of one case are; `None` where they are equal. The distance is `None` where there is no measure.
fn distance(outputs: &[Number], cuda: &[u8], other: &[u8]) -> Option<(Option<u64>,)> {
    let (ours, theirs) = (elements(outputs, cuda), elements(outputs, other));
    let each = ours.iter().zip(&theirs).filter_map(|((element, a), (_, b))| apart(*element, *a, *b));
    each.reduce(|x, y| (x.0.zip(y.0).map(|(x, y)| x.max(y)),))
}

fn apart(element: Element, a: u64, b: u64) -> Option<(Option<u64>,)> {
    let Some((mantissa, exponent)) = element.format() else {
        let value = |bits| if let Element::Signed(size) = element { i128::from(signed(size, bits)) } else { i128::from(bits) };
        return (a != b).then(|| (u64::try_from(value(a).abs_diff(value(b))).ok(),));
    };
    let infinity = ((1u64 << exponent) - 1) << mantissa;
    let sign = 1u64 << (mantissa + exponent);
    let size = |bits: u64| bits & (sign - 1);
    let is_nan = |bits| size(bits) > infinity;
    if a == b || is_nan(a) && is_nan(b) {
        return None;
    }
    // NaN beside a number, and the sign of a zero. Infinity is what follows the largest number.
    let no_measure = is_nan(a) || is_nan(b) || size(a) + size(b) == 0;
    let ordered = |bits: u64| if bits & sign == 0 { size(bits) as i128 } else { -(size(bits) as i128) };
    Some(((!no_measure).then(|| (ordered(a) - ordered(b)).unsigned_abs() as u64),))
}

/// The elements of a case's results, with their bits.
fn elements(outputs: &[Number], mut bytes: &[u8]) -> Vec<(Element, u64)> {
    let mut found = Vec::new();
    for number in outputs {
        for _ in 0..number.lanes {
            let Some((element, rest)) = bytes.split_at_checked(number.element.size()) else { return found };
            found.push((number.element, element.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))));
            bytes = rest;
        }
    }
    found
}

fn example(function: &Function, rules: &Rules, case: usize, outputs: &[Number], cuda: &[u8], other: &[u8]) -> String {
    let shown = |bytes| {
        let each: Vec<String> = elements(outputs, bytes).into_iter().map(|(element, bits)| show(element, bits)).collect();
        each.join(" ")
    };
    format!("{}({}): {} in CUDA, {} here", function.name, arguments(function, rules, case), shown(cuda), shown(other))
}

/// The arguments of a case.
fn arguments(function: &Function, rules: &Rules, case: usize) -> String {
    let picks = &picks(function.parameters.len())[case];
    let each = function.parameters.iter().zip(picks).enumerate().map(|(at, (parameter, &pick))| {
        if let Some(limit) = rules.limit(function, at) {
            return (limit.least + i64::from(pick) % (limit.most - limit.least + 1)).to_string();
        }
        let pick = if parameter.passing == Passing::Read { pick % 253 } else { pick };
        let bytes = &table(parameter.number)[usize::from(pick) * parameter.number.size()..][..parameter.number.size()];
        let lanes = elements(&[parameter.number], bytes).into_iter().map(|(element, bits)| show(element, bits));
        lanes.collect::<Vec<_>>().join(" ")
    });
    each.collect::<Vec<_>>().join(", ")
}

/// A number as a reader would write it.
fn show(element: Element, bits: u64) -> String {
    match element {
        Element::Float => format!("{:e}", f32::from_bits(bits as u32)),
        Element::Double => format!("{:e}", f64::from_bits(bits)),
        Element::Bfloat => format!("{:e}", f32::from_bits((bits as u32) << 16)),
        Element::Half => format!("{:e}", half(bits)),
        Element::Signed(size) => signed(size, bits).to_string(),
        _ => bits.to_string(),
    }
}

fn signed(size: usize, bits: u64) -> i64 {
    (bits << (64 - 8 * size)) as i64 >> (64 - 8 * size)
}

/// The value of a binary16.
fn half(bits: u64) -> f64 {
    let (exponent, mantissa) = (bits >> 10 & 31, (bits & 1023) as f64);
    let size = match exponent {
        0 => mantissa * (-24f64).exp2(),
        31 if mantissa == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1.0 + mantissa / 1024.0) * (exponent as f64 - 15.0).exp2(),
    };
    if bits & 0x8000 == 0 { size } else { -size }
}
