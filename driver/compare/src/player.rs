//! One run out of a file of records, launch by launch: what it had in memory, page by page.

use hipify_error::Error;
use hipify_record::page::{Addresses, bytes_of, of_zeros};
use hipify_record::reader::{Change, ReadError, Reader, Step};
use hipify_record::{Born, Key, pages};
use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// Which run of which file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RunFile {
    pub(crate) path: PathBuf,
    pub(crate) run: usize,
}

/// A run being read.
pub(crate) struct Player {
    reader: Reader<BufReader<File>>,
    path: PathBuf,
    /// Allocations that are alive, and the digests of their pages.
    pub(crate) alive: HashMap<Key, Alive>,
    /// The launches of a device of its own kind count alone: calls of libraries are part of what is before the next launch.
    joins_libraries: bool,
}

/// An allocation of a run.
pub(crate) struct Alive {
    pub(crate) born: Born,
    digests: Vec<u64>,
}

impl Alive {
    /// The digest of a page; none after the end.
    pub(crate) fn digest(&self, page: u32) -> Option<u64> {
        self.digests.get(page as usize).copied()
    }
}

impl Player {
    /// # Errors
    /// Where the file is none, or has not so many runs.
    pub(crate) fn open(file: &RunFile) -> Result<Player, Error> {
        let input = File::open(&file.path).map_err(Error::io("read", &file.path))?;
        let mut reader = Reader::new(BufReader::with_capacity(1 << 20, input)).map_err(|error| unreadable(&file.path, &error))?;
        for _ in 0..file.run {
            reader.next_run().map_err(|error| unreadable(&file.path, &error))?;
        }
        Ok(Player { reader, path: file.path.clone(), alive: HashMap::new(), joins_libraries: false })
    }

    /// How many runs a file holds.
    ///
    /// # Errors
    /// As of [`Player::open`].
    pub(crate) fn count(path: &Path) -> Result<usize, Error> {
        let mut player = Player::open(&RunFile { path: path.to_owned(), run: 0 })?;
        let mut count = 1;
        while player.reader.next_run().map_err(|error| unreadable(path, &error))? {
            count += 1;
        }
        Ok(count)
    }

    /// Makes calls of libraries no launches of their own.
    pub(crate) fn join_libraries(&mut self) {
        self.joins_libraries = true;
    }

    /// The device's name.
    pub(crate) fn device(&self) -> &str {
        &self.reader.device
    }

    /// The next launch; allocations are up to date with it, the digests of their pages are not: see [`Player::apply`].
    ///
    /// # Errors
    /// Where the record is damaged.
    pub(crate) fn step(&mut self) -> Result<Option<Step>, Error> {
        let mut before = Vec::new();
        let mut contents = Vec::new();
        loop {
            let step = self.reader.step().map_err(|error| unreadable(&self.path, &error))?;
            let Some(mut step) = step else { return Ok(None) };
            for key in &step.died {
                self.alive.remove(key);
            }
            for born in &step.born {
                let digests = (0..pages(born.size)).map(|page| of_zeros(bytes_of(born.size, page))).collect();
                self.alive.insert(born.key, Alive { born: born.clone(), digests });
            }
            if self.joins_libraries && step.launch.grid == [0; 3] {
                before.extend([step.before, step.after].into_iter().flatten().flatten());
                contents.append(&mut step.contents);
                continue;
            }
            if !before.is_empty() {
                before.extend(step.before.take().into_iter().flatten());
                step.before = Some(before);
            }
            contents.append(&mut step.contents);
            step.contents = contents;
            return Ok(Some(step));
        }
    }

    /// Takes changes over.
    pub(crate) fn apply(&mut self, changes: &[Change]) {
        for change in changes {
            let digest = self.alive.get_mut(&change.key).and_then(|alive| alive.digests.get_mut(change.page as usize));
            if let Some(digest) = digest {
                *digest = change.digest;
            }
        }
    }

    /// Where allocations lie now.
    pub(crate) fn addresses(&self) -> Addresses {
        Addresses::new(self.alive.values().map(|alive| (alive.born.address, alive.born.size, alive.born.key)))
    }
}

fn unreadable(path: &Path, error: &ReadError) -> Error {
    Error::path(path, format!("cannot be read: {error}"), "name a file that `hipify-rs compare --record` has written")
}
