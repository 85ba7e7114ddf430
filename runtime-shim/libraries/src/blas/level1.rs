//! BLAS level 1: vectors. Sums run in eight parts, which lets them be vector code, of blocks that are added pair by pair, which keeps
//! rounding small.

use crate::memory::Vector;
use crate::number::Number;
use half::{bf16, f16};
use num_traits::Zero;

/// Parts that a sum is made of.
const PARTS: usize = 8;

/// Terms of a block, which are added in their order: a multiple of [`PARTS`].
const BLOCK: usize = 1024;

/// The sum over all indices.
pub(super) fn sum<S: Number>(n: usize, term: impl Fn(usize) -> S) -> S {
    sum_between(0, n, &term)
}

/// The sum of the halves' sums, down to blocks: the rounding error grows with the logarithm of the number of terms, as that of a GPU's
/// trees of sums.
fn sum_between<S: Number>(from: usize, to: usize, term: &impl Fn(usize) -> S) -> S {
    let count = to - from;
    if count > BLOCK {
        let middle = from + (count / 2).next_multiple_of(BLOCK);
        return sum_between(from, middle, term) + sum_between(middle, to, term);
    }
    let mut parts = [S::zero(); PARTS];
    let whole = to - count % PARTS;
    for start in (from..whole).step_by(PARTS) {
        for (lane, part) in parts.iter_mut().enumerate() {
            *part += term(start + lane);
        }
    }
    let rest: S = (whole..to).map(term).sum();
    parts.into_iter().sum::<S>() + rest
}

/// The index, counted from one, of the first element that beats all before it; zero for an empty vector.
///
/// # Safety
/// `x` is readable for `n` elements.
unsafe fn first_best<T: Number>(n: usize, x: Vector<T>, better: impl Fn(T::Real, T::Real) -> bool) -> i64 {
    // SAFETY: indices stay within what this function requires to be readable and writable.
    let size = |i| unsafe { x.get(i) }.size();
    let mut best = 0;
    for i in 1..n {
        if better(size(i), size(best)) {
            best = i;
        }
    }
    if n == 0 { 0 } else { best as i64 + 1 }
}

/// # Safety
/// `x` is readable for `n` elements.
pub(super) unsafe fn amax<T: Number>(n: usize, x: Vector<T>) -> i64 {
    // SAFETY: this function requires what its callee does.
    unsafe { first_best(n, x, |new, old| new > old) }
}

/// # Safety
/// `x` is readable for `n` elements.
pub(super) unsafe fn amin<T: Number>(n: usize, x: Vector<T>) -> i64 {
    // SAFETY: this function requires what its callee does.
    unsafe { first_best(n, x, |new, old| new < old) }
}

/// # Safety
/// `x` is readable for `n` elements.
pub(super) unsafe fn asum<T: Number>(n: usize, x: Vector<T>) -> T::Real {
    // SAFETY: indices stay within what this function requires to be readable and writable.
    sum(n, |i| unsafe { x.get(i) }.size())
}

/// The Euclidean norm. Where the plain sum of squares leaves the type's range, all is divided by the largest element first.
///
/// # Safety
/// `x` is readable for `n` elements.
pub(super) unsafe fn nrm2<T: Number>(n: usize, x: Vector<T>) -> T::Real {
    use num_traits::Float;
    // SAFETY: indices stay within what this function requires to be readable and writable.
    let at = |i| unsafe { x.get(i) };
    let plain = sum(n, |i| at(i).square());
    if plain.is_normal() && plain > T::Real::min_positive_value() / T::Real::epsilon() {
        return plain.sqrt();
    }
    let largest =
        (0..n).map(|i| at(i).size()).fold(T::Real::zero(), |most, size| if size > most || size.is_nan() { size } else { most });
    if largest.is_zero() || !largest.is_finite() {
        return largest;
    }
    largest * sum(n, |i| (T::of(at(i).re() / largest).square()) + T::of(at(i).im() / largest).square()).sqrt()
}

/// A type whose `axpy` there is.
pub(super) trait Element: Copy {
    /// `alpha * x + y`, rounded once for types that are too short to compute in.
    fn multiply_add(alpha: Self, x: Self, y: Self) -> Self;
}

impl<T: Number> Element for T {
    fn multiply_add(alpha: T, x: T, y: T) -> T {
        alpha * x + y
    }
}

impl Element for f16 {
    fn multiply_add(alpha: f16, x: f16, y: f16) -> f16 {
        f16::from_f32(alpha.to_f32() * x.to_f32() + y.to_f32())
    }
}

/// # Safety
/// `x` is readable and `y` writable for `n` elements.
pub(super) unsafe fn axpy<T: Element>(n: usize, alpha: T, x: Vector<T>, y: Vector<T>) {
    for i in 0..n {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe { y.update(i, |y| T::multiply_add(alpha, x.get(i), y)) };
    }
}

/// # Safety
/// `x` is readable and `y` writable for `n` elements.
pub(super) unsafe fn copy<T: Number>(n: usize, x: Vector<T>, y: Vector<T>) {
    for i in 0..n {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe { y.set(i, x.get(i)) };
    }
}

/// # Safety
/// `x` and `y` are writable for `n` elements.
pub(super) unsafe fn swap<T: Number>(n: usize, x: Vector<T>, y: Vector<T>) {
    for i in 0..n {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe {
            let held = x.get(i);
            x.set(i, y.get(i));
            y.set(i, held);
        }
    }
}

/// # Safety
/// `x` and `y` are readable for `n` elements.
pub(super) unsafe fn dotu<T: Number>(n: usize, x: Vector<T>, y: Vector<T>) -> T {
    // SAFETY: indices stay within what this function requires to be readable and writable.
    if let (Some(x), Some(y)) = unsafe { (x.slice(n), y.slice(n)) } {
        return sum(n, |i| x[i] * y[i]);
    }
    // SAFETY: indices stay within what this function requires to be readable and writable.
    sum(n, |i| unsafe { x.get(i) * y.get(i) })
}

/// # Safety
/// `x` and `y` are readable for `n` elements.
pub(super) unsafe fn dotc<T: Number>(n: usize, x: Vector<T>, y: Vector<T>) -> T {
    // SAFETY: indices stay within what this function requires to be readable and writable.
    sum(n, |i| unsafe { x.get(i).conj() * y.get(i) })
}

/// A type of 16 bits, summed in 32.
pub(super) trait Half: Copy {
    fn wide(self) -> f32;
    fn narrow(wide: f32) -> Self;
}

impl Half for f16 {
    fn wide(self) -> f32 {
        self.to_f32()
    }
    fn narrow(wide: f32) -> f16 {
        f16::from_f32(wide)
    }
}

impl Half for bf16 {
    fn wide(self) -> f32 {
        self.to_f32()
    }
    fn narrow(wide: f32) -> bf16 {
        bf16::from_f32(wide)
    }
}

/// # Safety
/// `x` and `y` are readable for `n` elements.
pub(super) unsafe fn dot_half<T: Half>(n: usize, x: Vector<T>, y: Vector<T>) -> T {
    // SAFETY: indices stay within what this function requires to be readable and writable.
    T::narrow(sum(n, |i| unsafe { x.get(i).wide() * y.get(i).wide() }))
}

/// # Safety
/// `x` is writable for `n` elements.
pub(super) unsafe fn scal<T: Number>(n: usize, alpha: T, x: Vector<T>) {
    for i in 0..n {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe { x.update(i, |x| alpha * x) };
    }
}

/// # Safety
/// `x` is writable for `n` elements.
pub(super) unsafe fn scal_real<T: Number>(n: usize, alpha: T::Real, x: Vector<T>) {
    for i in 0..n {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe { x.update(i, |x| x.scale(alpha)) };
    }
}

/// # Safety
/// `x` and `y` are writable for `n` elements.
pub(super) unsafe fn rot<T: Number>(n: usize, x: Vector<T>, y: Vector<T>, c: T::Real, s: T) {
    for i in 0..n {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe {
            let (a, b) = (x.get(i), y.get(i));
            x.set(i, a.scale(c) + s * b);
            y.set(i, b.scale(c) - s.conj() * a);
        }
    }
}

/// # Safety
/// `x` and `y` are writable for `n` elements.
pub(super) unsafe fn rot_real<T: Number>(n: usize, x: Vector<T>, y: Vector<T>, c: T::Real, s: T::Real) {
    // SAFETY: this function requires what its callee does.
    unsafe { rot(n, x, y, c, T::of(s)) }
}

#[cfg(test)]
mod tests {
    use super::sum;

    #[test]
    fn a_long_sum_in_single_precision_is_exact_to_its_last_digits() {
        let count = 1 << 24;
        let exact = f64::from(0.1f32) * f64::from(count);
        let got = f64::from(sum(count as usize, |_| 0.1f32));
        assert!((got - exact).abs() < 2e-6 * exact, "{got} instead of {exact}");
    }

    #[test]
    fn every_index_is_summed_once() {
        for n in [0, 1, 7, 8, 1023, 1024, 1025, 2049, 5000] {
            assert_eq!(sum(n, |i| i as f64), (n * n.saturating_sub(1) / 2) as f64);
        }
    }
}
