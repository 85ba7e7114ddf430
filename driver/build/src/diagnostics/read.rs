//! What compilers and linkers print, to messages. What is not understood is kept as it is.

use hipify_diagnostics::Level;

/// A place as the compiler names it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct At {
    pub(crate) path: String,
    /// Counted from 1; 0 where none was given.
    pub(crate) line: usize,
    /// Counted from 1 in bytes; 0 where none was given.
    pub(crate) column: usize,
    /// What the message is about: start and end as line and column, the end after the last byte. These lines are those of
    /// the text that was compiled: clang does not apply `#line` to them.
    pub(crate) ranges: Vec<[(usize, usize); 2]>,
}

/// One message of a compiler or linker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Raw {
    pub(crate) level: Level,
    pub(crate) at: Option<At>,
    pub(crate) text: String,
    /// The warning's option, `-Wunused-variable`.
    pub(crate) flag: Option<String>,
    /// Places that include the file, innermost first.
    pub(crate) from: Vec<String>,
    pub(crate) notes: Vec<Raw>,
    /// Lines that belong to it and say nothing by themselves.
    pub(crate) more: Vec<String>,
}

/// All that was printed.
#[derive(Default)]
pub(crate) struct Read {
    pub(crate) messages: Vec<Raw>,
    /// Lines before any message, and what a crash prints.
    pub(crate) verbatim: Vec<String>,
}

const LEVELS: &[(&str, Level)] = &[
    ("fatal error: ", Level::Error),
    ("error: ", Level::Error),
    ("warning: ", Level::Warning),
    ("note: ", Level::Note),
    ("remark: ", Level::Note),
    // gfortran's.
    ("Fatal Error: ", Level::Error),
    ("Error: ", Level::Error),
    ("Warning: ", Level::Warning),
    // flang's.
    ("portability: ", Level::Warning),
];

/// Reads standard error of clang, gfortran, flang, lld, ld and the bundler.
pub(crate) fn read(text: &str) -> Read {
    let mut reader = Reader::default();
    text.lines().for_each(|line| reader.line(line.trim_end_matches('\r')));
    reader.out
}

#[derive(Default)]
struct Reader {
    out: Read,
    from: Vec<String>,
    /// The function that ld says the next messages are about.
    function: Option<String>,
    crashed: bool,
}

impl Reader {
    fn line(&mut self, line: &str) {
        if self.crashed {
            return self.out.verbatim.push(line.to_owned());
        }
        if let Some(place) = included_from(line) {
            return self.from.push(place);
        }
        if let Some(rest) = line.strip_prefix(">>> ") {
            return self.note_of_linker(rest);
        }
        if is_count(line) {
            return;
        }
        if line.starts_with("PLEASE submit a bug report") || line.starts_with("Stack dump:") {
            self.crashed = true;
            return self.out.verbatim.push(line.to_owned());
        }
        if let Some(function) = in_function(line) {
            self.function = Some(function);
        } else if let Some(message) = message(line).or_else(|| self.of_ld(line)).or_else(|| remark_of_flang(line)) {
            self.push(message);
        } else {
            self.keep(line);
        }
    }

    fn push(&mut self, mut message: Raw) {
        message.from = std::mem::take(&mut self.from);
        match self.out.messages.last_mut() {
            Some(last) if message.level == Level::Note => last.notes.push(message),
            _ => self.out.messages.push(message),
        }
    }

    fn keep(&mut self, line: &str) {
        match self.out.messages.last_mut() {
            _ if line.is_empty() || line == "compilation terminated." => {}
            Some(last) if is_caret(line) => {
                // flang quotes the line above it; it is shown from the original instead.
                let more = last.notes.last_mut().map_or(&mut last.more, |note| &mut note.more);
                more.pop();
            }
            Some(Raw { more, notes, .. }) => notes.last_mut().map_or(more, |note| &mut note.more).push(line.to_owned()),
            None => self.out.verbatim.push(line.to_owned()),
        }
    }

    /// `>>> referenced by a.o:(kernel(int*))` of lld and mold; a host object's line says the source first, and the function in
    /// a line of its own.
    fn note_of_linker(&mut self, rest: &str) {
        let Some(last) = self.out.messages.last_mut() else { return self.out.verbatim.push(rest.to_owned()) };
        let function = rest.rsplit_once(":(").and_then(|(_, function)| function.strip_suffix(')'));
        let text = match (rest.strip_prefix("referenced by "), function) {
            (_, Some(function)) => format!("referenced by `{function}`"),
            (Some(source), None) => format!("referenced by `{source}`"),
            (None, None) if rest.starts_with("referenced ") => return,
            (None, None) => rest.trim_start().to_owned(),
        };
        if rest.starts_with(' ') && function.is_some() {
            last.notes.pop();
        }
        if !last.notes.iter().any(|note| note.text == text) {
            last.notes.push(Raw::new(Level::Note, None, text));
        }
    }

    /// ``a.cu:(.text+0x16): undefined reference to `f'`` of GNU ld, whose messages have no level.
    fn of_ld(&self, line: &str) -> Option<Raw> {
        let (line, named) = match line.split_once(": ") {
            Some((program, rest)) if is_ld(program) => (rest, true),
            _ => (line, false),
        };
        let known = ["undefined reference to `", "multiple definition of `", "relocation truncated to fit"];
        let Some(start) = known.iter().filter_map(|known| line.find(known)).min() else {
            return named.then(|| Raw::new(Level::Error, None, line.to_owned()));
        };
        let at = line[..start].strip_suffix(": ").and_then(place).filter(|at| at.line > 0);
        let mut message = Raw::new(Level::Error, at, line[start..].replace('\'', "`"));
        let by = self.function.iter().map(|function| Raw::new(Level::Note, None, format!("referenced by `{function}`")));
        message.notes.extend(by);
        Some(message)
    }
}

impl Raw {
    pub(crate) fn new(level: Level, at: Option<At>, text: String) -> Self {
        Self { level, at, text, flag: None, from: Vec::new(), notes: Vec::new(), more: Vec::new() }
    }
}

fn included_from(line: &str) -> Option<String> {
    let rest = line.strip_prefix("In file included from ").or_else(|| line.trim_start().strip_prefix("from "))?;
    let place = rest.strip_suffix([':', ','])?;
    place.rsplit_once(':').filter(|(_, line)| line.parse::<usize>().is_ok()).map(|_| place.to_owned())
}

/// `4 errors generated when compiling for gfx90a.`
fn is_count(line: &str) -> bool {
    let mut words = line.split(' ');
    words.next().is_some_and(|word| word.parse::<u32>().is_ok())
        && words.next().is_some_and(|word| matches!(word, "error" | "errors" | "warning" | "warnings"))
        && line.contains(" generated")
}

/// ``/usr/bin/ld: a.o: in function `main':``
fn in_function(line: &str) -> Option<String> {
    let (_, function) = line.split_once(": in function `")?;
    function.strip_suffix("':").map(str::to_owned)
}

fn is_ld(program: &str) -> bool {
    let name = program.rsplit('/').next().unwrap_or(program);
    matches!(name, "ld" | "ld.bfd" | "ld.gold" | "gold") || name.ends_with("-ld")
}

fn message(line: &str) -> Option<Raw> {
    let found = LEVELS.iter().filter_map(|(word, level)| {
        let at = if line.starts_with(word) { Some(0) } else { line.find(&format!(": {word}")).map(|at| at + 2) };
        // `fatal error: ` holds `error: `: the longer word begins first.
        at.map(|at| (at, *word, *level))
    });
    let (start, word, level) = found.min_by_key(|(at, word, _)| (*at, std::cmp::Reverse(word.len())))?;
    let head = line[..start].strip_suffix(": ").unwrap_or(&line[..start]);
    let at = if head.is_empty() { None } else { place(head) };
    // Without a place, a program's name stands there; anything else is no message.
    if at.is_none() && head.contains(' ') {
        return None;
    }
    let (text, flag) = split_flag(&line[start + word.len()..]);
    let text = if word.starts_with(char::is_uppercase) { without_locus(text) } else { text.to_owned() };
    let mut message = Raw::new(level, at, text);
    message.flag = flag;
    Some(message)
}

/// `./a.f90:9:13: Declaration of 'i'`: flang gives what belongs to a message no level.
fn remark_of_flang(line: &str) -> Option<Raw> {
    let (head, text) = line.split_once(": ")?;
    let at = place(head).filter(|at| at.column > 0 && !at.path.contains(' '))?;
    Some(Raw::new(Level::Note, Some(at), text.to_owned()))
}

/// A line that marks columns of the one above it.
fn is_caret(line: &str) -> bool {
    line.contains('^') && line.chars().all(|c| matches!(c, ' ' | '\t' | '^' | '~'))
}

/// gfortran says `at (1)` for the place in front of the message; where it speaks of two, the numbers stay.
fn without_locus(text: &str) -> String {
    if text.contains("(2)") { text.to_owned() } else { text.replacen(" at (1)", "", 1) }
}

/// `text [-Wflag]`
fn split_flag(text: &str) -> (&str, Option<String>) {
    let split = text.strip_suffix(']').and_then(|text| text.rsplit_once(" ["));
    match split.filter(|(_, flag)| flag.starts_with("-W") || flag.starts_with("-Werror")) {
        Some((text, flag)) => (text, Some(flag.to_owned())),
        None => (text, None),
    }
}

/// `path:line:column:{1:2-1:4}{...}`, `path:line:column` or `path:line`.
fn place(head: &str) -> Option<At> {
    let (head, ranges) = match head.find(":{") {
        Some(at) if head.ends_with('}') => (&head[..at], ranges(&head[at + 1..])),
        _ => (head, Vec::new()),
    };
    let (rest, last) = head.rsplit_once(':')?;
    let last: usize = last.parse().ok()?;
    let (path, line, column) = match rest.rsplit_once(':').and_then(|(path, line)| Some((path, line.parse().ok()?))) {
        Some((path, line)) => (path, line, last),
        None => (rest, last, 0),
    };
    Some(At { path: path.to_owned(), line, column, ranges })
}

fn ranges(text: &str) -> Vec<[(usize, usize); 2]> {
    let point = |text: &str| text.split_once(':').and_then(|(line, column)| Some((line.parse().ok()?, column.parse().ok()?)));
    let range = |text: &str| text.split_once('-').and_then(|(start, end)| Some([point(start)?, point(end)?]));
    text.split(['{', '}']).filter_map(range).collect()
}

#[cfg(test)]
mod tests;
