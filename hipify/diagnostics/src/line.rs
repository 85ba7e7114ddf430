//! Byte offsets to lines and columns.

/// Where the lines of a source start.
pub struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    pub fn new(source: &[u8]) -> Self {
        Self { starts: std::iter::once(0).chain(memchr::memchr_iter(b'\n', source).map(|at| at + 1)).collect() }
    }

    /// Line and column of a byte offset, both counted from 1; the column counts bytes.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= offset);
        (line, offset - self.starts[line - 1] + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_from_one() {
        let index = LineIndex::new(b"ab\ncd\n");
        assert_eq!(index.position(0), (1, 1));
        assert_eq!(index.position(4), (2, 2));
        assert_eq!(index.position(6), (3, 1));
    }
}
