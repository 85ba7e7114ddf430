//! Reads records, one launch at a time.

use crate::{Born, Key, Launch, MemoryKind, Place, VERSION, When, kinds};
use std::collections::HashMap;
use std::io::{self, Read};

/// Why a record cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is none.
    #[error("it is no record of launches")]
    NoRecord,
    /// Of another version of the tool.
    #[error("it is of version {0} of the format, not {VERSION}")]
    Version(u32),
    /// Something in it contradicts the format.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
}

/// A page that has another digest than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The allocation.
    pub key: Key,
    /// The page in it.
    pub page: u32,
    /// Its digest now.
    pub digest: u64,
}

/// One launch, and what happened since the one before it.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// Allocations that have come about since the launch before.
    pub born: Vec<Born>,
    /// Allocations that have gone since.
    pub died: Vec<Key>,
    /// The launch.
    pub launch: Launch,
    /// Pages that were another's before the launch; none where no digests were taken.
    pub before: Option<Vec<Change>>,
    /// Pages that were another's after it; none where no digests were taken.
    pub after: Option<Vec<Change>>,
    /// Why there are none after it.
    pub skipped: Option<String>,
    /// Contents of pages.
    pub contents: Vec<(Place, Vec<u8>)>,
}

/// The record of one run being read. A record that breaks off, since the program crashed, ends where it does.
pub struct Reader<R: Read> {
    input: R,
    /// Lanes of a warp.
    pub lanes: u32,
    /// The device's name.
    pub device: String,
    keys: HashMap<u32, Key>,
    /// What was read of the next step already.
    next: Step,
    /// Allocations that have come and gone since its launch.
    later: Step,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Running,
    /// The next run's first chunk has been read.
    AtNextRun,
    Ended,
}

impl<R: Read> Reader<R> {
    /// Of a file's first run.
    ///
    /// # Errors
    /// Where it is no record, or one of another version.
    pub fn new(mut input: R) -> Result<Reader<R>, ReadError> {
        let Some((kind, bytes)) = chunk(&mut input, true)? else { return Err(ReadError::NoRecord) };
        if kind != kinds::START {
            return Err(ReadError::NoRecord);
        }
        let (lanes, device) = start(&bytes)?;
        Ok(Reader {
            input,
            lanes,
            device,
            keys: HashMap::new(),
            next: Step::default(),
            later: Step::default(),
            state: State::Running,
        })
    }

    /// Goes on with the next run of the file, after the last launch of this one. Whether there is one.
    ///
    /// # Errors
    /// As of reading.
    pub fn next_run(&mut self) -> Result<bool, ReadError> {
        while self.state == State::Running {
            self.step()?;
        }
        let is_there = self.state == State::AtNextRun;
        if is_there {
            self.state = State::Running;
            self.keys.clear();
            self.next = Step::default();
            self.later = Step::default();
        }
        Ok(is_there)
    }

    /// The next launch; none at the end of the run.
    ///
    /// # Errors
    /// As of reading.
    pub fn step(&mut self) -> Result<Option<Step>, ReadError> {
        while self.state == State::Running {
            let Some((kind, bytes)) = chunk(&mut self.input, false)? else {
                self.state = State::Ended;
                break;
            };
            let has_launch = self.next.launch.number != 0;
            match kind {
                kinds::START => {
                    (self.lanes, self.device) = start(&bytes)?;
                    self.state = State::AtNextRun;
                }
                kinds::LAUNCH if has_launch => {
                    let done = std::mem::replace(&mut self.next, std::mem::take(&mut self.later));
                    self.apply(kind, &bytes)?;
                    return Ok(Some(done));
                }
                kind => self.apply(kind, &bytes)?,
            }
        }
        let last = std::mem::take(&mut self.next);
        Ok((last.launch.number != 0).then_some(last))
    }

    fn apply(&mut self, kind: u32, bytes: &[u8]) -> Result<(), ReadError> {
        let mut fields = Fields(bytes);
        let has_launch = self.next.launch.number != 0;
        match kind {
            kinds::BORN => {
                let born = fields.born()?;
                self.keys.insert(born.handle, born.key);
                if has_launch { &mut self.later } else { &mut self.next }.born.push(born);
            }
            kinds::DIED => {
                let key = self.key(fields.u32()?)?;
                if has_launch { &mut self.later } else { &mut self.next }.died.push(key);
            }
            kinds::LAUNCH => self.next.launch = fields.launch()?,
            kinds::DIGESTS => {
                let (_, when) = (fields.u64()?, fields.when()?);
                // What has come about while the launch ran is part of what it left.
                self.next.born.append(&mut self.later.born);
                let mut changes = Vec::new();
                while !fields.0.is_empty() {
                    let key = self.key(fields.u32()?)?;
                    for _ in 0..fields.u32()? {
                        changes.push(Change { key, page: fields.u32()?, digest: fields.u64()? });
                    }
                }
                match when {
                    When::Before => self.next.before = Some(changes),
                    When::After => self.next.after = Some(changes),
                }
            }
            kinds::CONTENTS => {
                let (launch, when, handle) = (fields.u64()?, fields.when()?, fields.u32()?);
                let place = Place { launch, when, key: self.key(handle)?, page: fields.u32()? };
                self.next.contents.push((place, fields.0.to_vec()));
            }
            kinds::SKIPPED => {
                fields.u64()?;
                self.next.skipped = Some(fields.text()?);
            }
            kinds::END => {}
            _ => return Err(ReadError::Damaged("a chunk of an unknown kind")),
        }
        Ok(())
    }

    fn key(&self, handle: u32) -> Result<Key, ReadError> {
        self.keys.get(&handle).copied().ok_or(ReadError::Damaged("an allocation that was never made"))
    }
}

/// A chunk's kind and payload; none at the end of the file, or where the last chunk is not whole.
fn chunk(input: &mut impl Read, is_first: bool) -> Result<Option<(u32, Vec<u8>)>, ReadError> {
    let mut head = [0; 8];
    if !whole(input, &mut head)? {
        return Ok(None);
    }
    let (kind, length) = head.split_at(4);
    let [kind, length] = [kind, length].map(|half| u32::from_le_bytes(half.try_into().expect("four bytes")));
    // What is no record may claim any length.
    if is_first && kind != kinds::START {
        return Err(ReadError::NoRecord);
    }
    let mut bytes = Vec::new();
    input.take(length.into()).read_to_end(&mut bytes)?;
    Ok((bytes.len() == length as usize).then_some((kind, bytes)))
}

fn whole(input: &mut impl Read, bytes: &mut [u8]) -> io::Result<bool> {
    match input.read_exact(bytes) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

fn start(bytes: &[u8]) -> Result<(u32, String), ReadError> {
    let mut fields = Fields(bytes);
    let version = fields.u32()?;
    if version != VERSION {
        return Err(ReadError::Version(version));
    }
    Ok((fields.u32()?, String::from_utf8_lossy(fields.0).into_owned()))
}

/// What is left of a payload.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn bytes(&mut self, count: usize) -> Result<&[u8], ReadError> {
        let (taken, left) = self.0.split_at_checked(count).ok_or(ReadError::Damaged("a chunk is too short"))?;
        self.0 = left;
        Ok(taken)
    }

    fn u32(&mut self) -> Result<u32, ReadError> {
        Ok(u32::from_le_bytes(self.bytes(4)?.try_into().expect("four bytes")))
    }

    fn u64(&mut self) -> Result<u64, ReadError> {
        Ok(u64::from_le_bytes(self.bytes(8)?.try_into().expect("eight bytes")))
    }

    fn text(&mut self) -> Result<String, ReadError> {
        let length = self.u32()? as usize;
        Ok(String::from_utf8_lossy(self.bytes(length)?).into_owned())
    }

    fn when(&mut self) -> Result<When, ReadError> {
        match self.u32()? {
            0 => Ok(When::Before),
            1 => Ok(When::After),
            _ => Err(ReadError::Damaged("neither before nor after a launch")),
        }
    }

    fn born(&mut self) -> Result<Born, ReadError> {
        let handle = self.u32()?;
        let kind = MemoryKind::of(self.u32()?).ok_or(ReadError::Damaged("memory of an unknown kind"))?;
        let key = Key { kind, ordinal: self.u64()? };
        Ok(Born { handle, key, size: self.u64()?, address: self.u64()?, name: self.text()?, calls: self.text()? })
    }

    fn launch(&mut self) -> Result<Launch, ReadError> {
        let number = self.u64()?;
        let mut extents = [0; 8];
        for extent in &mut extents {
            *extent = self.u32()?;
        }
        let [x, y, z, in_x, in_y, in_z, shared, stream] = extents;
        let (kernel, calls) = (self.text()?, self.text()?);
        let count = self.u32()?;
        let mut arguments = Vec::new();
        for _ in 0..count {
            let size = self.u32()? as usize;
            arguments.push(self.bytes(size)?.to_vec());
        }
        Ok(Launch { number, grid: [x, y, z], block: [in_x, in_y, in_z], shared, stream, kernel, calls, arguments })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::writer::Writer;

    const KEY: Key = Key { kind: MemoryKind::Managed, ordinal: 3 };

    fn one_run(out: &mut Vec<u8>, lanes: u32, launches: u64) {
        let mut writer = Writer::start(out, lanes, "a device").unwrap();
        let born = Born { handle: 5, key: KEY, size: 8192, address: 0x1000, name: String::new(), calls: "/bin/x+0x10".into() };
        writer.born(&born).unwrap();
        for number in 1..=launches {
            let arguments = vec![vec![1, 2], vec![]];
            let launch = Launch { number, grid: [1, 2, 3], kernel: "k".into(), arguments, ..Launch::default() };
            writer.launch(&launch).unwrap();
            writer.digests(number, When::Before, &[]).unwrap();
            writer.digests(number, When::After, &[(5, vec![(1, number)])]).unwrap();
            writer.contents(&Place { launch: number, when: When::After, key: KEY, page: 1 }, 5, &[9; 16]).unwrap();
        }
        writer.died(5).unwrap();
        writer.end().unwrap();
    }

    #[test]
    fn what_is_written_is_read_run_after_run() {
        let mut bytes = Vec::new();
        one_run(&mut bytes, 32, 2);
        one_run(&mut bytes, 64, 1);
        let mut reader = Reader::new(bytes.as_slice()).unwrap();
        assert_eq!((reader.lanes, reader.device.as_str()), (32, "a device"));
        let step = reader.step().unwrap().unwrap();
        assert_eq!((step.born.len(), step.born[0].key, step.launch.grid), (1, KEY, [1, 2, 3]));
        assert_eq!(step.launch.arguments, [vec![1, 2], vec![]]);
        assert_eq!(step.before.unwrap(), []);
        assert_eq!(step.after.unwrap(), [Change { key: KEY, page: 1, digest: 1 }]);
        assert_eq!(step.contents[0].1, [9; 16]);
        assert_eq!(reader.step().unwrap().unwrap().launch.number, 2);
        assert!(reader.step().unwrap().is_none());
        assert!(reader.next_run().unwrap());
        assert_eq!((reader.lanes, reader.step().unwrap().unwrap().launch.number), (64, 1));
        assert!(!reader.next_run().unwrap());
    }

    #[test]
    fn a_record_that_breaks_off_ends_there_and_damage_is_no_panic() {
        let mut bytes = Vec::new();
        one_run(&mut bytes, 32, 2);
        for length in 0..bytes.len() {
            let Ok(mut reader) = Reader::new(&bytes[..length]) else { continue };
            while let Ok(Some(_)) = reader.step() {}
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0xff;
            let Ok(mut reader) = Reader::new(damaged.as_slice()) else { continue };
            while let Ok(Some(_)) = reader.step() {}
        }
        assert!(matches!(Reader::new(&b"\x7fELF and more"[..]), Err(ReadError::NoRecord)));
    }

    #[test]
    fn a_line_of_a_list_names_a_page() {
        let place = Place { launch: 7, when: When::Before, key: KEY, page: 12 };
        assert_eq!(Place::of_line(&place.line()), Some(place));
        assert_eq!(Place::of_line("7 meanwhile 1 3 12"), None);
    }
}
