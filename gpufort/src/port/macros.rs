//! Lines of the preprocessor to the integers that macros stand for.

use crate::ast::File;
use crate::parse::Defines;
use crate::sema::IntegerMacro;
use crate::source::Options;
use hipify_condition::{Branching, Macro, OpenIfs, Truth};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

/// The macros of the command line, and those that CUDA Fortran's compiler defines.
pub(super) fn defines(options: &Options) -> Defines {
    let mut defines = Defines::default();
    let given = options.defines.iter().map(|(name, value)| (name.clone(), value.clone().unwrap_or_else(|| "1".to_owned())));
    defines.0.extend(given);
    defines.0.retain(|(name, _)| !options.undefines.contains(name));
    defines
}

/// Macros, in lower case, of a file that are integers. Of several definitions the last in an active branch counts.
pub(super) fn values(source: &[u8], file: &File, defines: &Defines) -> FxHashMap<SmolStr, IntegerMacro> {
    let mut known: FxHashMap<String, String> = defines.0.iter().cloned().collect();
    let mut open = OpenIfs::new(true);
    for line in &file.cpp {
        let rest = line.rest.of(source);
        let keyword = line.keyword.as_bytes();
        let truth = |(): &()| Truth::from(holds(keyword, rest, &known));
        match Branching::of(keyword) {
            Some(Branching::Opens) => open.open((), truth),
            Some(Branching::Continues) => open.branch(truth),
            Some(Branching::Else) => open.otherwise(),
            Some(Branching::Closes) => drop(open.close()),
            None if open.present() => define(keyword, String::from_utf8_lossy(rest).trim(), &mut known),
            None => {}
        }
    }
    let mut integers: FxHashMap<SmolStr, (String, IntegerMacro)> = known
        .into_iter()
        .filter_map(|(name, value)| {
            let one = IntegerMacro { value: value.parse().ok()?, only_at: None };
            Some((SmolStr::new(name.to_ascii_lowercase()), (name, one)))
        })
        .collect();
    if !integers.is_empty() {
        tell_cases_apart(source, &mut integers);
    }
    integers.into_iter().map(|(name, (_, one))| (name, one)).collect()
}

/// Finds the mentions of each macro whose name occurs in other cases too.
fn tell_cases_apart(source: &[u8], integers: &mut FxHashMap<SmolStr, (String, IntegerMacro)>) {
    let mut exact: FxHashMap<SmolStr, (Vec<u32>, bool)> = FxHashMap::default();
    let mut at = 0;
    for word in source.split(|&byte| !(byte.is_ascii_alphanumeric() || byte == b'_')) {
        if let Ok(text) = std::str::from_utf8(word)
            && !text.is_empty()
            && let Some((key, (name, _))) = integers.get_key_value(text.to_ascii_lowercase().as_str())
        {
            let (places, other) = exact.entry(key.clone()).or_default();
            if name == text {
                places.push(at as u32);
            } else {
                *other = true;
            }
        }
        at += word.len() + 1;
    }
    for (key, (places, other)) in exact {
        if other && let Some((_, one)) = integers.get_mut(&key) {
            one.only_at = Some(places);
        }
    }
}

fn define(keyword: &[u8], rest: &str, known: &mut FxHashMap<String, String>) {
    match keyword {
        b"define" => {
            let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            known.insert(name.to_owned(), value.trim().to_owned());
        }
        b"undef" => drop(known.remove(rest)),
        _ => {}
    }
}

/// Whether the condition of the directive holds; one that is unknown does.
fn holds(keyword: &[u8], condition: &[u8], known: &FxHashMap<String, String>) -> bool {
    let value = |name: &[u8]| std::str::from_utf8(name).ok().and_then(|name| known.get(name));
    let mut look_up = |name: &[u8]| value(name).map_or(Macro::Undefined, |text| Macro::of_text(text.as_bytes()));
    hipify_condition::holds(keyword, condition, &mut look_up).unwrap_or(true)
}

#[cfg(test)]
mod tests {
    use crate::{Options, Source, port};

    #[test]
    fn a_macro_and_a_variable_that_differ_in_case_are_two_things() {
        let text = "#define N 8\nmodule m\n  use cudafor\ncontains\n  attributes(global) subroutine k(a, b, n, tile)\n    integer, value :: n, tile\n    \
                    real :: a(n), b(N, *)\n    if (tile < TILE) a(n) = b(N, n) + tile\n  end subroutine\nend module\n";
        let options = Options { defines: vec![("TILE".to_owned(), Some("16".to_owned()))], ..Options::default() };
        let ported = port(&[Source { path: "m.CUF", bytes: text.as_bytes() }], &options);
        let code = ported[0]
            .generated
            .iter()
            .find(|file| file.path.ends_with(".cpp"))
            .map(|file| file.text.as_str())
            .unwrap_or_default();
        for line in ["a(a_data, n);", "b(b_data, 8, gpufort::assumed());", "if (tile < 16) a(n) = b(8, n) + tile;"] {
            assert!(code.contains(line), "no `{line}` in\n{code}");
        }
    }
}
