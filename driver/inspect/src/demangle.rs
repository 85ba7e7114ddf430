//! `_Z5saxpyifPKfPf` into `saxpy(int, float, float const*, float*)`.

use cpp_demangle::{DemangleNodeType, DemangleOptions, DemangleWrite, ParseOptions, Symbol};
use std::fmt;

/// Nesting that real names stay below by far; a made-up one could exhaust the stack.
const DEEPEST: u32 = 128;
/// Bytes of a demangled name. Substitutions can make a short name grow without end.
const LONGEST: usize = 1 << 16;

/// The whole name, as the source says it; None for what is no mangled C++ name.
pub fn demangle(name: &str) -> Option<String> {
    written(name, DemangleOptions::default())
}

/// The name without return type and parameters: `ns::second<int>`.
pub(super) fn demangle_name(name: &str) -> Option<String> {
    written(name, DemangleOptions::default().no_params().no_return_type())
}

fn written(name: &str, options: DemangleOptions) -> Option<String> {
    let symbol = Symbol::new_with_options(name, &ParseOptions::default().recursion_limit(DEEPEST)).ok()?;
    let mut out = Bounded(String::new());
    symbol.structured_demangle(&mut out, &options.recursion_limit(DEEPEST)).ok()?;
    Some(out.0)
}

struct Bounded(String);

impl DemangleWrite for Bounded {
    fn push_demangle_node(&mut self, _: DemangleNodeType) {}

    fn write_string(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > LONGEST {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }

    fn pop_demangle_node(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::demangle;

    #[test]
    fn a_kernel_gets_the_name_it_has_in_the_source() {
        assert_eq!(demangle("_Z5saxpyifPKfPf").as_deref(), Some("saxpy(int, float, float const*, float*)"));
        assert_eq!(demangle("plain_c_kernel"), None);
    }

    #[test]
    fn a_name_made_to_explode_does_not() {
        let mut name = "_Z1fSt1aIiE".to_owned();
        for _ in 0..60 {
            name.push_str("S_IS_S_S_S_E");
        }
        assert!(demangle(&name).is_none_or(|text| text.len() <= super::LONGEST));
    }
}
