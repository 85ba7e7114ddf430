//! Makes a kernel that something is wrong with smaller while the same is wrong with it. Each round builds one program of many smaller
//! kernels, goes on with the smallest that is still wrong, and ends when there is none.

use crate::examine::{Finding, Manner};
use crate::tree::{Expression, Function, Kernel, Statement, Variable};
use std::path::Path;

/// Kernels of a round's program.
const TOGETHER: usize = 80;

/// The smallest kernel found, with what is wrong with it.
pub(crate) fn reduced(manner: &Manner, folder: &Path, mut finding: Finding) -> Finding {
    while let Some(smaller) = smaller(manner, folder, &finding) {
        finding = smaller;
    }
    finding
}

fn smaller(manner: &Manner, folder: &Path, finding: &Finding) -> Option<Finding> {
    let mut candidates = kernels(&finding.kernel);
    let size = |kernel: &Kernel| kernel.print("k").len();
    candidates.sort_by_cached_key(size);
    candidates.retain(|kernel| size(kernel) < size(&finding.kernel));
    candidates.chunks(TOGETHER).find_map(|chunk| {
        let found = manner.examine(folder, chunk, &[finding.variant.build()]);
        let same = found.into_iter().filter(|found| found.variant == finding.variant && found.failure() == finding.failure());
        same.min_by_key(|found| size(&found.kernel))
    })
}

/// The kernel less one thing each.
fn kernels(kernel: &Kernel) -> Vec<Kernel> {
    let body = block(&kernel.body).into_iter().map(|body| Kernel { body, ..kernel.clone() });
    let variables = declared(&kernel.variables).into_iter().map(|variables| Kernel { variables, ..kernel.clone() });
    let functions = each(&kernel.functions, function).into_iter().map(|functions| Kernel { functions, ..kernel.clone() });
    body.chain(variables).chain(functions).collect()
}

fn function(function: &Function) -> Vec<Function> {
    let body = block(&function.body).into_iter().map(|body| Function { body, ..function.clone() });
    let variables = declared(&function.variables).into_iter().map(|variables| Function { variables, ..function.clone() });
    let result = expression(&function.result).into_iter().map(|result| Function { result, ..function.clone() });
    body.chain(variables).chain(result).collect()
}

fn declared(variables: &[Variable]) -> Vec<Vec<Variable>> {
    let variable = |variable: &Variable| {
        let smaller = statement(&variable.declaration);
        smaller.into_iter().map(|declaration| Variable { declaration, ..variable.clone() }).collect()
    };
    each(variables, variable)
}

/// The list with one of its elements replaced, in all ways.
fn each<T: Clone>(list: &[T], smaller: impl Fn(&T) -> Vec<T>) -> Vec<Vec<T>> {
    let mut all = Vec::new();
    for (place, element) in list.iter().enumerate() {
        all.extend(smaller(element).into_iter().map(|element| {
            let mut list = list.to_vec();
            list[place] = element;
            list
        }));
    }
    all
}

fn block(statements: &[Statement]) -> Vec<Vec<Statement>> {
    let mut all = halves(statements);
    for (place, inside) in statements.iter().enumerate() {
        let with = |new: &[Statement]| [&statements[..place], new, &statements[place + 1..]].concat();
        all.push(with(&[]));
        // A jump cannot stand outside of its loop.
        let free = inside.blocks.iter().filter(|block| !has_jump(block));
        all.extend(free.map(|block| with(block)));
    }
    all.extend(each(statements, statement));
    all
}

/// Each half left out, and each quarter.
fn halves(statements: &[Statement]) -> Vec<Vec<Statement>> {
    let mut all = Vec::new();
    for size in [statements.len() / 2, statements.len() / 4] {
        let starts = (0..statements.len()).step_by(size.max(1)).filter(|_| size > 1);
        all.extend(starts.map(|from| [&statements[..from], &statements[(from + size).min(statements.len())..]].concat()));
    }
    all
}

fn has_jump(block: &[Statement]) -> bool {
    let jumps = |statement: &Statement| statement.text.contains("break;") || statement.text.contains("continue;");
    block.iter().any(|statement| jumps(statement) || statement.blocks.iter().any(|block| has_jump(block)))
}

fn statement(statement: &Statement) -> Vec<Statement> {
    let parts = each(&statement.parts, expression).into_iter().map(|parts| Statement { parts, ..statement.clone() });
    let blocks =
        each(&statement.blocks, |inside| block(inside)).into_iter().map(|blocks| Statement { blocks, ..statement.clone() });
    parts.chain(blocks).collect()
}

/// A part of its type in its place, a constant, or the expression with smaller parts.
fn expression(whole: &Expression) -> Vec<Expression> {
    let constants = ["0", "1"].map(|value| Expression::leaf(whole.ty, format!("({}){value}", whole.ty)));
    let parts = whole.parts.iter().filter(|part| part.ty == whole.ty).cloned();
    let inside = each(&whole.parts, expression).into_iter().map(|parts| Expression { parts, ..whole.clone() });
    constants.into_iter().chain(parts).chain(inside).collect()
}
