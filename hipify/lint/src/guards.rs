//! Conditions on macros of nvcc's that no compiler of HIP defines, in files that are written for HIP already. In a CUDA source
//! the port changes such conditions.

use crate::dialect::condition_asks_for_hip;
use crate::file::File;
use crate::finding::Findings;
use hipify_condition::Branching;
use hipify_diagnostics::Edit;
use hipify_syntax::Code;

/// A macro of nvcc's and the one that says the same in HIP.
pub(crate) struct Macro {
    pub(crate) cuda: &'static str,
    pub(crate) hip: &'static str,
}

/// Reports the condition at `hash` if it tests the macro, and neither it nor another branch of its conditional asks for HIP.
pub(crate) fn check(file: &File<'_>, hash: usize, name: &Macro, consequence: &str, out: &mut Findings<'_>) {
    let code = &file.code;
    let Some((_, end)) = code.directive(hash).filter(|_| code.is_condition(hash)) else { return };
    let Some(at) = (hash + 2..end).find(|&i| code.is_word(i, name.cuda.as_bytes())) else { return };
    if branch_asks_for_hip(code, hash) || !file.dialect().is_hip() {
        return;
    }
    let finding = out.report(file.span(at), format!("`{}` is not defined in HIP, so that {consequence}", name.cuda));
    finding.help(format!("test `{}` too", name.hip));
    if let Some(edit) = widened(file, hash, end, name) {
        finding.unsafe_fix(format!("test `{}` too", name.hip), vec![edit]);
    }
}

/// Directives of a conditional that are looked at.
const LONGEST: usize = 200;

/// Whether a condition from the `#if` to the `#endif` around `hash` asks for HIP.
fn branch_asks_for_hip(code: &Code<'_>, hash: usize) -> bool {
    let all: Vec<usize> = code.directives().collect();
    let Ok(here) = all.binary_search(&hash) else { return false };
    let is = |number: usize, branching| all.get(number).is_some_and(|&hash| code.branching(hash) == Some(branching));
    let is_if = |number: usize| is(number, Branching::Opens);
    let mut depth = usize::from(!is_if(here));
    let mut first = here;
    while depth > 0 && first > 0 && here - first < LONGEST {
        first -= 1;
        if is(first, Branching::Closes) {
            depth += 1;
        } else if is_if(first) {
            depth -= 1;
        }
    }
    let mut depth = 0i32;
    for (number, &directive) in all.iter().enumerate().skip(first).take(LONGEST) {
        if is_if(number) {
            depth += 1;
        } else if is(number, Branching::Closes) {
            depth -= 1;
        }
        if depth == 1 && condition_asks_for_hip(code, directive) {
            return true;
        }
        if depth <= 0 {
            return false;
        }
    }
    false
}

/// `#ifdef M`, `#ifndef M` and `#if defined(M)` with HIP's macro beside.
fn widened(file: &File<'_>, hash: usize, end: usize, name: &Macro) -> Option<Edit> {
    let Macro { cuda, hip } = name;
    let text = match (file.code.text(hash + 1), end - hash) {
        (b"ifdef", 3) => format!("if defined({cuda}) || defined({hip})"),
        (b"ifndef", 3) => format!("if !defined({cuda}) && !defined({hip})"),
        (b"if", 6) if file.code.is_word(hash + 2, b"defined") => format!("if defined({cuda}) || defined({hip})"),
        (b"if", 7) if file.code.is(hash + 2, b'!') && file.code.is_word(hash + 3, b"defined") => {
            format!("if !defined({cuda}) && !defined({hip})")
        }
        _ => return None,
    };
    Some(Edit::replace(file.code.span(hash + 1, end - 1), text))
}
