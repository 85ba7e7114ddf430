//! A kernel's name and its parameters' types, out of its mangled name.

use hipify_inspect::demangle;

/// `_Z5scalePfi` as `scale(float*, int)`, with vector types by the names that CUDA and HIP share; as it is where it is no C++ name.
pub(crate) fn readable(kernel: &str) -> String {
    demangle(bare(kernel)).map_or_else(|| bare(kernel).to_owned(), |name| with_vector_names(&name))
}

/// HIP's classes of vectors (`HIP_vector_type<int, (unsigned int)2>`) by the names that `hip/amd_detail/amd_hip_vector_types.h` gives
/// them and CUDA has: `int2`.
pub(crate) fn with_vector_names(name: &str) -> String {
    const CLASS: &str = "HIP_vector_type<";
    let mut out = String::new();
    let mut rest = name;
    while let Some((before, from)) = rest.split_once(CLASS) {
        out.push_str(before);
        rest = from;
        match from.split_once('>').and_then(|(inside, after)| Some((vector_name(inside)?, after))) {
            Some((vector, after)) => {
                out.push_str(&vector);
                rest = after;
            }
            None => out.push_str(CLASS),
        }
    }
    out + rest
}

/// `float, (unsigned int)4` as `float4`; none for other elements and counts.
fn vector_name(arguments: &str) -> Option<String> {
    let (element, count) = arguments.split_once(", ")?;
    let element = match element {
        "char" | "signed char" => "char",
        "unsigned char" => "uchar",
        "short" | "int" | "long" | "float" | "double" => element,
        "unsigned short" => "ushort",
        "unsigned int" => "uint",
        "unsigned long" => "ulong",
        "long long" => "longlong",
        "unsigned long long" => "ulonglong",
        _ => return None,
    };
    let count = count.trim_start_matches("(unsigned int)").trim_end_matches('u');
    matches!(count, "1" | "2" | "3" | "4").then(|| format!("{element}{count}"))
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
    one == other || readable(one) == readable(other) || (is_of_one_file(one) || is_of_one_file(other)) && last(one) == last(other)
}

/// The types of the parameters; none where the name does not say.
pub(crate) fn parameters(kernel: &str) -> Option<Vec<String>> {
    let name = with_vector_names(&demangle(bare(kernel))?);
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
    fn vectors_have_the_names_that_both_have() {
        let ported = "_Z4stepPK15HIP_vector_typeIfLj4EEPS_IhLj2EEi";
        assert_eq!(readable(ported), "step(float4 const*, uchar2*, int)");
        assert!(is_same(ported, "_Z4stepPK6float4P6uchar2i"));
        assert!(!is_same(ported, "_Z4stepPK6float4P6uchar4i"));
        assert_eq!(
            with_vector_names("f(HIP_vector_type<T, 2u>, HIP_vector_type<int"),
            "f(HIP_vector_type<T, 2u>, HIP_vector_type<int"
        );
    }

    #[test]
    fn kernels_of_one_file_are_the_same_by_their_own_name() {
        assert!(is_same("_ZN12_GLOBAL__N_15scaleEPf", "_ZN11_INTERNAL_x5scaleEPf"));
        assert!(!is_same("_ZN12_GLOBAL__N_15scaleEPf", "_ZN12_GLOBAL__N_15shiftEPf"));
        assert!(is_same("_ZL5scalePf.static.0123", "_ZL5scalePf"));
        assert!(!is_same("_Z5scalePf", "_Z5scalePd"));
    }
}
