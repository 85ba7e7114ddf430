//! A kernel's name and its parameters' types, out of its mangled name.

use hipify_inspect::demangle;

/// `_Z5scalePfi` as `scale(float*, int)`; as it is where it is no C++ name.
pub(crate) fn readable(kernel: &str) -> String {
    demangle(bare(kernel)).unwrap_or_else(|| bare(kernel).to_owned())
}

/// Without what clang adds to kernels of one file alone.
fn bare(kernel: &str) -> &str {
    kernel.split(".static.").next().unwrap_or(kernel)
}

/// Whether two compilers may mean one kernel: they name what belongs to one file alone in ways of their own.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    let last = |kernel: &str| {
        let name = readable(kernel);
        let without = name.split('(').find(|part| !part.is_empty() && !part.ends_with("::")).unwrap_or("");
        let plain = without.split('<').next().unwrap_or("");
        plain.rsplit([':', ' ']).next().unwrap_or("").to_owned()
    };
    let is_of_one_file = |kernel: &str| {
        kernel.contains("_GLOBAL__N") || kernel.contains("_INTERNAL_") || kernel.contains(".static.") || kernel.starts_with("_ZL")
    };
    one == other || (is_of_one_file(one) || is_of_one_file(other)) && last(one) == last(other)
}

/// The types of the parameters; none where the name does not say.
pub(crate) fn parameters(kernel: &str) -> Option<Vec<String>> {
    let name = demangle(bare(kernel))?;
    let inside = name.strip_suffix(')')?;
    let mut depth = 0;
    let open = inside.char_indices().rev().find(|&(_, letter)| {
        match letter {
            ')' | '>' => depth += 1,
            '(' if depth == 0 => return true,
            '(' | '<' => depth -= 1,
            _ => {}
        }
        false
    });
    let list = &inside[open?.0 + 1..];
    let mut depth = 0;
    let parts = list.split(|letter| {
        match letter {
            '(' | '<' => depth += 1,
            ')' | '>' => depth -= 1,
            _ => {}
        }
        letter == ',' && depth == 0
    });
    let types: Vec<String> = parts.map(|part| part.trim().to_owned()).collect();
    Some(if types == ["void"] || types == [""] { Vec::new() } else { types })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_those_of_the_name() {
        assert_eq!(parameters("_Z5scalePfi").unwrap(), ["float*", "int"]);
        assert_eq!(parameters("_Z5scaleIdEvPT_i").unwrap(), ["double*", "int"]);
        assert_eq!(parameters("_Z4nonev").unwrap(), [] as [&str; 0]);
        assert_eq!(parameters("plain"), None);
        assert_eq!(parameters("_Z1fPFviEPSt4pairIifE").unwrap().len(), 2);
    }

    #[test]
    fn kernels_of_one_file_are_the_same_by_their_own_name() {
        assert!(is_same("_ZN12_GLOBAL__N_15scaleEPf", "_ZN11_INTERNAL_x5scaleEPf"));
        assert!(!is_same("_ZN12_GLOBAL__N_15scaleEPf", "_ZN12_GLOBAL__N_15shiftEPf"));
        assert!(is_same("_ZL5scalePf.static.0123", "_ZL5scalePf"));
        assert!(!is_same("_Z5scalePf", "_Z5scalePd"));
    }
}
