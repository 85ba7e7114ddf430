//! The bytes of pages: out of records that hold them.

use crate::player::{Player, RunFile};
use hipify_error::Error;
use hipify_record::page::{bytes_of, digest, made_relative};
use hipify_record::{Place, When};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A page's bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) bytes: Vec<u8>,
    /// With addresses made relative.
    pub(crate) relative: Vec<u8>,
}

/// The contents of pages, as far as a run's record has them.
pub(crate) type Contents = HashMap<Place, Page>;

/// Reads those of some places. What a record holds of a page at an earlier moment counts where its digest says that the page is still
/// the same.
///
/// # Errors
/// Where the record cannot be read.
pub(crate) fn read(file: &RunFile, places: &BTreeSet<Place>, joins_libraries: bool) -> Result<Contents, Error> {
    let mut player = Player::open(file)?;
    if joins_libraries {
        player.join_libraries();
    }
    let wanted: BTreeSet<_> = places.iter().map(|place| (place.key, place.page)).collect();
    let mut by_moment: BTreeMap<(u64, When), Vec<Place>> = BTreeMap::new();
    for place in places {
        by_moment.entry((place.launch, place.when)).or_default().push(*place);
    }
    let mut last: HashMap<_, Vec<u8>> = HashMap::new();
    let mut all = Contents::new();
    while let Some(mut step) = player.step()? {
        let addresses = player.addresses();
        for when in [When::Before, When::After] {
            let changes = match when {
                When::Before => step.before.take(),
                When::After => step.after.take(),
            };
            player.apply(&changes.unwrap_or_default());
            for (place, bytes) in &step.contents {
                let is_now = place.when == when && place.launch == step.launch.number || place.launch < step.launch.number;
                if is_now && wanted.contains(&(place.key, place.page)) {
                    last.insert((place.key, place.page), bytes.clone());
                }
            }
            for place in by_moment.get(&(step.launch.number, when)).into_iter().flatten() {
                let Some(alive) = player.alive.get(&place.key) else { continue };
                let zeros = || vec![0; bytes_of(alive.born.size, place.page)];
                let bytes = last.get(&(place.key, place.page)).cloned().unwrap_or_else(zeros);
                if alive.digest(place.page) == Some(digest(&bytes, &addresses)) {
                    let relative = made_relative(&bytes, &addresses);
                    all.insert(*place, Page { bytes, relative });
                }
            }
        }
    }
    Ok(all)
}
