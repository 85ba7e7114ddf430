//! Name expressions: what is appended to the source so that the compiler lowers them, and where their lowered names are then.

/// The start of the variables that point at what an expression names.
const MARKER: &str = "__hiprtc_name_";

/// Declarations that use what each expression names.
pub(super) fn declarations(expressions: &[String]) -> String {
    let each = expressions.iter().enumerate().map(|(number, expression)| {
        // Both `kernel<int>` and `&kernel<int>` are taken.
        let name = expression.trim().trim_start_matches('&');
        format!("extern \"C\" __device__ __attribute__((used)) const void *const {MARKER}{number} = (const void *)&{name};\n")
    });
    each.collect()
}

/// The lowered name of each expression, out of the device pass's LLVM assembly; none where one is missing.
pub(super) fn lowered(assembly: &str, count: usize) -> Option<Vec<String>> {
    (0..count).map(|number| lowered_name(assembly, number)).collect()
}

fn lowered_name(assembly: &str, number: usize) -> Option<String> {
    let start = format!("@{MARKER}{number} = ");
    let definition = assembly.lines().find_map(|line| line.strip_prefix(&start))?;
    // `... constant ptr @_Z5scaleIfEvPT_S0_, align 8`, or quoted, `@"name"`.
    let name = definition.split_once('@')?.1;
    match name.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').map(|(name, _)| name.to_owned()),
        None => {
            let end = name.find(|letter: char| !letter.is_ascii_alphanumeric() && !"_.$-".contains(letter)).unwrap_or(name.len());
            Some(name[..end].to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_behind_the_markers() {
        let assembly = "@__hiprtc_name_0 = internal constant ptr @_Z5scaleIfEvPT_S0_, align 8\n\
                        @c = global float 0.0\n\
                        @__hiprtc_name_1 = internal addrspace(1) constant ptr addrspacecast (ptr @\"odd name\" to ptr), align 8\n";
        assert_eq!(lowered(assembly, 2), Some(vec!["_Z5scaleIfEvPT_S0_".to_owned(), "odd name".to_owned()]));
        assert_eq!(lowered(assembly, 3), None);
    }

    #[test]
    fn an_address_and_a_name_are_the_same_expression() {
        assert_eq!(declarations(&["k<int>".into()]), declarations(&[" &k<int>".into()]));
    }
}
