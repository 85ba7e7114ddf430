//! Inline PTX: the idioms with an exact HIP counterpart are rewritten, the rest is reported.

use super::Context;
use super::device::device_bodies;
use super::sweep::Found;
use crate::code::{Argument, Code};
use crate::diagnostic::{Code as DiagnosticCode, Level};
use crate::edit::Edit;
use crate::token::Kind;
use hipify_rules::symbol;

/// One instruction, its blanks normalised, and the expression that does the same. `$0`, `$1`: the operands. Instructions by
/// the PTX ISA; counterparts from amd_device_functions.h and the CUDA builtins that HIP shares.
const IDIOMS: &[(&str, &str)] = &[
    ("mov.u32 %0,%laneid", "$0 = __lane_id()"),
    ("mov.s32 %0,%laneid", "$0 = __lane_id()"),
    ("mov.u32 %0,%lanemask_lt", "$0 = __lanemask_lt()"),
    ("mov.u32 %0,%lanemask_le", "$0 = (__lanemask_lt() | __lanemask_eq())"),
    ("mov.u32 %0,%lanemask_gt", "$0 = __lanemask_gt()"),
    ("mov.u32 %0,%lanemask_ge", "$0 = (__lanemask_gt() | __lanemask_eq())"),
    ("mov.u32 %0,%lanemask_eq", "$0 = __lanemask_eq()"),
    ("mov.u32 %0,%smid", "$0 = __smid()"),
    ("mov.u32 %0,%clock", "$0 = clock()"),
    ("mov.u64 %0,%clock64", "$0 = clock64()"),
    ("mov.u32 %0,%tid.x", "$0 = threadIdx.x"),
    ("mov.u32 %0,%tid.y", "$0 = threadIdx.y"),
    ("mov.u32 %0,%tid.z", "$0 = threadIdx.z"),
    ("mov.u32 %0,%ntid.x", "$0 = blockDim.x"),
    ("mov.u32 %0,%ntid.y", "$0 = blockDim.y"),
    ("mov.u32 %0,%ntid.z", "$0 = blockDim.z"),
    ("mov.u32 %0,%ctaid.x", "$0 = blockIdx.x"),
    ("mov.u32 %0,%ctaid.y", "$0 = blockIdx.y"),
    ("mov.u32 %0,%ctaid.z", "$0 = blockIdx.z"),
    ("mov.u32 %0,%nctaid.x", "$0 = gridDim.x"),
    ("mov.u32 %0,%nctaid.y", "$0 = gridDim.y"),
    ("mov.u32 %0,%nctaid.z", "$0 = gridDim.z"),
    ("bar.sync 0", "__syncthreads()"),
    ("barrier.sync 0", "__syncthreads()"),
    ("barrier.sync.aligned 0", "__syncthreads()"),
    ("membar.cta", "__threadfence_block()"),
    ("membar.gl", "__threadfence()"),
    ("membar.sys", "__threadfence_system()"),
    ("fence.acq_rel.cta", "__threadfence_block()"),
    ("fence.acq_rel.gpu", "__threadfence()"),
    ("fence.acq_rel.sys", "__threadfence_system()"),
    ("fence.sc.cta", "__threadfence_block()"),
    ("fence.sc.gpu", "__threadfence()"),
    ("fence.sc.sys", "__threadfence_system()"),
    ("brev.b32 %0,%1", "$0 = __brev($1)"),
    ("brev.b64 %0,%1", "$0 = __brevll($1)"),
    ("popc.b32 %0,%1", "$0 = __popc($1)"),
    ("popc.b64 %0,%1", "$0 = __popcll($1)"),
    ("clz.b32 %0,%1", "$0 = __clz($1)"),
    ("clz.b64 %0,%1", "$0 = __clzll($1)"),
    ("mul.hi.u32 %0,%1,%2", "$0 = __umulhi($1, $2)"),
    ("mul.hi.s32 %0,%1,%2", "$0 = __mulhi($1, $2)"),
    ("mul.hi.u64 %0,%1,%2", "$0 = __umul64hi($1, $2)"),
    ("prmt.b32 %0,%1,%2,%3", "$0 = __byte_perm($1, $2, $3)"),
    ("fma.rn.f32 %0,%1,%2,%3", "$0 = __fmaf_rn($1, $2, $3)"),
    ("fma.rn.f64 %0,%1,%2,%3", "$0 = __fma_rn($1, $2, $3)"),
    ("trap", "__builtin_trap()"),
    ("prefetch.global.L1 [%0]", "__builtin_prefetch($0)"),
    ("prefetch.global.L2 [%0]", "__builtin_prefetch($0)"),
];

/// The C type of a PTX type suffix.
const TYPES: &[(&str, &str)] = &[
    ("f32", "float"),
    ("f64", "double"),
    ("u8", "unsigned char"),
    ("s8", "signed char"),
    ("b8", "unsigned char"),
    ("u16", "unsigned short"),
    ("s16", "short"),
    ("b16", "unsigned short"),
    ("u32", "unsigned int"),
    ("s32", "int"),
    ("b32", "unsigned int"),
    ("u64", "unsigned long long"),
    ("s64", "long long"),
    ("b64", "unsigned long long"),
];

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
}

/// Tokens of the longest assembly statement that is looked into; real ones have some hundred.
const LONGEST: usize = 4_000;

fn parse(code: &Code<'_>, at: usize) -> Option<Assembly> {
    let mut open = code.next(at)?;
    while matches!(code.text(open), b"volatile" | b"__volatile__" | b"__volatile" | b"goto" | b"inline") {
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
    while code.kind(i) == Kind::String || code.kind(i) == Kind::RawString {
        template.push_str(&content(code.text(i)));
        i = code.next(i)?;
    }
    let operands = operands(code, i, close)?;
    Some(Assembly { close, instructions: instructions(&template), operands })
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

fn operands(code: &Code<'_>, from: usize, close: usize) -> Option<Vec<Argument>> {
    let mut operands = Vec::new();
    let mut sections = 0;
    let mut i = from;
    while i < close {
        match code.kind(i) {
            Kind::Scope => sections += 2,
            Kind::Punctuation if code.is(i, b':') => sections += 1,
            Kind::Punctuation if code.is(i, b'(') && sections <= 2 => {
                let end = code.close(i)?;
                operands.push(Argument { first: code.next(i)?, last: code.previous(end)? });
                i = end;
            }
            _ => {}
        }
        i = code.next(i)?;
    }
    Some(operands)
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
    let [instruction] = &assembly.instructions[..] else { return false };
    let Some(template) = counterpart(instruction) else { return false };
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
    if instruction.contains("%lanemask") {
        let span = code.tokens[at].range();
        let message = "lane masks have 64 bits on AMD GPUs, and this one is stored in 32";
        context.report(DiagnosticCode::INLINE_PTX, Level::Warning, span, message).help =
            Some("give the variable the type `unsigned long long`".to_owned());
    }
    true
}

fn needs_port(code: &Code<'_>, at: usize) -> bool {
    code.kind(at) == Kind::Identifier && symbol(code.text(at)).is_some_and(|s| s.hip() != Some(s.cuda()))
}

fn counterpart(instruction: &str) -> Option<String> {
    let plain = IDIOMS.iter().find(|(ptx, _)| *ptx == instruction).map(|(_, hip)| (*hip).to_owned());
    plain.or_else(|| memory(instruction))
}

/// `ld.global.nc.f32 %0,[%1]` and its kin: loads and stores of one value with a cache hint.
fn memory(instruction: &str) -> Option<String> {
    let (opcode, operands) = instruction.split_once(' ')?;
    let mut parts: Vec<&str> = opcode.split('.').collect();
    let suffix = parts.pop()?;
    let kind = TYPES.iter().find(|(ptx, _)| *ptx == suffix)?.1;
    match (&parts[..], operands) {
        (["ld", "global", "nc"], "%0,[%1]") => Some(format!("$0 = __ldg(reinterpret_cast<const {kind}*>($1))")),
        (["ld", "global", "cs" | "cg"], "%0,[%1]") => {
            Some(format!("$0 = __builtin_nontemporal_load(reinterpret_cast<const {kind}*>($1))"))
        }
        (["st", "global", "cs" | "cg"], "[%0],%1") => {
            Some(format!("__builtin_nontemporal_store(static_cast<{kind}>($1), reinterpret_cast<{kind}*>($0))"))
        }
        (["ld", "volatile", "global"] | ["ld", "global", "cv"], "%0,[%1]") => {
            Some(format!("$0 = *reinterpret_cast<const volatile {kind}*>($1)"))
        }
        (["st", "volatile", "global"] | ["st", "global", "wt"], "[%0],%1") => {
            Some(format!("*reinterpret_cast<volatile {kind}*>($0) = $1"))
        }
        _ => None,
    }
}

/// The template with the source text of the operands; `None` when it names one that is missing or not text.
fn substitute(context: &Context<'_>, template: &str, operands: &[Argument]) -> Option<String> {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('$') {
        text.push_str(before);
        let number: usize = behind.get(..1)?.parse().ok()?;
        let operand = operands.get(number)?;
        text.push_str(std::str::from_utf8(&context.source.bytes[context.code.span(operand.first, operand.last)]).ok()?);
        rest = &behind[1..];
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
