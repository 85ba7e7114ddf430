//! Functions -> a CUDA program that calls them with the cases' arguments and writes what they give.

use std::fmt::Write;

use crate::function::{Function, Parameter, Passing};
use crate::number::Number;
use crate::rules::Rules;
use crate::values::{VALUES, cases, picks, table};

/// The program: `EXE OUTPUT [FIRST LAST]` calls the functions, or those of these numbers, and writes `OUTPUT` (`results.rs` reads it).
#[must_use]
pub fn program(functions: &[Function], rules: &Rules) -> String {
    let mut text = include_str!("program/head.cu").to_owned();
    write_tables(&mut text, functions);
    write_picks(&mut text, functions);
    text.push_str(include_str!("program/measure.cu"));
    for (at, function) in functions.iter().enumerate() {
        write_function(&mut text, at, function, rules);
    }
    text.push_str("const MeasuredFunction entries[] = {\n");
    for (at, function) in functions.iter().enumerate() {
        let _ = writeln!(text, "    {{\"{}\", &launch<function_{at}>}},", function.line());
    }
    text + "};\n" + include_str!("program/main.cu")
}

/// One table a type, all in one array; `offset<T>` says where each starts.
fn write_tables(text: &mut String, functions: &[Function]) {
    let mut types: Vec<(&str, Number)> = Vec::new();
    for parameter in functions.iter().flat_map(|f| &f.parameters) {
        if !types.iter().any(|(name, _)| *name == parameter.name) {
            types.push((&parameter.name, parameter.number));
        }
    }
    let mut bytes: Vec<u8> = Vec::new();
    for (name, number) in types {
        bytes.resize(bytes.len().next_multiple_of(16), 0);
        let _ = writeln!(text, "template <> struct offset<{name}> {{ static const int value = {}; }};", bytes.len());
        bytes.extend(table(number));
    }
    write_words(text, "tables", &bytes);
}

/// Which values the cases take, an array a number of arguments.
fn write_picks(text: &mut String, functions: &[Function]) {
    let most = functions.iter().map(|f| f.parameters.len()).max().unwrap_or(1);
    let mut bytes = Vec::new();
    let mut offsets = vec!["0".to_owned()];
    for arguments in 1..=most {
        offsets.push(bytes.len().to_string());
        bytes.extend(picks(arguments).into_iter().flatten());
    }
    write_words(text, "picks", &bytes);
    let counts: Vec<String> = (0..=most).map(|arguments| cases(arguments).to_string()).collect();
    let _ = writeln!(text, "constexpr int pick_offsets[] = {{{}}};", offsets.join(", "));
    let _ = writeln!(text, "constexpr int case_counts[] = {{{}}};", counts.join(", "));
}

fn write_words(text: &mut String, name: &str, bytes: &[u8]) {
    let words: Vec<u64> =
        bytes.chunks(8).map(|chunk| chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))).collect();
    let _ = writeln!(text, "const unsigned long long {name}[] = {{");
    for line in words.chunks(10) {
        let line: Vec<String> = line.iter().map(|word| format!("{word:#x}")).collect();
        let _ = writeln!(text, "{},", line.join(","));
    }
    text.push_str("};\n");
}

/// A struct whose `call` is the function where it is there, and `Absent` where it is not.
fn write_function(text: &mut String, at: usize, function: &Function, rules: &Rules) {
    let count = function.parameters.len();
    let list = |of: &dyn Fn(usize) -> String| (0..count).map(of).collect::<Vec<_>>().join(", ");
    let call = format!("{}({})", function.name, list(&|i| format!("a{i}")));
    // nvcc 13.0 fails on parameters in the type of a result.
    let kind = format!("{}({})", function.name, list(&|i| format!("made<A{i}>()")));
    let _ = writeln!(text, "struct function_{at} {{");
    let _ = writeln!(text, "    static constexpr int arguments = {count};");
    let (types, arguments) = (list(&|i| format!("class A{i}")), list(&|i| format!("A{i} a{i}")));
    let _ = writeln!(
        text,
        "    template <{types}> static __device__ auto call(int, {arguments}) -> decltype({kind}) {{ return {call}; }}"
    );
    text.push_str("    template <class... A> static __device__ Absent call(long, A...) { return {}; }\n");
    text.push_str("    static __device__ void run(Case &c) {\n");
    for (i, parameter) in function.parameters.iter().enumerate() {
        let _ = writeln!(text, "        {}", argument(i, parameter, rules.limit(function, i).map(|l| (l.least, l.most))));
    }
    let types = list(&|i| argument_type(&function.parameters[i]));
    let passed = list(&|i| format!("{}p{i}", if function.parameters[i].passing == Passing::Reference { "*" } else { "" }));
    let _ = writeln!(text, "        c.put([&]() -> decltype(auto) {{ return call<{types}>(0, {passed}); }});");
    for (i, parameter) in function.parameters.iter().enumerate() {
        if matches!(parameter.passing, Passing::Written | Passing::Reference) {
            let _ = writeln!(text, "        c.value(*p{i});");
        }
    }
    text.push_str("    }\n};\n");
}

fn argument(at: usize, parameter: &Parameter, limit: Option<(i64, i64)>) -> String {
    let name = &parameter.name;
    match (parameter.passing, limit) {
        (Passing::Value, None) => format!("{name} p{at} = c.take<{name}>();"),
        (Passing::Value, Some((least, most))) => {
            format!("{name} p{at} = c.limited<{name}>({least}, {most});")
        }
        (Passing::Read, _) => format!("const {name} *p{at} = c.constant<{name}>();"),
        _ => format!("{name} *p{at} = c.memory<{name}>();"),
    }
}

fn argument_type(parameter: &Parameter) -> String {
    let name = &parameter.name;
    match parameter.passing {
        Passing::Value => name.clone(),
        Passing::Read => format!("const {name} *"),
        Passing::Written => format!("{name} *"),
        Passing::Reference => format!("{name} &"),
    }
}

const _: () = assert!(VALUES == 256, "an index is a byte");
