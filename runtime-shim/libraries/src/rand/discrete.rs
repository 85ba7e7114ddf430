//! Tables of discrete distributions, which device code draws numbers of.

use super::HipRand;
use crate::entry::{Failure, answer};
use crate::handles::give;
use crate::runtime::{self, NULL_STREAM};

/// `rocrand_discrete_distribution_st`, and the layout that the bundled header has of it.
#[repr(C)]
struct Table {
    size: u32,
    /// The first number.
    offset: u32,
    /// Null, as is `probability`: device code here looks sums up.
    alias: *const u32,
    probability: *const f64,
    /// For each number, the probability of it and all before.
    cdf: *const f64,
}

/// The largest mean, as in cuRAND.
const MOST: f64 = 400_000.0;

/// The first number whose probability counts, and the sums from it on. Beyond 12 standard deviations no word of 32 bits leads.
fn poisson(lambda: f64) -> (u32, Vec<f64>) {
    let far = 12.0 * lambda.sqrt() + 32.0;
    let (first, last) = ((lambda - far).max(0.0) as u32, (lambda + far) as u32);
    // From the most probable one on, whose weight is one, to both sides.
    let mode = lambda as u32;
    let below = (first..mode).rev().scan(1.0, |weight, k| {
        *weight *= f64::from(k + 1) / lambda;
        Some(*weight)
    });
    let mut sums: Vec<f64> = below.collect();
    sums.reverse();
    sums.push(1.0);
    sums.extend((mode + 1..=last).scan(1.0, |weight, k| {
        *weight *= lambda / f64::from(k);
        Some(*weight)
    }));
    let all: f64 = sums.iter().sum();
    sums.iter_mut().fold(0.0, |sum, weight| {
        *weight = sum + *weight / all;
        *weight
    });
    sums.last_mut().into_iter().for_each(|sum| *sum = 1.0);
    (first, sums)
}

/// # Safety
/// `distribution` is null or valid for writes.
unsafe extern "C" fn create_poisson(lambda: f64, distribution: *mut usize) -> u32 {
    answer::<HipRand>("hiprandCreatePoissonDistribution", || {
        if !(lambda > 0.0 && lambda <= MOST) || distribution.is_null() {
            return Err(Failure::InvalidValue);
        }
        let (offset, sums) = poisson(lambda);
        let address = runtime::allocate(size_of::<Table>() + size_of_val(&sums[..]))?;
        runtime::run_now(NULL_STREAM, "hiprandCreatePoissonDistribution", move || {
            let cdf = (address + size_of::<Table>()) as *mut f64;
            let (alias, probability) = (std::ptr::null(), std::ptr::null());
            // SAFETY: the memory of the device is the CPU's, aligned to 256 bytes, and has room for the table and the sums after it.
            unsafe {
                cdf.copy_from_nonoverlapping(sums.as_ptr(), sums.len());
                (address as *mut Table).write(Table { size: sums.len() as u32, offset, alias, probability, cdf });
            }
        })?;
        // SAFETY: the pointer is valid, as hipRAND says.
        unsafe { give(distribution, address) }
    })
}

/// # Safety
/// None: the runtime looks the address up before it is freed.
unsafe extern "C" fn destroy(distribution: usize) -> u32 {
    answer::<HipRand>("hiprandDestroyDistribution", || {
        if distribution == 0 {
            return Err(Failure::InvalidValue);
        }
        runtime::free(distribution)
    })
}

crate::export! {
    1000;
    hiprandCreatePoissonDistribution = create_poisson,
    hiprandDestroyDistribution = destroy,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Probabilities of printed tables, and moments.
    #[test]
    fn sums_are_those_of_poissons_distribution() {
        let (first, sums) = poisson(2.0);
        assert_eq!(first, 0);
        for (k, wanted) in [(0, 0.135_335_283_236_612_7), (1, 0.406_005_849_709_838_1), (4, 0.947_346_982_656_288_8)] {
            assert!((sums[k] - wanted).abs() < 1e-15, "{k}: {}", sums[k]);
        }
        for lambda in [0.25, 30.0, 1_000.0, MOST] {
            let (first, sums) = poisson(lambda);
            let mean: f64 = f64::from(first) + sums.iter().map(|sum| 1.0 - sum).sum::<f64>();
            assert!((mean - lambda).abs() < 1e-9 * lambda.max(1.0), "{lambda}: {mean}");
            assert_eq!(sums.last(), Some(&1.0));
        }
    }
}
