//! Quantiles: the numbers of a distribution that one point of a quasi-random sequence stands for.

use std::f64::consts::SQRT_2;

/// Where the normal distribution reaches a probability between zero and one: the inverse of `erfc` by Halley's steps from a rough start
/// (Abramowitz and Stegun, 26.2.23, good to 4.5e-4).
pub(super) fn normal(p: f64) -> f64 {
    if p > 0.5 {
        return -lower(1.0 - p);
    }
    lower(p)
}

/// The same for probabilities up to a half.
fn lower(p: f64) -> f64 {
    if p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    let t = (-2.0 * p.ln()).sqrt();
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    let mut x = above / below - t;
    for _ in 0..3 {
        // SAFETY: a function of the C library without conditions.
        let reached = 0.5 * unsafe { erfc(-x / SQRT_2) };
        let density = (-0.5 * x * x).exp() / std::f64::consts::TAU.sqrt();
        let step = (reached - p) / density;
        x -= step / (1.0 + 0.5 * x * step);
    }
    x
}

unsafe extern "C" {
    fn erfc(x: f64) -> f64;
}

/// The least count that a Poisson distribution reaches a probability with; from 500 on by the normal distribution, with Cornish and
/// Fisher's correction for the skew.
pub(super) fn poisson(p: f64, lambda: f64) -> u32 {
    if lambda > 500.0 {
        let z = normal(p.clamp(1e-300, 1.0 - f64::EPSILON));
        return (lambda + lambda.sqrt() * z + (z * z - 1.0) / 6.0).round() as u32;
    }
    let (mut term, mut k) = ((-lambda).exp(), 0);
    let mut sum = term;
    while sum < p && (f64::from(k) < lambda || term > 1e-17) {
        k += 1;
        term *= lambda / f64::from(k);
        sum += term;
    }
    k
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of printed tables, and those that cuRAND 10.4 has for the points of its sequences.
    #[test]
    fn normal_quantiles_are_the_tabulated_ones() {
        let known = [
            (0.975, 1.959_963_984_540_054),
            (0.995, 2.575_829_303_548_901),
            (0.25, -0.674_489_750_196_081_7),
            (0.5, 0.0),
            (1.0 / 8_589_934_592.0, -6.337_957_754_553_79),
            (5.551_115_123_125_783e-17, -8.292_361_075_813_593),
        ];
        for (p, value) in known {
            assert!((normal(p) - value).abs() < 1e-14 * f64::max(1.0, value.abs()), "{p}: {}", normal(p));
        }
    }

    #[test]
    fn poisson_quantiles_have_the_distributions_moments() {
        for lambda in [0.5, 7.0, 120.0, 2000.0] {
            let points = 1 << 16;
            let all: Vec<f64> =
                (0..points).map(|i| f64::from(poisson((f64::from(i) + 0.5) / f64::from(points), lambda))).collect();
            let mean = all.iter().sum::<f64>() / f64::from(points);
            let spread = all.iter().map(|k| (k - mean).powi(2)).sum::<f64>() / f64::from(points);
            assert!((mean - lambda).abs() < 2e-3 * lambda.max(1.0), "{lambda}: {mean}");
            assert!((spread - lambda).abs() < 1e-2 * lambda.max(1.0), "{lambda}: {spread}");
        }
    }
}
