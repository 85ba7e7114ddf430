//! A C function's parameters as dummy arguments of a Fortran interface.

/// A function of HIP as Fortran calls it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// As C spells it.
    pub name: &'static str,
    /// The module that declares it.
    pub module: &'static str,
    /// The result's type, such as `integer(c_int)`; `None` for a subroutine.
    pub result: Option<&'static str>,
    pub params: Vec<Dummy>,
}

/// One dummy argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dummy {
    /// The name; never one of Fortran's keywords or the function's own.
    pub name: String,
    /// The type: `type(c_ptr)`, `integer(c_int)`, `integer(c_size_t)`, `real(c_float)`, `type(dim3)`, ...
    pub spec: &'static str,
    /// Passed by value, as all are that the function does not write to.
    pub value: bool,
}

impl Signature {
    /// Reads `versions | result | type name | ...`.
    pub(super) fn read(name: &'static str, module: &'static str, line: &str) -> Option<Self> {
        let mut parts = line.split(" | ").skip(1);
        let result = match parts.next()? {
            "void" => None,
            kind => Some(spec(kind)?),
        };
        let of_library = module != "hipfort";
        let params = parts.enumerate().map(|(at, part)| dummy(part, at, of_library)).collect::<Option<_>>()?;
        Some(Self { name, module, result, params })
    }
}

/// `unsigned long sizeBytes`; a parameter without a name gets one by its place.
fn dummy(part: &str, at: usize, of_library: bool) -> Option<Dummy> {
    let (kind, name) = match part.rsplit_once(' ') {
        Some((kind, name)) if is_name(name) && !is_type_word(name) => (kind, name.to_owned()),
        _ => (part, String::new()),
    };
    let name = if name.is_empty() { format!("arg{at}") } else { name };
    let (spec, value) = passed(kind.trim(), &name, of_library)?;
    // A leading underscore is no letter in Fortran.
    let name = name.trim_start_matches('_').to_owned();
    Some(Dummy { name, spec, value })
}

fn is_name(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn is_type_word(word: &str) -> bool {
    ["int", "long", "char", "float", "double", "short", "unsigned", "void"].contains(&word)
}

/// The type of a dummy and whether it is passed by value. hipfort passes handles that are made, and single numbers that the
/// runtime gives or a library scales by, by reference, and every other pointer as an address.
fn passed(kind: &str, name: &str, of_library: bool) -> Option<(&'static str, bool)> {
    let kind = kind.replace("const ", "").replace(" const", "");
    let kind = kind.trim();
    let Some(pointed) = kind.strip_suffix('*').map(str::trim) else {
        return Some((spec(kind)?, true));
    };
    let is_scale = of_library && ["alpha", "beta"].contains(&name.to_ascii_lowercase().as_str());
    let is_answer = !of_library && !matches!(pointed, "float" | "double" | "char" | "unsigned char");
    Some(match pointed {
        pointed if pointed.ends_with('*') => ("type(c_ptr)", false),
        "void" => ("type(c_ptr)", true),
        pointed if pointed.starts_with("struct ") && !is_scale => ("type(c_ptr)", true),
        pointed if is_scale || is_answer => spec(pointed).map_or(("type(c_ptr)", true), |spec| (spec, false)),
        _ => ("type(c_ptr)", true),
    })
}

/// The Fortran type of a C type that is no parameter's pointer.
fn spec(kind: &str) -> Option<&'static str> {
    let kind = kind.trim().trim_start_matches("const ");
    Some(match kind {
        kind if kind.ends_with('*') => "type(c_ptr)",
        kind if kind.starts_with("enum ") => "integer(c_int)",
        "int" | "unsigned int" => "integer(c_int)",
        "short" | "unsigned short" => "integer(c_short)",
        "char" | "signed char" | "unsigned char" => "integer(c_signed_char)",
        "long" | "unsigned long" => "integer(c_size_t)",
        "long long" | "unsigned long long" => "integer(c_long_long)",
        "float" => "real(c_float)",
        "double" => "real(c_double)",
        "struct dim3" => "type(dim3)",
        "float2" | "struct float2" | "struct HIP_vector_type_float_2" | "struct hipblasComplex" | "struct hipFloatComplex" => {
            "complex(c_float_complex)"
        }
        "double2"
        | "struct double2"
        | "struct HIP_vector_type_double_2"
        | "struct hipblasDoubleComplex"
        | "struct hipDoubleComplex" => "complex(c_double_complex)",
        _ => return None,
    })
}
