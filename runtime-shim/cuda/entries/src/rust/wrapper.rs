//! One entry of a plan -> the function that is its code.

use std::fmt::Write as _;

use super::Conversions;
use super::names::{Context, Side, qualified};
use super::parameter::Step;
use crate::c_type::{Base, CType};
use crate::convert::Conversion;
use crate::facts::Signature;
use crate::library::Adaptation;
use crate::plan::{Action, PlannedSymbol};

/// Stands for the name of the code in what is generated.
pub(crate) const NAME: &str = "@NAME@";

/// The function, with [`NAME`] in the place of its name.
pub(crate) fn source(entry: &PlannedSymbol, base: Option<&str>, context: &Context, all: &mut Conversions) -> String {
    match (&entry.action, &entry.signature) {
        (Action::Call { hip, conversions }, Some(signature)) => call(entry, hip, conversions, signature, context, all),
        (Action::PerThread(_), Some(signature)) => per_thread(entry, base, signature, context),
        (_, signature) => unsupported(entry, signature.as_ref(), context),
    }
}

/// Name and type of a parameter in Rust.
fn parameters(signature: &Signature, context: &Context) -> Vec<(String, String)> {
    let version = context.sides.version;
    let kinds = signature.parameters.iter().map(|(_, kind)| qualified(kind, Side::Cuda, context, version));
    signature.parameters.iter().zip(kinds).map(|((name, _), kind)| (format!("a_{name}"), kind)).collect()
}

fn result(signature: &Signature, context: &Context) -> String {
    qualified(&signature.result, Side::Cuda, context, context.sides.version)
}

/// The static that describes an entry.
fn description(entry: &PlannedSymbol, hip: &str, signature: Option<&Signature>, context: &Context) -> String {
    let letter = |kind: &CType| match &kind.base {
        _ if kind.is_stream() => 's',
        Base::Integer(1, true) if kind.pointers == 1 && kind.constant => 't',
        _ if kind.is_pointer() => 'p',
        Base::Float(4) => 'f',
        Base::Float(_) => 'd',
        Base::Integer(_, false) => 'u',
        Base::Record(_) => 'r',
        _ => 'i',
    };
    let parameters = signature.map(|signature| signature.parameters.as_slice()).unwrap_or_default();
    let list: Vec<String> = parameters.iter().map(|(name, kind)| format!("({name:?}, {:?})", letter(kind))).collect();
    format!(
        "    static ENTRY: EntryPoint = EntryPoint::new(&FAMILIES[Family::{} as usize], c{:?}, c{hip:?}, &[{}]);\n",
        camel(&context.family.name),
        entry.symbol,
        list.join(", ")
    )
}

/// `runtime` -> `Runtime`.
pub(crate) fn camel(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}

fn head(entry: &PlannedSymbol, signature: &Signature, context: &Context) -> String {
    let list: Vec<String> = parameters(signature, context).iter().map(|(name, kind)| format!("{name}: {kind}")).collect();
    let _ = entry;
    format!(
        "#[unsafe(export_name = \"{}{NAME}\")]\nunsafe extern \"C\" fn {NAME}({}) -> {} {{\n",
        super::PREFIX,
        list.join(", "),
        result(signature, context)
    )
}

/// A parameter as the 64 bits that a trace shows.
fn words(signature: &Signature) -> String {
    let word = |(name, kind): &(String, CType)| match &kind.base {
        _ if kind.is_pointer() => format!("a_{name} as u64"),
        Base::Float(4) => format!("u64::from(a_{name}.to_bits())"),
        Base::Float(_) => format!("a_{name}.to_bits()"),
        Base::Record(_) => "0".to_owned(),
        _ => format!("a_{name} as u64"),
    };
    signature.parameters.iter().map(word).collect::<Vec<_>>().join(", ")
}

fn call(
    entry: &PlannedSymbol,
    hip: &str,
    conversions: &[Conversion],
    signature: &Signature,
    context: &Context,
    all: &mut Conversions,
) -> String {
    let mut out = head(entry, signature, context);
    out.push_str(&description(entry, hip, Some(signature), context));
    let (mut before, mut after, mut passed) = (String::new(), String::new(), Vec::new());
    let theirs = context.sides.hip.newest_signature(hip);
    let filled = fills(&entry.symbol, context);
    for (at, (name, kind)) in signature.parameters.iter().enumerate() {
        push_filled(&filled, theirs, &mut passed, context);
        let hip_kind = theirs.and_then(|theirs| theirs.parameters.get(passed.len())).map(|(_, kind)| kind);
        let step = Step { entry, name, kind, hip: hip_kind, context };
        passed.extend(step.write(&conversions[at], &mut before, &mut after, all));
    }
    push_filled(&filled, theirs, &mut passed, context);
    let (passed, kinds): (Vec<String>, Vec<String>) = passed.into_iter().unzip();
    let answer = result(signature, context);
    let _ = writeln!(out, "    let body = || -> {answer} {{");
    let _ = writeln!(out, "        let Some(function) = ENTRY.target() else {{ return ENTRY.no_target() }};");
    let _ = writeln!(
        out,
        "        // SAFETY: HIP's headers declare the function so; the caller answers for its pointers.\n        unsafe {{"
    );
    let _ = writeln!(
        out,
        "            let function: unsafe extern \"C\" fn({}) -> {answer} = std::mem::transmute(function);",
        kinds.join(", ")
    );
    let _ = write!(out, "{before}");
    let _ = writeln!(out, "            let answer = function({});", passed.join(", "));
    let status = context.family.status.first().map(String::as_str);
    if status.is_some() && signature.result.enumeration() == status {
        if !after.is_empty() {
            let _ = writeln!(out, "            if answer == 0 {{\n{after}            }}");
        }
        let _ = writeln!(out, "            ENTRY.status(&STATUS_{}, answer)", context.family.name.to_uppercase());
    } else {
        let _ = writeln!(out, "{after}            answer");
    }
    let _ = writeln!(out, "        }}\n    }};");
    let _ = writeln!(out, "    if trace::is_on() {{ trace::call(&ENTRY, &[{}], body) }} else {{ body() }}\n}}", words(signature));
    out
}

/// Values for parameters that CUDA lacks.
fn fills(function: &str, context: &Context) -> Vec<(usize, String)> {
    let all = context.family.adaptations(function).into_iter();
    all.filter_map(|one| if let Adaptation::Fill(index, value) = one { Some((index, value)) } else { None }).collect()
}

/// Passes such values where their turn is.
fn push_filled(filled: &[(usize, String)], theirs: Option<&Signature>, passed: &mut Vec<(String, String)>, context: &Context) {
    while let Some((index, value)) = filled.iter().find(|(index, _)| *index == passed.len()) {
        let kind = theirs.map(|theirs| qualified(&theirs.parameters[*index].1, Side::Hip, context, 6));
        let kind = kind.unwrap_or_else(|| "u64".to_owned());
        passed.push((format!("{value}u64 as {kind}"), kind));
    }
}

/// Passes the call on, with the thread's own default stream where none is named.
fn per_thread(entry: &PlannedSymbol, base: Option<&str>, signature: &Signature, context: &Context) -> String {
    let Some(base) = base else { return unsupported(entry, Some(signature), context) };
    let parameters = parameters(signature, context);
    let kinds: Vec<&str> = parameters.iter().map(|(_, kind)| kind.as_str()).collect();
    let pass =
        |(name, kind): &(String, CType)| if kind.is_stream() { format!("own_stream(a_{name})") } else { format!("a_{name}") };
    let passed: Vec<String> = signature.parameters.iter().map(pass).collect();
    let answer = result(signature, context);
    format!(
        "{}    unsafe extern \"C\" {{\n        #[link_name = \"{}{base}\"]\n        fn base({}) -> {answer};\n    }}\n    \
         // SAFETY: the same entry for another default stream.\n    unsafe {{ base({}) }}\n}}\n",
        head(entry, signature, context),
        super::PREFIX,
        kinds.iter().map(|kind| format!("_: {kind}")).collect::<Vec<_>>().join(", "),
        passed.join(", ")
    )
}

/// Says that there is nothing to call.
fn unsupported(entry: &PlannedSymbol, signature: Option<&Signature>, context: &Context) -> String {
    let does = if context.family.inert { "inert" } else { "unsupported" };
    let answer = format!("ENTRY.{does}()");
    let Some(signature) = signature else {
        return format!(
            "#[unsafe(export_name = \"{}{NAME}\")]\nunsafe extern \"C\" fn {NAME}() -> i32 {{\n{}    \
             if trace::is_on() {{ trace::call(&ENTRY, &[], || {answer}) }} else {{ {answer} }}\n}}\n",
            super::PREFIX,
            description(entry, "", None, context)
        );
    };
    format!(
        "{}{}    if trace::is_on() {{ trace::call(&ENTRY, &[{}], || {answer}) }} else {{ {answer} }}\n}}\n",
        head(entry, signature, context),
        description(entry, "", Some(signature), context),
        words(signature),
    )
}
