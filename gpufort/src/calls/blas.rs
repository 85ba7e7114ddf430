//! BLAS without a handle: `cublasSgemm('n', ...)` of the first interface, `sgemm('n', ...)` with device arguments. Each becomes a
//! procedure of the interface module over hipBLAS's function, with a handle that is made when it is first needed.

use super::argument::{any_on_device, fit};
use crate::ast::{Arg, Expr, ExprKind};
use crate::context::Context;
use crate::hipfort::{Dummy, Signature, signature};
use crate::sema::{SymbolKind, UnitRef};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Ports a call if it is one of BLAS without a handle.
pub(super) fn call(context: &mut Context<'_, '_>, at: &UnitRef, callee: &Expr, args: &[Arg]) -> bool {
    let ExprKind::Name(key) = &callee.kind else { return false };
    let scope = context.scope(at);
    if !scope.cuda_modules().iter().any(|module| module.contains("cublas")) {
        return false;
    }
    let bare = key.strip_prefix("cublas").unwrap_or(key.as_str());
    let overloaded = bare == key;
    let declared =
        scope.lookup(key).is_some_and(|symbol| matches!(symbol.kind, SymbolKind::Procedure(_) | SymbolKind::Generic(_)));
    if overloaded && (declared || !any_on_device(&scope, args)) {
        return false;
    }
    let Some(found) = hipblas(bare) else { return false };
    if args.len() != found.params.len() - 1 - usize::from(gives(&found).is_some()) {
        return false;
    }
    let name = wrapper(found.name);
    context.converted(&context.text(callee.span));
    context.replace(callee.span, name.clone());
    context.demands.name(at, &name);
    fit(context, at, callee, args, &without_result(&found), 1);
    context.blas.insert(found.name);
    true
}

fn hipblas(bare: &str) -> Option<Signature> {
    let mut letters = bare.chars();
    let first = letters.next()?.to_ascii_uppercase();
    let found = signature(&format!("hipblas{first}{}", letters.as_str()))?;
    found.params.first().is_some_and(|dummy| dummy.name.eq_ignore_ascii_case("handle")).then_some(found)
}

fn wrapper(hip: &str) -> String {
    format!("gpufort_{}", hip.trim_start_matches("hipblas").to_ascii_lowercase())
}

/// The type of what a function gives through its last argument.
fn gives(signature: &Signature) -> Option<&'static str> {
    let last = signature.params.last()?;
    let name = signature.name.trim_start_matches("hipblas").to_ascii_lowercase();
    if !last.name.eq_ignore_ascii_case("result") {
        return None;
    }
    Some(match name.as_bytes() {
        [b'i', ..] => "integer(c_int)",
        [b's', ..] => "real(c_float)",
        [b'd', ..] => "real(c_double)",
        [b'c', ..] => "complex(c_float_complex)",
        _ => "complex(c_double_complex)",
    })
}

fn without_result(signature: &Signature) -> Signature {
    let mut shorter = signature.clone();
    if gives(signature).is_some() {
        shorter.params.pop();
    }
    shorter
}

/// Names of hipfort that the procedures for `functions` use.
pub(crate) fn hip_names(functions: &BTreeSet<&'static str>) -> Vec<&'static str> {
    if functions.is_empty() {
        return Vec::new();
    }
    let own = ["hipfort_hipblas", "hipblasCreate", "hipblasCheck", "hipDeviceSynchronize"];
    let letters = LETTERS.iter().flat_map(|(_, values)| values.iter().map(|(_, name)| *name));
    functions.iter().copied().chain(own).chain(letters).collect()
}

/// Dummies that are letters in BLAS, by how their names begin, with hipBLAS's values.
const LETTERS: &[(&str, &[(char, &str)])] = &[
    ("trans", &[('n', "HIPBLAS_OP_N"), ('t', "HIPBLAS_OP_T"), ('c', "HIPBLAS_OP_C")]),
    ("uplo", &[('u', "HIPBLAS_FILL_MODE_UPPER"), ('l', "HIPBLAS_FILL_MODE_LOWER")]),
    ("side", &[('l', "HIPBLAS_SIDE_LEFT"), ('r', "HIPBLAS_SIDE_RIGHT")]),
    ("diag", &[('n', "HIPBLAS_DIAG_NON_UNIT"), ('u', "HIPBLAS_DIAG_UNIT")]),
];

fn letters(dummy: &Dummy) -> Option<&'static [(char, &'static str)]> {
    let name = dummy.name.to_ascii_lowercase();
    LETTERS.iter().find(|(start, _)| name.starts_with(start)).map(|(_, values)| *values)
}

/// The variable of the handle; it stands before `contains`.
pub(crate) fn declarations(functions: &BTreeSet<&'static str>) -> &'static str {
    if functions.is_empty() { "" } else { "  type(c_ptr), private, save :: blas_handle = c_null_ptr\n\n" }
}

/// The procedures, which stand after `contains`.
pub(crate) fn procedures(functions: &BTreeSet<&'static str>) -> String {
    let all: Vec<String> = functions.iter().filter_map(|name| signature(name)).map(|signature| procedure(&signature)).collect();
    if all.is_empty() { String::new() } else { format!("{}\n{HANDLE}", all.join("\n")) }
}

const HANDLE: &str = "  subroutine need_blas()
    if (.not. c_associated(blas_handle)) call hipblasCheck(hipblasCreate(blas_handle))
  end subroutine need_blas
";

fn procedure(signature: &Signature) -> String {
    let name = wrapper(signature.name);
    let result = gives(signature);
    let shorter = without_result(signature);
    let dummies = &shorter.params[1..];
    let list = dummies.iter().map(|dummy| dummy.name.as_str()).collect::<Vec<_>>().join(", ");
    let (word, end) = if result.is_some() { ("function", " result(value_)") } else { ("subroutine", "") };
    let mut text = format!("  {word} {name}({list}){end}\n");
    for dummy in dummies {
        let spec = match letters(dummy) {
            Some(_) => "character(len=1), intent(in)".to_owned(),
            None if dummy.spec == "type(c_ptr)" && !dummy.value => "type(c_ptr), intent(inout)".to_owned(),
            None => format!("{}, intent(in)", dummy.spec),
        };
        let _ = writeln!(text, "    {spec} :: {}", dummy.name);
    }
    if let Some(result) = result {
        let _ = writeln!(text, "    {result}, target :: value_");
    }
    let mut actuals = vec!["blas_handle".to_owned()];
    for dummy in dummies {
        match letters(dummy) {
            Some(values) => {
                let variable = format!("{}_", dummy.name);
                let _ = writeln!(text, "    integer(c_int) :: {variable}");
                actuals.push(variable);
                let _ = values;
            }
            None => actuals.push(dummy.name.clone()),
        }
    }
    if result.is_some() {
        actuals.push("c_loc(value_)".to_owned());
    }
    for dummy in dummies {
        if let Some(values) = letters(dummy) {
            text.push_str(&choice(&dummy.name, values));
        }
    }
    let _ = write!(
        text,
        "    call need_blas()\n    call hipblasCheck({}({}))\n  end {word} {name}\n",
        signature.name,
        actuals.join(", ")
    );
    text
}

/// The first value stands for every letter that is none of the others.
fn choice(name: &str, values: &[(char, &str)]) -> String {
    let mut text = format!("    select case ({name})\n");
    for (letter, value) in &values[1..] {
        let _ = writeln!(text, "    case ('{letter}', '{}')", letter.to_ascii_uppercase());
        let _ = writeln!(text, "      {name}_ = {value}");
    }
    let _ = write!(text, "    case default\n      {name}_ = {}\n    end select\n", values[0].1);
    text
}
