//! The record being written, and the memory that it is of.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, BufWriter};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hipify_record::page::{Addresses, bytes_of, of_zeros};
use hipify_record::writer::Writer;
use hipify_record::{Born, Key, Launch, MemoryKind, PAGE, Place, When, pages, variables};

use crate::calls;
use crate::environment;
use crate::record::allocation::{Live, Memory};
use crate::record::digests;
use crate::record::settings::Settings;

/// A record being written.
pub(crate) struct Recorder {
    state: Mutex<State>,
    settings: Settings,
}

/// What the lock guards.
pub(crate) struct State {
    out: Writer<BufWriter<File>>,
    memory: Memory,
    /// By address.
    live: BTreeMap<u64, Live>,
    /// The next ordinal of each kind.
    ordinals: HashMap<MemoryKind, u64>,
    handles: u32,
    launches: u64,
    /// Streams by what tells them apart.
    streams: HashMap<usize, u32>,
    /// Bytes of contents that may still be written.
    contents: u64,
    pages: std::collections::HashSet<Place>,
    /// Who writes: a child of `fork` does not.
    process: u32,
    /// Writing has failed.
    is_broken: bool,
}

impl Recorder {
    /// The record that the environment asks for; none where it asks for none. A line on stderr where its file cannot be made.
    pub(crate) fn asked_for(memory: Memory, lanes: u32, device: &str) -> Option<Recorder> {
        if !environment::is_recorded() {
            return None;
        }
        let path = std::env::var_os(variables::FILE)?;
        let settings = Settings::of_process();
        let out = File::create(&path).and_then(|file| Writer::start(BufWriter::with_capacity(1 << 20, file), lanes, device));
        let out = out.inspect_err(|error| eprintln!("hipify: `{}` cannot be written: {error}", path.to_string_lossy())).ok()?;
        let state = State {
            out,
            memory,
            live: BTreeMap::new(),
            ordinals: HashMap::new(),
            handles: 0,
            launches: 0,
            streams: HashMap::new(),
            contents: settings.contents,
            pages: settings.pages.clone(),
            process: std::process::id(),
            is_broken: false,
        };
        Some(Recorder { state: Mutex::new(state), settings })
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_chosen(&self, launch: u64) -> bool {
        self.settings.is_chosen(launch)
    }

    pub(crate) fn patience(&self) -> Duration {
        self.settings.patience
    }
}

impl State {
    /// Memory has come about, all zero.
    pub(crate) fn born(&mut self, kind: MemoryKind, address: u64, size: u64) {
        let calls = calls::backtrace();
        // Other machines have other libraries, whose memory does not count there.
        let is_of_library = calls.lines().next().is_some_and(|call| call.contains("/libhipify_libraries.so+"));
        let kind = if is_of_library { MemoryKind::Other } else { kind };
        let next = self.ordinals.entry(kind).or_default();
        let key = Key { kind, ordinal: *next };
        *next += 1;
        self.add(key, "", calls, address, size);
    }

    /// As [`State::born`], of memory with a name.
    pub(crate) fn born_as(&mut self, key: Key, name: &str, address: u64, size: u64) {
        self.add(key, name, String::new(), address, size);
    }

    fn add(&mut self, key: Key, name: &str, calls: String, address: u64, size: u64) {
        self.died(address);
        let handle = self.handles;
        self.handles += 1;
        let digests = (0..pages(size)).map(|page| of_zeros(bytes_of(size, page))).collect();
        self.live.insert(address, Live { handle, key, address, size, digests });
        self.write(|out| out.born(&Born { handle, key, size, address, name: name.to_owned(), calls }));
    }

    /// Memory goes, where it is known.
    pub(crate) fn died(&mut self, address: u64) {
        if let Some(live) = self.live.remove(&address) {
            self.write(|out| out.died(live.handle));
        }
    }

    /// A launch is about to be made: gives it its number. `stream` is 0 for a null stream.
    pub(crate) fn launch(&mut self, mut launch: Launch, stream: usize) -> u64 {
        self.launches += 1;
        launch.number = self.launches;
        let known = self.streams.len() as u32 + 1;
        launch.stream = if stream == 0 { 0 } else { *self.streams.entry(stream).or_insert(known) };
        launch.calls = calls::backtrace();
        self.write(|out| out.launch(&launch));
        launch.number
    }

    /// Says why there are no digests after a launch.
    pub(crate) fn skip(&mut self, launch: u64, why: &str) {
        self.write(|out| out.skipped(launch, why));
    }

    /// Takes digests of all memory, and writes those that have changed.
    pub(crate) fn digest(&mut self, launch: u64, when: When) {
        let addresses = Addresses::new(self.live.values().map(|live| (live.address, live.size, live.key)));
        let mut all: Vec<&mut Live> = self.live.values_mut().collect();
        let changed = digests::changed(&mut all, self.memory, &addresses);
        let by_handle: Vec<(u32, Vec<(u32, u64)>)> =
            changed.iter().map(|(index, pages)| (all[*index].handle, pages.clone())).collect();
        let mut wanted = Vec::new();
        let mut left = self.contents;
        for (index, pages) in &changed {
            let live = &*all[*index];
            for &(page, _) in pages {
                let bytes = bytes_of(live.size, page) as u64;
                if bytes <= left {
                    left -= bytes;
                    wanted.push((Place { launch, when, key: live.key, page }, live.handle, live.address));
                }
            }
        }
        self.contents = left;
        let asked = |place: &&Place| place.launch == launch && place.when == when;
        let listed: Vec<Place> = self.pages.iter().filter(asked).copied().collect();
        for place in listed {
            let live = all.iter().find(|live| live.key == place.key && u64::from(place.page) * (PAGE as u64) < live.size);
            wanted.extend(live.map(|live| (place, live.handle, live.address)));
        }
        let sizes: HashMap<u32, u64> = all.iter().map(|live| (live.handle, live.size)).collect();
        let memory = self.memory;
        self.write(|out| {
            out.digests(launch, when, &by_handle)?;
            let mut page = [0; PAGE];
            for (place, handle, address) in wanted {
                let bytes = &mut page[..bytes_of(sizes[&handle], place.page)];
                if memory.read(address + u64::from(place.page) * PAGE as u64, bytes) {
                    out.contents(&place, handle, bytes)?;
                }
            }
            // The program may end in any way from here on.
            out.flush()
        });
    }

    /// Nothing comes after.
    pub(crate) fn end(&mut self) {
        self.write(Writer::end);
        self.is_broken = true;
    }

    fn write(&mut self, write: impl FnOnce(&mut Writer<BufWriter<File>>) -> io::Result<()>) {
        if self.is_broken || self.process != std::process::id() {
            return;
        }
        if let Err(error) = write(&mut self.out) {
            eprintln!("hipify: the record cannot be written: {error}");
            self.is_broken = true;
        }
    }
}
