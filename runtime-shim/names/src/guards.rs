//! Macros by which sources ask for CUDA: defined as the rules say for HIP, or taken back around headers that ask too.

use crate::definition;
use hipify_rules::{Choice, GUARDS, Guard, Symbol, Target, symbols};
use std::fmt::Write as _;

/// Definitions of CUDA's macros where HIP has what stands for them. May be read again: what has come since is then defined too.
pub fn compiler_macros() -> String {
    macros_of(GUARDS.iter())
}

/// The same for some of the macros.
pub(crate) fn macros_of<'a>(guards: impl Iterator<Item = &'a Guard>) -> String {
    guards.fold(String::new(), |mut text, guard| {
        let Guard { cuda, value, .. } = guard;
        let value = value.unwrap_or(1);
        let _ = writeln!(text, "#if {} && !defined({cuda})\n#define {cuda} {value}\n#endif", condition(guard));
        text
    })
}

/// HIP's macro, and for the device's the pass: the host pass has it too, as 0.
fn condition(guard: &Guard) -> String {
    match guard.hip {
        "__HIP_DEVICE_COMPILE__" => "defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__".to_owned(),
        hip => format!("defined({hip})"),
    }
}

/// The lines around an include of AMD's that asks which compiler reads it: before it, and after it.
pub fn without_compiler_macros() -> (String, String) {
    let names = || GUARDS.iter().map(|guard| guard.cuda).filter(|name| name.starts_with("__CUDA") || name.starts_with("__NV"));
    (pushed(names()), popped(names()))
}

/// Lines that take away the definitions of names that HIP has too, whose headers may declare more of them, and lines that bring
/// them back.
pub(crate) fn without_own_names() -> (String, String) {
    let is_own = |symbol: &Symbol| Choice::default().target(*symbol) == Target::Same && symbol.has_call_edits();
    let defined = symbols().filter(is_own).filter(|symbol| definition(*symbol).is_some());
    let names = || defined.clone().map(|symbol| symbol.cuda());
    let before = format!(
        "// In front of HIP's headers, which declare these by themselves. Read again by each header.\n{}",
        pushed(names())
    );
    (before, format!("// After them.\n{}", popped(names())))
}

fn pushed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("#pragma push_macro(\"{name}\")\n#undef {name}\n")).collect()
}

fn popped<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("#pragma pop_macro(\"{name}\")\n")).collect()
}
