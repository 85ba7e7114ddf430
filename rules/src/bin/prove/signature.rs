//! Two declarations of a function -> whether their parameter lists agree once the table's names are put in.

use hipify_rules::symbol;

use hipify_rules::decl::{Decl, DeclKind, Index, Param};

/// How far a CUDA function and its HIP counterpart agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Agreement {
    Equal,
    /// In words, as a row's `differs` could say it.
    Differs(String),
    /// One of the two is no function: nothing to compare.
    NoFunction,
}

/// Compares `cuda` with `hip`, a name of `there`: overloads agree where any two of them do.
pub(crate) fn compare(cuda: &[&Decl], hip: &[&Decl], there: &Index) -> Agreement {
    let mut nearest: Option<(usize, String)> = None;
    for ours in functions(cuda) {
        for theirs in functions(hip) {
            match difference(ours, theirs, there) {
                None => return Agreement::Equal,
                Some(found) if nearest.as_ref().is_none_or(|n| found.0 < n.0) => nearest = Some(found),
                Some(_) => {}
            }
        }
    }
    nearest.map_or(Agreement::NoFunction, |(_, text)| Agreement::Differs(text))
}

fn functions<'a>(decls: &[&'a Decl]) -> impl Iterator<Item = &'a Decl> {
    decls.iter().filter(|d| d.kind == DeclKind::Function).copied()
}

/// How far apart two functions are, and in which parameter; `None` where they agree.
fn difference(cuda: &Decl, hip: &Decl, there: &Index) -> Option<(usize, String)> {
    let (ours, theirs) = (cuda.params.len(), hip.params.len());
    if ours != theirs {
        let text = format!("{ours} parameters in CUDA, {theirs} in HIP");
        return Some((100 * ours.abs_diff(theirs), text));
    }
    let pairs = cuda.params.iter().zip(&hip.params);
    let wrong: Vec<usize> =
        pairs.enumerate().filter(|(_, (a, b))| !is_generic(b, hip) && !agree(a, b, there)).map(|(i, _)| i).collect();
    if let Some(&first) = wrong.first() {
        let (a, b) = (&cuda.params[first], &hip.params[first]);
        let text = format!("argument {first} is `{}` in CUDA and `{}` in HIP", tidy(&a.written), tidy(&b.written));
        return Some((wrong.len(), text));
    }
    if !is_generic(&hip.result, hip) && !agree(&cuda.result, &hip.result, there) {
        let (a, b) = (tidy(&cuda.result.written), tidy(&hip.result.written));
        return Some((1, format!("the result is `{a}` in CUDA and `{b}` in HIP")));
    }
    None
}

/// Whether the type is up to the caller: a parameter of the template.
fn is_generic(kind: &Param, of: &Decl) -> bool {
    words_of(&kind.written).any(|word| of.generic.iter().any(|g| g == word))
}

fn agree(cuda: &Param, hip: &Param, there: &Index) -> bool {
    let written = rename(&tidy(&cuda.written));
    let canonical = tidy(&hip.canonical);
    written == tidy(&hip.written)
        || rename(&tidy(&cuda.canonical)) == canonical
        || resolve(&written, there) == canonical
        || resolve(&written, there) == resolve(&tidy(&hip.written), there)
        || (is_integer(&tidy(&cuda.canonical)) && is_integer(&canonical))
}

/// An integer passed by value: one converts into another without a word of the caller's.
fn is_integer(canonical: &str) -> bool {
    const WORDS: &[&str] = &["unsigned", "signed", "int", "long", "short"];
    canonical.split(' ').all(|word| WORDS.contains(&word))
}

/// One spelling for types that C and C++ write in several ways.
fn tidy(kind: &str) -> String {
    let mut words = Vec::new();
    for word in words_of(kind) {
        match word {
            "struct" | "enum" | "union" | "class" | "typename" | "__restrict" | "restrict" | "volatile" => {}
            "[" => words.push("*"),
            "]" => {
                while words.last().is_some_and(|w| *w != "*") {
                    words.pop();
                }
            }
            word => words.push(word),
        }
    }
    // `const` of a value that is passed by value, or of the pointer itself, is nobody's business.
    if words.last() == Some(&"const") {
        words.pop();
    }
    if !words.contains(&"*") && !words.contains(&"&") {
        words.retain(|w| *w != "const");
    }
    east_to_west(&mut words);
    join(&words)
}

/// `T const *` -> `const T *`, for the first level only.
fn east_to_west(words: &mut Vec<&str>) {
    let first_star = words.iter().position(|w| *w == "*" || *w == "&").unwrap_or(words.len());
    if let Some(at) = words[..first_star].iter().position(|w| *w == "const").filter(|&at| at > 0) {
        let word = words.remove(at);
        words.insert(0, word);
    }
}

fn join(words: &[&str]) -> String {
    let mut text = String::new();
    for word in words {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        if text.ends_with(is_name) && word.starts_with(is_name) {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// Identifiers and single signs of a type; a qualified name is one word.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut rest = text.trim_start();
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = if is_name(first) { rest.find(|c| !is_name(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (word, after) = rest.split_at(end);
        rest = after.trim_start();
        Some(word)
    })
}

/// Puts the HIP names in.
fn rename(kind: &str) -> String {
    let words: Vec<&str> = words_of(kind).map(|w| symbol(w.as_bytes()).and_then(|s| s.hip()).unwrap_or(w)).collect();
    join(&words)
}

/// Replaces typedef names of HIP's headers by what they are.
fn resolve(kind: &str, there: &Index) -> String {
    let canonical = |word: &str| {
        let found = there.get(word).into_iter().find(|d| d.kind == DeclKind::Type && !d.canonical.is_empty())?;
        Some(tidy(&found.canonical))
    };
    let words: Vec<String> = words_of(kind).map(|w| canonical(w).unwrap_or_else(|| w.to_owned())).collect();
    tidy(&words.iter().map(String::as_str).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_type_are_one() {
        assert_eq!(tidy("struct cudaDeviceProp *"), "cudaDeviceProp*");
        assert_eq!(tidy("float const * const"), "const float*");
        assert_eq!(tidy("const size_t"), "size_t");
        assert_eq!(tidy("int[3]"), "int*");
        assert_eq!(tidy("unsigned  int"), "unsigned int");
    }

    #[test]
    fn names_of_the_table_are_put_in() {
        assert_eq!(rename("const cudaDeviceProp*"), "const hipDeviceProp_t*");
    }

    #[test]
    fn another_number_of_parameters_is_a_difference() {
        let function = |count: usize| Decl {
            params: vec![Param { written: "int".into(), canonical: "int".into() }; count],
            ..Decl::default()
        };
        let (one, two) = (function(1), function(2));
        let found = compare(&[&one], &[&two], &Index::default());
        assert_eq!(found, Agreement::Differs("1 parameters in CUDA, 2 in HIP".to_owned()));
        assert_eq!(compare(&[&one], &[&one, &two], &Index::default()), Agreement::Equal);
    }
}
