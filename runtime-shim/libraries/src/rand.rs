//! hipRAND's host interface on the CPU: generators and what they write, in streams or at once.

#[cfg(test)]
mod checksum;
mod directions;
mod discrete;
mod engine;
mod generator;
mod mrg32k3a;
mod mt19937;
mod mtgp32;
mod numbers;
mod philox;
mod quantile;
mod sobol;
mod xorwow;

use crate::entry::{Failure, Library, Outcome, answer};
use crate::handles::{Handles, give};
use crate::runtime::{self, Stream};
use generator::{Generate, Lanes};
use std::ffi::c_int;
use std::sync::{Arc, Mutex};

/// hipRAND's status codes, `hiprandStatus_t`.
pub(crate) struct HipRand;

impl Library for HipRand {
    fn status(failure: Failure) -> u32 {
        match failure {
            Failure::NoHandle => 101,
            Failure::AllocFailed => 102,
            Failure::InvalidEnum => 103,
            Failure::InvalidValue => 104,
            Failure::InvalidSize => 105,
            Failure::ExecutionFailed => 201,
            Failure::Internal => 999,
            Failure::NotSupported => 1000,
        }
    }
}

/// A generator's method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Xorwow,
    Mrg32k3a,
    Mt19937,
    /// Of so many sequences.
    Mtgp32(usize),
    Philox,
    Sobol {
        wide: bool,
        scrambled: bool,
    },
}

impl Method {
    /// Of a value of `hiprandRngType_t`.
    fn of(value: u32) -> Outcome<Method> {
        match value {
            400 | 401 => Ok(Method::Xorwow),
            402 => Ok(Method::Mrg32k3a),
            403 => Ok(Method::Mtgp32(mtgp32::LANES)),
            404 => Ok(Method::Mt19937),
            405 => Ok(Method::Philox),
            500 | 501 => Ok(Method::Sobol { wide: false, scrambled: false }),
            502 => Ok(Method::Sobol { wide: false, scrambled: true }),
            503 => Ok(Method::Sobol { wide: true, scrambled: false }),
            504 => Ok(Method::Sobol { wide: true, scrambled: true }),
            _ => Err(Failure::InvalidEnum),
        }
    }

    fn is_quasi_random(self) -> bool {
        matches!(self, Method::Sobol { .. })
    }

    /// Whether its words have 64 bits.
    fn is_wide(self) -> bool {
        matches!(self, Method::Sobol { wide: true, .. })
    }
}

/// A sequence at some place; work in streams goes on with it in their order.
type Sequence = Arc<Mutex<Box<dyn Generate>>>;

/// What a handle stands for.
struct Generator {
    method: Method,
    /// Whether it writes at once: it was made for host memory.
    host: bool,
    stream: Stream,
    seed: u64,
    offset: u64,
    /// Of quasi-random numbers; one for others.
    dimensions: usize,
    /// Made anew when the seed, the offset or the dimensions are set, so that work already in a stream keeps its own.
    sequence: Sequence,
}

impl Generator {
    fn new(method: Method, host: bool) -> Generator {
        Generator { method, host, stream: 0, seed: 0, offset: 0, dimensions: 1, sequence: sequence(method, 0, 0, 1) }
    }

    fn restart(&mut self) {
        self.sequence = sequence(self.method, self.seed, self.offset, self.dimensions);
    }
}

fn sequence(method: Method, seed: u64, offset: u64, dimensions: usize) -> Sequence {
    let made: Box<dyn Generate> = match method {
        Method::Xorwow => Box::new(Lanes::<xorwow::Lane>::new(seed, offset)),
        Method::Mrg32k3a => Box::new(Lanes::<mrg32k3a::Lane>::new(seed, offset)),
        Method::Mt19937 => Box::new(Lanes::<mt19937::Lane>::new(seed, offset)),
        Method::Mtgp32(lanes) => Box::new(mtgp32::Mtgp32::new(lanes, seed)),
        Method::Philox => Box::new(Lanes::<philox::Lane>::new(seed, offset)),
        Method::Sobol { wide: false, scrambled } => Box::new(sobol::Sobol::<u32>::new(scrambled, dimensions, offset)),
        Method::Sobol { wide: true, scrambled } => Box::new(sobol::Sobol::<u64>::new(scrambled, dimensions, offset)),
    };
    Arc::new(Mutex::new(made))
}

static GENERATORS: Handles<Generator> = Handles::new();

fn create(name: &str, generator: *mut usize, method: u32, host: bool) -> u32 {
    answer::<HipRand>(name, || {
        let made = Generator::new(Method::of(method)?, host);
        if !host {
            runtime::check()?;
        }
        // SAFETY: null or valid, as hipRAND says.
        unsafe { give(generator, GENERATORS.create(made)) }
    })
}

/// # Safety
/// `generator` is null or valid for writes.
unsafe extern "C" fn create_device(generator: *mut usize, method: u32) -> u32 {
    create("hiprandCreateGenerator", generator, method, false)
}

/// # Safety
/// `generator` is null or valid for writes.
unsafe extern "C" fn create_host(generator: *mut usize, method: u32) -> u32 {
    create("hiprandCreateGeneratorHost", generator, method, true)
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn destroy(generator: usize) -> u32 {
    answer::<HipRand>("hiprandDestroyGenerator", || GENERATORS.destroy(generator))
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn set_stream(generator: usize, stream: Stream) -> u32 {
    answer::<HipRand>("hiprandSetStream", || GENERATORS.with(generator, |generator| generator.stream = stream))
}

/// Changes a generator that `may` be changed so, and makes its sequence anew.
fn change(name: &str, generator: usize, may: impl Fn(Method) -> bool, change: impl FnOnce(&mut Generator)) -> u32 {
    answer::<HipRand>(name, || {
        GENERATORS.with(generator, |generator| {
            if !may(generator.method) {
                return Err(Failure::InvalidEnum);
            }
            change(generator);
            generator.restart();
            Ok(())
        })?
    })
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn set_seed(generator: usize, seed: u64) -> u32 {
    let may = |method: Method| !method.is_quasi_random();
    change("hiprandSetPseudoRandomGeneratorSeed", generator, may, |generator| generator.seed = seed)
}

/// MT19937 and MTGP32 have no offset, in cuRAND and rocRAND either.
///
/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn set_offset(generator: usize, offset: u64) -> u32 {
    let may = |method| !matches!(method, Method::Mt19937 | Method::Mtgp32(_));
    change("hiprandSetGeneratorOffset", generator, may, |generator| generator.offset = offset)
}

/// The ordering of older cuRAND, which takes fewer sequences of MTGP32 in turn, and that of one seed for each thread.
const LEGACY: u32 = 103;
const SEEDED: u32 = 102;

/// All orderings of other pseudo-random numbers but `HIPRAND_ORDERING_PSEUDO_DYNAMIC` promise the same ones, and that one promises none;
/// quasi-random numbers have one ordering. MTGP32 has no `HIPRAND_ORDERING_PSEUDO_SEEDED`, as in cuRAND.
///
/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn set_ordering(generator: usize, ordering: u32) -> u32 {
    answer::<HipRand>("hiprandSetGeneratorOrdering", || {
        GENERATORS.with(generator, |generator| {
            let known = if generator.method.is_quasi_random() { 201..=201 } else { 100..=104 };
            let is_mtgp32 = matches!(generator.method, Method::Mtgp32(_));
            if !known.contains(&ordering) || is_mtgp32 && ordering == SEEDED {
                return Err(Failure::InvalidValue);
            }
            if is_mtgp32 {
                generator.method = Method::Mtgp32(if ordering == LEGACY { mtgp32::LEGACY_LANES } else { mtgp32::LANES });
                generator.restart();
            }
            Ok(())
        })?
    })
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn set_dimensions(generator: usize, dimensions: u32) -> u32 {
    let dimensions = dimensions as usize;
    if dimensions == 0 || dimensions > sobol::DIMENSIONS {
        return HipRand::status(Failure::InvalidValue);
    }
    let name = "hiprandSetQuasiRandomGeneratorDimensions";
    change(name, generator, Method::is_quasi_random, |generator| generator.dimensions = dimensions)
}

/// The generator's state is made with its handle.
///
/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn generate_seeds(generator: usize) -> u32 {
    answer::<HipRand>("hiprandGenerateSeeds", || GENERATORS.with(generator, |_| ()))
}

/// hipRAND 2.12.0, the interface that this is: major * 100000 + minor * 100 + patch.
const VERSION: c_int = 201_200;

/// # Safety
/// `version` is null or valid for writes.
unsafe extern "C" fn get_version(version: *mut c_int) -> u32 {
    // SAFETY: null or valid, as hipRAND says.
    answer::<HipRand>("hiprandGetVersion", || unsafe { give(version, VERSION) })
}

crate::export! {
    1000;
    hiprandCreateGenerator = create_device,
    hiprandCreateGeneratorHost = create_host,
    hiprandDestroyGenerator = destroy,
    hiprandSetStream = set_stream,
    hiprandSetPseudoRandomGeneratorSeed = set_seed,
    hiprandSetGeneratorOffset = set_offset,
    hiprandSetGeneratorOrdering = set_ordering,
    hiprandSetQuasiRandomGeneratorDimensions = set_dimensions,
    hiprandGenerateSeeds = generate_seeds,
    hiprandGetVersion = get_version,
}
