//! Writes a record.

use crate::{Born, Launch, Place, VERSION, When, kinds};
use std::io::{self, Write};

/// A record being written.
pub struct Writer<W: Write> {
    out: W,
    launches: u64,
}

impl<W: Write> Writer<W> {
    /// Begins the record of a run on a device of that name, with warps of so many lanes.
    ///
    /// # Errors
    /// As of writing.
    pub fn start(out: W, lanes: u32, device: &str) -> io::Result<Writer<W>> {
        let mut writer = Writer { out, launches: 0 };
        writer.chunk(kinds::START, |bytes| {
            bytes.extend(VERSION.to_le_bytes());
            bytes.extend(lanes.to_le_bytes());
            bytes.extend(device.as_bytes());
        })?;
        Ok(writer)
    }

    fn chunk(&mut self, kind: u32, fill: impl FnOnce(&mut Vec<u8>)) -> io::Result<()> {
        let mut bytes = Vec::new();
        fill(&mut bytes);
        let length = u32::try_from(bytes.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
        self.out.write_all(&kind.to_le_bytes())?;
        self.out.write_all(&length.to_le_bytes())?;
        self.out.write_all(&bytes)
    }

    /// An allocation has come about.
    ///
    /// # Errors
    /// As of writing.
    pub fn born(&mut self, born: &Born) -> io::Result<()> {
        self.chunk(kinds::BORN, |bytes| {
            bytes.extend(born.handle.to_le_bytes());
            bytes.extend((born.key.kind as u32).to_le_bytes());
            for number in [born.key.ordinal, born.size, born.address] {
                bytes.extend(number.to_le_bytes());
            }
            text(bytes, &born.name);
            text(bytes, &born.calls);
        })
    }

    /// An allocation has gone.
    ///
    /// # Errors
    /// As of writing.
    pub fn died(&mut self, handle: u32) -> io::Result<()> {
        self.chunk(kinds::DIED, |bytes| bytes.extend(handle.to_le_bytes()))
    }

    /// A launch is about to be made.
    ///
    /// # Errors
    /// As of writing.
    pub fn launch(&mut self, launch: &Launch) -> io::Result<()> {
        self.launches = launch.number;
        self.chunk(kinds::LAUNCH, |bytes| {
            bytes.extend(launch.number.to_le_bytes());
            for number in launch.grid.into_iter().chain(launch.block).chain([launch.shared, launch.stream]) {
                bytes.extend(number.to_le_bytes());
            }
            text(bytes, &launch.kernel);
            text(bytes, &launch.calls);
            bytes.extend((launch.arguments.len() as u32).to_le_bytes());
            for argument in &launch.arguments {
                bytes.extend((argument.len() as u32).to_le_bytes());
                bytes.extend(argument);
            }
        })
    }

    /// What has changed in each allocation since the last digests: pages and their digests.
    ///
    /// # Errors
    /// As of writing.
    pub fn digests(&mut self, launch: u64, when: When, changed: &[(u32, Vec<(u32, u64)>)]) -> io::Result<()> {
        self.chunk(kinds::DIGESTS, |bytes| {
            bytes.extend(launch.to_le_bytes());
            bytes.extend((when as u32).to_le_bytes());
            for (handle, pages) in changed {
                bytes.extend(handle.to_le_bytes());
                bytes.extend((pages.len() as u32).to_le_bytes());
                for (page, digest) in pages {
                    bytes.extend(page.to_le_bytes());
                    bytes.extend(digest.to_le_bytes());
                }
            }
        })
    }

    /// A page's bytes, of the allocation with that handle.
    ///
    /// # Errors
    /// As of writing.
    pub fn contents(&mut self, place: &Place, handle: u32, page: &[u8]) -> io::Result<()> {
        self.chunk(kinds::CONTENTS, |bytes| {
            bytes.extend(place.launch.to_le_bytes());
            for number in [place.when as u32, handle, place.page] {
                bytes.extend(number.to_le_bytes());
            }
            bytes.extend(page);
        })
    }

    /// Why there are no digests after a launch.
    ///
    /// # Errors
    /// As of writing.
    pub fn skipped(&mut self, launch: u64, why: &str) -> io::Result<()> {
        self.chunk(kinds::SKIPPED, |bytes| {
            bytes.extend(launch.to_le_bytes());
            text(bytes, why);
        })
    }

    /// Ends the record.
    ///
    /// # Errors
    /// As of writing.
    pub fn end(&mut self) -> io::Result<()> {
        let launches = self.launches;
        self.chunk(kinds::END, |bytes| bytes.extend(launches.to_le_bytes()))?;
        self.out.flush()
    }

    /// Lets all that is written so far get to the file: a program may end in a way that runs nothing more.
    ///
    /// # Errors
    /// As of writing.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
}
