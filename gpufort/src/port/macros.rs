//! Lines of the preprocessor to the integers that macros stand for.

use crate::ast::File;
use crate::parse::Defines;
use crate::sema::IntegerMacro;
use crate::source::Options;
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
    // For each open `#if`: whether it is active, and whether one of its branches was.
    let mut open: Vec<(bool, bool)> = Vec::new();
    for line in &file.cpp {
        let rest = String::from_utf8_lossy(line.rest.of(source)).trim().to_owned();
        let active = open.iter().all(|&(active, _)| active);
        match line.keyword.as_str() {
            "ifdef" => open.push(branch(known.contains_key(&rest))),
            "ifndef" => open.push(branch(!known.contains_key(&rest))),
            "if" => open.push(branch(holds(&rest, &known))),
            "elif" => {
                let taken = open.last().is_some_and(|&(_, taken)| taken);
                let now = !taken && holds(&rest, &known);
                open.pop();
                open.push((now, taken || now));
            }
            "else" => {
                if let Some(last) = open.last_mut() {
                    *last = (!last.1, true);
                }
            }
            "endif" => drop(open.pop()),
            "define" if active => {
                let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((&rest, ""));
                known.insert(name.to_owned(), value.trim().to_owned());
            }
            "undef" if active => drop(known.remove(&rest)),
            _ => {}
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

fn branch(active: bool) -> (bool, bool) {
    (active, active)
}

/// `defined(X)`, `X`, `X == 1`, negated or joined by `&&` and `||`; what is anything else holds.
fn holds(condition: &str, known: &FxHashMap<String, String>) -> bool {
    condition.split("||").any(|either| either.split("&&").all(|one| term(one.trim(), known)))
}

fn term(text: &str, known: &FxHashMap<String, String>) -> bool {
    if let Some(rest) = text.strip_prefix('!').filter(|rest| !rest.starts_with('=')) {
        return !term(rest.trim(), known);
    }
    let bare = text.trim_matches(|c: char| c == '(' || c == ')' || c.is_whitespace());
    if let Some(name) = bare.strip_prefix("defined") {
        return known.contains_key(name.trim_matches(|c: char| c == '(' || c == ')' || c.is_whitespace()));
    }
    let value = |name: &str| {
        let name = name.trim();
        name.parse::<i64>().ok().or_else(|| known.get(name).map_or(Some(0), |value| value.parse().ok()))
    };
    for (sign, test) in [("==", true), ("!=", false)] {
        if let Some((left, right)) = bare.split_once(sign) {
            return (value(left) == value(right)) == test;
        }
    }
    value(bare).is_none_or(|value| value != 0)
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
