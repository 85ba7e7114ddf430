//! Givens rotations, plain and modified, as the reference BLAS defines them. The numbers themselves are few: each is read and
//! written where the program keeps it.

use crate::memory::Vector;
use crate::number::{Number, Real};
use num_traits::{Float, Zero};

/// What a constant is in a type.
fn constant<T: Real>(value: f64) -> T {
    num_traits::cast(value).expect("every real type takes small constants")
}

/// # Safety
/// `a` and `b` are valid for reads and writes, `c` and `s` for writes; nothing else accesses these four numbers meanwhile.
pub(super) unsafe fn rotg_real<T: Real>(a: *mut T, b: *mut T, c: *mut T, s: *mut T) {
    // SAFETY: this function requires what its callee does.
    unsafe {
        let (x, y) = (*a, *b);
        let length = x.hypot(y);
        if length.is_zero() {
            (*a, *b, *c, *s) = (T::zero(), T::zero(), T::one(), T::zero());
            return;
        }
        let larger = if x.abs() > y.abs() { x } else { y };
        let r = length * larger.signum();
        let (cosine, sine) = (x / r, y / r);
        let z = if x.abs() > y.abs() {
            sine
        } else if cosine.is_zero() {
            T::one()
        } else {
            cosine.recip()
        };
        (*a, *b, *c, *s) = (r, z, cosine, sine);
    }
}

/// # Safety
/// `a` and `b` are valid for reads, `a`, `c` and `s` for writes; nothing else accesses these four numbers meanwhile.
pub(super) unsafe fn rotg_complex<T: Number>(a: *mut T, b: *mut T, c: *mut T::Real, s: *mut T) {
    // SAFETY: this function requires what its callee does.
    unsafe {
        let (x, y) = (*a, *b);
        if x.modulus().is_zero() {
            (*a, *c, *s) = (y, T::Real::zero(), T::one());
            return;
        }
        let length = x.modulus().hypot(y.modulus());
        let phase = x.scale(x.modulus().recip());
        *c = x.modulus() / length;
        *s = (phase * y.conj()).scale(length.recip());
        *a = phase.scale(length);
    }
}

/// The matrix of a modified rotation: h11, h21, h12, h22.
fn matrix<T: Real>(param: &[T; 5]) -> Option<[T; 4]> {
    let one = T::one();
    let [flag, h11, h21, h12, h22] = *param;
    if flag == -one {
        Some([h11, h21, h12, h22])
    } else if flag.is_zero() {
        Some([one, h21, h12, one])
    } else if flag == one {
        Some([h11, -one, one, h22])
    } else {
        None
    }
}

/// # Safety
/// `x` and `y` are writable for `n` elements; `param` is valid for reads of five, which nothing writes meanwhile.
pub(super) unsafe fn rotm<T: Real>(n: usize, x: Vector<T>, y: Vector<T>, param: *mut T) {
    // SAFETY: this function requires what its callee does; parameters are five numbers.
    let Some([h11, h21, h12, h22]) = matrix(unsafe { &*param.cast::<[T; 5]>() }) else {
        return;
    };
    for i in 0..n {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe {
            let (a, b) = (x.get(i), y.get(i));
            x.set(i, a * h11 + b * h12);
            y.set(i, a * h21 + b * h22);
        }
    }
}

/// The state of making a modified rotation.
struct Modified<T> {
    flag: T,
    h: [T; 4],
    d1: T,
    d2: T,
    x1: T,
}

impl<T: Real> Modified<T> {
    /// Flags but -1 leave elements out: before they are scaled they are written out.
    fn write_out(&mut self) {
        if self.flag.is_zero() {
            (self.h[0], self.h[3]) = (T::one(), T::one());
        } else if self.flag.is_sign_positive() {
            (self.h[1], self.h[2]) = (-T::one(), T::one());
        }
        self.flag = -T::one();
    }

    /// Brings the weights near one by powers of 4096, as Lawson and others do (1979).
    fn rescale(&mut self) {
        let gamma: T = constant(4096.0);
        let (small, large) = ((gamma * gamma).recip(), gamma * gamma);
        while !self.d1.is_zero() && (self.d1 <= small || self.d1 >= large) && self.d1.is_finite() {
            self.write_out();
            let by = if self.d1 <= small { gamma } else { gamma.recip() };
            self.d1 = self.d1 * by * by;
            self.x1 /= by;
            (self.h[0], self.h[2]) = (self.h[0] / by, self.h[2] / by);
        }
        while !self.d2.is_zero() && (self.d2.abs() <= small || self.d2.abs() >= large) && self.d2.is_finite() {
            self.write_out();
            let by = if self.d2.abs() <= small { gamma } else { gamma.recip() };
            self.d2 = self.d2 * by * by;
            (self.h[1], self.h[3]) = (self.h[1] / by, self.h[3] / by);
        }
    }

    fn zero() -> Modified<T> {
        let zero = T::zero();
        Modified { flag: -T::one(), h: [zero; 4], d1: zero, d2: zero, x1: zero }
    }

    /// The rotation that takes the second component of (x1, y1) with weights d1 and d2 to zero; nothing where it is already.
    fn made(d1: T, d2: T, x1: T, y1: T) -> Option<Modified<T>> {
        let (zero, one) = (T::zero(), T::one());
        if d1 < zero {
            return Some(Modified::zero());
        }
        let p2 = d2 * y1;
        if p2.is_zero() {
            return None;
        }
        let (p1, q2) = (d1 * x1, p2 * y1);
        let q1 = p1 * x1;
        let mut made = if q1.abs() > q2.abs() {
            let (h21, h12) = (-y1 / x1, p2 / p1);
            let u = one - h12 * h21;
            if u <= zero {
                return Some(Modified::zero());
            }
            Modified { flag: zero, h: [one, h21, h12, one], d1: d1 / u, d2: d2 / u, x1: x1 * u }
        } else if q2 < zero {
            return Some(Modified::zero());
        } else {
            let (h11, h22) = (p1 / p2, x1 / y1);
            let u = one + h11 * h22;
            Modified { flag: one, h: [h11, -one, one, h22], d1: d2 / u, d2: d1 / u, x1: y1 * u }
        };
        made.rescale();
        Some(made)
    }
}

/// # Safety
/// `d1`, `d2` and `x1` are valid for reads and writes, `y1` for reads, `param` for reads and writes of five elements; nothing
/// else accesses these numbers meanwhile.
pub(super) unsafe fn rotmg<T: Real>(d1: *mut T, d2: *mut T, x1: *mut T, y1: *mut T, param: *mut T) {
    // SAFETY: this function requires what its callee does; parameters are five numbers.
    unsafe {
        let param = &mut *param.cast::<[T; 5]>();
        let Some(made) = Modified::made(*d1, *d2, *x1, *y1) else {
            param[0] = constant(-2.0);
            return;
        };
        (*d1, *d2, *x1) = (made.d1, made.d2, made.x1);
        param[0] = made.flag;
        // Elements that the flag implies stay as the program has them.
        if !made.flag.is_zero() {
            (param[1], param[4]) = (made.h[0], made.h[3]);
        }
        if made.flag <= T::zero() {
            (param[2], param[3]) = (made.h[1], made.h[2]);
        }
    }
}
