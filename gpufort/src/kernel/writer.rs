//! Lines of C++ with their indentation.

/// Text that grows by lines.
#[derive(Default, Debug)]
pub(crate) struct Writer {
    lines: Vec<String>,
    depth: usize,
}

impl Writer {
    pub(crate) fn at(depth: usize) -> Self {
        Self { lines: Vec::new(), depth }
    }

    pub(crate) fn line(&mut self, text: impl AsRef<str>) {
        let text = text.as_ref();
        let indent = if text.is_empty() { 0 } else { 2 * self.depth };
        self.lines.push(format!("{:indent$}{text}", ""));
    }

    /// A line that starts in the first column: the preprocessor's, labels.
    pub(crate) fn flush_left(&mut self, text: &str) {
        self.lines.push(text.to_owned());
    }

    /// Adds to the last line; a line of its own where there is none.
    pub(crate) fn append(&mut self, text: &str) {
        match self.lines.last_mut() {
            Some(last) if !last.is_empty() => last.push_str(&format!("  {text}")),
            _ => self.line(text),
        }
    }

    /// A line that ends in `{`, what follows being inside.
    pub(crate) fn open(&mut self, text: impl AsRef<str>) {
        self.line(text);
        self.depth += 1;
    }

    pub(crate) fn close(&mut self, text: impl AsRef<str>) {
        self.depth = self.depth.saturating_sub(1);
        self.line(text);
    }

    /// What follows is one step further inside, without a brace.
    pub(crate) fn indent(&mut self) {
        self.depth += 1;
    }

    pub(crate) fn outdent(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    pub(crate) fn extend(&mut self, other: Writer) {
        self.lines.extend(other.lines);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    pub(crate) fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
    }
}
