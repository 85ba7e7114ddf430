//! What a program of `program.rs` wrote -> results by function.

use std::collections::BTreeMap;

/// What a call's result is: a kind (`b`ool, `i`nteger, `u`nsigned, `f`loating, another class `x`, `v`oid, `a`bsent) and its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultType {
    pub letter: char,
    pub bytes: usize,
}

/// The results of all cases of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measured {
    pub kind: ResultType,
    /// Bytes a case: the result, then what was written through pointers.
    pub size: usize,
    pub data: Vec<u8>,
}

/// Results by the functions' lines.
pub type Results = BTreeMap<String, Measured>;

impl Measured {
    /// Whether the function cannot be called.
    #[must_use]
    pub fn is_absent(&self) -> bool {
        self.kind.letter == 'a'
    }

    #[must_use]
    pub fn cases(&self) -> usize {
        self.data.len().checked_div(self.size).unwrap_or(0)
    }

    #[must_use]
    pub fn case(&self, at: usize) -> &[u8] {
        &self.data[at * self.size..][..self.size]
    }
}

/// A file of records: a line with the function, a line with the kind, the bytes a case and the number of cases, the bytes.
///
/// # Errors
/// The file ends in a record, or a number of it is none.
pub fn read(mut bytes: &[u8]) -> Result<Results, String> {
    let mut results = Results::new();
    while !bytes.is_empty() {
        let name = line(&mut bytes).ok_or("a record without a name")?;
        let numbers = line(&mut bytes).ok_or_else(|| format!("`{name}` has no sizes"))?;
        let numbers: Option<Vec<usize>> = numbers.split(' ').map(|n| n.parse().ok()).collect();
        let Some(&[code, size, cases]) = numbers.as_deref() else { return Err(format!("sizes of `{name}` are no numbers")) };
        let (data, rest) = bytes.split_at_checked(size * cases).ok_or_else(|| format!("results of `{name}` are cut off"))?;
        let kind = ResultType { letter: char::from((code / 256) as u8), bytes: code % 256 };
        results.insert(name, Measured { kind, size, data: data.to_vec() });
        bytes = rest;
    }
    Ok(results)
}

/// The same file of results.
#[must_use]
pub fn write(results: &Results) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, measured) in results {
        let code = measured.kind.letter as usize * 256 + measured.kind.bytes;
        bytes.extend(format!("{name}\n{code} {} {}\n", measured.size, measured.cases()).into_bytes());
        bytes.extend(&measured.data);
    }
    bytes
}

fn line(bytes: &mut &[u8]) -> Option<String> {
    let end = bytes.iter().position(|b| *b == b'\n')?;
    let line = String::from_utf8(bytes[..end].to_vec()).ok()?;
    *bytes = &bytes[end + 1..];
    Some(line)
}
