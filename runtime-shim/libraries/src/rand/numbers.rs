//! The entry points that write numbers, in a generator's stream or at once.

use super::generator::Generate;
use super::{GENERATORS, Generator, HipRand};
use crate::entry::{Failure, Library, answer};
use crate::runtime;
use std::sync::PoisonError;

/// Fills memory of the program, in the generator's stream or at once.
fn generate<T: Copy + 'static>(
    name: &'static str,
    generator: usize,
    to: *mut T,
    count: usize,
    fill: impl Fn(&mut dyn Generate, &mut [T]) + Send + 'static,
) -> u32 {
    answer::<HipRand>(name, || {
        let state =
            |generator: &mut Generator| (generator.sequence.clone(), generator.host, generator.stream, generator.dimensions);
        let (sequence, host, stream, dimensions) = GENERATORS.with(generator, state)?;
        if count == 0 {
            return Ok(());
        }
        if !count.is_multiple_of(dimensions) {
            return Err(Failure::InvalidSize);
        }
        if to.is_null() {
            return Err(Failure::InvalidValue);
        }
        let to = to as usize;
        let work = move || {
            // SAFETY: the program's memory is there and nobody else's until this is done, as hipRAND says.
            let memory = unsafe { std::slice::from_raw_parts_mut(to as *mut T, count) };
            fill(&mut **sequence.lock().unwrap_or_else(PoisonError::into_inner), memory);
        };
        if host {
            work();
            return Ok(());
        }
        runtime::enqueue(stream, name, work)
    })
}

/// # Safety
/// `to` is null or valid for writes of `count` numbers, which nothing else accesses until the stream has done the work; for a
/// host generator, until the call returns.
unsafe extern "C" fn words(generator: usize, to: *mut u32, count: usize) -> u32 {
    let name = "hiprandGenerate";
    of_width(name, generator, false, || generate(name, generator, to, count, |sequence, to| sequence.words(to)))
}

/// # Safety
/// `to` is null or valid for writes of `count` numbers, which nothing else accesses until the stream has done the work; for a
/// host generator, until the call returns.
unsafe extern "C" fn long_words(generator: usize, to: *mut u64, count: usize) -> u32 {
    let name = "hiprandGenerateLongLong";
    of_width(name, generator, true, || generate(name, generator, to, count, |sequence, to| sequence.long_words(to)))
}

/// Parts of words of 32 bits, the lower ones first; what is left of the last is lost. cuRAND has no such numbers.
fn parts<T: Copy + 'static>(
    name: &'static str,
    generator: usize,
    to: *mut T,
    count: usize,
    of: impl Fn(u32, usize) -> T + Send + 'static,
) -> u32 {
    let in_word = 4 / size_of::<T>();
    of_width(name, generator, false, || {
        generate(name, generator, to, count, move |sequence, to| {
            let mut words = vec![0; to.len().div_ceil(in_word)];
            sequence.words(&mut words);
            to.iter_mut().enumerate().for_each(|(i, part)| *part = of(words[i / in_word], i % in_word));
        })
    })
}

/// # Safety
/// `to` is null or valid for writes of `count` numbers, which nothing else accesses until the stream has done the work; for a
/// host generator, until the call returns.
unsafe extern "C" fn chars(generator: usize, to: *mut u8, count: usize) -> u32 {
    parts("hiprandGenerateChar", generator, to, count, |word, part| word.to_le_bytes()[part])
}

/// # Safety
/// `to` is null or valid for writes of `count` numbers, which nothing else accesses until the stream has done the work; for a
/// host generator, until the call returns.
unsafe extern "C" fn shorts(generator: usize, to: *mut u16, count: usize) -> u32 {
    parts("hiprandGenerateShort", generator, to, count, |word, part| (word >> (16 * part)) as u16)
}

/// Words are asked for in the width that a generator has.
fn of_width(name: &str, generator: usize, wide: bool, then: impl FnOnce() -> u32) -> u32 {
    match GENERATORS.with(generator, |generator| generator.method.is_wide()) {
        Ok(is_wide) if is_wide == wide => then(),
        found => answer::<HipRand>(name, || found.and(Err(Failure::InvalidEnum))),
    }
}

/// # Safety
/// `to` is null or valid for writes of `count` numbers, which nothing else accesses until the stream has done the work; for a
/// host generator, until the call returns.
unsafe extern "C" fn uniform(generator: usize, to: *mut f32, count: usize) -> u32 {
    generate("hiprandGenerateUniform", generator, to, count, |sequence, to| sequence.uniform(to))
}

/// # Safety
/// `to` is null or valid for writes of `count` numbers, which nothing else accesses until the stream has done the work; for a
/// host generator, until the call returns.
unsafe extern "C" fn uniform_double(generator: usize, to: *mut f64, count: usize) -> u32 {
    generate("hiprandGenerateUniformDouble", generator, to, count, |sequence, to| sequence.uniform_double(to))
}

/// # Safety
/// `to` is null or valid for writes of `count` numbers, which nothing else accesses until the stream has done the work; for a
/// host generator, until the call returns.
unsafe extern "C" fn normal(generator: usize, to: *mut f32, count: usize, mean: f32, deviation: f32) -> u32 {
    generate("hiprandGenerateNormal", generator, to, count, move |sequence, to| {
        sequence.normal(to);
        to.iter_mut().for_each(|value| *value = mean + deviation * *value);
    })
}

/// # Safety
/// `to` is null or valid for writes of `count` numbers, which nothing else accesses until the stream has done the work; for a
/// host generator, until the call returns.
unsafe extern "C" fn normal_double(generator: usize, to: *mut f64, count: usize, mean: f64, deviation: f64) -> u32 {
    generate("hiprandGenerateNormalDouble", generator, to, count, move |sequence, to| {
        sequence.normal_double(to);
        to.iter_mut().for_each(|value| *value = mean + deviation * *value);
    })
}

/// # Safety
/// `to` is null or valid for writes of `count` numbers, which nothing else accesses until the stream has done the work; for a
/// host generator, until the call returns.
unsafe extern "C" fn log_normal(generator: usize, to: *mut f32, count: usize, mean: f32, deviation: f32) -> u32 {
    generate("hiprandGenerateLogNormal", generator, to, count, move |sequence, to| {
        sequence.normal(to);
        to.iter_mut().for_each(|value| *value = (mean + deviation * *value).exp());
    })
}

/// # Safety
/// `to` is null or valid for writes of `count` numbers, which nothing else accesses until the stream has done the work; for a
/// host generator, until the call returns.
unsafe extern "C" fn log_normal_double(generator: usize, to: *mut f64, count: usize, mean: f64, deviation: f64) -> u32 {
    generate("hiprandGenerateLogNormalDouble", generator, to, count, move |sequence, to| {
        sequence.normal_double(to);
        to.iter_mut().for_each(|value| *value = (mean + deviation * *value).exp());
    })
}

/// # Safety
/// `to` is null or valid for writes of `count` numbers, which nothing else accesses until the stream has done the work; for a
/// host generator, until the call returns.
unsafe extern "C" fn poisson(generator: usize, to: *mut u32, count: usize, lambda: f64) -> u32 {
    if !(lambda > 0.0 && lambda.is_finite()) {
        return HipRand::status(Failure::InvalidValue);
    }
    generate("hiprandGeneratePoisson", generator, to, count, move |sequence, to| sequence.poisson(to, lambda))
}

crate::export! {
    1000;
    hiprandGenerate = words,
    hiprandGenerateChar = chars,
    hiprandGenerateShort = shorts,
    hiprandGenerateLongLong = long_words,
    hiprandGenerateUniform = uniform,
    hiprandGenerateUniformDouble = uniform_double,
    hiprandGenerateNormal = normal,
    hiprandGenerateNormalDouble = normal_double,
    hiprandGenerateLogNormal = log_normal,
    hiprandGenerateLogNormalDouble = log_normal_double,
    hiprandGeneratePoisson = poisson,
}

#[cfg(test)]
mod tests {
    use super::super::create_host;
    use super::*;

    /// What a generator for host memory writes first, of seed 0.
    fn written<T: Copy + Default, const N: usize>(
        method: u32,
        write: unsafe extern "C" fn(usize, *mut T, usize) -> u32,
    ) -> (u32, [T; N]) {
        let (mut generator, mut to) = (0, [T::default(); N]);
        // SAFETY: both lead to variables of this function, which are there until the calls return.
        unsafe {
            assert_eq!(create_host(&raw mut generator, method), 0);
            let status = write(generator, to.as_mut_ptr(), N);
            (status, to)
        }
    }

    #[test]
    fn numbers_of_8_and_16_bits_are_parts_of_words() {
        const MTGP32: u32 = 403;
        let (_, [first, second]) = written(MTGP32, words);
        let (status, bytes): (u32, [u8; 7]) = written(MTGP32, chars);
        assert_eq!((status, &bytes[..4], &bytes[4..]), (0, &first.to_le_bytes()[..], &second.to_le_bytes()[..3]));
        let (status, halves): (u32, [u16; 3]) = written(MTGP32, shorts);
        assert_eq!((status, halves), (0, [first as u16, (first >> 16) as u16, second as u16]));
    }

    #[test]
    fn generators_of_64_bits_have_no_numbers_of_8() {
        const SOBOL64: u32 = 503;
        let (status, _): (u32, [u8; 4]) = written(SOBOL64, chars);
        assert_eq!(status, HipRand::status(Failure::InvalidEnum));
    }
}
