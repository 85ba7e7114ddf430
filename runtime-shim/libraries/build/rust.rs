//! Operations into Rust: a function for each element type that checks what was passed and submits the work, and a thin entry point
//! for each variant.

use crate::table::{Parameter, Row, Variant, is_complex};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// All entry points.
pub(crate) fn entry_points(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        for letter in &row.letters {
            text.push_str(&inner(row, letter));
            for &variant in row.variants {
                for &long in row.widths() {
                    text.push_str(&entry(row, letter, variant, long));
                }
            }
        }
    }
    text
}

/// The names that they are exported under.
pub(crate) fn names(rows: &[Row]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for row in rows {
        for letter in &row.letters {
            for &variant in row.variants {
                for &long in row.widths() {
                    names.extend(aliases(row, letter, variant, long));
                }
            }
        }
    }
    names
}

fn aliases(row: &Row, letter: &str, variant: Variant, long: bool) -> impl Iterator<Item = String> {
    let second = is_complex(letter).then(|| row.symbol(letter, variant, true, long));
    std::iter::once(row.symbol(letter, variant, false, long)).chain(second)
}

fn element(letter: &str) -> &'static str {
    match letter {
        "S" | "Is" => "f32",
        "D" | "Id" => "f64",
        "C" | "Sc" | "Cs" | "Ic" => "c32",
        "Z" | "Dz" | "Zd" | "Iz" => "c64",
        "H" => "f16",
        "Bf" => "bf16",
        _ => panic!("`{letter}` stands for no element type"),
    }
}

fn real(letter: &str) -> &'static str {
    match element(letter) {
        "c32" => "f32",
        "c64" => "f64",
        other => other,
    }
}

fn type_of(parameter: &Parameter, letter: &str) -> &'static str {
    if parameter.is_real() { real(letter) } else { element(letter) }
}

fn inner_name(row: &Row, letter: &str) -> String {
    format!("{}_{letter}", row.name)
}

/// The function that all variants of one element type call.
fn inner(row: &Row, letter: &str) -> String {
    let mut text = format!("unsafe fn {}(name: &'static str, handle: usize, ", inner_name(row, letter));
    for parameter in &row.parameters {
        let kind = match parameter.kind.as_str() {
            "op" | "side" | "fill" | "diag" => "u32".to_owned(),
            "n" | "l" => "i64".to_owned(),
            "s" | "r" => format!("*const {}", type_of(parameter, letter)),
            "oI" => "super::parameters::Index".to_owned(),
            "q" | "i" => "Source<i32>".to_owned(),
            "h" => "*mut i32".to_owned(),
            _ => format!("Source<{}>", type_of(parameter, letter)),
        };
        let _ = write!(text, "{}: {kind}, ", parameter.name);
    }
    text.push_str("count: i64) -> u32 {\n    answer::<HipBlas>(name, || {\n        let call = Call::new(handle, name)?;\n");
    text.push_str("        let count = size(count)?;\n");
    row.parameters.iter().for_each(|parameter| text.push_str(&prepared(parameter, false)));
    row.parameters.iter().for_each(|parameter| text.push_str(&prepared(parameter, true)));
    let waits = row
        .parameters
        .iter()
        .any(|parameter| parameter.is_result() || matches!(parameter.kind.as_str(), "e" | "b" | "eR" | "bR"));
    let arguments: Vec<String> = row.parameters.iter().filter(|p| !p.is_result() && p.kind != "h").map(argument).collect();
    let work = format!("{}({})", row.function, arguments.join(", "));
    let work = match row.parameters.iter().find(|parameter| parameter.is_result()) {
        Some(result) if result.kind == "oI" => format!("{}.set(member, {work})", result.name),
        Some(result) => format!("{}.at(member).write({work})", result.name),
        None => work,
    };
    let _ = write!(
        text,
        "        call.submit({waits}, count, move |member| {{\n            // SAFETY: what the program passes is there, as \
         hipBLAS says.\n            unsafe {{ {work} }}\n        }})\n    }})\n}}\n"
    );
    text
}

/// Enumerations and sizes come first, since the checks of the rest need them.
fn prepared(parameter: &Parameter, later: bool) -> String {
    let name = &parameter.name;
    let (is_later, text) = match parameter.kind.as_str() {
        "op" => (false, format!("let {name} = Operation::of({name})?;")),
        "side" => (false, format!("let {name} = Side::of({name})?;")),
        "fill" => (false, format!("let {name} = Fill::of({name})?;")),
        "diag" => (false, format!("let {name} = Diagonal::of({name})?;")),
        "n" => (false, format!("let {name} = size({name})?;")),
        "l" => (false, format!("let {name} = length({name})?;")),
        // SAFETY comments of the text that is made are about the pointers of callers.
        "s" | "r" => {
            (true, format!("// SAFETY: null or valid, as hipBLAS says.\n        let {name} = unsafe {{ call.scalar({name}) }}?;"))
        }
        "m" | "M" => {
            let (rows, columns) = extents(parameter);
            (true, format!("{name}.check_matrix({rows}, count == 0 || {rows} == 0 || {columns} == 0)?;"))
        }
        "v" | "V" => (true, format!("{name}.check_vector(count == 0 || {} == 0)?;", extents(parameter).0)),
        "q" => (true, String::new()),
        "i" if !parameter.extent.is_empty() => (true, String::new()),
        "h" => {
            (true, format!("// SAFETY: null or valid, as hipBLAS says.\n        unsafe {{ crate::handles::give({name}, 0) }}?;"))
        }
        _ => (true, format!("{name}.check(count == 0)?;")),
    };
    if is_later == later { format!("        {text}\n") } else { String::new() }
}

/// The rows in memory and the columns, or the length and nothing.
fn extents(parameter: &Parameter) -> (String, String) {
    match parameter.extent.as_slice() {
        [length] => (length.clone(), "1".to_owned()),
        [rows, columns] => (rows.replace('+', " + "), columns.clone()),
        [side, rows, columns] if side == "side" => {
            let order = format!("side.stored({rows}, {columns})");
            (order.clone(), order)
        }
        [op, rows, columns] => (format!("{op}.stored({rows}, {columns})"), format!("{op}.stored({columns}, {rows})")),
        _ => panic!("`{}` has no extent", parameter.name),
    }
}

fn argument(parameter: &Parameter) -> String {
    let name = &parameter.name;
    match parameter.kind.as_str() {
        "s" | "r" => format!("{name}.get()"),
        "m" | "M" => format!("{name}.matrix(member)"),
        "v" | "V" => format!("{name}.vector(member, {})", extents(parameter).0),
        "p" | "P" | "e" | "b" | "eR" | "bR" | "q" | "i" | "w" => format!("{name}.at(member)"),
        _ => name.clone(),
    }
}

/// An entry point: C types into those of the inner function.
fn entry(row: &Row, letter: &str, variant: Variant, long: bool) -> String {
    let symbol = row.symbol(letter, variant, false, long);
    let int = if long { "i64" } else { "i32" };
    let (mut declared, mut passed, mut results) = (String::from("handle: usize, "), String::new(), String::new());
    for parameter in &row.parameters {
        let name = &parameter.name;
        let pointer = format!("{} {}", if parameter.is_read_only() { "*const" } else { "*mut" }, type_of(parameter, letter));
        let (declaration, pass) = match parameter.kind.as_str() {
            "op" | "side" | "fill" | "diag" => (format!("{name}: u32, "), format!("{name}, ")),
            "n" | "l" => (format!("{name}: {int}, "), format!("{name}.into(), ")),
            "s" | "r" => (format!("{name}: {pointer}, "), format!("{name}, ")),
            "oI" => {
                let index = if long { "Long" } else { "Int" };
                (format!("{name}: *mut {int}, "), format!("super::parameters::Index::{index}({name}), "))
            }
            "o" | "oR" => (format!("{name}: {pointer}, "), format!("Source::strided({name}, 1, 1), ")),
            "q" => pivots(parameter, variant),
            "i" => (format!("{name}: *mut i32, "), format!("Source::strided({name}, 1, 1), ")),
            "h" => (format!("{name}: *mut i32, "), format!("{name}, ")),
            _ => source(parameter, variant, &pointer, int),
        };
        if parameter.is_result() {
            results.push_str(&declaration)
        } else {
            declared.push_str(&declaration)
        }
        passed.push_str(&pass);
    }
    let count = if variant == Variant::Plain { "1".to_owned() } else { "batchCount.into()".to_owned() };
    if variant != Variant::Plain {
        let _ = write!(declared, "batchCount: {int}, ");
    }
    let exports: Vec<String> = aliases(row, letter, variant, long).map(|name| format!("{name} = own_{symbol}")).collect();
    format!(
        "unsafe extern \"C\" fn own_{symbol}({declared}{results}) -> u32 {{\n    // SAFETY: this function requires what its callee does.\n    unsafe {{ {}(\"{symbol}\", \
         handle, {passed}{count}) }}\n}}\ncrate::export! {{ 7; {} }}\n",
        inner_name(row, letter),
        exports.join(", ")
    )
}

/// A parameter of which each member of a batch has its own.
fn source(parameter: &Parameter, variant: Variant, pointer: &str, int: &str) -> (String, String) {
    let name = &parameter.name;
    let (step_declared, step) = match parameter.has_step() {
        true => (format!("step_{name}: {int}, "), format!("step_{name}.into()")),
        false => (String::new(), "1".to_owned()),
    };
    match variant {
        Variant::Plain => (format!("{name}: {pointer}, {step_declared}"), format!("Source::one({name}, {step}), ")),
        Variant::Batched => {
            let pass = format!("Source::pointers({name}.cast(), {step}), ");
            (format!("{name}: *const {pointer}, {step_declared}"), pass)
        }
        Variant::Strided => (
            format!("{name}: {pointer}, {step_declared}stride_{name}: i64, "),
            format!("Source::strided({name}, {step}, stride_{name}), "),
        ),
    }
}

/// Row numbers: those of a batch lie one after another, whatever its matrices do.
fn pivots(parameter: &Parameter, variant: Variant) -> (String, String) {
    let name = &parameter.name;
    match variant {
        Variant::Strided => {
            (format!("{name}: *mut i32, stride_{name}: i64, "), format!("Source::strided({name}, 1, stride_{name}), "))
        }
        _ => (format!("{name}: *mut i32, "), format!("Source::strided({name}, 1, {}.into()), ", extents(parameter).0)),
    }
}
