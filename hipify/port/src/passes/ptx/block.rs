//! The instructions of one assembly statement, its registers, labels and jumps as one C++ expression.

use super::instruction::{self, Carry};
use super::operand::Registers;
use super::{Assembly, filled};
use std::collections::{BTreeMap, BTreeSet};

/// What has been read of a statement's instructions.
#[derive(Default)]
struct Body {
    statements: Vec<String>,
    carries: Vec<Carry>,
    labels: BTreeSet<String>,
    targets: BTreeSet<String>,
}

/// The statements that do the same, as one expression; `texts` are those of the operands.
pub(super) fn counterpart(assembly: &Assembly, texts: &[&[u8]]) -> Option<String> {
    let mut registers =
        Registers { operands: &assembly.classes, texts, declared: BTreeMap::new(), is_volatile: assembly.is_volatile };
    let mut body = Body::default();
    let mut block = 0;
    for instruction in &assembly.instructions {
        // A block is one for its registers.
        let mut rest = instruction.as_str();
        loop {
            if let Some(inner) = rest.strip_prefix('{') {
                (rest, block) = (inner.trim_start(), block + 1);
            } else if let Some(outer) = rest.strip_prefix('}') {
                (rest, block) = (outer.trim_start(), block - 1);
            } else if let Some((label, after)) = label(rest) {
                body.statements.push(format!("{}:", c_label(label)?));
                body.labels.insert(label.to_owned()).then_some(())?;
                rest = after;
            } else {
                break;
            }
        }
        if rest.starts_with(".reg") {
            registers.declare(rest)?;
        } else if !rest.is_empty() {
            body.read(rest, &registers)?;
        }
    }
    // A carry that comes from elsewhere, or goes there, is none of C++'s; nor is one that a jump may pass by.
    let leaves = body.carries.first().is_some_and(|first| first.reads) || body.carries.last().is_some_and(|last| last.writes);
    let jumps = !body.labels.is_empty();
    if block != 0
        || leaves
        || body.statements.is_empty()
        || jumps && !body.carries.is_empty()
        || !body.targets.is_subset(&body.labels)
    {
        return None;
    }
    if body.statements.len() == 1 && registers.declared.is_empty() && !jumps {
        return body.statements.pop();
    }
    assembled(assembly, &registers, body)
}

impl Body {
    fn read(&mut self, instruction: &str, registers: &Registers<'_>) -> Option<()> {
        self.carries.extend(Carry::of(instruction));
        let (guard, jump) = instruction::guard(instruction, registers)?;
        let target = ["bra ", "bra.uni "].iter().find_map(|opcode| jump.strip_prefix(opcode));
        self.statements.push(match target.map(str::trim) {
            Some(target) => {
                self.targets.insert(target.to_owned());
                format!("{guard}goto {}", c_label(target)?)
            }
            None => instruction::statement(instruction, registers)?,
        });
        Some(())
    }
}

/// A label in front of an instruction, and what is after it.
fn label(text: &str) -> Option<(&str, &str)> {
    let (label, after) = text.split_once(':')?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'%');
    let label = label.trim_end();
    (!label.is_empty() && label.bytes().all(is_name) && !after.starts_with(':')).then(|| (label, after.trim_start()))
}

/// PTX's labels may have `$` and `%` in them.
fn c_label(label: &str) -> Option<String> {
    let plain: String = label.chars().map(|c| if matches!(c, '$' | '%') { '_' } else { c }).collect();
    plain.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_').then(|| format!("ptx_{plain}"))
}

fn assembled(assembly: &Assembly, registers: &Registers<'_>, body: Body) -> Option<String> {
    let mut lines: Vec<String> = registers.declared.values().map(|(_, c, name)| format!("{c} {name}")).collect();
    lines.extend((!body.carries.is_empty()).then(|| "unsigned int ptx_cc".to_owned()));
    // As registers do, inputs keep their values when outputs change, and each operand is evaluated once.
    let mut used = BTreeSet::new();
    for statement in body.statements {
        lines.push(filled(&statement, |at| {
            used.insert(at);
            Some(operand_name(at, assembly.outputs).into())
        })?);
    }
    let operands = used.into_iter().map(|at| {
        let kind = if at < assembly.outputs { "auto &" } else { "const auto " };
        format!("{kind}{} = ${at}", operand_name(at, assembly.outputs))
    });
    // Labels of the block alone, however often it is there.
    let labels: Vec<String> = body.labels.iter().filter_map(|label| c_label(label)).collect();
    let labels = (!labels.is_empty()).then(|| format!("__label__ {}", labels.join(", ")));
    let all: Vec<String> = labels.into_iter().chain(operands).chain(lines).map(|one| format!("{one};")).collect();
    Some(format!("({{ {} }})", all.join(" ")))
}

/// The variable that stands for an operand in a block.
fn operand_name(at: usize, outputs: usize) -> String {
    if at < outputs { format!("out{at}_") } else { format!("in{at}_") }
}
