//! Tangles, and finding those that can be attracted.

use std::cell::Cell;
use std::collections::HashSet;

use retrograde_core::{Player, Vertex};

use super::field::{Field, Hold};
use crate::stop::Stop;

/// A set of vertices in which one player wins every play that stays.
pub(super) struct Tangle {
    pub(super) player: Player,
    /// The vertices, each with the player's move where it is the player's.
    pub(super) moves: Vec<(Vertex, Option<Vertex>)>,
    /// Where the opponent can go instead of staying, each once.
    pub(super) escapes: Vec<Vertex>,
    /// The last pass in which it was found not to be attracted any more.
    seen: Cell<u64>,
    /// The last region that has all of it.
    taken: Cell<u64>,
    /// Where the search for an escape starts: where it ended last.
    cursor: Cell<usize>,
}

impl Tangle {
    pub(super) fn new(
        player: Player,
        moves: Vec<(Vertex, Option<Vertex>)>,
        escapes: Vec<Vertex>,
    ) -> Self {
        Tangle {
            player,
            moves,
            escapes,
            seen: Cell::new(0),
            taken: Cell::new(0),
            cursor: Cell::new(0),
        }
    }

    /// A number that different tangles do not share but by rare chance, whatever the order of their
    /// vertices.
    pub(super) fn mark(&self) -> u64 {
        let mix = |number: u64| {
            // The finalizer of S. Vigna's SplitMix64.
            let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            number ^ (number >> 31)
        };
        self.moves.iter().fold(0, |sum: u64, &(vertex, to)| {
            let to = to.unwrap_or(u32::MAX);
            sum.wrapping_add(mix(u64::from(vertex) << 32 | u64::from(to)))
        })
    }

    /// What it takes, with an entry for each escape in lists that may have grown to twice their
    /// length.
    fn bytes(&self) -> u64 {
        2 * (size_of::<Tangle>() + 16) as u64
            + self.moves.len() as u64 * size_of::<(Vertex, Option<Vertex>)>() as u64
            + self.escapes.len() as u64 * (4 + 16)
    }

    /// Whether `open` accepts one of the escapes, and how many it was asked for. All calls between
    /// which escapes only close take a number of steps that is linear in the number of escapes.
    fn has_escape(&self, open: impl Fn(Vertex) -> bool) -> (bool, u32) {
        let cursor = self.cursor.get();
        let (before, after) = self.escapes.split_at(cursor);
        match after.iter().chain(before).position(|&to| open(to)) {
            Some(steps) => {
                self.cursor.set((cursor + steps) % self.escapes.len());
                (true, steps as u32 + 1)
            }
            None => (false, self.escapes.len() as u32),
        }
    }
}

/// All tangles learnt so far, and for each vertex those that have it as an escape.
pub(super) struct TangleSet {
    tangles: Vec<Tangle>,
    /// Their marks.
    marks: HashSet<u64>,
    /// For each vertex the first entry in its list of tangles.
    first: Vec<u32>,
    /// Tangles, each with the next entry of the same list.
    entries: Vec<(u32, u32)>,
    /// With so many tangles, those of no more use are forgotten.
    tidy_at: usize,
    /// Bytes that the tangles take.
    held: u64,
    /// Bytes that they may take.
    room: u64,
}

/// Tangles stay below this whatever the room there is: with so many, something is wrong.
const MOST: u64 = 1 << 30;

/// Fewer tangles are not worth tidying up.
const FIRST_TIDY: usize = 1 << 10;

/// In place of an entry after the last.
const END: u32 = u32::MAX;

/// Bytes of a vertex: its list of tangles, and what finds them.
const VERTEX: u64 = 8;

impl TangleSet {
    /// None yet; `None` if there is no room for any.
    pub(super) fn new(vertices: usize, room: u64) -> Option<Self> {
        let room = room.checked_sub(vertices as u64 * VERTEX)?.min(MOST);
        let first = vec![END; vertices];
        Some(TangleSet {
            marks: HashSet::new(),
            tangles: vec![],
            first,
            entries: vec![],
            tidy_at: FIRST_TIDY,
            held: 0,
            room,
        })
    }

    /// Keeps a tangle unless it is known, and says whether it was new; `None` if stopped, or if there
    /// is no room for it.
    pub(super) fn add(&mut self, tangle: Tangle, field: &Field, stop: &Stop<'_>) -> Option<bool> {
        if self.marks.contains(&tangle.mark()) {
            return Some(false);
        }
        let is_full = self.held + tangle.bytes() > self.room;
        if is_full || self.tangles.len() >= self.tidy_at {
            self.tidy(field, stop)?;
        }
        // Where little was forgotten, the next few would ask for it again.
        if is_full && self.held + tangle.bytes().max(self.room / 4) > self.room {
            return None;
        }
        self.push(tangle);
        Some(true)
    }

    fn push(&mut self, tangle: Tangle) {
        self.held += tangle.bytes();
        self.marks.insert(tangle.mark());
        for &escape in &tangle.escapes {
            let first = &mut self.first[escape as usize];
            self.entries.push((self.tangles.len() as u32, *first));
            *first = self.entries.len() as u32 - 1;
        }
        self.tangles.push(tangle);
    }

    /// Forgets the tangles with a vertex that is held for good; `None` if stopped.
    fn tidy(&mut self, field: &Field, stop: &Stop<'_>) -> Option<()> {
        self.first.fill(END);
        self.entries.clear();
        self.marks.clear();
        self.held = 0;
        for tangle in std::mem::take(&mut self.tangles) {
            if stop.spend((tangle.moves.len() + tangle.escapes.len()) as u32) {
                return None;
            }
            if tangle.moves.iter().all(|&(vertex, _)| field.hold(vertex).level() != 0) {
                self.push(tangle);
            }
        }
        self.tidy_at = 2 * self.tangles.len() + FIRST_TIDY;
        Some(())
    }

    /// Adds to `region`, which is held by `hold`, the tangles of `player` of which all vertices are
    /// in it or held by `rest`, from which the opponent cannot escape to what is held by `rest` or
    /// `passed`, and which can escape to a member of the region past `from`. Stops after the first member of which
    /// there are any, and says how many members it has looked at; `None` if stopped.
    ///
    /// `pass` is the number of a time in which vertices that have been parted stay so, `number` that of
    /// the region, both from 1 on.
    pub(super) fn attract(
        &self,
        field: &mut Field,
        player: Player,
        (hold, rest, passed): (Hold, Hold, Hold),
        (region, from): (&mut Vec<Vertex>, usize),
        (pass, number): (u64, u64),
        stop: &Stop<'_>,
    ) -> Option<usize> {
        let (before, mut looked) = (region.len(), from);
        while let Some(&reached) = region.get(looked)
            && before == region.len()
        {
            looked += 1;
            let mut entry = self.first[reached as usize];
            while entry != END {
                let (index, next) = self.entries[entry as usize];
                entry = next;
                let tangle = &self.tangles[index as usize];
                let is_done = tangle.seen.get() == pass || tangle.taken.get() == number;
                if is_done || tangle.player != player {
                    continue;
                }
                let way_out = |to| field.hold(to) == rest || field.hold(to) == passed;
                let (open, steps) = tangle.has_escape(way_out);
                if stop.spend(steps) {
                    return None;
                }
                if open {
                    continue;
                }
                if stop.spend(tangle.moves.len() as u32) {
                    return None;
                }
                let mut waits = false;
                let inside = |&(vertex, _): &(Vertex, _)| {
                    let now = field.hold(vertex);
                    waits |= now == rest;
                    now == rest || now == hold
                };
                if !tangle.moves.iter().all(inside) {
                    tangle.seen.set(pass);
                    continue;
                }
                tangle.taken.set(number);
                if waits {
                    for &(vertex, to) in &tangle.moves {
                        if field.hold(vertex) == rest {
                            field.take(vertex, hold);
                            if let Some(to) = to {
                                field.set_move(vertex, to);
                            }
                            region.push(vertex);
                        }
                    }
                }
            }
        }
        Some(looked)
    }
}
