//! A directive of OpenMP as lines of free or fixed form.

/// The longest line that is written in free form; the standard allows 132.
const FREE: usize = 110;
/// The last column of a statement in fixed form.
const FIXED: usize = 72;

/// The words of a directive after its sentinel, broken where a line would be too long. The first line stands after `indent`
/// characters that are there already.
pub(super) fn directive(text: &str, indent: usize, fixed: bool) -> String {
    let (limit, sentinel) = if fixed { (FIXED, "!$omp ") } else { (FREE.saturating_sub(indent + 2).max(40), "!$omp ") };
    let mut lines = vec![sentinel.to_owned()];
    for word in pieces(text) {
        let line = lines.last().expect("one at least");
        if line.len() + word.trim_end().len() > limit && line.len() > sentinel.len() {
            lines.push(if fixed { "!$omp&".to_owned() } else { "!$omp& ".to_owned() });
        }
        *lines.last_mut().expect("one at least") += &word;
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    let between = if fixed { "\n".to_owned() } else { format!(" &\n{}", " ".repeat(indent)) };
    lines.join(&between)
}

/// Words with the blank after them; a list may be broken after its commas too.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for c in text.chars() {
        pieces.last_mut().expect("one at least").push(c);
        if c == ' ' || c == ',' {
            pieces.push(String::new());
        }
    }
    pieces
}
