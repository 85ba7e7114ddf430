//! A family of facts -> the text of its file.

use std::fmt::Write as _;

use crate::clang::{Function, Record};
use crate::merge::{Family, Versions};

const HEAD: &str = "\
# Written by `make cuda-facts` from headers; not to be edited.
#
#   functions  \"VERSIONS | result | type name | ...\"
#   records    \"VERSIONS | struct or union | size align | offset type name | ...\", in bytes
#   introduced versions of CUDA in which a function's variants came: 12010 is 12.1
";

/// The file.
pub(crate) fn facts(family: &Family) -> String {
    let mut out = String::from(HEAD);
    out.push_str("\n[functions]\n");
    for (name, all) in &family.functions {
        let lines = all.iter().map(|(versions, function)| function_line(versions, function));
        list(&mut out, name, lines);
    }
    out.push_str("\n[enumerations]\n");
    for (name, values) in &family.enumerations {
        let values: Vec<String> = values.iter().map(|(constant, value)| format!("{constant} = {value}")).collect();
        let _ = writeln!(out, "{} = {{ {} }}", key(name), values.join(", "));
    }
    out.push_str("\n[records]\n");
    for (name, all) in &family.records {
        let lines = all.iter().map(|(versions, record)| record_line(versions, record));
        list(&mut out, name, lines);
    }
    out.push_str("\n[introduced]\n");
    for (name, versions) in &family.introduced {
        let versions: Vec<u32> = versions.iter().copied().collect();
        let _ = writeln!(out, "{name} = {versions:?}");
    }
    out.push_str("\n[numbers]\n");
    for (name, value) in &family.numbers {
        let _ = writeln!(out, "{name} = {value}");
    }
    out
}

fn key(name: &str) -> String {
    if name.contains(['.', ' ']) { format!("{name:?}") } else { name.to_owned() }
}

fn list(out: &mut String, name: &str, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.map(|line| format!("{line:?}")).collect();
    let _ = writeln!(out, "{} = [{}]", key(name), lines.join(", "));
}

fn function_line(versions: &Versions, function: &Function) -> String {
    let mut line = format!("{} | {}", join(versions), function.result);
    for (kind, name) in &function.parameters {
        let _ = write!(line, " | {kind} {name}");
    }
    line
}

fn record_line(versions: &Versions, record: &Record) -> String {
    let word = if record.union { "union" } else { "struct" };
    let mut line = format!("{} | {word} | {} {}", join(versions), record.size, record.align);
    for field in &record.fields {
        let _ = write!(line, " | {} {} {}", field.offset, field.kind, field.name);
    }
    line
}

fn join(versions: &Versions) -> String {
    versions.iter().map(String::as_str).collect::<Vec<_>>().join(" ")
}
