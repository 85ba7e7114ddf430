//! Operations into C prototypes.

use crate::table::{Parameter, Row, Variant, is_complex};
use std::fmt::Write as _;

/// A header with the prototypes of all entry points that the table has.
pub(crate) fn header(rows: &[Row]) -> String {
    let mut text =
        String::from("// The operations of hipBLAS, for each element type, in batches, with 64-bit sizes.\n#pragma once\n\n");
    for row in rows {
        for letter in &row.letters {
            for &variant in row.variants {
                for &long in row.widths() {
                    let parameters = parameters(row, letter, variant, long);
                    let name = row.symbol(letter, variant, false, long);
                    let _ = writeln!(text, "hipblasStatus_t {name}({parameters});");
                    if is_complex(letter) {
                        let name = row.symbol(letter, variant, true, long);
                        let _ = writeln!(text, "hipblasStatus_t {name}({parameters});");
                    }
                }
            }
        }
    }
    text
}

fn element(letter: &str, real: bool) -> &'static str {
    match (letter, real) {
        ("S" | "Is", _) | ("C" | "Sc" | "Cs" | "Ic", true) => "float",
        ("D" | "Id", _) | ("Z" | "Dz" | "Zd" | "Iz", true) => "double",
        ("C" | "Sc" | "Cs" | "Ic", _) => "hipComplex",
        ("Z" | "Dz" | "Zd" | "Iz", _) => "hipDoubleComplex",
        ("H", _) => "hipblasHalf",
        ("Bf", _) => "hipblasBfloat16",
        _ => panic!("`{letter}` stands for no element type"),
    }
}

fn parameters(row: &Row, letter: &str, variant: Variant, long: bool) -> String {
    let int = if long { "int64_t" } else { "int" };
    let (mut before, mut after) = (String::from("hipblasHandle_t handle"), String::new());
    for parameter in &row.parameters {
        let to = if parameter.is_result() { &mut after } else { &mut before };
        let _ = write!(to, ", {}", declared(parameter, letter, variant, int));
    }
    let count = if variant == Variant::Plain { String::new() } else { format!(", {int} batchCount") };
    format!("{before}{count}{after}")
}

fn declared(parameter: &Parameter, letter: &str, variant: Variant, int: &str) -> String {
    let name = &parameter.name;
    let constant = if parameter.is_read_only() { "const " } else { "" };
    let element = element(letter, parameter.is_real());
    match parameter.kind.as_str() {
        "op" => format!("hipblasOperation_t {name}"),
        "side" => format!("hipblasSideMode_t {name}"),
        "fill" => format!("hipblasFillMode_t {name}"),
        "diag" => format!("hipblasDiagType_t {name}"),
        "n" | "l" => format!("{int} {name}"),
        "s" | "r" | "o" | "oR" => format!("{constant}{element} *{name}"),
        "oI" => format!("{int} *{name}"),
        "i" | "h" => format!("int *{name}"),
        "q" if variant == Variant::Strided => format!("int *{name}, hipblasStride stride_{name}"),
        "q" => format!("int *{name}"),
        _ => {
            let step = if parameter.has_step() { format!(", {int} step_{name}") } else { String::new() };
            match variant {
                Variant::Plain => format!("{constant}{element} *{name}{step}"),
                Variant::Batched => format!("{constant}{element} *const {name}[]{step}"),
                Variant::Strided => format!("{constant}{element} *{name}{step}, hipblasStride stride_{name}"),
            }
        }
    }
}
