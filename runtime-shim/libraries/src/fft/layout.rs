//! Where the elements of a transform lie: the advanced layout of cuFFT and hipFFT.

/// One side of a transform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The extents of the array that the data is a part of; the first is not needed.
    embed: Vec<usize>,
    /// Elements between neighbours of the last dimension.
    stride: usize,
    /// Elements between the first elements of two members of a batch.
    distance: usize,
}

impl Layout {
    /// None where a number cannot be.
    pub(super) fn new(embed: Vec<i64>, stride: i64, distance: i64) -> Option<Layout> {
        let number = |n: i64| usize::try_from(n).ok();
        let embed = embed.into_iter().map(number).collect::<Option<Vec<_>>>()?;
        Some(Layout { embed, stride: number(stride)?, distance: number(distance)? })
    }

    /// Neighbours follow each other, and so do the members of a batch.
    pub(super) fn packed(extent: &[usize]) -> Layout {
        Layout { embed: extent.to_vec(), stride: 1, distance: extent.iter().product() }
    }

    /// Where the rows of the last dimension begin, for one member of a batch; `extent` is what the transform has of each dimension.
    pub(super) fn rows(&self, extent: &[usize], member: usize) -> impl Iterator<Item = usize> {
        let count: usize = extent[..extent.len() - 1].iter().product();
        (0..count).map(move |row| self.row(extent, member, row))
    }

    /// Where one of these rows begins.
    pub(super) fn row(&self, extent: &[usize], member: usize, row: usize) -> usize {
        let outer = &extent[..extent.len() - 1];
        let (mut rest, mut place, mut step) = (row, 0, self.embed[outer.len()]);
        for axis in (0..outer.len()).rev() {
            place += rest % outer[axis] * step;
            rest /= outer[axis];
            step *= self.embed[axis];
        }
        member * self.distance + place * self.stride
    }

    pub(super) fn stride(&self) -> usize {
        self.stride
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_follow_the_array_that_the_data_is_a_part_of() {
        let layout = Layout::new(vec![9, 5], 2, 100).unwrap();
        assert_eq!(layout.rows(&[3, 4], 1).collect::<Vec<_>>(), [100, 110, 120]);
        let cube = Layout::packed(&[2, 3, 4]);
        assert_eq!(cube.rows(&[2, 3, 4], 0).collect::<Vec<_>>(), [0, 4, 8, 12, 16, 20]);
        assert_eq!(Layout::packed(&[8]).rows(&[8], 2).collect::<Vec<_>>(), [16]);
    }
}
