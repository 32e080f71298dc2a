//! What the tiers that a tier leads to are worth: in memory as far as there is room, and beyond that
//! through a cache of a bounded size.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use retrograde_core::Control;

use crate::block::Cells;
use crate::cache::Cache;
use crate::header::Kind;
use crate::layout::Place;
use crate::shelf::{Books, CHUNK, Shelf};
use crate::tiers::LedTo;
use crate::{Table, TableError, Worth};

/// The least that a cache is worth having with: some chunks for each of a few threads.
pub(crate) const LEAST_CACHE: u64 = 4 << 20;

/// The tiers that one leads to.
pub(crate) struct Earlier {
    books: Books,
    /// In the order of their slots.
    tiers: Vec<Near>,
    /// The table that some of them are in.
    before: Option<Arc<Table>>,
    /// Chunks of the tiers that are not in memory, and where they are.
    places: Vec<(Place, usize)>,
    cache: Cache,
    /// Why something could not be read.
    fault: Mutex<Option<TableError>>,
}

/// One of them.
struct Near {
    slots: Range<u64>,
    kept: Kept,
}

enum Kept {
    /// All chunks.
    Held(Arc<Vec<Cells>>),
    /// All blocks of the table before that have slots of it, from this one on.
    Blocks(Arc<Vec<Cells>>, usize),
    /// In the cache of the table before.
    Probed,
    /// In the cache, from this chunk on.
    Cached(usize),
}

/// Tiers in memory, or parts of them, by their places in the order of solving and their slots.
pub(crate) type Held = BTreeMap<(usize, usize, usize), Arc<Vec<Cells>>>;

impl Earlier {
    /// The tiers that one leads to, for which there is so much room. Of what was `held` before, what is
    /// needed again stays.
    pub(crate) fn new(
        shelf: &Shelf,
        led_to: &LedTo,
        room: u64,
        held: &mut Held,
        control: &Control<'_>,
    ) -> Result<Self, TableError> {
        let books = shelf.books().clone();
        let others: Vec<(usize, Range<usize>)> = led_to
            .others
            .iter()
            .flat_map(Clone::clone)
            // Tiers of this build are in memory as a whole.
            .map(|tier| match shelf.elsewhere(tier) {
                Some(_) => (tier, led_to.slots(shelf.tiers(), tier)),
                None => (tier, shelf.tiers().ranges()[tier].clone()),
            })
            .collect();
        let key = |tier: usize, slots: &Range<usize>| (tier, slots.start, slots.end);
        held.retain(|held, _| others.iter().any(|(tier, slots)| key(*tier, slots) == *held));
        let all: u64 = others.iter().map(|(tier, slots)| bytes(shelf, *tier, slots)).sum();
        // Where not all fit there must be a cache for the others.
        let mut left = if all <= room { all } else { room.saturating_sub(LEAST_CACHE) };
        let mut near = Vec::new();
        let mut places = Vec::new();
        // The last ones first: most moves lead there.
        for (tier, slots) in others.into_iter().rev() {
            let (size, key) = (bytes(shelf, tier, &slots), key(tier, &slots));
            let kept = if size <= left {
                left -= size;
                let cells = match held.get(&key) {
                    Some(cells) => Arc::clone(cells),
                    None => Arc::new(load(shelf, tier, &slots, control)?),
                };
                held.insert(key, Arc::clone(&cells));
                match shelf.elsewhere(tier) {
                    Some(table) => Kept::Blocks(cells, blocks_of(table, &slots).start),
                    None => Kept::Held(cells),
                }
            } else {
                held.remove(&key);
                let first = places.len();
                places.extend(chunks_of(shelf, tier));
                match shelf.elsewhere(tier) {
                    Some(_) => Kept::Probed,
                    None => Kept::Cached(first),
                }
            };
            near.push(Near { slots: slots.start as u64..slots.end as u64, kept });
        }
        near.sort_unstable_by_key(|near| near.slots.start);
        // Both caches are used where tiers that do not fit are here and elsewhere, which is seldom.
        let room = (left + LEAST_CACHE).min(room);
        let before = led_to.others.first().and_then(|some| shelf.elsewhere(some.start)).cloned();
        if let Some(table) = &before {
            let probed = near.iter().any(|near| matches!(near.kept, Kept::Probed));
            table.set_cache(if probed { room } else { 0 });
        }
        let cache = Cache::new(places.len(), room);
        Ok(Earlier { books, tiers: near, before, places, cache, fault: Mutex::new(None) })
    }

    /// How much is known of each slot.
    pub(crate) fn kind(&self) -> Kind {
        self.books.kind
    }

    /// Whether a slot is in one of the tiers.
    pub(crate) fn has(&self, slot: u64) -> bool {
        self.tiers.iter().any(|near| near.slots.contains(&slot))
    }

    /// What a slot is worth: a hole if it is in none of the tiers. `None` if it cannot be read; why
    /// not is [kept](Self::fault).
    #[inline]
    pub(crate) fn get(&self, slot: u64) -> Option<Worth> {
        let after = self.tiers.partition_point(|near| near.slots.start <= slot);
        let Some(near) = self.tiers[..after].last().filter(|near| slot < near.slots.end) else {
            return Some(Worth::Hole);
        };
        let within = (slot - near.slots.start) as usize;
        let (number, at) = (within / CHUNK, within % CHUNK);
        let symbol = match &near.kept {
            Kept::Held(chunks) => chunks[number].get(at),
            Kept::Cached(first) => self.fetch(first + number, at)?,
            Kept::Blocks(..) | Kept::Probed => return self.before(&near.kept, slot),
        };
        Some(self.books.worths[usize::from(symbol)])
    }

    /// What a slot of the table before is worth.
    #[inline]
    fn before(&self, kept: &Kept, slot: u64) -> Option<Worth> {
        let table = self.before.as_ref()?;
        match kept {
            Kept::Blocks(blocks, first) => {
                let (block, place) = table.place(slot);
                Some(table.header.alphabet.worth(blocks[block - first].get(place)))
            }
            _ => table.probe(slot).map_err(|error| self.note(error)).ok(),
        }
    }

    /// Keeps why something could not be read.
    fn note(&self, error: TableError) {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    fn fetch(&self, number: usize, at: usize) -> Option<u16> {
        let load = || {
            let (place, slots) = self.places[number];
            self.books.read(place, slots)
        };
        match self.cache.with(number, load, |cells| cells.get(at)) {
            Ok(symbol) => Some(symbol),
            Err(error) => {
                self.note(error);
                None
            }
        }
    }

    /// Why something could not be read, if that was so.
    pub(crate) fn fault(&self) -> Option<TableError> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The bytes that slots of a tier take in memory when it is solved.
fn bytes(shelf: &Shelf, tier: usize, slots: &Range<usize>) -> u64 {
    match shelf.elsewhere(tier) {
        Some(table) => {
            let blocks = blocks_of(table, slots);
            let slots = table.span(blocks.end - 1).end - table.span(blocks.start).start;
            table.header.alphabet.width().bytes(slots)
        }
        None => shelf.books().bytes_of(slots.len() as u64),
    }
}

/// The blocks of a table that have some slots.
fn blocks_of(table: &Table, slots: &Range<usize>) -> Range<usize> {
    table.place(slots.start as u64).0..table.place(slots.end as u64 - 1).0 + 1
}

/// Where the chunks of a tier are, and how many slots they have.
fn chunks_of(shelf: &Shelf, tier: usize) -> impl Iterator<Item = (Place, usize)> + '_ {
    let slots = shelf.tiers().ranges()[tier].len();
    let places = shelf.places_of(tier).iter().enumerate();
    places.map(move |(number, &place)| (place, CHUNK.min(slots - number * CHUNK)))
}

/// All chunks of a tier or, if it is elsewhere, all blocks that have these slots of it.
fn load(
    shelf: &Shelf,
    tier: usize,
    slots: &Range<usize>,
    control: &Control<'_>,
) -> Result<Vec<Cells>, TableError> {
    let chunks: Vec<(Place, usize)> = chunks_of(shelf, tier).collect();
    let elsewhere = shelf.elsewhere(tier).map(|table| (table, blocks_of(table, slots)));
    let count = elsewhere.as_ref().map_or(chunks.len(), |(_, blocks)| blocks.len());
    let cells: Vec<Mutex<Option<Result<Cells, TableError>>>> =
        (0..count).map(|_| Mutex::new(None)).collect();
    control.threads.share(count, &|numbers| {
        for number in numbers {
            if control.is_stopped() {
                return;
            }
            let read = match &elsewhere {
                Some((table, blocks)) => table.unpack(blocks.start + number),
                None => {
                    let (place, slots) = chunks[number];
                    shelf.books().read(place, slots)
                }
            };
            *cells[number].lock().unwrap_or_else(PoisonError::into_inner) = Some(read);
        }
    });
    control.check()?;
    let cells = cells.into_iter().map(|cells| cells.into_inner());
    cells.filter_map(|cells| cells.unwrap_or_else(PoisonError::into_inner)).collect()
}

#[cfg(test)]
mod tests {
    use retrograde_games::Game;
    use retrograde_games::rules::Connect;

    use super::*;
    use crate::BuildOptions;
    use crate::by_tiers::ByTiers;
    use crate::checkpoint::Build;
    use crate::dense::{self, DenseOptions};

    #[test]
    fn what_is_held_and_what_is_fetched_are_the_same() {
        let game = Connect::new(4, 4, 4).unwrap();
        let slots = game.slots().unwrap();
        let table = dense::solve(&game, &DenseOptions::default()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let build = Build { spec: "test".into(), fingerprint: 0, tiers: 0, slots };
        for kind in [Kind::Distance, Kind::Outcome] {
            let options = BuildOptions { kind, ..Default::default() };
            let folder = folder.path().join(kind.to_string());
            std::fs::create_dir(&folder).unwrap();
            let mut by_tiers = ByTiers {
                game: &game,
                build: &build,
                folder: &folder,
                options: &options,
                kept: &mut None,
                before: None,
                part: false,
            };
            let shelf = by_tiers.solve().unwrap();
            let others = vec![0..1, 1..shelf.tiers().len()];
            let all = &LedTo { itself: false, others, parts: Vec::new() };
            let mut held = Held::new();
            for room in [u64::MAX, 0, slots, LEAST_CACHE + slots / 3] {
                let earlier = Earlier::new(&shelf, all, room, &mut held, &Control::ALONE).unwrap();
                let bytes: u64 = held.values().flat_map(|tier| tier.iter()).map(Cells::size).sum();
                assert!(bytes <= room);
                for slot in 0..slots {
                    let worth = earlier.get(slot).unwrap();
                    match kind {
                        Kind::Distance => assert_eq!(worth, table.get(slot)),
                        Kind::Outcome => assert_eq!(worth.outcome(), table.get(slot).outcome()),
                    }
                }
                assert_eq!(earlier.get(slots), Some(Worth::Hole));
            }
            let earlier = Earlier::new(&shelf, all, 0, &mut held, &Control::ALONE).unwrap();
            std::fs::write(folder.join("tiers"), "").unwrap();
            assert_eq!(earlier.get(0), None);
            assert!(matches!(earlier.fault(), Some(TableError::Damaged { .. })));
        }
    }
}
