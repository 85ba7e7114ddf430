//! Inline PTX: what has a counterpart becomes C++, the rest is reported.

mod arithmetic;
mod idioms;
mod instruction;
mod memory;
mod operand;

use super::Context;
use super::device::device_bodies;
use super::sweep::Found;
use hipify_diagnostics::{Code as DiagnosticCode, Edit, Level};
use hipify_rules::symbol;
use hipify_syntax::{Argument, Code, TokenKind};
use instruction::Carry;
use operand::{Class, Registers};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) fn port_assembly(context: &mut Context<'_>, found: &Found) {
    if found.assembly.is_empty() {
        return;
    }
    let bodies = device_bodies(&context.code, found);
    for &at in &found.assembly {
        let in_device = bodies.contain(at);
        let Some(assembly) = parse(&context.code, at) else {
            if in_device {
                report_unread(context, at);
            }
            continue;
        };
        let is_nvidia = assembly.instructions.iter().any(|i| is_ptx(i)) || in_device;
        if assembly.instructions.is_empty() || !is_nvidia || assembly.instructions.iter().any(|i| is_amd(i)) {
            continue;
        }
        if !rewrite(context, at, &assembly) {
            report(context, at, &assembly);
        }
    }
}

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

fn parse(code: &Code<'_>, at: usize) -> Option<Assembly> {
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
    let mut template = String::new();
    let mut i = code.next(open)?;
    while code.kind(i) == TokenKind::String || code.kind(i) == TokenKind::RawString {
        template.push_str(&content(code.text(i)));
        i = code.next(i)?;
    }
    let (operands, classes, outputs) = operands(code, i, close)?;
    Some(Assembly { close, instructions: instructions(&template), operands, classes, outputs, is_volatile })
}

/// A literal's content with blanks for its escapes.
fn content(literal: &[u8]) -> String {
    let text = String::from_utf8_lossy(literal);
    let inner = match text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
        Some(inner) => inner.to_owned(),
        None => text.split_once('(').and_then(|(_, t)| t.rsplit_once(')')).map_or(String::new(), |(t, _)| t.to_owned()),
    };
    inner.replace("\\n", " ").replace("\\t", " ").replace("\\r", " ").replace("\\\n", " ")
}

fn instructions(template: &str) -> Vec<String> {
    template.split(';').map(normalize).filter(|i| !i.is_empty()).collect()
}

fn normalize(instruction: &str) -> String {
    let words: Vec<&str> = instruction.split_whitespace().collect();
    words.join(" ").replace(", ", ",").replace(" ,", ",").replace("[ ", "[").replace(" ]", "]").replace("%%", "%")
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

fn rewrite(context: &mut Context<'_>, at: usize, assembly: &Assembly) -> bool {
    let Some(template) = counterpart(assembly) else { return false };
    let code = context.code;
    if assembly.operands.iter().any(|o| (o.first..=o.last).any(|i| needs_port(&code, i))) {
        return false;
    }
    let is_parted = (at..assembly.close).any(|i| code.tokens[i].in_directive != code.tokens[at].in_directive);
    if is_parted {
        return false;
    }
    let Some(text) = substitute(context, &template, &assembly.operands) else { return false };
    context.edits.push(Edit::replace(code.span(at, assembly.close), text));
    context.converted.push("asm");
    if assembly.instructions.iter().any(|instruction| instruction.contains("%lanemask")) {
        let span = code.tokens[at].range();
        let message = "lane masks have 64 bits on AMD GPUs, and this one is stored in 32";
        context.report(DiagnosticCode::INLINE_PTX, Level::Warning, span, message).help =
            Some("give the variable the type `unsigned long long`".to_owned());
    }
    true
}

fn needs_port(code: &Code<'_>, at: usize) -> bool {
    code.kind(at) == TokenKind::Identifier && symbol(code.text(at)).is_some_and(|s| s.hip() != Some(s.cuda()))
}

/// The statements that do the same, as one expression.
fn counterpart(assembly: &Assembly) -> Option<String> {
    let mut registers = Registers { operands: &assembly.classes, declared: BTreeMap::new(), is_volatile: assembly.is_volatile };
    let (mut statements, mut carries, mut block) = (Vec::new(), Vec::new(), 0);
    for instruction in &assembly.instructions {
        // A block is one for its registers.
        let mut rest = instruction.as_str();
        while let Some(inner) = rest.strip_prefix('{') {
            (rest, block) = (inner.trim_start(), block + 1);
        }
        while let Some(outer) = rest.strip_prefix('}') {
            (rest, block) = (outer.trim_start(), block - 1);
        }
        if rest.starts_with(".reg") {
            registers.declare(rest)?;
        } else if !rest.is_empty() {
            statements.push(instruction::statement(rest, &registers)?);
            carries.extend(Carry::of(rest));
        }
    }
    // A carry that comes from elsewhere, or goes there, is none of C++'s.
    let leaves = carries.first().is_some_and(|first| first.reads) || carries.last().is_some_and(|last| last.writes);
    if block != 0 || leaves || statements.is_empty() {
        return None;
    }
    if statements.len() == 1 && registers.declared.is_empty() {
        return statements.pop();
    }
    let mut lines: Vec<String> = registers.declared.values().map(|(_, c, name)| format!("{c} {name}")).collect();
    lines.extend((!carries.is_empty()).then(|| "unsigned int ptx_cc".to_owned()));
    // As registers do, inputs keep their values when outputs change, and each operand is evaluated once.
    let mut used = BTreeSet::new();
    for statement in statements {
        lines.push(filled(&statement, |at| {
            used.insert(at);
            Some(operand_name(at, assembly.outputs).into())
        })?);
    }
    let operands = used.into_iter().map(|at| {
        let kind = if at < assembly.outputs { "auto &" } else { "const auto " };
        format!("{kind}{} = ${at}", operand_name(at, assembly.outputs))
    });
    let all: Vec<String> = operands.chain(lines).map(|one| format!("{one};")).collect();
    Some(format!("({{ {} }})", all.join(" ")))
}

/// The variable that stands for an operand in a block.
fn operand_name(at: usize, outputs: usize) -> String {
    if at < outputs { format!("out{at}_") } else { format!("in{at}_") }
}

/// The template with the source text of the operands; `None` when it names one that is missing or not text.
fn substitute(context: &Context<'_>, template: &str, operands: &[Argument]) -> Option<String> {
    filled(template, |at| {
        let operand = operands.get(at)?;
        let bytes = &context.source.bytes[context.code.span(operand.first, operand.last)];
        std::str::from_utf8(bytes).ok().map(Cow::Borrowed)
    })
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
        Some("if it is PTX, write it with builtins".to_owned());
}

fn report(context: &mut Context<'_>, at: usize, assembly: &Assembly) {
    let mut opcodes: Vec<&str> =
        assembly.instructions.iter().map(|i| i.trim_start_matches(['{', ' ']).split(' ').next().unwrap_or("")).collect();
    opcodes.retain(|o| !o.is_empty() && *o != "}" && !o.starts_with(".reg"));
    opcodes.dedup();
    opcodes.truncate(4);
    let span = context.code.span(at, assembly.close);
    *context.stats.unconverted.entry("asm".to_owned()).or_default() += 1;
    let message = format!("inline PTX (`{}`) does not assemble for AMD GPUs", opcodes.join("`, `"));
    context.report(DiagnosticCode::INLINE_PTX, Level::Error, span, message).help =
        Some("write it with builtins, or keep it out of the AMD build with `#ifndef __HIP_PLATFORM_AMD__`".to_owned());
}
