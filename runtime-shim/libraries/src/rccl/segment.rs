//! The memory that the ranks of a communicator share, within a process or between processes: a state and a doorbell a rank, and a
//! channel of bytes from each rank to each.
//!
//! ```text
//! joined ranks | state, doorbell of rank 0 | ... | channel 0 -> 0 | channel 0 -> 1 | ...
//! ```
//!
//! All of it is zero at the start, so that whichever rank comes first may make it. A rank holds a lock on the byte of its number in
//! the file: the system takes the lock away when its process ends, however it ends, which is how the others see that it is gone.

use std::ffi::{CString, c_int, c_void};
use std::fs::File;
use std::os::fd::{AsRawFd as _, FromRawFd as _};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use super::status::{Status, fail};

/// The most ranks that a communicator may have here.
pub(super) const MOST_RANKS: usize = 256;

/// Bytes that all channels of a communicator may take; of a large communicator each is small.
const ALL_CHANNELS: usize = 32 << 20;

/// What a rank says of itself to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum State {
    Absent,
    Joined,
    /// It has destroyed its communicator, and what it had sent can still be read.
    Left,
    /// It was aborted, or cannot go on because another is gone.
    Failed,
}

/// Apart from others', so that ranks do not slow each other down.
#[repr(C, align(128))]
struct RankWords {
    state: AtomicU32,
    /// Grows whenever a channel from or to this rank has changed; waited for by futex.
    doorbell: AtomicU32,
}

#[repr(C, align(128))]
struct Header {
    joined: AtomicU32,
    /// How many the first that came said there are.
    ranks: AtomicU32,
}

/// The two ends of a channel.
#[repr(C)]
struct Ends {
    written: End,
    read: End,
}

/// Bytes that were ever written or read, apart from the other end's, which another rank changes.
#[repr(C, align(128))]
struct End(AtomicU64);

/// A communicator's shared memory, as one of its ranks has it mapped.
pub(super) struct Segment {
    base: *mut u8,
    length: usize,
    ranks: usize,
    /// Bytes of a channel's buffer, a power of two.
    capacity: usize,
    file: File,
    name: CString,
}

// SAFETY: all that is reached through the address is atomic, or guarded by a channel's ends.
unsafe impl Send for Segment {}
// SAFETY: all that is reached through the address is atomic, or guarded by a channel's ends.
unsafe impl Sync for Segment {}

fn capacity(ranks: usize) -> usize {
    let share = (ALL_CHANNELS / (ranks * ranks)).clamp(4 << 10, 256 << 10);
    1 << share.ilog2()
}

impl Segment {
    /// Opens the communicator's memory, which is made where no rank has been there before.
    ///
    /// # Errors
    /// `Status::System` where the system has no shared memory to give, which is told.
    pub(super) fn open(key: &str, ranks: usize) -> Result<Segment, Status> {
        let name = CString::new(format!("/hipify-rccl-{key}")).expect("keys have no zero byte");
        let capacity = capacity(ranks);
        let channel = size_of::<Ends>() + capacity;
        let length = size_of::<Header>() + ranks * size_of::<RankWords>() + ranks * ranks * channel;
        // SAFETY: the name ends with a zero byte; the descriptor is owned by `File` from here on.
        let file = unsafe {
            let descriptor = libc::shm_open(name.as_ptr(), libc::O_RDWR | libc::O_CREAT | libc::O_CLOEXEC, 0o600);
            if descriptor < 0 {
                return Err(no_memory(length));
            }
            File::from_raw_fd(descriptor)
        };
        // A file is never made shorter: another may have it mapped.
        if file.metadata().is_ok_and(|file| file.len() < length as u64) {
            file.set_len(length as u64).map_err(|_| no_memory(length))?;
        }
        let (access, descriptor) = (libc::PROT_READ | libc::PROT_WRITE, file.as_raw_fd());
        // SAFETY: a new mapping of an open file.
        let base = unsafe { libc::mmap(std::ptr::null_mut(), length, access, libc::MAP_SHARED, descriptor, 0) };
        if base == libc::MAP_FAILED {
            return Err(no_memory(length));
        }
        let segment = Segment { base: base.cast(), length, ranks, capacity, file, name };
        let said = segment.header().ranks.compare_exchange(0, ranks as u32, Ordering::AcqRel, Ordering::Acquire);
        match said {
            Err(other) if other != ranks as u32 => {
                let message = format!("one rank of a communicator says that it has {ranks} ranks, another {other}");
                Err(fail(Status::InvalidArgument, message))
            }
            _ => Ok(segment),
        }
    }

    /// Takes a rank's place. The last one to come removes the name, so that no file is left behind, whatever happens later.
    ///
    /// # Errors
    /// `Status::InvalidArgument` where another has the place already, which is told.
    pub(super) fn join(&self, rank: usize) -> Result<(), Status> {
        if self.lock(libc::F_OFD_SETLK, rank).0 != 0 {
            return Err(fail(Status::InvalidArgument, format!("rank {rank} of a communicator is taken already")));
        }
        self.rank(rank).state.store(State::Joined as u32, Ordering::Release);
        if self.header().joined.fetch_add(1, Ordering::AcqRel) + 1 == self.ranks as u32 {
            self.remove_name();
        }
        (0..self.ranks).for_each(|other| self.ring(other));
        Ok(())
    }

    pub(super) fn remove_name(&self) {
        // SAFETY: the name ends with a zero byte.
        unsafe { libc::shm_unlink(self.name.as_ptr()) };
    }

    /// Whether all ranks have come.
    pub(super) fn is_complete(&self) -> bool {
        self.header().joined.load(Ordering::Acquire) as usize >= self.ranks
    }

    /// Says what has become of a rank, to all.
    pub(super) fn tell(&self, rank: usize, state: State) {
        self.rank(rank).state.store(state as u32, Ordering::Release);
        (0..self.ranks).for_each(|other| self.ring(other));
    }

    pub(super) fn state(&self, rank: usize) -> State {
        match self.rank(rank).state.load(Ordering::Acquire) {
            1 => State::Joined,
            2 => State::Left,
            3 => State::Failed,
            _ => State::Absent,
        }
    }

    /// Whether a process still holds a rank that has joined.
    pub(super) fn is_held(&self, rank: usize) -> bool {
        let (status, found) = self.lock(libc::F_OFD_GETLK, rank);
        status != 0 || found.l_type != libc::F_UNLCK as i16
    }

    fn lock(&self, command: c_int, rank: usize) -> (c_int, libc::flock) {
        // SAFETY: a structure of numbers.
        let mut lock: libc::flock = unsafe { std::mem::zeroed() };
        (lock.l_type, lock.l_whence) = (libc::F_WRLCK as i16, libc::SEEK_SET as i16);
        (lock.l_start, lock.l_len) = (rank as i64, 1);
        // SAFETY: the descriptor is open, and the structure is a local variable.
        (unsafe { libc::fcntl(self.file.as_raw_fd(), command, &raw mut lock) }, lock)
    }

    /// Wakes a rank.
    fn ring(&self, rank: usize) {
        let bell = &self.rank(rank).doorbell;
        bell.fetch_add(1, Ordering::Release);
        // SAFETY: the word is in mapped memory; the call wakes and does nothing else.
        unsafe { libc::syscall(libc::SYS_futex, bell.as_ptr(), libc::FUTEX_WAKE, i32::MAX) };
    }

    /// What a rank's doorbell is at: to be asked for before looking for something to do.
    pub(super) fn bell(&self, rank: usize) -> u32 {
        self.rank(rank).doorbell.load(Ordering::Acquire)
    }

    /// Sleeps until the doorbell is no longer at `seen`, for so long at most.
    pub(super) fn sleep(&self, rank: usize, seen: u32, most: Duration) {
        let time = libc::timespec { tv_sec: most.as_secs() as i64, tv_nsec: most.subsec_nanos().into() };
        let bell = self.rank(rank).doorbell.as_ptr();
        // SAFETY: the word is in mapped memory, and the time is a local variable.
        unsafe { libc::syscall(libc::SYS_futex, bell, libc::FUTEX_WAIT, seen, &raw const time) };
    }

    /// Writes as many bytes into the channel from one rank to another as there is room for, and says how many.
    pub(super) fn write(&self, from: usize, to: usize, bytes: &[u8]) -> usize {
        let (ends, buffer) = self.channel(from, to);
        let written = ends.written.0.load(Ordering::Relaxed);
        let room = self.capacity - (written - ends.read.0.load(Ordering::Acquire)) as usize;
        let count = room.min(bytes.len());
        self.pieces(written, count, |at, done, length| {
            // SAFETY: the part lies within the buffer, and the reader does not read it before `written` has grown.
            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr().add(done), buffer.add(at), length) };
        });
        if count > 0 {
            ends.written.0.store(written + count as u64, Ordering::Release);
            self.ring(to);
        }
        count
    }

    /// Reads as many bytes from the channel as there are, and says how many.
    pub(super) fn read(&self, from: usize, to: usize, bytes: &mut [u8]) -> usize {
        let (ends, buffer) = self.channel(from, to);
        let read = ends.read.0.load(Ordering::Relaxed);
        let there = (ends.written.0.load(Ordering::Acquire) - read) as usize;
        let count = there.min(bytes.len());
        self.pieces(read, count, |at, done, length| {
            // SAFETY: the part lies within the buffer, and the writer does not write it before `read` has grown.
            unsafe { std::ptr::copy_nonoverlapping(buffer.add(at), bytes.as_mut_ptr().add(done), length) };
        });
        if count > 0 {
            ends.read.0.store(read + count as u64, Ordering::Release);
            self.ring(from);
        }
        count
    }

    /// The one or two parts of a buffer that hold so many bytes from a position on: where, how many before, how long.
    fn pieces(&self, position: u64, count: usize, mut part: impl FnMut(usize, usize, usize)) {
        let at = position as usize & (self.capacity - 1);
        let first = count.min(self.capacity - at);
        part(at, 0, first);
        part(0, first, count - first);
    }

    fn header(&self) -> &Header {
        // SAFETY: the mapping begins with one, whose fields are atomic.
        unsafe { &*self.base.cast() }
    }

    fn rank(&self, rank: usize) -> &RankWords {
        assert!(rank < self.ranks, "rank {rank} of {}", self.ranks);
        // SAFETY: the rank is one of them, and the fields are atomic.
        unsafe { &*self.base.add(size_of::<Header>() + rank * size_of::<RankWords>()).cast() }
    }

    fn channel(&self, from: usize, to: usize) -> (&Ends, *mut u8) {
        assert!(from < self.ranks && to < self.ranks, "ranks {from} and {to} of {}", self.ranks);
        let all = size_of::<Header>() + self.ranks * size_of::<RankWords>();
        let one = size_of::<Ends>() + self.capacity;
        // SAFETY: the ranks are two of them, so that the channel lies within the mapping; its ends are atomic.
        unsafe {
            let ends = self.base.add(all + (from * self.ranks + to) * one);
            (&*ends.cast::<Ends>(), ends.add(size_of::<Ends>()))
        }
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        // SAFETY: mapped by `open`, and nothing refers to it any more.
        unsafe { libc::munmap(self.base.cast::<c_void>(), self.length) };
    }
}

fn no_memory(length: usize) -> Status {
    let reason = std::io::Error::last_os_error();
    fail(Status::System, format!("{length} bytes of shared memory cannot be had in /dev/shm: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(key: &str) -> (Segment, Segment) {
        let key = format!("test-{key}-{}", std::process::id());
        let both = (Segment::open(&key, 2).unwrap(), Segment::open(&key, 2).unwrap());
        both.0.join(0).unwrap();
        assert!(!both.1.is_complete());
        both.1.join(1).unwrap();
        assert!(both.0.is_complete());
        both
    }

    #[test]
    fn bytes_come_out_of_a_channel_as_they_went_in_around_its_end() {
        let (a, b) = pair("channel");
        let sent: Vec<u8> = (0..1_000_003u32).map(|i| (i * 7) as u8).collect();
        let mut received = vec![0; sent.len()];
        let (mut written, mut read) = (0, 0);
        while read < sent.len() {
            let most = (written + 100_003).min(sent.len());
            written += a.write(0, 1, &sent[written..most]);
            let most = (read + 70_001).min(received.len());
            read += b.read(0, 1, &mut received[read..most]);
        }
        assert!(sent == received);
        assert_eq!(a.read(1, 0, &mut received), 0, "the other direction is empty");
    }

    #[test]
    fn a_rank_is_taken_once_and_seen_to_be_gone_when_its_file_is_closed() {
        let (a, b) = pair("lock");
        assert!(a.is_held(1));
        assert_eq!(a.join(1), Err(Status::InvalidArgument));
        drop(b);
        assert!(!a.is_held(1));
    }

    #[test]
    fn ranks_that_disagree_about_their_number_are_told() {
        let key = format!("test-number-{}", std::process::id());
        let first = Segment::open(&key, 2).unwrap();
        assert_eq!(Segment::open(&key, 3).err(), Some(Status::InvalidArgument));
        first.remove_name();
    }

    #[test]
    fn large_communicators_have_small_channels() {
        assert_eq!((capacity(1), capacity(8), capacity(64), capacity(MOST_RANKS)), (256 << 10, 256 << 10, 8 << 10, 4 << 10));
    }
}
