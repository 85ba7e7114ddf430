//! What checked code objects and the runtime know of each other: where shadow memory lies, how an access is told, and what is called.

use crate::Kernel;

/// The variable, of 32 bits, of a code object that was lowered with checks: which, by the bits below.
pub const CHECKS_SYMBOL: &str = "__hipify_checks";

/// Bits of the variable: accesses outside of what was allocated, accesses that nothing orders, reads of what nobody has written, masks that
/// name other lanes than those that come.
pub const MEMORY: u32 = 1;
/// See [`MEMORY`].
pub const RACE: u32 = 2;
/// See [`MEMORY`].
pub const INIT: u32 = 4;
/// See [`MEMORY`].
pub const SYNC: u32 = 8;

/// Bytes of memory that a byte of shadow memory stands for. The shadow is AddressSanitizer's (Serebryany et al., USENIX ATC 2012): 0 where
/// all bytes of the granule may be used, `n` from 1 to 7 where the first `n` may, a greater number where none may.
pub const GRANULE: u64 = 8;

/// Where shadow memory of address 0 lies; that of address `a` is `a / GRANULE` bytes on. It ends in the low 2 GiB, so that it is part of an
/// instruction, and lies where neither programs nor libraries are loaded.
pub const SHADOW_BASE: usize = 0x7fff_8000;

/// Bytes of shadow memory: that of the lower half of x86-64's addresses of 48 bits.
pub const SHADOW_SIZE: usize = 1 << 44;

/// `extern "C" fn(address, size, word, object, whole, x, y, z)`, exported by the runtime: what an access calls that may be a mistake.
/// `word` is an [`Access::word`]; `object` and `whole` are the start and the bytes of the object, where the code knows them, and else zero; the
/// thread is [`UNKNOWN_THREAD`] where the code does not know it. Threads of blocks that run as one count on in x.
pub const FAILED: &str = "__hipify_check_failed";

/// `extern "C" fn(address, size, how, thread)`, exported by the runtime: a thread accesses memory. `how` has bits of [`Access::READ`] and its like
/// and of [`order`]; `thread` is the linear index in the block, [`UNKNOWN_THREAD`] where the code does not know it.
pub const RACE_ACCESS: &str = "__hipify_race_access";

/// `extern "C" fn(address, size, how, thread, value)`, exported by the runtime: the same of a plain write whose value the code has at hand.
pub const RACE_WRITE: &str = "__hipify_race_write";

/// A variable of 32 bits, exported by the runtime: not 0 while a launch runs of which each access is to be told by [`RACE_REACH`], for who
/// compares launches with each other.
pub const RACE_REACHES: &str = "__hipify_race_reaches";

/// `extern "C" fn(address, size, how, thread)`, exported by the runtime: an access that races with no other of its launch. As
/// [`RACE_ACCESS`] has it.
pub const RACE_REACH: &str = "__hipify_race_reach";

/// `extern "C" fn(mask, thread)`, exported by the runtime: a thread goes on after the lanes of a mask have met.
pub const RACE_WARP: &str = "__hipify_race_warp";

/// `extern "C" fn(thread)`, exported by the runtime: a thread goes on after those of its block have met.
pub const RACE_BLOCK: &str = "__hipify_race_block";

/// `extern "C" fn(thread)`, exported by the runtime: a thread goes on after those of its grid have met.
pub const RACE_GRID: &str = "__hipify_race_grid";

/// `extern "C" fn(is_narrow, thread)`, exported by the runtime: a thread's fence, for its block alone or for all.
pub const RACE_FENCE: &str = "__hipify_race_fence";

/// Functions of the heap in kernels, by their names in code (C++'s as the Itanium ABI mangles them), and what checked code calls in their place,
/// exported by the runtime. Arguments beyond an address or a size, which only some of them have, tell nothing.
pub const HEAP: [(&str, &str); 10] = [
    ("malloc", "__hipify_malloc"),
    ("_Znwm", "__hipify_malloc"),
    ("_Znam", "__hipify_malloc"),
    ("calloc", "__hipify_calloc"),
    ("realloc", "__hipify_realloc"),
    ("free", "__hipify_free"),
    ("_ZdlPv", "__hipify_free"),
    ("_ZdaPv", "__hipify_free"),
    ("_ZdlPvm", "__hipify_free"),
    ("_ZdaPvm", "__hipify_free"),
];

/// `extern "C" fn(mask, active, thread)`, exported by the runtime: a thread goes on after the lanes `active` have met, for a mask that names others
/// of the warp's lanes.
pub const MASK_FAILED: &str = "__hipify_mask_failed";

/// Bits of what is told of an access beside its kind, for who asks what it orders.
pub mod order {
    /// The access is volatile.
    pub const VOLATILE: u32 = 8;
    /// What comes after it comes after what was released.
    pub const ACQUIRE: u32 = 16;
    /// What is before it is released.
    pub const RELEASE: u32 = 32;
    /// It is atomic for the threads of its block alone.
    pub const NARROW: u32 = 64;
}

/// Shadow of what is undefined, a bit for each bit: that of address `a` lies at `a ^ UNDEFINED_SHADOW_MASK`. The addresses that Linux gives
/// x86-64 programs, and those of [`SHADOW_BASE`], stay clear of it.
pub const UNDEFINED_SHADOW_MASK: usize = 0x4000_0000_0000;

/// From the shadow of an address to where it says whence what is undefined there comes: a number of 32 bits for four bytes.
pub const ORIGIN_OFFSET: usize = 0x1300_0000_0000;

/// The origin of what nobody has written in a block's shared memory.
pub const SHARED_ORIGIN: u32 = u32::MAX;

/// `extern "C" fn(origin, use, x, y, z)`, exported by the runtime: checked code uses something undefined. `use` is a [`Use`].
pub const USED_UNDEFINED: &str = "__hipify_undefined_used";

/// What something undefined is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Use {
    /// A branch depends on it.
    Branch = 0,
    /// An address depends on it.
    Address = 1,
    /// Something is divided by it.
    Divisor = 2,
    /// An atomic operation changes it.
    Atomic = 3,
    /// A call depends on it.
    Call = 4,
    /// Anything else of which the result is nothing.
    Other = 5,
}

impl Use {
    /// The use that a number stands for.
    #[must_use]
    pub fn of(number: u32) -> Use {
        let all = [Use::Branch, Use::Address, Use::Divisor, Use::Atomic, Use::Call];
        all.into_iter().find(|one| *one as u32 == number).unwrap_or(Use::Other)
    }
}

/// The exported symbol, an [`AssumedTable`], of a code object that was lowered with checks: what launches of its kernels may assume.
pub const ASSUMED_SYMBOL: &str = "__hipify_assumed";

/// What [`ASSUMED_SYMBOL`] names.
#[repr(C)]
pub struct AssumedTable {
    pub count: u32,
    pub reserved: u32,
    /// By rising number of the kernel; not all kernels have one.
    pub first: *const Assumed,
}

/// What is known of a kernel's accesses, and its code for launches of which more is known. A bit is a parameter, from the first on.
#[repr(C)]
pub struct Assumed {
    /// The kernel's place in the table of kernels.
    pub kernel: u32,
    pub reserved: u32,
    /// For launches before which all memory that these parameters lead to is defined, and of which none is what `tainted` leads to.
    pub defined: u64,
    /// Of such launches: the parameters that lead to memory in which they may leave something undefined.
    pub tainted: u64,
    /// The code for such launches; null where that is the kernel's own.
    pub copy: *const Kernel,
}

/// The exported symbol, an [`ApartTable`], of a code object that was lowered with [`RACE`] or [`MEMORY`]: which launches' accesses cannot race,
/// and which stay inside of what was allocated.
pub const APART_SYMBOL: &str = "__hipify_apart_or_inside";

/// What [`APART_SYMBOL`] names.
#[repr(C)]
pub struct ApartTable {
    pub count: u32,
    pub reserved: u32,
    /// By rising number of the kernel; not all kernels have one.
    pub first: *const Apart,
}

/// Accesses of a kernel that race with none where some pairs of them touch different bytes, those that some launches make in bounds, and its
/// code for launches of which both is so, which tells of the others alone and checks these alone.
#[repr(C)]
pub struct Apart {
    /// The kernel's place in the table of kernels.
    pub kernel: u32,
    /// Whether the code tells of nothing at all, 0 or 1.
    pub silent: u32,
    pub step_count: u32,
    pub access_count: u32,
    pub pair_count: u32,
    /// Whether the copy is that of [`Assumed`], 0 or 1, for launches for which both hold.
    pub assumes: u32,
    /// How addresses are computed.
    pub steps: *const Step,
    pub accesses: *const Touch,
    pub pairs: *const Pair,
    pub limit_count: u32,
    pub same_count: u32,
    /// What holds where accesses are made.
    pub limits: *const Limit,
    /// Steps of [`Pair::first_same`].
    pub sames: *const u32,
    /// The code for such launches; null where that is the kernel's own.
    pub copy: *const Kernel,
}

/// Two accesses: threads that are not the same touch different bytes by the first and the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(C)]
pub struct Pair {
    pub one: u32,
    pub other: u32,
    /// Steps that are the same number for the threads of a block which make the two accesses without a barrier between them: the first of them
    /// among [`Apart::sames`], and how many.
    pub first_same: u32,
    pub same_count: u32,
}

/// What holds where an access is made: the number of a step is not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Limit {
    pub step: u32,
    /// It holds where the number of this step is not negative; [`Limit::ALWAYS`].
    pub given: u32,
}

impl Limit {
    /// In place of a step.
    pub const ALWAYS: u32 = u32::MAX;
}

/// A step of an address's computation: a number of which the launch knows more, by the steps before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Step {
    /// Of [`Step::NUMBER`] and its like.
    pub what: u32,
    /// Of the result. 0: the computation does not leave the range of its type, or the program has no meaning.
    pub bits: u32,
    pub first: u32,
    pub second: u32,
    pub number: i64,
}

impl Step {
    /// `number`.
    pub const NUMBER: u32 = 0;
    /// A signed number of `bits` that is passed in the parameter `first`, `second` bytes into it.
    pub const ARGUMENT: u32 = 1;
    /// The thread's number in its block along the axis `first`.
    pub const THREAD: u32 = 2;
    /// The block's number in the grid along the axis `first`.
    pub const BLOCK: u32 = 3;
    /// Threads of a block along the axis `first`.
    pub const BLOCK_SIZE: u32 = 4;
    /// Blocks of the grid along the axis `first`.
    pub const GRID_SIZE: u32 = 5;
    /// The steps `first` and `second`, added.
    pub const SUM: u32 = 6;
    /// The step `second` taken from the step `first`.
    pub const DIFFERENCE: u32 = 7;
    /// The steps `first` and `second`, multiplied.
    pub const PRODUCT: u32 = 8;
    /// The step `first`, where it is a number of `bits` without a sign.
    pub const UNSIGNED: u32 = 9;
    /// The step `first`, where it is a signed number of `bits`.
    pub const SIGNED: u32 = 10;
    /// The step `first` and, for each round of a loop that has been gone through, the step `second`.
    pub const ROUNDS: u32 = 11;
    /// How often `number` goes into the step `first`, which is not negative.
    pub const QUOTIENT: u32 = 12;
    /// What is left of the step `first`, which is not negative, when `number` is taken from it as often as it can be.
    pub const REMAINDER: u32 = 13;
    /// Not less than the step `first` and not more than the step `second`; `number` tells such numbers from others.
    pub const BETWEEN: u32 = 14;
}

/// An access as it is told for a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Touch {
    /// Of [`Touch::SHARED`] and its like.
    pub object: u32,
    /// Which shared or device variable it is, or the parameter that the address comes from.
    pub number: u32,
    /// Bytes into the parameter.
    pub offset: u32,
    /// Bytes that are touched.
    pub size: u32,
    /// The step that is the offset in the object; [`Touch::UNKNOWN`].
    pub address: u32,
    /// What holds where it is made: the first among [`Apart::limits`].
    pub first_limit: u32,
    /// Bytes of the shared variable; 0 for what the launch adds.
    pub whole: u64,
    /// The threads that do this, where it is one of an axis alone; else -1.
    pub threads: [i32; 3],
    pub limit_count: u32,
    /// What the address is a multiple of, or the access is misaligned.
    pub align: u32,
    /// Whether it is to be in bounds, 0 or 1.
    pub inside: u32,
}

impl Touch {
    /// A variable in the block's shared memory.
    pub const SHARED: u32 = 0;
    /// A device variable.
    pub const VARIABLE: u32 = 1;
    /// What a pointer leads to that is passed.
    pub const PASSED: u32 = 2;
    /// In place of a step.
    pub const UNKNOWN: u32 = u32::MAX;
}

/// In place of a thread's index.
pub const UNKNOWN_THREAD: u32 = u32::MAX;

/// An access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// Of the constants below.
    pub kind: u32,
    /// Bytes; 0 where the code does not know them.
    pub size: u32,
    align: u32,
}

impl Access {
    /// Bits of the kind.
    pub const READ: u32 = 1;
    /// See [`Access::READ`].
    pub const WRITE: u32 = 2;
    /// See [`Access::READ`].
    pub const ATOMIC: u32 = 4;

    const SIZE_BITS: u32 = 24;
    const ALIGN_BITS: u32 = 4;

    /// An access that is to be aligned to `align` bytes, a power of two; nothing where it is too large to be told in a word.
    #[must_use]
    pub fn new(kind: u32, size: u32, align: u64) -> Option<Access> {
        let align = align.trailing_zeros().min((1 << Self::ALIGN_BITS) - 1);
        (size < 1 << Self::SIZE_BITS).then_some(Access { kind, size, align })
    }

    /// Bytes.
    #[must_use]
    pub fn align(self) -> u64 {
        1 << self.align
    }

    /// All of it in a number.
    #[must_use]
    pub fn word(self) -> u32 {
        self.size | self.align << Self::SIZE_BITS | self.kind << (Self::SIZE_BITS + Self::ALIGN_BITS)
    }

    /// The access that a number stands for.
    #[must_use]
    pub fn of_word(word: u32) -> Access {
        let size = word & ((1 << Self::SIZE_BITS) - 1);
        let align = word >> Self::SIZE_BITS & ((1 << Self::ALIGN_BITS) - 1);
        Access { kind: word >> (Self::SIZE_BITS + Self::ALIGN_BITS), size, align }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_stands_for_its_access() {
        for kind in [Access::READ, Access::WRITE, Access::READ | Access::WRITE | Access::ATOMIC] {
            for (size, align) in [(1, 1), (4, 4), (16, 16), (12, 4), ((1 << 24) - 1, 1)] {
                let access = Access::new(kind, size, align).unwrap();
                assert_eq!(Access::of_word(access.word()), access);
                assert_eq!(access.align(), align);
            }
        }
        assert_eq!(Access::new(Access::READ, 1 << 24, 1), None);
    }
}
