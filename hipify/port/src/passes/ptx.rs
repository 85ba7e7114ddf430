//! Inline PTX: what has a counterpart becomes C++, the rest is reported.

mod arithmetic;
mod block;
mod copies;
mod idioms;
mod instruction;
mod lanes;
mod matrix;
mod memory;
mod operand;
mod sixteen;
mod support;
mod template;

use super::Context;
use super::device::device_bodies;
use super::supplied;
use super::sweep::Found;
use crate::options::SupportHeader;
use hipify_diagnostics::{Code as DiagnosticCode, Edit, Level};
use hipify_rules::{Symbol, symbol};
use hipify_syntax::macros::Macros;
use hipify_syntax::{Alone, Argument, Code, TokenKind};
use operand::Class;
use std::borrow::Cow;
use std::cell::OnceCell;
pub(super) use support::address_function;
use template::content;

pub(crate) fn port_assembly(context: &mut Context<'_>, found: &Found) {
    let mut uses = support::port_address_functions(context, found);
    if found.assembly.is_empty() {
        return support::insert(context, found, &uses);
    }
    let bodies = device_bodies(&context.code, found);
    let code = context.code;
    let defines = OnceCell::new();
    let macros = || defines.get_or_init(|| Macros::of(code, &|_| false, &Alone));
    for &at in &found.assembly {
        let in_device = bodies.contain(at);
        let Some(readings) = readings(&code, &macros, at) else {
            if in_device {
                report_unread(context, at);
            }
            continue;
        };
        let assembly = &readings[0];
        let is_nvidia = assembly.instructions.iter().any(|i| is_ptx(i)) || in_device;
        if assembly.instructions.is_empty() || !is_nvidia || assembly.instructions.iter().any(|i| is_amd(i)) {
            continue;
        }
        match rewrite(context, at, &readings) {
            true => uses.push(at),
            false => report(context, at, assembly),
        }
    }
    support::insert(context, found, &uses);
}

#[derive(Clone)]
struct Assembly {
    /// The closing parenthesis.
    close: usize,
    /// Blanks normalised, without the semicolons.
    instructions: Vec<String>,
    /// Outputs, then inputs: the expressions in parentheses, by their token positions.
    operands: Vec<Argument>,
    /// What the constraints before them say.
    classes: Vec<Option<Class>>,
    /// How many of them are outputs.
    outputs: usize,
    is_volatile: bool,
}

/// Tokens of the longest assembly statement that is looked into; real ones have some hundred.
const LONGEST: usize = 4_000;

/// The statement at `at`, once for each text that macros give it; never none.
fn readings<'a>(code: &Code<'a>, macros: &dyn Fn() -> &'a Macros<'a>, at: usize) -> Option<Vec<Assembly>> {
    let mut open = code.next(at)?;
    let mut is_volatile = false;
    while matches!(code.text(open), b"volatile" | b"__volatile__" | b"__volatile" | b"goto" | b"inline") {
        is_volatile |= code.text(open).ends_with(b"volatile") || code.text(open).ends_with(b"volatile__");
        open = code.next(open)?;
    }
    if !code.is(open, b'(') {
        return None;
    }
    let close = code.close(open)?;
    if close - open > LONGEST || (open..close).any(|i| b";{}".iter().any(|b| code.is(i, *b))) {
        return None;
    }
    let (texts, after) = template::texts(code, macros, code.next(open)?)?;
    let (operands, classes, outputs) = operands(code, after, close)?;
    let assembly = Assembly { close, instructions: Vec::new(), operands, classes, outputs, is_volatile };
    Some(texts.iter().map(|text| Assembly { instructions: instructions(text), ..assembly.clone() }).collect())
}

fn instructions(template: &str) -> Vec<String> {
    template.split(';').map(normalize).filter(|i| !i.is_empty()).collect()
}

fn normalize(instruction: &str) -> String {
    let words: Vec<&str> = instruction.split_whitespace().collect();
    let joined = words.join(" ").replace(", ", ",").replace(" ,", ",").replace("[ ", "[").replace(" ]", "]");
    // `%=` is a number that no other assembly has: names of a block are its own anyway.
    joined.replace("%=", "").replace("%%", "%")
}

fn operands(code: &Code<'_>, from: usize, close: usize) -> Option<(Vec<Argument>, Vec<Option<Class>>, usize)> {
    let (mut operands, mut classes) = (Vec::new(), Vec::new());
    let (mut sections, mut outputs) = (0, 0);
    let mut i = from;
    while i < close {
        match code.kind(i) {
            TokenKind::Scope => sections += 2,
            TokenKind::Punctuation if code.is(i, b':') => sections += 1,
            TokenKind::Punctuation if code.is(i, b'(') && sections <= 2 => {
                let end = code.close(i)?;
                operands.push(Argument { first: code.next(i)?, last: code.previous(end)? });
                let constraint = code.previous(i).map_or(String::new(), |before| content(code.text(before)));
                classes.push(class(&constraint));
                outputs += usize::from(sections == 1);
                i = end;
            }
            _ => {}
        }
        i = code.next(i)?;
    }
    Some((operands, classes, outputs))
}

/// What a constraint says of an operand: `"=r"`, `"+l"`, `"n"`.
fn class(constraint: &str) -> Option<Class> {
    match constraint.trim_start_matches(['=', '+', '&']) {
        "r" | "h" | "n" | "rn" | "ri" => Some(Class::Integer),
        "l" => Some(Class::Long),
        "f" => Some(Class::Float),
        "d" => Some(Class::Double),
        _ => None,
    }
}

/// First parts of PTX opcodes: ARM and MIPS assembly has dotted opcodes too.
#[rustfmt::skip]
const OPCODES: &[&str] = &[
    ".reg", "abs", "activemask", "add", "addc", "and", "applypriority", "atom", "bar", "barrier", "bfe", "bfi", "bfind",
    "bmsk", "bra", "brev", "brkpt", "call", "clz", "clusterlaunchcontrol", "cnot", "copysign", "cos", "cp", "createpolicy",
    "cvt", "cvta", "discard", "div", "dp2a", "dp4a", "elect", "ex2", "exit", "fence", "fma", "fns", "getctarank",
    "griddepcontrol", "isspacep", "istypep", "ld", "ldmatrix", "ldu", "lg2", "lop3", "mad", "mad24", "madc", "mapa", "match",
    "max", "mbarrier", "membar", "min", "mma", "mov", "movmatrix", "mul", "mul24", "multimem", "nanosleep", "neg", "not",
    "or", "pmevent", "popc", "prefetch", "prefetchu", "prmt", "rcp", "red", "redux", "rem", "rsqrt", "sad", "selp", "set",
    "setmaxnreg", "setp", "shf", "shfl", "shl", "shr", "sin", "slct", "sqrt", "st", "stmatrix", "sub", "subc", "suld", "suq",
    "sured", "sust", "szext", "tanh", "tcgen05", "tensormap", "testp", "tex", "tld4", "trap", "txq", "vabsdiff", "vabsdiff4",
    "vadd", "vadd4", "vmad", "vmax", "vmax4", "vmin", "vmin4", "vote", "vset", "vset4", "vshl", "vshr", "vsub", "vsub4",
    "wgmma", "wmma", "xor",
];

/// Whether host assembly cannot be meant: a dotted opcode of PTX.
fn is_ptx(instruction: &str) -> bool {
    let opcode = opcode(instruction);
    let first = opcode.split('.').next().unwrap_or("");
    opcode.starts_with(".reg") || opcode.starts_with('@') || opcode.contains('.') && OPCODES.contains(&first)
}

/// Whether the opcode is of AMD's own assembly: a branch for AMD GPUs that is there already.
fn is_amd(instruction: &str) -> bool {
    const PREFIXES: &[&str] = &["v_", "s_", "ds_", "global_", "buffer_", "flat_", "scratch_", "tbuffer_", "image_"];
    PREFIXES.iter().any(|prefix| opcode(instruction).starts_with(prefix))
}

fn opcode(instruction: &str) -> &str {
    instruction.trim_start_matches('{').trim_start().split(' ').next().unwrap_or("")
}

/// Writes what does the same in every reading.
fn rewrite(context: &mut Context<'_>, at: usize, readings: &[Assembly]) -> bool {
    let [assembly, others @ ..] = readings else { return false };
    let texts: Vec<&[u8]> = assembly.operands.iter().map(|o| &context.source.bytes[context.code.span(o.first, o.last)]).collect();
    let Some(template) = block::counterpart(assembly, &texts) else { return false };
    if others.iter().any(|other| block::counterpart(other, &texts).as_ref() != Some(&template)) {
        return false;
    }
    let code = context.code;
    if assembly.operands.iter().any(|o| (o.first..=o.last).any(|i| needs_port(&code, i))) {
        return false;
    }
    let is_parted = (at..assembly.close).any(|i| code.tokens[i].in_directive != code.tokens[at].in_directive);
    if is_parted {
        return false;
    }
    let lacking: Vec<Symbol> =
        words(&template).filter_map(|word| symbol(word.as_bytes())).filter(|it| it.supplied().is_some()).collect();
    if !lacking.is_empty() && context.options.support_header == SupportHeader::Refused {
        return false;
    }
    let Some(text) = substitute(context, &template, &assembly.operands) else { return false };
    for symbol in lacking {
        supplied::target(context, symbol);
    }
    context.edits.push(Edit::replace(code.span(at, assembly.close), text));
    context.converted.push("asm");
    if assembly.instructions.iter().any(|instruction| instruction.contains("%lanemask")) {
        let span = code.tokens[at].range();
        let message = "lane masks have 64 bits on AMD GPUs, and this one is stored in 32";
        context.report(DiagnosticCode::INLINE_PTX, Level::Warning, span, message).help =
            Some("give the variable the type `unsigned long long`".to_owned());
    }
    note_what_differs(context, at, assembly);
    true
}

/// The names in a text of C++.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

/// What the counterparts of some instructions differ in.
const DIFFERENCES: &[(&str, &str, &str)] = &[
    (
        "mma.",
        "`mma` is computed with shuffles and scalar arithmetic: right for wavefronts of 32 and 64 lanes, and slower than matrix cores",
        "use rocWMMA, hipBLASLt or the MFMA and WMMA builtins where its speed matters",
    ),
    (
        "%globaltimer",
        "`wall_clock64()` counts the ticks of the GPU's constant clock, not nanoseconds",
        "divide by hipDeviceAttributeWallClockRate, which is in kHz",
    ),
];

/// Opcodes by which lanes exchange values.
const OF_32_LANES: &[&str] = &["shfl.", "vote.", "match.", "redux.", "activemask."];

fn note_what_differs(context: &mut Context<'_>, at: usize, assembly: &Assembly) {
    let exchanges = |i: &String| OF_32_LANES.iter().any(|start| opcode(i).starts_with(start));
    if assembly.instructions.iter().any(exchanges) && memchr::memmem::find(context.source.bytes, b"warpSize").is_some() {
        let span = context.code.tokens[at].range();
        let message = "this exchange is one of 32 lanes, and `warpSize`, which the file uses too, is 64 on some AMD GPUs";
        context.report(DiagnosticCode::INLINE_PTX, Level::Warning, span, message).help = Some(
            "write 32 for `warpSize` where it goes with this exchange, or write the exchange with HIP's functions".to_owned(),
        );
    }
    for (word, message, help) in DIFFERENCES {
        let is_one = |instruction: &String| match word.strip_prefix('%') {
            Some(_) => instruction.contains(word),
            None => opcode(instruction).starts_with(word),
        };
        if assembly.instructions.iter().any(is_one) {
            let span = context.code.tokens[at].range();
            context.report(DiagnosticCode::INLINE_PTX, Level::Note, span, *message).help = Some((*help).to_owned());
        }
    }
}

/// Whether a name has no counterpart that a word can stand for.
fn needs_port(code: &Code<'_>, at: usize) -> bool {
    code.kind(at) == TokenKind::Identifier
        && symbol(code.text(at)).is_some_and(|s| s.hip() != Some(s.cuda()) && address_function(s.cuda()).is_none())
}

/// The template with the source text of the operands; `None` when it names one that is missing or not text.
fn substitute(context: &Context<'_>, template: &str, operands: &[Argument]) -> Option<String> {
    filled(template, |at| operands.get(at).and_then(|operand| ported(context, operand)).map(Cow::Owned))
}

/// The text of an operand with HIP's names in it.
fn ported(context: &Context<'_>, operand: &Argument) -> Option<String> {
    let code = &context.code;
    let mut text = String::new();
    let mut from = code.span(operand.first, operand.last).start;
    for at in operand.first..=operand.last {
        let name = symbol(code.text(at)).filter(|_| code.kind(at) == TokenKind::Identifier);
        let Some(name) = name.and_then(|name| address_function(name.cuda()).or(name.hip())) else { continue };
        let span = code.tokens[at].range();
        text.push_str(std::str::from_utf8(&context.source.bytes[from..span.start]).ok()?);
        text.push_str(name);
        from = span.end;
    }
    text.push_str(std::str::from_utf8(&context.source.bytes[from..code.span(operand.first, operand.last).end]).ok()?);
    Some(text)
}

/// A template with texts in place of `$0`, `$1`.
fn filled<'t>(template: &str, mut operand: impl FnMut(usize) -> Option<Cow<'t, str>>) -> Option<String> {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('$') {
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        text.push_str(before);
        text.push_str(&operand(after[..digits].parse().ok()?)?);
        rest = &after[digits..];
    }
    text.push_str(rest);
    Some(text)
}

fn report_unread(context: &mut Context<'_>, at: usize) {
    let span = context.code.tokens[at].range();
    let message = "inline assembly in device code that could not be taken apart is left as it is";
    context.report(DiagnosticCode::NOT_PARSED, Level::Warning, span, message).help =
        Some("if it is PTX, write it with builtins, or with its text in place of macros that other files define".to_owned());
}

fn report(context: &mut Context<'_>, at: usize, assembly: &Assembly) {
    let mut opcodes: Vec<&str> =
        assembly.instructions.iter().map(|i| i.trim_start_matches(['{', ' ']).split(' ').next().unwrap_or("")).collect();
    opcodes.retain(|o| !o.is_empty() && *o != "}" && !o.starts_with(".reg"));
    opcodes.dedup();
    opcodes.truncate(4);
    let span = context.code.span(at, assembly.close);
    *context.stats.unconverted.entry("asm".to_owned()).or_default() += 1;
    let what = match &opcodes[..] {
        [] => "that a macro puts together".to_owned(),
        _ => format!("(`{}`)", opcodes.join("`, `")),
    };
    let message = format!("inline PTX {what} does not assemble for AMD GPUs");
    let remedy =
        REMEDIES.iter().find(|(starts, _)| opcodes.iter().any(|opcode| starts.iter().any(|start| opcode.starts_with(start))));
    context.report(DiagnosticCode::INLINE_PTX, Level::Error, span, message).help =
        Some(remedy.map_or(REMEDY, |(_, help)| help).to_owned());
}

const REMEDY: &str = "write it with builtins, or keep it out of the AMD build with `#ifndef __HIP_PLATFORM_AMD__`";

/// What to do about instructions, by how their opcodes begin.
const REMEDIES: &[(&[&str], &str)] = &[
    (
        &["bar.", "barrier."],
        "HIP has a barrier of the whole block alone: write `__syncthreads()` where the count is that of all its threads; else let all \
         threads come to each barrier, or launch the parts of the block as kernels of their own",
    ),
    (
        &[
            "wgmma",
            "tcgen05",
            "cp.async.bulk",
            "cp.reduce",
            "mbarrier",
            "tensormap",
            "fence.proxy",
            "fence.mbarrier",
            "clusterlaunchcontrol",
        ],
        "it is of Hopper or later: let the AMD build take the program's branch for sm_80, which copies with all threads and multiplies \
         with `mma.sync`",
    ),
];
