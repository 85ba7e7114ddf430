//! Words after `-Xcompiler` to flags of host compilation, link, or both compilations.

use crate::item::find_clangs;
use crate::words;
use hipify_buildfile::nvcc::is_msvc_option;
use hipify_rules::options::{FlagScope, Meaning, Value, preprocessor_option};

/// One flag and whose it is.
pub(super) type Flag = (FlagScope, String);

/// The words of a value. nvcc writes them into a shell command, so that one more layer of quotes goes; `-Wl,a,b` stays whole
/// although nvcc splits it, which no host compiler takes.
pub(super) fn words(value: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut rest = value;
    while let Some(start) = rest.find("-Wl,").filter(|at| *at == 0 || rest.as_bytes()[at - 1] == b',') {
        // All up to the next word that is an option of the compiler belongs to the linker.
        out.extend(plain(&rest[..start]));
        let end = rest[start..].find([' ', '\t']).map_or(rest.len(), |length| start + length);
        out.push(rest[start..end].to_owned());
        rest = rest[end..].trim_start();
    }
    out.extend(plain(rest));
    out.retain(|word| !is_msvc_option(word));
    out
}

fn plain(value: &str) -> Vec<String> {
    words::list(value).iter().flat_map(|word| words::split(word)).filter(|word| !word.is_empty()).collect()
}

/// Sorts words by whose flags they are. nvcc runs the host's preprocessor for both compilations.
pub(super) fn sorted(words: &[String]) -> Vec<Flag> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let next = words.get(at + 1);
        at += 1;
        let preprocessed = preprocessor_option(word);
        if preprocessed.is_some_and(|(_, _, value)| value.is_empty()) {
            out.push((FlagScope::Both, format!("{word}{}", next.map_or("", String::as_str))));
            at += 1;
        } else if preprocessed.is_some() || word.starts_with("-std=") {
            out.push((FlagScope::Both, word.clone()));
        } else if word.starts_with("-l") || word.starts_with("-L") || word == "-Xlinker" || !word.starts_with('-') {
            out.push((FlagScope::Link, word.clone()));
            if matches!(word.as_str(), "-l" | "-L" | "-Xlinker") {
                out.extend(next.map(|next| (FlagScope::Link, next.clone())));
                at += 1;
            }
        } else {
            at += known(word, next, &mut out);
        }
    }
    out
}

/// Takes a word by clang's rows; how many words after it went with it.
fn known(word: &str, next: Option<&String>, out: &mut Vec<Flag>) -> usize {
    let Some((row, attached)) = find_clangs(word) else {
        out.push((FlagScope::Host, word.to_owned()));
        return 0;
    };
    let place = match row.meaning {
        Meaning::Flags(place @ (FlagScope::Link | FlagScope::HostAndLink)) => place,
        _ => FlagScope::Host,
    };
    out.push((place, word.to_owned()));
    let value = next.filter(|_| row.value == Value::Separate && attached.is_none());
    out.extend(value.map(|value| (place, value.clone())));
    usize::from(value.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_words_lose_a_layer_of_quotes_and_linker_lists_stay() {
        assert_eq!(words("-Wall,-O2"), ["-Wall", "-O2"]);
        assert_eq!(words("-fPIC -g"), ["-fPIC", "-g"]);
        assert_eq!(words("-fPIC,-Wl,-rpath,/x"), ["-fPIC", "-Wl,-rpath,/x"]);
        assert_eq!(words("\"-Wl,-rpath,/x\""), ["-Wl,-rpath,/x"]);
        assert_eq!(words("\"-DA=b c\",-DS=\\\"s\\\""), ["-DA=b c", "-DS=\"s\""]);
        assert_eq!(words("/MD,/x.o"), ["/x.o"]);
    }

    #[test]
    fn host_words_go_where_they_belong() {
        let words = ["-D", "A", "-Iinc", "-fPIC", "-fopenmp", "-Wl,-z,now", "-rdynamic", "-march=native", "-lm"];
        let sorted = sorted(&words.map(str::to_owned));
        let of = |place| sorted.iter().filter(|flag| flag.0 == place).map(|flag| flag.1.as_str()).collect::<Vec<_>>();
        assert_eq!(of(FlagScope::Both), ["-DA", "-Iinc"]);
        assert_eq!(of(FlagScope::Host), ["-fPIC", "-march=native"]);
        assert_eq!(of(FlagScope::HostAndLink), ["-fopenmp"]);
        assert_eq!(of(FlagScope::Link), ["-Wl,-z,now", "-rdynamic", "-lm"]);
    }
}
